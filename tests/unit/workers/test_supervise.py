"""The watch over the worker, by its rows alone: when it starts one, what it says, when it lets go."""

import subprocess
from collections.abc import Callable

import pytest

from hydratui.errors import HydraError, StoreError
from hydratui.paths import Home
from hydratui.store import Store, front_ends, workers
from hydratui.workers import supervise
from hydratui.workers.supervise import Supervisor, in_words
from tests.disk import no_room

Ends = Callable[[int], None]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """Workers that are replaced by a program that ends at once, with a status that says nothing good."""
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def start(command: list[str], **more: object) -> "subprocess.Popen[bytes]":
        child: subprocess.Popen[bytes] = real([command[0], "-c", "raise SystemExit(3)"], **more)  # type: ignore[call-overload]
        started.append(child)
        return child

    monkeypatch.setattr(subprocess, "Popen", start)
    return started


def test_the_way_a_process_ended_is_said_in_words() -> None:
    assert in_words(-9) == "was killed by signal 9"
    assert in_words(1) == "ended with status 1"


def test_the_first_look_enters_the_app_and_leaving_takes_it_off(home: Home, store: Store) -> None:
    workers.enlist(store, "by hand")
    watch = Supervisor(home)
    assert front_ends.open_(store) == 0
    assert watch.ensure() is None
    assert front_ends.open_(store) == 1
    assert watch.ensure() is None
    assert front_ends.open_(store) == 1
    watch.stop()
    assert front_ends.open_(store) == 0
    watch.stop()
    assert watch.ensure() is None
    assert front_ends.open_(store) == 0


def test_what_the_app_leaves_for_later_is_done_once_and_tried_again_when_it_fails(home: Home, store: Store) -> None:
    workers.enlist(store, "by hand")
    calls = []

    def begin() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise HydraError("no log")

    watch = Supervisor(home, begin)
    with pytest.raises(HydraError, match="no log"):
        watch.ensure()
    assert [watch.ensure(), watch.ensure(), len(calls)] == [None, None, 2]


def test_a_worker_that_dies_is_replaced_at_once_and_then_more_and_more_slowly(
    home: Home, store: Store, quick: list["subprocess.Popen[bytes]"]
) -> None:
    watch = Supervisor(home)
    assert watch.ensure() is None
    quick[0].wait()
    assert watch.ensure() is None
    assert len(quick) == 2
    quick[1].wait()
    said = str(watch.ensure())
    assert said.startswith("The worker stopped (ended with status 3); another starts in 2 s.")
    assert str(home.logs) in said
    assert len(quick) == 2


def test_no_second_worker_is_started_while_the_first_one_starts(home: Home, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    real, started = subprocess.Popen, []

    def start(command: list[str], **more: object) -> "subprocess.Popen[bytes]":
        child: subprocess.Popen[bytes] = real([command[0], "-c", "input()"], **{**more, "stdin": subprocess.PIPE})  # type: ignore[call-overload]
        started.append(child)
        return child

    monkeypatch.setattr(subprocess, "Popen", start)
    watch = Supervisor(home)
    assert [watch.ensure(), watch.ensure(), len(started)] == [None, None, 1]
    # It has taken nothing yet, and must not begin anything either.
    watch.leave("stop")
    assert started[0].wait(20) != 0
    started[0].communicate()


def test_after_a_sleep_of_the_machine_no_second_worker_is_started(home: Home, store: Store, quick: list["subprocess.Popen[bytes]"]) -> None:
    workers.enlist(store, "asleep", "background")
    watch = Supervisor(home)
    assert watch.ensure() is None
    with store.write() as db:
        db.execute("UPDATE workers SET beat_at = beat_at - 30000")
    assert workers.live(store) == []
    assert watch.ensure() is None
    assert quick == []


def test_a_worker_that_went_silent_before_the_app_came_is_not_relied_on(
    home: Home, store: Store, quick: list["subprocess.Popen[bytes]"]
) -> None:
    workers.enlist(store, "stuck", "background")
    with store.write() as db:
        db.execute("UPDATE workers SET beat_at = beat_at - 30000")
    assert Supervisor(home).ensure() is None
    assert len(quick) == 1
    quick[0].wait()


@pytest.mark.parametrize("kind", ["own", "leaving"])
def test_one_that_takes_nothing_from_others_is_not_relied_on(
    home: Home, store: Store, quick: list["subprocess.Popen[bytes]"], kind: str
) -> None:
    workers.enlist(store, "there", "own" if kind == "own" else "background")
    if kind == "leaving":
        workers.ask_to_leave(store)
    assert Supervisor(home).ensure() is None
    assert len(quick) == 1
    quick[0].wait()


def test_leaving_on_a_full_disk_is_quiet_unless_the_work_was_to_stop(home: Home, store: Store) -> None:
    workers.enlist(store, "there", "background")
    store.close()
    for how in ("finish", "stop"):
        watch = Supervisor(home)
        watch.ensure()
        with no_room():
            if how == "finish":
                watch.leave("finish")
            else:
                with pytest.raises(StoreError, match="Nothing was saved"):
                    watch.leave("stop")


def test_what_starting_workers_print_does_not_grow_without_end(home: Home, store: Store, quick: list["subprocess.Popen[bytes]"]) -> None:
    home.logs.mkdir()
    said = home.logs / supervise.STARTING
    said.write_text("x" * (supervise.MOST_BYTES + 1), encoding="utf-8")
    Supervisor(home).ensure()
    quick[0].wait()
    assert said.stat().st_size < supervise.MOST_BYTES
