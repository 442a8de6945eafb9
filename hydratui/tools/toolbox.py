"""The one place where tools are made for a model: what the agent is granted, each wrapped from the inside out."""

from collections.abc import Sequence

from hydratui.agents import grants
from hydratui.tools.brave import Brave
from hydratui.tools.caller import Caller
from hydratui.tools.fetch_url import fetch_url
from hydratui.tools.guard import guard
from hydratui.tools.identity import bind
from hydratui.tools.once import once
from hydratui.tools.recall import RECALL
from hydratui.tools.remember import REMEMBER
from hydratui.tools.tool import Offer, Tool
from hydratui.tools.usage import track
from hydratui.tools.web_search import web_search

__all__ = ["Caller", "built_in", "toolbox"]


def built_in(brave_key: str | None = None) -> list[Offer]:
    """The tools that come with the program, for one task.

    Args:
        brave_key: The user's key for Brave's search, if there is one.
    """
    return [REMEMBER, RECALL, web_search(brave=Brave(brave_key) if brave_key else None), fetch_url()]


def toolbox(caller: Caller, offers: Sequence[Offer] | None = None) -> list[Tool]:
    """The tools that a caller's agent is granted, in the order of the offers; of two with one name the first.

    Around each, whatever its source: identity innermost, then the guard, then what an earlier attempt has done, then usage.

    Args:
        caller: Who calls; made by the worker.
        offers: Which tools there are; the built-in ones unless given.
    """
    granted = grants.granted(caller.agent)
    chosen: dict[str, Offer] = {}
    for offer in built_in() if offers is None else offers:
        if grants.allows(granted, offer.name, offer.group):
            chosen.setdefault(offer.name, offer)
    return [track(once(guard(bind(offer, caller), caller), caller, offer.repeats), caller) for offer in chosen.values()]
