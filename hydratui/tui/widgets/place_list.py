"""What a search over everything found: a row or two for each task under the day that it is of. Only the rows in sight are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message

from hydratui.times import local, spoken_date, today
from hydratui.tui.lines import clip, ends, marked, pad, said_ago
from hydratui.tui.show import MUTED, line
from hydratui.tui.theme import accent
from hydratui.tui.widgets.pointing import Pointing

if TYPE_CHECKING:
    from hydratui.recall.answer import Excerpt
    from hydratui.recall.everywhere import Found
    from hydratui.recall.place import Place

WIDEST = 120
"""Cells of a row."""
WIDE = 90
"""Cells from which on a row has a column for the channel."""
_NAME, _CHANNEL = 10, 12
SOME = "with some of the words"


@dataclass(frozen=True, slots=True)
class Row:
    """A line: the head of a day, what somebody said, or a blank."""

    head: str = ""
    ago: str = ""
    place: "Place | None" = None
    said: "Excerpt | None" = None
    mine: bool = False
    first: bool = False


class PlaceList(Pointing):
    """The rows, with a pointer at the task that the keys act on. It stays on its task while more is found."""

    DEFAULT_CSS = """
    PlaceList { scrollbar-size-vertical: 1; overflow-x: hidden; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "point(1)", "choose", key_display="↑↓", tooltip="Choose the next one"),
        Binding("up", "point(-1)", "choose up", show=False, tooltip="Choose the one before; from the first, back to the words"),
        Binding("pagedown", "point(10)", "page", show=False, tooltip="Ten on"),
        Binding("pageup", "point(-10)", "page up", show=False, tooltip="Ten back"),
        Binding("home", "point(-1000000)", "first", show=False, tooltip="Choose the first"),
        Binding("end", "point(1000000)", "last", show=False, tooltip="Choose the last"),
    ]

    @dataclass
    class Pointed(Message):
        """The pointer is on another task, or on none."""

    class LeftUpwards(Message):
        """Up was pressed at the first row."""

    def __init__(self, names: Mapping[str, str], accents: Mapping[str, int], *, classes: str | None = None) -> None:
        """A list.

        Args:
            names: The agents' names by their ids.
            accents: Their accents.
            classes: The classes for the style sheet.
        """
        super().__init__(classes=classes)
        self._names, self._accents = names, accents
        self._rows: tuple[Row, ...] = ()
        self._firsts: tuple[int, ...] = ()
        self._moved = False

    def show(self, found: "Found", *, fresh: bool) -> None:
        """Shows what was found so far.

        Args:
            found: All of it.
            fresh: Whether it was looked for with other words than what was shown before.
        """
        before = None if fresh or not self._moved else self.place
        self._moved = self._moved and not fresh
        self._rows = tuple(_rows(found))
        self._firsts = tuple(at for at, row in enumerate(self._rows) if row.first)
        same = next((at for at in self._stops if before is not None and self._rows[at].place == before), None)
        self._at = same if same is not None else next(iter(self._stops), None)
        self.virtual_size = Size(0, len(self._rows))
        if fresh:
            self.scroll_to(y=0, animate=False)
        self.refresh()
        self._reveal()
        self.post_message(self.Pointed())

    @property
    def place(self) -> "Place | None":
        """What the keys act on."""
        return None if self._at is None else self._rows[self._at].place

    @property
    def _stops(self) -> Sequence[int]:
        return self._firsts

    def _stop_of(self, at: int) -> int | None:
        return max(stop for stop in self._stops if stop <= at) if at < len(self._rows) and self._rows[at].place is not None else None

    def action_point(self, by: int) -> None:
        """Moves the pointer by some tasks; up from the first one leaves the list."""
        if by == -1 and self._at is not None and self._at == self._stops[0]:
            self.post_message(self.LeftUpwards())
        super().action_point(by)

    def _go(self, at: int) -> None:
        self._at, self._moved = at, True
        self.refresh()
        self._reveal()
        self.post_message(self.Pointed())

    def _reveal(self) -> None:
        """Keeps both lines of the task in sight, and its day where that is just above."""
        if self._at is None:
            return
        above = int(self._at > 0 and bool(self._rows[self._at - 1].head))
        below = int(self._at + 1 < len(self._rows) and self._rows[self._at + 1].place is self.place)
        self.scroll_to_region(Region(0, self._at - above, 1, 1 + above + below), animate=False, force=True)

    def _drawn(self, at: int, width: int) -> Content:
        if at >= len(self._rows):
            return Content()
        row, width = self._rows[at], min(width, WIDEST)
        if row.head:
            return ends(line(row.head, "bold"), line(row.ago, MUTED), width)
        if row.place is None or row.said is None:
            return Content()
        colour = accent(self._accents.get(row.place.agent))
        pointed = self._at is not None and row.place is self.place
        pointer = Content.styled("▸ " if pointed and row.first else "  ", "bold $primary" if self.has_focus else MUTED)
        words = pad(pointer + self._words(row, row.place, colour, width - 4), width - 2)
        return Content.styled("▎ ", colour) + (words.stylize_before("on $panel") if pointed else words)

    def _words(self, row: Row, place: "Place", colour: str, width: int) -> Content:
        name = line("you", "bold $text-muted") if row.mine else line(self._names.get(place.agent, place.agent), f"bold {colour}")
        lead = Content.assemble((_time(place.at) if row.first else " " * 5, MUTED), "  ", pad(name, _NAME), "  ")
        if width >= WIDE:
            lead += pad(line(place.channel, MUTED) if row.first else Content(), _CHANNEL) + "  "
        status = "" if place.status == "completed" or not row.mine else place.status
        room = width - lead.cell_length - (len(status) + 2 if status else 0)
        assert row.said is not None
        return ends(lead + around(row.said, room), line(status, "$error" if status == "failed" else MUTED), width)


