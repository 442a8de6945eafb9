"""Open apps and workers as rows: who counts as there, and what becomes of those that are not."""

import os
import subprocess
import sys
import time

import pytest

from hydratui.store import Store, attempts, database, front_ends, queue, tasks, workers

# 2**22 is the most that a process number can be on Linux.
NOBODY = 4_194_304


def age(store: Store, table: str, seconds: float) -> None:
    """Has everyone's last beat be longer ago, or in the future."""
    with store.write() as db:
        db.execute(f"UPDATE {table} SET beat_at = beat_at - ?", (seconds,))


def enter_worker(store: Store, name: str, pid: int, where: str | None = None, kind: str = "daemon", leaving: bool = False) -> None:
    with store.write() as db:
        db.execute(
            "INSERT INTO workers (id, pid, host, started_at, beat_at, kind, leaving) VALUES (?, ?, ?, '2026-01-01T00:00:00Z', ?, ?, ?)",
            (name, pid, where or database.host(), time.time(), kind, leaving),
        )


def test_an_app_counts_from_entering_to_leaving(store: Store) -> None:
    assert front_ends.open_(store) == 0
    first, second = front_ends.enter(store), front_ends.enter(store)
    assert front_ends.open_(store) == 2
    front_ends.leave(store, first)
    assert [row.id for row in front_ends.listed(store)] == [second]
    assert [row.pid for row in front_ends.listed(store)] == [os.getpid()]


@pytest.mark.parametrize("seconds", [30, -30])
def test_an_app_that_was_not_heard_of_lately_does_not_count_until_it_is(store: Store, seconds: float) -> None:
    here = front_ends.enter(store)
    age(store, "front_ends", seconds)
    assert front_ends.open_(store) == 0
    front_ends.beat(store, here)
    assert front_ends.open_(store) == 1


def test_an_app_whose_row_was_taken_away_is_back_with_its_next_beat(store: Store) -> None:
    here = front_ends.enter(store)
    front_ends.leave(store, here)
    front_ends.beat(store, here)
    assert front_ends.open_(store) == 1


def test_an_app_that_died_does_not_count_and_is_cleared_away_by_the_next(store: Store) -> None:
    with store.write() as db:
        db.execute("INSERT INTO front_ends VALUES ('dead', ?, ?, ?)", (NOBODY, database.host(), time.time()))
        db.execute("INSERT INTO front_ends VALUES ('long ago', 1, 'elsewhere', ?)", (time.time() - 100_000,))
        db.execute("INSERT INTO front_ends VALUES ('there', 1, 'elsewhere', ?)", (time.time(),))
    assert [row.id for row in front_ends.listed(store)] == ["there"]
    here = front_ends.enter(store)
    left = store.connection.execute("SELECT id FROM front_ends").fetchall()
    assert {row[0] for row in left} == {here, "there"}


def test_a_process_that_has_ended_and_was_not_waited_for_counts_as_gone(store: Store) -> None:
    child = subprocess.Popen([sys.executable, "-c", "print('up')"], stdout=subprocess.PIPE)
    assert child.stdout is not None
    # Until the end of its output, and not of the process: it is a zombie then.
    child.stdout.read()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    enter_worker(store, "ended", child.pid)
    assert workers.live(store) == []
    assert workers.bury(store) == 1
    child.communicate()


def test_one_that_works_for_itself_alone_does_not_count_as_a_worker_for_others(store: Store) -> None:
    assert workers.enlist(store, "own", "own")
    assert workers.live(store) == []
    assert [row.kind for row in workers.live(store, own=True)] == ["own"]
    assert workers.available(store) == []


def test_of_two_background_workers_the_second_is_sent_away(store: Store) -> None:
    assert workers.enlist(store, "first", "background")
    assert not workers.enlist(store, "second", "background")
    assert workers.enlist(store, "by hand", "daemon")
    assert {row.id for row in workers.listed(store)} == {"first", "by hand"}


def test_a_worker_that_is_leaving_takes_nothing_and_makes_room_for_another(store: Store) -> None:
    workers.enlist(store, "by hand", "daemon")
    enter_worker(store, "started", os.getpid(), kind="background")
    assert workers.ask_to_leave(store) == 1
    assert [row.id for row in workers.available(store)] == ["by hand"]
    assert (workers.is_leaving(store, "started"), workers.is_leaving(store, "by hand")) == (True, False)
    workers.leave(store, "by hand")
    assert workers.enlist(store, "next", "background")
    assert [row.id for row in workers.available(store)] == ["next"]


def test_what_a_dead_worker_had_in_hand_keeps_the_cause_and_is_free_at_once(store: Store) -> None:
    task = tasks.submit(store, "ada", "long")
    enter_worker(store, "dead", NOBODY)
    assert queue.claim(store, "dead") is not None
    assert workers.bury(store, {NOBODY: "was killed by signal 9"}) == 1
    (attempt,) = attempts.failed(store, task.id)
    assert (attempt.attempt, attempt.worker, attempt.cause) == (1, "dead", f"The worker's process {NOBODY} was killed by signal 9.")
    again = queue.claim(store, "next")
    assert again is not None
    assert again.task.attempts == 2
    assert attempts.failed(store, task.id) == [attempt]


def test_whoever_comes_first_to_a_dead_worker_may_know_less_than_its_parent(store: Store) -> None:
    task = tasks.submit(store, "ada", "long")
    enter_worker(store, "dead", NOBODY)
    queue.claim(store, "dead")
    workers.bury(store)
    assert [attempt.cause for attempt in attempts.failed(store, task.id)] == [f"The worker's process {NOBODY} is gone."]
    workers.bury(store, {NOBODY: "ended with status 1"})
    assert [attempt.cause for attempt in attempts.failed(store, task.id)] == [f"The worker's process {NOBODY} ended with status 1."]


def test_a_worker_that_hands_its_task_back_leaves_no_failed_attempt(store: Store) -> None:
    task = tasks.submit(store, "ada", "long")
    workers.enlist(store, "here")
    claim = queue.claim(store, "here")
    assert claim is not None
    queue.hand_back(store, claim)
    workers.leave(store, "here")
    assert attempts.failed(store, task.id) == []


def test_after_a_sleep_of_days_a_worker_of_this_machine_is_not_buried_alive(store: Store) -> None:
    workers.enlist(store, "asleep", "background")
    age(store, "workers", 200_000)
    assert workers.bury(store) == 0
    workers.beat(store, "asleep", "background")
    assert [row.id for row in workers.live(store)] == ["asleep"]


def test_a_worker_that_was_taken_for_dead_is_on_the_list_again_with_its_next_beat(store: Store) -> None:
    workers.enlist(store, "here", "background")
    workers.leave(store, "here")
    workers.beat(store, "here", "background")
    assert [(row.id, row.kind) for row in workers.live(store)] == [("here", "background")]


def test_a_worker_elsewhere_is_let_go_after_a_day_of_silence(store: Store) -> None:
    task = tasks.submit(store, "ada", "long")
    enter_worker(store, "far", 1, "elsewhere")
    queue.claim(store, "far")
    age(store, "workers", 100_000)
    assert workers.bury(store) == 1
    assert [attempt.cause for attempt in attempts.failed(store, task.id)] == ["Nothing was heard of the worker on elsewhere for a day."]
