"""Checks the arguments of a call against its tool's schema, before the tool runs."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, cast

from hydratui.text import clipped
from hydratui.tools.tool import ToolRefused

_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def fit(name: str, schema: Mapping[str, object], arguments: object) -> dict[str, object]:
    """The arguments as the tool wants them; an optional one that is null is left out.

    Of JSON schema it knows what our tools use: properties, required, type, enum, minimum, maximum, items, and the
    formats ``date``. Nothing passes that the schema does not name.

    Raises:
        ToolRefused: One is missing, unknown or of the wrong kind; the line says which and what would do.
    """
    if not isinstance(arguments, Mapping):
        raise ToolRefused(f"{name} takes its arguments as a JSON object.")
    properties = cast(Mapping[str, Mapping[str, Any]], schema.get("properties", {}))
    required = cast(Sequence[str], schema.get("required", ()))
    known = ", ".join(properties) or "none"
    for given in arguments:
        if given not in properties:
            raise ToolRefused(f'{name} has no parameter "{clipped(str(given), 40)}". It takes: {known}.')
    fitted = {key: value for key, value in arguments.items() if value is not None}
    for key in required:
        if key not in fitted:
            raise ToolRefused(f'{name} needs "{key}".')
    return {key: _value(f'"{key}" of {name}', properties[key], value) for key, value in fitted.items()}


def _value(what: str, schema: Mapping[str, Any], value: object) -> object:
    kind = schema.get("type")
    if isinstance(value, float) and kind == "integer" and value.is_integer():
        value = int(value)
    if isinstance(kind, str) and not _is(kind, value):
        raise ToolRefused(f"{what} must be {_WORDS.get(kind, kind)}.")
    if (choices := schema.get("enum")) is not None and value not in choices:
        raise ToolRefused(f"{what} must be one of {', '.join(map(str, choices))}.")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = schema.get("minimum"), schema.get("maximum")
        if (low is not None and value < low) or (high is not None and value > high):
            raise ToolRefused(
                f"{what} must be "
                + (f"from {low} to {high}." if None not in (low, high) else f"at {'least' if high is None else 'most'} {low or high}.")
            )
    if isinstance(value, str) and schema.get("format") == "date" and not _is_day(value):
        raise ToolRefused(f"{what} must be a date such as 2026-09-21.")
    if isinstance(value, list) and isinstance(items := schema.get("items"), Mapping):
        return [_value(f"each of {what}", items, item) for item in value]
    return value


def _is(kind: str, value: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, Mapping)
    return True


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
