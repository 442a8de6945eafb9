"""Which notes to part with first when a memory gets full: the oldest, the longest, or those that another note says too."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hydratui.agents.note import Note
from hydratui.text import one_line

Order = Literal["oldest", "longest", "near"]

SHARED = 0.75
"""Share of a note's words that must stand in another one for it to count as said there too."""
FEWEST = 3
"""Different words below which a note is never taken for a near-duplicate; those few words stand in many others."""

MONTH = 30.44
"""Days of a month, on average."""

# In scripts that do not part words with blanks, every letter counts as a word.
_LETTERS = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(f"[{_LETTERS}]|[^\\W_{_LETTERS}]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note in the order in which one would part with it.

    Attributes:
        note: The note.
        reason: Why it stands where it does, in a few words; empty when nothing speaks against it.
    """

    note: Note
    reason: str


def ordered(notes: Sequence[Note], by: Order, today: date) -> list[Candidate]:
    """All the notes, those first that one would part with first; the rest in the file's order.

    Args:
        notes: The notes of a file in its order.
        by: ``oldest`` by their dates, those without one last; ``longest`` by their characters; ``near`` those first of which
            three quarters of the words stand in another note that says as much or more.
        today: From when ages are counted.
    """
    if by == "longest":
        return [Candidate(note, f"{len(note.text)} characters") for note in sorted(notes, key=lambda note: -len(note.text))]
    if by == "oldest":
        dated = [(note, _day(note.date)) for note in notes]
        return [Candidate(note, _age(day, today)) for note, day in sorted(dated, key=lambda each: each[1] or date.max)]
    near = near_duplicates(notes)
    first = sorted((note for note in notes if note.line in near), key=lambda note: -near[note.line][1])
    rest = [Candidate(note, "") for note in notes if note.line not in near]
    return [Candidate(note, _like(*near[note.line])) for note in first] + rest


def near_duplicates(notes: Sequence[Note]) -> dict[int, tuple[Note, float]]:
    """The notes that another note says too, by their lines: the other note, and the share of the words that stand in it.

    The other one always has more different words, or as many and stands further down. So of those that say the same the newest is never
    named, and to delete all that are named leaves it.
    """
    words = [frozenset(_WORD.findall(note.text.casefold())) for note in notes]
    ranked = sorted(range(len(notes)), key=lambda number: (len(words[number]), number))
    # A bit for each note, by its rank. So all notes are counted against one in a few operations on long numbers, however alike they are.
    holders: dict[str, int] = defaultdict(int)
    for rank, number in enumerate(ranked):
        for word in words[number]:
            holders[word] |= 1 << rank
    found: dict[int, tuple[Note, float]] = {}
    for rank, number in enumerate(ranked):
        own = words[number]
        if len(own) >= FEWEST:
            needed = math.ceil(SHARED * len(own))
            above = _at_least(needed, [holders[word] >> rank + 1 for word in own])
            if above:
                other = ranked[rank + (above & -above).bit_length()]
                found[notes[number].line] = (notes[other], len(own & words[other]) / len(own))
    return found


def _at_least(needed: int, masks: Sequence[int]) -> int:
    """The bits that are set in `needed` or more of the masks."""
    # One counter a bit, a binary place of all counters in each number. They begin so that counting to `needed` runs over.
    places = needed.bit_length()
    every = (1 << max(map(int.bit_length, masks))) - 1
    counters = [every if (1 << places) - needed >> place & 1 else 0 for place in range(places)]
    reached = 0
    for mask in masks:
        carry = mask
        for place in range(places):
            counters[place], carry = counters[place] ^ carry, counters[place] & carry
            if not carry:
                break
        reached |= carry
    return reached


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _age(day: date | None, today: date) -> str:
    if day is None:
        return "no date"
    days = (today - day).days
    if days < 1:
        return "today"
    if days < 60:
        return f"{days} day{'' if days == 1 else 's'} old"
    return f"{int(days / MONTH)} months old" if days < 730 else f"{days // 365} years old"


def _like(other: Note, share: float) -> str:
    return f"{int(share * 100)} % of its words stand in: {one_line(other.text)}"
