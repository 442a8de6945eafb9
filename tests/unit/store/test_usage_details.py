"""What a tool was given and gave: written with its line, gone with its task, absent in a file from before."""

import hashlib
from pathlib import Path

import apsw
import pytest

from hydratui.store import Store, migrations, ownership, queue, tasks, usage
from hydratui.store.migrations import MIGRATIONS
from hydratui.store.usage import CallDetail
from hydratui.tui.told_cards import told_cards
from tests.shell import shell

SHIPPED = ("0577ccfdeca636b3", "7217d69ee2e31aed")
DETAIL = CallDetail('{"query": "backup"}', '{"hits": []}')


def record(store: Store, task: int, worker: str = "", attempt: int = 1, detail: CallDetail | None = DETAIL) -> None:
    usage.record(
        store, task=task, agent="ada", tool="recall", source="built-in", outcome="ok", ms=4, summary="backup", result="no hits in 1 task",
        worker=worker, attempt=attempt, detail=detail,
    )  # fmt: skip


def kept(store: Store) -> int:
    return len(store.connection.execute("SELECT call FROM call_details").fetchall())


def test_a_change_of_the_file_that_was_shipped_is_never_edited() -> None:
    assert tuple(hashlib.sha256(each.sql.encode()).hexdigest()[:16] for each in MIGRATIONS[:2]) == SHIPPED


def test_what_is_kept_of_a_call_is_read_back_by_itself_and_with_all_of_its_task(store: Store) -> None:
    task, other = (tasks.submit(store, "ada", text).id for text in ("one", "two"))
    record(store, task)
    record(store, other, detail=CallDetail("{}", "other"))
    record(store, task, detail=None)
    record(store, task, detail=CallDetail("{}", "third"))
    first, bare, third = usage.calls(store, task)
    assert usage.detail(store, first.id) == DETAIL
    assert usage.detail(store, bare.id) is None
    assert usage.details(store, task) == {first.id: DETAIL, third.id: CallDetail("{}", "third")}


def test_a_worker_that_has_lost_the_task_writes_neither_the_line_nor_the_rest(store: Store) -> None:
    task = tasks.submit(store, "ada", "hello")
    assert queue.claim(store, "w") is not None
    record(store, task.id, "w", 1)
    assert len(usage.details(store, task.id)) == 1
    record(store, task.id, "another")
    record(store, task.id, "w", 2)
    assert len(usage.calls(store, task.id)) == 1 and kept(store) == 1


def test_neither_is_written_when_the_disk_is_full(store: Store) -> None:
    task = tasks.submit(store, "ada", "hello").id
    store.connection.pragma("max_page_count", store.connection.pragma("page_count"))
    with pytest.raises(Exception, match="full"):
        record(store, task, detail=CallDetail("{}", "x" * 500_000))
    assert usage.calls(store, task) == [] and kept(store) == 0


def test_it_goes_with_its_task_and_follows_its_agent(store: Store) -> None:
    task = tasks.submit(store, "ada", "hello").id
    record(store, task)
    tasks.cancel(store, task)
    ownership.rename_agent(store, "ada", "eve")
    assert usage.details(store, task)
    with store.write() as db:
        db.execute("DELETE FROM tasks WHERE id = ?", (task,))
    assert kept(store) == 0


def file_of_version_two(path: Path) -> None:
    """Makes a file as the version before this one left it, with a task that has called tools."""
    path.parent.mkdir(parents=True, exist_ok=True)
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "wal")
    for each in MIGRATIONS[:2]:
        db.execute(each.sql)
    db.pragma("user_version", 2)
    db.execute(
        "INSERT INTO tasks (agent, prompt, result, status, finished_at) VALUES ('ada', 'q', 'a', 'completed', '2026-11-01T08:00:00Z')"
    )
    for tool in ("recall", "remember"):
        sql = "INSERT INTO tool_calls (task, agent, tool, source, outcome, ms, summary, result) VALUES (1, 'ada', ?, ?, 'ok', 4, '', '')"
        db.execute(sql, (tool, "built-in"))
    db.execute(
        "INSERT INTO attachments (task, name, kind, media, about, size, sha, content) VALUES (1, 'a', 'text', 't', '', 1, 's', x'61')"
    )
    db.execute("INSERT INTO typed_lines (channel, text, at) VALUES ('main', 'q', '2026-11-01T08:00:00Z')")
    db.close()


ALL = "SELECT t.agent, t.prompt, t.result, c.id, c.tool, c.summary, c.result, c.attempt FROM tasks t JOIN tool_calls c ON c.task = t.id"


def test_a_file_of_the_version_before_keeps_all_and_has_no_more_of_its_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hydratui.agents.create import seed_starters
    from hydratui.agents.roster import find
    from hydratui.paths import Home

    home = Home(tmp_path / "older")
    seed_starters(home)
    file_of_version_two(home.database)
    before = shell(home.database, ALL)
    assert len(before) == 2
    store = Store.open(home.database)
    assert shell(home.database, ALL) == before
    assert shell(home.database, "PRAGMA user_version") == [[len(MIGRATIONS)]]
    assert shell(home.database, "SELECT name FROM attachments") == [["a"]] and shell(home.database, "SELECT text FROM typed_lines") == [
        ["q"]
    ]
    (recall, _) = usage.calls(store, 1)
    assert usage.detail(store, recall.id) is None and usage.details(store, 1) == {}
    assert told_cards(store, recall, find(home, "ada"), "$accent") is None
    record(store, 1)
    assert list(usage.details(store, 1).values()) == [DETAIL]
    assert store.connection.pragma("foreign_key_check") is None and store.connection.pragma("integrity_check") == "ok"
    store.close()
    # What knew two versions only refuses the file from now on, and leaves it as it is.
    monkeypatch.setattr(migrations, "MIGRATIONS", MIGRATIONS[:2])
    with pytest.raises(Exception, match="made by a newer hydratui"):
        Store.open(home.database)
