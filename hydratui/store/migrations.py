"""The database's shape, as an ordered list of changes. Each runs once, in a transaction, and is never edited afterwards."""

from dataclasses import dataclass
from pathlib import Path

import apsw

from hydratui.errors import StoreError, StoreTooNew


@dataclass(frozen=True, slots=True)
class Migration:
    """One change.

    Attributes:
        sql: The statements.
        keeps_copy: Whether a copy of the file is kept before it, because it can't be undone.
    """

    sql: str
    keeps_copy: bool = False


_FIRST = """
CREATE TABLE tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ref TEXT UNIQUE,
  agent TEXT NOT NULL,
  channel TEXT NOT NULL DEFAULT 'main',
  prompt TEXT NOT NULL,
  result TEXT,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  error TEXT,
  model TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  worker TEXT,
  lease_until REAL,
  cancelling INTEGER NOT NULL DEFAULT 0,
  not_before REAL NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
  started_at TEXT,
  finished_at TEXT,
  tokens_in INTEGER NOT NULL DEFAULT 0,
  tokens_out INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tasks_by_channel ON tasks (channel, id);
CREATE INDEX tasks_by_agent ON tasks (agent, status, id);
CREATE INDEX tasks_unfinished ON tasks (agent, id) WHERE status IN ('pending', 'running');
CREATE INDEX tasks_running ON tasks (agent) WHERE status = 'running';

CREATE TABLE turns (
  agent TEXT PRIMARY KEY,
  claimed_at REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE stream (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX stream_by_task ON stream (task, seq);

CREATE TABLE tool_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  agent TEXT NOT NULL,
  tool TEXT NOT NULL,
  source TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'blocked', 'error')),
  ms REAL NOT NULL,
  summary TEXT NOT NULL,
  result TEXT NOT NULL,
  at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);
CREATE INDEX tool_calls_by_task ON tool_calls (task, id);
CREATE INDEX tool_calls_by_agent ON tool_calls (agent, tool);

CREATE TABLE channels (
  name TEXT PRIMARY KEY,
  agent TEXT,
  seen INTEGER NOT NULL DEFAULT 0,
  begins_after INTEGER NOT NULL DEFAULT 0,
  draft TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE TABLE held_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  note TEXT NOT NULL,
  source TEXT NOT NULL,
  kept INTEGER,
  at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);
CREATE INDEX held_notes_open ON held_notes (agent) WHERE kept IS NULL;

CREATE TABLE workers (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  started_at TEXT NOT NULL,
  beat_at REAL NOT NULL,
  model TEXT
) WITHOUT ROWID;
"""

