"""The JSON schema of a function, from its annotations as they are written; nothing of the file is run for it."""

import ast
from collections.abc import Mapping
from typing import Any

_SIMPLE = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
_LISTS = ("list", "List", "Sequence", "tuple", "set")
_OBJECTS = ("dict", "Dict", "Mapping")


class Unfit(Exception):
    """Why a function can't be a tool, and on which line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def schema(function: ast.FunctionDef | ast.AsyncFunctionDef, described: Mapping[str, str]) -> dict[str, Any]:
    """The schema of a function's parameters.

    Args:
        function: The function.
        described: What the docstring says of single parameters.

    Raises:
        Unfit: A parameter has no annotation, or one that JSON has no counterpart for.
    """
    given = function.args
    if given.vararg or given.kwarg or given.posonlyargs:
        raise Unfit(function.lineno, f"{function.name} takes *args, **kwargs or positional parameters; name each parameter")
    properties: dict[str, Any] = {}
    required: list[str] = []
    defaults: list[ast.expr | None] = [*[None] * (len(given.args) - len(given.defaults)), *given.defaults, *given.kw_defaults]
    for parameter, default in zip([*given.args, *given.kwonlyargs], defaults, strict=True):
        if parameter.annotation is None:
            raise Unfit(parameter.lineno, f"{parameter.arg} of {function.name} has no type; write one, such as {parameter.arg}: str")
        kind = _type(parameter.annotation)
        if parameter.arg in described:
            kind["description"] = described[parameter.arg]
        properties[parameter.arg] = kind
        if default is None:
            required.append(parameter.arg)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _type(annotation: ast.expr) -> dict[str, Any]:
    match annotation:
        case ast.Constant(value=str(written)):
            return _type(_parsed(written, annotation.lineno))
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _named(name, annotation.lineno)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _either(left, right)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _generic(name, inner)
    raise Unfit(annotation.lineno, f"the type {ast.unparse(annotation)} can't be told to a model")


def _named(name: str, line: int) -> dict[str, Any]:
    if name in _SIMPLE:
        return {"type": _SIMPLE[name]}
    if name in _LISTS:
        return {"type": "array"}
    if name in _OBJECTS:
        return {"type": "object"}
    if name == "date":
        return {"type": "string", "format": "date"}
    raise Unfit(line, f"the type {name} can't be told to a model; use str, int, float, bool, list, dict, date or Literal")


def _either(left: ast.expr, right: ast.expr) -> dict[str, Any]:
    """``T | None``; what may be left out is no more to a model than a parameter that is not required."""
    if isinstance(right, ast.Constant) and right.value is None:
        return _type(left)
    if isinstance(left, ast.Constant) and left.value is None:
        return _type(right)
    raise Unfit(left.lineno, "a type of several kinds can't be told to a model; use one, or T | None")


def _generic(name: str, inner: ast.expr) -> dict[str, Any]:
    if name in ("Optional", "Annotated"):
        return _type(inner.elts[0] if isinstance(inner, ast.Tuple) else inner)
    if name == "Literal":
        choices = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        values = [choice.value for choice in choices if isinstance(choice, ast.Constant)]
        if len(values) == len(choices) and all(isinstance(value, str) for value in values):
            return {"type": "string", "enum": values}
        raise Unfit(inner.lineno, "a Literal can hold texts only")
    if name in _LISTS:
        return {"type": "array", "items": _type(inner.elts[0] if isinstance(inner, ast.Tuple) else inner)}
    if name in _OBJECTS:
        return {"type": "object"}
    raise Unfit(inner.lineno, f"the type {name}[…] can't be told to a model")


def _parsed(written: str, line: int) -> ast.expr:
    try:
        return ast.parse(written, mode="eval").body
    except SyntaxError as error:
        raise Unfit(line, f"the type {written!r} is no Python") from error
