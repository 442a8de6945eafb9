"""The disk is full while everyone works, or the folder lies on a read-only mount: it is said, nothing is half-written, and it goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find, roster
from hydratui.errors import StoreError
from hydratui.paths import Home
from hydratui.store import Store, stream, tasks, usage
from hydratui.store.tasks import Task
from tests.nursery import StartQuick
from tests.recovery import mounts
from tests.recovery.conftest import until
from tests.recovery.soak.errands import Errand
from tests.recovery.soak.model import Model
from tests.terminal import Terminal
from tests.unit.program import PROGRAM, run

MEGABYTES = 4


@pytest.fixture(params=["mounted", "limited"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A disk of its own for the data folder, where one can be mounted; else the system refuses every byte."""
    if request.param == "limited":
        yield "limited"
        return
    with mounts.small_disk(tmp_path / "home", MEGABYTES):
        yield "mounted"


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


def one_sentence(*words: str, typed: str = "") -> str:
    """What a command says that can't do its work."""
    ended = run(*words, typed=typed)
    assert (ended.status, ended.out, ended.err.count("\n")) == (1, "", 1), (words, ended)
    assert "unexpected" not in ended.err
    return ended.err


def test_with_the_disk_full_all_work_waits_or_says_why_and_goes_on_when_there_is_room(
    disk: str, home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    jobs = [Errand("call", intro=True), Errand("end", intro=True), Errand("next")]
    errands.before_call |= {"call"}
    errands.before_end |= {"end"}
    sent = [tasks.submit(store, agent, job.prompt) for agent, job in zip(("ada", "otto", "ada"), jobs, strict=True)]
    worker = quick_worker()
    until(lambda: stream.text(store, sent[0].id) and "end/0" in stream.text(store, sent[1].id), "both to be in the middle")
    with mounts.filled(home.root) if disk == "mounted" else mounts.limited(worker.pid):
        errands.before_call.clear()
        errands.before_end.clear()
        until(lambda: errands.asked["call"] == 2, "the tool to have answered")
        with pytest.raises(StoreError, match=r"full.*Nothing was saved"):
            tasks.submit(store, "iris", "x" * 900_000)
        assert "as it was" in one_sentence("remember", "--agent", "iris", "a note")
        assert "full" in one_sentence("ask", "--no-wait", "-", typed="x" * 900_000)
        assert run("tasks", "list").status == 0
        assert run("recall", "--agent", "ada", "errand").status in (0, 1)
    until(lambda: all(now(store, task).ended for task in sent), "all to end", 60)
    assert [(now(store, task).status, now(store, task).result) for task in sent] == [("completed", job.answer) for job in jobs]
    saved = [note.text for agent in roster(home) for note in memory.notes(agent)]
    assert len(saved) == len(set(saved))
    assert {job.note for job in jobs[1:]} <= set(saved) <= {job.note for job in jobs}
    # What the model was told is true, whatever found room.
    told = {job.note for job, task in zip(jobs, sent, strict=True) if any(call.outcome == "ok" for call in usage.calls(store, task.id))}
    assert told <= set(saved)
    assert [task.prompt for task in tasks.recent(store)] == [job.prompt for job in reversed(jobs)]
    assert store.connection.pragma("integrity_check") == "ok"
    assert run("remember", "--agent", "iris", "a note").status == 0
    assert worker.poll() is None
    assert run("doctor").status == 0


@pytest.mark.heavy
@pytest.mark.parametrize("disk", ["mounted"], indirect=True)
def test_with_the_disk_full_for_long_the_worker_ends_with_a_sentence_and_the_next_one_does_its_work(
    disk: str, home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    job = Errand("end", intro=True)
    errands.before_end |= {"end"}
    task = tasks.submit(store, "ada", job.prompt)
    worker = quick_worker()
    until(lambda: "end/0" in stream.text(store, task.id), "the first word")
    with mounts.filled(home.root):
        errands.before_end.clear()
        # Partial output has no room, and in the end neither has the lease.
        with pytest.raises(StoreError):
            tasks.submit(store, "iris", "x" * 900_000)
        until(lambda: worker.poll() is not None or now(store, task).ended, "an end", 120)
    if worker.poll() is not None:
        assert worker.poll() == 1
        assert worker.said.count("\n") <= 1
        quick_worker("--until-idle").wait()
    assert (now(store, task).status, now(store, task).result) == ("completed", job.answer)
    assert [note.text for note in memory.notes(find(home, "ada"))] == [job.note]


READING = (
    ["tasks", "list"],
    ["tasks", "show", "1"],
    ["tasks", "list", "--json"],
    ["recall", "--agent", "ada", "deploy"],
    ["memory", "list", "--agent", "ada"],
    ["agents", "list"],
    ["export", "jsonl", "-"],
)
WRITING = (
    ["ask", "--no-wait", "hello"],
    ["ask", "hello"],
    ["remember", "--agent", "ada", "another fact"],
    ["memory", "forget", "--agent", "ada", "3"],
    ["memory", "undo", "--agent", "ada"],
    ["tasks", "cancel", "2"],
    ["tasks", "retry", "2"],
    ["agents", "new", "Zoe"],
    ["agents", "rename", "ada", "Bea"],
    ["agents", "delete", "otto", "--yes"],
    ["worker", "--until-idle"],
    ["worker"],
)


HINTS = ("read-only", "Read-only", "that you may write in it")


@pytest.fixture
def settled(home: Home) -> Home:
    """A data folder with a finished task, one that waits, a note and a search index, and nobody at work in it."""
    store = Store.open(home.database)
    done = tasks.submit(store, "ada", "when do I deploy?")
    with store.write() as db:
        db.execute("UPDATE tasks SET status = 'completed', result = 'On Fridays.', finished_at = created_at WHERE id = ?", (done.id,))
    tasks.submit(store, "otto", "hello")
    store.close()
    memory.save(find(home, "ada"), "The user deploys on Fridays.", "user")
    assert run("recall", "--agent", "ada", "deploy").status == 0
    return home


def test_on_a_read_only_mount_what_reads_works_and_what_writes_says_it_in_one_sentence(settled: Home) -> None:
    before = {file: file.read_bytes() for file in sorted(settled.root.rglob("*")) if file.is_file()}
    with mounts.read_only(settled.root):
        for words in READING:
            ended = run(*words)
            assert (ended.status, ended.err) == (0, ""), (words, ended)
            assert ended.out
        assert "On Fridays" in run("recall", "--agent", "ada", "deploy").out
        for words in WRITING:
            said = one_sentence(*words)
            assert any(hint in said for hint in HINTS), (words, said)
    assert {file: file.read_bytes() for file in sorted(settled.root.rglob("*")) if file.is_file()} == before


def test_on_a_read_only_mount_the_app_says_so_in_a_plain_terminal(settled: Home) -> None:
    with mounts.read_only(settled.root), Terminal([str(PROGRAM)]) as terminal:
        assert terminal.ended() == 1
        assert any(hint in terminal.text.replace("\n", "") for hint in HINTS)
        assert b"\x1b[?1049h" not in terminal.seen