_SECOND = """
ALTER TABLE tasks ADD COLUMN place REAL;
DROP INDEX tasks_unfinished;
CREATE INDEX tasks_unfinished ON tasks (agent, coalesce(place, id)) WHERE status IN ('pending', 'running');
DROP INDEX tasks_by_agent;
CREATE INDEX tasks_by_agent ON tasks (agent, status, id, tokens_in, tokens_out, started_at, finished_at);
CREATE INDEX tasks_by_end ON tasks (finished_at, agent, status, model, tokens_in, tokens_out, started_at)
  WHERE finished_at IS NOT NULL;

CREATE TABLE failed_attempts (
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  worker TEXT,
  cause TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX failed_attempts_by_task ON failed_attempts (task);

CREATE TABLE done_calls (
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  call TEXT NOT NULL,
  nth INTEGER NOT NULL,
  output TEXT,
  PRIMARY KEY (task, call, nth)
) WITHOUT ROWID;
CREATE TRIGGER done_calls_until_the_end AFTER UPDATE OF status ON tasks WHEN new.status IN ('completed', 'failed', 'cancelled')
BEGIN
  DELETE FROM done_calls WHERE task = new.id;
END;
ALTER TABLE tool_calls ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;

CREATE TABLE outside_sources (
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  source TEXT NOT NULL,
  inherited INTEGER NOT NULL,
  PRIMARY KEY (task, source)
) WITHOUT ROWID;
INSERT INTO outside_sources
  SELECT DISTINCT task, iif(tool = 'web_search', 'a web search', 'the web'), 0 FROM tool_calls
  WHERE outcome = 'ok' AND tool IN ('web_search', 'fetch_url');

CREATE TABLE paused_agents (
  agent TEXT PRIMARY KEY,
  at TEXT NOT NULL
) WITHOUT ROWID;

ALTER TABLE workers ADD COLUMN kind TEXT NOT NULL DEFAULT 'daemon';
ALTER TABLE workers ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;
CREATE TABLE front_ends (
  id TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  beat_at REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL,
  channel TEXT NOT NULL,
  prompt TEXT NOT NULL,
  cron TEXT NOT NULL,
  zone TEXT NOT NULL,
  missed TEXT NOT NULL DEFAULT 'once' CHECK (missed IN ('once', 'skip')),
  kind TEXT NOT NULL DEFAULT 'user' CHECK (kind IN ('user', 'heartbeat')),
  paused INTEGER NOT NULL DEFAULT 0,
  next_at REAL,
  trouble TEXT,
  last_task INTEGER,
  created_at TEXT NOT NULL
);
CREATE INDEX schedules_due ON schedules (next_at) WHERE paused = 0;
CREATE UNIQUE INDEX schedules_heartbeat ON schedules (agent) WHERE kind = 'heartbeat';

CREATE TABLE mcp_servers (
  name TEXT NOT NULL,
  worker TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('idle', 'connecting', 'connected', 'failed', 'timed out')),
  detail TEXT NOT NULL,
  tools TEXT NOT NULL,
  skipped TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (name, worker)
) WITHOUT ROWID;

CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'pdf', 'image')),
  media TEXT NOT NULL,
  about TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha TEXT NOT NULL,
  content BLOB NOT NULL
);
CREATE INDEX attachments_by_task ON attachments (task);

CREATE TABLE command_uses (
  name TEXT PRIMARY KEY,
  uses INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE typed_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX typed_lines_by_channel ON typed_lines (channel, id);
"""

_THIRD = """
CREATE TABLE call_details (
  call INTEGER PRIMARY KEY REFERENCES tool_calls ON DELETE CASCADE,
  arguments TEXT NOT NULL,
  output TEXT NOT NULL
);
CREATE INDEX tasks_ended ON tasks (channel) WHERE status NOT IN ('pending', 'running');
"""

MIGRATIONS: tuple[Migration, ...] = (Migration(_FIRST), Migration(_SECOND), Migration(_THIRD))


def refuse_others(connection: apsw.Connection, path: Path) -> int:
    """Reads whose file it is, before anything of it is touched, and gives its version.

    Raises:
        StoreError: The file was made by a newer version, or by another program.
    """
    version = int(connection.pragma("user_version"))
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise StoreTooNew(f"{path} was made by a newer hydratui (its version is {version}, this one knows {known}). Update hydratui.")
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1").fetchone():
        raise StoreError(f"{path} was not made by hydratui. Choose another folder with HYDRATUI_HOME or move the file away.")
    return version


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Brings the file to the newest shape. A file that is there already costs one read.

    Raises:
        StoreError: The file was made by a newer version, or by another program. Nothing is changed.
    """
    if int(connection.pragma("user_version")) == len(MIGRATIONS):
        return
    with_copy = False
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = refuse_others(connection, path)
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            if migration.keeps_copy and version and not with_copy:
                _keep_copy(path, path.with_name(f"{path.name}.version-{version}"))
                with_copy = True
            connection.execute(migration.sql)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        # A full disk has rolled it back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _keep_copy(path: Path, copy: Path) -> None:
    """Copies the file with all that is in its WAL, which a copy of its bytes would leave out.

    Nor may its bytes be read in another way: closing a file gives up every lock that this process holds on it.
    """
    source = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    target = apsw.Connection(str(copy))
    try:
        with target.backup("main", source, "main") as backup:
            backup.step()
    finally:
        target.close()
        source.close()
