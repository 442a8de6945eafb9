"""Schedules with real workers: killed, several at once, late, and under a clock that was put back."""

import signal
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hydratui.agents import files
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, schedules, tasks
from hydratui.store.heartbeats import PROMPT
from hydratui.store.tasks import Task
from tests.nursery import StartQuick
from tests.recovery.conftest import Start, until

SELDOM = "0 0 1 1 *"
COUNT = 12
FAKETIME = next(iter(sorted(Path("/usr").glob("lib*/**/faketime/libfaketime.so.1"))), None)


@pytest.fixture(autouse=True)
def without_model(home: Home) -> None:
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")


def due_now(store: Store, seconds: float = 30.0) -> None:
    """All schedules have been due for some seconds."""
    with store.write() as db:
        db.execute("UPDATE schedules SET next_at = ?", (time.time() - seconds,))


def team(store: Store) -> list[int]:
    """Some schedules, which are due."""
    agents = ("ada", "otto", "iris")
    made = [schedules.add(store, agents[each % 3], f"list notes {each}", SELDOM, zone="UTC").id for each in range(COUNT)]
    due_now(store)
    return made


def sent(store: Store) -> list[Task]:
    return tasks.recent(store, limit=1_000)


def of(made: list[Task]) -> list[int]:
    """The schedules that tasks came of, by their refs."""
    return sorted(int(str(task.ref).partition("@")[0].removeprefix("schedule-")) for task in made)


def all_ended(store: Store) -> bool:
    return len(sent(store)) >= COUNT and all(task.ended for task in sent(store))


def test_two_workers_fire_what_is_due_once(store: Store, start_worker: Start) -> None:
    made = team(store)
    for _ in range(2):
        start_worker()
    until(lambda: all_ended(store), "the end of all")
    assert of(sent(store)) == made
    assert {task.status for task in sent(store)} == {"completed"}
    assert {each.last_task for each in schedules.listed(store)} == {task.id for task in sent(store)}


@pytest.mark.heavy
def test_workers_that_are_killed_again_and_again_fire_each_time_once(store: Store, quick_worker: StartQuick) -> None:
    made = team(store)
    for round_ in range(1, 5):
        for pause in (0.0, 0.02, 0.05, 0.1, 0.3):
            process = quick_worker()
            # At any moment of its life: nothing is waited for.
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
        last = quick_worker()
        until(lambda rounds=round_: len(sent(store)) >= rounds * COUNT and all_ended(store), "the end of all")  # type: ignore[misc]
        last.send_signal(signal.SIGKILL)
        assert of(sent(store)) == sorted(made * round_)
        assert len({task.ref for task in sent(store)}) == round_ * COUNT
        # Another second, and so another time of each.
        due_now(store, seconds=20 - round_)
    assert store.connection.pragma("integrity_check") == "ok"


def test_what_was_missed_while_no_worker_ran_is_caught_up_once_or_skipped(store: Store, quick_worker: StartQuick) -> None:
    long_ago = schedules.add(store, "ada", "list notes", "0 * * * *", zone="Europe/Madrid").id
    skipped = schedules.add(store, "otto", "list notes", SELDOM, zone="Europe/Madrid", missed="skip").id
    due_now(store, seconds=90 * 3_600)
    assert quick_worker("--until-idle").wait(60) == 0
    assert of(sent(store)) == [long_ago]
    for each in schedules.listed(store):
        assert each.next_at is not None
        assert each.next_at > time.time()
    assert str(schedules.get(store, skipped).trouble).endswith("hydratui was not open.")


def test_a_heartbeat_file_gives_a_turn_and_only_once_however_many_look(home: Home, store: Store, quick_worker: StartQuick) -> None:
    file = files.path(find(home, "ada"), "heartbeat")
    file.write_text(f"---\nevery: {SELDOM}\n---\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    for _ in range(2):
        quick_worker()
    until(lambda: schedules.listed(store), "the turn to be entered")
    assert len(schedules.listed(store)) == 1
    due_now(store)
    until(lambda: sent(store) and all(task.ended for task in sent(store)), "the turn")
    assert [(task.agent, task.channel, task.prompt) for task in sent(store)] == [("ada", "ada", PROMPT)]


@pytest.mark.skipif(FAKETIME is None, reason="libfaketime is not installed, which gives a process a clock of its own")
def test_a_worker_whose_clock_was_put_back_runs_no_time_again(store: Store, start_worker: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    number = schedules.add(store, "ada", "list notes", "* * * * *", zone="UTC").id
    planned = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(minutes=30)
    # The clock begins at that time and goes on; what waits for nothing else than time to pass is left alone.
    monkeypatch.setenv("LD_PRELOAD", str(FAKETIME))
    monkeypatch.setenv("FAKETIME", f"@{planned + timedelta(seconds=2):%Y-%m-%d %H:%M:%S}")
    monkeypatch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
    # Its mend for an old C library makes every wait of a thread end at once.
    monkeypatch.setenv("FAKETIME_FORCE_MONOTONIC_FIX", "0")
    for _ in range(2):
        with store.write() as db:
            db.execute("UPDATE schedules SET next_at = ?", (planned.timestamp(),))
        process = start_worker()
        until(lambda: (schedules.get(store, number).next_at or 0) > planned.timestamp(), "the next time to be set")
        until(lambda: all(task.ended for task in sent(store)), "the end of the task")
        process.terminate()
        assert process.wait(30) == 0
    assert [task.ref for task in sent(store)] == [f"schedule-{number}@{planned:%Y-%m-%dT%H:%M:%SZ}"]
    assert schedules.get(store, number).next_at == (planned + timedelta(minutes=1)).timestamp()
