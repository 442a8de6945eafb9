"""The index follows the tasks, whoever writes them and however."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import apsw.shell
import pytest

from hydratui.errors import StoreError
from hydratui.recall import index, recall, schema
from hydratui.recall.rows import rows, value
from hydratui.store import Store
from hydratui.store.ownership import rename_agent
from tests.shell import BareShell
from tests.unit.recall.past import apart, found, happened, is_whole


@pytest.fixture
def shell(store: Store) -> Iterator[BareShell]:
    """A bare connection of Python's own SQLite, which has no function of ours and may not even know FTS5."""
    happened(store, "something old")
    found(store, "old")
    with BareShell(store.path) as bare:
        yield bare


def test_a_task_written_by_a_bare_shell_is_found(store: Store, shell: BareShell) -> None:
    shell.execute("INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'written from afar', 'yes', 'completed')")
    assert len(found(store, "afar")) == 1
    assert is_whole(store)


def test_an_edited_result_is_found_by_its_new_words_only(store: Store, shell: BareShell) -> None:
    task = happened(store, "colour?", "crimson")
    assert found(store, "crimson") == [task]
    shell.execute("UPDATE tasks SET result = 'turquoise' WHERE id = ?", (task,))
    assert found(store, "crimson") == []
    assert found(store, "turquoise") == [task]
    assert is_whole(store)


def test_status_back_and_forth(store: Store, shell: BareShell) -> None:
    task = happened(store, "crimson")
    for status, hits in (("running", []), ("completed", [task]), ("failed", []), ("completed", [task]), ("pending", [])):
        shell.execute("UPDATE tasks SET status = ? WHERE id = ?", (status, task))
        assert found(store, "crimson") == hits
    assert is_whole(store)


def test_insert_or_replace_over_the_same_number(store: Store, shell: BareShell) -> None:
    task = happened(store, "crimson")
    assert found(store, "crimson") == [task]
    shell.execute("INSERT OR REPLACE INTO tasks (id, agent, prompt, status) VALUES (?, 'ada', 'turquoise', 'completed')", (task,))
    assert found(store, "crimson") == []
    assert found(store, "turquoise") == [task]
    shell.execute("REPLACE INTO tasks (id, agent, prompt, status) VALUES (?, 'otto', 'turquoise', 'completed')", (task,))
    assert found(store, "turquoise") == []
    assert found(store, "turquoise", agent="otto") == [task]
    shell.execute("REPLACE INTO tasks (id, agent, prompt, status) VALUES (?, 'otto', 'turquoise', 'pending')", (task,))
    assert found(store, "turquoise", agent="otto") == []
    assert is_whole(store)


def test_a_row_that_replace_removes_for_its_reference_is_found_no_more(store: Store, shell: BareShell) -> None:
    insert = "INSERT OR REPLACE INTO tasks (ref, agent, prompt, status) VALUES ('r', 'ada', ?, 'completed')"
    shell.execute(insert, ("crimson",))
    assert len(found(store, "crimson")) == 1
    shell.execute(insert, ("turquoise",))
    assert found(store, "crimson") == []
    assert len(found(store, "turquoise")) == 1
    other = happened(store, "violet")
    assert found(store, "violet") == [other]
    shell.execute("UPDATE OR REPLACE tasks SET ref = 'r' WHERE id = ?", (other,))
    assert found(store, "turquoise") == []
    assert is_whole(store)


def test_a_task_that_gets_another_number(store: Store, shell: BareShell) -> None:
    task = happened(store, "crimson")
    other = happened(store, "turquoise")
    assert found(store, "crimson") == [task]
    shell.execute("UPDATE OR REPLACE tasks SET id = ? WHERE id = ?", (other, task))
    assert found(store, "crimson") == [other]
    assert found(store, "turquoise") == []
    assert is_whole(store)


def test_upsert_and_insert_or_ignore(store: Store, shell: BareShell) -> None:
    upsert = """INSERT INTO tasks (ref, agent, prompt, status) VALUES ('r', 'ada', ?, 'completed')
                ON CONFLICT (ref) DO UPDATE SET prompt = excluded.prompt"""
    for word in ("crimson", "turquoise"):
        shell.execute(upsert, (word,))
        assert len(found(store, word)) == 1
    shell.execute("INSERT OR IGNORE INTO tasks (ref, agent, prompt, status) VALUES ('r', 'ada', 'violet', 'completed')")
    shell.execute("UPDATE OR IGNORE tasks SET prompt = 'indigo' WHERE ref = 'r'")
    assert found(store, "crimson") == found(store, "turquoise") == found(store, "violet") == []
    assert len(found(store, "indigo")) == 1
    assert is_whole(store)


