"""What a worker does once a second for schedules, and the regular turns that heartbeat files ask for."""

import shutil
import time
from datetime import UTC, datetime, timedelta

import pytest

from hydratui import times
from hydratui.agents import files
from hydratui.agents.roster import find
from hydratui.commands import agent_changes
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, schedules, tasks
from hydratui.store.heartbeats import PROMPT
from hydratui.store.schedules import Schedule
from hydratui.workers import scheduler
from hydratui.workers.scheduler import Scheduler

START = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
"""A Monday."""


class Clock:
    """The time, as the tests want it."""

    def __init__(self) -> None:
        self.now = START

    def pass_by(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(times, "now", lambda: made.now)
    return made


def ask(home: Home, *lines: str, agent: str = "ada") -> None:
    body = "# When nobody asks\n\nLook at the open decisions.\n"
    front = "\n".join(["---", *lines, "---", "", ""]) if lines else ""
    files.path(find(home, agent), "heartbeat").write_text(front + body, encoding="utf-8")


def turn(store: Store, agent: str = "ada") -> Schedule:
    (found,) = schedules.listed(store, agent)
    return found


def test_agents_as_they_are_born_get_no_turns(home: Home, store: Store, clock: Clock) -> None:
    clock.pass_by(days=30)
    Scheduler(home, store).sweep()
    assert schedules.listed(store) == []
    assert tasks.unfinished(store) == []


def test_a_heartbeat_file_that_asks_for_it_gives_its_agent_a_turn_in_its_own_channel(home: Home, store: Store, clock: Clock) -> None:
    ask(home, "every: 0 9 * * 1-5")
    Scheduler(home, store).sweep()
    assert (turn(store).kind, turn(store).cron, turn(store).zone, turn(store).missed) == ("heartbeat", "0 9 * * 1-5", "UTC", "once")
    clock.pass_by(minutes=30, seconds=1)
    Scheduler(home, store).sweep()
    (task,) = tasks.unfinished(store)
    assert (task.agent, task.channel, task.prompt) == ("ada", "ada", PROMPT)
    Scheduler(home, store).sweep()
    assert len(tasks.unfinished(store)) == 1


@pytest.mark.parametrize(
    ("lines", "cron", "zone", "missed"),
    [
        (["every: 30m"], "*/30 * * * *", "UTC", "once"),
        (["Every: '2h'  # now and then"], "0 */2 * * *", "UTC", "once"),
        (['every: "1d"', "zone: Europe/Madrid", "missed: skip"], "0 0 * * *", "Europe/Madrid", "skip"),
        (["every: 0 8 * * 1#2"], "0 8 * * 1#2", "UTC", "once"),
        (["every: @weekly"], "0 0 * * 0", "UTC", "once"),
    ],
)
def test_how_a_heartbeat_file_may_ask(home: Home, store: Store, lines: list[str], cron: str, zone: str, missed: str) -> None:
    ask(home, *lines)
    Scheduler(home, store).sweep()
    assert (turn(store).cron, turn(store).zone, turn(store).missed, turn(store).trouble) == (cron, zone, missed, None)


@pytest.mark.parametrize("lines", [[], ["every:"], ["every: off"], ["zone: UTC"]])
def test_a_heartbeat_file_that_asks_for_nothing_gets_nothing(home: Home, store: Store, lines: list[str]) -> None:
    ask(home, *lines)
    Scheduler(home, store).sweep()
    assert schedules.listed(store) == []


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["every: 45m"], 'ada.heartbeat.md: "45m" divides no hour and no day evenly.'),
        (["every: sometimes"], 'ada.heartbeat.md: "sometimes" has 1 field'),
        (["every: 0 9 * * *", "zone: Madrid"], "Did you mean Europe/Madrid?"),
        (["every: 0 9 * * *", "missed: maybe"], 'missed can be once or skip, not "maybe".'),
        ([f"every: {'1' * 5_000}"], "ada.heartbeat.md:"),
    ],
)
def test_a_heartbeat_file_that_asks_wrongly_is_told_why_and_gets_its_turn_when_it_is_mended(
    home: Home, store: Store, clock: Clock, lines: list[str], sentence: str
) -> None:
    ask(home, *lines)
    ask(home, "every: 0 9 * * *", agent="otto")
    Scheduler(home, store).sweep()
    assert turn(store).paused
    assert sentence in str(turn(store).trouble)
    clock.pass_by(minutes=31)
    Scheduler(home, store).sweep()
    assert [task.agent for task in tasks.unfinished(store)] == ["otto"]
    ask(home, "every: 0 10 * * *")
    Scheduler(home, store).sweep()
    assert (turn(store).paused, turn(store).trouble, turn(store).next) == (False, None, "2026-03-02T10:00:00Z")


