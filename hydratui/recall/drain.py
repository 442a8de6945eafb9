"""Taking into an agent's index what has changed, in short writes between which others get in."""

from __future__ import annotations

import functools
import operator
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import apsw

from hydratui.recall.catalog import Index, look
from hydratui.recall.entry import ROW, WIDTH, Entry, Row, entry
from hydratui.recall.rows import as_array, rows, value
from hydratui.recall.tokens import forget
from hydratui.store.database import Store

# A batch holds the write lock for some milliseconds; whoever saves a task meanwhile gets in between two of them.
_LOCKED_S = 0.006
_SMALLEST, _LARGEST = 16, 1_024
_MERGED_PAGES = 16
_LOG_PAGES = 400


@dataclass(frozen=True, slots=True)
class _Batch:
    """The next tasks to look at.

    Attributes:
        tasks: Their numbers.
        old: Whether they are read for the first time, in order, rather than because of a note that they have changed.
        last: The number of the last task, or of the last note.
    """

    tasks: tuple[int, ...]
    old: bool
    last: int | None


def drain(store: Store, agent: str, index: Index) -> Index:
    """Reads the old tasks that are not in yet and those that have changed; gives the index as it is then.

    Raises:
        StoreError: The file can't be written.
    """
    size, number = 64, index.number
    # What is saved from now on is for the next recall: else this one might never end.
    until = value(store.connection, "SELECT max(seq) FROM recall_dirty") or 0
    # No wait for the disk: queue and index are lost or kept together, and what is lost is made again.
    with _log_emptied_early(store.connection):
        for next_batch in (_next_old, _next_changed):
            while True:
                batch = next_batch(store.connection, agent, number, size, until)
                if batch is None:
                    break
                # Cutting texts into tokens takes longest and needs no lock; what has changed when the lock is held is cut again.
                ready = {row[0]: (row, entry(row)) for row in _rows(store.connection, agent, batch.tasks)}
                with store.write_lightly() as db:
                    began = time.perf_counter()
                    batch = next_batch(db, agent, number, size, until)
                    if batch is not None:
                        _take_in(db, agent, number, batch, ready)
                    took = time.perf_counter() - began
                    _merge_for(db, number, took / 2)
                size = max(_SMALLEST, min(_LARGEST, int(size * min(2.0, _LOCKED_S / took))))
        if index.read_to is not None:
            _merge_all(store, number)
    forget()
    return look(store.connection, agent) or index


def _merge_for(db: apsw.Connection, number: int, seconds: float) -> None:
    """Merges what earlier batches have left, one step at least, so that the segments never become many; inside a write."""
    until = time.perf_counter() + seconds
    while _merge(db, number, _MERGED_PAGES) and time.perf_counter() < until:
        pass


def _merge_all(store: Store, number: int) -> None:
    """Makes one segment of those that are left, a few pages at a time: it answers twice as fast."""
    pages = -_MERGED_PAGES  # a negative number begins a merge of everything, the positive ones go on with it
    while True:
        with store.write_lightly() as db:
            if not _merge(db, number, pages):
                return
        pages = _MERGED_PAGES
        # There is no work between two steps that others could use to write.
        time.sleep(_LOCKED_S)


def _merge(db: apsw.Connection, number: int, pages: int) -> bool:
    """One step; whether there was anything to merge."""
    before = db.total_changes()
    db.execute(f"INSERT INTO recall_fts_{number} (recall_fts_{number}, rank) VALUES ('merge', ?)", (pages,))
    return db.total_changes() - before > 1


def _next_old(db: apsw.Connection, agent: str, number: int, size: int, until: int) -> _Batch | None:
    if value(db, "SELECT read_to FROM recall_agents WHERE id = ?", (number,)) is None:
        return None
    # What came after the index was begun was noted by the triggers.
    sql = """SELECT t.id FROM recall_agents a CROSS JOIN tasks t ON t.agent = a.agent AND t.status = 'completed' AND t.id > a.read_to
             WHERE a.id = ? AND t.id <= a.old_to ORDER BY t.id LIMIT ?"""
    tasks = tuple(task for (task,) in rows(db, sql, (number, size)))
    return _Batch(tasks, True, tasks[-1] if tasks else None)


