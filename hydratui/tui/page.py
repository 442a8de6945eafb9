"""What a message widget draws: its rows in a width, with text that can be selected."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.segment import Segment
from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from hydratui.tui.lines import MARK
from hydratui.tui.rows import EndsRow, Line, Row

Drawn = dict[int, tuple[Row, object, list[Strip]]]
"""Strips that were made before, by the row's id, with what they were made for."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Words that are marked where they stand.

    Attributes:
        words: Each `folded`.
        here: Whether it is this page that the reader was brought to.
    """

    words: tuple[str, ...]
    here: bool = False

    def places(self, row: Row) -> list[tuple[int, int]]:
        """Where they stand in a row. Heads and tool lines have two ends and are not what anybody said."""
        return [] if isinstance(row, EndsRow) else self.places_in(row.text)

    def places_in(self, text: str) -> list[tuple[int, int]]:
        """Where they stand in a text."""
        # What search needs is not read at the start.
        from hydratui.tui.fold import places

        return places(self.words, text)

    @property
    def style(self) -> str:
        """How they are marked."""
        return f"{MARK} on $primary 35%" if self.here else MARK


class Page(Visual):
    """Rows one under the other. It is cheap to make: rows keep where they broke, and `drawn` what they looked like."""

    def __init__(self, rows: Sequence[Row], drawn: Drawn | None = None, sought: Sought | None = None) -> None:
        self.rows = rows
        self._sought = sought
        self._drawn: Drawn = {} if drawn is None else drawn

    def get_optimal_width(self, rules: Mapping[str, Any], container_width: int) -> int:
        """A page is as wide as it may be."""
        return container_width

    def get_height(self, rules: Mapping[str, Any], width: int) -> int:
        """Lines that the rows take in all."""
        return sum(row.height(width) for row in self.rows)

    def changed(self, before: "Page", width: int) -> range:
        """The lines that are not as they were on a page of the same height."""
        rows = self.rows
        top = next((at for at, (old, new) in enumerate(zip(before.rows, rows, strict=False)) if old is not new), len(rows))
        rest = list(zip(reversed(before.rows[top:]), reversed(rows[top:]), strict=False))
        below = next((at for at, (old, new) in enumerate(rest) if old is not new), len(rest))
        first = sum(row.height(width) for row in rows[:top])
        return range(first, first + sum(row.height(width) for row in rows[top : len(rows) - below]))

    def first_marked(self, sought: Sought, width: int) -> int:
        """The first line that holds one of the words, or part of it; 0 where none does."""
        y = 0
        for row in self.rows:
            if found := sought.places(row):
                return y + sum(1 for line in row.lines(width) if line.at is not None and line.at + len(line.content) <= found[0][0])
            y += row.height(width)
        return 0

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The lines as strips; each letter knows its row and place, so that it can be selected."""
        strips: list[Strip] = []
        made: Drawn = {}
        theme = options.get_style("$foreground")
        for y, row in enumerate(self.rows):
            span = options.selection.get_span(y) if options.selection and options.selection_style else None
            made_for = (y, width, style, theme, span, self._sought)
            before = self._drawn.get(id(row))
            if before is None or before[0] is not row or before[1] != made_for:
                lines = row.lines(width) if self._sought is None else _marked(row, width, self._sought)
                before = (row, made_for, [_strip(line, y, width, style, options, span) for line in lines])
            made[id(row)] = before
            strips += before[2]
        self._drawn.clear()
        self._drawn.update(made)
        return strips if height is None else strips[:height]

    def selected(self, selection: Selection) -> str:
        """The text of a selection, logical lines whole."""
        return selection.extract("\n".join(row.text or " " for row in self.rows)) if self.rows else ""


def _strip(line: Line, y: int, width: int, base: Style, options: RenderOptions, span: tuple[int, int] | None) -> Strip:
    style = base + options.get_style(line.fill) if line.fill else base
    content = _with_selection(line, span, options)
    segments = [Segment(text, (style + own).rich_style) for text, own in line.prefix.render(style, end="", parse_style=options.get_style)]
    x = line.at
    for text, own in content.render(style, end="", parse_style=options.get_style):
        if x is None:
            segments.append(Segment(text, (style + own).rich_style))
        else:
            segments.append(Segment(text, (style + own).rich_style_with_offset(x, y)))
            x += len(text)
    length = line.prefix.cell_length + content.cell_length
    if line.fill and length < width:
        segments.append(Segment(" " * (width - length), style.rich_style))
        length = width
    return Strip(segments, length)


def _marked(row: Row, width: int, sought: Sought) -> Iterator[Line]:
    found = sought.places(row)
    for line in row.lines(width):
        content, at = line.content, line.at or 0
        # The lines of a table know no places in its text.
        for start, end in found and (found if line.at is not None else sought.places_in(content.plain)):
            if start < at + len(content) and end > at:
                content = content.stylize(sought.style, max(start - at, 0), min(end - at, len(content)))
        yield line._replace(content=content)


def _with_selection(line: Line, span: tuple[int, int] | None, options: RenderOptions) -> Content:
    content = line.content
    if span is None or options.selection_style is None:
        return content
    at = line.at or 0
    start, end = span[0] - at, len(content) if span[1] == -1 else span[1] - at
    if line.at is None:
        start, end = 0, len(content)
    start, end = max(start, 0), min(end, len(content))
    return content.stylize(options.selection_style, start, end) if start < end else content
