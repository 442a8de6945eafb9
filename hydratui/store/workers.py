"""Workers as rows: who is alive, who is leaving, and what becomes of the tasks of one that is not there any more."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from hydratui.store import attempts
from hydratui.store.alive import FORGOTTEN_SECONDS, is_gone, is_heard
from hydratui.store.database import Store, host
from hydratui.times import stamp

Kind = Literal["daemon", "background", "own"]
"""Started by hand, or by the app, or for a single task by the command line itself."""
_COLUMNS = "id, pid, host, started_at, beat_at, model, kind, leaving"


@dataclass(frozen=True, slots=True)
class WorkerRow:
    """A worker that was entered.

    Attributes:
        beat_at: When it showed itself last, in seconds since 1970.
        model: What it uses for agents that name none; None while it is not known.
        leaving: It was asked to leave: it ends what it has in hand and takes nothing more.
    """

    id: str
    pid: int
    host: str
    started_at: str
    beat_at: float
    model: str | None = None
    kind: Kind = "daemon"
    leaving: bool = False

    @property
    def is_alive(self) -> bool:
        """Whether it was heard of lately and its process, where it can be looked for, is there."""
        return is_heard(self.beat_at) and not is_gone(self.pid, self.host)


def enlist(store: Store, worker: str, kind: Kind = "daemon") -> bool:
    """Enters this process as a worker.

    False, and nothing is entered, for a background worker when somebody else is there to take tasks: of two that were
    started at the same moment, one stays.
    """
    with store.write() as db:
        if kind == "background" and available(store):
            return False
        _enter(db, worker, kind)
        return True


def beat(store: Store, worker: str, kind: Kind = "daemon") -> None:
    """Shows that a worker is alive, also when somebody took it for dead and off the list."""
    with store.write_lightly() as db:
        db.execute("UPDATE workers SET beat_at = ? WHERE id = ?", (time.time(), worker))
        if not db.changes():
            _enter(db, worker, kind)


def uses(store: Store, worker: str, model: str) -> None:
    """Says which model a worker uses for agents that name none."""
    with store.write_lightly() as db:
        db.execute("UPDATE workers SET model = ? WHERE id = ?", (model, worker))


def leave(store: Store, worker: str, cause: str = "Its worker ended before it did.") -> None:
    """Takes a worker off the list, its leases with it, so that others can go on at once.

    Args:
        store: The file.
        worker: Its id.
        cause: One sentence for each task that it still had in hand: why this attempt came to nothing.
    """
    with store.write(letting_go=True) as db:
        in_hand: list[Any] = db.execute("SELECT id, attempts FROM tasks WHERE worker = ? AND status = 'running'", (worker,)).fetchall()
        for task, attempt in in_hand:
            attempts.note(db, task, attempt, worker, cause)
        db.execute("UPDATE tasks SET lease_until = 0 WHERE worker = ? AND status = 'running'", (worker,))
        db.execute("DELETE FROM workers WHERE id = ?", (worker,))


def listed(store: Store) -> list[WorkerRow]:
    """Everyone who was entered and not taken off again, dead or alive, the oldest first."""
    return [_row(fields) for fields in store.connection.execute(f"SELECT {_COLUMNS} FROM workers ORDER BY started_at, id").fetchall()]


def live(store: Store, own: bool = False) -> list[WorkerRow]:
    """The workers that are alive, the oldest first.

    Args:
        store: The file.
        own: Also those that work off a single task of the command line, and nothing for others.
    """
    return [row for row in listed(store) if (own or row.kind != "own") and row.is_alive]


def available(store: Store) -> list[WorkerRow]:
    """The workers that take tasks: those that are alive and were not asked to leave."""
    return [row for row in live(store) if not row.leaving]


def ask_to_leave(store: Store) -> int:
    """Asks the workers in the background to end what they have in hand and take nothing more. Gives how many are left to do so."""
    with store.write() as db:
        db.execute("UPDATE workers SET leaving = 1 WHERE kind = 'background'")
        return sum(row.leaving for row in live(store))


def is_leaving(store: Store, worker: str) -> bool:
    """Whether a worker was asked to leave. Reads only."""
    return bool(store.connection.execute("SELECT 1 FROM workers WHERE id = ? AND leaving", (worker,)).fetchall())


def bury(store: Store, causes: Mapping[int, str] | None = None) -> int:
    """Takes the workers whose process is gone off the list; each task that they had in hand keeps the cause. Gives how many there were.

    Args:
        store: The file.
        causes: What is known of processes of this machine that ended, by number: ``was killed by signal 9``.
    """
    known = causes or {}
    buried = 0
    for row in listed(store):
        here = row.host == host()
        if here and (row.pid in known or is_gone(row.pid, row.host)):
            leave(store, row.id, f"The worker's process {row.pid} {known.get(row.pid, _GONE)}.")
        # Of this machine, only the process tells: after a long sleep everyone's last beat is old.
        elif (not here or os.name == "nt") and row.beat_at < time.time() - FORGOTTEN_SECONDS:
            leave(store, row.id, f"Nothing was heard of the worker on {row.host} for a day.")
        else:
            continue
        buried += 1
    if known:
        _correct(store, known)
    return buried


_GONE = "is gone"


def _correct(store: Store, causes: Mapping[int, str]) -> None:
    """Puts the right word where somebody else has buried a worker first, who could know only that it was gone."""
    with store.write() as db:
        for pid, said in causes.items():
            db.execute(
                "UPDATE failed_attempts SET cause = ? WHERE cause = ? AND at >= strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 minute')",
                (f"The worker's process {pid} {said}.", f"The worker's process {pid} {_GONE}."),
            )


def _enter(db: apsw.Connection, worker: str, kind: Kind) -> None:
    db.execute(
        "INSERT OR REPLACE INTO workers (id, pid, host, started_at, beat_at, kind) VALUES (?, ?, ?, ?, ?, ?)",
        (worker, os.getpid(), host(), stamp(), time.time(), kind),
    )


def _row(fields: tuple[Any, ...]) -> WorkerRow:
    values = [*fields[:-1], bool(fields[-1])]
    return WorkerRow(*values)
