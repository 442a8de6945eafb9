"""An add-on file read as text: which tools it has, and what is wrong with it. It is never run here."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hydratui.agents.grants import DEFAULT
from hydratui.text import one_line
from hydratui.tools.addons.schema import Unfit, schema

LONGEST = 1_000_000
SECONDS = 30
MOST_SECONDS = 600
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_DESCRIBED = re.compile(r"^\s*(?:\*{0,2}|:param\s+)(\w+)(?:\s*\([^)]*\))?:\s+(.+)$")


@dataclass(frozen=True, slots=True)
class Function:
    """One tool of an add-on.

    Attributes:
        name: The function's name, which is the tool's.
        description: Its docstring.
        schema: JSON schema of its parameters.
        line: Where it begins, from 1.
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    line: int


@dataclass(frozen=True, slots=True)
class Addon:
    """A file in ``addons``.

    Attributes:
        path: The file.
        functions: Its tools.
        problems: What is wrong with it, each a sentence with file and line.
        seconds: How long a call may take (``SECONDS = 120`` in the file).
        outside: Whether what it gives may be a stranger's text (``OUTSIDE = False`` says that it is not).
    """

    path: Path
    functions: tuple[Function, ...] = ()
    problems: tuple[str, ...] = ()
    seconds: int = SECONDS
    outside: bool = True

    @property
    def source(self) -> str:
        """The add-on's name for lists and rows: ``addon:weather``."""
        return f"addon:{self.path.stem}"


def read(path: Path) -> Addon:
    """Reads a file. One that is broken has no tools and says why."""
    try:
        text = path.read_bytes()
        if len(text) > LONGEST:
            return Addon(path, problems=(f"{path.name} has {len(text):,} bytes; an add-on can have {LONGEST:,}.",))
        tree = ast.parse(text)
    except SyntaxError as error:
        return Addon(path, problems=(f"{path.name}, line {error.lineno or 1}: {one_line(error.msg)}.",))
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        return Addon(path, problems=(f"{path.name} can't be read: {one_line(str(error)) or type(error).__name__}.",))
    functions, problems = [], []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            try:
                functions.append(_function(node))
            except Unfit as unfit:
                problems.append(f"{path.name}, line {unfit.line}: {one_line(str(unfit))}.")
    settings = _settings(tree)
    seconds = settings.get("SECONDS", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        problems.append(f"{path.name}: SECONDS must be a number up to {MOST_SECONDS}; {SECONDS} is used.")
        seconds = SECONDS
    if not functions and not problems:
        problems.append(f"{path.name} has no function that can be a tool; write one with types and a docstring.")
    return Addon(path, tuple(functions), tuple(problems), int(seconds) or 1, settings.get("OUTSIDE", True) is not False)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
    docstring = ast.get_docstring(node)
    if not docstring:
        raise Unfit(node.lineno, f"{node.name} has no docstring; a model would not know what it is for")
    if not _NAME.fullmatch(node.name):
        raise Unfit(node.lineno, f"{node.name} can't be a tool's name; use a-z, 0-9 and _")
    if node.name in DEFAULT:
        raise Unfit(node.lineno, f"{node.name} is a built-in tool's name; choose another")
    described = {match[1]: one_line(match[2]) for line in docstring.splitlines() if (match := _DESCRIBED.match(line))}
    return Function(node.name, docstring, schema(node, described), node.lineno)


def _settings(tree: ast.Module) -> dict[str, object]:
    """The names that are given a plain value at the top of the file."""
    found: dict[str, object] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                found[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=value)):
                found[name] = value
    return found
