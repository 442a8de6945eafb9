"""What a query asks for, in the terms of one agent's index, and which tasks are worth a close look."""

from __future__ import annotations

import heapq
import json
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import apsw

from hydratui.recall.catalog import Index
from hydratui.recall.rows import rows
from hydratui.recall.tokens import Concept

READ = 1_000
"""Postings that are read in full, rarest word first. Commoner words count where they stand, but do not pick."""

CLOSE = 64
"""Tasks that are looked at closely, where no more are wanted."""

MAX_WORDS = 48
"""Words of a query that count: its rarest."""

_MAX_FORMS = 64


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the query that the index knows.

    Attributes:
        word: The word, folded.
        tokens: What it stands for in the index.
        match: The FTS5 expression of these tokens.
        docs: How many tasks hold it.
        weight: How telling it is: the fewer tasks hold it, the more.
        place: Where it stands in the query.
        holders: The tasks that hold it, where they were read.
    """

    word: str
    tokens: tuple[str, ...]
    match: str
    docs: int
    weight: float
    place: int
    holders: tuple[int, ...] | None = None


def weight(index: Index, docs: int) -> float:
    """How telling it is to be among so many of the tasks: the idf of BM25, in the form that is never negative."""
    return math.log(1 + (index.docs - docs + 0.5) / (docs + 0.5))


def terms(db: apsw.Connection, index: Index, concepts: Sequence[Concept]) -> list[Term]:
    """The query's words that the agent's tasks hold, rarest first."""
    counts = _counts(db, index, {token for concept in concepts if not concept.prefix for token in concept.tokens})
    found = []
    for place, concept in enumerate(concepts):
        held = (
            _beginning(db, index, concept.word) if concept.prefix else {token: counts[token] for token in concept.tokens if token in counts}
        )
        if held:
            # Two forms of a word seldom share a task, so the sum is close; it is exact once the holders are read.
            docs = min(index.docs, sum(held.values()))
            match = " OR ".join(f'"{token}"' for token in held)
            found.append(Term(concept.word, tuple(held), match, docs, weight(index, docs), place))
    found.sort(key=lambda term: (term.docs, term.place))
    found = found[:MAX_WORDS]
    left, few = READ, []
    for term in found:
        if term.docs > left:
            break
        left -= term.docs
        few.append(term)
    holders = _holders_of_each(db, index, [term.match for term in few])
    read = [
        replace(term, holders=tuple(tasks), docs=len(tasks), weight=weight(index, len(tasks)))
        for term, tasks in zip(few, holders, strict=True)
    ]
    return [term for term in read + found[len(few) :] if term.docs]


def _counts(db: apsw.Connection, index: Index, tokens: Iterable[str]) -> dict[str, int]:
    """Of these tokens those that the index holds, and in how many tasks each."""
    sql = f"SELECT term, doc FROM json_each(?) CROSS JOIN recall_vocab_{index.number} ON term = value"
    return dict(rows(db, sql, (json.dumps(list(tokens)),)))


def _beginning(db: apsw.Connection, index: Index, letter: str) -> dict[str, int]:
    sql = f"SELECT term, doc FROM recall_vocab_{index.number} WHERE term >= ? AND term < ? LIMIT ?"
    return dict(rows(db, sql, (letter, letter + "\U0010ffff", _MAX_FORMS)))


def _holders_of_each(db: apsw.Connection, index: Index, matches: Sequence[str]) -> list[list[int]]:
    """The tasks that each FTS5 expression matches."""
    table = f"recall_fts_{index.number}"
    # Each as one text: to read a thousand rows one by one takes three times as long.
    sql = f"SELECT (SELECT json_group_array(rowid) FROM {table} WHERE {table} MATCH value) FROM json_each(?)"
    return [json.loads(holders) for (holders,) in rows(db, sql, (json.dumps(matches),))]


def _holders(db: apsw.Connection, index: Index, match: str) -> Iterable[int]:
    """The tasks that an FTS5 expression matches, newest first."""
    table = f"recall_fts_{index.number}"
    found = rows(db, f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC", (match,))
    return (task for (task,) in found)


def candidates(
    db: apsw.Connection, index: Index, found: Sequence[Term], allowed: Collection[int] | None, dated: dict[int, float], most: int = CLOSE
) -> list[int]:
    """The tasks that may be among the best, best first by a rough measure.

    Args:
        db: The file.
        index: The agent's index.
        found: The words.
        allowed: The tasks that a filter lets through, None without one.
        dated: What the dates that the query names are worth to some tasks.
        most: How many tasks at most.
    """
    sums: dict[int, float] = dict(dated)
    for term in found:
        value = term.weight
        for task in term.holders or ():
            sums[task] = sums.get(task, 0.0) + value
    if allowed is not None:
        sums = {task: value for task, value in sums.items() if task in allowed}
    common = [term for term in found if term.holders is None]
    few = " OR ".join(term.match for term in found if term.holders is not None)
    if common and sums:
        _pick(db, index, common, few, sums, allowed, most)
    if common and len(sums) < most // 2 + len(dated):
        _pick(db, index, common, "", sums, allowed, most)
    return heapq.nlargest(most, sums, key=sums.__getitem__)


def _pick(
    db: apsw.Connection, index: Index, common: Sequence[Term], few: str, sums: dict[int, float], allowed: Collection[int] | None, most: int
) -> None:
    """Adds what the common words are worth to tasks that hold them, and one of the few where there are any.

    First those that hold the rarer half of them; where these are too many, those that hold all, too; where they are too few, those that
    hold the rarest. Of each the newest, till there are enough. Each look costs milliseconds where the words are common among 100,000
    tasks.
    """
    seen: dict[int, float] = {}

    def enough(size: int, wanted: int) -> bool:
        """Looks for the first so many of the words; whether that gave as many new tasks as were wanted."""
        worth = sum(term.weight for term in common[:size])
        match = " AND ".join(f"({part})" for part in (few, *(term.match for term in common[:size])) if part)
        before = len(seen)
        for task in _holders(db, index, match):
            if allowed is None or task in allowed:
                seen[task] = max(worth, seen.get(task, 0.0))
                if len(seen) - before >= wanted:
                    return True
        return False

    half = (len(common) + 1) // 2
    if enough(half, most):
        if half < len(common):
            enough(len(common), most)
    elif half > 1:
        enough(1, most - len(seen))
    for task in heapq.nlargest(most, seen, key=seen.__getitem__):
        sums[task] = sums.get(task, 0.0) + seen[task]
