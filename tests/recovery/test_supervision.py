"""Supervision with real processes: workers that are started, killed, found again, asked to leave, and that end by themselves."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from hydratui.errors import StoreError
from hydratui.paths import Home
from hydratui.store import Store, attempts, front_ends, stream, tasks, workers
from hydratui.store.alive import is_gone
from hydratui.store.tasks import Task
from hydratui.workers import supervise
from hydratui.workers.supervise import Supervisor
from tests.model_server import ModelServer
from tests.nursery import Forked, Nursery, StartQuick
from tests.recovery.conftest import Start, until
from tests.terminal import Terminal

LINGER = 0.3


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


@pytest.fixture
def quick(home: Home, nursery: Nursery, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has supervisors start workers that have loaded everything already, from the same command line."""

    def start(command: list[str], **_: object) -> Forked:
        return nursery.program(command[command.index("--home") :], home.root.parent)

    monkeypatch.setattr(supervise, "subprocess", SimpleNamespace(Popen=start, DEVNULL=subprocess.DEVNULL))


@pytest.fixture
def watch(home: Home, store: Store) -> Iterator[Supervisor]:
    """A supervisor; no worker outlives its test."""
    made = Supervisor(home, linger=LINGER)
    yield made
    made.stop()
    for row in workers.listed(store):
        if row.pid != os.getpid() and not is_gone(row.pid, row.host):
            os.kill(row.pid, signal.SIGKILL)


@pytest.fixture
def app(home: Home) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that keeps a worker alive as the app does."""
    script = f"""
import sys, time
from pathlib import Path
from hydratui.paths import Home
from hydratui.workers import supervise
from hydratui.workers.supervise import Supervisor
watch = Supervisor(Home(Path(sys.argv[1])), linger={LINGER})
while True:
    watch.ensure()
    time.sleep(0.1)
