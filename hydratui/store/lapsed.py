"""Tasks that no worker holds any more: taken back into the queue, or ended when they can't be."""

from typing import Any

import apsw

from hydratui.store import attempts
from hydratui.store.tasks import ARRIVED
from hydratui.times import stamp

MAX_ATTEMPTS = 3
LAPSED = "status = 'running' AND (lease_until < ?1 OR lease_until > ?1 + ?2)"
"""A running task whose lease is over at ``?1``, or ends over ``?2`` seconds ahead: then a clock was put back since it was set."""
_SILENT = "Its worker was not heard of for 30 seconds."
PAUSES = (0.0, 5.0)
"""Seconds before the second attempt and before the third."""


def settle(db: apsw.Connection, now: float, plausible: float) -> None:
    """Takes in, within a write, what was running and is held by nobody.

    A task goes back into its place in the queue, after its second attempt with a pause; with the third it ends as failed, and one
    that was to be cancelled ends as cancelled. What had arrived is kept for those that end.

    Args:
        db: The connection.
        now: Seconds since 1970.
        plausible: How far ahead a lease can end, in seconds.
    """
    # A worker that is alive renews what was shortened here; it is not taken for dead because a clock has moved.
    db.execute("UPDATE tasks SET lease_until = ?1 + ?2 / 2 WHERE status = 'running' AND lease_until > ?1 + ?2", (now, plausible))
    lapsed: list[Any] = db.execute(
        "SELECT id, attempts, worker, cancelling FROM tasks WHERE status = 'running' AND lease_until < ?", (now,)
    ).fetchall()
    for task, attempt, worker, cancelling in lapsed:
        attempts.note(db, task, attempt, worker, _SILENT)
        if cancelling:
            _end(db, task, "cancelled", None)
        elif attempt >= MAX_ATTEMPTS:
            _end(db, task, "failed", _lost(db, task))
        else:
            db.execute(
                """UPDATE tasks SET status = 'pending', worker = NULL, lease_until = NULL, started_at = NULL, not_before = ?
                   WHERE id = ?""",
                (now + PAUSES[attempt - 1], task),
            )


def _end(db: apsw.Connection, task: int, status: str, error: str | None) -> None:
    db.execute(
        f"UPDATE tasks SET status = ?, finished_at = ?, error = ?, cancelling = 0, lease_until = NULL, result = {ARRIVED} WHERE id = ?",
        (status, stamp(), error, task),
    )
    db.execute("DELETE FROM stream WHERE task = ?", (task,))


def _lost(db: apsw.Connection, task: int) -> str:
    row = db.execute("SELECT cause FROM failed_attempts WHERE task = ? ORDER BY rowid DESC LIMIT 1", (task,)).fetchone()
    return given_up(task, row[0] if row else "")


def given_up(task: int, cause: str) -> str:
    """What is said of a task that has stopped whoever ran it too often. The cause is that of the last time."""
    told = f" {cause}" if cause else ""
    return f"The worker stopped {MAX_ATTEMPTS} times while it ran this task, and it was given up.{told} `/retry {task}` tries again."
