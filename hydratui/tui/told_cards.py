"""The cards under a reply: what its own recall told the model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hydratui.store import usage
from hydratui.text import one_line

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.store.database import Store
    from hydratui.store.usage import ToolCall
    from hydratui.tui.widgets.recall_cards import RecallCards


def told_cards(store: Store, call: ToolCall, agent: Agent, colour: str) -> RecallCards | None:
    """The hits of a recall that a model made, in the order and the words that it was told them in.

    Args:
        store: Where the call is.
        call: Any tool call.
        agent: Who made it.
        colour: The agent's own colour, for its name.

    Returns:
        None where there is nothing to show: the call is no recall, it failed or found nothing, or what it told was not kept.

    Raises:
        StoreError: The file can't be read.
    """
    if (call.tool, call.source, call.outcome) != ("recall", "built-in", "ok"):
        return None
    kept = usage.detail(store, call.id)
    if kept is None:
        return None
    from hydratui.recall.told import told
    from hydratui.tui.widgets.recall_cards import RecallCards

    answer = told(store, agent.id, kept.output, call.ms)
    if answer is None or not answer.hits:
        return None
    return RecallCards(answer, agent, _typed(answer.query, kept.arguments), told=True, colour=colour, classes="cards -told")


def _typed(query: str, arguments: str) -> str:
    """The same search as a user would type it."""
    try:
        given = json.loads(arguments)
        days = [f"{name}:{given[name]}" for name in ("since", "until") if isinstance(given.get(name), str)]
    except (ValueError, AttributeError):
        days = []
    return one_line(" ".join((query, *days)))
