"""Scoring: BM25 over a task's own words and, counting less, those of the tasks around it in its conversation.

The shape is BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted fields", 2004), with the neighbours as
the other fields. What each part is worth is measured in tests/benchmarks/recall_quality.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import apsw

from hydratui.recall.catalog import Index
from hydratui.recall.entry import WIDTH
from hydratui.recall.query import Term
from hydratui.recall.rows import as_array, rows


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much.

    Attributes:
        k1: How slowly a repeated word stops counting.
        b: How much a long text is held against it, 0 to 1.
        next_to: What a word counts that stands in the task before or after.
        two_away: The same, two tasks away.
        side_by_side: What two words of the question add that stand side by side in the text, times their weights.
        session: What the best of a conversation lend to each of it, times the mean of the best three.
        date: What a date is worth that the question names, times how telling it is.
    """

    k1: float = 1.2
    b: float = 0.75
    next_to: float = 0.4
    two_away: float = 0.1
    side_by_side: float = 0.3
    session: float = 0.2
    date: float = 1.5


WEIGHTS = Weights()
_COLUMNS = "d.task, d.channel, d.at, d.language, d.words"
CENTRES = 16
"""Candidates whose surroundings are read, where no more are wanted."""


class Doc(NamedTuple):
    """A task as the index holds it. A query looks at a hundred of them, and a tuple is made quickest."""

    task: int
    channel: int
    at: int
    language: int
    words: bytes
    counts: dict[int, float]
    """How often it holds each term, by the term's number; counted more in a shorter text."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A task with its score; higher is better."""

    doc: Doc
    score: float

    @property
    def own(self) -> bool:
        """Whether it holds any of the words itself."""
        return bool(self.doc.counts)


class Reader:
    """The tasks that one query looks at, and which of them follow each other in a conversation.

    A statement costs more than the rows that it gives, so the tasks are read many at once.
    """

    def __init__(self, db: apsw.Connection, index: Index, terms: Sequence[Term], weights: Weights) -> None:
        self._db = db
        self._table = f"recall_docs_{index.number}"
        self._codes = [(number, code) for number, term in enumerate(terms) for code in term.codes]
        self._base = 1 - weights.b
        self._slope = weights.b / max(1.0, index.words / max(1, index.docs)) / WIDTH
        self.docs: dict[int, Doc] = {}
        self.before: dict[int, int] = {}
        self.after: dict[int, int] = {}

    def read(self, tasks: Iterable[int]) -> list[Doc]:
        """The tasks with these numbers."""
        sql = f"SELECT {_COLUMNS} FROM json_each(?) CROSS JOIN {self._table} d ON d.task = value"
        return [self._doc(*row) for row in rows(self._db, sql, (as_array(tasks),))]

    def read_around(self, tasks: Iterable[int]) -> None:
        """The two tasks before and the two after each of these in its conversation."""
        near = "SELECT task FROM (SELECT task FROM {0} WHERE channel = c.channel AND task {1} c.task ORDER BY task {2} LIMIT 2)"
        sql = f"""SELECT c.task, {_COLUMNS} FROM json_each(?) CROSS JOIN {self._table} c ON c.task = value CROSS JOIN {self._table} d
                  WHERE d.task IN ({near.format(self._table, "<", "DESC")} UNION ALL {near.format(self._table, ">", "ASC")})"""
        windows: dict[int, list[int]] = {}
        for centre, *row in rows(self._db, sql, (as_array(tasks),)):
            windows.setdefault(centre, [centre]).append(self._doc(*row).task)
        for window in windows.values():
            for task, following in pairwise(sorted(window)):
                self.after[task] = following
                self.before[following] = task

    def _doc(self, task: int, channel: int, at: int, language: int, words: bytes) -> Doc:
        known = self.docs.get(task)
        if known is not None:
            return known
        counts: dict[int, float] = {}
        # A code found across two others counts too; that is as rare as two words that share a code.
        for number, code in self._codes:
            times = words.count(code)
            if times:
                counts[number] = counts.get(number, 0.0) + times
        if counts:
            norm = self._base + self._slope * (len(words) - WIDTH)
            for number in counts:
                counts[number] /= norm
        doc = self.docs[task] = Doc(task, channel, at, language, words, counts)
        return doc


def scored(
    db: apsw.Connection,
    index: Index,
    terms: Sequence[Term],
    candidates: Sequence[int],
    dated: Callable[[int], float] | None = None,
    weights: Weights = WEIGHTS,
    most: int = CENTRES,
) -> list[Scored]:
    """The best of the candidates and their neighbours, best first; of equals the newer first.

    Args:
        db: The file.
        index: The agent's index.
        terms: The words.
        candidates: Numbers of the tasks to look at.
        dated: What the dates that the query names are worth to a task finished at a time, None when it names none.
        weights: What counts how much.
        most: So many of the candidates are looked at with their surroundings: the best by their own words.
    """
    reader = Reader(db, index, terms, weights)
    centres = _best_alone(reader.read(candidates), terms, dated, weights)[:most]
    near: dict[int, Doc] = {doc.task: doc for doc in centres}
    reader.read_around(near)
    for doc in centres:
        for way in (reader.before, reader.after):
            if doc.task in way:
                near.setdefault(way[doc.task], reader.docs[way[doc.task]])
    ordered = sorted(enumerate(terms), key=lambda one: one[1].place)
    pairs = [
        (first, second, terms[first].weight + terms[second].weight, [x + y for x in a.codes for y in b.codes])
        for (first, a), (second, b) in pairwise(ordered)
        if b.place - a.place == 1
    ]
    results = []
    for doc in near.values():
        score = _score(doc, reader, terms, weights)
        if score:
            for first, second, value, codes in pairs:
                if first in doc.counts and second in doc.counts and any(code in doc.words for code in codes):
                    score += weights.side_by_side * value
            results.append(Scored(doc, score + (dated(doc.at) if dated else 0.0)))
    return sorted(_with_sessions(results, weights.session), key=lambda one: (-one.score, -one.doc.task))


def _best_alone(docs: Iterable[Doc], terms: Sequence[Term], dated: Callable[[int], float] | None, weights: Weights) -> list[Doc]:
    """The tasks by their own words and dates, best first."""
    ranking = []
    for doc in docs:
        score = dated(doc.at) if dated else 0.0
        for number, times in doc.counts.items():
            score += terms[number].weight * times / (times + weights.k1)
        ranking.append((-score, -doc.task, doc))
    return [doc for _, _, doc in sorted(ranking)]


def _score(doc: Doc, reader: Reader, terms: Sequence[Term], weights: Weights) -> float:
    times = doc.counts.copy()
    for way in (reader.before, reader.after):
        task = doc.task
        for share in (weights.next_to, weights.two_away):
            task = way.get(task, 0)
            if not task:
                break
            for number, more in reader.docs[task].counts.items():
                times[number] = times.get(number, 0.0) + share * more
    score = 0.0
    for number, value in times.items():
        score += terms[number].weight * value * (weights.k1 + 1) / (value + weights.k1)
    return score


def _with_sessions(results: list[Scored], share: float) -> list[Scored]:
    best: dict[int, list[float]] = {}
    for one in results:
        best.setdefault(one.doc.channel, []).append(one.score)
    bonus = {channel: share * sum(sorted(scores)[-3:]) / 3 for channel, scores in best.items()}
    return [Scored(one.doc, one.score + bonus[one.doc.channel]) for one in results]
