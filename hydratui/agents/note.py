"""A note of an agent's memory, as its file and the journal beside it tell it."""

from dataclasses import dataclass

from hydratui.agents import journal
from hydratui.agents.bullets import BOM, bullet
from hydratui.agents.journal import Origin
from hydratui.agents.roster import Agent


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


def standing(agent: Agent, data: bytes) -> list[Note]:
    """The notes in the bytes of a memory file, in its order."""
    origins = {entry.line.removeprefix(BOM): entry for entry in journal.entries(agent).values() if entry.change in ("add", "forget")}
    found = []
    for number, raw in enumerate(data.splitlines(), 1):
        line = raw.decode("utf-8", "surrogateescape").removeprefix(BOM)
        if (parts := bullet(line)) is not None:
            entry = origins.get(line)
            text = parts.text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            found.append(Note(number, parts.date, text, entry.origin if entry else "hand", entry.task if entry else None))
    return found
