"""Rows of one line each, some of which the keys act on, with a pointer at one of these. Only the rows in sight are drawn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message

from hydratui.tui.lines import clip
from hydratui.tui.show import MUTED
from hydratui.tui.widgets.pointing import Pointing

MARGIN = "▎ "
"""What every row begins with, in its colour."""
POINTER = "▸ "
WIDEST = 103
"""Cells of a row, as of a message."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line; the pointer stops at those that have a key."""

    content: Content
    key: str | None = None
    colour: str = MUTED


def room(width: int, pointed: bool = True) -> int:
    """Cells that a row of a list of this width has for its content.

    Args:
        width: Of the list.
        pointed: Whether the pointer stops at the row, which takes some.
    """
    return max(min(width, WIDEST) - len(MARGIN) - (len(POINTER) if pointed else 0), 0)


class PointedRows(Pointing):
    """The rows. The pointer stays at its key wherever that moves."""

    DEFAULT_CSS = """
    PointedRows { scrollbar-size-vertical: 1; overflow-x: hidden; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "point(1)", "choose", show=False, tooltip="Choose the next row"),
        Binding("up", "point(-1)", "choose up", show=False, tooltip="Choose the row before"),
        Binding("pagedown", "point(10)", "page", show=False, tooltip="Ten rows on"),
        Binding("pageup", "point(-10)", "page up", show=False, tooltip="Ten rows back"),
        Binding("home", "point(-1000000)", "first", show=False, tooltip="Choose the first row"),
        Binding("end", "point(1000000)", "last", show=False, tooltip="Choose the last row"),
    ]

    @dataclass
    class Pointed(Message):
        """The pointer is at another row."""

        rows: "PointedRows"

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._build: Callable[[int], Sequence[Row]] = lambda _: ()
        self._rows: tuple[Row, ...] = ()

    def show(self, build: Callable[[int], Sequence[Row]]) -> None:
        """Shows rows.

        Args:
            build: Makes them for a width in cells; it is asked again whenever that changes.
        """
        self._build = build
        self._fill()

    @property
    def key(self) -> str | None:
        """The key of the row that is pointed at."""
        return None if self._at is None else self._rows[self._at].key

    def point_at(self, key: str) -> None:
        """Puts the pointer at a key, if it is there. Nobody is told, since nobody moved it."""
        at = next((at for at, row in enumerate(self._rows) if row.key == key), None)
        if at is not None:
            self._at = at
            self.refresh()
            self._reveal()

    def begin(self) -> None:
        """Goes to the first row: what is shown is something else than before."""
        self._at = next(iter(self._stops), None)
        self.scroll_home(animate=False, immediate=True)
        self.refresh()

    def on_focus(self) -> None:
        """What the keys act on is in sight."""
        self._reveal()

    def on_resize(self) -> None:
        """Rows are as wide as there is room, and what the keys act on stays in sight."""
        self._fill()
        if self.has_focus:
            self.call_after_refresh(self._reveal)

    @property
    def _stops(self) -> list[int]:
        return [at for at, row in enumerate(self._rows) if row.key is not None]

    def _fill(self) -> None:
        before, place = self.key, self._stops.index(self._at) if self._at is not None else 0
        self._rows = tuple(self._build(self.scrollable_content_region.width))
        stops = self._stops
        same = next((at for at in stops if self._rows[at].key == before), None) if before is not None else None
        self._at = same if same is not None else stops[min(place, len(stops) - 1)] if stops else None
        self.virtual_size = Size(0, len(self._rows))
        self.refresh(layout=True)
        if self.has_focus and self.key != before:
            self._reveal()

    def _go(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.refresh()
            self.post_message(self.Pointed(self))
        self._reveal()

    def _reveal(self) -> None:
        """Keeps the pointer in sight; at the first stop, all that is above it."""
        if self._at is None:
            return
        top = 0 if self._at == self._stops[0] and self._at < self.size.height else self._at
        self.scroll_to_region(Region(0, top, 1, self._at - top + 1), animate=False, force=True)

    def _drawn(self, at: int, width: int) -> Content:
        if at >= len(self._rows):
            return Content()
        row, width = self._rows[at], min(width, WIDEST)
        margin = Content.styled(MARGIN, row.colour)
        if row.key is None:
            return margin + clip(row.content, width - len(MARGIN))
        words = clip(row.content, width - len(MARGIN) - len(POINTER))
        if at != self._at:
            return Content.assemble(margin, "  ", words)
        pointer = Content.styled(POINTER, "bold $primary" if self.has_focus else MUTED)
        return margin + (pointer + words).stylize_before("on $panel")
