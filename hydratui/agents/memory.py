"""The memory file: dated bullets that an agent has in front of it in every task.

The file is the user's. A note is added at its end in one write; forgetting one takes out that line, editing one changes its text, moving
one puts its line before or behind another note's; every other byte, whatever its encoding or line ends, stays as it was.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal

from hydratui.agents import journal, steps
from hydratui.agents.bullets import BOM, bullet
from hydratui.agents.files import path, read_bytes, replace
from hydratui.agents.journal import Entry, Origin
from hydratui.agents.lock import locked
from hydratui.agents.note import Note as Note
from hydratui.agents.note import standing
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError, NoteRefused
from hydratui.text import one_line
from hydratui.times import stamp, today

MAX_NOTE = 600
MAX_FILE = 65_536
WARNING_SHARE = 0.8


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


def save(
    agent: Agent,
    text: str,
    origin: Origin,
    task: int | None = None,
    during: AbstractContextManager[object] | None = None,
) -> Saved:
    """Adds ``- [today] text`` at the end of the agent's memory file.

    Args:
        agent: Whose memory it is.
        text: The note; line ends and control characters in it become spaces or visible signs.
        origin: Who wants it saved.
        task: The task in which it is saved.
        during: Is entered once the file is this process's alone, and left when the note is in it: what must hold meanwhile.

    Raises:
        NoteRefused: It is empty, has more than 600 characters, or does not fit into the file's 65,536 bytes.
        HydraError: The file can't be written; nothing of it has changed.
    """
    note = checked(text)
    with locked(agent), during or nullcontext():
        data = read_bytes(path(agent, "memory"))
        for known in standing(agent, data):
            if known.text == note:
                return Saved(known, True, len(data), _warning(agent, len(data)))
        line = f"- [{today():%Y-%m-%d}] {note}"
        end = steps.line_end(data)
        size = len(data) + len(line.encode()) + (len(end) if data and not data.endswith((b"\n", b"\r")) else 0) + len(end)
        if size > MAX_FILE:
            raise NoteRefused(
                f"{agent.name}'s memory is full: it holds {len(data):,} of {MAX_FILE:,} bytes and this note does not fit. "
                "Prune old notes first; nothing was written."
            )
        place = len(data.splitlines()) + 1
        with journal.written(agent, Entry(stamp(), "add", line, place, origin, task)):
            _append(agent, line, end)
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
    return standing(agent, read_bytes(path(agent, "memory")))


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
    with locked(agent):
        data, known = _read(agent)
        gone = _seen(agent, known, line, seen, "deleted")
        _make(agent, data, [_entry("forget", data, gone)])
    return gone


def forget_all(agent: Agent, seen: Sequence[Note]) -> None:
    """Takes several notes out of the file, as one change that is undone as one.

    Raises:
        HydraError: One of them does not stand as it was shown any more, then none is taken out; or the file can't be written.
    """
    with locked(agent):
        data, known = _read(agent)
        # From the last one up, so that each place is the one that the line had and putting them back from the top finds it again.
        gone = [_seen(agent, known, note.line, note, "deleted") for note in sorted(seen, key=lambda note: -note.line)]
        if gone:
            _make(agent, data, [_entry("forget", data, note) for note in gone])


def edit(agent: Agent, line: int, text: str, seen: Note | None = None) -> Note:
    """Gives a note another text. It keeps its date and its task, and is the user's from now on.

    Returns:
        The note as it stands in the file.

    Raises:
        NoteRefused: The text is empty, has more than 600 characters, stands in another note, or does not fit into the file.
        HydraError: There is no note on this line, it is not the one that was seen, or the file can't be written.
    """
    fresh = checked(text)
    with locked(agent):
        data, known = _read(agent)
        note = _seen(agent, known, line, seen, "changed")
        if fresh == one_line(note.text):
            return note
        if twin := next((each for each in known.values() if each.text == fresh), None):
            raise NoteRefused(f"{agent.name} knows this already, on line {twin.line}. Delete one of the two instead; nothing was changed.")
        old = _entry("forget", data, note)
        parts = bullet(old.line)
        changed = f"{parts.head}{fresh}{parts.tail}" if parts else old.line
        _make(agent, data, [old, Entry(stamp(), "add", changed, line, "user", note.task)])
        return _read(agent)[1][line]


def move(agent: Agent, line: int, where: Literal["up", "down"], seen: Note | None = None) -> Note:
    """Puts a note before the one above it, or behind the one below it.

    Returns:
        The note on its new line.

    Raises:
        HydraError: It is the first or the last one already, there is no note on this line, or it is not the one that was seen.
    """
    with locked(agent):
        data, known = _read(agent)
        note = _seen(agent, known, line, seen, "moved")
        lines = sorted(known)
        to = lines.index(line) + (1 if where == "down" else -1)
        if not 0 <= to < len(lines):
            raise HydraError(f"This is the {'last' if where == 'down' else 'first'} note already.")
        old = _entry("forget", data, note)
        _make(agent, data, [old, Entry(stamp(), "add", old.line, lines[to], note.origin, note.task)])
        return _read(agent)[1][lines[to]]


def undo(agent: Agent) -> str:
    """Takes back the last change that was made to the memory through the app, an agent or the command line.

    Returns:
        A sentence that says what was taken back.

    Raises:
        HydraError: There is nothing to undo, or the file can't be written.
    """
    return _turn(agent, back=True)


def redo(agent: Agent) -> str:
    """Does the change again that was taken back last.

    Returns:
        A sentence that says what was done.

    Raises:
        HydraError: There is nothing to redo, or the file can't be written.
    """
    return _turn(agent, back=False)


def _turn(agent: Agent, back: bool) -> str:
    with locked(agent):
        known = journal.entries(agent)
        history = steps.history(known)
        data = read_bytes(path(agent, "memory"))
        for numbers in reversed(history.back if back else history.forth):
            changes = [known[number] for number in numbers]
            # What a hand has changed meanwhile is passed over.
            if (fresh := steps.done(data, changes, backwards=back)) is not None:
                taken = [Entry(stamp(), "undo", known[each].line, of=each if back else history.undone_by[each]) for each in numbers]
                _put(agent, data, fresh, taken)
                return steps.told(changes, back)
    raise HydraError(f"There is nothing to {'undo' if back else 'redo'} in {agent.name}'s memory.")


def _read(agent: Agent) -> tuple[bytes, dict[int, Note]]:
    data = read_bytes(path(agent, "memory"))
    return data, {note.line: note for note in standing(agent, data)}


def _seen(agent: Agent, known: dict[int, Note], line: int, seen: Note | None, done: str) -> Note:
    """The note on a line, if it is the one that was seen."""
    note = known.get(line)
    if seen is not None and note != seen:
        raise HydraError(f"The file has changed on disk meanwhile. Look again; nothing was {done}.")
    if note is None:
        raise HydraError(f"There is no note on line {line} of {agent.name}'s memory. `hydratui memory` lists the notes with their lines.")
    return note


def _entry(change: Literal["forget"], data: bytes, note: Note) -> Entry:
    line = data.splitlines()[note.line - 1].decode("utf-8", "surrogateescape").removeprefix(BOM)
    return Entry(stamp(), change, line, note.line, note.origin, note.task)


def _make(agent: Agent, data: bytes, changes: Sequence[Entry]) -> None:
    fresh = steps.done(data, changes)
    if fresh is not None:
        _put(agent, data, fresh, changes)


def _put(agent: Agent, data: bytes, fresh: bytes, entries: Sequence[Entry]) -> None:
    if len(fresh) > MAX_FILE and len(fresh) > len(data):
        raise NoteRefused(f"{agent.name}'s memory is full: this does not fit into its {MAX_FILE:,} bytes. Prune old notes first.")
    with journal.written(agent, *entries):
        replace(path(agent, "memory"), fresh)


def _append(agent: Agent, line: str, end: bytes) -> None:
    file = path(agent, "memory")
    try:
        journal.append_line(file, line.encode("utf-8"), end)
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). It is as it was.") from error


def _warning(agent: Agent, size: int) -> str | None:
    if size < WARNING_SHARE * MAX_FILE:
        return None
    return f"{agent.name}'s memory is {100 * size // MAX_FILE} % full ({size / 1024:.1f} of {MAX_FILE // 1024} KB). Prune old notes soon."
