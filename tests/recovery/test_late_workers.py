"""A worker that stood still for longer than its lease, or whose clock was put back: late, it changes nothing; nobody waits an hour."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hydratui.agents import files, journal, memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, schedules, stream, tasks, usage
from hydratui.store.tasks import Task
from tests.nursery import Nursery, StartQuick, starting
from tests.recovery.conftest import until
from tests.recovery.soak.errands import Errand
from tests.recovery.soak.model import Model
from tests.shell import shell

PRELOADED = next(iter(sorted(Path("/usr").glob("lib*/**/faketime/libfaketime.so.1"))), None)
OF_A_TASK = ("stream", "tool_calls", "done_calls", "failed_attempts", "held_notes")
Clock = Callable[[int], None]


def now(store: Store, task: Task) -> Task:
    found = tasks.get(store, task.id)
    assert found is not None
    return found


def everything(home: Home, store: Store, task: Task) -> list[object]:
    """All that there is of a task, in the database and in its agent's memory."""
    rows = [store.connection.execute(f"SELECT * FROM {table} WHERE task = ?", (task.id,)).fetchall() for table in OF_A_TASK]
    told = usage.details(store, task.id)
    ada = find(home, task.agent)
    return [now(store, task), *rows, told, files.read_bytes(files.path(ada, "memory")), files.read_bytes(journal.path(ada))]


def lapse(store: Store, task: Task) -> None:
    with store.write() as db:
        db.execute("UPDATE tasks SET lease_until = 0 WHERE id = ?", (task.id,))


@pytest.mark.parametrize("asked", [1, 2])
def test_a_worker_that_stood_still_neither_saves_a_note_nor_ends_its_task_while_another_is_at_it(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick, asked: int
) -> None:
    errand = Errand("late", intro=True)
    held = errands.before_call if asked == 1 else errands.before_end
    held |= {f"late#{asked}", f"late#{2 * asked}"}
    task = tasks.submit(store, "ada", errand.prompt)
    sleeper = quick_worker()
    words = [errand.first_words, "late/0"][:asked]
    until(lambda: all(word in stream.text(store, task.id) for word in words), "the first words")
    sleeper.send_signal(signal.SIGSTOP)
    lapse(store, task)
    second = quick_worker("--until-idle")
    until(
        lambda: now(store, task).attempts == 2 and all(word in stream.text(store, task.id) for word in words),
        "the words of another attempt",
    )
    before = everything(home, store, task)
    # The sleeper finds the rest of its answer in its socket when it wakes up: a tool call, or the end.
    held.discard(f"late#{asked}")
    sleeper.send_signal(signal.SIGCONT)
    log = home.logs / f"worker-{sleeper.pid}.log"
    until(lambda: "another worker" in log.read_text(encoding="utf-8"), "the sleeper to see that it is too late")
    assert everything(home, store, task) == before
    held.clear()
    until(lambda: now(store, task).ended, "the end")
    assert (now(store, task).status, now(store, task).result, now(store, task).attempts) == ("completed", errand.answer, 2)
    assert [note.text for note in memory.notes(find(home, "ada"))] == [errand.note]
    assert len(journal.entries(find(home, "ada"))) == 1
    second.send_signal(signal.SIGTERM)


def test_a_worker_that_stands_still_until_its_task_is_done_changes_nothing_of_it(
    home: Home, store: Store, errands: Model, quick_worker: StartQuick
) -> None:
    errand = Errand("over", intro=True, calls=2)
    errands.before_call |= {"over#1"}
    task = tasks.submit(store, "ada", errand.prompt)
    sleeper = quick_worker()
    until(lambda: stream.text(store, task.id), "the first words")
    sleeper.send_signal(signal.SIGSTOP)
    lapse(store, task)
    assert quick_worker("--until-idle").wait() == 0
    assert (now(store, task).status, now(store, task).result, now(store, task).attempts) == ("completed", errand.answer, 2)
    before = everything(home, store, task)
    errands.before_call.discard("over#1")
    sleeper.send_signal(signal.SIGCONT)
    woken = tasks.submit(store, "ada", Errand("woken", calls=0).prompt)
    until(lambda: now(store, woken).ended, "the sleeper to be at work again")
    assert everything(home, store, task) == before
    sleeper.send_signal(signal.SIGTERM)
    assert sleeper.wait() == 0


@pytest.fixture(scope="module")
def faked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Nursery, dict[str, str], Clock]]:
    """Where workers come from whose clock a file moves, what of their environment does that, and what writes the file."""
    if PRELOADED is None:
        pytest.skip("libfaketime is not installed")
    file = tmp_path_factory.mktemp("clock") / "clock"
    # The mend for an old C library makes every wait of a thread end at once, and threads that wait for each other get nowhere.
    set_to = {"TIMESTAMP_FILE": str(file), "NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1", "FORCE_MONOTONIC_FIX": "0"}
    env = {**{f"FAKETIME_{name}": value for name, value in set_to.items()}, "LD_PRELOAD": str(PRELOADED)}

    def move(seconds: int) -> None:
        fresh = file.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}\n", encoding="utf-8")
        fresh.replace(file)

    move(0)
    nursery = Nursery(env)
    yield nursery, env, move
    nursery.close()


