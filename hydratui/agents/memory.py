"""The memory file: dated bullets that an agent has in front of it in every task.

The file is the user's. A note is added at its end in one write; forgetting one takes out that line; every other byte,
whatever its encoding or line ends, stays as it was.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hydratui.agents import journal
from hydratui.agents.files import path, read_bytes, replace
from hydratui.agents.journal import Entry, Origin
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError, NoteRefused, UnknownAgent
from hydratui.text import one_line
from hydratui.times import stamp, today

MAX_NOTE = 600
MAX_FILE = 65_536
WARNING_SHARE = 0.8
_LOCK_SECONDS = 10
_BULLET = re.compile(r"[-*+][ \t]+(?:\[(\d{4}-\d{2}-\d{2})\][ \t]*)?(.*)")


@dataclass(frozen=True, slots=True)
class Note:
    """One bullet of a memory file.

    Attributes:
        line: Its line in the file, counted from 1.
        date: ``YYYY-MM-DD``, or empty for a bullet without a date.
        text: The note, one line, as it stands in the file.
        origin: Who wrote it: the user, the agent, the agent after reading something from outside, or a hand in the file.
        task: Number of the task in which it was saved, if it was in one.
    """

    line: int
    date: str
    text: str
    origin: Origin
    task: int | None

    @property
    def dated(self) -> str:
        """The note behind its date, ``[2026-09-21] The user deploys on Fridays.``, or alone when it has none."""
        return f"[{self.date}] {self.text}" if self.date else self.text


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a note.

    Attributes:
        note: The note as it stands in the file.
        already: It was there word for word, and was not written again.
        size: Bytes of the file now.
        warning: A sentence from 80 % full on, else None.
    """

    note: Note
    already: bool
    size: int
    warning: str | None


def save(agent: Agent, text: str, origin: Origin, task: int | None = None) -> Saved:
    """Adds ``- [today] text`` at the end of the agent's memory file.

    Args:
        agent: Whose memory it is.
        text: The note; line ends and control characters in it become spaces or visible signs.
        origin: Who wants it saved.
        task: The task in which it is saved.

    Raises:
        NoteRefused: It is empty, has more than 600 characters, or does not fit into the file's 65,536 bytes.
        HydraError: The file can't be written; nothing of it has changed.
    """
    note = checked(text)
    with _locked(agent):
        data = read_bytes(path(agent, "memory"))
        for known in _notes(agent, data):
            if known.text == note:
                return Saved(known, True, len(data), _warning(agent, len(data)))
        line = f"- [{today():%Y-%m-%d}] {note}"
        end = b"\r\n" if b"\r\n" in data else b"\n"
        size = len(data) + len(line.encode()) + (len(end) if data and not data.endswith((b"\n", b"\r")) else 0) + len(end)
        if size > MAX_FILE:
            raise NoteRefused(
                f"{agent.name}'s memory is full: it holds {len(data):,} of {MAX_FILE:,} bytes and this note does not fit. "
                "Prune old notes first; nothing was written."
            )
        journal.append(agent, Entry(stamp(), "add", line, origin=origin, task=task))
        _append(agent, line, end)
        place = len(data.splitlines()) + 1
    return Saved(Note(place, line[3:13], note, origin, task), False, size, _warning(agent, size))


def checked(text: str) -> str:
    """The note on one line of plain text, as `save` would write it.

    Raises:
        NoteRefused: It is empty or has more than 600 characters.
    """
    note = one_line(text)
    if not note:
        raise NoteRefused("The note is empty. Write the fact to remember in one sentence.")
    if len(note) > MAX_NOTE:
        raise NoteRefused(f"The note has {len(note)} characters; at most {MAX_NOTE} fit. Condense it to the one fact that stays true.")
    return note


def notes(agent: Agent) -> list[Note]:
    """The bullets of the memory file in its order."""
    return _notes(agent, read_bytes(path(agent, "memory")))


def size(agent: Agent) -> int:
    """Bytes of the memory file."""
    return len(read_bytes(path(agent, "memory")))


