"""A Markdown text as it reads, beside the one that is being written. Only the rows in sight are drawn, only what changed is parsed."""

import asyncio
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial

from textual import work
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from hydratui.text import plain
from hydratui.tui import markdown
from hydratui.tui.blocks import blocks, fields_end
from hydratui.tui.errand import errand
from hydratui.tui.page import Page
from hydratui.tui.rows import EMPTY, Row, TextRow
from hydratui.tui.show import MUTED

WAIT = 0.12
"""Seconds without typing after which the preview follows."""
WIDEST = 100
Parsed = Mapping[str, Sequence[Row]]


class Preview(ScrollView, can_focus=True):
    """The text. It follows `show` after a moment, and `follow` at once."""

    DEFAULT_CSS = """
    Preview { width: 1fr; height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._text = ""
        self._parsed: Parsed = {}
        self._rows: list[Row] = []
        self._tops: list[int] = [0]
        self._width = 0
        self._place = 0.0
        self._drawn: dict[int, tuple[object, list[Strip]]] = {}

    def show(self, text: str, soon: bool = False) -> None:
        """Shows a text.

        Args:
            text: Markdown, any text.
            soon: Wait until nothing has been typed for a moment.
        """
        self._text = text
        self._read(WAIT if soon else 0)

    def follow(self, place: float) -> None:
        """Scrolls to where something stands in the text, from 0 for its beginning to 1 for its end."""
        self._place = place
        self.scroll_to(y=max(round(place * self._tops[-1]) - self.size.height // 2, 0), animate=False, immediate=True)

    @work(exclusive=True, group="preview", exit_on_error=False)
    async def _read(self, wait: float) -> None:
        if wait:
            await asyncio.sleep(wait)
        if not self.display or not (width := self._room):
            return
        self._parsed, self._rows, self._tops = await errand(partial(_laid_out, self._text, self._parsed, width))
        self._width = width
        self._drawn.clear()
        self.virtual_size = Size(self.scrollable_content_region.width, self._tops[-1])
        self.follow(self._place)
        self.refresh()

    @property
    def _room(self) -> int:
        return min(self.scrollable_content_region.width, WIDEST)

    def on_resize(self) -> None:
        """Another width breaks the rows elsewhere."""
        if self._room != self._width:
            self.show(self._text)

    def notify_style_update(self) -> None:
        """Another theme has other colours."""
        self._drawn.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One line of the text."""
        place = self.scroll_offset.y + y
        number = bisect_right(self._tops, place) - 1
        width = self.size.width
        if number >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        strip = self._strips(number)[place - self._tops[number]]
        return strip.adjust_cell_length(width, self.rich_style)

    def _strips(self, number: int) -> list[Strip]:
        row = self._rows[number]
        known = self._drawn.get(number)
        if known is None or known[0] is not row:
            strips = Visual.to_strips(self, Page([row]), self._width, None, self.visual_style)
            known = self._drawn[number] = (row, strips)
        return known[1]


def _laid_out(text: str, known: Parsed, width: int) -> tuple[Parsed, list[Row], list[int]]:
    """The rows of a text and the line at which each begins; what was known before is not parsed again."""
    found = blocks(plain(text))
    parsed = {block: known[block] if block in known else _parsed(block) for block in found}
    rows: list[Row] = []
    for block in found:
        rows += [TextRow(EMPTY)] if rows else []
        rows += parsed[block]
    tops = [0]
    for row in rows:
        tops.append(tops[-1] + row.height(width))
    return parsed, rows, tops


def _parsed(block: str) -> list[Row]:
    lines = block.split("\n")
    if fields_end(lines) == len(lines):
        return [TextRow(Content.styled(line.expandtabs(4), MUTED)) for line in lines[1:-1]]
    return markdown.rows(block)
