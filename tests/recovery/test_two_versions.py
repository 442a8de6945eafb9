"""Two programs of different versions on one file: the older one steps back in a sentence, and nothing of the file is lost."""

import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, stream, tasks
from hydratui.store.migrations import MIGRATIONS
from hydratui.store.tasks import Task
from tests.nursery import StartQuick
from tests.recovery.conftest import until
from tests.recovery.soak.errands import Errand
from tests.recovery.soak.model import Model
from tests.shell import BareShell, shell
from tests.terminal import Terminal
from tests.unit.program import PROGRAM, run

NEWER = """
import sys
from hydratui.store import migrations
next_one = migrations.Migration("CREATE TABLE of_the_next_version (x); ALTER TABLE tasks ADD COLUMN x")
migrations.MIGRATIONS = (*migrations.MIGRATIONS, next_one)
from hydratui.cli.main import call
sys.exit(call(sys.argv[1:]))
"""
"""A program that is one version ahead."""
OLDER_COMMANDS = (
    ["tasks", "list"],
    ["tasks", "show", "1"],
    ["tasks", "cancel", "1"],
    ["ask", "hello"],
    ["ask", "--no-wait", "hello"],
    ["recall", "--agent", "ada", "errand"],
    ["worker"],
    ["worker", "--until-idle"],
    ["agents", "rename", "ada", "Bea"],
    ["agents", "delete", "ada", "--yes"],
    ["export", "jsonl", "-"],
)
OLD_TASKS = """
  INSERT INTO tasks (id, ref, agent, channel, prompt, result, status, error, attempts, worker, lease_until, created_at, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '2026-11-01T08:00:00Z', ?)"""


def newer(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", NEWER, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def content(database: Path) -> list[object]:
    """All that stands in a database, as another program sees it; the beats of processes aside."""
    with BareShell(database) as bare:
        schema = bare.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
        names = [str(name) for kind, name, sql in schema if kind == "table" and sql and "VIRTUAL" not in str(sql)]
        shown = sorted(name for name in names if name not in ("workers", "front_ends") and not name.startswith(("recall_", "sqlite_")))
        rows = [bare.execute(f"SELECT * FROM {name} ORDER BY 1") for name in shown]
        return [bare.execute("PRAGMA user_version"), schema, *rows]


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


def test_a_worker_hands_its_task_back_when_a_newer_program_has_migrated_the_file(
    home: Home, errands: Model, quick_worker: StartQuick
) -> None:
    errand = Errand("handed", intro=True)
    errands.before_end |= {"handed#2"}
    store = Store.open(home.database)
    task = tasks.submit(store, "ada", errand.prompt)
    behind = tasks.submit(store, "ada", Errand("behind").prompt)
    worker = quick_worker()
    until(lambda: "handed/0" in stream.text(store, task.id), "the middle of the answer")
    assert newer("tasks", "list").wait(30) == 0
    assert worker.wait() == 1
    assert "newer" in worker.said
    assert worker.said.count("\n") == 1
    assert [(now(store, each).status, now(store, each).attempts) for each in (task, behind)] == [("pending", 0), ("pending", 0)]
    store.close()
    before = content(home.database)
    for words in OLDER_COMMANDS:
        ended = run(*words)
        assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1), (words, ended)
        assert "made by a newer hydratui" in ended.err
    with Terminal([str(PROGRAM)], 250, 20) as terminal:
        assert terminal.ended() == 1
        assert "made by a newer hydratui" in terminal.text
    assert content(home.database) == before
    assert newer("worker", "--until-idle").wait(60) == 0
    rows = shell(home.database, "SELECT status, result, attempts FROM tasks ORDER BY id")
    assert rows == [["completed", errand.answer, 1], ["completed", Errand("behind").answer, 1]]
    assert [note.text for note in memory.notes(find(home, "ada"))] == [errand.note, Errand("behind").note]


def test_an_app_that_is_open_steps_back_when_a_newer_program_has_migrated_the_file(home: Home, errands: Model) -> None:
    with Terminal([str(PROGRAM)]) as terminal:
        terminal.wait_for("enter send")
        assert newer("tasks", "list").wait(30) == 0
        before = content(home.database)
        terminal.wait_for("newer")
        terminal.send("hello from the older one\r")
        terminal.settle(1.0)
        assert "newer" in terminal.text
        assert content(home.database) == before


