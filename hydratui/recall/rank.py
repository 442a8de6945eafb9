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
from hydratui.recall.entry import WIDTH, code
from hydratui.recall.query import Term
from hydratui.recall.rows import as_array, rows
from hydratui.recall.tokens import may_hold


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
_NEVER = bytes(3 * WIDTH)  # no run of codes holds so many zeros
CENTRES = 16
"""Candidates whose surroundings are read, where no more are wanted."""


class Doc(NamedTuple):
    """A task as the index holds it. A query looks at a hundred of them, and a tuple is made quickest."""

    task: int
    channel: int
    at: int
    language: int
    words: bytes
    times: Sequence[float]
    """How often it holds each term; counted more in a shorter text. Empty where it holds none."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A task with its score; higher is better."""

    doc: Doc
    score: float

    @property
    def own(self) -> bool:
        """Whether it holds any of the words itself."""
        return bool(self.doc.times)


class Codes(dict[int, list[tuple[bytes, tuple[bytes, ...]]]]):
    """By a text's language: for each term the codes that a text in it can have. That is one, but for terms of one letter."""

    def __init__(self, terms: Sequence[Term]) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, language: int) -> list[tuple[bytes, tuple[bytes, ...]]]:
        found = []
        for term in self._terms:
            first, *others = [code(token) for token in term.tokens if may_hold(language, token)] or [_NEVER]
            found.append((first, tuple(others)))
        self[language] = found
        return found


class Reader:
    """The tasks that one query looks at, and which of them follow each other in a conversation.

    A statement costs more than the rows that it gives, so the tasks are read many at once.
    """

    def __init__(self, db: apsw.Connection, index: Index, terms: Sequence[Term], weights: Weights) -> None:
        self._db = db
        self._table = f"recall_docs_{index.number}"
        self.codes = Codes(terms)
        self.none = (0.0,) * len(terms)
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
        count = words.count
        # A code found across two others counts too; that is as rare as two words that share a code.
        times: Sequence[float] = [
            count(first) + sum(map(count, others)) if others else count(first) for first, others in self.codes[language]
        ]
        if any(times):
            norm = self._base + self._slope * (len(words) - WIDTH)
            times = [many / norm for many in times]
        else:
            times = ()
        doc = self.docs[task] = Doc(task, channel, at, language, words, times)
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
    score = _Scorer(reader, terms, weights)
    results = [Scored(doc, value + (dated(doc.at) if dated else 0.0)) for doc in near.values() if (value := score(doc))]
    return sorted(_with_sessions(results, weights.session), key=lambda one: (-one.score, -one.doc.task))


def _best_alone(docs: Iterable[Doc], terms: Sequence[Term], dated: Callable[[int], float] | None, weights: Weights) -> list[Doc]:
    """The tasks by their own words and dates, best first."""
    ranking = []
    k1 = weights.k1
    worths = [term.weight for term in terms]
    for doc in docs:
        score = dated(doc.at) if dated else 0.0
        for worth, times in zip(worths, doc.times, strict=False):
            score += worth * times / (times + k1)
        ranking.append((-score, -doc.task, doc))
    return [doc for _, _, doc in sorted(ranking)]


class _Scorer:
    """What a task is worth by the words of the query: its own, those of the tasks around it, and those that stand side by side."""

    def __init__(self, reader: Reader, terms: Sequence[Term], weights: Weights) -> None:
        self._reader = reader
        self._weights = weights
        self._worths = [term.weight * (weights.k1 + 1) for term in terms]
        ordered = sorted(range(len(terms)), key=lambda number: terms[number].place)
        self._pairs = [
            (first, second, weights.side_by_side * (terms[first].weight + terms[second].weight))
            for first, second in pairwise(ordered)
            if terms[second].place - terms[first].place == 1
        ]

    def __call__(self, doc: Doc) -> float:
        k1, near, far = self._weights.k1, self._weights.next_to, self._weights.two_away
        before, before_it = self._two(doc.task, self._reader.before)
        after, after_it = self._two(doc.task, self._reader.after)
        score = 0.0
        for worth, own, b1, a1, b2, a2 in zip(
            self._worths, doc.times or self._reader.none, before, after, before_it, after_it, strict=True
        ):
            times = own + near * (b1 + a1) + far * (b2 + a2)
            if times:
                score += worth * times / (times + k1)
        return score + self._side_by_side(doc) if doc.times else score

    def _two(self, task: int, way: dict[int, int]) -> tuple[Sequence[float], Sequence[float]]:
        """The terms of the next two tasks on one way."""
        docs, none = self._reader.docs, self._reader.none
        first = way.get(task)
        if first is None:
            return none, none
        second = way.get(first)
        return docs[first].times or none, none if second is None else docs[second].times or none

    def _side_by_side(self, doc: Doc) -> float:
        score, times = 0.0, doc.times
        for first, second, value in self._pairs:
            if times[first] and times[second]:
                codes = self._reader.codes[doc.language]
                (one, others), (next_one, next_others) = codes[first], codes[second]
                if any(a + b in doc.words for a in (one, *others) for b in (next_one, *next_others)):
                    score += value
        return score


def _with_sessions(results: list[Scored], share: float) -> list[Scored]:
    best: dict[int, list[float]] = {}
    for one in results:
        best.setdefault(one.doc.channel, []).append(one.score)
    bonus = {channel: share * sum(sorted(scores)[-3:]) / 3 for channel, scores in best.items()}
    return [Scored(one.doc, one.score + bonus[one.doc.channel]) for one in results]
