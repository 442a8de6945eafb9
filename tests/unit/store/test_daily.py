"""What was done on a day adds up by the user's own days, whatever the clock, and is read from an index alone."""

import time
from datetime import date, timedelta

import pytest

from hydratui.store import Store, tasks
from hydratui.store.daily import _OF_DAY, Done, daily, tally

TODAY = date(2026, 11, 30)


def ended(
    store: Store,
    finished: str,
    *,
    started: str | None = None,
    agent: str = "ada",
    model: str | None = "openai:gpt-5",
    status: str = "completed",
    tokens: tuple[int, int] = (10, 1),
) -> int:
    task = tasks.submit(store, agent, "hello")
    with store.write() as db:
        db.execute(
            "UPDATE tasks SET status = ?, started_at = ?, finished_at = ?, model = ?, tokens_in = ?, tokens_out = ? WHERE id = ?",
            (status, started or finished, finished, model, *tokens, task.id),
        )
    return task.id


def days(store: Store, since: date | None = None, until: date = TODAY) -> dict[str, int]:
    found: dict[str, int] = {}
    for done in daily(store, since, until):
        found[done.day.isoformat()] = found.get(done.day.isoformat(), 0) + done.tasks
    return found


def zone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("TZ", name)
    time.tzset()


def test_nothing_done_is_nothing(store: Store) -> None:
    tasks.submit(store, "ada", "still waits")
    assert daily(store, None, TODAY) == []


def test_each_agent_and_model_adds_up_by_itself(store: Store) -> None:
    ended(store, "2026-11-30T10:00:30Z", started="2026-11-30T10:00:00Z", tokens=(100, 7))
    ended(store, "2026-11-30T11:00:10Z", started="2026-11-30T11:00:00Z", status="failed", tokens=(50, 0))
    ended(store, "2026-11-30T11:00:00Z", model="ollama:qwen", tokens=(1, 2))
    ended(store, "2026-11-29T11:00:00Z", agent="otto", tokens=(3, 4))
    found = [
        (each.day.day, each.agent, each.model, each.tasks, each.failed, each.tokens_in, each.tokens_out)
        for each in daily(store, None, TODAY)
    ]
    assert found == [
        (29, "otto", "openai:gpt-5", 1, 0, 3, 4),
        (30, "ada", "ollama:qwen", 1, 0, 1, 2),
        (30, "ada", "openai:gpt-5", 2, 1, 150, 7),
    ]
    assert round(daily(store, TODAY, TODAY)[1].seconds) == 40


def test_the_range_holds_its_first_and_its_last_day_whole(store: Store) -> None:
    for moment in ("2026-11-27T23:59:59Z", "2026-11-28T00:00:00Z", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z"):
        ended(store, moment)
    assert days(store, TODAY - timedelta(days=2)) == {"2026-11-28": 1, "2026-11-30": 1}


@pytest.mark.parametrize(
    ("where", "day"), [("Pacific/Kiritimati", "2026-12-01"), ("America/Los_Angeles", "2026-11-30"), ("Asia/Kathmandu", "2026-12-01")]
)
def test_a_day_is_the_user_s_own(store: Store, monkeypatch: pytest.MonkeyPatch, where: str, day: str) -> None:
    zone(monkeypatch, where)
    ended(store, "2026-11-30T18:20:00Z")
    assert days(store, until=date(2026, 12, 1)) == {day: 1}


def test_days_of_23_and_25_hours_are_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    zone(monkeypatch, "Europe/Madrid")
    for moment in ("2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"):
        ended(store, moment)
    for moment in ("2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z"):
        ended(store, moment)
    assert days(store) == {"2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 1, "2026-10-25": 2, "2026-10-26": 1}


def test_a_message_that_was_cancelled_before_it_began_is_not_counted_one_that_was_stopped_is(store: Store) -> None:
    tasks.cancel(store, tasks.submit(store, "ada", "never mind").id)
    ended(store, "2026-11-30T10:00:00Z", status="cancelled")
    assert sum(days(store, until=date(9000, 1, 1)).values()) == 1


def test_moments_that_are_none_belong_to_no_day_and_end_nothing(store: Store) -> None:
    for moment in ("", "0", "2026-11-30T25:99:99Z", "0001-01-01T00:00:00Z", "yesterday", "2026-11-29T10:00:00Z", "2026-11-30T10:00:00Z"):
        ended(store, moment, started="some time")
    # What begins like a day counts for it.
    assert days(store) == {"0001-01-01": 1, "2026-11-29": 1, "2026-11-30": 2}
    assert all(done.seconds == 0 for done in daily(store, None, TODAY))


def test_a_clock_that_went_back_counts_for_no_time(store: Store) -> None:
    ended(store, "2026-11-30T10:00:00Z", started="2026-11-30T10:00:30Z")
    assert daily(store, None, TODAY) == [Done(TODAY, "ada", "openai:gpt-5", 1, 0, 10, 1, 0.0)]


def test_the_rows_with_their_long_texts_are_not_read(store: Store) -> None:
    plan = store.connection.execute(f"EXPLAIN QUERY PLAN {_OF_DAY}", ("a", "b")).fetchall()
    assert "SEARCH tasks USING COVERING INDEX tasks_by_end (finished_at>? AND finished_at<?)" in [row[3] for row in plan]


def test_the_tally_changes_when_a_task_is_sent_or_ends_and_at_nothing_else(store: Store) -> None:
    before = tally(store, TODAY)
    with store.write() as db:
        db.execute("INSERT INTO front_ends (id, pid, host, beat_at) VALUES ('a', 1, 'h', 0)")
    assert tally(store, TODAY) == before
    task = tasks.submit(store, "ada", "hello")
    sent = tally(store, TODAY)
    with store.write() as db:
        db.execute("UPDATE tasks SET status = 'completed', finished_at = '2026-11-30T10:00:00Z' WHERE id = ?", (task.id,))
    assert before != sent != tally(store, TODAY)
