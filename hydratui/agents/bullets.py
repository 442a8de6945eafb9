"""One line of a memory file: a bullet, its date, its text, and the same line with another text."""

import re
from typing import NamedTuple

from hydratui.text import one_line

BOM = "\ufeff"
_BULLET = re.compile(r"(\s*[-*+][ \t]+(?:\[(\d{4}-\d{2}-\d{2})\][ \t]*)?)(\S.*?)(\s*)", re.DOTALL)


class Bullet(NamedTuple):
    """The parts of a bullet that make it up again when they are put together.

    Attributes:
        head: Everything before the text: indent, sign, date.
        date: ``YYYY-MM-DD``, or empty for a bullet without a date.
        text: The note as it stands there; a byte that is no UTF-8 is a lone surrogate.
        tail: White space behind it.
    """

    head: str
    date: str
    text: str
    tail: str


def bullet(line: str) -> Bullet | None:
    """A line of a memory file, without its end, as a bullet; None when it is none."""
    found = _BULLET.fullmatch(line.removeprefix(BOM))
    return Bullet(found[1], found[2] or "", found[3], found[4]) if found else None


def said(line: str) -> str:
    """The text of a bullet as it is shown."""
    parts = bullet(line)
    return one_line(parts.text if parts else line)
