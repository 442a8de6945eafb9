"""Files named in a message: how `@./notes.md` and `@"~/a b.txt"` are written, found in a text, and made of a dropped path."""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Not inside a word (an e-mail address, a quoted import of JavaScript).
_TOKEN = re.compile(r'(?:^|(?<=[\s(\[{,;]))@(?:"((?:[^"\\\n]|\\.)+)"|([^\s"@][^\s]*))')
_CERTAIN = re.compile(r"(?:(?:\.{1,2}|~)?/|[A-Za-z]:[\\/])(?=.*\w)")
_ESCAPED = re.compile(r'\\(["\\])')
_AFTER = ".,;:!?)]}>'\""
"""What may follow a name without being part of it."""
LONGEST_DROP = 20_000
"""Characters of a paste that may be dropped files."""
MOST_DROPPED = 20


@dataclass(frozen=True, slots=True)
class Named:
    """A word behind an @ that may be a file's path.

    Attributes:
        path: As it is written, without @ and quotes.
        start: Where it begins in the text, with its @.
        end: Where it ends, not included.
        certain: It begins like a path, so it is one whether or not there is such a file.
    """

    path: str
    start: int
    end: int
    certain: bool


def named(text: str) -> Iterator[Named]:
    """The words of a text that may be files, in order. A word without a slash or a dot is none: it may be an agent."""
    if "@" not in text:
        return
    for found in _TOKEN.finditer(text):
        quoted, bare = found.groups()
        path = _ESCAPED.sub(r"\1", quoted) if quoted else bare
        certain = _CERTAIN.match(path) is not None
        if certain or "/" in path or "." in path.strip(_AFTER):
            yield Named(path, found.start(), found.end(), certain)


def there(word: Named, base: Path) -> str | None:
    """The path that a word names: itself, or without what follows it in a sentence; None where nothing is there.

    Args:
        word: The word.
        base: Where relative paths begin.
    """
    path = word.path
    while path:
        whole = located(path, base)
        # Only what looks like a path may be named without being a file, to be told what it is.
        if os.path.lexists(whole) and (word.certain or whole.is_file()):
            return path
        if path[-1] not in _AFTER:
            return None
        path = path[:-1]
    return None


def located(path: str, base: Path) -> Path:
    """Where a path is, without following any link."""
    return base / (Path.home() / path[2:].lstrip("/") if path.startswith("~/") else path)


def started_in() -> Path:
    """Where the program was started, which is where relative paths begin."""
    try:
        return Path.cwd()
    except OSError:
        # The folder is gone.
        return Path.home()


def attached(text: str, base: Path) -> list[str]:
    """The paths of a text that will be read when it is sent, each once."""
    found: dict[str, None] = {}
    for word in named(text):
        path = there(word, base)
        if path is not None or word.certain:
            found[path or word.path.rstrip(_AFTER)] = None
    return list(found)


def count(text: str, base: Path) -> int:
    """How many files a text names, without looking for those that are certainly meant."""
    return len({word.path for word in named(text) if word.certain or there(word, base) is not None})


def masked(text: str) -> str:
    """The text with the paths in it blanked out, so that no agent is found in them."""
    for word in named(text):
        if word.certain:
            text = text[: word.start] + " " * (word.end - word.start) + text[word.end :]
    return text


def written(path: str) -> str:
    """The path as it is named in a message: ``@"/home/ada/a b.txt"``."""
    return '@"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dropped(text: str) -> list[str]:
    """The paths that a paste consists of, as terminals write dropped files: quoted, escaped, as ``file://``; else none."""
    stripped = text.strip()
    if not stripped or len(stripped) > LONGEST_DROP:
        return []
    lines = stripped.splitlines()
    if all(line.startswith("file://") for line in lines):
        return [unquote(urlsplit(line.strip()).path) for line in lines][: MOST_DROPPED + 1]
    if len(lines) > 1 or not stripped.lstrip("'\"").startswith(("/", "~/")):
        return []
    try:
        words = shlex.split(stripped)
    except ValueError:
        words = []
    # Some terminals write a path with blanks in it as it is.
    return [stripped] if os.path.lexists(stripped) else words


def may_be_dropped(text: str) -> bool:
    """Whether it is worth looking whether a paste consists of files."""
    return len(text) <= LONGEST_DROP and text.lstrip().startswith(("/", "~/", "'", '"', "file://"))


def as_files(text: str) -> str | None:
    """The names to insert for a paste that consists of files that are there; None where it does not. It may have to wait for a disk."""
    paths = dropped(text)
    if not 0 < len(paths) <= MOST_DROPPED:
        return None
    whole = [str(located(path, Path("/"))) for path in paths]
    if not all(path.isprintable() and Path(path).is_file() for path in whole):
        return None
    return " ".join(map(written, whole))
