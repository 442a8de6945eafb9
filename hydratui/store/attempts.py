"""Attempts that came to nothing: why a task was begun again, or given up."""

from collections.abc import Iterable
from dataclasses import dataclass

import apsw

from hydratui import times
from hydratui.store.database import Store
from hydratui.times import stamp


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """One attempt.

    Attributes:
        attempt: Counted from 1.
        worker: Id of the worker that had it.
        cause: One sentence: what ended it.
        at: UTC stamp.
    """

    task: int
    attempt: int
    worker: str | None
    cause: str
    at: str


def failed(store: Store, task: int) -> list[FailedAttempt]:
    """The attempts of a task that came to nothing, in order."""
    rows = store.connection.execute("SELECT task, attempt, worker, cause, at FROM failed_attempts WHERE task = ? ORDER BY rowid", (task,))
    return [FailedAttempt(*row) for row in rows]


def next_tries(store: Store, agents: Iterable[str]) -> dict[str, float]:
    """When each of these agents goes on whose next task waits after an attempt that failed, in seconds since 1970."""
    first = """SELECT not_before FROM tasks INDEXED BY tasks_unfinished
               WHERE agent = ? AND status IN ('pending', 'running') AND status = 'pending' ORDER BY coalesce(place, id) LIMIT 1"""
    moments = ((agent, store.connection.execute(first, (agent,)).fetchone()) for agent in agents)
    return {agent: row[0] for agent, row in moments if row and row[0] > times.now().timestamp()}


def note(db: apsw.Connection, task: int, attempt: int, worker: str | None, cause: str) -> None:
    """Writes down, within a write, why an attempt ended; only the first cause of an attempt counts."""
    db.execute(
        """INSERT INTO failed_attempts (task, attempt, worker, cause, at) SELECT ?1, ?2, ?3, ?4, ?5
           WHERE NOT EXISTS (SELECT 1 FROM failed_attempts WHERE task = ?1 AND attempt = ?2)""",
        (task, attempt, worker, cause, stamp()),
    )


def forget(db: apsw.Connection, task: int) -> None:
    """Forgets, within a write, the attempts of a task that begins anew."""
    db.execute("DELETE FROM failed_attempts WHERE task = ?", (task,))
