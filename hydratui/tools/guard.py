"""The wrapper in the middle: what goes into a tool and what comes out of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from hydratui.errors import HydraError
from hydratui.store import outside
from hydratui.text import clipped, one_line, plain
from hydratui.tools.caller import Caller
from hydratui.tools.credentials import credential_path
from hydratui.tools.destruction import destructive_command
from hydratui.tools.fence import fence
from hydratui.tools.readings import readings
from hydratui.tools.secrets import holds, redact
from hydratui.tools.tool import Tool, ToolRefused

LONGEST = 40_000
"""Characters of a result that reach a model, some 10,000 tokens."""

_MARGIN = 8_000
"""Looked at beyond the cut, so that a key which lies across it is still seen whole."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """A call whose arguments are checked and whose result is made safe."""

    inner: Tool
    caller: Caller

    async def __call__(self, arguments: Mapping[str, object]) -> str:
        """Checks, calls, cleans.

        Raises:
            ToolRefused: An argument names a credential file, holds a destructive command or a stored key.
            HydraError: What the tool raised, with keys redacted.
        """
        check(arguments, self.caller.secrets)
        try:
            result = await self.inner.call(arguments)
        except HydraError as error:
            if self.inner.source.startswith("mcp") and not isinstance(error, ToolRefused):
                # What went wrong is told in the server's words.
                outside.mark(self.caller.store, self.caller.task, place(self.inner, arguments))
            error.args = (clipped(redact(str(error)[:LONGEST], self.caller.secrets), 400),)
            raise
        if self.inner.outside:
            outside.mark(self.caller.store, self.caller.task, place(self.inner, arguments))
        return clean(self.inner, arguments, result, self.caller.secrets)


def guard(tool: Tool, caller: Caller) -> Tool:
    """The tool behind the guard."""
    return replace(tool, call=Guarded(tool, caller))


def check(arguments: object, stored: tuple[str, ...] = ()) -> None:
    """Looks at every text in the arguments, at any depth, also under the encodings that a shell or a server undoes.

    Raises:
        ToolRefused: One line that says what was found.
    """
    for text in _texts(arguments):
        if stored and holds(text, stored):
            raise ToolRefused("Refused: an argument holds one of the user's stored keys. Keys are never handed to a tool.")
        for reading in readings(text):
            if path := credential_path(reading):
                raise ToolRefused(
                    f"Refused: an argument names a file that holds credentials ({clipped(path, 60)}). Such files are out of bounds."
                )
            if reason := destructive_command(reading):
                raise ToolRefused(f"Refused: an argument holds a command that {reason}. It is not passed on to any tool.")


def clean(tool: Tool, arguments: Mapping[str, object], result: str, stored: tuple[str, ...] = ()) -> str:
    """The result as the model may see it: no keys, no control characters, not too long, fenced when strangers wrote it."""
    read = result[: LONGEST + _MARGIN]
    text = redact(plain(read), stored)
    # Where it goes on, what was read may end in half of a key.
    most = LONGEST if len(read) == len(result) else min(LONGEST, max(len(text) - _MARGIN, 0))
    if len(text) > most:
        text = f"{text[:most]}\n[Cut here: the whole result has {len(result):,} characters, {most:,} are shown.]"
    return fence(text, f"{tool.name}, {place(tool, arguments)}") if tool.outside else text


def _texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys included. Iterative: a model may nest as deep as it likes."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str(text):
                yield text
            case dict(items):
                waiting += [*items.keys(), *items.values()]
            case list(items) | tuple(items):
                waiting += items


def place(tool: Tool, arguments: Mapping[str, object]) -> str:
    """Where a tool's text comes from, in our words: a host's or a server's name at most is taken from elsewhere."""
    if server := tool.source.partition("mcp:")[2]:
        return f"the MCP server {one_line(server)}"
    if addon := tool.source.partition("addon:")[2]:
        return f"the add-on {one_line(addon)}"
    if tool.name == "web_search":
        return "a web search"
    try:
        host = urlsplit(str(arguments.get("url", ""))).hostname
    except ValueError:
        host = None
    return clipped(plain(host), 100) if host else tool.name
