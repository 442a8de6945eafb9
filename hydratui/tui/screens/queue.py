"""The queue: what runs and what waits, agent by agent, to be moved, changed, cancelled and paused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from hydratui.commands import queue_changes
from hydratui.commands.command import Drafted, Said
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.control import Where
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.tui import queue_view
from hydratui.tui.errand import errand
from hydratui.tui.hand import Hand
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.looking import Looking
from hydratui.tui.queue_view import AgentQueue, Queues
from hydratui.tui.show import MUTED, line, text
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.queue_list import QueueList
from hydratui.tui.widgets.task_editor import TaskEditor

if TYPE_CHECKING:
    from hydratui.tui.commands_provider import CommandChosen

LOOKS_A_SECOND = 2


@dataclass(frozen=True, slots=True)
class GoTo:
    """The queue was left for a message in its channel."""

    channel: str
    task: int


class QueueScreen(Looking[GoTo | Drafted | None]):
    """Every agent's queue. What others change shows at once; what a key does is written before the next key counts."""

    CSS_PATH = "queue.tcss"
    AUTO_FOCUS = ".queue-list"
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "edit", tooltip="Change the text of the waiting task"),
        Binding("x", "cancel", "cancel", tooltip="Cancel the task; one that runs stops"),
        Binding("space", "pause", "pause", tooltip="Let no more tasks of this agent begin"),
        Binding("space", "resume", "resume", tooltip="Let the agent's tasks begin again"),
        Binding("shift+up,K", "move('up')", "move", key_display="K J", tooltip="Let the task run earlier (also shift+↑)"),
        Binding("shift+down,J", "move('down')", "move later", show=False, tooltip="Let the task run later (also shift+↓)"),
        Binding("enter", "go", "open", tooltip="Go to the message in its channel"),
        Binding("u", "undo", "undo", tooltip="Put what was cancelled last in its place again"),
        Binding("X", "cancel_all", "cancel all", tooltip="Cancel all tasks of this agent; asks once"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, store: Store, hand: Hand, task: int | None = None, edit: bool = False) -> None:
        """The queue.

        Args:
            home: The data folder.
            store: The store of this thread, which is only looked at.
            hand: Writes what is changed.
            task: The task to point at.
            edit: Begin to edit it.
        """
        super().__init__()
        self._home, self._store, self._hand = home, store, hand
        self._wanted, self._wants_edit = task, edit
        self._queues: Queues | None = None
        self._seen, self._looks = -1, 0
        self._cancelled: tuple[int, ...] = ()
        self._asked: str | None = None

    def compose(self) -> ComposeResult:
        """Head, queues, the text that is edited, more about the task, what was done, keys."""
        with Horizontal(classes="queue-head"):
            yield Static(Content.styled("Queue", "bold"), classes="queue-title")
            yield Static(classes="queue-summary")
        yield Static(Content("\n\n").join([text(queue_view.NOTHING[0]), text(queue_view.NOTHING[1], MUTED)]), classes="queue-empty")
        yield QueueList(classes="queue-list")
        yield TaskEditor(classes="queue-editor")
        yield Static(classes="queue-about")
        yield Static(classes="queue-said")
        yield KeyLine(classes="queue-keys")

    def on_resize(self) -> None:
        """A low screen does without blank lines."""
        self._list()

    def _look(self) -> None:
        version = self._store.data_version()
        self._looks += 1
        if version != self._seen:
            self._seen = version
            # What an earlier look would have brought is not wanted any more.
            self.run_worker(self._read(), group="queue-read", exclusive=True, exit_on_error=False)
        elif self._looks % LOOKS_A_SECOND == 0 and self._queues is not None and self._queues.ticking:
            self.query_one(QueueList).refresh()

    async def _read(self) -> None:
        try:
            queues = await errand(partial(queue_view.read_apart, self._store, self._home))
        except HydraError as error:
            self._say(str(error), bad=True)
            return
        changed, self._queues = queues != self._queues, queues
        if changed:
            self._list()
            if self._editor.edited is not None and (sentence := queues.overtaken(self._editor.edited)):
                self._say(sentence, bad=True)
        if self._wanted is not None:
            self._begin_with(self._wanted, queues)

    def _list(self) -> None:
        if self._queues is not None:
            self.query_one(QueueList).show(self._queues, blanks=not self.has_class("-low"))
            self.query_one(".queue-summary", Static).update(text(self._queues.summary, MUTED))
            self.set_class(not self._queues.agents, "-empty")
            self._pointed()

    @on(QueueList.Pointed)
    def _moved(self) -> None:
        self._asked = None
        self._say("")
        self._pointed()

    def _pointed(self) -> None:
        about = self._queues.about(self._pointed_at) if self._queues is not None and self._pointed_at is not None else ""
        self.query_one(".queue-about", Static).update(line(about, MUTED))
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".queue-said", Static).update(text(sentence, "$error" if bad else ""))

    @property
    def _editor(self) -> TaskEditor:
        return self.query_one(TaskEditor)

    @property
    def _pointed_at(self) -> Task | None:
        row = self.query_one(QueueList).row
        return row.task if row is not None else None

    @property
    def _queue(self) -> AgentQueue | None:
        row = self.query_one(QueueList).row
        return row.queue if row is not None else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something for what is pointed at; the others are not shown."""
        if not self.is_mounted or f"action_{action}" not in vars(QueueScreen) or action == "back":
            return True
        able = queue_view.can(self._pointed_at, self._queue) | ({"undo"} if self._cancelled else set())
        return self._editor.edited is None and action in able

    def _do(self, change: Callable[[Store], str]) -> None:
        """Has something changed, one thing after another, and says what became of it. It is done also when the queue is left."""
        self._asked = None
        self.app.run_worker(self._doing(change), group="queue-change", exit_on_error=False)

    async def _doing(self, change: Callable[[Store], str]) -> None:
        try:
            said, bad = await self._hand.do(change), False
        except HydraError as error:
            said, bad = str(error), True
        if self.is_attached:
            self._say(said, bad)
            self._look()

    def action_cancel(self) -> None:
        """Cancels the task that is pointed at."""
        if (task := self._pointed_at) is not None:
            self._cancelled = (task.id,)
            self._do(lambda store: f"{queue_changes.cancelled(store, task.id)}  (u queues it again)")

    def action_cancel_all(self) -> None:
        """Cancels all tasks of the agent, when it is pressed a second time."""
        if (queue := self._queue) is None:
            return
        if self._asked != queue.id:
            self._asked = queue.id
            self._say(f"Press X again to cancel {queue_changes.counted(len(queue.tasks))} of {queue.name}'s.")
        else:
            self._cancelled = tuple(task.id for task in queue.tasks)
            self._do(lambda store: f"{queue_changes.cancelled_all(store, queue.id, queue.name)}  (u queues them again)")

    def action_undo(self) -> None:
        """Puts back what was cancelled last."""
        ids = self._cancelled
        self._do(lambda store: queue_changes.queued_again(store, ids))

    def action_pause(self) -> None:
        """Pauses the agent."""
        if (queue := self._queue) is not None and (agent := queue.agent) is not None:
            self._do(lambda store: queue_changes.paused(store, agent))

    def action_resume(self) -> None:
        """Lets the agent go on."""
        if (queue := self._queue) is not None and (agent := queue.agent) is not None:
            self._do(lambda store: queue_changes.resumed(store, agent))

    def action_move(self, where: Where) -> None:
        """Moves the task within its agent's queue."""
        if (task := self._pointed_at) is not None:
            self._do(lambda store: queue_changes.moved(store, task.id, where))

    def action_go(self) -> None:
        """Leaves for the message."""
        if (task := self._pointed_at) is not None:
            self.dismiss(GoTo(task.channel, task.id))

    def action_back(self) -> None:
        """Back to where the queue was opened."""
        self.dismiss()

    def action_edit(self) -> None:
        """Opens the text of the task for a change."""
        if (task := self._pointed_at) is not None and (queue := self._queue) is not None:
            self.query_one(QueueList).can_focus = False
            self._editor.begin(task, queue.name)
            self._say("")
            self.refresh_bindings()

    def _begin_with(self, wanted: int, queues: Queues) -> None:
        """Points at the task that the queue was opened for."""
        self._wanted = None
        self.query_one(QueueList).point_at(wanted)
        task = queues.find(wanted)
        if task is None:
            self._say(f"Task {wanted} neither runs nor waits any more.")
        elif self._wants_edit and "edit" in queue_view.can(task, self._queue):
            self.action_edit()

    @on(TaskEditor.Saved)
    def _end(self, event: TaskEditor.Saved) -> None:
        if event.text is None:
            self._close()
        else:
            self.app.run_worker(self._saving(event.task, event.text), group="queue-change", exit_on_error=False)

    async def _saving(self, task: Task, changed: str) -> None:
        """Saves a change. Where it comes too late, its text goes into the prompt of the chat."""
        try:
            outcome = await self._hand.do(queue_changes.rewritten, task, changed)
        except HydraError as error:
            if self.is_attached:
                self._say(str(error), bad=True)
            return
        if isinstance(outcome, Drafted) and self.is_current:
            self.dismiss(outcome)
        elif isinstance(outcome, Said) and self.is_attached:
            self._close()
            self._say(outcome.text)
            self._look()

    def _close(self) -> None:
        self._editor.close()
        rows = self.query_one(QueueList)
        rows.can_focus = True
        rows.focus()
        self.refresh_bindings()

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command would leave the queue; a change that is not saved would be lost with it."""
        if self._editor.changed:
            event.stop()
            self._say("Save your change first with enter, or give it up with esc.", bad=True)
