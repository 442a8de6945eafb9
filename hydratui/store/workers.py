"""Workers as rows: who is alive, and what becomes of the tasks of one that is not."""

import os
import time
from dataclasses import dataclass
from typing import Any

from hydratui.store.database import Store, host
from hydratui.times import stamp

BEAT_SECONDS = 5.0
SILENCE_SECONDS = 20.0
_COLUMNS = "id, pid, host, started_at, beat_at, model"


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker that has shown itself lately. `beat_at` is seconds since 1970, `model` what it uses for agents that name none."""

    id: str
    pid: int
    host: str
    started_at: str
    beat_at: float
    model: str | None = None


def enlist(store: Store, worker: str) -> None:
    """Enters this process as a worker."""
    with store.write() as db:
        db.execute(
            "INSERT OR REPLACE INTO workers (id, pid, host, started_at, beat_at) VALUES (?, ?, ?, ?, ?)",
            (worker, os.getpid(), host(), stamp(), time.time()),
        )


def beat(store: Store, worker: str) -> None:
    """Shows that a worker is alive."""
    with store.write_lightly() as db:
        db.execute("UPDATE workers SET beat_at = ? WHERE id = ?", (time.time(), worker))


def uses(store: Store, worker: str, model: str) -> None:
    """Says which model a worker uses for agents that name none."""
    with store.write_lightly() as db:
        db.execute("UPDATE workers SET model = ? WHERE id = ?", (model, worker))


def leave(store: Store, worker: str) -> None:
    """Takes a worker off the list, its leases with it, so that others can go on at once."""
    with store.write() as db:
        db.execute("UPDATE tasks SET lease_until = 0 WHERE worker = ? AND status = 'running'", (worker,))
        db.execute("DELETE FROM workers WHERE id = ?", (worker,))


def live(store: Store) -> list[WorkerRow]:
    """The workers that are alive: those heard of lately, less those of this machine whose process is gone."""
    # A beat from the future was before the clock was put back, and is no longer ago than any other.
    sql = f"SELECT {_COLUMNS} FROM workers WHERE abs(beat_at - ?) < ? ORDER BY started_at"
    rows = store.connection.execute(sql, (time.time(), SILENCE_SECONDS))
    return [row for row in map(_row, rows.fetchall()) if not _gone(row)]


def bury(store: Store) -> int:
    """Takes the workers of this machine whose process is gone off the list. Gives how many there were."""
    rows = [_row(fields) for fields in store.connection.execute(f"SELECT {_COLUMNS} FROM workers").fetchall()]
    gone = [row for row in rows if _gone(row) or row.beat_at < time.time() - 86_400]
    for row in gone:
        leave(store, row.id)
    return len(gone)


def _row(fields: tuple[Any, ...]) -> WorkerRow:
    return WorkerRow(*fields)


def _gone(row: WorkerRow) -> bool:
    if row.host != host():
        return False
    if os.name == "nt":
        # Signal 0 ends a process on Windows; there the silence tells.
        return False
    try:
        os.kill(row.pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