def forget(agent: Agent, line: int, seen: Note | None = None) -> Note:
    """Takes the note on a line out of the file.

    Args:
        agent: Whose memory it is.
        line: The note's line, counted from 1.
        seen: The note as it was shown; another one in its place is not taken out.

    Raises:
        HydraError: There is no note on this line, it is not the one that was seen, or the file can't be written.
    """
    with _locked(agent):
        data = read_bytes(path(agent, "memory"))
        gone = next((note for note in _notes(agent, data) if note.line == line), None)
        if seen is not None and gone != seen:
            raise HydraError("The file has changed on disk meanwhile. Look again; nothing was deleted.")
        if gone is None:
            raise HydraError(
                f"There is no note on line {line} of {agent.name}'s memory. `hydratui memory` lists the notes with their lines."
            )
        lines = data.splitlines(keepends=True)
        bullet = lines[line - 1].rstrip(b"\r\n").decode("utf-8", "surrogateescape")
        journal.append(agent, Entry(stamp(), "forget", bullet, place=line, origin=gone.origin, task=gone.task))
        replace(path(agent, "memory"), b"".join(lines[: line - 1] + lines[line:]))
    return gone


def undo(agent: Agent) -> str:
    """Takes back the last change that was made to the memory through the app, an agent or the command line.

    Returns:
        A sentence that says what was taken back.

    Raises:
        HydraError: There is nothing to undo, or the file can't be written.
    """
    with _locked(agent):
        known = journal.entries(agent)
        done = {entry.of for entry in known.values() if entry.change == "undo"}
        lines = read_bytes(path(agent, "memory")).splitlines(keepends=True)
        bullets = [line.rstrip(b"\r\n") for line in lines]
        for number, entry in sorted(known.items(), reverse=True):
            bullet = entry.line.encode("utf-8", "surrogateescape")
            if entry.change == "undo" or number in done or (entry.change == "add" and bullet not in bullets):
                continue
            if entry.change == "add":
                del lines[len(bullets) - 1 - bullets[::-1].index(bullet)]
            else:
                _put_back(lines, bullet, entry.place or len(lines) + 1)
            journal.append(agent, Entry(stamp(), "undo", entry.line, of=number))
            replace(path(agent, "memory"), b"".join(lines))
            text = one_line(entry.line.removeprefix("- ").partition("] ")[2] or entry.line)
            return f"Took the note back: {text}" if entry.change == "add" else f"Put the note back: {text}"
    raise HydraError(f"There is nothing to undo in {agent.name}'s memory.")


def _append(agent: Agent, line: str, end: bytes) -> None:
    file = path(agent, "memory")
    try:
        journal.append_line(file, line.encode("utf-8"), end)
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). It is as it was.") from error


def _notes(agent: Agent, data: bytes) -> list[Note]:
    origins = {entry.line: entry for entry in journal.entries(agent).values() if entry.change in ("add", "forget")}
    found = []
    for number, raw in enumerate(data.splitlines(), 1):
        line = raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        bullet = _BULLET.fullmatch(line.strip())
        if bullet and bullet[2].strip():
            entry = origins.get(line)
            text = bullet[2].strip().encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            found.append(Note(number, bullet[1] or "", text, entry.origin if entry else "hand", entry.task if entry else None))
    return found


def _put_back(lines: list[bytes], bullet: bytes, place: int) -> None:
    end = b"\r\n" if any(line.endswith(b"\r\n") for line in lines) else b"\n"
    at = min(place - 1, len(lines))
    if at and not lines[at - 1].endswith((b"\n", b"\r")):
        lines[at - 1] += end
    lines.insert(at, bullet + end)


def _warning(agent: Agent, size: int) -> str | None:
    if size < WARNING_SHARE * MAX_FILE:
        return None
    return f"{agent.name}'s memory is {100 * size // MAX_FILE} % full ({size / 1024:.1f} of {MAX_FILE // 1024} KB). Prune old notes soon."


@contextmanager
def _locked(agent: Agent) -> Iterator[None]:
    from filelock import FileLock, Timeout

    # The lock would make the folder anew, and with it a deleted agent.
    if not agent.folder.is_dir():
        raise UnknownAgent(f"{agent.name}'s folder {agent.folder} is gone. Nothing was saved.")
    try:
        with FileLock(agent.folder / f".{agent.id}.memory.lock", timeout=_LOCK_SECONDS):
            yield
    except Timeout as error:
        raise HydraError(f"{agent.name}'s memory is being written by another program. Try again in a moment.") from error
    except OSError as error:
        raise HydraError(f"{agent.folder} can't be written ({error.strerror}). The memory is as it was.") from error
