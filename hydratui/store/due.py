"""Schedules whose time has come: each becomes a task, once, whoever looks and wherever the clocks are put."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import apsw

from hydratui import cron, times
from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.store.schedules import Schedule, insert, many, next_after, prefix
from hydratui.store.tasks import Task

LATE_SECONDS = 60.0
"""A run that begins later than this after its time was missed."""


@dataclass(frozen=True, slots=True)
class _Run:
    """A time that has come, and the one after it. `late` is whether the first was missed."""

    planned: datetime
    next_at: float
    late: bool


def fire_due(store: Store, now: datetime, exists: Callable[[str], bool] = lambda _: True) -> list[Task]:
    """Queues a task for every schedule whose time has come, and sets its next time. Nothing due costs one short read.

    The task's ref names the schedule and the time that was planned, and a ref can be there only once: however many
    processes do this, and wherever their clocks are put, no time is run twice.

    Args:
        store: The file.
        now: This moment.
        exists: Whether there is an agent of that id; a schedule of one that is gone rests from now on.
    """
    due = many(store.connection, "paused = 0 AND next_at <= ? ORDER BY next_at, id", (now.timestamp(),))
    if not due:
        return []
    # Reckoned before the file is locked.
    runs = [(each, _run(each, now)) for each in due]
    with store.write() as db:
        # What another process has done or changed meanwhile is left to it.
        made = [_fire(db, each, run, exists) for each, run in runs if many(db, "id = ?", (each.id,)) == [each]]
    return [task for task in made if task is not None]


def realign(store: Store, now: datetime) -> None:
    """Brings a next time forward that lies behind the one that the expression gives.

    That is so when the clock was ahead and has been put right, when the rules of a zone have changed, and when a row was written
    by hand. A time that has had its run has no second one.
    """
    for each in many(store.connection, "paused = 0", ()):
        try:
            soonest = _soonest(store, each, now)
        except HydraError as error:
            with store.write() as db:
                _rest(db, each, str(error))
            continue
        if each.next_at is None or soonest < each.next_at:
            with store.write() as db:
                db.execute(
                    "UPDATE schedules SET next_at = ? WHERE id = ? AND paused = 0 AND (next_at IS ? OR typeof(next_at) <> 'real')",
                    (soonest, each.id, each.next_at),
                )


def _run(each: Schedule, now: datetime) -> _Run | str:
    """What is due of a schedule, or the sentence that says why nothing can be."""
    try:
        latest = cron.latest(each.cron, each.zone, now)
        moment = max(each.next_at or 0.0, latest.timestamp() if latest else 0.0)
        planned = datetime.fromtimestamp(moment, cron.zone_info(each.zone))
        return _Run(planned, next_after(each.cron, each.zone, now), now.timestamp() - moment > LATE_SECONDS)
    except HydraError as error:
        return str(error)


def _fire(db: apsw.Connection, each: Schedule, run: _Run | str, exists: Callable[[str], bool]) -> Task | None:
    if isinstance(run, str) or not exists(each.agent):
        _rest(db, each, run if isinstance(run, str) else gone(each.agent))
        return None
    made, trouble = None, None
    if run.late and each.missed == "skip":
        trouble = f"Skipped {run.planned:%a %H:%M}: hydratui was not open."
    elif _has_unfinished(db, each):
        trouble = f"Skipped {run.planned:%H:%M}: the run before had not ended."
    else:
        made = insert(db, each, f"{prefix(each)}{times.stamp(run.planned)}")
    db.execute("UPDATE schedules SET next_at = ?, trouble = ? WHERE id = ?", (run.next_at, trouble, each.id))
    return made


def gone(agent: str) -> str:
    """The trouble of a schedule whose agent was deleted."""
    return f"There is no agent {agent} any more."


def _rest(db: apsw.Connection, each: Schedule, trouble: str) -> None:
    db.execute("UPDATE schedules SET paused = 1, next_at = NULL, trouble = ? WHERE id = ?", (trouble, each.id))


def _has_unfinished(db: apsw.Connection, each: Schedule) -> bool:
    sql = """SELECT 1 FROM tasks INDEXED BY tasks_unfinished
             WHERE agent = ? AND status IN ('pending', 'running') AND substr(ref, 1, ?) = ? LIMIT 1"""
    return bool(db.execute(sql, (each.agent, len(prefix(each)), prefix(each))).fetchall())


def _soonest(store: Store, each: Schedule, now: datetime) -> float:
    """The next time that has had no run; after a clock was put back, the first ones may have."""
    # A colon comes after every digit: what was run by hand is not among them.
    bounds = (f"{prefix(each)}{times.stamp(now)}", f"{prefix(each)}:")
    begun = {row[0] for row in store.connection.execute("SELECT ref FROM tasks WHERE ref > ? AND ref < ?", bounds)}
    coming = cron.following(each.cron, each.zone, now, len(begun) + 1)
    free = (moment.timestamp() for moment in coming if f"{prefix(each)}{times.stamp(moment)}" not in begun)
    return next(free, None) or next_after(each.cron, each.zone, now)
