"""The one tokenizer: what a text is indexed by, and what a query is searched by."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from hydratui.recall import stems, stopwords
from hydratui.recall.fold import fold
from hydratui.recall.words import WORD, pieces, unspaced, without_data

VERSION = 1
"""Raised with every change of what a text is indexed by; an index of another version is made anew."""

MAX_RESULT = 4_000
"""Characters of a result that are indexed."""

_V = TypeVar("_V")
LANGUAGES = tuple(stopwords.LATIN)
MOST_CONCEPTS = 256
"""Words of a query that are looked up: its first."""

_LONGEST_QUERY = 200_000  # characters
_LONGEST_RAW = 500
_CACHED = 60_000
_FIELD = 24  # bits of a language's count in the sum of evidence
# Behind a stem: its language. A Spanish "car" (caro, cara) is no English "car".
_FIRST_MARK = 0xE000
_MARK = {language: chr(_FIRST_MARK + number) for number, language in enumerate(LANGUAGES)}
_UNMARKED = (0, LANGUAGES.index("en") + 1)


@dataclass(frozen=True, slots=True)
class Concept:
    """One word of a query.

    Attributes:
        word: The word, folded.
        tokens: What it may have become in the index, by the language of the text.
        prefix: It is one letter of a script without spaces, and any token that begins with it counts.
    """

    word: str
    tokens: tuple[str, ...]
    prefix: bool = False


@functools.cache
def _other_stops() -> frozenset[str]:
    return frozenset(map(fold, stopwords.OTHER_SCRIPTS))


class _Pieces(dict[str, tuple[str, ...]]):
    def __missing__(self, raw: str) -> tuple[str, ...]:
        found = pieces(raw)
        _keep(self, raw, found)
        return found


_ANY_STOP = frozenset().union(*stopwords.LATIN.values()) - stopwords.AMBIGUOUS


class _Evidence(dict[str, int]):
    """For a raw word, one field of bits a language: 12 shared out among the languages that it speaks for. The last field is 1 if any."""

    def __missing__(self, raw: str) -> int:
        total = 0
        for word in _PIECES[raw]:
            if word in _ANY_STOP:
                total += _shared(of for of in LANGUAGES if word in stopwords.LATIN[of])
        if not raw.isascii():
            total += sum(_shared(of) for letter, of in stopwords.LETTERS.items() if letter in raw.lower())
        _keep(self, raw, total)
        return total


def _shared(languages: Iterable[str]) -> int:
    among = [LANGUAGES.index(of) for of in languages]
    return sum((12 // len(among)) << (_FIELD * number) for number in among) + (1 << (_FIELD * len(LANGUAGES)))


class _Tokens(dict[str, tuple[str, ...]]):
    """For a raw word, its tokens in a text of one language (None: none could be told)."""

    def __init__(self, language: str | None) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, raw: str) -> tuple[str, ...]:
        found = tuple(token for word in _PIECES[raw] if (token := _token(word, self.language)))
        _keep(self, raw, found)
        return found


def _keep(cache: dict[str, _V], raw: str, value: _V) -> None:
    if len(raw) <= 32:
        if len(cache) >= _CACHED:
            cache.clear()
        cache[raw] = value


_PIECES = _Pieces()
_EVIDENCE = _Evidence()
_TOKENS: dict[str | None, _Tokens] = {language: _Tokens(language) for language in (None, *LANGUAGES)}


def forget() -> None:
    """Lets go of what is known of the words of texts, where indexing many has made it large."""
    caches: tuple[dict[str, Any], ...] = (_PIECES, _EVIDENCE, *_TOKENS.values())
    for cache in caches:
        if len(cache) > _CACHED // 4:
            cache.clear()


def language(raws: list[str]) -> str | None:
    """The Latin-script language that most of the raw words speak for, None where none can be told.

    One word is enough for English alone: in English texts stand words that are filler elsewhere ("sea" in Spanish).
    """
    total = sum(map(_EVIDENCE.__getitem__, raws))
    if not total:
        return None
    counts = [(total >> (_FIELD * number)) & ((1 << _FIELD) - 1) for number in range(len(LANGUAGES))]
    best = LANGUAGES[counts.index(max(counts))]
    return best if best == "en" or total >> (_FIELD * len(LANGUAGES)) > 1 else None


def raw_words(text: str) -> list[str]:
    """The words of a text as they stand in it, without data URLs and base64."""
    return WORD.findall(without_data(text))


def tokens(raws: list[str], of: str | None) -> list[str]:
    """The tokens of raw words, in order, in a text of the language `of`."""
    table = _TOKENS[of]
    return [token for raw in raws for token in table[raw]]


def text_tokens(prompt: str, result: str) -> tuple[list[str], list[str], int]:
    """The tokens of a task's two texts, and their language, counted from 1 in `LANGUAGES` (0: none could be told)."""
    asked, answered = raw_words(prompt), raw_words(result[:MAX_RESULT])
    of = language(asked + answered)
    return tokens(asked, of), tokens(answered, of), 0 if of is None else LANGUAGES.index(of) + 1


def may_hold(language: int, token: str) -> bool:
    """Whether a text of a language, as `text_tokens` counts it, can have such a token: most are of one language's texts alone."""
    marked = ord(token[-1]) - _FIRST_MARK
    if 0 <= marked < len(LANGUAGES):
        return marked + 1 == language
    return language in _UNMARKED or not _latin(token) or token.isdigit()


def concepts(query: str, languages: int = -1) -> list[Concept]:
    """The words of a query that are no filler, each once, in order.

    Args:
        query: Any text.
        languages: Those that the searched texts are in, one bit each in the order of `LANGUAGES`.
    """
    raws = list(dict.fromkeys(raw[:_LONGEST_RAW] for raw in raw_words(query[:_LONGEST_QUERY])))
    of = language(raws[: 4 * MOST_CONCEPTS])
    among = [of for number, of in enumerate(LANGUAGES) if languages >> number & 1]
    found: dict[str, Concept] = {}
    # A whole that is made of filler only ("est-ce") is no reason to search.
    says_something = False
    for raw in raws:
        words = _PIECES[raw]
        kept = [word for word in words if not _filler(word, of)]
        says_something |= bool(kept) and not (len(kept) == 1 < len(words) and kept[0] == "".join(words[:-1]))
        for word in kept:
            if word not in found:
                found[word] = _concept(word, among)
        if len(found) >= MOST_CONCEPTS:
            break
    if not says_something:
        return []
    singles = [word for word, concept in found.items() if concept.prefix]
    if len(singles) < len(found):
        # The last letter of a run stands in its last pair as well.
        for word in singles:
            if any(word != other and word in other for other in found):
                del found[word]
    return list(found.values())


def _concept(word: str, among: Iterable[str]) -> Concept:
    if word.isdigit() or not _latin(word):
        single = len(word) == 1 and not word.isascii() and unspaced().match(word) is not None
        return Concept(word, (_token(word, None),), prefix=single)
    return Concept(word, tuple(dict.fromkeys(token for of in (None, *among) if (token := _token(word, of)))))


def _latin(word: str) -> bool:
    return word[0] < "\u0370"


def _filler(word: str, of: str | None) -> bool:
    if word.isascii():
        return of is not None and word in stopwords.LATIN[of]
    return word in _other_stops()


def _token(word: str, of: str | None) -> str:
    """A folded word's token in a text of a language, "" for filler."""
    if _filler(word, of):
        return ""
    if word.isdigit():
        return word
    if not _latin(word):
        return stems.other_script(word)
    stem = stems.LATIN[of or "en"](word)
    return stem if of in (None, "en") else stem + _MARK[of]
