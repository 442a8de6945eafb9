"""A window of a channel's messages, one or two widgets for each task, that grows at both ends and never moves under a reader."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message as Event
from textual.widget import Widget

from hydratui.store.tasks import Task
from hydratui.store.usage import ToolCall
from hydratui.tui.desk import Desk
from hydratui.tui.widgets.asked import Files, no_files, one_message
from hydratui.tui.widgets.message import Message, Messages, you
from hydratui.tui.widgets.reply import Reply

Calls = Mapping[int, Sequence[ToolCall]]
"""Tool calls by task."""
MOST = 45
"""Tasks on the page at once (a question and an answer each); beyond that the far end is taken off."""
STEP = 15
"""Tasks that are added when the reader comes to an end of the page."""


class Window(Messages):
    """Which messages are on the page. What belongs to a task comes and goes with it; notices stand where they were said."""

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
        self.files: Files = no_files

    # What is on it

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
        return (self.at_bottom or (self.still and self.sees_bottom)) and not self.more_later

    def reply(self, task: int) -> Reply | None:
        """The answer to a task, where it is on the page."""
        return next((widget for widget in self._shown.get(task, []) if isinstance(widget, Reply)), None)

    def message(self, task: int, *, answer: bool) -> Message | None:
        """The answer to a task, or what was asked, where it is on the page; the answer where the question stands with another one."""
        shown = self.reply(task) if answer else self._shown.get(task, [None])[0]
        return shown if isinstance(shown, Message) else None

    def replies(self) -> Iterable[Reply]:
        """The answers on the page, oldest first."""
        return (widget for widgets in self._shown.values() for widget in widgets if isinstance(widget, Reply))

    def task_of(self, message: Widget) -> int | None:
        """The task that a message or a card below it belongs to; None for one that belongs to none."""
        return next((task for task, widgets in self._shown.items() if message in widgets), None)

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

    def put_below(self, above: Widget, card: Widget) -> None:
        """Puts a card below an answer or another card of it; it goes when the answer goes."""
        shown = self._shown[self.task_of(above) or 0]
        self.mount(card, after=above)
        shown.insert(shown.index(above) + 1, card)

    def take_away(self, task: int) -> None:
        """Takes a task off the page."""
        self.take_off(*self._shown.pop(task, ()))

    def take_off(self, *widgets: Widget) -> None:
        """Takes messages, notices and cards off the page."""
        for widget in widgets:
            if (shown := self._shown.get(self.task_of(widget) or 0)) is not None:
                shown.remove(widget)
            widget.remove()

    def to_end(self) -> None:
        """Goes to the bottom of the page and follows from there."""
        self._unseen.clear()
        self.follow_end()
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
        if self.still:
            # Whether they can be seen is known once they are laid out.
            self._unseen.update(tasks)
            self.call_after_refresh(self.place_changed)
        elif not self.following:
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
            self.take_off(child)
