"""A worker keeps indexes up to date that were made before; it makes none that nobody asked for."""

import time

import pytest

from hydratui.recall import index, recall
from hydratui.store import Store
from hydratui.workers import indexer
from hydratui.workers.indexer import Indexer


def write(store: Store, count: int) -> None:
    with store.write() as db:
        db.executemany(
            "INSERT INTO tasks (agent, prompt, result, status, finished_at) VALUES (?, ?, 'yes', 'completed', '2026-01-01T00:00:00Z')",
            [(agent, f"question {number}") for number in range(count) for agent in ("ada", "otto")],
        )


def in_time(store: Store) -> bool:
    end = time.monotonic() + 20
    while index.behind(store) and time.monotonic() < end:
        time.sleep(0.02)
    return not index.behind(store)


@pytest.fixture
def running(store: Store, monkeypatch: pytest.MonkeyPatch) -> Indexer:
    monkeypatch.setattr(indexer, "LOOK_SECONDS", 0.02)
    return Indexer(store.path)


def test_what_is_written_by_anybody_is_read_in_the_background(store: Store, running: Indexer) -> None:
    write(store, 10)
    recall(store, "ada", "question")
    write(store, 500)
    assert index.behind(store) == ["ada"]
    running.start()
    assert in_time(store)
    running.end()
    assert index.waiting(store, "ada") == 0
    assert store.connection.execute("SELECT agent FROM recall_agents").fetchall() == [("ada",)]
    assert recall(store, "ada", "question 499").searched == 510


def test_a_new_tokenizer_reads_everything_again_in_the_background(store: Store, running: Indexer) -> None:
    write(store, 50)
    recall(store, "ada", "question")
    with store.write() as db:
        db.execute("UPDATE recall_agents SET version = version - 1")
    assert index.behind(store) == ["ada"]
    running.start()
    assert in_time(store)
    running.end()
    assert recall(store, "ada", "question").searched == 50
