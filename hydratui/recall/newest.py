"""What one agent's index holds of some words, by date instead of by score."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

import apsw

from hydratui.recall.catalog import Index
from hydratui.recall.place import Sought
from hydratui.recall.query import candidates, terms
from hydratui.recall.rows import as_array, rows
from hydratui.recall.tokens import Concept

MOST_FORMS = 64
"""Words that a beginning may become."""
_SORTED = 2_000
"""Tasks up to which those that hold the words are looked up and put in order. Of more, the newest of all are asked whether they do."""
_LOOSE = 24


def newest(
    db: apsw.Connection, index: Index, sought: Sought, low: float, high: float, channels: str | None, most: int
) -> list[tuple[int, int]]:
    """The newest tasks that hold all the words, each with its time in seconds since 1970.

    Args:
        db: The file.
        index: The agent's index.
        sought: The words.
        low: From when on, in seconds since 1970.
        high: Up to, but not including when.
        channels: Names as a JSON array, None for all.
        most: At most so many.
    """
    held = [_held(db, index, concept, sought.beginning) for concept in sought.concepts]
    if not all(held):
        return []
    match = " AND ".join("(" + " OR ".join(f'"{token}"' for token in each) + ")" for each in held)
    number = index.number
    among, bindings = "", [low, high]
    if channels is not None:
        among = f"AND channel IN (SELECT id FROM recall_channels WHERE agent = {number} AND name IN (SELECT value FROM json_each(?)))"
    if min(sum(each.values()) for each in held) <= _SORTED:
        sql = f"""SELECT task, at FROM recall_fts_{number} CROSS JOIN recall_docs_{number} ON task = recall_fts_{number}.rowid
                  WHERE recall_fts_{number} MATCH ? AND at >= ? AND at < ? {among} ORDER BY at DESC, task DESC LIMIT ?"""
        given: list[object] = [match, *bindings]
    else:
        sql = f"""SELECT task, at FROM recall_docs_{number} INDEXED BY recall_docs_{number}_by_date
                  WHERE at >= ? AND at < ? AND task IN (SELECT rowid FROM recall_fts_{number} WHERE recall_fts_{number} MATCH ?) {among}
                  ORDER BY at DESC, task DESC LIMIT ?"""
        given = [*bindings, match]
    return list(rows(db, sql, (*given, *([] if channels is None else [channels]), most)))


def loosely(db: apsw.Connection, index: Index, wanted: Sequence[Concept], allowed: Collection[int] | None) -> list[tuple[int, int]]:
    """Tasks that hold some of the words, the likeliest, each with its time in seconds since 1970."""
    picked = candidates(db, index, terms(db, index, wanted), allowed, {}, _LOOSE)
    sql = f"SELECT task, at FROM recall_docs_{index.number} WHERE task IN (SELECT value FROM json_each(?))"
    return list(rows(db, sql, (as_array(picked),)))


def seen_in(db: apsw.Connection, index: Index, low: float, high: float, channels: str | None) -> frozenset[int]:
    """The tasks that a filter lets through."""
    sql = f"SELECT task FROM recall_docs_{index.number} WHERE at >= ? AND at < ?"
    bindings: list[object] = [low, high]
    if channels is not None:
        sql += f" AND channel IN (SELECT id FROM recall_channels WHERE agent = {index.number} AND name IN (SELECT value FROM json_each(?)))"
        bindings.append(channels)
    return frozenset(task for (task,) in rows(db, sql, bindings))


def _held(db: apsw.Connection, index: Index, concept: Concept, beginning: str) -> dict[str, int]:
    """The tokens of the index that stand for a word, and how many tasks hold each."""
    vocabulary = f"recall_vocab_{index.number}"
    found = rows(db, f"SELECT term, doc FROM json_each(?) CROSS JOIN {vocabulary} ON term = value", (json.dumps(list(concept.tokens)),))
    held: dict[str, int] = {} if concept.prefix else dict(found)
    if concept.prefix or (beginning and concept.word == beginning):
        sql = f"SELECT term, doc FROM {vocabulary} WHERE term >= ? AND term < ? LIMIT {MOST_FORMS}"
        held |= dict(rows(db, sql, (concept.word, concept.word + "\U0010ffff")))
    return held
