"""Asking an agent's memory: from the words that were typed to dated excerpts."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime
from itertools import islice

import apsw

from hydratui import times
from hydratui.errors import StoreError
from hydratui.recall.answer import Answer, Hit
from hydratui.recall.catalog import Index, look
from hydratui.recall.dates import named
from hydratui.recall.entry import as_text
from hydratui.recall.excerpt import Wanted, excerpt
from hydratui.recall.index import ensure, rebuild
from hydratui.recall.query import CLOSE, candidates, terms
from hydratui.recall.rank import CENTRES, WEIGHTS, Scored, Weights, scored
from hydratui.recall.rows import as_array, rows, value
from hydratui.recall.suggest import nearest
from hydratui.recall.tokens import LANGUAGES, MAX_RESULT, Concept, concepts
from hydratui.recall.when import dated, seconds_of
from hydratui.store.database import Store


def recall(
    store: Store,
    agent: str,
    query: str,
    *,
    limit: int = 5,
    since: date | None = None,
    until: date | None = None,
    exclude: Collection[int] = (),
) -> Answer:
    """Searches an agent's completed tasks: the prompt, and the first 4,000 characters of the result.

    Args:
        store: Where the tasks are.
        agent: Whose tasks; no other agent's text has any part in the answer.
        query: Any text; words only, nothing in it is an operator.
        limit: At most so many hits.
        since: Only tasks finished on this local day or later.
        until: Only tasks finished on this local day or earlier.
        exclude: Numbers of tasks to leave out.

    Raises:
        StoreError: The file can't be read, or the agent has no index yet and the file can't be written. No query raises anything.
    """
    began = time.perf_counter()
    index = _up_to_date(store, agent)
    try:
        with store.connection:  # one state of the file, whatever others write meanwhile
            found = _search(store.connection, index, query, limit, since, until, frozenset(exclude))
    except (apsw.CorruptError, apsw.SQLError):
        # The index is damaged or its tables are gone. All of it can be made again from the tasks.
        rebuild(store, agent)
        found = _search(store.connection, ensure(store, agent), query, limit, since, until, frozenset(exclude))
    searched, oldest, hits, near = found
    return Answer(query, agent, searched, oldest, hits, near, 1000 * (time.perf_counter() - began))


def _up_to_date(store: Store, agent: str) -> Index:
    try:
        return ensure(store, agent)
    except StoreError:
        # The disk is full or the file read-only: what is indexed can be searched all the same.
        index = look(store.connection, agent)
        if index is None:
            raise
        return index


def _search(
    db: apsw.Connection, index: Index, query: str, limit: int, since: date | None, until: date | None, exclude: frozenset[int]
) -> tuple[int, str | None, tuple[Hit, ...], tuple[str, ...]]:
    """How many tasks were searched, the stamp of the oldest, the hits, and what may have been meant instead."""
    index = look(db, index.agent) or index
    wanted = concepts(query, index.languages)
    low, high = seconds_of(since, until)
    filtered = since is not None or until is not None
    searched, oldest = _extent(db, index, low, high) if filtered else _whole(db, index)
    hits: tuple[Hit, ...] = ()
    near: tuple[str, ...] = ()
    if wanted and searched and limit > 0:
        allowed = _allowed(db, index, low, high) if filtered else None
        kept = (
            one
            for one in ranked(db, index, query, wanted, allowed, most=limit + len(exclude))
            if one.doc.task not in exclude and (allowed is None or one.doc.task in allowed)
        )
        sought = Wanted(wanted)
        hits = tuple(_hits(db, index.agent, list(islice(kept, limit)), sought))
        if not hits:
            near = nearest(db, index, wanted)
    return searched, oldest, hits, near


def ranked(
    db: apsw.Connection,
    index: Index,
    query: str,
    wanted: list[Concept],
    allowed: Collection[int] | None = None,
    weights: Weights = WEIGHTS,
    most: int = 5,
) -> list[Scored]:
    """The agent's tasks that match, best first, without their texts; at least `most` where there are so many.

    Args:
        db: The file.
        index: The agent's index, up to date.
        query: The query, for the dates that it names.
        wanted: The query's words.
        allowed: The tasks that a filter lets through, None without one.
        weights: What counts how much.
        most: How many are wanted.
    """
    known = terms(db, index, wanted)
    if not known:
        return []
    periods = named(query, times.today()) if weights.date else []
    by_task, by_time = dated(db, index, periods, weights.date)
    picked = candidates(db, index, known, allowed, by_task, max(CLOSE, 4 * most))
    return scored(db, index, known, picked, by_time, weights, max(CENTRES, most + 8))


def _whole(db: apsw.Connection, index: Index) -> tuple[int, str | None]:
    return index.docs, _stamp(value(db, f"SELECT min(at) FROM recall_docs_{index.number}"))


def _extent(db: apsw.Connection, index: Index, low: float, high: float) -> tuple[int, str | None]:
    sql = f"SELECT count(*), min(at) FROM recall_docs_{index.number} WHERE at >= ? AND at < ?"
    count, oldest = next(iter(rows(db, sql, (low, high))))
    return count, _stamp(oldest)


def _allowed(db: apsw.Connection, index: Index, low: float, high: float) -> frozenset[int]:
    sql = f"SELECT task FROM recall_docs_{index.number} WHERE at >= ? AND at < ?"
    return frozenset(task for (task,) in rows(db, sql, (low, high)))


def _stamp(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _hits(db: apsw.Connection, agent: str, best: list[Scored], sought: Wanted) -> Iterator[Hit]:
    sql = f"""SELECT t.id, ref, coalesce(finished_at, created_at), channel,
                CAST(prompt AS BLOB), substr(CAST(result AS BLOB), 1, {4 * MAX_RESULT})
              FROM json_each(?) CROSS JOIN tasks t ON t.id = value WHERE agent = ?"""
    texts = {row[0]: row[1:] for row in rows(db, sql, (as_array(one.doc.task for one in best), agent))}
    for one in best:
        if one.doc.task not in texts:  # deleted a moment ago
            continue
        ref, at, channel, prompt, result = texts[one.doc.task]
        of = LANGUAGES[one.doc.language - 1] if one.doc.language else None
        asked = excerpt(as_text(prompt), sought, of)
        answered = excerpt(as_text(result)[:MAX_RESULT], sought, of)
        yield Hit(one.doc.task, ref, str(at), str(channel), asked, answered, round(one.score, 4), not one.own)
