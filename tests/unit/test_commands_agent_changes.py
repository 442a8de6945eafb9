"""Renaming and deleting an agent reach its tasks and channels."""

from typing import Any

import pytest

from hydratui.agents import create as create_module
from hydratui.agents import memory
from hydratui.agents.create import create
from hydratui.agents.roster import find, roster
from hydratui.commands import agent_changes
from hydratui.errors import HydraError, StoreError, UnknownAgent
from hydratui.paths import Home
from hydratui.recall import recall
from hydratui.store import Store, channels, held, queue, tasks


@pytest.fixture(autouse=True)
def berta(home: Home) -> None:
    memory.save(create(home, "Berta"), "I deploy on Fridays", "user")


def done(store: Store, prompt: str, channel: str = "main") -> None:
    task = tasks.submit(store, "berta", prompt, channel)
    claim = queue.claim(store, "test", only=task.id)
    assert claim is not None
    queue.complete(store, claim, "done", "builtin", (0, 0))


def test_a_new_name_moves_folder_files_tasks_and_channel(home: Home, store: Store) -> None:
    done(store, "water the tulips", "berta")
    channels.use(store, "main", "berta")
    assert len(recall(store, "berta", "tulips").hits) == 1
    renamed = agent_changes.rename(home, store, "berta", "Ana María")
    assert (renamed.id, renamed.name) == ("ana_maria", "Ana María")
    assert "berta" not in [agent.id for agent in roster(home)]
    assert [note.text for note in memory.notes(renamed)] == ["I deploy on Fridays"]
    assert [(task.agent, task.channel) for task in tasks.recent(store)] == [("ana_maria", "ana_maria")]
    assert channels.active_agent(store, "main") == "ana_maria"
    assert len(recall(store, "ana_maria", "tulips").hits) == 1
    assert recall(store, "berta", "tulips").hits == ()


def test_a_new_spelling_of_the_same_id_changes_the_name_alone(home: Home, store: Store) -> None:
    assert agent_changes.rename(home, store, "berta", "BERTA").name == "BERTA"
    assert find(home, "berta").name == "BERTA"


def test_a_taken_name_changes_nothing(home: Home, store: Store) -> None:
    create(home, "Carlo")
    done(store, "hello")
    with pytest.raises(HydraError, match="carlo already"):
        agent_changes.rename(home, store, "berta", "Carlo")
    assert find(home, "berta").name == "Berta"
    assert [task.agent for task in tasks.recent(store)] == ["berta"]


def test_a_store_that_fails_gives_the_old_name_back(home: Home, store: Store) -> None:
    store.connection.execute("CREATE TRIGGER no BEFORE UPDATE OF agent ON tasks BEGIN SELECT raise(ABORT, 'no'); END")
    done_before = tasks.submit(store, "berta", "hello")
    with pytest.raises(Exception, match="no"):
        agent_changes.rename(home, store, "berta", "Zoe")
    assert (find(home, "berta").name, tasks.get(store, done_before.id)) == ("Berta", done_before)


@pytest.mark.parametrize("change", ["rename", "delete"])
def test_an_agent_at_work_is_left_alone(home: Home, store: Store, change: str) -> None:
    tasks.submit(store, "berta", "hello")
    assert queue.claim(store, "test") is not None
    with pytest.raises(HydraError, match="working on task 1"):
        if change == "rename":
            agent_changes.rename(home, store, "berta", "Zoe")
        else:
            agent_changes.delete(home, store, "berta")
    assert find(home, "berta").name == "Berta"


def test_a_deleted_agent_s_messages_stay_and_its_queue_is_cancelled(home: Home, store: Store) -> None:
    done(store, "hello")
    tasks.submit(store, "berta", "later")
    held.hold(store, "berta", 1, "The user likes tea.", "example.org")
    agent_changes.delete(home, store, "berta")
    with pytest.raises(UnknownAgent):
        find(home, "berta")
    assert held.held(store) == []
    assert [(task.prompt, task.status) for task in tasks.recent(store)] == [("later", "cancelled"), ("hello", "completed")]


def test_an_earlier_agent_s_messages_are_not_taken_over(home: Home, store: Store) -> None:
    done(store, "water the tulips")
    agent_changes.delete(home, store, "berta")
    before = tasks.recent(store)
    with pytest.raises(HydraError, match="messages of an earlier agent berta"):
        agent_changes.rename(home, store, "ada", "Berta")
    assert find(home, "ada").name == "Ada"
    assert tasks.recent(store) == before


@pytest.mark.parametrize("change", ["rename", "delete"])
def test_no_worker_gets_hold_of_a_task_while_its_agent_moves(
    home: Home, store: Store, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.submit(store, "berta", "hello")
    worker = store.again()
    worker.connection.set_busy_timeout(0)
    move = getattr(create_module, change)

    def watched(*given: Any) -> Any:
        with pytest.raises(StoreError, match="locked"):
            queue.claim(worker, "eager")
        return move(*given)

    monkeypatch.setattr(create_module, change, watched)
    if change == "rename":
        agent_changes.rename(home, store, "berta", "Zoe")
        claim = queue.claim(worker, "eager")
        assert claim is not None
        assert claim.task.agent == "zoe"
    else:
        agent_changes.delete(home, store, "berta")
        assert queue.claim(worker, "eager") is None
    worker.close()
