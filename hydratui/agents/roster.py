"""Which agents there are: a folder each, named by the agent's id."""

import re
from dataclasses import dataclass
from pathlib import Path

from hydratui.agents.frontmatter import fields
from hydratui.errors import HydraError, UnknownAgent
from hydratui.paths import Home
from hydratui.text import one_line

ID = re.compile(r"[a-z0-9_-]{1,64}")
DEFAULT_EMOJI = "🤖"
DEFAULT_CRAFT = "general"


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent, as its card in ``<id>.agent.md`` says.

    Attributes:
        id: Name of its folder: ``[a-z0-9_-]``, at most 64 characters.
        name: What people call it, one line of plain text.
        emoji: One emoji.
        model: ``provider:model``, or None for the default.
        craft: Its worker type: ``general``, ``coder``, ``researcher``, ``writer``.
        folder: Where its six files are.
    """

    id: str
    name: str
    emoji: str
    model: str | None
    craft: str
    folder: Path


def roster(home: Home) -> list[Agent]:
    """The agents, by id. A folder whose name is no id is not one; an empty or missing folder gives none."""
    try:
        folders = sorted(entry for entry in home.agents.iterdir() if ID.fullmatch(entry.name) and entry.is_dir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise HydraError(f"The folder {home.agents} can't be read ({error.strerror}). Make it readable.") from error
    return [_agent(folder) for folder in folders]


def find(home: Home, agent_id: str) -> Agent:
    """The agent with this id.

    Raises:
        UnknownAgent: There is none; the sentence names the ones that exist.
    """
    folder = home.agents / agent_id
    if ID.fullmatch(agent_id) and folder.is_dir():
        return _agent(folder)
    known = ", ".join(agent.id for agent in roster(home)) or "none yet"
    raise UnknownAgent(f"There is no agent {one_line(agent_id)!r}. The agents are: {known}.")


def first(home: Home) -> Agent:
    """The agent that is meant when none is named.

    Raises:
        HydraError: There is no agent at all.
    """
    known = roster(home)
    if not known:
        raise HydraError(f"There is no agent in {home.agents}. Make one: /create NAME in the app, `hydratui agents new NAME` in a shell.")
    return known[0]


def _agent(folder: Path) -> Agent:
    card = fields(folder / f"{folder.name}.agent.md")
    return Agent(
        id=folder.name,
        name=one_line(card.get("name", ""))[:64] or folder.name.replace("_", " ").replace("-", " ").title(),
        emoji=one_line(card.get("emoji", ""))[:16] or DEFAULT_EMOJI,
        model=one_line(card.get("model", "")) or None,
        craft=one_line(card.get("craft", "")) or DEFAULT_CRAFT,
        folder=folder,
    )