def old_file(home: Home) -> list[Errand]:
    """Makes a file of version 1 in which tasks wait, run and have ended; gives the errands that are not done."""
    jobs = [Errand("waits"), Errand("ran"), Errand("waits-too")]
    connection = apsw.Connection(str(home.database))
    connection.pragma("journal_mode", "wal")
    connection.execute(MIGRATIONS[0].sql)
    connection.pragma("user_version", 1)
    connection.execute(OLD_TASKS, (1, "r1", "ada", "main", "hello", "Hi.", "completed", None, 1, "w", None, "2026-11-01T08:00:09Z"))
    connection.execute(OLD_TASKS, (2, None, "otto", "otto", "no", None, "failed", "It failed.", 3, "w", None, "2026-11-01T08:00:09Z"))
    connection.execute(OLD_TASKS, (3, None, "ada", "main", jobs[0].prompt, None, "pending", None, 0, None, None, None))
    connection.execute(OLD_TASKS, (4, None, "otto", "main", jobs[1].prompt, None, "running", None, 1, "gone:1:x", 5.0, None))
    connection.execute(OLD_TASKS, (5, None, "ada", "main", jobs[2].prompt, None, "pending", None, 0, None, None, None))
    connection.execute("INSERT INTO stream (task, attempt, text) VALUES (4, 1, 'I be')")
    connection.execute(
        "INSERT INTO tool_calls (task, agent, tool, source, outcome, ms, summary, result) VALUES (1, 'ada', 'recall', '', 'ok', 1, '', '')"
    )
    connection.execute("INSERT INTO channels (name, agent, draft) VALUES ('main', 'ada', 'half a thought')")
    connection.execute("INSERT INTO held_notes (agent, task, note, source) VALUES ('ada', 1, 'a fact', 'example.org')")
    connection.execute("INSERT INTO workers VALUES ('gone:1:x', 1, 'gone', '2026-11-01T08:00:00Z', 5.0, NULL)")
    connection.execute("INSERT INTO turns VALUES ('ada', 5.0)")
    connection.close()
    return jobs


KEPT = (
    "SELECT id, ref, agent, channel, prompt, result, status, error, attempts, created_at, finished_at FROM tasks ORDER BY id",
    "SELECT id, task, agent, tool, outcome, at FROM tool_calls",
    "SELECT name, agent, seen, begins_after, draft FROM channels",
    "SELECT id, agent, task, note, source, kept FROM held_notes",
    "SELECT task, attempt, text FROM stream",
)


def kept(database: Path) -> list[list[list[object]]]:
    with BareShell(database) as bare:
        return [bare.execute(sql) for sql in KEPT]


def test_a_file_of_the_first_version_is_migrated_by_several_at_once_and_all_in_it_survives(
    home: Home, errands: Model, quick_worker: StartQuick
) -> None:
    jobs = old_file(home)
    before = kept(home.database)
    at_once = [subprocess.Popen([PROGRAM, "tasks", "list", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate(timeout=60) for process in at_once]
    assert [process.returncode for process in at_once] == [0] * 4, said
    assert len({out for out, _ in said}) == 1
    assert kept(home.database) == before
    assert shell(home.database, "PRAGMA user_version") == [[len(MIGRATIONS)]]
    pair = [quick_worker("--until-idle"), quick_worker("--until-idle")]
    assert [worker.wait() for worker in pair] == [0, 0]
    rows = shell(home.database, "SELECT status, result, attempts FROM tasks WHERE id > 2 ORDER BY id")
    assert rows == [["completed", job.answer, 2 if job.key == "ran" else 1] for job in jobs]
    assert kept(home.database)[0][:2] == before[0][:2]
    assert kept(home.database)[1:4] == [before[1] + kept(home.database)[1][1:], *before[2:4]]
    assert run("doctor").status == 0


@pytest.mark.parametrize("how_many", [2])
def test_a_file_of_the_first_version_is_migrated_while_workers_begin_on_it(
    home: Home, errands: Model, quick_worker: StartQuick, how_many: int
) -> None:
    jobs = old_file(home)
    workers = [quick_worker("--until-idle") for _ in range(how_many)]
    assert [worker.wait() for worker in workers] == [0] * how_many
    assert workers[0].said == ""
    rows = shell(home.database, "SELECT status, result FROM tasks WHERE id > 2 ORDER BY id")
    assert rows == [["completed", job.answer] for job in jobs]
