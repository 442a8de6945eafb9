"""The file: opened, refused, written and watched."""

import sqlite3
from pathlib import Path

import apsw
import pytest

from hydratui.errors import StoreError
from hydratui.store import Store, tasks
from hydratui.store.migrations import MIGRATIONS


def test_a_new_file_has_the_newest_shape_and_a_plain_shell_reads_it(store: Store) -> None:
    tasks.submit(store, "ada", "hello")
    with sqlite3.connect(store.path) as shell:
        assert shell.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert shell.execute("SELECT agent, prompt, status FROM tasks").fetchall() == [("ada", "hello", "pending")]
        assert shell.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_a_plain_shell_writes_is_seen(store: Store) -> None:
    before = store.data_version()
    with sqlite3.connect(store.path) as shell:
        shell.execute("INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'q', 'a', 'completed')")
    assert store.data_version() != before
    assert [task.prompt for task in tasks.recent(store)] == ["q"]


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hydratui.db"
    with sqlite3.connect(path) as shell:
        shell.execute("CREATE TABLE tasks (id)")
        shell.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer hydratui"):
        Store.open(path)
    assert path.read_bytes() == before


def test_another_programs_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hydratui.db"
    with sqlite3.connect(path) as shell:
        shell.execute("CREATE TABLE songs (id)")
    with pytest.raises(StoreError, match="not made by hydratui"):
        Store.open(path)
    with sqlite3.connect(path) as shell:
        assert shell.execute("SELECT name FROM sqlite_schema").fetchall() == [("songs",)]


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
