"""Finding typed words in a text whatever the case and the accents."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from hydratui.recall.fold import fold
from hydratui.recall.ranges import joined


def folded(text: str) -> str:
    """The text in one case, without accents, letter by letter, so that each place in it has one in `text`."""
    if text.isascii():
        return text.lower()
    return "".join(map(_letter, text))


def find(words: list[str], text: str, known: str | None = None) -> list[tuple[int, int]] | None:
    """Where folded `words` are in a text.

    Args:
        words: What was typed, each already `folded`.
        text: The text as shown, not folded.
        known: `folded(text)`, where it has been made before.

    Returns:
        Character ranges of `text` in order, not overlapping; None when one of the words is missing.
    """
    whole = folded(text) if known is None else known
    words = [word for word in words if word]
    if not all(word in whole for word in words):
        return None
    if not words:
        return []
    if text.isascii():
        ranges = [(at, at + len(word)) for word in words for at in _places(word, whole)]
    else:
        pieces = [_letter(letter) for letter in text]
        origin = [index for index, piece in enumerate(pieces) for _ in piece]
        ranges = [(origin[at], _end(text, origin[at + len(word) - 1])) for word in words for at in _places(word, whole)]
    return list(joined(sorted(ranges)))


def places(words: Iterable[str], text: str) -> list[tuple[int, int]]:
    """Where any of some `folded` words stand in a text: character ranges in order, not overlapping."""
    whole = folded(text)
    return list(joined(sorted(place for word in words if word in whole for place in find([word], text, whole) or ())))


@lru_cache(maxsize=4096)
def _letter(letter: str) -> str:
    return fold(letter)


def _places(word: str, text: str) -> list[int]:
    places, at = [], text.find(word)
    while at >= 0:
        places.append(at)
        at = text.find(word, at + len(word))
    return places


def _end(text: str, last: int) -> int:
    """Behind the letter at `last` and the accents that are written on it."""
    end = last + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end
