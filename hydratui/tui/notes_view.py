"""What the memory viewer shows of an agent: its files, its notes and the notes that wait, read in one look."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from hydratui.agents import files, memory
from hydratui.agents.files import Kind
from hydratui.agents.memory import MAX_FILE, Note
from hydratui.agents.roster import Agent
from hydratui.commands.held_changes import settle
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.held import HeldNote
from hydratui.text import one_line

ORDER: tuple[Kind, ...] = ("memory", "soul", "skill", "agent", "tools", "heartbeat")
"""The six files as the viewer lists them: memory first, then by how often people read them."""

Signature = tuple[tuple[int, int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """How full the memory file is."""

    size: int

    @property
    def share(self) -> float:
        """From 0 to 1, and above 1 for a file that a hand has made too long."""
        return self.size / MAX_FILE

    @property
    def words(self) -> str:
        """``12.4 of 64 KB``."""
        return f"{self.size / 1024:.1f} of {MAX_FILE // 1024} KB"

    @property
    def state(self) -> str:
        """What to know about it, in words; nothing below 80 %."""
        if self.share < memory.WARNING_SHARE:
            return ""
        return "nearly full" if self.size < MAX_FILE - memory.MAX_NOTE else "full"


def signature(agent: Agent, kind: Kind) -> Signature:
    """What changes when a file of an agent changes on disk; of the memory, the journal beside it counts as well."""
    shown = files.path(agent, kind)
    journal = shown.with_suffix(".journal.jsonl")
    return tuple(mark(file) for file in ((shown, journal) if kind == "memory" else (shown,)))


def mark(file: Path) -> tuple[int, int, int] | None:
    """What changes when a file changes on disk; None where there is none, or it can't be looked at."""
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def decide(home: Home, agent: Agent, note: HeldNote, keep: bool, changed: str = "") -> str:
    """Keeps or discards a held note; keeps what the user made of it, if there is that.

    Returns:
        What became of it, a sentence.

    Raises:
        HydraError: It does not fit into the memory file, or it has been decided on already.
    """
    with closing(Store.open(home.database)) as store:
        return settle(store, agent, note, keep, changed)


def said_origin(origin: str, agent: Agent) -> str:
    """Who wrote a note, in a word or two."""
    return {"user": "you", "agent": agent.name, "web": "web", "hand": "by hand"}.get(origin, origin)


def counted(rows: Sequence[Note | HeldNote], matching: int, filtered: bool) -> str:
    """``41 notes``, ``2 of 41 notes · 1 waits for you``."""
    waiting = sum(isinstance(row, HeldNote) for row in rows)
    total = len(rows) if filtered else len(rows) - waiting
    notes = f"{matching} of {total}" if filtered else str(total)
    waits = f" · {waiting} {'waits' if waiting == 1 else 'wait'} for you" if waiting else ""
    return f"{notes} {'note' if total == 1 else 'notes'}{waits}"


def nothing(agent: Agent, typed: str) -> tuple[str, str]:
    """What to say instead of notes, and what to do: no note matches what was typed, or there is none at all."""
    if typed:
        return f"No note of {agent.name}'s holds “{one_line(typed)}”.", "Accents and case don't count. Esc shows all notes again."
    advice = "Press a and write the first note, or type “/remember …” in the chat. A note counts from the next task on."
    return f"{agent.name} remembers nothing yet.", advice


def spoken_date(note: Note) -> str:
    """``3 Oct 2026``; what stands in the file where that is no date."""
    try:
        day = date.fromisoformat(note.date)
    except ValueError:
        return one_line(note.date) or "no date"
    return f"{day.day} {day:%b %Y}"


def title(target: Note | HeldNote | None, agent: Agent) -> str:
    """What is being written."""
    if target is None:
        return f"new note for {agent.name}"
    if isinstance(target, HeldNote):
        return f"note from {target.source}; enter keeps it"
    return f"note of {spoken_date(target)}" if target.date else "note without a date"


def again(note: Note, notes: Sequence[Note]) -> Note | None:
    """The same note after the lines above it have changed; None where it is gone or there are several like it."""
    same = [each for each in notes if (each.date, each.text) == (note.date, note.text)]
    return same[0] if len(same) == 1 else None


def row_key(row: "Note | HeldNote") -> tuple[str, str]:
    """What tells a row from the others also after lines have moved: its kind and its words."""
    return ("held", str(row.id)) if isinstance(row, HeldNote) else ("note", row.text)