def _next_changed(db: apsw.Connection, agent: str, number: int, size: int, until: int) -> _Batch | None:
    sql = "SELECT seq, task FROM recall_dirty WHERE agent = ? AND seq <= ? ORDER BY seq LIMIT ?"
    notes = list(rows(db, sql, (number, until, size)))
    return _Batch(tuple(dict.fromkeys(task for _, task in notes)), False, notes[-1][0]) if notes else None


def _rows(db: apsw.Connection, agent: str, tasks: Iterable[int]) -> Iterable[Row]:
    sql = f"SELECT {ROW} FROM tasks WHERE id IN (SELECT value FROM json_each(?)) AND agent = ? AND status = 'completed'"
    return rows(db, sql, (as_array(tasks), agent))


def _take_in(db: apsw.Connection, agent: str, number: int, batch: _Batch, ready: dict[int, tuple[Row, Entry]]) -> None:
    """Makes the index say of the batch's tasks what their rows say now; inside a write."""
    channels = dict(rows(db, "SELECT name, id FROM recall_channels WHERE agent = ?", (number,)))
    sql = f"SELECT task, channel, at, language, words FROM recall_docs_{number} WHERE task IN (SELECT value FROM json_each(?))"
    stale = {row[0]: row for row in rows(db, sql, (as_array(batch.tasks),))}
    fresh: list[tuple[Entry, int]] = []
    for row in _rows(db, agent, batch.tasks):
        known = ready.get(row[0])
        new = known[1] if known is not None and known[0] == row else entry(row)
        channel = channels.get(new.channel) or channels.setdefault(new.channel, _new_channel(db, number, new.channel))
        if stale.get(new.task) == (new.task, channel, new.at, new.language, new.words):
            del stale[new.task]
        else:
            fresh.append((new, channel))
    _remove(db, number, stale)
    _add(db, number, fresh)
    docs = len(fresh) - len(stale)
    words = sum(_size(new.words) for new, _ in fresh) - sum(_size(row[4]) for row in stale.values())
    languages = functools.reduce(operator.or_, (1 << new.language >> 1 for new, _ in fresh), 0)
    sql = "UPDATE recall_agents SET docs = docs + ?, words = words + ?, languages = languages | ? WHERE id = ?"
    db.execute(sql, (docs, words, languages, number))
    if batch.old:
        db.execute("UPDATE recall_agents SET read_to = ? WHERE id = ?", (batch.last, number))
    else:
        db.execute("DELETE FROM recall_dirty WHERE agent = ? AND seq <= ?", (number, batch.last))


def _add(db: apsw.Connection, number: int, fresh: list[tuple[Entry, int]]) -> None:
    db.executemany(f"INSERT INTO recall_fts_{number} (rowid, tokens) VALUES (?, ?)", [(new.task, new.terms) for new, _ in fresh])
    rows = [(new.task, channel, new.at, new.language, new.words) for new, channel in fresh]
    db.executemany(f"INSERT INTO recall_docs_{number} VALUES (?, ?, ?, ?, ?)", rows)


def _remove(db: apsw.Connection, number: int, stale: Iterable[int]) -> None:
    tasks = [(task,) for task in stale]
    db.executemany(f"DELETE FROM recall_fts_{number} WHERE rowid = ?", tasks)
    db.executemany(f"DELETE FROM recall_docs_{number} WHERE task = ?", tasks)


def _size(words: bytes) -> int:
    """How many tokens there are in an entry's words, the break not counted."""
    return len(words) // WIDTH - 1


def _new_channel(db: apsw.Connection, number: int, name: str) -> int:
    return int(value(db, "INSERT INTO recall_channels (agent, name) VALUES (?, ?) RETURNING id", (number, name)))


@contextmanager
def _log_emptied_early(connection: apsw.Connection) -> Iterator[None]:
    """The log is emptied here, early, so that nobody who saves a task finds it full and has to do it."""
    before = connection.pragma("wal_autocheckpoint")
    connection.pragma("wal_autocheckpoint", _LOG_PAGES)
    try:
        yield
    finally:
        connection.pragma("wal_autocheckpoint", before)
