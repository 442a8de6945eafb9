"""Who an agent is on the screen: its name and its accent, also when it has been deleted."""

from dataclasses import dataclass

from hydratui.agents.roster import roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.tui.theme import accent, accents


@dataclass(frozen=True, slots=True)
class Who:
    """An agent's name and the number of its accent; None for one that is not in the team any more."""

    name: str
    accent: int | None

    @property
    def colour(self) -> str:
        """The style of its accent."""
        return accent(self.accent)


def who(home: Home, agent_id: str) -> Who:
    """The agent with this id as the screen shows it, by its id when it is gone."""
    try:
        team = roster(home)
    except HydraError:
        team = []
    name = next((agent.name for agent in team if agent.id == agent_id), agent_id)
    return Who(name, accents(agent.id for agent in team).get(agent_id))
