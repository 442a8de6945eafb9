"""What the sidebar and the header know: every agent and what it is doing, in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hydratui.agents.roster import Agent
from hydratui.store.held import HeldNote
from hydratui.store.tasks import Counts, Task
from hydratui.tui.show import ahead, elapsed
from hydratui.tui.theme import accents

NEEDS_YOU = "needs you"
PAUSED = "paused"
OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything beside the conversation, as it was at one moment.

    Attributes:
        agents: In the order of the roster.
        running: The tasks that workers have in hand.
        counts: Running and waiting tasks by agent id.
        unread: Ended tasks not seen yet, by channel.
        held: Notes that wait for the user, oldest first.
        failed: The agents whose newest task failed.
        offline: Those of them whose model nobody answered for.
        paused: The agents that begin nothing new.
        next_tries: When the agents go on whose next task waits to be tried again, in seconds since 1970.
        workers: How many workers take tasks.
        by_hand: Whether one of them was started by hand, and stays when the app is left.
        others_open: Whether another app is open on this data folder.
        default_model: What they use for agents that name no model; None while it is not known.
    """

    agents: tuple[Agent, ...] = ()
    running: tuple[Task, ...] = ()
    counts: Mapping[str, Counts] = field(default_factory=dict)
    unread: Mapping[str, int] = field(default_factory=dict)
    held: tuple[HeldNote, ...] = ()
    failed: frozenset[str] = frozenset()
    offline: frozenset[str] = frozenset()
    paused: frozenset[str] = frozenset()
    next_tries: Mapping[str, float] = field(default_factory=dict)
    workers: int = 0
    by_hand: bool = False
    others_open: bool = False
    default_model: str | None = None

    @property
    def busy(self) -> bool:
        """Whether anything runs or waits to be begun."""
        return bool(self.running) or self.waiting > 0

    @property
    def waiting(self) -> int:
        """How many tasks wait to be begun; those of paused agents do not."""
        return sum(counts.queued for agent, counts in self.counts.items() if agent not in self.paused)

    @property
    def ticking(self) -> bool:
        """Whether a state changes with every second."""
        return bool(self.running or self.next_tries)

    @property
    def accents(self) -> dict[str, int]:
        """The accent of each agent."""
        return accents(agent.id for agent in self.agents)

    @property
    def waiting_for_you(self) -> int:
        """How many agents hold a note for the user."""
        return len({note.agent for note in self.held})

    def agent(self, agent_id: str) -> Agent | None:
        """The agent with this id, unless it has been deleted."""
        return next((agent for agent in self.agents if agent.id == agent_id), None)

    def name(self, agent_id: str) -> str:
        """An agent's name, its id when it has been deleted."""
        found = self.agent(agent_id)
        return found.name if found else agent_id

    def state(self, agent_id: str) -> str:
        """One agent's state: ``needs you``, ``working 3 s``, ``paused``, ``waits 4 s``, ``queued``, ``failed``, ``offline``, ``idle``."""
        if any(note.agent == agent_id for note in self.held):
            return NEEDS_YOU
        task = next((task for task in self.running if task.agent == agent_id), None)
        if task is not None:
            return "stopping" if task.cancelling else f"working {elapsed(task.started_at)}"
        if agent_id in self.paused:
            return PAUSED
        if self.queued(agent_id):
            seconds = ahead(self.next_tries.get(agent_id, 0))
            return f"waits {seconds}" if seconds else "queued"
        if agent_id in self.failed:
            return OFFLINE if agent_id in self.offline else "failed"
        return "idle"

    def queued(self, agent_id: str) -> int:
        """How many of an agent's tasks wait."""
        counts = self.counts.get(agent_id)
        return counts.queued if counts else 0
