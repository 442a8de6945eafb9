"""Many tasks at once, in and out: staged beside the file first, so that saving them holds the write lock for a moment only."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass
from itertools import islice

from hydratui.store.database import Store

_BATCH = 1_000

_STAGE = """
CREATE TEMP TABLE incoming (
  place INTEGER PRIMARY KEY,
  ref TEXT UNIQUE, agent TEXT NOT NULL, channel TEXT NOT NULL, prompt TEXT NOT NULL, result TEXT,
  status TEXT NOT NULL, error TEXT, model TEXT, attempts INTEGER NOT NULL,
  created_at TEXT NOT NULL, started_at TEXT, finished_at TEXT, tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL
)
"""

_COLUMNS = "ref, agent, channel, prompt, result, status, error, model, attempts, created_at, started_at, finished_at, tokens_in, tokens_out"

# A task without a ref is known by what it says and when: it is left out as often as it is in the file already.
_SAVE = f"""
INSERT INTO tasks ({_COLUMNS})
SELECT {_COLUMNS} FROM (
  SELECT *, row_number() OVER (PARTITION BY ref, agent, channel, created_at, prompt ORDER BY place) AS nth FROM incoming
) AS new
WHERE iif(
  new.ref IS NOT NULL,
  NOT EXISTS (SELECT 1 FROM tasks WHERE ref = new.ref),
  new.nth > (
    SELECT count(*) FROM temp.present AS old
    WHERE old.agent = new.agent AND old.channel = new.channel AND old.created_at = new.created_at AND old.prompt = new.prompt))
ORDER BY new.place
"""

_PRESENT = """
CREATE TEMP TABLE present AS SELECT agent, channel, created_at, prompt FROM tasks
WHERE ref IS NULL AND EXISTS (SELECT 1 FROM incoming WHERE ref IS NULL)
"""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task as it travels between data folders: everything but its number and its worker. Times are UTC stamps."""

    ref: str | None
    agent: str
    channel: str
    prompt: str
    result: str | None
    status: str
    error: str | None
    model: str | None
    attempts: int
    created_at: str
    started_at: str | None
    finished_at: str | None
    tokens_in: int
    tokens_out: int


def import_many(store: Store, rows: Iterable[TaskRow], before_saving: Callable[[list[str]], None]) -> tuple[int, int]:
    """Saves all the tasks, or none when anything goes wrong. Tasks that are there already add nothing.

    A task is there already when its ref is; one without a ref when the same agent was asked the same in the same
    channel at the same second.

    Args:
        store: The file to save them in.
        rows: The tasks, oldest first; read once, and never all held in memory.
        before_saving: Called with the ids of their agents, in order, once all rows were read and before any is saved.

    Returns:
        How many were read and how many were added.

    Raises:
        StoreError: They can't be saved.
    """
    db = store.connection
    db.execute("DROP TABLE IF EXISTS temp.incoming; DROP TABLE IF EXISTS temp.present;" + _STAGE)
    try:
        read = _stage(store, rows)
        before_saving([str(row[0]) for row in db.execute("SELECT DISTINCT agent FROM incoming ORDER BY agent").fetchall()])
        with store.write():
            db.execute(_PRESENT)
            db.execute("CREATE INDEX temp.present_whole ON present (created_at, agent, channel, prompt)")
            db.execute(_SAVE)
            added = db.changes()
    finally:
        db.execute("DROP TABLE IF EXISTS temp.incoming; DROP TABLE IF EXISTS temp.present")
    return read, added


def export_many(store: Store) -> Iterator[TaskRow]:
    """Every task, oldest first, as one state of the file: what is written meanwhile is not in it."""
    for row in store.connection.execute(f"SELECT {_COLUMNS} FROM tasks ORDER BY id"):
        yield TaskRow(*row)


def _stage(store: Store, rows: Iterable[TaskRow]) -> int:
    db = store.connection
    places = ",".join("?" * 14)
    waiting, read = iter(rows), 0
    with db:
        while batch := [astuple(row) for row in islice(waiting, _BATCH)]:
            db.executemany(f"INSERT INTO incoming ({_COLUMNS}) VALUES ({places}) ON CONFLICT (ref) DO NOTHING", batch)
            read += len(batch)
    return read
