"""The journal beside a memory file: who added or removed which line, so that each change has an origin and can be undone.

``<id>.memory.journal.jsonl`` holds one JSON object a line. Losing it loses origins and undo, never a note. Its format is released: a
program of any version reads a journal of any other.
"""

import contextlib
import errno
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
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
        change: What was done to `line`; ``undo`` takes entry number `of` back, which is a redo where that one is an ``undo`` itself.
        line: The bullet, without its line end.
        place: 1-based number that the line had in the file, or has in it from now on.
        origin: Where the note came from.
        task: Number of the task in which it was saved.
        of: Number of the entry that an ``undo`` takes back, counted from 0; for the others, of the first one that was made together with
            it and is undone with it.
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


@contextlib.contextmanager
def written(agent: Agent, *changes: Entry) -> Iterator[None]:
    """Writes changes down that are made together, whole or not at all; they are taken out again when what is done meanwhile fails.

    Raises:
        HydraError: The disk is full or the folder is read-only.
    """
    file = path(agent)
    before = read_bytes(file)
    first = len(before.splitlines())
    together = [change if at == 0 or change.of is not None else replace(change, of=first) for at, change in enumerate(changes)]
    try:
        append_line(file, b"\n".join(map(_record, together)), b"\n")
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). The memory is as it was.") from error
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.truncate(file, len(before))
        raise


def _record(entry: Entry) -> bytes:
    # A byte that is no UTF-8 is a surrogate here, and its backslash form is the JSON escape that brings it back.
    record = json.dumps({key: value for key, value in asdict(entry).items() if value is not None}, ensure_ascii=False)
    return record.encode("utf-8", "backslashreplace")


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
