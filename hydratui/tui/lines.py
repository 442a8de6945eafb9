"""Lines of plain text laid out by cell width: marked words, two ends of one line, a row of key hints."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.content import Content
from textual.keys import key_to_character

from hydratui import times
from hydratui.text import one_line, plain
from hydratui.tui.show import MUTED, SEPARATOR

if TYPE_CHECKING:
    from hydratui.recall import Excerpt

MARK = "bold underline"
"""The style of a matched word: it shows in any theme, and without colour."""
HEIGHTS = [(0, "-low"), (22, "-tall")]
"""Classes that a screen has by its height: a low one does without blank lines around its parts."""

_KEYS = {"escape": "esc", "up": "↑", "down": "↓", "left": "←", "right": "→", "slash": "/"}
_KEYS |= {f"f{number}": f"F{number}" for number in range(1, 25)}
_BLANKS = re.compile(r"\s+")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def marked(text: str, marks: Sequence[tuple[int, int]], style: str = "") -> Content:
    """`text` on one line, safe to show, with the character ranges `marks` in bold and underlined.

    Args:
        text: Any text; unsafe characters in it may make it shorter, the marks stay on their words.
        marks: Ranges of characters of `text`, in order, not overlapping; what lies outside the text is ignored.
        style: Style of all of it.
    """
    parts: list[tuple[str, str]] = []
    position = 0
    for start, end in marks:
        start, end = max(start, position), min(end, len(text))
        if start >= end:
            continue
        parts.append((text[position:start], ""))
        parts.append((text[start:end], MARK))
        position = end
    parts.append((text[position:], ""))
    content = Content.assemble(*((_BLANKS.sub(" ", plain(piece)), piece_style) for piece, piece_style in parts if piece))
    return content.stylize_before(style) if style else content


def excerpt_line(excerpt: "Excerpt", style: str = "") -> Content:
    """An excerpt of a past task with its matched words marked."""
    return marked(excerpt.text, excerpt.marks, style)


def clip(content: Content, width: int) -> Content:
    """At most `width` cells of `content`, with an ellipsis where something was cut."""
    return content.truncate(max(width, 0), ellipsis=True)


def pad(content: Content, width: int) -> Content:
    """Exactly `width` cells: clipped or followed by blanks."""
    content = clip(content, width)
    return content.pad_right(width - content.cell_length)


def ends(left: Content, right: Content, width: int) -> Content:
    """`left` at the start and `right` at the end of a line of `width` cells, a blank between; the left one gives way."""
    right = clip(right, width)
    room = width - right.cell_length
    if room <= 0:
        return right
    return pad(clip(left, room - 1) if right else left, room) + right


def wrapped(content: Content, width: int, most: int) -> list[Content]:
    """`content` in at most `most` lines of `width` cells; the last ends in an ellipsis when there was more."""
    lines = content.wrap(max(width, 2))
    if len(lines) <= most:
        return lines
    rest = clip(lines[most - 1].rstrip(), width - 1)
    return [*lines[: most - 1], rest + "…" if not rest.plain.endswith("…") else rest]


def hints(keys: Iterable[tuple[str, str]], width: int, key_style: str = "$foreground", style: str = MUTED) -> Content:
    """Key hints in one line, ``enter open · y copy``: as many as fit into `width` cells, from the first on."""
    line = Content()
    for key, does in keys:
        hint = Content.assemble((key, key_style), (f" {does}", style))
        longer = hint if not line else Content.assemble(line, (SEPARATOR, style), hint)
        if longer.cell_length > width:
            break
        line = longer
    return line


def key_name(binding: Binding) -> str:
    """A key as the interface names it: ``esc``, ``↓``, ``ctrl+c``."""
    return binding.key_display or "+".join(_KEYS.get(part) or _character(part) for part in binding.key.split("+"))


def _character(key: str) -> str:
    """``?`` for ``question_mark``; the name itself for a key that types nothing to be seen."""
    character = key_to_character(key)
    return character if character and character.isprintable() and not character.isspace() else key


def said_when(stamp: str | None) -> str:
    """A stored moment, or day, as a person says it; what is stored, where that is neither (any program may write the file)."""
    return _said(_spoken_day if _is_day(stamp) else times.spoken, stamp)


def said_exactly(stamp: str | None) -> str:
    """A stored moment to the second, local; what is stored, where that is no moment."""
    return stamp if stamp and _is_day(stamp) else _said(times.exact, stamp)


def said_day(stamp: str | None) -> str:
    """The day of a stored moment, without its weekday; what is stored, where that is no moment."""
    return _said(lambda text: times.spoken_date(times.local_date(text)).partition(" ")[2], stamp)


def said_on(stamp: str | None) -> str:
    """The day of a stored moment, or a stored day: ``Wed 21 Oct 2026``; what is stored, where that is neither."""
    return _said(_spoken_day if _is_day(stamp) else lambda text: times.spoken_date(times.local_date(text)), stamp)


def said_ago(stamp: str | None) -> str:
    """How long ago a stored moment was; nothing where it is no moment, or today's date alone."""
    if _is_day(stamp) and stamp == str(times.today()):
        return ""
    said = _said(times.ago, stamp)
    return "" if said == stamp else said


def _is_day(stamp: str | None) -> bool:
    return _DAY.fullmatch(stamp or "") is not None


def _spoken_day(stamp: str) -> str:
    # No day of a zone: it is not moved by the hours that lie between there and here.
    return times.spoken_date(date.fromisoformat(stamp))


def _said(say: Callable[[str], str], stamp: str | None) -> str:
    try:
        return say(stamp or "")
    except ValueError:
        return one_line(stamp or "no date")
