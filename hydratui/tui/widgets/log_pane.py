"""The lines of a log, wrapped. At the end it follows what comes; scrolled up it stays where it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, chop_cells
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from hydratui.tui.show import MUTED

MOST_LINES = 5_000
"""That are kept."""
_STAMPED = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d+ ")
_STYLES = {"WARNING": "$warning", "ERROR": "$error", "CRITICAL": "bold $error"}


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece of a line that is as wide as the pane; `line` is the line's number, counted from the first that ever came."""

    line: int
    content: Content


class LogPane(ScrollView, can_focus=True):
    """Shows lines, and keeps the last of them in sight as long as nobody scrolls up."""

    DEFAULT_CSS = """
    LogPane { scrollbar-size-vertical: 1; scrollbar-gutter: stable; overflow-x: hidden; overflow-y: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "scroll", key_display="↑ ↓", tooltip="Read what came before; it follows no more"),
        Binding("end", "follow", "follow", tooltip="Go to the end and follow what comes"),
    ]

    @dataclass
    class Followed(Message):
        """It follows now, or does not any more."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._lines: list[str] = []
        self._first = 0
        self._open = ""
        self._rows: list[_Row] = []
        self.following = True
        self.unseen = 0
        """Lines that have come since it was scrolled up."""

    def begin(self, lines: Sequence[str], open_line: str = "") -> None:
        """Shows the end of another log.

        Args:
            lines: Its last lines.
            open_line: A last one that has no end yet.
        """
        self._lines, self._open, self._first = list(lines[-MOST_LINES:]), open_line, 0
        self._rows = []
        self.following, self.unseen = True, 0
        self._wrap()

    def add(self, lines: Sequence[str], open_line: str = "") -> None:
        """Shows what has come."""
        top = round(self.scroll_y)
        while self._rows and self._rows[-1].line == self._first + len(self._lines):
            self._rows.pop()
        number = self._first + len(self._lines)
        self._lines += lines
        self._open = open_line
        if not self.following:
            self.unseen += len(lines)
        width = self._width
        for at, said in enumerate([*lines, *([open_line] if open_line else [])], number):
            self._rows += _pieces(at, said, width)
        gone = self._forget()
        self._sized(top - gone)

    def _forget(self) -> int:
        """Lets the first lines go when there are too many; gives how many rows they had."""
        if len(self._lines) <= MOST_LINES:
            return 0
        surplus = len(self._lines) - MOST_LINES
        del self._lines[:surplus]
        self._first += surplus
        gone = next((at for at, row in enumerate(self._rows) if row.line >= self._first), len(self._rows))
        del self._rows[:gone]
        return gone

    def on_resize(self) -> None:
        """Lines are as long as there is room; the first one in sight stays."""
        self._wrap()

    @property
    def _width(self) -> int:
        return max(self.scrollable_content_region.width, 2)

    def _wrap(self) -> None:
        top = round(self.scroll_y)
        line = self._rows[top].line if top < len(self._rows) else self._first
        width, shown = self._width, [*self._lines, *([self._open] if self._open else [])]
        self._rows = [row for at, said in enumerate(shown, self._first) for row in _pieces(at, said, width)]
        self._sized(next((at for at, row in enumerate(self._rows) if row.line >= line), 0))

    def _sized(self, top: int) -> None:
        following = self.following
        self.virtual_size = Size(0, len(self._rows))
        if following:
            self._to_end()
        else:
            self.scroll_to(y=max(top, 0), animate=False, force=True, immediate=True)
        self.refresh()

    def _to_end(self) -> None:
        self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)
        self._follows(True)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls up reads; whoever comes to the end follows."""
        super().watch_scroll_y(old_value, new_value)
        self._follows(round(new_value) >= self.max_scroll_y)

    def _follows(self, does: bool) -> None:
        changed = does != self.following
        self.following = does
        if does:
            self.unseen = 0
        if changed:
            self.post_message(self.Followed())

    def action_follow(self) -> None:
        """Goes to the end, and follows from there."""
        self._to_end()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return action != "follow" or not self.following

    def render_line(self, y: int) -> Strip:
        """One row of what is in sight."""
        width, at = self.scrollable_content_region.width, y + self.scroll_offset.y
        content = self._rows[at].content if at < len(self._rows) else Content()
        strips = Visual.to_strips(self, content, width, 1, self.visual_style)
        return strips[0].adjust_cell_length(width, self.rich_style) if strips else Strip.blank(width, self.rich_style)


def _pieces(number: int, said: str, width: int) -> list[_Row]:
    """A line in rows that fit; its time is quieter than the rest, a warning or an error has its colour."""
    stamp = _STAMPED.match(said)
    quiet = stamp.end() if stamp is not None else 0
    style = _STYLES.get(said[quiet : quiet + 10].partition(" ")[0], "") if stamp is not None else ""
    parts = [said] if cell_len(said) <= width else chop_cells(said, width)
    rows = []
    for part in parts or [""]:
        rows.append(_Row(number, Content.assemble((part[:quiet], MUTED), (part[quiet:], style))))
        quiet = max(quiet - len(part), 0)
    return rows
