"""The commands of the team: /agents, /create, /rename, /duplicate, /delete, /emoji, /craft and /profile."""

from hydratui.agents.roster import Agent, first
from hydratui.commands import agent_cards, agent_changes
from hydratui.commands.agent_changes import Made
from hydratui.commands.agent_commands import listing
from hydratui.commands.command import Context, Moved, OpenAgents, OpenProfile, Said
from hydratui.commands.routing import named
from hydratui.errors import UsageError
from hydratui.store import channels


def agents(context: Context, word: str) -> OpenAgents:
    """Opens the agents, at the one that is named, else at the active one."""
    return OpenAgents(named(context.home, word) if word else context.agent, listing(context))


def create(context: Context, name: str) -> Said:
    """Makes an agent. A name is a new agent's; ``@id`` brings a deleted one back to its messages."""
    if not name:
        raise UsageError("Name the new agent, such as /create Ana María. More can be chosen in /agents with n.")
    wanted = name.removeprefix("@")
    again = wanted != name
    spoken = wanted.replace("_", " ").replace("-", " ").title() if again else name
    return _said(agent_changes.create(context.home, context.store, spoken, again=again))


def rename(context: Context, typed: str) -> Moved:
    """Gives an agent another name."""
    agent, name = _agent_and_name(context, typed, "Name the agent and its new name, such as /rename ada Ada Lovelace.")
    renamed = agent_changes.rename(context.home, context.store, agent.id, name)
    return Moved(agent.id, renamed.id, agent_changes.renamed_sentence(agent, renamed), renamed.id)


def duplicate(context: Context, typed: str) -> Said:
    """Makes an agent with another's files and grants."""
    agent, name = _agent_and_name(context, typed, "Name the agent and its copy, such as /duplicate ada Bea.")
    return _said(agent_changes.duplicate(context.home, context.store, agent.id, name))


def delete(context: Context, typed: str) -> Moved:
    """Deletes an agent whose name is typed once more."""
    if not typed:
        raise UsageError("Name the agent to delete, such as /delete ada.")
    word, _, name = typed.partition(" ")
    agent = named(context.home, word)
    if not name:
        raise UsageError(f"{agent_changes.lost(agent)} To do it, type its name once more: /delete {agent.id} {agent.name}")
    agent_changes.confirm(agent, name)
    agent_changes.delete(context.home, context.store, agent.id)
    return Moved(agent.id, channels.MAIN, agent_changes.deleted_sentence(agent))


def emoji(context: Context, typed: str) -> Said:
    """Gives the active agent another emoji."""
    agent = context.agent or first(context.home)
    return Said(agent_cards.emoji(context.home, agent, typed), agent.id)


def craft(context: Context, word: str) -> Said:
    """Says the craft of the active agent, or gives it another."""
    agent = context.agent or first(context.home)
    if not word:
        return Said(f"{agent.name}'s craft is {agent.craft}.", agent.id)
    return Said(agent_cards.craft(context.home, agent, word), agent.id)


def profile(_: Context, __: str) -> OpenProfile:
    """Opens what every agent is told about the user."""
    return OpenProfile()


def _agent_and_name(context: Context, typed: str, example: str) -> tuple[Agent, str]:
    word, _, name = typed.partition(" ")
    if not name.strip():
        raise UsageError(example)
    return named(context.home, word), name.strip()


def _said(made: Made) -> Said:
    return Said(made.sentence, made.agent.id)
