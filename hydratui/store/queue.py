"""The queue: one worker claims a task under a lease, and only that worker, in that attempt, may write to it."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from hydratui.config import Limits
from hydratui.errors import HydraError
from hydratui.store import attempts
from hydratui.store.database import Store
from hydratui.store.lapsed import LAPSED, settle
from hydratui.store.tasks import BUSY_AGENTS, COLUMNS, Task, task
from hydratui.times import stamp

LEASE_SECONDS = 30.0
LONGEST_WAIT = 600.0
"""Seconds that a task waits at most before it is tried again; a time further ahead is of a clock that was put back since."""
MAX_RESULT = 2_000_000
ONE_EACH = Limits()
_OPEN = """open (agent, room, turn) AS (
    SELECT w.agent,
      coalesce((SELECT value FROM json_each(:agents) WHERE key = w.agent), :each)
        - (SELECT count(*) FROM tasks r WHERE r.agent = w.agent AND r.status = 'running'),
      coalesce((SELECT claimed_at FROM turns WHERE agent = w.agent), 0)
    FROM busy w
    WHERE w.agent IS NOT NULL AND w.agent NOT IN (SELECT agent FROM paused_agents)
      AND (:only IS NULL OR w.agent = (SELECT agent FROM tasks WHERE id = :only)))"""
"""The agents whose tasks may begin: how many at once, and when one of theirs began last."""
_NEXT = f"""
  WITH RECURSIVE {BUSY_AGENTS}, {_OPEN}
  SELECT t.id, o.agent, o.room FROM open o JOIN tasks t ON t.id IN (
    SELECT id FROM tasks INDEXED BY tasks_unfinished
    WHERE agent = o.agent AND status IN ('pending', 'running') AND status = 'pending'
    ORDER BY coalesce(place, id) LIMIT :most)
  WHERE o.room > 0 AND (t.not_before <= :now OR t.not_before > :now + {LONGEST_WAIT}) AND (:only IS NULL OR t.id <= :only)
  ORDER BY o.turn, coalesce(t.place, t.id)"""
_MINE = "id = ? AND worker = ? AND attempts = ? AND status = 'running'"


class ClaimLost(HydraError):
    """Another worker has the task now, or it has ended: whoever held it before may write nothing more."""


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


def waiting(store: Store, only: int | None = None, limits: Limits = ONE_EACH) -> bool:
    """Whether `claim` would find something to take, or tasks that no worker holds any more. Reads only."""
    lapsed = store.connection.execute(f"SELECT 1 FROM tasks WHERE {LAPSED} LIMIT 1", (time.time(), 2 * LEASE_SECONDS))
    return bool(lapsed.fetchall()) or bool(_next(store, only, limits))


def empty(store: Store) -> bool:
    """Whether nothing waits, now or for another try, but for agents that are paused. Reads only."""
    left = """SELECT 1 FROM tasks INDEXED BY tasks_unfinished WHERE status IN ('pending', 'running') AND status = 'pending'
              AND agent NOT IN (SELECT agent FROM paused_agents) LIMIT 1"""
    return not store.connection.execute(left).fetchall()


def claim(store: Store, worker: str, only: int | None = None, lease: float = LEASE_SECONDS) -> Claim | None:
    """Takes the next task, see `claim_some`; None when there is none to take."""
    return next(iter(claim_some(store, worker, 1, only, lease)), None)


def claim_some(
    store: Store,
    worker: str,
    limit: int,
    only: int | None = None,
    lease: float = LEASE_SECONDS,
    limits: Limits = ONE_EACH,
    models: Mapping[str, str] | None = None,
) -> list[Claim]:
    """Takes the next tasks, also those of workers whose lease ran out.

    An agent's tasks run in order, one at a time unless the limits allow more; among agents, the one served longest ago comes first.

    Args:
        store: The file.
        worker: Id of the worker that takes them.
        limit: How many at most.
        only: Take nothing but this task and older ones of the same agent.
        lease: Seconds until others may take them over, unless it is renewed.
        limits: How many may run at once, in all processes together.
        models: ``provider:model`` by agent id, for the limits of providers; needed when there are any.
    """
    now = time.time()
    with store.write_lightly() as db:
        settle(db, now, 2 * LEASE_SECONDS)
        chosen = _chosen(db, _next(store, only, limits), limit, limits, models or {})
        rows = db.execute(
            f"""UPDATE tasks SET status = 'running', worker = :worker, lease_until = :until, attempts = attempts + 1, started_at = :stamp,
                  model = coalesce((SELECT value FROM json_each(:models) WHERE key = agent), model)
                WHERE id IN (SELECT value FROM json_each(:chosen)) RETURNING {COLUMNS}""",
            {
                "worker": worker,
                "until": now + lease,
                "stamp": stamp(),
                "models": json.dumps(models or {}),
                "chosen": json.dumps(chosen),
            },
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
    with store.write(letting_go=True) as db:
        db.execute(
            f"""UPDATE tasks SET status = 'pending', worker = NULL, lease_until = NULL, attempts = attempts - 1, started_at = NULL
                WHERE {_MINE}""",
            held.fence,
        )
        return bool(db.changes())


def postpone(store: Store, held: Claim, seconds: float, cause: str) -> bool:
    """Puts a task back in the queue to be tried again later, because its attempt failed. False when the claim was lost.

    Args:
        store: The file.
        held: The claim.
        seconds: How long it waits, at most `LONGEST_WAIT`.
        cause: Why the attempt failed, one sentence.
    """
    with store.write() as db:
        db.execute(
            f"UPDATE tasks SET status = 'pending', worker = NULL, lease_until = NULL, started_at = NULL, not_before = ? WHERE {_MINE}",
            (time.time() + min(seconds, LONGEST_WAIT), *held.fence),
        )
        if not db.changes():
            return False
        attempts.note(db, held.task.id, held.task.attempts, held.worker, cause)
        return True


@contextmanager
def holding(store: Store, fence: tuple[int, str, int]) -> Iterator[None]:
    """Keeps a claim from being lost while something outside of the file is written; short, for nobody else can write meanwhile.

    Args:
        store: A connection that no other thread uses.
        fence: Task, worker and attempt.

    Raises:
        ClaimLost: It is lost already.
    """
    with store.write_lightly() as db:
        require(db, fence)
        yield


def require(db: apsw.Connection, fence: tuple[int, str, int]) -> None:
    """Makes sure, within a write, that a claim still stands.

    Raises:
        ClaimLost: It does not.
    """
    if db.execute(f"SELECT 1 FROM tasks WHERE {_MINE}", fence).fetchone() is None:
        raise ClaimLost("Another worker has taken this task over; nothing was written.")


def _next(store: Store, only: int | None, limits: Limits) -> list[tuple[int, str, int]]:
    """What may begin: task, agent and how many more of that agent's may, the agent served longest ago first."""
    most = max([limits.agent, *limits.agents.values()])
    found: list[Any] = store.connection.execute(
        _NEXT, {"now": time.time(), "only": only, "most": most, "each": limits.agent, "agents": json.dumps(dict(limits.agents))}
    ).fetchall()
    return found


