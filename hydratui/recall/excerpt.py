"""The piece of a text that shows why it was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hydratui.recall import words as cut
from hydratui.recall.answer import Excerpt
from hydratui.recall.fold import fold
from hydratui.recall.irregular import FORMS
from hydratui.recall.ranges import joined
from hydratui.recall.tokens import Concept, tokens
from hydratui.text import one_line

LENGTH = 240
"""Characters of an excerpt, the ellipses not counted."""

_READ = 20_000


class Wanted:
    """The words of a query, ready to be found again in a text."""

    def __init__(self, concepts: Sequence[Concept], beginning: str = "") -> None:
        """The words.

        Args:
            concepts: What a query asks for.
            beginning: One that is still being typed, folded: any word that begins so is meant, too.
        """
        self._beginning = beginning
        self._tokens = {token: concept.word for concept in concepts for token in concept.tokens}
        self._letters = frozenset(concept.word for concept in concepts if concept.prefix)
        known = [form for token in self._tokens for form in (token, *FORMS.get(token, ()))] + ([beginning] if beginning else [])
        # A stem keeps the first letters of its word, so that most words need not be stemmed to know that they are not meant.
        self._begin = {start for word in known for start in (word[:2], word[:2].upper(), word[:2].title())}

    def marks(self, line: str, of: str | None) -> list[tuple[int, int, str]]:
        """Start, end and meaning of each word of a line that is meant, in order; `of` is the line's language."""
        found: list[tuple[int, int, str]] = []
        begin = self._begin
        at = 0
        for word in line.split(" "):
            # No part of a plain word is another word.
            if word[:2] in begin or not (word.isascii() and word.isalpha() and (word[1:].islower() or word.isupper())):
                found += self._in(word, at, of)
            at += len(word) + 1
        return found

    def _in(self, word: str, at: int, of: str | None) -> Iterator[tuple[int, int, str]]:
        for match in cut.words_of(word):
            raw = match[0]
            for start, end in cut.parts(raw):
                meaning = self._meaning(raw[start:end], of)
                if meaning is not None:
                    end = start + 1 if meaning in self._letters else end
                    yield at + match.start() + start, at + match.start() + end, meaning

    def _meaning(self, word: str, of: str | None) -> str | None:
        found = tokens([word], of)
        # Of a piece of a script without spaces the last letter alone is a token too; it is the first of the next piece.
        for token in found[:1] if not word.isascii() and cut.unspaced().search(word) else found:
            if token in self._tokens:
                return self._tokens[token]
            if token[0] in self._letters:
                return token[0]
        return self._beginning if self._beginning and fold(word).startswith(self._beginning) else None


def excerpt(text: str, wanted: Wanted, of: str | None, length: int = LENGTH) -> Excerpt:
    """The window of a text that holds most of the wanted words, as one line.

    Args:
        text: Any text.
        wanted: The words of the query.
        of: The language that the text was indexed as.
        length: At most so many characters.
    """
    line = " ".join(cut.without_data(text[:_READ]).split())
    marks = wanted.marks(line, of)
    start, end = _window(line, marks, length)
    before, after = ("…" if start else ""), ("…" if end < len(line) or len(text) > _READ else "")
    piece = one_line(line[start:end])
    shown = before + piece + after
    if piece == line[start:end] and _between_blanks(line, start, end):
        by = len(before) - start
        spans = [(first + by, last + by) for first, last, _ in marks if start <= first and last <= end]
    else:
        spans = [(first, last) for first, last, _ in wanted.marks(shown, of)]
    return Excerpt(shown, tuple(joined(spans)))


def _between_blanks(line: str, start: int, end: int) -> bool:
    return (not start or line[start - 1] == " ") and (end == len(line) or line[end] == " ")


def _window(line: str, marks: list[tuple[int, int, str]], length: int) -> tuple[int, int]:
    if len(line) <= length:
        return 0, len(line)
    best, most = 0, -1.0
    for first, (start, _, _) in enumerate(marks):
        inside = []
        for _, end, meaning in marks[first:]:
            if end > start + length - length // 4:
                break
            inside.append(meaning)
        value = len(set(inside)) + 0.1 * len(inside)
        if value > most:
            best, most = start, value
    start = max(0, best - length // 4)
    end = min(len(line), start + length)
    return _whole(line, max(0, end - length), end)


def _whole(line: str, start: int, end: int) -> tuple[int, int]:
    """Moves both ends inwards to whole words, or at least off the marks of a letter."""
    if start:
        blank = line.find(" ", start - 1, start + 30)
        start = blank + 1 if blank >= 0 else _off_marks(line, start)
    if end < len(line):
        blank = line.rfind(" ", max(start, end - 30), end + 1)
        end = blank if blank > start else _off_marks(line, end)
    return start, end


def _off_marks(line: str, at: int) -> int:
    while 0 < at < len(line) and (fold(line[at]) == "" or cut.is_mark(line[at])):
        at -= 1
    return at
