"""The app in a real terminal is left with work going on, in every way there is, and opened again."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.store import Store, tasks, workers
from tests.model_server import ModelServer
from tests.nursery import StartQuick
from tests.recovery.conftest import until
from tests.terminal import Terminal

PROGRAM = str(Path(sys.executable).with_name("hydratui"))


@pytest.fixture(autouse=True)
def _alone(store: Store) -> Iterator[None]:
    """No worker outlives its test."""
    yield
    for worker in workers.live(store):
        os.kill(worker.pid, signal.SIGKILL)


@pytest.fixture
def quick(quick_worker: StartQuick) -> None:
    """A worker as the app starts one, which has loaded everything already and is found by the app."""
    quick_worker("--while-needed", "10")


def statuses(store: Store) -> list[str]:
    """Of all tasks, oldest first."""
    return [task.status for task in reversed(tasks.recent(store))]


def working(store: Store, terminal: Terminal) -> None:
    """Sends three messages to Ada; the first has begun to be answered."""
    terminal.wait_for("enter send")
    for text in ("first", "second", "third"):
        terminal.send(f"{text}\r")
        terminal.wait_for(text)
    terminal.wait_for("1 working", "2 queued", "one")


def test_it_keeps_working_in_the_background_and_is_found_again(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        working(store, terminal)
        terminal.send("/quit\r")
        terminal.wait_for("Leave hydratui?", "1 task runs, 2 wait.")
        terminal.send("k")
        assert terminal.ended() == 0
    assert statuses(store) == ["running", "pending", "pending"]
    with Terminal([PROGRAM]) as terminal:
        terminal.wait_for("1 working", "2 queued", "one")
        model.go_on.set()
        terminal.wait_for("one two three")
        until(lambda: [terminal.read(), statuses(store)][1] == ["completed"] * 3, "all answers")
        terminal.send("\x11")
        assert terminal.ended() == 0, "with nothing to do there is no question"
    assert [task.attempts for task in tasks.recent(store)] == [1, 1, 1]


@pytest.mark.usefixtures("quick")
def test_it_stops_after_what_runs_now_and_the_rest_waits_for_the_next_time(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        working(store, terminal)
        terminal.send("\x11")
        terminal.wait_for("Leave hydratui?")
        terminal.send("s")
        assert terminal.ended() == 0
    model.go_on.set()
    until(lambda: not workers.live(store), "the worker to end")
    assert statuses(store) == ["completed", "pending", "pending"]
    with Terminal([PROGRAM]) as terminal:
        until(lambda: [terminal.read(), statuses(store)][1] == ["completed"] * 3, "the rest")


@pytest.mark.usefixtures("quick")
def test_everything_is_cancelled_and_what_had_arrived_is_kept(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM], columns=60, rows=20) as terminal:
        working(store, terminal)
        terminal.send("\x11")
        terminal.wait_for("Leave hydratui?")
        terminal.send("\x1b[B\x1b[B")
        terminal.wait_for("▸ c")
        terminal.send("\r")
        assert terminal.ended() == 0
    until(lambda: statuses(store) == ["cancelled"] * 3, "everything to be cancelled")
    assert [task.result for task in reversed(tasks.recent(store))] == ["one ", None, None]
    until(lambda: model.broken == 1, "the request to be closed")


@pytest.mark.usefixtures("quick")
def test_ctrl_c_by_habit_meets_the_question_and_does_no_harm(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        working(store, terminal)
        terminal.send("/use iris\r")
        terminal.wait_for("Iris answers")
        # In a channel of her own nothing runs that ctrl+c could cancel.
        terminal.send("\x1b[1;5B\x1b[1;5B")
        terminal.wait_for("This is between you and Iris.")
        terminal.send("\x03")
        terminal.wait_for("again to quit")
        terminal.send("\x03")
        terminal.wait_for("Leave hydratui?", "esc ctrl+c stay")
        terminal.send("\x03")
        until(lambda: [terminal.read(), "Leave hydratui?" not in terminal.text][1], "the question to go")
        terminal.send("still typing")
        terminal.wait_for("still typing")
    assert statuses(store) == ["running", "pending", "pending"]
    assert not any(task.cancelling for task in tasks.running(store))


@pytest.mark.usefixtures("quick")
def test_a_terminal_that_is_closed_asks_nothing_and_the_work_goes_on(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        working(store, terminal)
        terminal.hang_up()
    model.go_on.set()
    until(lambda: statuses(store) == ["completed"] * 3, "the work to be done")
    assert [task.attempts for task in tasks.recent(store)] == [1, 1, 1]


def test_a_worker_that_is_killed_is_said_where_its_task_is_begun_again(store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        working(store, terminal)
        (worker,) = workers.live(store)
        os.kill(worker.pid, signal.SIGKILL)
        terminal.wait_for("(2nd of 3)", "Begun again.", "signal 9")
        model.go_on.set()
        until(lambda: [terminal.read(), statuses(store)][1] == ["completed"] * 3, "all answers")
    assert [task.attempts for task in reversed(tasks.recent(store))] == [2, 1, 1]
