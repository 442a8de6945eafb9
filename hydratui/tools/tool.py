"""What a model may call: a tool as it is offered, and the same tool bound to a caller."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from hydratui.errors import HydraError
from hydratui.tools.caller import Caller

BUILT_IN = "built-in"
KEEPS = 4_000
Repeats = Literal["freely", "safely", "never"]
"""May a call be made again when its task begins again after a crash? It only reads; it sees that it was done; it may not."""


class ToolRefused(HydraError):
    """A call that is not allowed or does not fit. It counts as blocked; its text is the line that the model is told."""


def size(result: str) -> str:
    """What came of a call, for a tool that has nothing better to say: ``1,234 characters``."""
    return f"{len(result):,} characters"


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool that belongs to nobody yet.

    Attributes:
        schema: JSON schema of its arguments: an object, ``additionalProperties`` false, no parameter that names an agent.
        run: Does the work for a caller. It raises ToolRefused for what is not allowed, another HydraError for what failed.
        source: ``built-in``, ``addon:`` and a file's name, or ``mcp:`` and a server's name.
        gist: What came of it on one line, from its result: ``3 hits in 812 tasks``.
        repeats: Whether it may be called again after a crash.
        outside: Whether what it gives was written by strangers.
        keeps: Characters of what it gives that stay readable beside the line about a call.
    """

    name: str
    description: str
    schema: Mapping[str, object]
    run: Callable[[Caller, Mapping[str, object]], Awaitable[str]]
    source: str = BUILT_IN
    gist: Callable[[str], str] = size
    repeats: Repeats = "never"
    outside: bool = False
    keeps: int = KEEPS

    @property
    def group(self) -> str | None:
        """The add-on or MCP server that it comes from, whose name grants it too."""
        return self.source.partition(":")[2] or None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool bound to a caller. Only `toolbox` makes those that reach a model.

    Attributes:
        call: Takes the arguments and gives the result. It raises HydraError with one line for the model when the call
            was refused or failed; it never raises anything else but a cancellation.
    """

    name: str
    description: str
    schema: Mapping[str, object]
    call: Callable[[Mapping[str, object]], Awaitable[str]]
    source: str = BUILT_IN
    gist: Callable[[str], str] = size
    outside: bool = False
    keeps: int = KEEPS
