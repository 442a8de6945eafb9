"""What a message widget draws: its rows in a width, with text that can be selected."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.segment import Segment
from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from hydratui.tui.rows import Line, Row

Drawn = dict[int, tuple[Row, object, list[Strip]]]
"""Strips that were made before, by the row's id, with what they were made for."""


class Page(Visual):
    """Rows one under the other. It is cheap to make: rows keep where they broke, and `drawn` what they looked like."""

    def __init__(self, rows: Sequence[Row], drawn: Drawn | None = None) -> None:
        self.rows = rows
        self._drawn: Drawn = {} if drawn is None else drawn

    def get_optimal_width(self, rules: Mapping[str, Any], container_width: int) -> int:
        """A page is as wide as it may be."""
        return container_width

    def get_height(self, rules: Mapping[str, Any], width: int) -> int:
        """Lines that the rows take in all."""
        return sum(row.height(width) for row in self.rows)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The lines as strips; each letter knows its row and place, so that it can be selected."""
        strips: list[Strip] = []
        made: Drawn = {}
        theme = options.get_style("$foreground")
        for y, row in enumerate(self.rows):
            span = options.selection.get_span(y) if options.selection and options.selection_style else None
            made_for = (y, width, style, theme, span)
            before = self._drawn.get(id(row))
            if before is None or before[0] is not row or before[1] != made_for:
                before = (row, made_for, [_strip(line, y, width, style, options, span) for line in row.lines(width)])
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