@pytest.fixture
def clock(faked: tuple[Nursery, dict[str, str], Clock], monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Moves the clock on the wall of this test's workers, also while they run; what only ticks goes on ticking."""
    _, env, move = faked
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    move(0)
    return move


@pytest.fixture
def clocked_worker(home: Home, clock: Clock, faked: tuple[Nursery, dict[str, str], Clock]) -> Iterator[StartQuick]:
    """Starts workers that live by that clock; what is left of them at the end is killed."""
    with starting(faked[0], home) as start:
        yield start


def test_after_the_clock_is_put_back_an_hour_a_silent_worker_s_task_is_taken_over_within_a_lease(
    store: Store, errands: Model, clocked_worker: StartQuick, clock: Clock
) -> None:
    errand = Errand("hour")
    errands.before_end |= {"hour#2"}
    task = tasks.submit(store, "ada", errand.prompt)
    silent = clocked_worker()
    until(lambda: stream.text(store, task.id), "the first word")
    silent.send_signal(signal.SIGSTOP)
    clocked_worker()
    clock(-3_600)
    lease = f"SELECT coalesce(lease_until, 0) FROM tasks WHERE id = {task.id}"
    began = time.time() - 3_600
    until(lambda: float(str(shell(store.path, lease)[0][0])) < began + 120, "a lease that ends within two minutes of the moved clock")
    assert now(store, task).attempts == 1, "its worker may be alive and has to be heard first"
    # Half a minute goes by at once.
    clock(-3_600 + 40)
    until(lambda: now(store, task).ended, "the task to be taken over")
    assert (now(store, task).status, now(store, task).result, now(store, task).attempts) == ("completed", errand.answer, 2)


def test_after_the_clock_is_put_back_an_hour_a_worker_keeps_what_it_has_in_hand(
    store: Store, errands: Model, clocked_worker: StartQuick, clock: Clock
) -> None:
    errand = Errand("kept")
    errands.before_end |= {"kept#2"}
    task = tasks.submit(store, "ada", errand.prompt)
    clocked_worker()
    other = tasks.submit(store, "otto", Errand("other").prompt)
    clocked_worker()
    until(lambda: now(store, other).ended and stream.text(store, task.id), "the first word, and a second worker")
    for seconds in (-3_600, 3_600):
        clock(seconds)
        woken = tasks.submit(store, "otto", Errand(f"after{seconds}", words=60).prompt)
        until(lambda woken=woken: now(store, woken).ended, "work to go on")  # type: ignore[misc]
    errands.before_end.clear()
    until(lambda: now(store, task).ended, "the end")
    assert (now(store, task).status, now(store, task).attempts, errands.asked["kept"]) == ("completed", 1, 2)


def test_after_the_clock_is_put_back_an_hour_a_task_that_waits_for_another_try_does_not_wait_an_hour(
    store: Store, errands: Model, clocked_worker: StartQuick, clock: Clock
) -> None:
    task = tasks.submit(store, "ada", Errand("again").prompt)
    with store.write() as db:
        db.execute("UPDATE tasks SET not_before = ?, attempts = 1 WHERE id = ?", (time.time() + 30, task.id))
    clock(-3_600)
    clocked_worker("--until-idle")
    until(lambda: now(store, task).ended, "the end")
    assert (now(store, task).status, now(store, task).attempts) == ("completed", 2)


def due(store: Store, number: int, at: float) -> None:
    with store.write() as db:
        db.execute("UPDATE schedules SET next_at = ? WHERE id = ?", (at, number))


def runs(store: Store, number: int) -> list[str]:
    ref = f"{schedules.prefix(schedules.get(store, number))}%"
    return [row[0] for row in store.connection.execute("SELECT ref FROM tasks WHERE ref LIKE ? ORDER BY id", (ref,))]


def test_after_the_clock_is_put_back_an_hour_a_time_that_comes_again_has_no_second_run(
    store: Store, errands: Model, clocked_worker: StartQuick, clock: Clock
) -> None:
    began = time.time() // 60 * 60
    minute = time.strftime("%M %H * * *", time.gmtime(began))
    daily = schedules.add(store, "ada", Errand("schedule-daily").prompt, minute, zone="UTC").id
    due(store, daily, began)
    first = clocked_worker()
    until(lambda: len(runs(store, daily)) == 1, "the first run")
    first.terminate()
    assert first.wait(20) == 0
    clock(-3_600)
    marker = schedules.add(store, "otto", Errand("schedule-marker").prompt, "0 0 1 1 *", zone="UTC").id
    due(store, marker, began - 3_600)
    clocked_worker()
    until(lambda: len(runs(store, marker)) == 1, "the second worker to look, an hour earlier")
    until(lambda: tasks.unfinished(store) == [], "its task to end")
    assert schedules.get(store, daily).next_at == began + 86_400
    clock(0)
    due(store, marker, began)
    until(lambda: len(runs(store, marker)) == 2, "the second worker to look at the time that has come again")
    assert len(runs(store, daily)) == 1
    assert schedules.get(store, daily).next_at == began + 86_400
