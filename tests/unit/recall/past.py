"""Tasks for the tests of recall, written as any other process would write them."""

from hydratui.recall import Answer, index, recall
from hydratui.recall.rows import rows, value
from hydratui.store import Store


def happened(
    store: Store,
    prompt: str,
    result: str = "",
    *,
    agent: str = "ada",
    channel: str = "main",
    status: str = "completed",
    at: str = "2026-03-02T10:00:00Z",
) -> int:
    """Writes a task with bare SQL and gives its number."""
    with store.write() as db:
        db.execute(
            "INSERT INTO tasks (agent, channel, prompt, result, status, finished_at) VALUES (?, ?, ?, ?, ?, ?)",
            (agent, channel, prompt, result, status, at),
        )
        return db.last_insert_rowid()


def apart(store: Store, *prompts: str, agent: str = "ada") -> list[int]:
    """Tasks that each stand alone in their conversation, so that none lends its words to another."""
    return [happened(store, prompt, agent=agent, channel=f"channel {number}") for number, prompt in enumerate(prompts)]


def found(store: Store, query: str, agent: str = "ada", limit: int = 5) -> list[int]:
    """The numbers of the hits that hold some of the words themselves, best first."""
    return [hit.task for hit in recall(store, agent, query, limit=limit).hits if not hit.context]


def finds(prompt: str, query: str, store: Store) -> bool:
    """Whether the query finds a task with this prompt, and another with other words it does not."""
    right, other = apart(store, prompt, "zzgarden qqwindow")
    hits = found(store, query)
    assert other not in hits
    return right in hits


def is_whole(store: Store) -> bool:
    """FTS5's own check of every index, and ours; both name what they find."""
    for (table,) in list(rows(store.connection, "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5 (%'")):
        store.connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    assert value(store.connection, "PRAGMA integrity_check") == "ok"
    assert index.check(store) == []
    return True


def texts(answer: Answer) -> list[str]:
    """The marked words of all hits, in order."""
    return [excerpt.text[start:end] for hit in answer.hits for excerpt in (hit.asked, hit.answered) for start, end in excerpt.marks]
