"""`hydratui schedule` from a script."""

import json
import time
from datetime import UTC, datetime

import pytest

from hydratui import times
from hydratui.paths import Home
from hydratui.store import Store, schedules, tasks
from tests.unit.program import run, within


@pytest.fixture(autouse=True)
def madrid(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Monday morning, ten in Madrid."""
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 9, 0, tzinfo=UTC))


def added(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    ended = within(capsys, "schedule", "add", *words)
    assert ended.status == 0, ended.err
    return ended.out


def test_a_schedule_is_added_with_a_preview(capsys: pytest.CaptureFixture[str]) -> None:
    assert added(capsys, "--agent", "otto", "--cron", "0 9 * * 1-5", "Write", "the stand-up") == (
        "Schedule 1: Otto, at 09:00 on Monday through Friday (Europe/Madrid)."
        " Next: Tue 1 Dec 09:00, Wed 2 Dec 09:00, Thu 3 Dec 09:00."
        " Runs while hydratui or `hydratui worker` is open; missed runs are caught up once.\n"
    )


def test_the_list_has_exactly_the_agreed_shape(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    added(capsys, "--cron", "0 9 * * 1-5", "Write the stand-up")
    task = schedules.run_now(store, 1)
    shape = {
        "schedule": 1,
        "agent": "ada",
        "channel": "main",
        "cron": "0 9 * * 1-5",
        "words": "At 09:00 on Monday through Friday",
        "zone": "Europe/Madrid",
        "missed": "once",
        "kind": "user",
        "paused": False,
        "next_at": "2026-12-01T08:00:00Z",
        "trouble": None,
        "prompt": "Write the stand-up",
        "last_task": task.id,
    }
    for words in (["schedule", "--json"], ["schedule", "list", "--json", "--agent", "ada"]):
        (listed,) = json.loads(within(capsys, *words).out)
        assert (listed, list(listed)) == (shape, list(shape))
    assert json.loads(within(capsys, "schedule", "show", "1", "--json").out) == shape
    assert json.loads(within(capsys, "schedule", "list", "--agent", "otto", "--json").out) == []


def test_the_list_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert "There are no schedules" in within(capsys, "schedule").out
    added(capsys, "--cron", "0 9 * * 1-5", "Write the stand-up")
    added(capsys, "--agent", "otto", "--cron", "30m", "--zone", "Asia/Kolkata", "Look")
    assert within(capsys, "schedule").out.splitlines() == [
        "1  Ada   at 09:00 on Monday through Friday  next tomorrow 09:00  Write the stand-up",
        "2  Otto  every 30 minutes (Asia/Kolkata)    next today 10:30     Look",
    ]


def test_what_to_ask_comes_from_the_standard_input_and_all_else_from_options(store: Store) -> None:
    ended = run(
        *("schedule", "add", "--cron", "@daily", "--zone", "America/New_York", "--missed", "skip", "--channel", "night", "--json", "-"),
        typed="Sum up\nthe day",
    )
    assert ended.status == 0, ended.err
    (made,) = schedules.listed(store)
    assert (made.agent, made.cron, made.zone, made.missed, made.channel, made.prompt) == (
        "ada",
        "0 0 * * *",
        "America/New_York",
        "skip",
        "night",
        "Sum up\nthe day",
    )
    assert json.loads(ended.out)["schedule"] == made.id


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["add", "hi"], 2, 'Say when with --cron, such as --cron "0 9 * * 1-5".'),
        (["add", "--cron", "0 25 * * *", "hi"], 1, "the hour can't be 25"),
        (["add", "--cron", "0 0 9 * * 1-5", "hi"], 1, "and no seconds"),
        (["add", "--cron", "0 0 30 2 *", "hi"], 1, "never comes"),
        (["add", "--cron", "@daily", "--zone", "Madrid", "hi"], 1, "Did you mean Europe/Madrid?"),
        (["add", "--cron", "@daily", "--missed", "twice", "hi"], 2, "twice"),
        (["add", "--cron", "@daily", "--agent", "zoe", "hi"], 1, "no agent 'zoe'"),
        (["add", "--cron", "@daily", "  "], 1, "The message is empty."),
        (["show", "9"], 1, "There is no schedule 9"),
        (["pause", "9"], 1, "There is no schedule 9"),
        (["run", "9"], 1, "There is no schedule 9"),
        (["remove", "x"], 2, "x"),
        (["change", "9"], 2, "Say what to change"),
        (["change", "9", "--cron", "@daily"], 1, "There is no schedule 9"),
        (["preview", "0 9 * *"], 1, "has 4 fields"),
    ],
)
def test_what_can_t_be_done_is_one_line_and_makes_nothing(
    capsys: pytest.CaptureFixture[str], store: Store, words: list[str], status: int, sentence: str
) -> None:
    ended = within(capsys, "schedule", *words)
    assert (ended.status, ended.out) == (status, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1
    assert schedules.listed(store) == []


def test_a_schedule_is_paused_changed_resumed_run_and_removed(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    added(capsys, "--cron", "0 9 * * 1-5", "Write the stand-up")
    assert "It is paused." in within(capsys, "schedule", "pause", "1").out
    assert json.loads(within(capsys, "schedule", "change", "1", "--cron", "0 10 1 * *", "--json").out)["next_at"] is None
    assert "Next: Tue 1 Dec 10:00, Fri 1 Jan 2027 10:00" in within(capsys, "schedule", "resume", "1").out
    changed = within(capsys, "schedule", "change", "1", "--agent", "iris", "--missed", "skip", "Write", "less").out
    assert changed.startswith("Schedule 1: Iris, at 10:00 on the first day of every month")
    assert "missed runs are skipped" in changed
    assert within(capsys, "schedule", "run", "1").out == "Schedule 1 runs now, as task 1.\n"
    assert json.loads(within(capsys, "schedule", "run", "1", "--json").out)["agent"] == "iris"
    assert [task.prompt for task in tasks.unfinished(store)] == ["Write less", "Write less"]
    shown = within(capsys, "schedule", "show", "1").out
    assert "channel main · 0 10 1 * * · last task 2\n\nWrite less" in shown
    assert within(capsys, "schedule", "remove", "1").out == "Schedule 1 is gone; what it asked so far stays.\n"
    assert "There is no schedule 1" in within(capsys, "schedule", "remove", "1").err


def test_a_schedule_whose_agent_is_gone_is_shown_and_can_t_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    added(capsys, "--agent", "otto", "--cron", "@daily", "Look")
    within(capsys, "agents", "delete", "otto", "--yes")
    assert "There is no agent otto any more. It is paused." in within(capsys, "schedule", "show", "1").out
    assert "no agent 'otto'" in within(capsys, "schedule", "resume", "1").err
    assert "Next:" in within(capsys, "schedule", "change", "1", "--agent", "ada").out


def test_a_preview_saves_nothing(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    assert within(capsys, "schedule", "preview", "0 9 * * 1-5").out.splitlines() == [
        "At 09:00 on Monday through Friday (Europe/Madrid)",
        "Tue 1 Dec 09:00",
        "Wed 2 Dec 09:00",
        "Thu 3 Dec 09:00",
    ]
    assert json.loads(within(capsys, "schedule", "preview", "0", "9", "*", "*", "*", "--zone", "Asia/Kolkata", "--json").out) == {
        "cron": "0 9 * * *",
        "words": "At 09:00 every day",
        "zone": "Asia/Kolkata",
        "next": ["2026-12-01T03:30:00Z", "2026-12-02T03:30:00Z", "2026-12-03T03:30:00Z"],
    }
    assert schedules.listed(store) == []
