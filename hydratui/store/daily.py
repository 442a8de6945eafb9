"""What agents did, day by day where the user is: tasks that ended, those that failed, tokens and time at work, for each model."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from hydratui import times
from hydratui.store.database import Store

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Done:
    """What an agent did with a model on a day.

    Attributes:
        day: The local day on which the tasks ended.
        agent: The agent's id.
        model: ``provider:model``; None of tasks that ended before one had answered.
        tasks: How many ended; those that were cancelled before they began are not counted.
        failed: How many of them failed.
        tokens_in: Tokens that the model read.
        tokens_out: Tokens that it wrote.
        seconds: How long it was at work, each task's last attempt counted.
    """

    day: date
    agent: str
    model: str | None
    tasks: int
    failed: int
    tokens_in: int
    tokens_out: int
    seconds: float


_TALLY = """
SELECT (SELECT max(id) FROM tasks), count(*), max(finished_at), sum(tokens_in), sum(tokens_out)
FROM tasks WHERE finished_at >= ? AND finished_at < ?"""
_FIRST = "SELECT min(finished_at) FROM tasks WHERE finished_at >= ? AND finished_at < ?"

# All of it is in the index tasks_by_end, of which a day is one piece. A moment that is none counts for no time, nor does a clock
# that was put back.
_OF_DAY = """
SELECT agent, model, count(*), sum(status = 'failed'), sum(tokens_in), sum(tokens_out),
  total(max(0, julianday(finished_at) - julianday(started_at))) * 86400
FROM tasks WHERE finished_at >= ? AND finished_at < ? AND (status <> 'cancelled' OR started_at IS NOT NULL)
GROUP BY agent, model"""


def daily(store: Store, since: date | None, until: date) -> list[Done]:
    """What was done, the oldest day first; days of which there is nothing are not in it.

    Of a million tasks it takes about a second: for a thread, not for an event loop.

    Args:
        store: The file.
        since: The first day; None for the first that there is.
        until: The last day.
    """
    with store.at_one_moment():
        return list(_each_day(store, "" if since is None else _begin(since), _begin(until + _DAY)))


def tally(store: Store, day: date) -> tuple[object, ...]:
    """What changes when a task is sent, or ends on this day: a look that costs a fraction of a millisecond."""
    rows: list[Any] = store.connection.execute(_TALLY, (_begin(day), _begin(day + _DAY))).fetchall()
    return tuple(rows[0])


def _each_day(store: Store, at: str, end: str) -> Iterator[Done]:
    while True:
        first: Any = store.connection.execute(_FIRST, (at, end)).fetchall()[0][0]
        if first is None:
            return
        try:
            day = times.local_date(first)
            after = _begin(day + _DAY)
        except (ValueError, OverflowError):
            # Any program may have written the file; what ended at no moment belongs to no day.
            at = f"{first}\x01"
            continue
        rows: list[Any] = store.connection.execute(_OF_DAY, (first, min(after, end))).fetchall()
        yield from (Done(day, *row) for row in rows)
        at = max(after, f"{first}\x01")


def _begin(day: date) -> str:
    """The moment at which a day begins where the user is, as a stamp."""
    return times.stamp(datetime.combine(day, time.min).astimezone())
