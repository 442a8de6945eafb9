"""What runs and what waits, agent by agent, and the words that the queue says about it."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field

from hydratui import times
from hydratui.agents.roster import Agent, roster
from hydratui.paths import Home
from hydratui.store import control, tasks
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.text import one_line
from hydratui.tui import show
from hydratui.tui.lines import said_exactly
from hydratui.tui.show import SEPARATOR, elapsed_words
from hydratui.tui.theme import accents
from hydratui.tui.watch import last_failed

NOTHING = ("Nothing waits.", "Messages that you send while an agent works wait here.")
_IN_SIGHT = 400
"""Characters of a prompt's first line that a row can show."""
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class AgentQueue:
    """One agent's tasks that have not ended.

    Attributes:
        id: The agent's id.
        agent: The agent; None when it is not in the team any more.
        accent: The number of its accent.
        paused: Whether its tasks are kept from beginning.
        running: What workers have in hand, oldest first.
        waiting: What waits, in the order in which it will run.
    """

    id: str
    agent: Agent | None
    accent: int | None
    paused: bool
    running: tuple[Task, ...]
    waiting: tuple[Task, ...]

    @property
    def name(self) -> str:
        """What the agent is called."""
        return self.agent.name if self.agent is not None else one_line(self.id)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All of them, in the order in which they are shown."""
        return (*self.running, *self.waiting)

    @property
    def state(self) -> str:
        """``working · 2 waiting``, ``working · paused``, ``paused · nothing waits``, ``3 waiting``."""
        said = [part for part, true in (("working", self.running), ("paused", self.paused)) if true]
        said += [f"{len(self.waiting)} waiting"] if self.waiting else [] if self.running else ["nothing waits"]
        return SEPARATOR.join(said)


@dataclass(frozen=True, slots=True)
class Queues:
    """The queues of all agents that have one or are paused.

    Attributes:
        agents: In the order of the roster; those that are not in the team any more come last.
        causes: Why the last attempt failed of each task that has had one, a sentence by the task's number.
    """

    agents: tuple[AgentQueue, ...] = ()
    causes: Mapping[int, str] = field(default_factory=dict)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Every task, in the order in which it is shown."""
        return tuple(task for queue in self.agents for task in queue.tasks)

    @property
    def ticking(self) -> bool:
        """Whether what is said about a task changes with every second."""
        return any(task.status == "running" or task.attempts for task in self.tasks)

    def find(self, task_id: int) -> Task | None:
        """The task with this number, unless it has ended."""
        return next((task for task in self.tasks if task.id == task_id), None)

    def overtaken(self, edited: Task) -> str:
        """What to say when a task that is being edited does not wait any more; empty while it does."""
        now = self.find(edited.id)
        if now is not None and now.status == "pending":
            return ""
        became = "does not wait any more" if now is None else "has begun"
        return f"Task {edited.id} {became}. Enter takes your text into the prompt, as a new message."

    @property
    def summary(self) -> str:
        """``2 running · 5 waiting``; empty when nothing does either."""
        running, waiting = sum(len(each.running) for each in self.agents), sum(len(each.waiting) for each in self.agents)
        return SEPARATOR.join(f"{number} {what}" for number, what in ((running, "running"), (waiting, "waiting")) if number)

    def about(self, task: Task) -> str:
        """What a task's row has no room for: its channel, when it was sent, and why its last attempt failed."""
        cause = self.causes.get(task.id)
        parts = (f"in {one_line(task.channel)}", said_exactly(task.created_at), f"last time: {one_line(cause)}" if cause else "")
        return SEPARATOR.join(part for part in parts if part)


def read(store: Store, home: Home) -> Queues:
    """The queues as they are now.

    Raises:
        HydraError: The folder of the agents can't be read.
    """
    team = {agent.id: agent for agent in roster(home)}
    running, waiting, paused = tasks.running(store), control.waiting(store), control.paused(store)
    busy = {task.agent for task in (*running, *waiting)} | paused
    colours = accents(team)
    queues = tuple(
        AgentQueue(
            id=agent,
            agent=team.get(agent),
            accent=colours.get(agent),
            paused=agent in paused,
            running=tuple(task for task in running if task.agent == agent),
            waiting=tuple(task for task in waiting if task.agent == agent),
        )
        for agent in (*team, *sorted(busy - team.keys()))
        if agent in busy
    )
    return Queues(queues, {number: failed.cause for number, failed in last_failed(store, (*running, *waiting)).items()})


def read_apart(store: Store, home: Home) -> Queues:
    """`read`, with a connection of its own: for another thread than the store's."""
    with closing(store.again()) as own:
        return read(own, home)


def state(task: Task, short: bool = False) -> str:
    """What a task is doing: ``working 12 s``, ``tries again in 4 s (2nd of 3)``; nothing for one that only waits.

    Args:
        task: One that has not ended.
        short: Leave out which attempt it is.
    """
    if task.status == "pending" and not task.attempts:
        return ""
    said = show.state(task)
    return said.partition(" (")[0] if short else said


def can(task: Task | None, queue: AgentQueue | None) -> frozenset[str]:
    """What can be done about a task and its agent, by the names of the screen's actions."""
    if queue is None:
        return frozenset()
    able = {"cancel_all"} if queue.tasks else set()
    able |= {"resume" if queue.paused else "pause"} if queue.agent is not None else set()
    if task is not None:
        able |= {"go"} if task.cancelling else {"go", "cancel"}
        if task.status == "pending":
            able |= {"edit", "move"} if len(queue.waiting) > 1 else {"edit"}
    return frozenset(able)


def age(task: Task) -> str:
    """How long ago a task was sent, in one unit: ``12 s``, ``3 min``, ``2 h``, ``5 days``."""
    try:
        seconds = max((times.now() - times.parse(task.created_at)).total_seconds(), 0)
    except ValueError:
        # Any program may have written the file.
        return "?"
    return elapsed_words(seconds) if seconds < 2 * _DAY else f"{seconds // _DAY:.0f} days"


def first_line(prompt: str) -> str:
    """The beginning of a prompt on one line, with an ellipsis when there are more lines."""
    begin, _, rest = prompt.strip().partition("\n")
    return one_line(begin[:_IN_SIGHT]) + (" …" if rest else "")
