"""The journal beside a memory file: who added or removed which line, so that each change has an origin and can be undone.

``<id>.memory.journal.jsonl`` holds one JSON object a line. Losing it loses origins and undo, never a note.
"""

import errno
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from hydratui.agents.files import read_bytes
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError

Origin = Literal["user", "agent", "web", "hand"]
Change = Literal["add", "forget", "undo"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a memory file.

    Attributes:
        at: UTC stamp.
        change: What was done to `line`; ``undo`` takes entry number `of` back.
        line: The bullet, without its line end.
        place: 1-based number that the line had in the file, for ``forget``.
        origin: Where the note came from.
        task: Number of the task in which it was saved.
        of: Number of the entry that an ``undo`` takes back, counted from 0.
    """

    at: str
    change: Change
    line: str
    place: int | None = None
    origin: Origin = "hand"
    task: int | None = None
    of: int | None = None


def path(agent: Agent) -> Path:
    """Where an agent's journal is."""
    return agent.folder / f"{agent.id}.memory.journal.jsonl"


def entries(agent: Agent) -> dict[int, Entry]:
    """The changes by number, in order. A line that can't be read, as after a crash, is passed over."""
    found = {}
    for number, line in enumerate(read_bytes(path(agent)).splitlines()):
        try:
            found[number] = Entry(**json.loads(line))
        except (ValueError, TypeError):
            continue
    return found


def append(agent: Agent, entry: Entry) -> None:
    """Writes one change down, whole or not at all.

    Raises:
        HydraError: The disk is full or the folder is read-only.
    """
    file = path(agent)
    # A byte that is no UTF-8 is a surrogate here, and its backslash form is the JSON escape that brings it back.
    record = json.dumps({key: value for key, value in asdict(entry).items() if value is not None}, ensure_ascii=False)
    try:
        append_line(file, record.encode("utf-8", "backslashreplace"), b"\n")
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). The memory is as it was.") from error


def append_line(file: Path, line: bytes, end: bytes) -> None:
    """Adds a line to a file in one write, after ending a last line that has no end; a write that fails leaves no trace."""
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    try:
        size = os.fstat(handle).st_size
        if size:
            os.lseek(handle, -1, os.SEEK_END)
        unfinished = size > 0 and os.read(handle, 1) not in (b"\n", b"\r")
        record = (end if unfinished else b"") + line + end
        try:
            if os.write(handle, record) != len(record):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(handle)
        except OSError:
            os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)
