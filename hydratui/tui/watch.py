"""Watching the store from a thread of its own: what other processes write is on the screen some milliseconds later."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter

from hydratui.agents.roster import Agent, roster
from hydratui.errors import OFFLINE, HydraError
from hydratui.paths import Home
from hydratui.store import attempts, channels, control, front_ends, held, stream, tasks, usage, workers
from hydratui.store.attempts import FailedAttempt
from hydratui.store.database import Store
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk

BUSY_SECONDS = 0.025
"""Between two looks while something runs or waits. A look costs about 0.05 ms."""
STREAMS = 4
"""Streams on the page up to which each look may bring text; with more, looks are fewer in proportion."""
CROWD_SECONDS = 0.2
"""Between two looks at most, however many streams there are: 50 of them take a tenth of a core then."""
IDLE_SECONDS = 0.25
"""Between two looks while nothing does."""
ALIVE_SECONDS = 2.0
"""Between two looks whether the workers are alive while something runs or waits: one that dies writes nothing."""
DESK_SECONDS = 0.15
"""Between two readings of what is beside the conversation while it keeps changing."""
MOST_FRESH = 60
"""New tasks in one piece of news."""
PATIENCE_SECONDS = 5.0
"""How long `stop` waits for the thread, which may be waiting for the screen to take some news."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What the screen shows and therefore wants to hear of.

    Attributes:
        channel: The channel that is open.
        turn: Counts how often the screen was filled anew; what was read for an earlier turn is not of use any more.
        newest: Number of the newest task that the screen knows in the channel.
        open_tasks: Tasks on the screen that have not ended, each with the last piece of its stream that the screen has.
        broken_off: Tasks on the screen that failed or were cancelled; they may be queued again.
    """

    channel: str
    turn: int = 0
    newest: int = 0
    open_tasks: Mapping[int, int] = field(default_factory=dict)
    broken_off: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class News:
    """What has changed.

    Attributes:
        focus: What it was read for.
        fresh: Tasks newer than any that the screen had.
        tasks: The open tasks as they are now, and those that are queued again; one that is gone from the store is None.
        calls: Tool calls of the open tasks, by task.
        failed: Their last attempt that came to nothing, by task.
        pieces: Text that arrived for open and fresh tasks, by task and in order.
        desk: What is beside the conversation; None when it was not read this time.
    """

    focus: Focus
    fresh: tuple[Task, ...]
    tasks: Mapping[int, Task | None]
    calls: Mapping[int, tuple[ToolCall, ...]]
    failed: Mapping[int, FailedAttempt]
    pieces: Mapping[int, Sequence[Piece]]
    desk: Desk | None

    @property
    def none(self) -> bool:
        """Whether nothing has changed that is shown: most of what is written while nothing runs are signs of life."""
        return not (self.fresh or self.tasks or self.pieces) and self.desk is None


def read(store: Store, focus: Focus) -> News:
    """What is new for a screen that knows `focus`, without what is beside the conversation."""
    open_tasks = {number: tasks.get(store, number) for number in focus.open_tasks}
    open_tasks |= {number: task for number in focus.broken_off if (task := tasks.get(store, number)) is not None and not task.ended}
    fresh = tuple(tasks.after(store, focus.channel, focus.newest, limit=MOST_FRESH))
    arrived = stream.behind(store, {**dict.fromkeys((task.id for task in fresh if not task.ended), 0), **focus.open_tasks})
    return News(
        focus=focus,
        fresh=fresh,
        tasks=open_tasks,
        calls={number: tuple(usage.calls(store, number)) for number, task in open_tasks.items() if task and task.attempts},
        failed=last_failed(store, [task for task in open_tasks.values() if task]),
        pieces={number: tuple(pieces) for number, pieces in groupby(arrived, key=attrgetter("task"))},
        desk=None,
    )


def last_failed(store: Store, of: Iterable[Task]) -> dict[int, FailedAttempt]:
    """The last attempt that came to nothing of each of these tasks that has one and has not ended."""
    again = [task for task in of if not task.ended and (task.attempts > 1 or (task.attempts and task.status == "pending"))]
    return {task.id: found[-1] for task in again if (found := attempts.failed(store, task.id))}


def read_desk(store: Store, agents: tuple[Agent, ...]) -> Desk:
    """What is beside the conversation, for these agents."""
    alive, running, counts = workers.available(store), tuple(tasks.running(store)), tasks.counts(store)
    failed = tasks.failed_last(store, [agent.id for agent in agents])
    return Desk(
        agents=agents,
        running=running,
        counts=counts,
        unread=channels.unread(store, [channels.MAIN, *(agent.id for agent in agents)]),
        held=tuple(held.held(store)),
        failed=frozenset(failed),
        offline=frozenset(agent for agent, error in failed.items() if error.startswith(OFFLINE)),
        paused=control.paused(store),
        next_tries=attempts.next_tries(store, counts.keys() - {task.agent for task in running}),
        workers=len(alive),
        by_hand=any(worker.kind == "daemon" for worker in alive),
        others_open=front_ends.open_(store) > 1,
        default_model=next((worker.model for worker in reversed(alive) if worker.model), None),
    )


class Watch:
    """A thread that looks whether the store has changed and reads only what did.

    `focus` may be replaced at any time. `deliver` is called on the watch's thread and returns when the screen has taken
    the news, so that a screen that is busy gets more at once and never falls behind.
    """

    def __init__(self, store: Store, home: Home, deliver: Callable[[News], None], broken: Callable[[Exception], None]) -> None:
        self.focus = Focus(channels.MAIN)
        self._parent, self._home = store, home
        self._deliver, self._broken = deliver, broken
        self._wake = threading.Event()
        self._nudged = False
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def nudge(self) -> None:
        """Looks at once at everything, whether or not the file has changed."""
        self._nudged = True
        self._wake.set()

    def turn(self, focus: Focus) -> None:
        """Looks at once for a screen that shows something else now."""
        self.focus = focus
        self._wake.set()

    def stop(self) -> None:
        """Ends the thread and waits for it."""
        self._ended = True
        self._wake.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(PATIENCE_SECONDS)

    def _run(self) -> None:
        try:
            store = self._parent.again()
            try:
                self._look(store)
            finally:
                store.close()
        except Exception as error:
            # The thread's boundary: the screen says what happened, since nothing would move on it any more.
            if not self._ended:
                self._broken(error)

    def _look(self, store: Store) -> None:
        version, folder, desk, desk_at, due, pause = -1, -1, Desk(), 0.0, True, BUSY_SECONDS
        while not self._ended:
            turned = self._wake.wait(pause if desk.busy or due else IDLE_SECONDS)
            self._wake.clear()
            nudged, self._nudged = self._nudged, False
            now, seen, stamp = time.monotonic(), store.data_version(), self._folder()
            changed = turned or seen != version or stamp != folder
            due = due or nudged or seen != version or stamp != folder or (desk.busy and now - desk_at >= ALIVE_SECONDS)
            if self._ended or not (changed or (due and now - desk_at >= DESK_SECONDS)):
                continue
            with store.at_one_moment():
                news = read(store, self.focus)
            if due and (nudged or now - desk_at >= DESK_SECONDS):
                agents = self._team(desk.agents) if nudged or stamp != folder else desk.agents
                before, desk = desk, read_desk(store, agents)
                desk_at, due, folder = now, False, stamp
                if desk != before:
                    news = replace(news, desk=desk)
            # With more than fit into one piece of news, the rest is read at the next look, changed or not.
            version = seen if len(news.fresh) < MOST_FRESH else -1
            pause = min(BUSY_SECONDS * max(len(news.pieces) / STREAMS, 1), CROWD_SECONDS)
            if not news.none:
                self._deliver(news)

    def _team(self, known: tuple[Agent, ...]) -> tuple[Agent, ...]:
        try:
            return tuple(roster(self._home))
        except HydraError:
            # Said when something is sent; until then the team is shown as it was.
            return known

    def _folder(self) -> int:
        try:
            return self._home.agents.stat().st_mtime_ns
        except OSError:
            return 0
