"""The one place where tools are made for a model: what the agent is granted, each wrapped from the inside out."""

from collections.abc import Sequence

from hydratui.agents import grants
from hydratui.tools.caller import Caller
from hydratui.tools.fetch_url import fetch_url
from hydratui.tools.guard import guard
from hydratui.tools.identity import bind
from hydratui.tools.recall import RECALL
from hydratui.tools.remember import REMEMBER
from hydratui.tools.tool import Offer, Tool
from hydratui.tools.usage import track
from hydratui.tools.web_search import web_search

__all__ = ["Caller", "built_in", "toolbox"]


def built_in() -> list[Offer]:
    """The tools that come with the program, for one task."""
    return [REMEMBER, RECALL, web_search(), fetch_url()]


def toolbox(caller: Caller, offers: Sequence[Offer] | None = None) -> list[Tool]:
    """The tools that a caller's agent is granted, in the order of the offers.

    Around each, whatever its source: identity innermost, then the guard, then usage.

    Args:
        caller: Who calls; made by the worker.
        offers: Which tools there are; the built-in ones unless given.
    """
    granted = grants.granted(caller.agent)
    return [
        track(guard(bind(offer, caller), caller), caller)
        for offer in (built_in() if offers is None else offers)
        if grants.allows(granted, offer.name, offer.source.partition("mcp:")[2] or None)
    ]
