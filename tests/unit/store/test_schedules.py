"""Schedules: made, changed, and fired once at each of their times."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from hydratui import times
from hydratui.errors import HydraError
from hydratui.store import Store, due, ownership, queue, schedules, tasks
from hydratui.store.schedules import Schedule
from tests.shell import shell

NOW = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
"""A Monday; half past nine in Madrid."""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: NOW)


def add(store: Store, when: str = "0 10 * * *", missed: str = "once", agent: str = "ada", channel: str = "main") -> Schedule:
    return schedules.add(store, agent, "Write the stand-up", when, zone="Europe/Madrid", missed=missed, channel=channel)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def ended(store: Store, count: int = 1) -> None:
    for _ in range(count):
        claim = queue.claim(store, "w")
        assert claim is not None
        queue.complete(store, claim, "done", "builtin", (0, 0))


def by_hand(store: Store, assignments: str) -> None:
    with store.write() as db:
        db.execute(f"UPDATE schedules SET {assignments}")


def test_a_schedule_is_kept_as_five_fields_with_its_next_time(store: Store) -> None:
    made = schedules.add(store, "ada", "Look", " @daily ", zone="Europe/Madrid", missed="skip", channel="ada")
    assert (made.cron, made.zone, made.missed, made.channel, made.kind) == ("0 0 * * *", "Europe/Madrid", "skip", "ada", "user")
    assert (made.next, made.paused, made.trouble, made.last_task) == ("2026-03-02T23:00:00Z", False, None, None)
    assert schedules.get(store, made.id) == made
    assert schedules.listed(store) == [made]
    assert schedules.listed(store, "otto") == []


@pytest.mark.parametrize(
    ("prompt", "when", "zone", "missed", "sentence"),
    [
        ("  ", "0 9 * * *", "UTC", "once", "The message is empty. Write what you want done."),
        ("x" * 1_000_001, "0 9 * * *", "UTC", "once", "1,000,000 fit"),
        ("hi", "0 0 30 2 *", "UTC", "once", "never comes"),
        ("hi", "0 9 * * *", "Mars/Base", "once", "no time zone"),
        ("hi", "0 9 * * *", "UTC", "twice", '"twice" is neither'),
    ],
)
def test_what_can_t_be_a_schedule_is_said_and_makes_none(
    store: Store, prompt: str, when: str, zone: str, missed: str, sentence: str
) -> None:
    with pytest.raises(HydraError) as caught:
        schedules.add(store, "ada", prompt, when, zone=zone, missed=missed)
    assert sentence in str(caught.value)
    assert schedules.listed(store) == []


def test_a_time_that_has_come_is_a_task_and_the_next_one_is_set(store: Store) -> None:
    made = add(store, channel="ada")
    assert due.fire_due(store, at("2026-03-02T08:59:59")) == []
    (task,) = due.fire_due(store, at("2026-03-02T09:00:01"))
    assert (task.agent, task.channel, task.prompt, task.status) == ("ada", "ada", "Write the stand-up", "pending")
    assert task.ref == f"schedule-{made.id}@2026-03-02T09:00:00Z"
    after = schedules.get(store, made.id)
    assert (after.next, after.last_task) == ("2026-03-03T09:00:00Z", task.id)
    assert due.fire_due(store, at("2026-03-02T09:00:02")) == []


def test_what_was_missed_is_caught_up_once_for_the_latest_time(store: Store) -> None:
    made = add(store)
    (task,) = due.fire_due(store, at("2026-03-06T20:00:00"))
    assert task.ref == f"schedule-{made.id}@2026-03-06T09:00:00Z"
    assert schedules.get(store, made.id).next == "2026-03-07T09:00:00Z"


def test_what_was_missed_is_skipped_where_that_is_wanted_and_said(store: Store) -> None:
    made = add(store, missed="skip")
    assert due.fire_due(store, at("2026-03-06T20:00:00")) == []
    after = schedules.get(store, made.id)
    assert (after.next, after.trouble, after.paused) == ("2026-03-07T09:00:00Z", "Skipped Fri 10:00: hydratui was not open.", False)
    assert len(due.fire_due(store, at("2026-03-07T09:00:59"))) == 1
    assert schedules.get(store, made.id).trouble is None


def test_of_many_missed_times_the_one_that_is_now_runs_in_any_case(store: Store) -> None:
    add(store, "* * * * *", missed="skip")
    (task,) = due.fire_due(store, at("2026-03-02T12:00:20"))
    assert str(task.ref).endswith("@2026-03-02T12:00:00Z")


def test_runs_do_not_pile_up_behind_one_that_has_not_ended(store: Store) -> None:
    made = add(store, "0 * * * *")
    other = add(store, "0 * * * *")
    assert len(due.fire_due(store, at("2026-03-02T09:00:00"))) == 2
    assert due.fire_due(store, at("2026-03-02T10:00:00")) == []
    after = schedules.get(store, made.id)
    assert (after.trouble, after.next) == ("Skipped 11:00: the run before had not ended.", "2026-03-02T11:00:00Z")
    ended(store)
    assert [str(task.ref) for task in due.fire_due(store, at("2026-03-02T11:00:00"))] == [f"schedule-{made.id}@2026-03-02T11:00:00Z"]
    assert schedules.get(store, made.id).trouble is None
    assert schedules.get(store, other.id).trouble == "Skipped 12:00: the run before had not ended."


def test_another_task_of_the_agent_is_no_reason_to_skip(store: Store) -> None:
    tasks.submit(store, "ada", "something else")
    add(store)
    assert len(due.fire_due(store, at("2026-03-02T09:00:00"))) == 1


def test_two_processes_at_the_same_moment_fire_it_once(store: Store) -> None:
    for _ in range(20):
        add(store)

    def fire(_: int) -> int:
        own = store.again()
        try:
            return len(due.fire_due(own, at("2026-03-02T09:00:00")))
        finally:
            own.close()

    with ThreadPoolExecutor(4) as pool:
        fired = list(pool.map(fire, range(8)))
    assert sum(fired) == 20
    assert len(tasks.unfinished(store)) == 20


def test_a_clock_that_is_put_back_fires_nothing_twice_and_forgets_nothing(store: Store) -> None:
    made = add(store, "0 * * * *")
    assert len(due.fire_due(store, at("2026-03-02T09:00:00"))) == 1
    ended(store)
    back = at("2026-03-02T08:10:00")
    assert due.fire_due(store, back) == []
    due.realign(store, back)
    assert schedules.get(store, made.id).next == "2026-03-02T10:00:00Z"
    # Even with its next time set to one that has had its run.
    by_hand(store, f"next_at = {at('2026-03-02T09:00:00').timestamp()}")
    assert due.fire_due(store, at("2026-03-02T09:00:00")) == []
    assert schedules.get(store, made.id).next == "2026-03-02T10:00:00Z"
    assert len(due.fire_due(store, at("2026-03-02T10:00:00"))) == 1


def test_after_a_clock_that_was_a_year_ahead_schedules_do_not_wait_for_a_year(store: Store) -> None:
    made = add(store)
    due.fire_due(store, at("2027-03-02T09:00:00"))
    ended(store)
    assert schedules.get(store, made.id).next == "2027-03-03T09:00:00Z"
    due.realign(store, NOW)
    assert schedules.get(store, made.id).next == "2026-03-02T09:00:00Z"
    assert len(due.fire_due(store, at("2026-03-02T09:00:00"))) == 1


def test_a_row_that_was_written_by_hand_gets_its_next_time(store: Store) -> None:
    columns = "agent, channel, prompt, cron, zone, created_at"
    shell(
        store.path, f"INSERT INTO schedules ({columns}) VALUES ('ada', 'main', 'hi', '0 10 * * *', 'Europe/Madrid', '2026-01-01T00:00:00Z')"
    )
    due.realign(store, NOW)
    assert [each.next for each in schedules.listed(store)] == ["2026-03-02T09:00:00Z"]


@pytest.mark.parametrize("broken", ["cron = 'nonsense'", "zone = 'Mars/Base'", "cron = '0 0 30 2 *'"])
def test_a_schedule_that_was_broken_by_hand_rests_with_a_sentence_and_the_others_go_on(store: Store, broken: str) -> None:
    bad, good = add(store), add(store)
    shell(store.path, f"UPDATE schedules SET {broken} WHERE id = {bad.id}")
    assert [task.ref for task in due.fire_due(store, at("2026-03-02T09:00:00"))] == [f"schedule-{good.id}@2026-03-02T09:00:00Z"]
    after = schedules.get(store, bad.id)
    assert (after.paused, after.next) == (True, None)
    assert after.trouble
    assert "\n" not in after.trouble
    mended = schedules.change(store, bad.id, when="0 11 * * *", zone="Europe/Madrid")
    assert (mended.paused, mended.trouble, mended.next) == (False, None, "2026-03-02T10:00:00Z")


@pytest.mark.parametrize("value", ["0", "-1e300", "1e300", "'soon'", "NULL"])
def test_a_next_time_that_no_clock_shows_stops_nothing(store: Store, value: str) -> None:
    made = add(store)
    shell(store.path, f"UPDATE schedules SET next_at = {value}")
    assert [each.id for each in schedules.listed(store)] == [made.id]
    due.fire_due(store, NOW)
    due.realign(store, NOW)
    assert schedules.get(store, made.id).next == "2026-03-02T09:00:00Z"


def test_a_schedule_that_is_broken_while_it_waits_is_named_by_the_look(store: Store) -> None:
    made = add(store)
    by_hand(store, "cron = 'x'")
    due.realign(store, NOW)
    assert schedules.get(store, made.id).paused


def test_a_schedule_whose_agent_is_gone_rests_and_sends_nothing(store: Store) -> None:
    made = add(store)
    assert due.fire_due(store, at("2026-03-02T09:00:00"), exists=lambda agent: agent != "ada") == []
    after = schedules.get(store, made.id)
    assert (after.paused, after.trouble) == (True, "There is no agent ada any more.")
    assert tasks.unfinished(store) == []


def test_a_pause_is_not_caught_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = add(store)
    assert schedules.pause(store, made.id).next is None
    assert due.fire_due(store, at("2026-03-05T09:00:00")) == []
    monkeypatch.setattr(times, "now", lambda: at("2026-03-05T12:00:00"))
    resumed = schedules.resume(store, made.id)
    assert (resumed.paused, resumed.next) == (False, "2026-03-06T09:00:00Z")
    assert due.fire_due(store, at("2026-03-05T12:00:01")) == []


def test_resuming_what_does_not_rest_loses_no_time(store: Store) -> None:
    made = add(store)
    by_hand(store, "next_at = 5")
    assert schedules.resume(store, made.id).next_at == 5


def test_running_it_now_leaves_its_next_time(store: Store) -> None:
    made = add(store)
    first, second = schedules.run_now(store, made.id), schedules.run_now(store, made.id)
    assert first.ref != second.ref
    assert str(first.ref).startswith(f"schedule-{made.id}@by-hand-")
    after = schedules.get(store, made.id)
    assert (after.next, after.last_task) == (made.next, second.id)
    schedules.pause(store, made.id)
    assert schedules.run_now(store, made.id).status == "pending"


def test_a_change_is_only_of_what_is_named(store: Store) -> None:
    made = add(store)
    by_hand(store, "next_at = 5")
    changed = schedules.change(store, made.id, prompt="Write less", missed="skip")
    assert (changed.prompt, changed.missed, changed.cron, changed.next_at) == ("Write less", "skip", made.cron, 5)
    moved = schedules.change(store, made.id, when="0 12 * * *", agent="otto", channel="otto")
    assert (moved.cron, moved.agent, moved.channel, moved.next) == ("0 12 * * *", "otto", "otto", "2026-03-02T11:00:00Z")
    assert schedules.change(store, made.id, zone="UTC").next == "2026-03-02T12:00:00Z"
    schedules.pause(store, made.id)
    assert schedules.change(store, made.id, when="0 13 * * *").next is None
    for wrong in ({"when": "no"}, {"zone": "no"}, {"missed": "no"}, {"prompt": " "}):
        with pytest.raises(HydraError):
            schedules.change(store, made.id, **wrong)
    assert schedules.get(store, made.id).cron == "0 13 * * *"


def test_a_schedule_that_is_gone_is_said_and_its_number_never_comes_again(store: Store) -> None:
    made = add(store)
    assert schedules.remove(store, made.id) == made
    for act in (schedules.get, schedules.pause, schedules.resume, schedules.remove, schedules.run_now, schedules.change):
        with pytest.raises(HydraError, match=f"There is no schedule {made.id}"):
            act(store, made.id)
    assert add(store).id > made.id


def test_schedules_follow_an_agent_to_its_new_name(store: Store) -> None:
    own, main, other = add(store, channel="ada"), add(store), add(store, agent="otto", channel="otto")
    ownership.rename_agent(store, "ada", "zoe")
    assert [(each.id, each.agent, each.channel) for each in schedules.listed(store)] == [
        (own.id, "zoe", "zoe"),
        (main.id, "zoe", "main"),
        (other.id, "otto", "otto"),
    ]


def test_schedules_of_a_deleted_agent_rest_and_say_why(store: Store) -> None:
    made, other = add(store), add(store, agent="otto")
    ownership.retire_agent(store, "ada", lambda: None)
    after = schedules.get(store, made.id)
    assert (after.paused, after.next, after.trouble) == (True, None, "There is no agent ada any more.")
    assert schedules.get(store, other.id) == other


def test_looking_for_what_is_due_reads_nothing_of_what_is_not(store: Store) -> None:
    for _ in range(200):
        add(store)
    steps = []

    def counted() -> bool:
        steps.append(1)
        return False

    # Called once for every hundred instructions of SQLite's machine.
    store.connection.set_progress_handler(counted, 100)
    assert due.fire_due(store, NOW) == []
    assert not steps