def test_a_deleted_task_is_found_no_more(store: Store, shell: BareShell) -> None:
    task, other = apart(store, "crimson", "crimson too")
    assert set(found(store, "crimson")) == {task, other}
    shell.execute("DELETE FROM tasks WHERE id = ?", (task,))
    assert found(store, "crimson") == [other]
    shell.execute("DELETE FROM tasks")
    answer = recall(store, "ada", "crimson")
    assert (answer.hits, answer.searched, answer.since) == ((), 0, None)
    assert is_whole(store)


def test_a_write_that_is_rolled_back_never_happened(store: Store, shell: BareShell) -> None:
    shell.execute("BEGIN")
    shell.execute("INSERT INTO tasks (agent, prompt, status) VALUES ('ada', 'crimson', 'completed')")
    shell.execute("ROLLBACK")
    assert found(store, "crimson") == []
    assert is_whole(store)


def test_a_renamed_agent_takes_its_past_along(store: Store) -> None:
    task = happened(store, "crimson")
    assert found(store, "crimson") == [task]
    rename_agent(store, "ada", "adele")
    assert found(store, "crimson", agent="adele") == [task]
    assert found(store, "crimson") == []
    rename_agent(store, "adele", "ada")
    assert found(store, "crimson") == [task]
    assert is_whole(store)


def test_an_agent_without_tasks_leaves_no_index_behind(store: Store) -> None:
    happened(store, "crimson")
    found(store, "crimson")
    rename_agent(store, "ada", "adele")
    found(store, "crimson", agent="adele")
    assert [agent for (agent,) in rows(store.connection, "SELECT agent FROM recall_agents")] == ["adele"]
    assert value(store.connection, "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'recall_fts_*' AND type = 'table'") > 0
    assert is_whole(store)


def test_neighbours_change_when_a_task_between_them_comes_or_goes(store: Store, shell: BareShell) -> None:
    first, between, last = happened(store, "crimson"), happened(store, "hello"), happened(store, "good night")
    assert {hit.task for hit in recall(store, "ada", "crimson").hits} >= {first, between}
    shell.execute("DELETE FROM tasks WHERE id = ?", (between,))
    hits = {hit.task: hit.context for hit in recall(store, "ada", "crimson").hits}
    assert hits[last] is True
    shell.execute("UPDATE tasks SET channel = 'elsewhere' WHERE id = ?", (last,))
    assert last not in {hit.task for hit in recall(store, "ada", "crimson").hits}
    assert is_whole(store)


def test_vacuum_and_dump_and_restore(store: Store, tmp_path: Path) -> None:
    task, gone = apart(store, "crimson", "turquoise")
    assert found(store, "crimson") == [task]
    store.connection.execute("DELETE FROM tasks WHERE id = ?", (gone,))
    store.connection.execute("VACUUM")
    assert found(store, "crimson") == [task]
    assert is_whole(store)
    dumped: Any = apsw.shell.Shell(stdout=(tmp_path / "dump.sql").open("w", encoding="utf-8"), db=store.connection)
    dumped.process_command(".dump")
    dumped.stdout.close()
    restored = apsw.Connection(str(tmp_path / "restored.db"))
    reader: Any = apsw.shell.Shell(db=restored)
    reader.process_command(f".read '{tmp_path / 'dump.sql'}'")
    restored.pragma("user_version", store.connection.pragma("user_version"))
    restored.close()
    again = Store.open(tmp_path / "restored.db")
    assert found(again, "crimson") == [task]
    assert found(again, "turquoise") == []
    later = happened(again, "crimson again", channel="later")
    assert set(found(again, "crimson")) == {task, later}
    assert is_whole(again)
    again.close()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM recall_fts_1_data WHERE id > 10",
        "UPDATE recall_fts_1_data SET block = zeroblob(length(block)) WHERE id > 10",
        "DELETE FROM recall_fts_1 WHERE rowid = 1",
        "DELETE FROM recall_docs_1",
        "UPDATE recall_docs_1 SET words = zeroblob(9) WHERE task = 2",
        "DROP TABLE recall_docs_1",
        "DROP TRIGGER recall_on_update",
        "UPDATE recall_agents SET docs = 7",
    ],
)
def test_a_damaged_index_is_found_and_rebuilt(store: Store, damage: str) -> None:
    tasks = apart(store, *["crimson sky"] * 20)
    assert len(found(store, "crimson", limit=30)) == 20
    again = store.again()
    again.connection.execute(damage)
    again.close()
    assert index.check(store) != []
    index.rebuild(store, "ada")
    assert is_whole(store)
    assert sorted(found(store, "crimson", limit=30)) == tasks


