"""/schedule, and what the palette offers while one types it."""

import time
from datetime import UTC, datetime

import pytest

from hydratui import times
from hydratui.agents.create import create
from hydratui.commands.command import Context, Said
from hydratui.commands.handle import handle
from hydratui.commands.routing import context
from hydratui.commands.suggest import Suggestion, suggest
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, schedules, tasks


@pytest.fixture(autouse=True)
def madrid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Monday morning, ten in Madrid."""
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 9, 0, tzinfo=UTC))


@pytest.fixture
def main(home: Home, store: Store) -> Context:
    return context(home, store)


def said(main: Context, typed: str) -> str:
    outcome = handle(main, typed)
    assert isinstance(outcome, Said)
    return outcome.text


def offered(main: Context, typed: str) -> list[Suggestion]:
    return suggest(main, typed, len(typed))


def lines(main: Context, typed: str) -> list[tuple[str, str]]:
    return [(one.label, one.summary) for one in offered(main, typed)]


def test_a_time_and_a_message_make_a_schedule_and_the_answer_says_all_there_is_to_know(main: Context) -> None:
    assert said(main, "/schedule 0 9 * * 1-5 Write the stand-up") == (
        "Schedule 1: Ada, at 09:00 on Monday through Friday (Europe/Madrid)."
        " Next: Tue 1 Dec 09:00, Wed 2 Dec 09:00, Thu 3 Dec 09:00."
        " Runs while hydratui or `hydratui worker` is open; missed runs are caught up once."
    )
    (made,) = schedules.listed(main.store)
    assert (made.agent, made.channel, made.prompt, made.cron, made.zone) == (
        "ada",
        "main",
        "Write the stand-up",
        "0 9 * * 1-5",
        "Europe/Madrid",
    )


@pytest.mark.parametrize(
    ("typed", "agent", "cron", "prompt"),
    [
        ("@daily Sum up\nthe day", "ada", "0 0 * * *", "Sum up\nthe day"),
        ("2h 5 things to do", "ada", "0 */2 * * *", "5 things to do"),
        ("0 9 * * 1-5 5 ideas for lunch", "ada", "0 9 * * 1-5", "5 ideas for lunch"),
        ("@otto 0  8 * * mon - check the builds", "otto", "0 8 * * mon", "- check the builds"),
        ("@Otto @weekly ask @iris", "otto", "0 0 * * 0", "ask @iris"),
    ],
)
def test_other_ways_to_say_when_and_to_whom(main: Context, typed: str, agent: str, cron: str, prompt: str) -> None:
    said(main, f"/schedule {typed}")
    (made,) = schedules.listed(main.store)
    assert (made.agent, made.cron, made.prompt) == (agent, cron, prompt)


def test_in_an_agent_s_own_channel_it_belongs_there_and_another_s_goes_to_the_other_s(home: Home, store: Store) -> None:
    own = context(home, store, "iris")
    said(own, "/schedule @daily look")
    said(own, "/schedule @ada @daily look")
    assert [(each.agent, each.channel) for each in schedules.listed(store)] == [("iris", "iris"), ("ada", "ada")]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0 9 * *", "has 4 fields"),
        ("0 25 * * * hi", "the hour can't be 25"),
        ("0 0 30 2 * hi", "never comes"),
        ("0 0 9 * * 1-5 Write", "has 6 fields; a schedule has five and no seconds"),
        ("0 0 9 * * * Write", "and no seconds"),
        ("0 0 9 1 * MON-FRI Write", "and no seconds"),
        ("0 9 * * 1-5", "Say what is asked then"),
        ("@hourli hi", '"@hourli" is no time that is known'),
        ("45m hi", "evenly"),
        ("every day at nine say hi", "/schedule begins with a time"),
        ("pause", "Name the schedule by its number, such as /schedule pause 3"),
        ("pause x", "by its number"),
        ("pause 99", "There is no schedule 99"),
        ("run 99", "There is no schedule 99"),
        (f"0 9 * * * {'x' * 1_000_001}", "1,000,000 fit"),
    ],
)
def test_what_can_t_be_done_is_said_in_one_sentence_and_makes_nothing(main: Context, typed: str, sentence: str) -> None:
    with pytest.raises(HydraError) as caught:
        handle(main, f"/schedule {typed}")
    assert sentence in str(caught.value)
    assert schedules.listed(main.store) == []
    assert tasks.unfinished(main.store) == []


def test_without_words_it_lists_what_there_is(main: Context) -> None:
    assert said(main, "/schedule") == "There are no schedules yet. Make one with /schedule 0 9 * * 1-5 Write the stand-up."
    said(main, "/schedule 0 9 * * 1-5 Write the stand-up")
    said(main, "/schedule @otto 30m Look\nat \x1b[31mit")
    said(main, "/schedule 0 12 24 12 * Merry Christmas")
    said(main, "/schedule pause 2")
    schedules.add(main.store, "ada", "far", "0 9 * * *", zone="Asia/Kolkata")
    with main.store.write() as db:
        db.execute("UPDATE schedules SET trouble = 'Skipped 09:00.' WHERE id = 1")
    assert said(main, "/schedule").splitlines() == [
        "1 · Ada · at 09:00 on Monday through Friday · next tomorrow 09:00. Skipped 09:00. · Write the stand-up",
        "2 · Otto · every 30 minutes · paused · Look at ␛[31mit",
        "3 · Ada · at 12:00 on December 24 · next Thu 24 Dec 12:00 · Merry Christmas",
        "4 · Ada · at 09:00 every day (Asia/Kolkata) · next tomorrow 04:30 · far",
    ]


def test_a_schedule_is_paused_resumed_run_and_removed_by_its_number(main: Context) -> None:
    said(main, "/schedule 0 9 * * 1-5 Write the stand-up")
    assert said(main, "/schedule pause 1") == "Schedule 1 is paused. /schedule resume 1 lets it go on."
    assert said(main, "/schedule PAUSE #1").startswith("Schedule 1 is paused.")
    assert "Next: Tue 1 Dec 09:00" in said(main, "/schedule resume 1")
    assert said(main, "/schedule run 1") == "Schedule 1 runs now, as task 1."
    assert [task.prompt for task in tasks.unfinished(main.store)] == ["Write the stand-up"]
    assert "missed runs are skipped." in said(main, "/schedule skip 1")
    assert "missed runs are caught up once." in said(main, "/schedule once 1")
    assert said(main, "/schedule remove 1") == "Schedule 1 is gone; what it asked so far stays."
    assert schedules.listed(main.store) == []


def test_a_schedule_of_an_agent_that_is_gone_can_t_go_on(main: Context) -> None:
    schedules.add(main.store, "nobody", "hi", "0 9 * * *", zone="UTC")
    for change in ("run", "resume"):
        with pytest.raises(HydraError, match="There is no agent 'nobody'"):
            handle(main, f"/schedule {change} 1")
    assert "nobody" in said(main, "/schedule")


def test_a_schedule_that_was_broken_by_hand_is_listed_as_it_is(main: Context) -> None:
    said(main, "/schedule 0 9 * * 1-5 Write")
    with main.store.write() as db:
        db.execute("UPDATE schedules SET cron = 'nonsense', paused = 1, next_at = NULL, trouble = 'It is broken.'")
    assert said(main, "/schedule") == "1 · Ada · nonsense · paused. It is broken. · Write"


def test_while_an_expression_is_typed_its_meaning_and_next_times_are_shown(main: Context) -> None:
    assert lines(main, "/schedule 0 9 * * 1-5") == [
        ("0 9 * * 1-5", "At 09:00 on Monday through Friday (Europe/Madrid)"),
        ("next", "Tue 1 Dec 09:00, Wed 2 Dec 09:00, Thu 3 Dec 09:00"),
    ]
    assert lines(main, "/schedule 0 9 * * 1-5 ") == lines(main, "/schedule 0 9 * * 1-5")
    assert lines(main, "/schedule 0 9 * * 1-5 Write") == []
    assert lines(main, "/schedule @otto 30m")[0] == ("30m", "Every 30 minutes (Europe/Madrid)")


def test_an_expression_that_is_not_done_yet_shows_the_field_that_is_typed(main: Context) -> None:
    assert lines(main, "/schedule 0 9") == [
        ("0 9 * * *", "At 09:00 every day (Europe/Madrid)"),
        ("next", "Tue 1 Dec 09:00, Wed 2 Dec 09:00, Thu 3 Dec 09:00"),
        ("hour", "0 to 23"),
    ]
    assert lines(main, "/schedule 0 9 ")[-1] == ("day of the month", "1 to 31, or L for the last")
    for typed in ("/schedule 0 9", "/schedule 0 9 ", "/schedule 0 9 * * *"):
        assert offered(main, typed)[0].applied(typed) == "/schedule 0 9 * * * "


def test_an_expression_that_can_t_be_read_shows_why(main: Context) -> None:
    ((label, why), field) = lines(main, "/schedule 0 25")
    assert (label, field) == ("0 25", ("hour", "0 to 23"))
    assert "the hour can't be 25" in why


def test_nothing_that_is_offered_is_in_the_way_of_enter(main: Context) -> None:
    said(main, "/schedule 0 9 * * 1-5 Write")
    for typed in ("/schedule ", "/schedule 0 9", "/schedule 0 9 * * 1-5 ", "/schedule pa", "/schedule pause ", "/schedule @da"):
        assert offered(main, typed)
        assert all(one.offered for one in offered(main, typed))


def test_the_first_word_is_completed(main: Context) -> None:
    labels = [label for label, _ in lines(main, "/schedule ")]
    assert labels == ["0 9 * * 1-5", "*/30 * * * *", "@daily", "pause", "resume", "run", "remove", "skip", "once"]
    assert offered(main, "/schedule pa")[0].applied("/schedule pa") == "/schedule pause "
    assert offered(main, "/schedule @da")[0].applied("/schedule @da") == "/schedule @daily "
    assert lines(main, "/schedule @ot")[0][0] == "@otto"
    assert lines(main, "/schedule zzz") == []


def test_numbers_are_offered_with_what_they_are(main: Context) -> None:
    said(main, "/schedule 0 9 * * 1-5 Write the stand-up")
    said(main, "/schedule @otto @daily Sum up")
    said(main, "/schedule pause 2")
    assert lines(main, "/schedule pause ") == [("1", "Ada · at 09:00 on Monday through Friday · next tomorrow 09:00 · Write the stand-up")]
    assert [label for label, _ in lines(main, "/schedule resume ")] == ["2"]
    assert [label for label, _ in lines(main, "/schedule run ")] == ["1", "2"]
    assert offered(main, "/schedule run 2")[0].applied("/schedule run 2") == "/schedule run 2"
    assert lines(main, "/schedule run 2 now") == []


def test_mentions_in_the_message_are_still_completed(main: Context) -> None:
    assert offered(main, "/schedule @daily ask @ot")[0].applied("/schedule @daily ask @ot") == "/schedule @daily ask @otto "


def test_an_agent_that_is_called_as_a_time_is_can_still_be_named(home: Home, store: Store) -> None:
    create(home, "Daily")
    said(context(home, store), "/schedule @daily @hourly look")
    assert [(each.agent, each.cron) for each in schedules.listed(store)] == [("daily", "0 * * * *")]
