"""Which tasks have read something that strangers wrote, themselves or in what earlier tasks made of it."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import apsw

from hydratui.store.database import Store

MOST = 8
"""Sources of one task that are kept; a task that has read from eight places is marked as well as it can be."""
IMPORT = "an imported chat"


@dataclass(frozen=True, slots=True)
class Source:
    """A place that text came from.

    Attributes:
        name: For the user: ``example.org``, ``a web search``.
        inherited: It was read by an earlier task, whose answer this one had before it.
    """

    name: str
    inherited: bool


def mark(store: Store, task: int, source: str) -> None:
    """Marks a task that is about to read something from outside."""
    known = {each.name: each for each in sources(store, task)}
    if (source in known and not known[source].inherited) or len(known) >= MOST:
        return
    with store.write_lightly() as db:
        db.execute("INSERT OR REPLACE INTO outside_sources VALUES (?, ?, 0)", (task, source))


def mark_within(db: apsw.Connection, task: int, names: Sequence[str]) -> None:
    """Marks a task that has just been made with what came with it, within the same write."""
    db.executemany("INSERT OR IGNORE INTO outside_sources VALUES (?, ?, 0)", [(task, name) for name in names[:MOST]])


def inherit(store: Store, task: int, earlier: Collection[int]) -> None:
    """Marks a task that has the text of earlier tasks before it with what marks those; an import marks as well."""
    numbers = json.dumps(list(earlier))
    found = store.connection.execute(
        f"""SELECT DISTINCT source FROM outside_sources WHERE task IN (SELECT value FROM json_each(?1))
            UNION SELECT '{IMPORT}' WHERE EXISTS (
              SELECT 1 FROM tasks WHERE id IN (SELECT value FROM json_each(?1)) AND ref IS NOT NULL AND ref NOT LIKE 'schedule-%')
            EXCEPT SELECT source FROM outside_sources WHERE task = ?2 LIMIT {MOST}""",
        (numbers, task),
    ).fetchall()
    if found:
        with store.write_lightly() as db:
            db.executemany("INSERT OR IGNORE INTO outside_sources VALUES (?, ?, 1)", [(task, source) for (source,) in found])


def sources(store: Store, task: int) -> list[Source]:
    """What marks a task, its own reading first; none when it knows nothing but the user's and its agent's words."""
    rows = store.connection.execute("SELECT source, inherited FROM outside_sources WHERE task = ? ORDER BY inherited, source", (task,))
    return [Source(name, bool(inherited)) for name, inherited in rows]
