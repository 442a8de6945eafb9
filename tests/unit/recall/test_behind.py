"""Whose index has something to read, as a worker asks to bring it up to date in the background."""

import itertools

import pytest

from hydratui.recall import catalog, index, recall, schema
from hydratui.recall.rows import rows, value
from hydratui.recall.tokens import VERSION
from hydratui.store import Store
from hydratui.store.ownership import rename_agent
from tests.unit.recall.past import found, happened, is_whole


def catch_up(store: Store) -> list[str]:
    """What a worker does with the answer."""
    agents = index.behind(store)
    for agent in agents:
        index.ensure(store, agent)
    return agents


def test_a_file_that_nobody_has_searched_has_no_index_that_could_be_behind(store: Store) -> None:
    happened(store, "crimson")
    assert index.behind(store) == []


def test_an_index_is_behind_from_a_change_until_it_is_read(store: Store) -> None:
    task = happened(store, "crimson")
    happened(store, "violet", agent="otto")
    found(store, "crimson")
    found(store, "violet", agent="otto")
    assert index.behind(store) == []
    for change in ("UPDATE tasks SET result = 'sky' WHERE id = ?", "DELETE FROM tasks WHERE id = ?"):
        store.connection.execute(change, (task,))
        assert index.behind(store) == ["ada"]
        assert catch_up(store) == ["ada"]
        assert index.behind(store) == []
    happened(store, "running still", status="running")
    happened(store, "of an agent without an index", agent="iris")
    assert index.behind(store) == []
    happened(store, "new", agent="otto")
    happened(store, "new")
    assert index.behind(store) == ["ada", "otto"]
    assert is_whole(store)


def test_a_task_that_another_connection_writes_puts_the_index_behind(store: Store) -> None:
    happened(store, "crimson")
    found(store, "crimson")
    other = store.again()
    happened(other, "turquoise")
    other.close()
    assert index.behind(store) == ["ada"]


def test_old_tasks_that_are_not_read_yet_put_the_index_behind(store: Store) -> None:
    task = happened(store, "crimson")
    with store.write() as db:
        catalog.make(db, "ada")
    assert index.behind(store) == ["ada"]
    catch_up(store)
    assert index.behind(store) == []
    assert index.waiting(store, "ada") == 0
    assert found(store, "crimson") == [task]


def test_a_new_version_of_the_tokenizer_puts_every_index_behind_and_catching_up_reads_it_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = happened(store, "crimson")
    happened(store, "violet", agent="otto")
    found(store, "crimson")
    found(store, "violet", agent="otto")
    newer = VERSION + 1
    monkeypatch.setattr(catalog, "VERSION", newer)
    monkeypatch.setattr(index, "VERSION", newer)
    store.connection.execute("UPDATE recall_docs_1 SET words = zeroblob(3)")
    assert catch_up(store) == ["ada", "otto"]
    assert index.behind(store) == []
    assert {version for (version,) in rows(store.connection, "SELECT version FROM recall_agents")} == {newer}
    assert value(store.connection, "SELECT words <> zeroblob(3) FROM recall_docs_1")
    assert found(store, "crimson") == [task]
    assert is_whole(store)


def test_two_programs_of_different_versions_do_not_remake_the_index_in_turn(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    happened(store, "crimson")
    older = VERSION
    ran: list[int] = []
    found(store, "crimson")
    for version in itertools.islice(itertools.cycle((older + 1, older)), 6):
        monkeypatch.setattr(catalog, "VERSION", version)
        monkeypatch.setattr(index, "VERSION", version)
        ran += [version] if catch_up(store) else []
    assert ran == [older + 1]


def test_missing_triggers_put_every_index_behind_and_catching_up_puts_them_back(store: Store) -> None:
    task = happened(store, "crimson")
    happened(store, "violet", agent="otto")
    found(store, "crimson")
    found(store, "violet", agent="otto")
    store.connection.execute("DROP TRIGGER recall_on_update")
    store.connection.execute("UPDATE tasks SET prompt = 'turquoise' WHERE id = ?", (task,))
    assert catch_up(store) == ["ada", "otto"]
    assert index.behind(store) == []
    assert schema.triggers_stand(store.connection)
    assert found(store, "turquoise") == [task]
    assert is_whole(store)


def test_an_agent_that_was_renamed_is_caught_up_once_and_not_for_ever(store: Store) -> None:
    happened(store, "crimson")
    found(store, "crimson")
    rename_agent(store, "ada", "adele")
    catch_up(store)
    assert index.behind(store) == []
    assert recall(store, "adele", "crimson").searched == 1
    assert index.behind(store) == []
    assert is_whole(store)
