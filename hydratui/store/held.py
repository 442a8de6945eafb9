"""Notes that wait for the user: an agent wanted to save them after it had read something from outside."""

from dataclasses import dataclass

from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.store.queue import require
from hydratui.times import stamp


@dataclass(frozen=True, slots=True)
class HeldNote:
    """A note that is not in the memory file yet.

    Attributes:
        task: The task in which the agent wanted it saved.
        source: Where the text came from: ``example.org``.
        at: UTC stamp.
    """

    id: int
    agent: str
    task: int
    note: str
    source: str
    at: str


def hold(store: Store, agent: str, task: int, note: str, source: str, fence: tuple[int, str, int] | None = None) -> int:
    """Holds a note until the user decides. The same note held twice is one. Gives its number.

    Raises:
        ClaimLost: The task, worker and attempt of the fence are not the ones that have the task now.
    """
    with store.write() as db:
        if fence is not None:
            require(db, fence)
        row = db.execute("SELECT id FROM held_notes WHERE agent = ? AND note = ? AND kept IS NULL", (agent, note)).fetchone()
        if row:
            return int(row[0])
        db.execute("INSERT INTO held_notes (agent, task, note, source, at) VALUES (?, ?, ?, ?, ?)", (agent, task, note, source, stamp()))
        return db.last_insert_rowid()


def held(store: Store, agent: str | None = None) -> list[HeldNote]:
    """The notes that wait, of one agent or of all, oldest first."""
    rows = store.connection.execute(
        "SELECT id, agent, task, note, source, at FROM held_notes WHERE kept IS NULL AND (?1 IS NULL OR agent = ?1) ORDER BY id", (agent,)
    )
    return [HeldNote(*row) for row in rows]


def settle(store: Store, number: int, kept: bool) -> HeldNote:
    """Takes a note off the list. Writing a kept one into the memory file is the caller's, before.

    Raises:
        HydraError: It does not wait any more.
    """
    with store.write() as db:
        row = db.execute("SELECT id, agent, task, note, source, at FROM held_notes WHERE id = ? AND kept IS NULL", (number,)).fetchone()
        if row is None:
            raise HydraError("This note has been decided on already.")
        db.execute("UPDATE held_notes SET kept = ? WHERE id = ?", (kept, number))
    return HeldNote(*row)