def around(excerpt: "Excerpt", room: int) -> Content:
    """An excerpt in one line of `room` cells, begun so far on that its first marked word is in it."""
    whole = marked(excerpt.text, excerpt.marks)
    first = excerpt.marks[0][0] if excerpt.marks else 0
    if not excerpt.marks or Content(excerpt.text[: excerpt.marks[0][1]]).cell_length <= room * 2 // 3:
        return clip(whole, room)
    start = excerpt.text.rfind(" ", 0, max(first - room // 4, 0)) + 1 or max(first - room // 4, 0)
    shifted = [(begin - start, end - start) for begin, end in excerpt.marks if begin >= start]
    return clip("…" + marked(excerpt.text[start:], shifted), room)


def _rows(found: "Found") -> Iterator[Row]:
    day = ""
    for place in found.places:
        head = SOME if place.words < found.words else _day(place.at)
        if head != day:
            if day:
                yield Row()
            yield Row(head=head, ago="" if head == SOME else _ago(place.at))
            day = head
        sides = [(place.asked, True), (place.answered, False)]
        # Both where both hold a word, or where none does and the words are all in what the excerpt leaves out.
        shown = [side for side in sides if side[0].marks] or [side for side in sides if side[0].text][:1] or sides[:1]
        for number, (said, mine) in enumerate(shown):
            yield Row(place=place, said=said, mine=mine, first=number == 0)


def _day(at: str) -> str:
    try:
        return spoken_date(local(at).date())
    except ValueError:
        return at or "no date"


def _ago(at: str) -> str:
    try:
        days = (today() - local(at).date()).days
    except ValueError:
        return ""
    if 1 < days < 14:
        # By the calendar, as the head of the day is: Friday is three days ago on any hour of a Monday.
        return f"{days} days ago" if days < 7 else "1 week ago"
    return {0: "today", 1: "yesterday"}.get(days) or said_ago(at)


def _time(at: str) -> str:
    try:
        return f"{local(at):%H:%M}"
    except ValueError:
        return " " * 5
