"""The queue: one worker claims a task under a lease, and only that worker, in that attempt, may write to it."""

import time
from dataclasses import dataclass

from hydratui.store.database import Store
from hydratui.store.tasks import COLUMNS, Task, task
from hydratui.times import stamp

LEASE_SECONDS = 30.0
MAX_ATTEMPTS = 3
MAX_RESULT = 2_000_000
_LOST = f"The worker stopped {MAX_ATTEMPTS} times while it ran this task. See logs/worker.log, then try again."
_NEXT = """
  SELECT t.id FROM tasks t LEFT JOIN turns ON turns.agent = t.agent
  WHERE t.status IN ('pending', 'running')
    AND (t.status = 'pending' AND t.not_before <= :now OR t.status = 'running' AND t.lease_until < :now)
    AND NOT EXISTS (SELECT 1 FROM tasks r WHERE r.agent = t.agent AND r.status IN ('pending', 'running')
                    AND r.status = 'running' AND r.lease_until >= :now)
    AND (:only IS NULL OR t.id <= :only AND t.agent = (SELECT agent FROM tasks WHERE id = :only))
  ORDER BY coalesce(turns.claimed_at, 0), t.id LIMIT 1"""
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


def waiting(store: Store, only: int | None = None) -> bool:
    """Whether `claim` would find something to take or to give up. Reads only."""
    return bool(store.connection.execute(_NEXT, {"now": time.time(), "only": only}).fetchall())


def claim(store: Store, worker: str, only: int | None = None, lease: float = LEASE_SECONDS) -> Claim | None:
    """Takes the next task, or one whose worker's lease ran out; None when there is none to take.

    An agent's tasks run one at a time, in order; among agents, the one served longest ago comes first.

    Args:
        worker: Id of the worker that takes it.
        only: Take nothing but this task and older ones of the same agent.
        lease: Seconds until others may take it over, unless it is renewed.
    """
    now = time.time()
    with store.write_lightly() as db:
        _give_up(store, now)
        rows = db.execute(
            f"""UPDATE tasks SET status = 'running', worker = :worker, lease_until = :until, attempts = attempts + 1, started_at = :stamp
                WHERE id = ({_NEXT}) RETURNING {COLUMNS}""",
            {"worker": worker, "until": now + lease, "stamp": stamp(), "now": now, "only": only},
        ).fetchall()
        if not rows:
            return None
        taken = Claim(task(rows[0]), worker)
        db.execute("DELETE FROM stream WHERE task = ?", (taken.task.id,))
        db.execute(
            "INSERT INTO turns VALUES (?, ?) ON CONFLICT (agent) DO UPDATE SET claimed_at = excluded.claimed_at", (taken.task.agent, now)
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
    asked = {row[0] for row in store.connection.execute("SELECT id FROM tasks WHERE status IN ('pending', 'running') AND cancelling = 1")}
    return [held for held in claims if held.task.id in asked]


def complete(store: Store, held: Claim, result: str, model: str, tokens: tuple[int, int]) -> bool:
    """Ends a task with its answer. False, and nothing is written, when the claim was lost."""
    return _end(store, held, "completed", result, None, model, tokens)


def fail(store: Store, held: Claim, error: str, result: str, model: str | None, tokens: tuple[int, int]) -> bool:
    """Ends a task with a sentence that says why, keeping what had arrived. False when the claim was lost."""
    return _end(store, held, "failed", result or None, error, model, tokens)


def stop(store: Store, held: Claim, result: str, model: str | None, tokens: tuple[int, int]) -> bool:
    """Ends a task as cancelled, keeping what had arrived. False when the claim was lost."""
    return _end(store, held, "cancelled", result or None, None, model, tokens)


def hand_back(store: Store, held: Claim) -> bool:
    """Puts a task back in the queue as if it had not been begun, for a worker that is asked to end."""
    with store.write() as db:
        db.execute(
            f"""UPDATE tasks SET status = 'pending', worker = NULL, lease_until = NULL, attempts = attempts - 1, started_at = NULL
                WHERE {_MINE}""",
            held.fence,
        )
        return bool(db.changes())


def _end(store: Store, held: Claim, status: str, result: str | None, error: str | None, model: str | None, tokens: tuple[int, int]) -> bool:
    if result is not None:
        result = result.encode("utf-8", "replace").decode("utf-8")
        if len(result) > MAX_RESULT:
            result = f"{result[:MAX_RESULT]}\n\n(The answer had {len(result):,} characters; the first {MAX_RESULT:,} are kept.)"
    with store.write() as db:
        db.execute(
            f"""UPDATE tasks SET status = ?, result = ?, error = ?, model = ?, tokens_in = ?, tokens_out = ?, finished_at = ?,
                  lease_until = NULL, cancelling = 0 WHERE {_MINE}""",
            (status, result, error, model, *tokens, stamp(), *held.fence),
        )
        written = bool(db.changes())
        if written:
            db.execute("DELETE FROM stream WHERE task = ?", (held.task.id,))
    return written


def _give_up(store: Store, now: float) -> None:
    """Ends what no worker will: tasks that stopped their worker too often, and cancelled ones whose worker is gone."""
    expired = "status = 'running' AND lease_until < ?"
    text = "(SELECT group_concat(text, '') FROM (SELECT text FROM stream WHERE task = tasks.id ORDER BY seq))"
    db = store.connection
    db.execute(
        f"UPDATE tasks SET status = 'cancelled', finished_at = ?, cancelling = 0, result = {text} WHERE {expired} AND cancelling = 1",
        (stamp(), now),
    )
    db.execute(
        f"UPDATE tasks SET status = 'failed', finished_at = ?, error = ?, result = {text} WHERE {expired} AND attempts >= ?",
        (stamp(), _LOST, now, MAX_ATTEMPTS),
    )
