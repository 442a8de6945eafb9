"""What was meant to be done and what was answered, a line each, in a file per writer: what the audit holds the product to."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

What = Literal["send", "note", "trouble"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line.

    Attributes:
        what: A task was sent, a note was saved, or something went wrong that may not.
        name: The errand's key, the note's text, or what went wrong.
        agent: For whom.
        sure: The program has said that it is done; else it was only begun, and may or may not be.
    """

    what: What
    name: str
    agent: str = ""
    sure: bool = False


class Ledger:
    """A file to which one process adds."""

    def __init__(self, file: Path) -> None:
        self._handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, what: What, name: str, agent: str = "", sure: bool = False) -> None:
        """Adds a line, whole or not at all when this process is killed."""
        os.write(self._handle, json.dumps([what, name, agent, sure]).encode() + b"\n")


def read(folder: Path) -> Iterator[Entry]:
    """Every line of every ledger in a folder."""
    for file in sorted(folder.glob("ledger-*")):
        for line in file.read_text().splitlines():
            yield Entry(*json.loads(line))
