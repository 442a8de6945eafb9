"""The conversation on the screen: a window of messages that grows at both ends and never moves under a reader."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from textual.message import Message as Event
from textual.widget import Widget

from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk
from hydratui.tui.widgets.message import you
from hydratui.tui.widgets.reply import Reply
from hydratui.tui.widgets.still_scroll import StillScroll

Calls = Mapping[int, Sequence[ToolCall]]
"""Tool calls by task."""
MOST = 45
"""Tasks on the page at once (a question and an answer each); beyond that the far end is taken off."""
STEP = 15
"""Tasks that are added when the reader comes to an end of the page."""


class Transcript(StillScroll, can_focus=True):
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
        self.more_earlier = self.more_later = False

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
    def open_tasks(self) -> frozenset[int]:
        """The tasks on the page that have not ended."""
        return frozenset(reply.task_shown.id for reply in self._replies() if not reply.task_shown.ended)

    @property
    def waiting_tasks(self) -> frozenset[int]:
        """The tasks on the page that nobody has begun."""
        return frozenset(reply.task_shown.id for reply in self._replies() if reply.task_shown.status == "pending")

    @property
    def following(self) -> bool:
        """Whether the reader is at the bottom and sees what comes."""
        return self.at_bottom and not self.more_later

    def reply(self, task: int) -> Reply | None:
        """The answer to a task, where it is on the page."""
        return next((widget for widget in self._shown.get(task, []) if isinstance(widget, Reply)), None)

    def last_model(self, agent: str) -> str | None:
        """The model that answered for an agent last, as far as the page knows."""
        models = (reply.task_shown.model for reply in reversed(list(self._replies())) if reply.task_shown.agent == agent)
        return next((model for model in models if model), None)

    def _replies(self) -> Iterable[Reply]:
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

    def follow(self, tasks: Mapping[int, Task | None], calls: Calls, pieces: Sequence[Piece], desk: Desk) -> None:
        """Takes the news of the tasks on the page: what arrived, what ended, what was withdrawn."""
        self._desk = desk
        for number, group in groupby(sorted(pieces, key=attrgetter("task", "seq")), key=attrgetter("task")):
            if (reply := self.reply(number)) is not None:
                reply.feed(list(group))
                self._note_unseen([number])
        for number, task in tasks.items():
            reply = self.reply(number)
            if task is None:
                self.take_away(number)
            elif reply is not None and reply.follow(task, calls.get(number, ())):
                self._note_unseen([number])

    def tick(self) -> None:
        """Lets the clocks of running tasks go on."""
        for reply in self._replies():
            if reply.task_shown.status == "running":
                reply.tick()

    def to_end(self) -> None:
        """Goes to the bottom of the page and follows from there."""
        self._unseen.clear()
        self.follow_end()
        self._tell()

    def place_changed(self) -> None:
        """Tells what the reader has below, once there is something to read."""
        if self.is_mounted and self._shown:
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
            asked: list[Widget] = [] if before is not None and _one_message(before, task) else [you(task)]
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


def _one_message(one: Task, other: Task) -> bool:
    return one.agent != other.agent and (one.prompt, one.created_at) == (other.prompt, other.created_at)
