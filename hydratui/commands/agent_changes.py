"""Agents come and go: their folders, and what the store holds under their ids."""

from collections.abc import Iterable
from dataclasses import dataclass

from hydratui.agents import create as folders
from hydratui.agents import files, ids, memory
from hydratui.agents.grants import DEFAULT
from hydratui.agents.roster import DEFAULT_CRAFT, Agent, find, roster
from hydratui.errors import HydraError, UsageError
from hydratui.paths import Home
from hydratui.store import ownership
from hydratui.store.database import Store
from hydratui.text import one_line


@dataclass(frozen=True, slots=True)
class Identity:
    """The id that a new agent gets.

    Attributes:
        id: The id.
        earlier: The id that its name gives, where that is still the one of an agent that is gone and whose messages are there.
    """

    id: str
    earlier: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """An agent that was made.

    Attributes:
        agent: The agent.
        identity: How it came to its id.
        copied: Whose files it has; None when they are new.
        still_named: Whether the copied files name the one that they were copied from.
    """

    agent: Agent
    identity: Identity
    copied: Agent | None = None
    still_named: bool = False

    @property
    def sentence(self) -> str:
        """What was made, and what is worth knowing about its id and its files."""
        said = [f"{self.agent.name} is ready as @{self.agent.id}."]
        if self.copied is not None:
            said = [f"{self.agent.name} is ready as @{self.agent.id}, with {self.copied.name}'s files and grants."]
        if self.still_named and self.copied is not None:
            said.append(f"The files still say {self.copied.name} in places.")
        if (earlier := self.identity.earlier) == self.agent.id:
            said.append("The earlier messages are its own again.")
        elif earlier is not None:
            said.append(f"@{earlier} was an earlier agent, whose messages are still there; /create @{earlier} brings that one back.")
        return " ".join(said)


def identity(home: Home, store: Store, name: str, again: bool = False) -> Identity:
    """The id for a new agent with this name. The messages of a deleted agent are not handed to a new one that only has its name.

    Args:
        home: The data folder.
        store: The file.
        name: What the new agent is to be called.
        again: It is the deleted agent again, whose messages are there, and gets its id.

    Raises:
        HydraError: The name is empty or too long, or an agent with its id is there already.
    """
    there = {agent.id for agent in roster(home)}
    wanted = ids.id_from_name(name, _Taken(store, there))
    if wanted in there:
        raise HydraError(f"There is an agent {wanted} already. Choose another name.")
    if not ownership.left_behind(store, wanted):
        return Identity(wanted)
    return Identity(wanted if again else ids.numbered(wanted, _Taken(store, there)), wanted)


def create(
    home: Home,
    store: Store,
    name: str,
    emoji: str | None = None,
    model: str | None = None,
    craft: str = DEFAULT_CRAFT,
    tools: Iterable[str] = DEFAULT,
    *,
    again: bool = False,
) -> Made:
    """Makes an agent with its six files, under an id that is nobody's, or its own one `again`.

    Raises:
        HydraError: The name gives no id, the agent is there already, the emoji or craft is none, or the folder can't be written.
    """
    face = folders.checked_emoji(emoji) if emoji else None
    made = identity(home, store, name, again)
    return Made(folders.create(home, name, face, model, craft, agent_id=made.id, tools=tools), made)


def duplicate(home: Home, store: Store, agent_id: str, name: str, *, with_memory: bool = False, again: bool = False) -> Made:
    """Makes an agent with the files of another, and its grants with them: not its messages, and its notes only where that is wanted.

    Raises:
        HydraError: There is no such agent, one with the new id is there, or the folder can't be written.
    """
    agent = find(home, agent_id)
    made = identity(home, store, name, again)
    copy = folders.duplicate(home, agent, name, made.id, with_memory)
    return Made(copy, made, agent, any(agent.name in files.read(copy, kind) for kind in files.KINDS))


def rename(home: Home, store: Store, agent_id: str, name: str) -> Agent:
    """Gives an agent a new name, and with it a new id: folder, files, tasks and channels.

    Raises:
        HydraError: A task of the agent is running, an agent of that id exists, or one that is gone has left tasks under it.
            Nothing was changed.
    """
    agent = find(home, agent_id)
    renamed: list[Agent] = []
    try:
        ownership.rename_agent(store, agent.id, folders.new_id(agent, name), lambda: renamed.append(folders.rename(home, agent, name)))
    except BaseException:
        for moved in renamed:
            folders.rename(home, moved, agent.name, agent.id)
        raise
    return renamed[0]


def delete(home: Home, store: Store, agent_id: str) -> Agent:
    """Deletes an agent's folder and takes its waiting tasks from the queue; all its messages stay.

    Raises:
        HydraError: A task of the agent is running. Nothing was changed.
    """
    agent = find(home, agent_id)
    ownership.retire_agent(store, agent.id, lambda: folders.delete(agent))
    return agent


def confirm(agent: Agent, typed: str) -> None:
    """Makes sure that whoever wants an agent deleted has typed its name, or its id where the name is hard to type.

    Raises:
        UsageError: Nothing or another name was typed.
    """
    wanted = one_line(typed).casefold()
    if wanted not in (agent.name.casefold(), agent.id):
        raise UsageError(f"Type the name {agent.name} to delete it with its memory.")


def renamed_sentence(before: Agent, renamed: Agent) -> str:
    """What became of an agent that was given another name."""
    return f"{before.name} is {renamed.name} now" + ("." if renamed.id == before.id else f", and @{before.id} is @{renamed.id}.")


def deleted_sentence(agent: Agent) -> str:
    """What became of an agent that was deleted."""
    return f"{agent.name} is deleted. Its messages stay."


def lost(agent: Agent) -> str:
    """What deleting an agent takes away, and what it leaves."""
    notes = len(memory.notes(agent))
    kept = f"its {notes} note{'' if notes == 1 else 's'}" if notes else "its memory"
    return f"This deletes {agent.name}'s folder with all its files and {kept}, for good; what waits is cancelled, its messages stay."


@dataclass(frozen=True, slots=True)
class _Taken:
    """The ids that are in use: of agents that are there, and of those that have left messages."""

    store: Store
    there: set[str]

    def __contains__(self, wanted: object) -> bool:
        return wanted in self.there or ownership.left_behind(self.store, str(wanted))
