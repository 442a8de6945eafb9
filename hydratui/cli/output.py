"""What the command line prints: safe text in whatever encoding there is, one line of JSON, bold only on a terminal."""

import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from hydratui.text import one_line, plain

BOLD, NORMAL = "\x1b[1m", "\x1b[22m"


def prepare() -> None:
    """Makes sure that a print works: what an encoding lacks becomes a question mark, what goes to a closed output is lost."""
    # Python gives None for an output that was closed before it began.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def say(text: str) -> None:
    """Prints text for a person, made safe."""
    print(plain(text))


def say_json(value: object) -> None:
    """Prints one line of JSON at once; in ASCII, so that no encoding and no line separator in a text can break it."""
    print(json.dumps(value), flush=True)


def complain(sentence: str) -> None:
    """Prints one line on the standard error."""
    print(one_line(sentence), file=sys.stderr)


def marked(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """Safe text on one line with these ranges of characters in bold, where bold can be shown."""
    if not can_be_bold():
        return one_line(text)
    parts, at = [], 0
    for start, end in marks:
        parts += [plain(text[at:start]), BOLD, plain(text[start:end]), NORMAL]
        at = end
    return " ".join("".join([*parts, plain(text[at:])]).split())


def can_be_bold() -> bool:
    """Whether the standard output is a terminal that is known to understand it."""
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return os.name != "nt" or "WT_SESSION" in os.environ


def table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows with their columns lined up by the cells that a terminal gives each character; the last column runs free."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        say("  ".join(one_line(text) + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)).rstrip())


def cells(text: str) -> int:
    """How many cells of a terminal the text takes on one line."""
    line = one_line(text)
    if line.isascii():
        return len(line)
    from rich.cells import cell_len

    return cell_len(line)
