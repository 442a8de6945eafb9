"""The conversation on the screen: a window of messages that grows at both ends and never moves under a reader."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message as Event
from textual.timer import Timer
from textual.widget import Widget

from hydratui.store.attempts import FailedAttempt
from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk
from hydratui.tui.widgets.asked import Files, no_files, one_message, reword
from hydratui.tui.widgets.message import Message, Messages, you
from hydratui.tui.widgets.reply import Reply

Calls = Mapping[int, Sequence[ToolCall]]
"""Tool calls by task."""
MOST = 45
"""Tasks on the page at once (a question and an answer each); beyond that the far end is taken off."""
STEP = 15
"""Tasks that are added when the reader comes to an end of the page."""
GATHER_SECONDS = 2.0
"""How far the text of replies out of sight may be behind: each line more of them lays the whole page out anew."""
GATHER_WORK = 0.03
"""Seconds that they are given at a time, so that no key has to wait."""


class Transcript(Messages, can_focus=True):
    """Messages, notices and cards of one channel."""

    @dataclass
    class Reached(Event):
        """The reader is near an end of the page behind which there is more: load it."""

        earlier: bool

    @dataclass
    class Moved(Event):
        """Whether the reader sees the latest, and how much came since not, has changed."""

        following: bool
        new: int

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._shown: dict[int, list[Widget]] = {}
        self._unseen: set[int] = set()
        self._desk = Desk()
        self._due: list[Reply] = []
        self._gathered_at = 0.0
        self._gathering: Timer | None = None
        self.more_earlier = self.more_later = False
        self.files: Files = no_files

    def on_mount(self) -> None:
        """Begins at the bottom."""
        self.anchor()

    # What is on the page

    @property
    def oldest(self) -> int:
        """Number of the first task on the page; 0 when there is none."""
        return min(self._shown, default=0)

    @property
    def newest(self) -> int:
        """Number of the last task on the page; 0 when there is none."""
        return max(self._shown, default=0)

    @property
    def open_tasks(self) -> dict[int, int]:
        """The tasks on the page that have not ended, each with the last piece of its stream that is here."""
        return {reply.task_shown.id: reply.seq for reply in self.replies() if not reply.task_shown.ended}

    @property
    def broken_off(self) -> frozenset[int]:
        """The tasks on the page that failed or were cancelled."""
        return frozenset(reply.task_shown.id for reply in self.replies() if reply.task_shown.status in ("failed", "cancelled"))

    @property
    def waiting_tasks(self) -> list[Task]:
        """The tasks on the page that wait to be begun, or to be begun again."""
        return [reply.task_shown for reply in self.replies() if reply.task_shown.status == "pending"]

    @property
    def following(self) -> bool:
        """Whether the reader is at the bottom and sees what comes."""
        return self.at_bottom and not self.more_later

    def reply(self, task: int) -> Reply | None:
        """The answer to a task, where it is on the page."""
        return next((widget for widget in self._shown.get(task, []) if isinstance(widget, Reply)), None)

    def message(self, task: int, *, answer: bool) -> Message | None:
        """The answer to a task, or what was asked, where it is on the page; the answer where the question stands with another one."""
        shown = self._shown.get(task, [None])[-1 if answer else 0]
        return shown if isinstance(shown, Message) else None

    def replies(self) -> Iterable[Reply]:
        """The answers on the page, oldest first."""
        return (widget for widgets in self._shown.values() for widget in widgets if isinstance(widget, Reply))

    # Filling it

    def begin(
        self,
        tasks: Sequence[Task],
        calls: Calls,
        desk: Desk,
        *,
        more_earlier: bool = False,
        more_later: bool = False,
        at: int | None = None,
    ) -> None:
        """Shows another conversation: from its end, or with the task `at` at the top of the screen."""
        self.remove_children()
        self._shown, self._desk = {}, desk
        self._unseen.clear()
        self.more_earlier, self.more_later = more_earlier, more_later
        self.mount_all(self._widgets(tasks, calls, None))
        if at is not None and at in self._shown:
            self.hold(self._shown[at][0])
        else:
            self.follow_end()
        self._tell()

    def append(self, tasks: Sequence[Task], calls: Calls, desk: Desk) -> None:
        """Adds newer tasks at the end, where there is no gap before them."""
        self._desk = desk
        new = [task for task in tasks if task.id not in self._shown and task.id > self.newest]
        if not new:
            return
        if self.more_later:
            self._unseen.update(task.id for task in new)
            self._tell()
            return
        before = self.reply(self.newest)
        self.mount_all(self._widgets(new, calls, before.task_shown if before else None))
        self._note_unseen(task.id for task in new)
        if self.following:
            self._take_off(first=True)

    def extend(self, tasks: Sequence[Task], calls: Calls, *, earlier: bool, more: bool) -> None:
        """Adds the next tasks at one end, because the reader came there, and takes as many off the other."""
        self.hold_here()
        if earlier:
            self.more_earlier = more
            first = self._shown.get(self.oldest)
            self.mount_all(self._widgets(tasks, calls, None), before=first[0] if first else None)
            self._take_off(first=False)
        else:
            self.more_later = more
            before = self.reply(self.newest)
            last = self._shown.get(self.newest)
            self.mount_all(self._widgets(tasks, calls, before.task_shown if before else None), after=last[-1] if last else None)
            self._take_off(first=True)
        self._tell()

    def note(self, widget: Widget) -> None:
        """Adds a notice or a card at the end and goes there: the user has just asked for it."""
        self.mount(widget)
        self.to_end()

    def take_away(self, task: int) -> None:
        """Takes a task off the page."""
        for widget in self._shown.pop(task, []):
            widget.remove()

    # What happens to it

    def follow(self, tasks: Mapping[int, Task | None], calls: Calls, pieces: Mapping[int, Sequence[Piece]], desk: Desk) -> None:
        """Takes the news of the tasks on the page: what arrived, what ended, what was withdrawn."""
        self._desk = desk
        for number, arrived in pieces.items():
            if (reply := self.reply(number)) is not None:
                reply.feed(arrived)
                self._note_unseen([number])
        for number, task in tasks.items():
            reply = self.reply(number)
            if task is None:
                self.take_away(number)
            elif reply is not None:
                reworded = task.prompt != reply.task_shown.prompt
                if reply.follow(task, calls.get(number, ())):
                    self._note_unseen([number])
                if reworded:
                    reword(self, self._shown, task, self.files)
        self._catch_up()

    def show_beside(self, failed: Mapping[int, FailedAttempt], desk: Desk) -> None:
        """Shows with the tasks that have not ended what holds them up: an attempt that came to nothing, an agent that is paused."""
        for reply in self.replies():
            if not reply.task_shown.ended:
                reply.beside(failed.get(reply.task_shown.id), paused=reply.task_shown.agent in desk.paused)
        self._catch_up()

    def settle(self, task: Task) -> None:
        """Shows how a task stands after something was done to it here, before the watch tells."""
        if (reply := self.reply(task.id)) is not None:
            reply.stand(task)
            self._catch_up()

    def tick(self) -> None:
        """Lets the clocks of tasks that run, or wait to be tried again, go on where they are seen."""
        hidden = self.out_of_sight()
        for reply in self.replies():
            if reply.ticking and reply not in hidden:
                reply.tick()

    def _catch_up(self) -> None:
        """Puts news on the page: at once where the reader looks, elsewhere in a moment."""
        behind = [reply for reply in self.replies() if reply.behind]
        if not behind:
            return
        hidden = self.out_of_sight()
        for reply in behind:
            if reply not in hidden:
                reply.catch_up()
        self._gather([reply for reply in behind if reply in hidden])

    def _gather(self, hidden: list[Reply]) -> None:
        """Lets the replies out of sight catch up, all in one go: together with what is seen they cost one layout."""
        now = time.monotonic()
        if not self._due and now - self._gathered_at >= GATHER_SECONDS:
            self._due, self._gathered_at = hidden, now
        while self._due and time.monotonic() - now < GATHER_WORK:
            self._due.pop().catch_up()
        # Where nothing more comes, nobody else would call this again.
        if self._gathering is None and any(reply.behind for reply in hidden):
            self._gathering = self.set_timer(2 * GATHER_WORK if self._due else GATHER_SECONDS, self._gather_again)

    def _gather_again(self) -> None:
        self._gathering = None
        self._catch_up()

    def to_end(self) -> None:
        """Goes to the bottom of the page and follows from there."""
        self._unseen.clear()
        self.follow_end()
        self._tell()

    def place_changed(self) -> None:
        """Tells what the reader has below, once there is something to read."""
        if self.is_mounted and self._shown:
            self._catch_up()
            if self.following:
                self._unseen.clear()
            self._tell()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Asks for more near an end."""
        super().watch_scroll_y(old_value, new_value)
        near = self.size.height
        if self.more_earlier and new_value < old_value and new_value <= near:
            self.post_message(self.Reached(earlier=True))
        elif self.more_later and new_value > old_value and new_value >= self.max_scroll_y - near:
            self.post_message(self.Reached(earlier=False))

    def _note_unseen(self, tasks: Iterable[int]) -> None:
        if not self.following:
            self._unseen.update(tasks)
            self._tell()

    def _tell(self) -> None:
        self.post_message(self.Moved(self.following, len(self._unseen)))

    # Making and taking off widgets

    def _widgets(self, tasks: Sequence[Task], calls: Calls, before: Task | None) -> list[Widget]:
        made: list[Widget] = []
        accents = self._desk.accents
        for task in tasks:
            # One message to several agents is several tasks; what was asked is shown once.
            asked: list[Widget] = [] if before is not None and one_message(before, task) else [you(task, self.files(task.id))]
            reply = Reply(task, self._desk.name(task.agent), accents.get(task.agent), calls.get(task.id, ()))
            self._shown[task.id] = [*asked, reply]
            made += self._shown[task.id]
            before = task
        return made

    def _take_off(self, *, first: bool) -> None:
        """Takes tasks off one end when there are too many, and the notices that would be left beyond what stays."""
        shown = sorted(self._shown)
        gone = shown[: max(len(shown) - MOST, 0)] if first else shown[MOST:]
        if not gone:
            return
        self.more_earlier, self.more_later = self.more_earlier or first, self.more_later or not first
        for number in gone:
            self.take_away(number)
        kept = {widget for widgets in self._shown.values() for widget in widgets}
        for child in list(self.children) if first else list(reversed(self.children)):
            if child in kept:
                break
            child.remove()
