"""Notes as rows: date, words, who wrote them, in which task, and why one would part with them. Only the rows in sight are drawn."""

from collections.abc import Iterable, Set
from typing import Any, ClassVar

from rich._wrap import divide_line
from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hydratui.agents.memory import Note
from hydratui.agents.roster import Agent
from hydratui.store.held import HeldNote
from hydratui.text import one_line
from hydratui.tui.fold import find, folded
from hydratui.tui.lines import clip, marked, pad
from hydratui.tui.notes_view import row_key, said_origin, spoken_date
from hydratui.tui.show import MUTED, SEPARATOR

DATE, ORIGIN, TASK = 11, 9, 10
COLUMNS_FROM = 76
"""Cells from which origin and task have columns of their own; below, they follow the note."""
WIDEST = 100


class NoteRow(Visual):
    """One note, or one that waits for the user."""

    def __init__(self, row: Note | HeldNote, agent: Agent) -> None:
        self.row = row
        self.held = isinstance(row, HeldNote)
        self.words = one_line(row.note if isinstance(row, HeldNote) else row.text)
        self.marks: list[tuple[int, int]] = []
        self._folded: str | None = None
        self._origin = "web" if isinstance(row, HeldNote) else one_line(said_origin(row.origin, agent))
        self._task = "" if row.task is None else f"task {row.task}"
        self._before, self._after = ("“", f"” from {one_line(row.source)}") if isinstance(row, HeldNote) else ("", "")
        self._breaks: tuple[int, list[int]] = (0, [])
        self.reason = ""
        """Why one would part with it, where that is the question."""

    def matches(self, words: list[str]) -> bool:
        """Whether the note holds all the folded words; the places are marked."""
        if words and self._folded is None:
            self._folded = folded(self.words)
        found = find(words, self.words, self._folded) if words else []
        self.marks = found or []
        return found is not None

    def get_optimal_width(self, rules: Any, container_width: int) -> int:
        """A row takes all the width."""
        return container_width

    def get_height(self, rules: Any, width: int) -> int:
        """Lines that the row takes."""
        breaks = self._divided(width)
        return len(breaks) + 1 + self._aside_below(width, breaks) + bool(self.reason)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The row's lines."""
        lines = self._lines(width)
        head = Content.styled(f"{self._date():>{DATE}}", "$warning" if self.held else MUTED) + "   "
        strips = []
        for number, line in enumerate(lines[:height]):
            whole = (head if number == 0 else Content(" " * (DATE + 3))) + line
            if number == 0 and width >= COLUMNS_FROM:
                room = self._room(width) + DATE + 3
                who, task = Content.styled(self._origin, MUTED), Content.styled(self._task, MUTED)
                whole = Content.assemble(pad(whole, room), "   ", pad(who, ORIGIN), " ", pad(task, TASK))
            strips.extend(whole.render_strips(width, 1, style, options))
        return strips

    def _lines(self, width: int) -> list[Content]:
        breaks = self._divided(width)
        words = Content.assemble(self._before, marked(self.words, self.marks), (self._after, MUTED))
        lines = [line.rstrip() for line in words.divide(breaks)] if breaks else [words]
        if width < COLUMNS_FROM:
            aside = Content.styled(self._aside, MUTED)
            if self._aside_below(width, breaks):
                lines.append(clip(aside, self._room(width)))
            else:
                lines[-1] = Content.assemble(lines[-1], "  ", aside)
        if self.reason:
            lines.append(clip(Content.styled(one_line(self.reason), MUTED), self._room(width)))
        return lines

    @property
    def _aside(self) -> str:
        return SEPARATOR.join(part for part in ("" if self.held else self._origin, self._task) if part)

    def _aside_below(self, width: int, breaks: list[int]) -> bool:
        """Whether origin and task need a line of their own below the note."""
        if width >= COLUMNS_FROM:
            return False
        last = self._text[breaks[-1] :] if breaks else self._text
        return cell_len(last) + 2 + cell_len(self._aside) > self._room(width)

    @property
    def _text(self) -> str:
        return f"{self._before}{self.words}{self._after}"

    def _divided(self, width: int) -> list[int]:
        if self._breaks[0] != width:
            room = self._room(width)
            fits = cell_len(self._text) <= room
            self._breaks = (width, [] if fits else divide_line(self._text, room))
        return self._breaks[1]

    @staticmethod
    def _room(width: int) -> int:
        aside = DATE + 3 + (ORIGIN + TASK + 4 if width >= COLUMNS_FROM else 0)
        return max(min(width - aside, WIDEST), 8)

    def _date(self) -> str:
        if isinstance(self.row, HeldNote):
            return "held"
        return spoken_date(self.row)


