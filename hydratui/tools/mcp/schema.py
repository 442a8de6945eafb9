"""Takes over the schema of a stranger's tool: kept as it is as far as models and our own check can use it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from hydratui.text import clipped, plain

LONGEST = 32_000
"""Characters of a schema; the largest of well-known servers have 20,000."""
_DESCRIBED = 600
_DEEPEST = 40
# What providers take for the name of a parameter; with another they refuse the whole request.
_PARAMETER = re.compile(r"[A-Za-z0-9_.-]{1,64}")
# Providers refuse a schema with other words than these at its top, such as anyOf.
_TOP = ("properties", "required", "$defs", "definitions", "description")
_TEXTS = ("description", "title", "$comment")
_OF_SCHEMAS = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")


class Unusable(Exception):
    """Why a schema can't be taken over, in words that follow the name of its tool."""


def adopted(given: object) -> dict[str, Any]:
    """The schema as models get it: an object that takes what it names and nothing else, its texts made plain.

    Raises:
        Unusable: It is no schema of an object, or no model could be given it.
    """
    if not isinstance(given, Mapping) or given.get("type", "object") != "object":
        raise Unusable("its schema is not one of an object")
    try:
        size = len(json.dumps(given, ensure_ascii=False))
    except (ValueError, TypeError, RecursionError) as error:
        raise Unusable("its schema can't be written as JSON") from error
    if size > LONGEST:
        raise Unusable(f"its schema has {size:,} characters; {LONGEST:,} are taken")
    properties = given.get("properties", {})
    if not isinstance(properties, Mapping):
        raise Unusable("the properties of its schema are not an object")
    for name in properties:
        if not _PARAMETER.fullmatch(name):
            raise Unusable(f'no model takes a parameter named "{clipped(name, 40)}"')
    top = _clean({key: given[key] for key in _TOP if key in given}, 0)
    top["properties"] = {name: _property(value) for name, value in properties.items()}
    top["required"] = [name for name in _list(given.get("required")) if name in properties]
    return {"type": "object", **top, "additionalProperties": False}


def _property(given: object) -> dict[str, Any]:
    """The schema of one parameter; `true` and `{}` both let anything in. What our own check reads has the right kind or is left out."""
    if not isinstance(given, Mapping):
        return {}
    cleaned = _clean(given, 2)
    assert isinstance(cleaned, dict)
    return cleaned


def _clean(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise Unusable("its schema is nested too deep")
    if isinstance(value, Mapping):
        return {plain(key): _word(key, inner, depth + 1) for key, inner in value.items() if not _is_broken(key, inner)}
    if isinstance(value, list):
        return [_clean(inner, depth + 1) for inner in value]
    return plain(value) if isinstance(value, str) else value


def _word(key: str, value: Any, depth: int) -> Any:
    """The value of one word of the schema's language."""
    if key in _TEXTS and isinstance(value, str):
        return clipped(value, _DESCRIBED)
    if key in _OF_SCHEMAS and isinstance(value, Mapping):
        # The keys are names here, not words: a parameter may be named "enum".
        return {plain(name): _clean(inner, depth + 1) for name, inner in value.items()}
    return _clean(value, depth)


def _is_broken(key: str, value: object) -> bool:
    match key:
        case "enum":
            return not isinstance(value, list)
        case "minimum" | "maximum":
            return isinstance(value, bool) or not isinstance(value, int | float)
        case "format" | "pattern":
            return not isinstance(value, str)
    return False


def _list(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
