"""The commands of an agent's memory: /remember, /recall and /memory. None of them touches a model."""

from hydratui.agents import memory
from hydratui.agents.roster import Agent, first
from hydratui.commands import filters
from hydratui.commands.command import Context, Found, OpenMemory, Said
from hydratui.commands.routing import named
from hydratui.commands.saved import saved_sentence
from hydratui.errors import HydraError
from hydratui.recall import recall


def owner(context: Context) -> Agent:
    """The agent whose memory is meant: the active one.

    Raises:
        HydraError: There is no agent.
    """
    return context.agent or first(context.home)


def remember(context: Context, note: str) -> Said:
    """Saves a note of the user's in the active agent's memory file, and warns of one that is nearly full."""
    agent = owner(context)
    saved = memory.save(agent, note, "user")
    return Said("\n".join([saved_sentence(agent, saved), *([saved.warning] if saved.warning else [])]), agent.id)


def search(context: Context, typed: str) -> Found:
    """Searches the active agent's finished tasks; `since:` `until:` `on:` narrow it to days."""
    agent = owner(context)
    wanted = filters.search(typed)
    if not wanted.words:
        raise HydraError(f"Type the words to look for in {agent.name}'s tasks, such as /recall backup plan.")
    return Found(recall(context.store, agent.id, wanted.words, since=wanted.since, until=wanted.until), agent, typed)


def show(context: Context, word: str) -> OpenMemory:
    """Opens the memory of the agent that is named, else of the active one."""
    return OpenMemory(named(context.home, word) if word else owner(context))
