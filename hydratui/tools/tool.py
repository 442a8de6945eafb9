"""What a model may call: a tool as it is offered, and the same tool bound to a caller."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from hydratui.errors import HydraError
from hydratui.tools.caller import Caller

BUILT_IN = "built-in"
OUTSIDE_TOOLS = frozenset({"web_search", "fetch_url"})


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
        source: ``built-in``, an add-on's name, or ``mcp:`` and a server's name.
        gist: What came of it on one line, from its result: ``3 hits in 812 tasks``.
    """

    name: str
    description: str
    schema: Mapping[str, object]
    run: Callable[[Caller, Mapping[str, object]], Awaitable[str]]
    source: str = BUILT_IN
    gist: Callable[[str], str] = size


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


def from_outside(name: str, source: str) -> bool:
    """Whether what a tool gives was written by strangers: the web, or an MCP server."""
    return name in OUTSIDE_TOOLS or source.startswith("mcp")
