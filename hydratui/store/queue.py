"""The queue: one worker claims a task under a lease, and only that worker, in that attempt, may write to it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hydratui.store.database import Store
from hydratui.store.tasks import BUSY_AGENTS, COLUMNS, Task, task
from hydratui.times import stamp

LEASE_SECONDS = 30.0
MAX_ATTEMPTS = 3
MAX_RESULT = 2_000_000
_LOST = f"The worker stopped {MAX_ATTEMPTS} times while it ran this task. See logs/worker.log, then try again."
_NEXT = f"""
  WITH RECURSIVE {BUSY_AGENTS},
  next (agent, id) AS (
    SELECT w.agent, (SELECT t.id FROM tasks t WHERE t.agent = w.agent AND t.status IN ('pending', 'running')
                       AND (t.status = 'pending' AND t.not_before <= :now OR t.status = 'running' AND t.lease_until < :now)
                     ORDER BY t.id LIMIT 1)
    FROM busy w
    WHERE w.agent IS NOT NULL AND (:only IS NULL OR w.agent = (SELECT agent FROM tasks WHERE id = :only))
      AND NOT EXISTS (SELECT 1 FROM tasks r WHERE r.agent = w.agent AND r.status = 'running' AND r.lease_until >= :now))
  SELECT next.id FROM next LEFT JOIN turns ON turns.agent = next.agent
  WHERE next.id IS NOT NULL AND (:only IS NULL OR next.id <= :only)
  ORDER BY coalesce(turns.claimed_at, 0), next.id LIMIT :limit"""
_MINE = "id = ? AND worker = ? AND attempts = ? AND status = 'running'"


@dataclass(frozen=True, slots=True)
class Claim:
    """A task in a worker's hands. `worker` and the task's attempt number fence every write."""

    task: Task
    worker: str

    @property
    def fence(self) -> tuple[int, str, int]:
        """What a write checks: task, worker and attempt."""
        return (self.task.id, self.worker, self.task.attempts)


@dataclass(frozen=True, slots=True)
class End:
    """How a claimed task ends: with what result, or error, by which model, for how many tokens in and out."""

    claim: Claim
    status: Literal["completed", "failed", "cancelled"]
    result: str | None
    error: str | None
    model: str | None
    tokens: tuple[int, int]


def waiting(store: Store, only: int | None = None) -> bool:
    """Whether `claim` would find something to take or to give up. Reads only."""
    return bool(store.connection.execute(_NEXT, {"now": time.time(), "only": only, "limit": 1}).fetchall())


def claim(store: Store, worker: str, only: int | None = None, lease: float = LEASE_SECONDS) -> Claim | None:
    """Takes the next task, see `claim_some`; None when there is none to take."""
    return next(iter(claim_some(store, worker, 1, only, lease)), None)


def claim_some(store: Store, worker: str, limit: int, only: int | None = None, lease: float = LEASE_SECONDS) -> list[Claim]:
    """Takes the next tasks, also those of workers whose lease ran out.

    An agent's tasks run one at a time, in order; among agents, the one served longest ago comes first.

    Args:
        store: The file.
        worker: Id of the worker that takes them.
        limit: How many at most.
        only: Take nothing but this task and older ones of the same agent.
        lease: Seconds until others may take them over, unless it is renewed.
    """
    now = time.time()
    with store.write_lightly() as db:
        _give_up(store, now)
        rows = db.execute(
            f"""UPDATE tasks SET status = 'running', worker = :worker, lease_until = :until, attempts = attempts + 1, started_at = :stamp
                WHERE id IN ({_NEXT}) RETURNING {COLUMNS}""",
            {"worker": worker, "until": now + lease, "stamp": stamp(), "now": now, "only": only, "limit": limit},
        ).fetchall()
        taken = [Claim(task(row), worker) for row in rows]
        db.executemany("DELETE FROM stream WHERE task = ?", [(held.task.id,) for held in taken])
        db.executemany(
            "INSERT INTO turns VALUES (?, ?) ON CONFLICT (agent) DO UPDATE SET claimed_at = excluded.claimed_at",
            [(held.task.agent, now) for held in taken],
        )
    return taken


def renew(store: Store, claims: list[Claim], lease: float = LEASE_SECONDS) -> list[Claim]:
    """Lengthens the leases; gives back the claims that have been lost meanwhile."""
    lost = []
    with store.write_lightly() as db:
        for held in claims:
            db.execute(f"UPDATE tasks SET lease_until = ? WHERE {_MINE}", (time.time() + lease, *held.fence))
            if not db.changes():
                lost.append(held)
    return lost


def cancelled(store: Store, claims: list[Claim]) -> list[Claim]:
    """The claims whose task someone asked to cancel. Reads only."""
    asked = {row[0] for row in store.connection.execute("SELECT id FROM tasks WHERE status = 'running' AND cancelling = 1")}
    return [held for held in claims if held.task.id in asked]


def complete(store: Store, held: Claim, result: str, model: str, tokens: tuple[int, int]) -> bool:
    """Ends a task with its answer. False, and nothing is written, when the claim was lost."""
    return end_some(store, [End(held, "completed", result, None, model, tokens)])[0]


def fail(store: Store, held: Claim, error: str, result: str, model: str | None, tokens: tuple[int, int]) -> bool:
    """Ends a task with a sentence that says why, keeping what had arrived. False when the claim was lost."""
    return end_some(store, [End(held, "failed", result or None, error, model, tokens)])[0]


def stop(store: Store, held: Claim, result: str, model: str | None, tokens: tuple[int, int]) -> bool:
    """Ends a task as cancelled, keeping what had arrived. False when the claim was lost."""
    return end_some(store, [End(held, "cancelled", result or None, None, model, tokens)])[0]


def end_some(store: Store, ends: Sequence[End]) -> list[bool]:
    """Ends several tasks in one write, for one wait for the disk. Says of each whether its claim still stood."""
    written = []
    with store.write() as db:
        for end in ends:
            db.execute(
                f"""UPDATE tasks SET status = ?, result = ?, error = ?, model = ?, tokens_in = ?, tokens_out = ?, finished_at = ?,
                      lease_until = NULL, cancelling = 0 WHERE {_MINE}""",
                (end.status, _kept(end.result), _kept(end.error), end.model, *end.tokens, stamp(), *end.claim.fence),
            )
            written.append(bool(db.changes()))
            if written[-1]:
                db.execute("DELETE FROM stream WHERE task = ?", (end.claim.task.id,))
    return written


def hand_back(store: Store, held: Claim) -> bool:
    """Puts a task back in the queue as if it had not been begun, for a worker that is asked to end."""
    with store.write() as db:
        db.execute(
            f"""UPDATE tasks SET status = 'pending', worker = NULL, lease_until = NULL, attempts = attempts - 1, started_at = NULL
                WHERE {_MINE}""",
            held.fence,
        )
        return bool(db.changes())


def _kept(result: str | None) -> str | None:
    if result is None:
        return None
    text = result.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= MAX_RESULT:
        return text
    return f"{text[:MAX_RESULT]}\n\n(The answer had {len(text):,} characters; the first {MAX_RESULT:,} are kept.)"


def _give_up(store: Store, now: float) -> None:
    """Ends what no worker will: tasks that stopped their worker too often, and cancelled ones whose worker is gone."""
    expired = "status = 'running' AND lease_until < ?"
    text = "(SELECT group_concat(text, '') FROM (SELECT text FROM stream WHERE task = tasks.id ORDER BY seq))"
    db = store.connection
    ended = db.execute(
        f"""UPDATE tasks SET status = 'cancelled', finished_at = ?, cancelling = 0, result = {text}
            WHERE {expired} AND cancelling = 1 RETURNING id""",
        (stamp(), now),
    ).fetchall()
    ended += db.execute(
        f"UPDATE tasks SET status = 'failed', finished_at = ?, error = ?, result = {text} WHERE {expired} AND attempts >= ? RETURNING id",
        (stamp(), _LOST, now, MAX_ATTEMPTS),
    ).fetchall()
    db.executemany("DELETE FROM stream WHERE task = ?", ended)