class NoteList(OptionList, inherit_bindings=False):
    """The rows that match, with a pointer at the one that the keys act on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "edit", tooltip="Edit the note where it stands"),
        Binding("down", "cursor_down", "choose", show=False, tooltip="Choose the next note"),
        Binding("up", "cursor_up", "choose up", show=False, tooltip="Choose the note before"),
        Binding("pagedown", "page_down", "page", show=False, tooltip="A page on"),
        Binding("pageup", "page_up", "page up", show=False, tooltip="A page back"),
        Binding("home", "first", "first", show=False, tooltip="Choose the first note"),
        Binding("end", "last", "last", show=False, tooltip="Choose the last note"),
    ]

    DEFAULT_CSS = """
    NoteList {
        border: none;
        padding: 0;
        background: transparent;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: $foreground 0%; }
        & > .option-list--option { padding: 0; }
        & > .option-list--option-highlighted, &:focus > .option-list--option-highlighted {
            color: $foreground;
            background: $panel;
            text-style: none;
        }
        & > .option-list--option-hover { background: $surface; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._rows: list[NoteRow] = []
        self._marked: Set[Note] | None = None

    def show(self, rows: Iterable[NoteRow], keep: bool = True, marked: Set[Note] | None = None) -> None:
        """Shows these rows; the pointer stays on its note, or near its place when that is gone.

        Args:
            rows: What to list, in order.
            keep: Whether the pointer and the scroll stay where they are; otherwise the first row is pointed at.
            marked: Notes with a mark before them; None where there are no marks at all.
        """
        self._marked = marked
        before, at, top = self.row, self.highlighted or 0, self.scroll_offset.y
        self._rows = list(rows)
        self.set_options(Option(row) for row in self._rows)
        if not self._rows:
            return
        place = at if keep else 0
        if keep and before is not None:
            key = row_key(before)
            place = next((index for index, row in enumerate(self._rows) if row_key(row.row) == key), at)
            self.scroll_to(y=top, animate=False, immediate=True)
        self.highlighted = min(place, len(self._rows) - 1)

    @property
    def row(self) -> Note | HeldNote | None:
        """What the keys act on."""
        if self.highlighted is None or self.highlighted >= len(self._rows):
            return None
        return self._rows[self.highlighted].row

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Choosing needs a row, and where rows are marked it is done with another key."""
        return action != "select" or (self.row is not None and self._marked is None)

    def point_at(self, note: Note) -> None:
        """Puts the pointer on a note."""
        self.highlighted = next((index for index, row in enumerate(self._rows) if row.row == note), self.highlighted)

    def on_resize(self) -> None:
        """What the keys act on stays in sight."""
        self.call_after_refresh(self.scroll_to_highlight)

    def watch_show_vertical_scrollbar(self) -> None:
        """The scrollbar takes a cell of each row, which may need another line; Textual keeps the lines of before (8.2.8)."""
        self._clear_caches()

    def _get_left_gutter_width(self) -> int:
        return 2

    def render_line(self, y: int) -> Strip:
        """A line, with the pointer before the first one of its row."""
        strip = super().render_line(y)
        place = self.scroll_offset.y + y
        if place >= len(self._lines):
            return strip
        index, offset = self._lines[place]
        base = next(iter(strip)).style
        sign, style = "  ", ""
        row = self._rows[index].row
        if offset == 0 and self._marked is not None and row in self._marked:
            sign, style = "▸●" if index == self.highlighted else " ●", "bold $error"
        elif offset == 0 and index == self.highlighted:
            sign, style = "▸ ", "bold $primary" if self.has_focus else "$text-muted"
        elif offset == 0 and self._rows[index].held:
            sign, style = "? ", "bold $warning"
        own = self._get_style(style).rich_style
        return Strip([Segment(sign, base + own if base else own), *strip], strip.cell_length + 2)
