"""The commands of agents: /use and /model, and who there is in words."""

from hydratui import text
from hydratui.agents.roster import first, roster
from hydratui.commands import agent_cards, model_choice
from hydratui.commands.command import Context, Said, Using
from hydratui.commands.routing import named, private_to
from hydratui.errors import HydraError, UsageError
from hydratui.store import channels, control, tasks


def state(running: int, queued: int, held: int = 0, paused: bool = False) -> str:
    """What an agent does, in words: `needs you` when notes of its wait for a decision, `working`, `paused`, `queued` or `idle`."""
    return "needs you" if held else "working" if running else "paused" if paused else "queued" if queued else "idle"


def listing(context: Context) -> str:
    """Who the agents are and what each does, a line each."""
    agents = roster(context.home)
    if not agents:
        return "There is no agent yet. Make one with /create NAME."
    counts, paused = tasks.counts(context.store), control.paused(context.store)
    lines = []
    for agent in agents:
        count = counts.get(agent.id)
        running, queued = (count.running, count.queued) if count else (0, 0)
        queue = f", {queued} queued" if queued else ""
        lines.append(text.one_line(f"{agent.emoji} {agent.name} (@{agent.id}) {state(running, queued, paused=agent.id in paused)}{queue}"))
    return "\n".join(lines)


def use(context: Context, word: str) -> Using:
    """Makes an agent the one that this channel's messages go to."""
    if not word:
        raise UsageError("Name the agent to talk to, such as /use ada. See them all with /agents.")
    agent = named(context.home, word)
    owner = private_to(context.channel, roster(context.home))
    if owner is not None and owner.id != agent.id:
        raise HydraError(f"This channel is {owner.name}'s own. Go to another channel to talk to {agent.name}.")
    channels.use(context.store, context.channel, agent.id)
    return Using(agent)


def model(context: Context, word: str) -> Said:
    """Says which model the active agent uses, or sets it in the agent's own file."""
    agent = context.agent or first(context.home)
    if not word:
        uses = model_choice.spoken(agent.model) if agent.model else model_choice.default_spoken(context.home)
        return Said(f"{agent.name} uses {uses}.", agent.id)
    return Said(agent_cards.model(context.home, agent, word), agent.id)
