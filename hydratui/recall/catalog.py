"""Which agents have an index, of which version, and what is known of each as a whole."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from hydratui.recall import schema
from hydratui.recall.rows import rows, value
from hydratui.recall.tokens import VERSION


@dataclass(frozen=True, slots=True)
class Index:
    """An agent's part of the index.

    Attributes:
        agent: The agent's id.
        number: What stands for it in table names.
        docs: How many completed tasks it holds.
        words: How many tokens these have together.
        languages: Those that some of them are in, one bit each in the order of `LANGUAGES`.
        read_to: While it is being made: the number of the last task that was read. None when all old tasks are in.
    """

    agent: str
    number: int
    docs: int
    words: int
    languages: int
    read_to: int | None


def look(connection: apsw.Connection, agent: str) -> Index | None:
    """The agent's index as it lies in the file, None where it has none."""
    return _look(connection, agent)[0]


def _look(connection: apsw.Connection, agent: str) -> tuple[Index | None, int]:
    try:
        row = connection.execute(
            "SELECT agent, id, docs, words, languages, read_to, version FROM recall_agents WHERE agent = ?", (agent,)
        ).fetchone()
    except apsw.SQLError:  # no such table yet
        return None, -1
    return (None, -1) if row is None else (Index(*row[:6]), row[6])


def is_current(connection: apsw.Connection, agent: str) -> bool:
    """Whether the agent has an index of the present version, and the triggers that keep it true are there."""
    index, version = _look(connection, agent)
    return index is not None and version == VERSION and schema.triggers_stand(connection)


def make(db: apsw.Connection, agent: str) -> None:
    """Makes the agent's index anew, empty, with all its tasks still to be read; inside a write."""
    if not schema.triggers_stand(db):
        schema.make_triggers(db)
        # Without the triggers nobody noted what has changed.
        db.execute("UPDATE recall_agents SET version = -1")
    db.execute(
        """INSERT INTO recall_agents (agent, version, old_to) VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM tasks))
           ON CONFLICT (agent) DO UPDATE
           SET version = excluded.version, docs = 0, words = 0, languages = 0, read_to = 0, old_to = excluded.old_to""",
        (agent, VERSION),
    )
    schema.make_tables_of(db, value(db, "SELECT id FROM recall_agents WHERE agent = ?", (agent,)))
    # An agent that was renamed or whose tasks were all deleted leaves no words behind.
    gone = "SELECT id FROM recall_agents WHERE agent <> ? AND agent NOT IN (SELECT agent FROM tasks)"
    for (number,) in list(rows(db, gone, (agent,))):
        schema.drop_tables_of(db, number)
        db.execute("DELETE FROM recall_agents WHERE id = ?", (number,))
