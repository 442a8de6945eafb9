"""Watching the store from a thread of its own: what other processes write is on the screen some milliseconds later."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hydratui.agents.roster import Agent, roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels, held, stream, tasks, usage, workers
from hydratui.store.database import Store
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk

BUSY_SECONDS = 0.025
"""Between two looks while something runs or waits. A look costs about 0.05 ms."""
IDLE_SECONDS = 0.25
"""Between two looks while nothing does."""
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
        newest: Number of the newest task that the screen knows in it.
        open_tasks: Tasks on the screen that have not ended.
        seq: The last piece of a stream that it has.
    """

    channel: str
    newest: int = 0
    open_tasks: frozenset[int] = frozenset()
    seq: int = 0


@dataclass(frozen=True, slots=True)
class News:
    """What has changed.

    Attributes:
        channel: The channel that it was read for.
        fresh: Tasks newer than any that the screen had.
        tasks: The open tasks as they are now; one that is gone from the store is None.
        calls: Tool calls of the open tasks, by task.
        pieces: Text that arrived for open tasks, in order.
        desk: What is beside the conversation; None when it was not read this time.
    """

    channel: str
    fresh: tuple[Task, ...]
    tasks: Mapping[int, Task | None]
    calls: Mapping[int, tuple[ToolCall, ...]]
    pieces: tuple[Piece, ...]
    desk: Desk | None


def read(store: Store, focus: Focus) -> News:
    """What is new for a screen that knows `focus`, without what is beside the conversation."""
    open_tasks = {number: tasks.get(store, number) for number in focus.open_tasks}
    return News(
        channel=focus.channel,
        fresh=tuple(tasks.after(store, focus.channel, focus.newest, limit=MOST_FRESH)),
        tasks=open_tasks,
        calls={number: tuple(usage.calls(store, number)) for number, task in open_tasks.items() if task and task.attempts},
        pieces=tuple(stream.since(store, focus.seq)),
        desk=None,
    )


def read_desk(store: Store, agents: tuple[Agent, ...]) -> Desk:
    """What is beside the conversation, for these agents."""
    alive = workers.live(store)
    return Desk(
        agents=agents,
        running=tuple(tasks.running(store)),
        counts=tasks.counts(store),
        unread=channels.unread(store, [channels.MAIN, *(agent.id for agent in agents)]),
        held=tuple(held.held(store)),
        failed=tasks.failed_last(store, [agent.id for agent in agents]),
        workers=len(alive),
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
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def nudge(self) -> None:
        """Looks at once, whether or not the file has changed."""
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
        version, folder, desk, desk_at, due = -1, -1, Desk(), 0.0, True
        while not self._ended:
            nudged = self._wake.wait(BUSY_SECONDS if desk.busy or due else IDLE_SECONDS)
            self._wake.clear()
            now, seen, stamp = time.monotonic(), store.data_version(), self._folder()
            changed = nudged or seen != version or stamp != folder
            due = due or changed
            if self._ended or not (changed or (due and now - desk_at >= DESK_SECONDS)):
                continue
            news = read(store, self.focus)
            if due and (nudged or now - desk_at >= DESK_SECONDS):
                agents = self._team(desk.agents) if nudged or stamp != folder else desk.agents
                before, desk = desk, read_desk(store, agents)
                desk_at, due, folder = now, False, stamp
                if desk != before:
                    news = replace(news, desk=desk)
            # With more than fit into one piece of news, the rest is read at the next look, changed or not.
            version = seen if len(news.fresh) < MOST_FRESH else -1
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
