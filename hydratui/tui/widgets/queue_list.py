"""What runs and waits as rows, one line each, agent by agent in the agent's colour. Only the rows in sight are drawn."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message

from hydratui.store.tasks import Task
from hydratui.tui import queue_view
from hydratui.tui.lines import ends
from hydratui.tui.queue_view import AgentQueue, Queues
from hydratui.tui.show import MUTED, line
from hydratui.tui.theme import accent
from hydratui.tui.widgets.pointing import Pointing
from hydratui.tui.widgets.sidebar import emoji

WIDEST = 103
"""Cells of a row, as of a message."""
SHORT_BELOW = 76
"""Cells below which a row leaves out which attempt comes next."""
_AGE = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A line: the head of a queue, one of its tasks, or the blank before the next queue."""

    queue: AgentQueue | None = None
    task: Task | None = None

    @property
    def chosen_by_keys(self) -> bool:
        """Whether the pointer stops here: at tasks, and at the head of a queue that is only paused."""
        return self.task is not None or (self.queue is not None and not self.queue.tasks)


class QueueList(Pointing):
    """The rows, with a pointer at the one that the keys act on. It stays on its task wherever that moves."""

    DEFAULT_CSS = """
    QueueList { scrollbar-size-vertical: 1; overflow-x: hidden; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "point(1)", "choose", show=False, tooltip="Choose the next task"),
        Binding("up", "point(-1)", "choose up", show=False, tooltip="Choose the task before"),
        Binding("pagedown", "point(10)", "page", show=False, tooltip="Ten tasks on"),
        Binding("pageup", "point(-10)", "page up", show=False, tooltip="Ten tasks back"),
        Binding("home", "point(-1000000)", "first", show=False, tooltip="Choose the first task"),
        Binding("end", "point(1000000)", "last", show=False, tooltip="Choose the last task"),
    ]

    @dataclass
    class Pointed(Message):
        """The pointer is on another row, or on none."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._rows: tuple[Row, ...] = ()
        self._number_width = 1

    def show(self, queues: Queues, *, blanks: bool = True) -> None:
        """Shows the queues as they are now.

        Args:
            queues: What to show.
            blanks: Whether there is a blank line between two agents.
        """
        before = self.row
        stops_before = self._stops.index(self._at) if before is not None and self._at is not None else 0
        rows: list[Row] = []
        for queue in queues.agents:
            rows += [Row()] if rows and blanks else []
            rows += [Row(queue), *(Row(queue, task) for task in queue.tasks)]
        self._rows = tuple(rows)
        self._number_width = max((len(str(task.id)) for task in queues.tasks), default=1)
        self.virtual_size = Size(0, len(rows))
        stops = self._stops
        same = next((at for at in stops if _is_same(rows[at], before)), None) if before is not None else None
        self._at = same if same is not None else stops[min(stops_before, len(stops) - 1)] if stops else None
        self.refresh()
        self._reveal()

    @property
    def row(self) -> Row | None:
        """What the keys act on."""
        return None if self._at is None else self._rows[self._at]

    def point_at(self, task_id: int) -> None:
        """Puts the pointer on a task, if it is there."""
        at = next((at for at, row in enumerate(self._rows) if row.task is not None and row.task.id == task_id), None)
        if at is not None:
            self._go(at)

    @property
    def _stops(self) -> list[int]:
        return [at for at, row in enumerate(self._rows) if row.chosen_by_keys]

    def _go(self, at: int) -> None:
        self._at = at
        self.refresh()
        self._reveal()
        self.post_message(self.Pointed())

    def _reveal(self) -> None:
        """Keeps the pointer in sight, with the name of its agent when that is just above."""
        if self._at is None:
            return
        above = int(self._at > 0 and self._rows[self._at].task is not None and self._rows[self._at - 1].task is None)
        self.scroll_to_region(Region(0, self._at - above, 1, 1 + above), animate=False, force=True)

    def _drawn(self, at: int, width: int) -> Content:
        if at >= len(self._rows):
            return Content()
        row, width = self._rows[at], min(width, WIDEST)
        if row.queue is None:
            return Content()
        colour = accent(row.queue.accent)
        margin = Content.styled("▎ ", colour)
        room = width - margin.cell_length
        if not row.chosen_by_keys:
            return margin + _head(row.queue, colour, room)
        words = self._words(row.task, colour, room - 2) if row.task is not None else _head(row.queue, colour, room - 2)
        if at != self._at:
            return Content.assemble(margin, "  ", words)
        pointer = Content.styled("▸ ", "bold $primary" if self.has_focus else MUTED)
        return margin + (pointer + words).stylize_before("on $panel")

    def _words(self, task: Task, colour: str, width: int) -> Content:
        runs = task.status == "running"
        number = Content.styled(f"{task.id:>{self._number_width}}", f"bold {colour}" if runs else "")
        said = line(queue_view.state(task, short=width < SHORT_BELOW), colour if runs else MUTED)
        prompt = line(queue_view.first_line(task.prompt))
        return ends(Content.assemble(number, "  ", (f"{queue_view.age(task):>{_AGE}}", MUTED), "  ", prompt), said, width)


def _head(queue: AgentQueue, colour: str, width: int) -> Content:
    face = Content.assemble(emoji(queue.agent), " ") if queue.agent is not None else Content()
    left = Content.assemble(face, line(queue.name, f"bold {colour}"))
    return ends(left, line(queue.state, "$warning" if queue.paused else MUTED), width)


def _is_same(row: Row, before: Row) -> bool:
    """Whether a row is of the same task, or the head of the same agent."""
    if row.task is None or before.task is None:
        return row.task is before.task and row.queue is not None and before.queue is not None and row.queue.id == before.queue.id
    return row.task.id == before.task.id
