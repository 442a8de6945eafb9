"""The user's own search, over the tasks of all agents. No tool, model or worker may import it: an agent searches its own tasks alone.

Each agent has an index of its own, and a score says something within one of them only. So tasks are not ranked across agents by score:
those that hold all the words come newest first, whoever's they are; where these are few, those follow that hold some, most words first.
Each agent's index is asked for its newest; the tasks that no index holds are read. Nothing is written, so an index that was never made is
not made here: its agent's tasks are read each time, in portions, behind all that the others give at once.
"""

from __future__ import annotations

import heapq
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import apsw

from hydratui.recall.entry import seconds
from hydratui.recall.newest import loosely, newest, seen_in
from hydratui.recall.place import Place, Sought
from hydratui.recall.query import MAX_WORDS
from hydratui.recall.rows import as_array, rows
from hydratui.recall.tokens import concepts
from hydratui.recall.unread import COLUMNS, Bounds, Sieve, Text, changed, current, unread
from hydratui.recall.when import seconds_of
from hydratui.store.database import Store, in_words
from hydratui.times import stamp

MOST = 200
"""Tasks that are given: the newest of those that hold all the words."""
FEW = 10
"""With fewer than these, those follow that hold some of the words, as many at most."""
_SHOWN_FIRST = 40
_TELL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for.

    Attributes:
        words: Any text. Without any the newest tasks are given, where something else says which.
        since: Only tasks finished on this local day or later; one that has not finished counts by when it was sent.
        until: Only tasks of this local day or earlier.
        agents: Ids; none is all.
        channels: Names; none is all.
    """

    words: str
    since: date | None = None
    until: date | None = None
    agents: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()

    @property
    def narrowed(self) -> bool:
        """Whether anything beside the words says what is looked for."""
        return bool(self.since or self.until or self.agents or self.channels)


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found so far, in its order.

    Attributes:
        places: Those with all the words, newest first, then those with some.
        words: How many words there are to be found.
        more: Whether there are more that hold all the words, older than these.
    """

    places: tuple[Place, ...] = ()
    words: int = 0
    more: bool = False


def search(store: Store, wish: Wish) -> Iterator[Found]:
    """Searches, and gives all that was found so far again and again; the last is all there is.

    Args:
        store: The file; it is only read.
        wish: What is looked for. A last word without a blank behind it may be the beginning of a longer one.

    Raises:
        StoreError: The file can't be read.
    """
    sought = Sought(concepts(wish.words)[:MAX_WORDS], wish.words)
    if not sought.concepts and (wish.words.strip() or not wish.narrowed):
        yield Found()
        return
    with in_words(store.path):
        yield from _Search(store.connection, wish, sought).run()


