"""The words of a message, and phrases that are looked for among them.

A phrase is a tuple of folded words, so punctuation, case and accents never matter: "Don't FORGET, that" and
"don t forget that" are the same phrase. No regular expression runs over more than single characters and words,
so a long or hostile message costs no more than its length.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

Phrase = tuple[str, ...]

_WORD = re.compile(r"[^\W_\u0300-\u036f][\w\u0300-\u036f]*")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a message.

    Attributes:
        folded: Lower case without accents, what phrases are compared with.
        written: Lower case as it was written, accents kept ("qué" asks, "que" does not).
        start: Where it begins in the message, in characters.
        end: Where it ends, exclusive.
    """

    folded: str
    written: str
    start: int
    end: int


def fold(text: str) -> str:
    """The text in lower case and without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def words(text: str) -> list[Word]:
    """The words of a text, in order; an apostrophe or a hyphen ends a word."""
    return [Word(fold(m.group()), m.group().lower(), m.start(), m.end()) for m in _WORD.finditer(text)]


def listed(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def phrases(table: str) -> frozenset[Phrase]:
    """Read a table of phrases: one a line, `a|b` for either word, a final `?` for a word that may be missing.

    Longer phrases are matched before shorter ones, so their order in the table does not matter.
    """
    return frozenset(phrase for line in table.splitlines() if line.strip() for phrase in _variants(line))


def _variants(line: str) -> Iterable[Phrase]:
    choices: list[list[Phrase]] = []
    for part in line.split():
        optional = part.endswith("?")
        either = [tuple(word.folded for word in words(choice)) for choice in part.rstrip("?").split("|")]
        choices.append([*either, ()] if optional else either)
    for chosen in product(*choices):
        if phrase := tuple(word for part in chosen for word in part):
            yield phrase


def opening(table: frozenset[Phrase], found: Sequence[Word], at: int = 0, end: int | None = None) -> int:
    """How many words the longest phrase of the table takes at a place; 0 when none stands there."""
    stop = len(found) if end is None else end
    for length in range(min(_longest(table), stop - at), 0, -1):
        if tuple(word.folded for word in found[at : at + length]) in table:
            return length
    return 0


def closing(table: frozenset[Phrase], found: Sequence[Word], end: int, at: int = 0) -> int:
    """How many words the longest phrase of the table takes that ends before `end`; 0 when none does."""
    for length in range(min(_longest(table), end - at), 0, -1):
        if tuple(word.folded for word in found[end - length : end]) in table:
            return length
    return 0


_lengths: dict[frozenset[Phrase], int] = {}


def _longest(table: frozenset[Phrase]) -> int:
    if table not in _lengths:
        _lengths[table] = max(map(len, table), default=0)
    return _lengths[table]
