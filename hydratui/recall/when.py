"""What the dates that a question names are worth to the tasks of those days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

import apsw

from hydratui.recall.catalog import Index
from hydratui.recall.dates import Period
from hydratui.recall.query import weight
from hydratui.recall.rows import rows, value

_MOST = 1_000
"""Tasks of the named days that are candidates by their date alone."""


def seconds_of(first: date | None, last: date | None) -> tuple[float, float]:
    """Local days, both included, as seconds since 1970: from, and up to but not including. None is without end."""
    low = _midnight(first) if first else float("-inf")
    high = _midnight(last + timedelta(days=1)) if last and last < date.max else float("inf")
    return low, high


def _midnight(day: date) -> float:
    try:
        return datetime.combine(day, time.min).timestamp()
    except (OverflowError, ValueError, OSError):  # before or after what the platform can reckon with
        return float("-inf") if day.year < 1970 else float("inf")


def dated(
    db: apsw.Connection, index: Index, periods: Sequence[Period], share: float
) -> tuple[dict[int, float], Callable[[int], float] | None]:
    """What the periods are worth: to the tasks finished in them, by number, and to any task, by when it was finished.

    A date counts as a word does: the fewer tasks are of these days, the more telling. Events are told afterwards, so what it is
    worth fades out over half as many days again, two at least.
    """
    if not periods:
        return {}, None
    spans = []
    for period in periods:
        low, high = seconds_of(period.first, period.last)
        spans.append((low, high, max(2 * 86_400.0, (high - low) / 2)))
    table = f"recall_docs_{index.number}"
    where = " OR ".join("at >= ? AND at < ?" for _ in spans)
    bounds = [bound for low, high, _ in spans for bound in (low, high)]
    docs = value(db, f"SELECT count(*) FROM {table} WHERE {where}", bounds)
    worth = share * weight(index, docs)

    def worth_at(at: int) -> float:
        return worth * max(_fading(at, *span) for span in spans)

    tasks = rows(db, f"SELECT task FROM {table} WHERE {where} LIMIT {_MOST}", bounds) if docs <= _MOST else ()
    return {task: worth for (task,) in tasks}, worth_at


def _fading(at: int, low: float, high: float, grace: float) -> float:
    if at < low:
        return 0.0
    return 1.0 if at < high else max(0.0, 1 - (at - high) / grace)