@pytest.mark.parametrize("damage", ["DROP TABLE recall_docs_1", "DROP TABLE recall_fts_1"])
def test_recall_mends_an_index_that_it_can_not_read(store: Store, damage: str) -> None:
    task = happened(store, "crimson sky")
    assert found(store, "crimson") == [task]
    again = store.again()
    again.connection.execute(damage)
    again.close()
    assert found(store, "crimson") == [task]
    assert is_whole(store)


def test_changes_made_while_the_triggers_were_gone_are_seen(store: Store) -> None:
    task = happened(store, "crimson")
    assert found(store, "crimson") == [task]
    for name in schema.TRIGGERS:
        store.connection.execute(f"DROP TRIGGER {name}")
    store.connection.execute("UPDATE tasks SET prompt = 'turquoise'")
    assert found(store, "crimson") == []
    assert found(store, "turquoise") == [task]
    assert is_whole(store)


def test_another_version_of_the_tokenizer_reads_everything_again(store: Store) -> None:
    task = happened(store, "crimson")
    assert found(store, "crimson") == [task]
    store.connection.execute("UPDATE recall_agents SET version = version - 1")
    store.connection.execute("UPDATE recall_docs_1 SET words = zeroblob(3)")
    assert found(store, "crimson") == [task]
    assert is_whole(store)


def test_rows_that_no_program_of_ours_would_write(store: Store, shell: BareShell) -> None:
    shell.execute(
        "INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', CAST(x'6372696d736f6eff' AS TEXT), x'00ff', 'completed')"
    )
    shell.execute("INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'crimson' || char(0) || 'violet', 12, 'completed')")
    shell.execute(
        "INSERT INTO tasks (agent, channel, prompt, status, finished_at) VALUES ('a''b\"; --', '', 'crimson', 'completed', 'never')"
    )
    assert len(found(store, "crimson violet")) == 2
    assert len(found(store, "violet")) == 1
    assert len(found(store, "crimson", agent="a'b\"; --")) == 1
    assert is_whole(store)


def test_the_first_recall_reads_all_old_tasks_and_others_may_write_meanwhile(store: Store) -> None:
    sql = "INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'crimson ' || ?, 'a sky of many words', 'completed')"
    with store.write() as db:
        db.executemany(sql, [(number,) for number in range(3_000)])
    failed: list[BaseException] = []
    begun, stop = threading.Event(), threading.Event()

    def save() -> None:
        own = store.again()
        try:
            while not stop.is_set():
                with own.write() as db:
                    db.execute(sql, ("meanwhile",))
                begun.set()
        except BaseException as error:
            failed.append(error)
        own.close()

    saver = threading.Thread(target=save)
    saver.start()
    begun.wait()
    try:
        answer = recall(store, "ada", "crimson")
    finally:
        stop.set()
        saver.join()
    assert failed == []
    assert answer.searched >= 3_000
    assert recall(store, "ada", "meanwhile").searched == value(store.connection, "SELECT count(*) FROM tasks")
    assert index.waiting(store, "ada") == 0
    assert is_whole(store)


def test_how_much_is_left_to_read_is_known(store: Store) -> None:
    assert index.waiting(store, "ada") == 0
    happened(store, "crimson")
    found(store, "crimson")
    happened(store, "turquoise")
    assert index.waiting(store, "ada") == 1
    found(store, "turquoise")
    assert index.waiting(store, "ada") == 0


def test_a_file_that_can_not_be_written_is_searched_as_it_was_indexed(store: Store) -> None:
    task = happened(store, "crimson")
    assert found(store, "crimson") == [task]
    happened(store, "turquoise", channel="later")
    store.connection.pragma("query_only", True)
    assert found(store, "crimson") == [task]
    assert found(store, "turquoise") == []
    with pytest.raises(StoreError, match="read-only"):
        recall(store, "otto", "crimson")
    store.connection.pragma("query_only", False)
    assert len(found(store, "turquoise")) == 1


def test_two_processes_make_one_index_together(store: Store) -> None:
    sql = "INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'crimson ' || ?, 'a sky of many words', 'completed')"
    with store.write() as db:
        db.executemany(sql, [(number,) for number in range(2_000)])
    program = """
import pathlib, sys
from hydratui.recall import recall
from hydratui.store import Store
store = Store.open(pathlib.Path(sys.argv[1]))
print(recall(store, "ada", "crimson 77").searched)
"""
    others = [subprocess.Popen([sys.executable, "-c", program, str(store.path)], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert recall(store, "ada", "crimson 77").searched == 2_000
    assert [other.communicate()[0].strip() for other in others] == ["2000", "2000"]
    assert is_whole(store)
