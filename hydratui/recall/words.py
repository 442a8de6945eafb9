"""Cutting a text into words: where they stand, and the pieces that each is searched by."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import add

from hydratui.recall.fold import fold

MAX_WORD = 64
"""Longer runs of letters are data, not words."""

# Letters, digits and underscore, with the marks that Python's \w leaves out: accents in decomposed text, Hebrew points, harakat, the
# vowel signs of Indic scripts, Thai, Lao, Tibetan, Burmese and Khmer, joiners inside a word, the soft hyphen.
_LETTER = (
    "[\\w\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a"
    "\u07a6-\u07b0\u0900-\u0963\u0966-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u102b-\u103e\u1056-\u1060"
    "\u17b4-\u17d3\u3099\u309a\ufe00-\ufe0f\u200c\u200d\u00ad]"
)
WORD = re.compile(f"(?<!\\w)(?:[Cc]\\+\\+|[CcFf]#)(?!\\w)|{_LETTER}+(?:[-./:@]{_LETTER}+)*")
"""A word, or several that "-", ".", "/", ":" or "@" join; "C++", "C#" and "F#"."""

_ASCII_WORD = re.compile(r"\w+(?:[-./:@]\w+)*", re.ASCII)

# Scripts that put no spaces between words: Chinese, Japanese, Korean (whose endings cling to the word), Thai, Lao, Burmese, Khmer.
_UNSPACED = (
    "[\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u2e80-\u2fdf\u3005-\u3007\u3040-\u318f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)
# A letter with the signs over, under and around it counts as one.
_SIGNS = re.compile("[\u0e01-\u109f\u1780-\u17d3\u3099\u309a]")
_CLUSTER = re.compile(
    "[\u0e40-\u0e44\u0ec0-\u0ec4]?.[\u0e30-\u0e3a\u0e45-\u0e4e\u0eb0-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1060\u17b4-\u17d3\u3099\u309a]*",
    re.DOTALL,
)
_JOINTS = re.compile("[-./:@]")
_PART = re.compile("[^-./:@]+")
_CAMEL = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+")
_NAMED = {"c++": "cpp", "c#": "csharp", "f#": "fsharp"}
_SHORTEST_BLOB = 60
_BLOB = re.compile(r"data:[a-z]+/[^\s\"'<>)\]]+|(?![0-9a-fA-F]{60,64}(?![A-Za-z0-9+/_-]))[A-Za-z0-9+/_-]{60,}=*")


@functools.cache
def unspaced() -> re.Pattern[str]:
    """A run of letters of scripts without spaces. To make the pattern takes milliseconds that most processes need not spend."""
    return re.compile(f"{_UNSPACED}+")


def words_of(line: str) -> Iterator[re.Match[str]]:
    """The matches of `WORD` in a line; in most lines a plainer pattern finds the same three times as fast."""
    plain = line.isascii() and "+" not in line and "#" not in line
    return (_ASCII_WORD if plain else WORD).finditer(line)


def without_data(text: str) -> str:
    """The text with data URLs and base64 blanked out, every other character in its place."""
    if max(map(len, text.split()), default=0) < _SHORTEST_BLOB and "data:" not in text:
        return text
    return _BLOB.sub(_blanked, text)


def _blanked(match: re.Match[str]) -> str:
    run = match[0]
    if run.startswith("data:"):
        return " " * len(run)
    # Long paths and long names are made of short pieces; base64 has a "/" or "_" only here and there.
    pieces = len(re.split("[-/_+]", run))
    return run if pieces * 12 > len(run) else " " * len(run)


def pieces(raw: str) -> tuple[str, ...]:
    """The folded words that a match of `WORD` is searched by: its parts, then the whole where that says more.

    ``getUserById`` gives get, user, by, id, getuserbyid; ``e-mail`` gives e, mail, email.
    """
    named = _NAMED.get(raw.lower())
    if named is not None:
        return (named,)
    parts = _JOINTS.split(raw)
    found = [word for part in parts for word in _part(part)]
    if 1 < len(parts) <= 4 and _says_more(raw, parts):
        found.append("".join(map(fold, parts)).replace("_", ""))
    return tuple(word for word in found if 0 < len(word) <= MAX_WORD)


def _says_more(raw: str, parts: list[str]) -> bool:
    if "/" in raw or ":" in raw or "@" in raw:
        return False
    if "." not in raw:
        return True
    # "node.js", "main.py", "v1.0.21", but not the end of a sentence whose space is missing.
    return all(part[:1].isdigit() for part in parts[1:]) or (len(parts) == 2 and len(parts[1]) <= 4 and parts[1].islower())


def _part(part: str) -> Iterator[str]:
    names = part.split("_")
    for name in names:
        if name.isascii():
            humps = _CAMEL.findall(name) if _mixed(name) else []
            if len(humps) > 1:
                yield from (hump.lower() for hump in humps if len(hump) > 1)
            if name:
                yield name.lower()
        else:
            yield from _unspaced(fold(name))
    if len(names) > 1 and all(map(str.isascii, names)):
        yield "".join(names).lower()


def _mixed(name: str) -> bool:
    return not (name.islower() or name.isupper() or name[1:].islower() or name.isdigit())


def _unspaced(word: str) -> Iterator[str]:
    end = 0
    for run in unspaced().finditer(word):
        if run.start() > end:
            yield word[end : run.start()]
        yield from _pairs(run[0])
        end = run.end()
    if end < len(word):
        yield word[end:]


def _pairs(run: str) -> Iterable[str]:
    if _SIGNS.search(run):
        return [pair for _, _, pair in pairs(run)]
    return [*map(add, run, run[1:]), run[-1]]


def pairs(run: str) -> Iterator[tuple[int, int, str]]:
    """The two-letter pieces of a run without spaces, and its last letter alone, so that one letter can be searched: start, end, piece."""
    spans = [match.span() for match in _CLUSTER.finditer(run)]
    for (start, _), (_, end) in pairwise(spans):
        yield start, end, run[start:end]
    if spans:
        start, end = spans[-1]
        yield start, end, run[start:end]


def parts(raw: str) -> Iterable[tuple[int, int]]:
    """Where the parts of a match of `WORD` stand in it: what "-", "." and their like join, and the pieces of unspaced scripts."""
    if raw.isascii():
        return ((0, len(raw)),) if raw.isalnum() else [match.span() for match in _PART.finditer(raw)]
    return _unspaced_parts(raw)


def _unspaced_parts(raw: str) -> Iterator[tuple[int, int]]:
    for match in _PART.finditer(raw):
        part, at, end = match[0], match.start(), 0
        for run in unspaced().finditer(part):
            if run.start() > end:
                yield at + end, at + run.start()
            for first, last, _ in pairs(run[0]):
                yield at + run.start() + first, at + run.start() + last
            end = run.end()
        if end < len(part):
            yield at + end, match.end()


def is_mark(letter: str) -> bool:
    """Whether a character belongs to the one before it."""
    return unicodedata.category(letter).startswith("M")