"""
    process = subprocess.Popen([sys.executable, "-c", script, str(home.root)])
    yield process
    process.kill()
    process.wait()


def worker(store: Store) -> workers.WorkerRow:
    """The one that takes tasks, once there is one."""
    until(lambda: workers.available(store), "a worker")
    (row,) = workers.available(store)
    return row


def test_a_worker_that_is_killed_in_the_middle_is_replaced_and_its_task_goes_on_with_the_cause_kept(
    watch: Supervisor, store: Store, model: ModelServer
) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    assert watch.ensure() is None
    first = worker(store)
    until(lambda: stream.text(store, task.id), "the first word")
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: watch.ensure() is None and any(row.id != first.id for row in workers.available(store)), "another worker")
    model.go_on.set()
    until(lambda: now(store, task).ended, "the end of the task")
    assert (now(store, task).status, now(store, task).result, now(store, task).attempts) == ("completed", "one two three", 2)
    assert [attempt.cause for attempt in attempts.failed(store, task.id)] == [f"The worker's process {first.pid} was killed by signal 9."]


@pytest.mark.heavy
def test_a_task_that_kills_every_worker_ends_as_failed_and_says_so(watch: Supervisor, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "poison")
    said: list[str | None] = []

    def look() -> bool:
        said.append(watch.ensure())
        return True

    for _ in range(3):
        until(lambda: look() and stream.text(store, task.id), "the first word")
        (row,) = [row for row in workers.listed(store) if not is_gone(row.pid, row.host)]
        os.kill(row.pid, signal.SIGKILL)
        until(lambda row=row: is_gone(row.pid, row.host), "its end")  # type: ignore[misc]
        with store.write() as db:
            db.execute("UPDATE tasks SET not_before = 0; DELETE FROM stream")
    until(lambda: look() and now(store, task).ended, "the end of the task")
    assert now(store, task).status == "failed"
    assert "killed by signal 9" in str(now(store, task).error)
    assert any(sentence and sentence.startswith("The worker stopped (killed by signal 9); another starts in ") for sentence in said)
    assert len(attempts.failed(store, task.id)) == 3


def test_a_background_worker_ends_by_itself_once_no_app_is_open_and_nothing_waits(
    store: Store, model: ModelServer, start_worker: Start
) -> None:
    app = front_ends.enter(store)
    process = start_worker("--while-needed", str(LINGER))
    task = tasks.submit(store, "ada", "hello")
    until(lambda: now(store, task).ended, "the answer")
    assert process.poll() is None
    front_ends.leave(store, app)
    assert process.wait(30) == 0
    assert workers.listed(store) == []


def test_what_waits_for_a_later_moment_keeps_the_worker_and_what_is_paused_does_not(
    store: Store, model: ModelServer, quick_worker: StartQuick
) -> None:
    later, never = tasks.submit(store, "ada", "later"), tasks.submit(store, "otto", "never")
    with store.write() as db:
        db.execute("INSERT INTO paused_agents VALUES ('otto', '2026-01-01T00:00:00Z')")
        db.execute("UPDATE tasks SET not_before = unixepoch('subsec') + 2 WHERE id = ?", (later.id,))
    assert quick_worker("--while-needed", "0").wait(30) == 0
    assert [now(store, task).status for task in (later, never)] == ["completed", "pending"]


@pytest.mark.usefixtures("quick")
def test_leaving_to_finish_works_the_queue_off_in_the_background(watch: Supervisor, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    sent = [tasks.submit(store, "ada", f"m{number}") for number in range(3)]
    watch.ensure()
    row = worker(store)
    until(lambda: stream.text(store, sent[0].id), "the first word")
    watch.leave("finish")
    model.go_on.set()
    until(lambda: not workers.listed(store), "the worker to end")
    assert {now(store, task).status for task in sent} == {"completed"}
    assert {now(store, task).worker for task in sent} == {row.id}


@pytest.mark.usefixtures("quick")
def test_leaving_to_stop_ends_what_runs_and_begins_nothing(watch: Supervisor, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    running, waiting = tasks.submit(store, "ada", "now"), tasks.submit(store, "ada", "next")
    watch.ensure()
    row = worker(store)
    until(lambda: stream.text(store, running.id), "the first word")
    watch.leave("stop")
    assert workers.available(store) == []
    model.go_on.set()
    until(lambda: not workers.listed(store), "the worker to end")
    until(lambda: is_gone(row.pid, row.host), "its process to end")
    assert [now(store, task).status for task in (running, waiting)] == ["completed", "pending"]
    assert attempts.failed(store, running.id) == []


@pytest.mark.usefixtures("quick")
def test_opened_again_while_the_worker_is_leaving_another_takes_the_queue(
    watch: Supervisor, home: Home, store: Store, model: ModelServer
) -> None:
    model.go_on.clear()
    running, waiting = tasks.submit(store, "ada", "now"), tasks.submit(store, "otto", "next")
    with store.write() as db:
        db.execute("INSERT INTO paused_agents VALUES ('otto', '2026-01-01T00:00:00Z')")
    watch.ensure()
    first = worker(store)
    until(lambda: stream.text(store, running.id), "the first word")
    watch.leave("stop")
    with store.write() as db:
        db.execute("DELETE FROM paused_agents")
    again = Supervisor(home, linger=LINGER)
    assert again.ensure() is None
    second = worker(store)
    model.go_on.set()
    until(lambda: now(store, waiting).ended and now(store, running).ended, "both")
    assert (now(store, running).worker, now(store, waiting).worker) == (first.id, second.id)
    again.stop()
    until(lambda: not workers.listed(store), "both to end")


def test_an_app_that_is_killed_leaves_its_worker_which_the_next_one_finds(
    app: "subprocess.Popen[bytes]", watch: Supervisor, store: Store, model: ModelServer
) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    first = worker(store)
    until(lambda: stream.text(store, task.id), "the first word")
    app.kill()
    app.wait()
    assert front_ends.open_(store) == 0
    assert watch.ensure() is None
    assert front_ends.open_(store) == 1
    model.go_on.set()
    until(lambda: now(store, task).ended, "the answer")
    assert (now(store, task).worker, now(store, task).attempts) == (first.id, 1)
    assert [row.id for row in workers.listed(store)] == [first.id]


def test_without_any_app_a_killed_ones_worker_works_the_queue_off_and_ends(
    app: "subprocess.Popen[bytes]", store: Store, model: ModelServer
) -> None:
    model.go_on.clear()
    sent = [tasks.submit(store, agent, "work") for agent in ("ada", "ada", "otto")]
    until(lambda: stream.text(store, sent[0].id), "the first word")
    app.kill()
    app.wait()
    model.go_on.set()
    until(lambda: not workers.listed(store), "the worker to end")
    assert {now(store, task).status for task in sent} == {"completed"}


def test_of_workers_that_are_started_at_the_same_moment_one_stays(store: Store, model: ModelServer, start_worker: Start) -> None:
    front_ends.enter(store)
    started = [start_worker("--while-needed", "60") for _ in range(4)]
    until(lambda: [process.poll() for process in started].count(0) == 3, "three to end")
    (row,) = workers.listed(store)
    assert [process.pid for process in started if process.poll() is None] == [row.pid]


@pytest.mark.usefixtures("quick")
def test_two_apps_that_are_opened_at_once_share_one_worker(watch: Supervisor, home: Home, store: Store, model: ModelServer) -> None:
    other = Supervisor(home, linger=LINGER)
    both = [threading.Thread(target=each.ensure) for each in (watch, other)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    row = worker(store)
    assert front_ends.open_(store) == 2
    watch.leave("finish")
    task = tasks.submit(store, "ada", "still there?")
    until(lambda: other.ensure() is None and now(store, task).ended, "the answer")
    assert now(store, task).worker == row.id
    other.stop()
    until(lambda: not workers.listed(store), "the worker to end")


def test_no_process_is_left_behind_as_a_zombie(watch: Supervisor, store: Store) -> None:
    watch.ensure()
    row = worker(store)
    watch.leave("finish")
    until(lambda: not _exists(row.pid), "the process to be gone for good")


@pytest.mark.parametrize("kind", [[], ["--while-needed", "60"]])
def test_a_worker_whose_file_has_become_newer_hands_its_task_back_and_says_so(
    home: Home, store: Store, model: ModelServer, quick_worker: StartQuick, kind: list[str]
) -> None:
    model.go_on.clear()
    task = tasks.submit(store, "ada", "long work")
    front_ends.enter(store)
    process = quick_worker(*kind)
    until(lambda: stream.text(store, task.id), "the first word")
    store.connection.pragma("user_version", 99)
    assert process.wait(30) == 1
    assert process.said.count("\n") == 1
    assert "newer hydratui" in process.said
    assert "newer hydratui" in (home.logs / f"worker-{process.pid}.log").read_text(encoding="utf-8")
    assert (now(store, task).status, now(store, task).attempts, now(store, task).result) == ("pending", 0, None)
    assert attempts.failed(store, task.id) == []
    assert workers.listed(store) == []
    with pytest.raises(StoreError, match="newer hydratui"):
        Supervisor(home).ensure()


def test_a_worker_in_a_terminal_says_what_it_does_and_that_it_has_ended(home: Home, store: Store) -> None:
    command = [sys.executable, "-m", "hydratui", "--home", str(home.root), "worker", "--concurrency", "3"]
    with Terminal(command, columns=300) as terminal:
        terminal.wait_for(f"Working on {home.root}, 3 tasks at once. Ctrl+c ends it.")
        until(lambda: [terminal.read(), workers.live(store)][1], "the worker")
        terminal.send("\x03")
        assert terminal.ended() == 0
        terminal.wait_for("Ended. What was in work is back in the queue.")


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