def _chosen(
    db: apsw.Connection, candidates: list[tuple[int, str, int]], limit: int, limits: Limits, models: Mapping[str, str]
) -> list[int]:
    """Those that are begun now: one of each agent, then a second of each that may, and so on, as far as the providers allow."""
    by_agent: dict[str, list[int]] = {}
    for number, agent, room in candidates:
        mine = by_agent.setdefault(agent, [])
        if len(mine) < room:
            mine.append(number)
    rounds = max(map(len, by_agent.values()), default=0)
    in_turn = [(agent, mine[at]) for at in range(rounds) for agent, mine in by_agent.items() if at < len(mine)]
    left = _left(db, limits)
    chosen: list[int] = []
    for agent, number in in_turn:
        provider = models.get(agent, "").partition(":")[0]
        if len(chosen) < limit and left.get(provider, 1) > 0:
            chosen.append(number)
            if provider in left:
                left[provider] -= 1
    return chosen


def _left(db: apsw.Connection, limits: Limits) -> dict[str, int]:
    """How many more tasks each limited provider takes. Nothing begins for an agent whose provider is not known yet."""
    if not limits.providers:
        return {}
    running = [str(row[0]).partition(":")[0] for row in db.execute("SELECT model FROM tasks WHERE status = 'running'")]
    return {"": 0, **{provider: most - running.count(provider) for provider, most in limits.providers.items()}}


def _kept(result: str | None) -> str | None:
    if result is None:
        return None
    text = result.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= MAX_RESULT:
        return text
    return f"{text[:MAX_RESULT]}\n\n(The answer had {len(text):,} characters; the first {MAX_RESULT:,} are kept.)"
