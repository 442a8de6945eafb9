"""Is an index what it should be? Compares what FTS5 holds, what lies beside it, and the tasks themselves."""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from hydratui.recall.catalog import Index, look
from hydratui.recall.entry import ROW, WIDTH, code, entry
from hydratui.recall.rows import as_array, rows
from hydratui.recall.schema import triggers_stand
from hydratui.store.database import Store

_READ_AGAIN = 2_000
"""Tasks, the newest, whose texts are cut into tokens once more to compare."""


def problems(store: Store, agent: str) -> list[str]:
    """What is wrong with an agent's index, a sentence each without its full stop; nothing is changed.

    What has not been taken in yet is no problem: the next recall does that.
    """
    if not triggers_stand(store.connection):
        return [f"Changes of {agent}'s tasks are not noted any more"]
    index = look(store.connection, agent)
    if index is None:
        return []
    fts = f"recall_fts_{index.number}"
    found: list[str] = []
    try:
        store.connection.execute(f"INSERT INTO {fts} ({fts}) VALUES ('integrity-check')")
        with store.connection:  # one look at everything, whatever others write meanwhile
            found += _problems(store.connection, agent, look(store.connection, agent) or index)
    except (apsw.CorruptError, apsw.SQLError) as error:
        found.append(f"The index of {agent}'s tasks is damaged ({error})")
    return found


def _problems(db: apsw.Connection, agent: str, index: Index) -> Iterator[str]:
    number = index.number
    # FTS5 keeps no texts here to compare with, so that its own check can only see whether its pages fit together.
    expected = {}
    docs = words = 0
    for task, held in rows(db, f"SELECT task, words FROM recall_docs_{number}"):
        docs, words = docs + 1, words + len(held) // WIDTH - 1
        codes = {held[at : at + WIDTH] for at in range(0, len(held), WIDTH)}
        expected[task] = sum(int.from_bytes(one, "big") for one in codes)
    if expected != _found(db, number, expected):
        yield f"The index of {agent}'s tasks finds other words than the tasks hold"
    if (docs, words) != (index.docs, index.words):
        yield f"The index of {agent}'s tasks counts {index.docs} tasks and holds {docs}"
    waiting = {task for (task,) in rows(db, "SELECT task FROM recall_dirty WHERE agent = ?", (number,))}
    sql = "SELECT id FROM tasks WHERE agent = ? AND status = 'completed' AND (?2 IS NULL OR id <= ?2)"
    tasks = {task for (task,) in rows(db, sql, (agent, index.read_to))}
    differing = (tasks ^ expected.keys()) - waiting
    if index.read_to is not None:
        differing = {task for task in differing if task <= index.read_to}
    if differing:
        yield f"The index of {agent}'s tasks misses or has too many: {len(differing)}"
    if not _same_texts(db, number, sorted((tasks & expected.keys()) - waiting)[-_READ_AGAIN:]):
        yield f"The index of {agent}'s tasks holds texts that the tasks do not"


def _found(db: apsw.Connection, number: int, expected: dict[int, int]) -> dict[int, int]:
    """For each task the sum of the codes of the tokens by which FTS5 finds it."""
    sums = dict.fromkeys(expected, 0)
    db.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.recall_pairs_{number} USING fts5vocab(main, recall_fts_{number}, instance)")
    try:
        for term, task in rows(db, f"SELECT term, doc FROM temp.recall_pairs_{number}"):
            sums[task] = sums.get(task, 0) + int.from_bytes(code(term), "big")
    finally:
        db.execute(f"DROP TABLE temp.recall_pairs_{number}")
    return sums


def _same_texts(db: apsw.Connection, number: int, tasks: list[int]) -> bool:
    sql = f"SELECT {ROW}, words FROM recall_docs_{number} d JOIN tasks ON id = d.task WHERE d.task IN (SELECT value FROM json_each(?))"
    return all(entry(row).words == words for *row, words in rows(db, sql.replace(" channel,", " tasks.channel,", 1), (as_array(tasks),)))