def test_an_edit_of_the_file_counts_and_taking_the_request_out_ends_the_turns(home: Home, store: Store, clock: Clock) -> None:
    ask(home, "every: 0 9 * * *")
    Scheduler(home, store).sweep()
    number = turn(store).id
    ask(home, "every: 0 12 * * *")
    Scheduler(home, store).sweep()
    assert (turn(store).id, turn(store).next) == (number, "2026-03-02T12:00:00Z")
    ask(home)
    Scheduler(home, store).sweep()
    assert schedules.listed(store) == []
    clock.pass_by(hours=9)
    Scheduler(home, store).sweep()
    assert tasks.unfinished(store) == []


def test_a_turn_that_the_user_pauses_stays_paused(home: Home, store: Store, clock: Clock) -> None:
    ask(home, "every: 0 9 * * *")
    Scheduler(home, store).sweep()
    schedules.pause(store, turn(store).id)
    for lines in (["every: 0 9 * * *"], ["every: 0 12 * * *"], ["every: nonsense"], ["every: 0 12 * * *"]):
        ask(home, *lines)
        clock.pass_by(days=1)
        Scheduler(home, store).sweep()
        assert (turn(store).paused, turn(store).trouble, turn(store).next) == (True, None, None)
    assert schedules.resume(store, turn(store).id).next == "2026-03-06T12:00:00Z"


def test_the_zone_of_the_first_worker_counts_for_all_until_the_file_names_one(
    home: Home, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(home, "every: 0 9 * * *")
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    Scheduler(home, store).sweep()
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    Scheduler(home, store).sweep()
    assert turn(store).zone == "Asia/Kolkata"
    ask(home, "every: 0 9 * * *", "zone: Europe/Madrid")
    Scheduler(home, store).sweep()
    assert (turn(store).zone, turn(store).next) == ("Europe/Madrid", "2026-03-03T08:00:00Z")


def test_what_stands_in_the_file_is_changed_there(home: Home, store: Store) -> None:
    ask(home, "every: 0 9 * * *")
    Scheduler(home, store).sweep()
    for act in (schedules.remove, schedules.change):
        with pytest.raises(HydraError, match=r"stands in ada\.heartbeat\.md: change it there, or pause it here"):
            act(store, turn(store).id)


def test_a_turn_follows_its_agent_to_a_new_name_and_goes_with_it(home: Home, store: Store, clock: Clock) -> None:
    ask(home, "every: 0 9 * * *")
    Scheduler(home, store).sweep()
    number = turn(store).id
    agent_changes.rename(home, store, "ada", "Zoe")
    Scheduler(home, store).sweep()
    assert (turn(store, "zoe").id, turn(store, "zoe").channel) == (number, "zoe")
    agent_changes.delete(home, store, "zoe")
    assert schedules.listed(store) == []
    clock.pass_by(days=1)
    Scheduler(home, store).sweep()
    assert tasks.unfinished(store) == []


def test_a_schedule_for_an_agent_whose_folder_is_gone_rests_with_a_sentence(home: Home, store: Store, clock: Clock) -> None:
    schedules.add(store, "ada", "hi", "0 9 * * *", zone="UTC")
    schedules.add(store, "../agents/otto", "hi", "0 9 * * *", zone="UTC")
    schedules.add(store, "otto", "hi", "0 9 * * *", zone="UTC")
    shutil.rmtree(home.agents / "ada")
    clock.pass_by(minutes=31)
    Scheduler(home, store).sweep()
    assert [task.agent for task in tasks.unfinished(store)] == ["otto"]
    assert [each.trouble for each in schedules.listed(store)] == [
        "There is no agent ada any more.",
        "There is no agent ../agents/otto any more.",
        None,
    ]


def test_files_are_looked_at_now_and_then_and_what_is_due_each_time(
    home: Home, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: ticks[0])
    sweeper = Scheduler(home, store)
    sweeper.sweep()
    ask(home, "every: 0 9 * * *")
    schedules.add(store, "otto", "hi", "0 9 * * *", zone="UTC")
    clock.pass_by(minutes=31)
    ticks[0] += scheduler.LOOK_SECONDS - 1
    sweeper.sweep()
    assert [task.agent for task in tasks.unfinished(store)] == ["otto"]
    assert schedules.listed(store, "ada") == []
    ticks[0] += 1
    sweeper.sweep()
    assert turn(store).next == "2026-03-03T09:00:00Z"


def test_a_sweep_with_nothing_to_do_writes_nothing(home: Home, store: Store) -> None:
    ask(home, "every: 0 9 * * *")
    schedules.add(store, "otto", "hi", "0 9 * * *", zone="UTC")
    Scheduler(home, store).sweep()
    other = store.again()
    before = other.data_version()
    Scheduler(home, store).sweep()
    assert other.data_version() == before
    other.close()
