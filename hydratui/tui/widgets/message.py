"""One message on the page: a coloured margin, a head line, text. It draws everything itself, in one widget."""

from collections.abc import Sequence

from textual.content import Content
from textual.selection import Selection
from textual.widget import Widget

from hydratui.store.tasks import Task
from hydratui.text import plain
from hydratui.tui import show
from hydratui.tui.page import Drawn, Page
from hydratui.tui.rows import EndsRow, Row, TextRow


class Message(Widget):
    """Rows beside a margin in somebody's accent."""

    def __init__(self, rows: Sequence[Row] = (), *, accent: int | None = None, classes: str = "") -> None:
        super().__init__(classes=f"message {classes} {'' if accent is None else f'-accent-{accent}'}")
        self._rows: Sequence[Row] = rows
        self._drawn: Drawn = {}
        # There are none, and looking for them in every line is a fifth of the drawing.
        self.auto_links = False

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Draws these rows from now on. The page is laid out anew only when they take another number of lines."""
        width = self.content_size.width
        before, after = Page(self._rows), Page(rows)
        self._rows = rows
        self.refresh(layout=not width or before.get_height({}, width) != after.get_height({}, width))

    def render(self) -> Page:
        """The rows."""
        return Page(self._rows, self._drawn)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without margins and bullets."""
        return Page(self._rows).selected(selection), "\n"


def typed(text: str) -> list[Row]:
    """What a person typed, exactly so."""
    return [TextRow(Content(line)) for line in plain(text).expandtabs(4).rstrip("\n").split("\n")]


def you(task: Task) -> Message:
    """What the user asked."""
    head = EndsRow(show.text("you", "bold $text-muted"), show.text(show.clock(task.created_at), show.MUTED))
    return Message([head, *typed(task.prompt)], classes="-you")
