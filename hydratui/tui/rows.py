"""A message as rows: logical lines of text that know how to break themselves into a width."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rich._wrap import divide_line
from textual.content import Content

from hydratui.tui.lines import clip, ends, pad

EMPTY = Content("")


class Line(NamedTuple):
    """One line on the screen.

    Attributes:
        prefix: What stands before the text and is not part of it: a bullet, an indent.
        content: The text.
        at: Where in the row's text it begins; None when it can't be selected letter by letter.
        fill: Style of the whole line, behind the text and to its right.
    """

    prefix: Content
    content: Content
    at: int | None
    fill: str


class Row(Protocol):
    """One logical line."""

    @property
    def text(self) -> str:
        """What copying it gives, on one line."""

    def height(self, width: int) -> int:
        """Lines that it takes in `width` cells."""

    def lines(self, width: int) -> Iterator[Line]:
        """Its lines in `width` cells."""


@dataclass(slots=True)
class TextRow:
    """Text that wraps at words, after a prefix that may be another one on the later lines.

    Attributes:
        begins: Whether code begins here; the rows of the same fill below it are the rest of it.
    """

    content: Content
    first: Content = EMPTY
    rest: Content = EMPTY
    fill: str = ""
    begins: bool = False
    _cuts: tuple[int, list[int]] = field(default=(0, []), compare=False)

    @property
    def text(self) -> str:
        """The text without its prefix."""
        return self.content.plain

    def height(self, width: int) -> int:
        """Lines that it takes."""
        return len(self._divided(width)) + 1

    def lines(self, width: int) -> Iterator[Line]:
        """Its lines; a blank that fell on a line's end is left out there."""
        cuts = self._divided(width)
        pieces = self.content.divide(cuts) if cuts else [self.content]
        for number, (at, piece) in enumerate(zip((0, *cuts), pieces, strict=True)):
            yield Line(self.rest if number else self.first, piece.rstrip() if number < len(cuts) else piece, at, self.fill)

    def _divided(self, width: int) -> list[int]:
        if self._cuts[0] != width:
            room = max(width - max(self.first.cell_length, self.rest.cell_length), 4)
            self._cuts = (width, divide_line(self.content.plain, room))
        return self._cuts[1]


@dataclass(slots=True)
class EndsRow:
    """One line with something at its start and something at its end; the start gives way."""

    left: Content
    right: Content

    @property
    def text(self) -> str:
        """Both ends."""
        return f"{self.left.plain}  {self.right.plain}".strip()

    def height(self, width: int) -> int:
        """Always one line."""
        return 1

    def lines(self, width: int) -> Iterator[Line]:
        """The line."""
        right = Content("  ") + self.right if self.right else self.right
        yield Line(EMPTY, ends(self.left, right, width), None, "")


def kept(before: Sequence[Row], after: Sequence[Row]) -> list[Row]:
    """`after` with those rows of its beginning that `before` has too, which know where they broke and what they looked like."""
    rows = list(after)
    for at, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new:
            if not _same(old, new):
                break
            rows[at] = old
    return rows


def _same(one: Row, other: Row) -> bool:
    if isinstance(one, TextRow) and isinstance(other, TextRow):
        return (one.fill, one.begins) == (other.fill, other.begins) and all(
            map(Content.is_same, (one.content, one.first, one.rest), (other.content, other.first, other.rest))
        )
    return isinstance(one, EndsRow) and isinstance(other, EndsRow) and one.left.is_same(other.left) and one.right.is_same(other.right)


@dataclass(slots=True)
class RuleRow:
    """A thin line across."""

    text: str = ""

    def height(self, width: int) -> int:
        """Always one line."""
        return 1

    def lines(self, width: int) -> Iterator[Line]:
        """The line."""
        yield Line(EMPTY, Content.styled("─" * width, "$line"), None, "")


@dataclass(slots=True)
class Columns:
    """How wide the columns of a table want to be, and how they share a width that is too small."""

    wanted: Sequence[int]
    gap: int = 3

    def shared(self, width: int) -> list[int]:
        """A width for each column: the widest ones give first."""
        room = max(width - self.gap * (len(self.wanted) - 1), len(self.wanted))
        widths = list(self.wanted)
        while sum(widths) > room:
            widest = max(range(len(widths)), key=widths.__getitem__)
            second = max((each for index, each in enumerate(widths) if index != widest), default=0)
            give = max(min(widths[widest] - second, sum(widths) - room), 1)
            widths[widest] -= give
        return [max(each, 1) for each in widths]


@dataclass(slots=True)
class TableRow:
    """A row of a table: its cells wrap inside their columns."""

    cells: Sequence[Content]
    columns: Columns
    right: Sequence[bool]
    style: str = ""
    prefix: Content = EMPTY

    @property
    def text(self) -> str:
        """The cells, with bars between."""
        return " | ".join(cell.plain for cell in self.cells)

    def height(self, width: int) -> int:
        """As many lines as its tallest cell."""
        return max(len(cell.wrap(room)) for cell, room in zip(self.cells, self._widths(width), strict=True))

    def lines(self, width: int) -> Iterator[Line]:
        """Its lines."""
        widths = self._widths(width)
        wrapped = [cell.wrap(room) for cell, room in zip(self.cells, widths, strict=True)]
        blank = Content(" " * self.columns.gap)
        for number in range(max(map(len, wrapped))):
            parts = [
                self._cell(lines[number].rstrip() if number < len(lines) else EMPTY, room, right)
                for lines, room, right in zip(wrapped, widths, self.right, strict=True)
            ]
            joined = blank.join(parts)
            yield Line(self.prefix, joined.stylize_before(self.style) if self.style else joined, None, "")

    def _widths(self, width: int) -> list[int]:
        return self.columns.shared(width - self.prefix.cell_length)

    @staticmethod
    def _cell(content: Content, width: int, right: bool) -> Content:
        cut = clip(content, width)
        return cut.pad_left(width - cut.cell_length) if right else pad(cut, width)


@dataclass(slots=True)
class TableRule:
    """The thin line under a table's head: one piece a column, as wide as the column is here."""

    columns: Columns
    prefix: Content = EMPTY

    @property
    def text(self) -> str:
        """The rule as Markdown has it."""
        return " | ".join("---" for _ in self.columns.wanted)

    def height(self, width: int) -> int:
        """Always one line."""
        return 1

    def lines(self, width: int) -> Iterator[Line]:
        """The line."""
        pieces = [Content.styled("─" * each, "$line") for each in self.columns.shared(width - self.prefix.cell_length)]
        yield Line(self.prefix, Content(" " * self.columns.gap).join(pieces), None, "")
