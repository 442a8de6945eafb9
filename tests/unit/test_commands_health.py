"""What the doctor finds, and what it says to do."""

import os
from pathlib import Path

import pytest

from hydratui.agents.create import create
from hydratui.agents.roster import find
from hydratui.commands.health import Finding, examine
from hydratui.paths import Home, keys_file
from hydratui.recall import recall
from hydratui.store import Store, front_ends, queue, tasks, workers


def looked(home: Home, name: str, fix: bool = False) -> Finding:
    return next(finding for finding in examine(home, fix) if finding.name == name)


@pytest.fixture
def berta(home: Home) -> Path:
    """The folder of an agent."""
    return create(home, "Berta").folder


def test_a_fresh_data_folder_is_well(home: Home, store: Store, berta: Path) -> None:
    findings = list(examine(home))
    assert [finding for finding in findings if not finding.well] == []
    assert {"data folder", "settings", "keys", "database", "search index", "workers", "agents", "agent berta"} <= {f.name for f in findings}


def test_settings_that_are_no_toml(home: Home) -> None:
    home.config.write_text("[models\n", encoding="utf-8")
    found = looked(home, "settings")
    assert not found.well
    assert "line 1" in found.said


def test_a_key_file_that_others_may_read(home: Home) -> None:
    keys_file().parent.mkdir()
    keys_file().write_text('openai = "sk-1"\n', encoding="utf-8")
    keys_file().chmod(0o644)
    found = looked(home, "keys")
    assert not found.well
    assert f"chmod 600 {keys_file()}" in found.said


def test_a_file_that_is_no_database_does_not_hide_the_rest(home: Home, berta: Path) -> None:
    home.database.write_bytes(b"this is no database" * 100)
    findings = {finding.name: finding for finding in examine(home)}
    assert not findings["database"].well
    assert findings["agent berta"].well
    assert home.database.read_bytes() == b"this is no database" * 100


def test_a_database_of_a_newer_version(home: Home, store: Store) -> None:
    store.connection.execute("PRAGMA user_version = 99")
    assert "newer" in looked(home, "database").said


def test_rows_without_their_task(home: Home, store: Store) -> None:
    store.connection.execute("PRAGMA foreign_keys = OFF; INSERT INTO stream (task, attempt, text) VALUES (77, 1, 'x')")
    assert not looked(home, "database").well


def test_a_damaged_search_index_is_found_and_rebuilt(home: Home, store: Store) -> None:
    task = tasks.submit(store, "ada", "water the tulips")
    claim = queue.claim(store, "test")
    assert claim is not None
    queue.complete(store, claim, "done", "builtin", (0, 0))
    assert [hit.task for hit in recall(store, "ada", "tulips").hits] == [task.id]
    name = next(str(row[0]) for row in store.connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING fts5%'").fetchall())
    store.connection.execute(f"DELETE FROM {name}_data WHERE id > 10")
    found = looked(home, "search index")
    assert not found.well
    assert "--fix" in found.said
    assert looked(home, "search index", fix=True).well
    assert [hit.task for hit in recall(store, "ada", "tulips").hits] == [task.id]


def test_tasks_that_wait_for_nobody(home: Home, store: Store) -> None:
    tasks.submit(store, "ada", "hello")
    found = looked(home, "workers")
    assert not found.well
    assert "hydratui worker" in found.said


def test_workers_and_open_apps_are_named(home: Home, store: Store) -> None:
    assert (looked(home, "workers").said, looked(home, "apps").said) == ("none alive, none needed", "none open")
    workers.enlist(store, "started", "background")
    workers.ask_to_leave(store)
    workers.enlist(store, "by hand")
    front_ends.enter(store)
    said = looked(home, "workers").said
    assert said.startswith("2 alive: ")
    assert f"started by hand (process {os.getpid()}, since today " in said
    assert f"started by the app, leaving (process {os.getpid()}, since today " in said
    assert looked(home, "apps").said == f"1 open: process {os.getpid()}"


def test_a_worker_that_takes_nothing_more_is_none_for_what_waits(home: Home, store: Store) -> None:
    workers.enlist(store, "started", "background")
    workers.ask_to_leave(store)
    tasks.submit(store, "ada", "hello")
    assert not looked(home, "workers").well


def test_a_file_that_is_not_utf_8_is_named_with_its_byte(home: Home, berta: Path) -> None:
    (berta / "berta.soul.md").write_bytes(b"caf\xe9")
    found = looked(home, "agent berta")
    assert not found.well
    assert "berta.soul.md is not UTF-8 (byte 4)" in found.said


def test_a_file_that_is_missing_is_named(home: Home, berta: Path) -> None:
    (berta / "berta.skill.md").unlink()
    assert "berta.skill.md is missing" in looked(home, "agent berta").said


def test_a_memory_that_is_nearly_full(home: Home, berta: Path) -> None:
    (berta / "berta.memory.md").write_text("- [2026-01-01] x\n" * 3300, encoding="utf-8")
    found = looked(home, "agent berta")
    assert not found.well
    assert "85 % full" in found.said


def test_no_agents_at_all(home: Home) -> None:
    for agent in [folder.name for folder in home.agents.iterdir()]:
        for file in find(home, agent).folder.iterdir():
            file.unlink()
        find(home, agent).folder.rmdir()
    found = looked(home, "agents")
    assert not found.well
    assert "hydratui agents new" in found.said


def test_a_data_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "does not exist yet" in looked(Home(tmp_path / "gone"), "data folder").said


def test_looking_at_a_folder_that_is_not_there_makes_nothing(tmp_path: Path) -> None:
    missing = Home(tmp_path / "mistyped")
    found = {finding.name: finding for finding in examine(missing)}
    assert not found["data folder"].well
    assert "does not exist yet" in found["data folder"].said
    assert not missing.root.exists()
