"""What recall keeps in the file: its tables, one set an agent, and the triggers that note which tasks have changed."""

from __future__ import annotations

import apsw

from hydratui.recall.rows import rows

# The agent's id never becomes part of a table's name: any string may stand in `tasks.agent`, so a number stands for it.
TABLES = """
CREATE TABLE IF NOT EXISTS recall_agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  docs INTEGER NOT NULL DEFAULT 0,
  words INTEGER NOT NULL DEFAULT 0,
  languages INTEGER NOT NULL DEFAULT 0,
  read_to INTEGER DEFAULT 0,
  old_to INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS recall_channels (
  id INTEGER PRIMARY KEY,
  agent INTEGER NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (agent, name)
);
CREATE TABLE IF NOT EXISTS recall_dirty (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  agent INTEGER NOT NULL,
  task INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS recall_dirty_by_agent ON recall_dirty (agent);
"""

# They run in any process, a bare sqlite3 shell included, so they call nothing of ours and only note numbers. The two BEFORE
# triggers are for REPLACE, which deletes the rows in its way without firing a DELETE trigger.
TRIGGERS = {
    "recall_on_replace": """CREATE TRIGGER recall_on_replace BEFORE INSERT ON tasks BEGIN
  INSERT INTO recall_dirty (agent, task) SELECT a.id, t.id FROM tasks t JOIN recall_agents a ON a.agent = t.agent
    WHERE t.id = NEW.id OR t.ref = NEW.ref;
END""",
    "recall_on_insert": """CREATE TRIGGER recall_on_insert AFTER INSERT ON tasks WHEN NEW.status = 'completed' BEGIN
  INSERT INTO recall_dirty (agent, task) SELECT id, NEW.id FROM recall_agents WHERE agent = NEW.agent;
END""",
    "recall_on_move": """CREATE TRIGGER recall_on_move BEFORE UPDATE OF id, ref ON tasks BEGIN
  INSERT INTO recall_dirty (agent, task) SELECT a.id, t.id FROM tasks t JOIN recall_agents a ON a.agent = t.agent
    WHERE t.id = NEW.id OR t.ref = NEW.ref;
END""",
    "recall_on_update": """CREATE TRIGGER recall_on_update
AFTER UPDATE OF id, agent, channel, prompt, result, status, created_at, finished_at ON tasks
WHEN OLD.status = 'completed' OR NEW.status = 'completed' BEGIN
  INSERT INTO recall_dirty (agent, task) SELECT id, OLD.id FROM recall_agents WHERE agent = OLD.agent AND OLD.status = 'completed';
  INSERT INTO recall_dirty (agent, task) SELECT id, NEW.id FROM recall_agents WHERE agent = NEW.agent AND NEW.status = 'completed';
END""",
    "recall_on_delete": """CREATE TRIGGER recall_on_delete AFTER DELETE ON tasks WHEN OLD.status = 'completed' BEGIN
  INSERT INTO recall_dirty (agent, task) SELECT id, OLD.id FROM recall_agents WHERE agent = OLD.agent;
END""",
}

# No text is kept a second time: the FTS5 table knows which task holds which token, `words` holds a task's tokens in order, three
# bytes each, for counting them and seeing which stand side by side. Left to itself, FTS5 merges its segments in the middle of a commit,
# for a hundred milliseconds now and then, while everybody else who wants to write waits; so that is put off, and `drain` does it.
_OF_AGENT = """
CREATE VIRTUAL TABLE recall_fts_{0} USING fts5 (tokens, content='', contentless_delete=1, detail=none, tokenize='ascii');
INSERT INTO recall_fts_{0} (recall_fts_{0}, rank) VALUES ('automerge', 0);
INSERT INTO recall_fts_{0} (recall_fts_{0}, rank) VALUES ('crisismerge', 1000);
CREATE VIRTUAL TABLE recall_vocab_{0} USING fts5vocab (recall_fts_{0}, row);
CREATE TABLE recall_docs_{0} (task INTEGER PRIMARY KEY, channel INTEGER NOT NULL, at INTEGER NOT NULL, language INTEGER NOT NULL,
  words BLOB NOT NULL);
CREATE INDEX recall_docs_{0}_by_channel ON recall_docs_{0} (channel);
CREATE INDEX recall_docs_{0}_by_date ON recall_docs_{0} (at);
"""
_DROP_OF_AGENT = """
DROP TABLE IF EXISTS recall_vocab_{0};
DROP TABLE IF EXISTS recall_fts_{0};
DROP TABLE IF EXISTS recall_docs_{0};
DELETE FROM recall_dirty WHERE agent = {0};
DELETE FROM recall_channels WHERE agent = {0};
"""


def triggers_stand(connection: apsw.Connection) -> bool:
    """Whether every trigger is in the file, word for word."""
    sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'tasks' AND name GLOB 'recall_on_*'"
    return dict(rows(connection, sql)) == TRIGGERS


def make_triggers(db: apsw.Connection) -> None:
    """Makes the shared tables and the triggers; inside a write."""
    db.execute(TABLES)
    for name in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'recall_on_*'").fetchall():
        db.execute(f'DROP TRIGGER "{name[0]}"')
    for sql in TRIGGERS.values():
        db.execute(sql)


def make_tables_of(db: apsw.Connection, number: int) -> None:
    """Makes an agent's tables anew, empty; inside a write."""
    db.execute(_DROP_OF_AGENT.format(int(number)))
    db.execute(_OF_AGENT.format(int(number)))


def drop_tables_of(db: apsw.Connection, number: int) -> None:
    """Removes an agent's tables; inside a write."""
    db.execute(_DROP_OF_AGENT.format(int(number)))
