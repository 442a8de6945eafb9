"""The file: opened, refused, written and watched."""

from pathlib import Path

import apsw
import pytest

from hydratui.errors import StoreError
from hydratui.store import Store, migrations, tasks
from hydratui.store.migrations import MIGRATIONS
from tests.shell import shell


def test_a_new_file_has_the_newest_shape_and_a_plain_shell_reads_it(store: Store) -> None:
    tasks.submit(store, "ada", "hello")
    assert shell(store.path, "PRAGMA user_version") == [[len(MIGRATIONS)]]
    assert shell(store.path, "SELECT agent, prompt, status FROM tasks") == [["ada", "hello", "pending"]]
    assert shell(store.path, "PRAGMA journal_mode") == [["wal"]]


def test_what_a_plain_shell_writes_is_seen(store: Store) -> None:
    before = store.data_version()
    shell(store.path, "INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'q', 'a', 'completed')")
    assert store.data_version() != before
    assert [task.prompt for task in tasks.recent(store)] == ["q"]


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hydratui.db"
    shell(path, "CREATE TABLE tasks (id)", "PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer hydratui"):
        Store.open(path)
    assert path.read_bytes() == before


def test_another_programs_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hydratui.db"
    shell(path, "CREATE TABLE songs (id)")
    with pytest.raises(StoreError, match="not made by hydratui"):
        Store.open(path)
    assert shell(path, "SELECT name FROM sqlite_schema") == [["songs"]]


def test_a_damaged_file_is_one_sentence_and_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "hydratui.db"
    path.write_bytes(b"this is no database, " * 400)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(StoreError, match="can't be made"):
        Store.open(tmp_path / "file" / "home" / "hydratui.db")


def test_a_write_that_fails_leaves_nothing(store: Store) -> None:
    class OnPurpose(Exception):
        pass

    with pytest.raises(OnPurpose), store.write() as db:
        db.execute("INSERT INTO tasks (agent, prompt) VALUES ('ada', 'half')")
        raise OnPurpose
    assert tasks.recent(store) == []
    tasks.submit(store, "ada", "whole")
    assert [task.prompt for task in tasks.recent(store)] == ["whole"]


def test_a_full_disk_is_named_and_nothing_is_half_written(store: Store) -> None:
    store.connection.pragma("max_page_count", store.connection.pragma("page_count"))
    with pytest.raises(StoreError, match="full"):
        tasks.submit(store, "ada", "x" * 500_000)
    assert tasks.recent(store) == []
    assert store.connection.pragma("integrity_check") == "ok"


def test_reading_goes_on_while_another_connection_writes(store: Store) -> None:
    tasks.submit(store, "ada", "first")
    other = store.again()
    with other.write() as db:
        db.execute("INSERT INTO tasks (agent, prompt) VALUES ('ada', 'second')")
        assert [task.prompt for task in tasks.recent(store)] == ["first"]
    assert [task.prompt for task in tasks.recent(store)] == ["second", "first"]
    other.close()


def test_a_read_only_connection_cannot_write_and_says_so(store: Store) -> None:
    reader = Store(apsw.Connection(str(store.path), flags=apsw.SQLITE_OPEN_READONLY), store.path)
    with pytest.raises(StoreError, match="read-only"):
        tasks.submit(reader, "ada", "no")
    reader.close()


def test_the_copy_before_a_change_that_can_t_be_undone_holds_what_was_only_in_the_log(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.submit(store, "ada", "hello")
    version = len(MIGRATIONS)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*MIGRATIONS, migrations.Migration("DELETE FROM tasks", keeps_copy=True)))
    newer = Store.open(store.path)
    assert tasks.recent(newer) == []
    newer.close()
    copy = apsw.Connection(str(store.path.with_name(f"{store.path.name}.version-{version}")))
    assert copy.execute("SELECT prompt FROM tasks").fetchall() == [("hello",)]
    assert copy.pragma("user_version") == version
    copy.close()
