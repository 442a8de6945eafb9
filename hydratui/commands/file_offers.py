"""Files and folders that a path behind an @ may become while it is typed."""

import itertools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hydratui.commands.file_names import located
from hydratui.commands.handle import command_word
from hydratui.commands.registry import find
from hydratui.commands.suggest import Suggestion
from hydratui.text import file_size, plain

MOST = 50
"""Suggestions at once."""
MOST_READ = 5_000
"""Entries of a folder that are looked at."""
_LONGEST = 4_000
_TYPING = re.compile(r'(?:^|(?<=[\s(\[{,;]))@(?:"([^"\n]*/[^"\n]*)|((?:\.{1,2}|~)?/[^\s"]*|[^\s"@/]+/[^\s"]*))\Z')
_NEEDS_QUOTES = re.compile(r"[\s\"()\[\]{},;]|[.,;:!?'>]\Z")


@dataclass(frozen=True, slots=True)
class Typing:
    """A path that is being typed.

    Attributes:
        folder: What of it names a folder, with its slash.
        name: The beginning of a name in it.
        start: Where the path begins in the text, with its @.
        end: Where it ends.
        quoted: Whether it is in quotes.
        followed: Whether a blank follows it.
    """

    folder: str
    name: str
    start: int
    end: int
    quoted: bool
    followed: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a folder, or a folder, whose name ends with a slash then."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What is in a folder, as it was named."""

    folder: str
    entries: tuple[Entry, ...]


def typing(typed: str, cursor: int) -> Typing | None:
    """The path that is being typed at the cursor; None where there is none, or the text is a command."""
    word = command_word(typed)
    if word is not None and find(word) is not None:
        return None
    before = typed[max(cursor - _LONGEST, 0) : cursor]
    found = _TYPING.search(before)
    if found is None:
        return None
    path = found[1] if found[1] is not None else found[2]
    folder, slash, name = path.replace('\\"', '"').rpartition("/")
    end = cursor
    if found[1] is not None:
        end += typed[cursor : cursor + 1] == '"'
    else:
        while end < len(typed) and not typed[end].isspace():
            end += 1
    return Typing(folder + slash, name, cursor - len(before) + found.start(), end, found[1] is not None, typed[end : end + 1].isspace())


def read(folder: str, base: Path) -> Listing:
    """What is in a folder; nothing where it can't be read. It may have to wait for a disk, so it is for a thread.

    Args:
        folder: As it was typed.
        base: Where relative paths begin.
    """
    entries: list[Entry] = []
    try:
        with os.scandir(located(folder, base)) as found:
            for entry in itertools.islice(found, MOST_READ):
                if plain(entry.name) == entry.name and entry.name.isprintable():
                    entries += _entry(entry)
    except (OSError, ValueError):
        entries = []
    return Listing(folder, tuple(sorted(entries, key=lambda each: each.name.casefold())))


def offers(path: Typing, listing: Listing) -> list[Suggestion]:
    """The ways to go on with a path, by name; hidden files only when a dot is typed."""
    wanted = path.name.casefold()
    complete = any(entry.name == path.name for entry in listing.entries)
    fit = (
        entry
        for entry in listing.entries
        if entry.name.casefold().startswith(wanted) and (wanted or entry.name[0] != ".") and entry.name != path.name
    )
    marks = tuple(range(len(path.name)))
    return [
        Suggestion(_insert(path, entry.name), entry.name, "", entry.about, marks, path.start, path.end, complete)
        for entry in itertools.islice(fit, MOST)
    ]


def _entry(entry: "os.DirEntry[str]") -> Sequence[Entry]:
    try:
        if entry.is_dir():
            return [Entry(f"{entry.name}/", "folder")]
        return [Entry(entry.name, file_size(entry.stat().st_size))] if entry.is_file() else []
    except OSError:
        return []


def _insert(path: Typing, name: str) -> str:
    whole, is_folder = path.folder + name, name.endswith("/")
    blank = "" if is_folder or path.followed else " "
    if not path.quoted and _NEEDS_QUOTES.search(whole) is None:
        return f"@{whole}{blank}"
    escaped = whole.replace("\\", "\\\\").replace('"', '\\"')
    # The quotes of a folder stay open for what is in it.
    return f'@"{escaped}' if is_folder else f'@"{escaped}"{blank}'
