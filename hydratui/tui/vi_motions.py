"""Where the vi keys go in a text: from a place to a place, both counted in characters."""

from collections.abc import Callable

Motion = Callable[[str, int], int]


def line_start(text: str, at: int) -> int:
    """The first character of the line."""
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Behind the last character of the line."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def first_letter(text: str, at: int) -> int:
    """The first character of the line that is no blank."""
    at, end = line_start(text, at), line_end(text, at)
    while at < end and text[at].isspace():
        at += 1
    return at


def left(text: str, at: int) -> int:
    """One character back, within the line."""
    return max(at - 1, line_start(text, at))


def right(text: str, at: int) -> int:
    """One character on, within the line."""
    return min(at + 1, line_end(text, at))


def next_word(text: str, at: int) -> int:
    """The beginning of the next word, or the end of the text."""
    if at < len(text):
        kind = _kind(text[at])
        while at < len(text) and kind and _kind(text[at]) == kind:
            at += 1
    while at < len(text) and not _kind(text[at]):
        at += 1
    return at


def word_end(text: str, at: int) -> int:
    """The last character of this word, or of the next one where this is its last."""
    at += 1
    while at < len(text) and not _kind(text[at]):
        at += 1
    while at + 1 < len(text) and _kind(text[at + 1]) == _kind(text[at]):
        at += 1
    return min(at, max(len(text) - 1, 0))


def word_before(text: str, at: int) -> int:
    """The beginning of this word, or of the one before where this is its beginning."""
    at -= 1
    while at > 0 and not _kind(text[at]):
        at -= 1
    while at > 0 and _kind(text[at - 1]) == _kind(text[at]):
        at -= 1
    return max(at, 0)


def _kind(letter: str) -> int:
    """0 for a blank, 1 for what words are made of, 2 for signs."""
    if letter.isspace():
        return 0
    return 1 if letter.isalnum() or letter == "_" else 2


MOTIONS: dict[str, Motion] = {
    "h": left,
    "l": right,
    "w": next_word,
    "b": word_before,
    "e": word_end,
    "0": line_start,
    "^": first_letter,
    "$": line_end,
}
INCLUDES_LAST = frozenset({"e"})
"""Motions whose last character goes too when something is done as far as there."""
