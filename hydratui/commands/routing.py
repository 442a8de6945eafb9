"""Which agents a message goes to, and what each of them is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hydratui.agents.roster import Agent, find, first, roster
from hydratui.commands.file_names import masked
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store.database import Store

if TYPE_CHECKING:
    from hydratui.commands.command import Context

# Not after a letter (an e-mail address) and not before one more part (a domain, a package scope).
_MENTION = re.compile(r"(?<![\w@./+-])@([A-Za-z0-9_-]{1,64})(?![\w@/-]|\.\w)")
_AFTER_LEADING = " \t\r\n,:;"


def context(home: Home, store: Store, channel: str = channels.MAIN) -> Context:
    """The context of something typed in this channel, with the agent that is active there."""
    # Whoever only asks who is active, as the app does when it starts, does not read what commands are.
    from hydratui.commands.command import Context

    return Context(home, store, channel, active(home, store, channel))


def active(home: Home, store: Store, channel: str) -> Agent | None:
    """The agent that a plain message in this channel goes to.

    A private channel bears its agent's id and belongs to that agent. Any other channel has the agent chosen there,
    else the first of the roster.

    Returns:
        The agent, or None when there is none at all.
    """
    agents = roster(home)
    owner = private_to(channel, agents)
    if owner is not None:
        return owner
    chosen = channels.active_agent(store, channel)
    return next((agent for agent in agents if agent.id == chosen), agents[0] if agents else None)


def private_to(channel: str, agents: Sequence[Agent]) -> Agent | None:
    """The agent that this channel belongs to, or None for the main channel and any other open one."""
    return next((agent for agent in agents if agent.id == channel != channels.MAIN), None)


def named(home: Home, word: str) -> Agent:
    """The agent with this id or name, in any case, with or without an @ before it.

    Raises:
        UnknownAgent: There is none; the sentence names those that exist.
    """
    wanted = word.strip().removeprefix("@").casefold()
    agents = roster(home)
    by_id = next((agent for agent in agents if agent.id == wanted), None)
    by_name = next((agent for agent in agents if agent.name.casefold() == wanted), None)
    return by_id or by_name or find(home, word.strip().removeprefix("@"))


def mentions(text: str, agents: Sequence[Agent]) -> list[Agent]:
    """The agents that the text names with an @, each once, in the order of their first mention.

    An @word that is no agent's id is plain text, and so is one inside an e-mail address.
    """
    by_id = {agent.id: agent for agent in agents}
    named = (by_id.get(found[1].lower()) for found in _MENTION.finditer(text))
    return list(dict.fromkeys(agent for agent in named if agent is not None))


def route(context: Context, text: str) -> list[tuple[Agent, str]]:
    """The agents that this message goes to, each with the prompt for it.

    In a private channel everything goes to its agent, as typed. Elsewhere every mentioned agent gets it: mentions at
    the very start are an address and are taken off, those inside the sentence stay. Without a mention it goes to the
    channel's active agent.

    Raises:
        HydraError: The message is empty, or there is no agent.
    """
    if not text.strip():
        raise HydraError("There is nothing to send. Type a message first.")
    agents = roster(context.home)
    owner = private_to(context.channel, agents)
    if owner is not None:
        return [(owner, text.strip())]
    named = mentions(masked(text), agents)
    if not named:
        return [(context.agent or first(context.home), text.strip())]
    prompt = _without_address(text, agents)
    if not prompt:
        raise HydraError(f"There is nothing to send. Type a message after @{named[-1].id}.")
    return [(agent, prompt) for agent in named]


def _without_address(text: str, agents: Sequence[Agent]) -> str:
    """The text without the mentions that it begins with."""
    ids = {agent.id for agent in agents}
    rest = text.strip()
    while (found := _MENTION.match(rest)) and found[1].lower() in ids:
        rest = rest[found.end() :].lstrip(_AFTER_LEADING)
    return rest.rstrip()