@dataclass(slots=True)
class _Search:
    """One search.

    Attributes:
        full: Tasks with all the words, and when they were.
        some: Tasks that may hold some of them: how many at most, and when they were.
        places: Those that were looked at closely.
        more: Whether some with all the words were let go.
        oldest: When the oldest was that is of use.
        told_at: When something was given last.
    """

    db: apsw.Connection
    wish: Wish
    sought: Sought
    full: dict[int, float] = field(default_factory=dict)
    some: dict[int, tuple[int, float]] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    more: bool = False
    oldest: float = float("-inf")
    told_at: float = field(default_factory=time.monotonic)

    def run(self) -> Iterator[Found]:
        """All of it; what is quick comes first."""
        db, wanted, bounds = self.db, self.sought.concepts, _bounds(self.wish)
        low, high = seconds_of(self.wish.since, self.wish.until)
        agents = [agent for agent in _agents(db) if not self.wish.agents or agent in self.wish.agents]
        indexes = {agent: index for agent in agents if wanted and (index := current(db, agent)) is not None}
        stale = {agent: changed(db, index) for agent, index in indexes.items()}
        for agent, index in indexes.items():
            for task, at in newest(db, index, self.sought, low, high, bounds.channels, MOST + len(stale[agent])):
                if task not in stale[agent]:
                    self._full(task, at)
            yield from self._told(_SHOWN_FIRST)
        yield self._found(MOST)
        # What has not been completed is little; what no index holds may be much.
        sieve = Sieve(wanted, self.sought.beginning)
        for agent in sorted(agents, key=lambda agent: agent not in indexes):
            for portion in unread(db, agent, indexes.get(agent), stale.get(agent, frozenset()), bounds, None if wanted else MOST):
                self._sift(portion, sieve)
                yield from self._told(MOST)
        if len(self.full) < FEW and len(wanted) > 1:
            for agent, index in indexes.items():
                allowed = seen_in(db, index, low, high, bounds.channels) if self.wish.narrowed else None
                likely = loosely(db, index, wanted, allowed)
                self.some |= {task: (len(wanted), at) for task, at in likely if task not in stale[agent]}
        yield self._found(MOST, loosely_too=len(self.full) < FEW)

    def _full(self, task: int, at: float) -> None:
        self.full[task] = at
        if len(self.full) > 4 * MOST:
            kept = heapq.nlargest(MOST, self.full.items(), key=_newest)
            self.full, self.more, self.oldest = dict(kept), True, kept[-1][1]

    def _sift(self, portion: Sequence[Text], sieve: Sieve) -> None:
        """Takes from what was read what holds the words."""
        wanted = len(self.sought.concepts)
        for text in portion:
            at, count = seconds(text.at), sieve.count(text)
            if count == wanted and at < self.oldest:
                # There are enough newer ones, and to look closely takes long.
                self.more = True
            elif count == wanted and (not wanted or self.sought.held(text) == wanted):
                self._full(text.task, at)
            elif count:
                self.some[text.task] = (count, at)
        if len(self.some) > 40 * FEW:
            self.some = dict(self._likely())

    def _told(self, most: int) -> Iterator[Found]:
        """What there is so far, not too often."""
        if time.monotonic() - self.told_at >= _TELL_SECONDS:
            yield self._found(most)

    def _found(self, most: int, loosely_too: bool = False) -> Found:
        best = [task for task, _ in heapq.nlargest(most, self.full.items(), key=_newest)]
        found = self._read(best)
        if loosely_too:
            some = self._read([task for task, _ in self._likely() if task not in self.full])
            found += sorted(some, key=lambda place: (-place.words, -seconds(place.at), -place.task))[:FEW]
        self.told_at = time.monotonic()
        return Found(tuple(found), len(self.sought.concepts), self.more or len(self.full) > most)

    def _likely(self) -> list[tuple[int, tuple[int, float]]]:
        return heapq.nlargest(4 * FEW, self.some.items(), key=lambda item: (item[1], item[0]))

    def _read(self, tasks: Sequence[int]) -> list[Place]:
        """The tasks with their excerpts, in this order. One that was deleted, or holds none of the words any more, is left out."""
        missing = [task for task in tasks if task not in self.places]
        sql = f"SELECT {COLUMNS} FROM tasks WHERE id IN (SELECT value FROM json_each(?))"
        for row in list(rows(self.db, sql, (as_array(missing),))) if missing else ():
            text = Text(*row)
            self.places[text.task] = self.sought.place(text)
        known = [self.places[task] for task in tasks if task in self.places]
        return [place for place in known if place.words or not self.sought.concepts]


def _newest(item: tuple[int, float]) -> tuple[float, int]:
    return item[1], item[0]


def _bounds(wish: Wish) -> Bounds:
    low, high = seconds_of(wish.since, wish.until)

    def said(moment: float, otherwise: str) -> str:
        return otherwise if abs(moment) == float("inf") else stamp(datetime.fromtimestamp(moment, UTC))

    return Bounds(said(low, ""), said(high, "~"), json.dumps(sorted(wish.channels)) if wish.channels else None)


def _agents(db: apsw.Connection) -> list[str]:
    """Everyone whose tasks there are. They are few and the tasks many, so the index is asked for one after the other."""
    sql = """WITH RECURSIVE them (agent) AS (
               SELECT min(agent) FROM tasks UNION ALL
               SELECT (SELECT min(agent) FROM tasks WHERE agent > them.agent) FROM them WHERE agent IS NOT NULL)
             SELECT agent FROM them WHERE agent IS NOT NULL"""
    return [agent for (agent,) in rows(db, sql)]
