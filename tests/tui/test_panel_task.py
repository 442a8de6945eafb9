"""One whole task on a screen: both sides, the tools, the date; copied whole with one key."""

from datetime import UTC, datetime

import pytest

from hydratui import times
from hydratui.paths import Home
from hydratui.store import Store, tasks, usage
from hydratui.store.tasks import Task
from hydratui.store.usage import CallDetail, Outcome
from hydratui.tui.screens.task import TaskScreen
from tests.tui.panel_host import Host, page, settled, shown


@pytest.fixture(autouse=True)
def _late_november(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 15, 0, tzinfo=UTC))


def ended(store: Store, asked: str, answered: str | None, status: str = "completed", error: str | None = None, agent: str = "ada") -> Task:
    task = tasks.submit(store, agent, asked)
    with store.write() as db:
        db.execute(
            """UPDATE tasks SET status = ?, result = ?, error = ?, model = 'openai:gpt-5', tokens_in = 700, tokens_out = 112,
               created_at = '2026-10-21T10:32:00Z',
               started_at = '2026-10-21T10:32:01Z', finished_at = '2026-10-21T10:32:05Z' WHERE id = ?""",
            (status, answered, error, task.id),
        )
    return task


async def test_it_shows_both_sides_the_date_the_channel_the_model_and_the_tools(home: Home, store: Store) -> None:
    task = ended(store, "Which day do I deploy?\nAnd where to?", "On **Fridays**.\n\n- to the hall")
    for tool, outcome, result in (("recall", "ok", "3 hits in 812 tasks"), ("fetch_url", "blocked", "not a public address")):
        usage.record(store, task=task.id, agent="ada", tool=tool, source="built-in", outcome=outcome, ms=4, summary="deploy", result=result)  # type: ignore[arg-type]
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        text = page(app)
        assert f"task {task.id}   Wed 21 Oct 2026 · main" in text and "5 weeks ago" in text
        assert "Which day do I deploy?" in text and "And where to?" in text and "2026-10-21 10:32:00" in text
        assert "gpt-5 · 4 s · 812 tokens" in text and "On Fridays." in text and "**" not in text
        assert "▸ recall  deploy" in text and "3 hits in 812 tasks · 4 ms" in text and "blocked: not a public address" in text


async def test_a_failed_task_says_why_and_keeps_what_had_arrived(home: Home, store: Store) -> None:
    task = ended(store, "hello", "Half an ans", "failed", "The key for openai is wrong. Set OPENAI_API_KEY.")
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "failed" in page(app) and "The key for openai is wrong." in page(app) and "Half an ans" in page(app)


async def test_a_task_of_a_deleted_agent_goes_by_its_id(home: Home, store: Store) -> None:
    task = ended(store, "hello", "hi", agent="gone_agent")
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "▎ gone_agent" in page(app) and "hi" in page(app)


async def test_a_task_that_is_not_there_is_said_and_there_is_nothing_to_copy(home: Home, store: Store) -> None:
    app = Host(TaskScreen(home, 99))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "Task 99 is not in the database any more." in page(app) and "y copy" not in page(app)
        await pilot.press("y", "escape")
        assert not isinstance(app.screen, TaskScreen)


async def test_y_copies_the_whole_task_with_its_date_and_never_says_copied(home: Home, store: Store) -> None:
    task = ended(store, "Which day?", "On **Fridays**.")
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert app.clipboard == f"2026-10-21 10:32:05 · main · task {task.id}\n\nyou:\nWhich day?\n\nAda:\nOn **Fridays**.\n"
        assert "Sent to the terminal's clipboard" in page(app) and "opied" not in page(app)


async def test_a_long_answer_scrolls_to_its_end(home: Home, store: Store) -> None:
    task = ended(store, "count", "\n\n".join(f"number {number}" for number in range(500)))
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "number 0" in page(app)
        await pilot.press("end")
        await settled(pilot)
        assert "number 499" in page(app)


async def test_half_a_megabyte_is_shown_as_it_is(home: Home, store: Store) -> None:
    task = ended(store, "dump", "# not a heading\n" + "data " * 100_000)
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert any(line.strip(" ▎") == "# not a heading" for line in shown(app))


async def test_t_shows_below_each_tool_all_that_is_kept_of_it_and_hides_it_again(home: Home, store: Store) -> None:
    task = ended(store, "what is new?", "Nothing.")
    lines = "\n".join(f"line {number}" for number in range(30)) + " \x1b[31m[/red]\nthe end"
    calls: tuple[tuple[str, Outcome, CallDetail | None], ...] = (
        ("fetch_url", "ok", CallDetail('{"url": "https://example.org", "more": [1]}', lines)),
        ("recall", "blocked", CallDetail("[cut", 'recall has no parameter "agent".')),
        ("remember", "ok", None),
    )
    for tool, outcome, detail in calls:
        usage.record(store, task=task.id, agent="ada", tool=tool, source="built-in", outcome=outcome, ms=4, summary="", result="x",
                     detail=detail)  # fmt: skip
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(100, 60)) as pilot:
        await settled(pilot)
        folded = page(app)
        assert "t tools" in folded and "example.org" not in folded
        await pilot.press("t")
        await settled(pilot)
        text = page(app)
        assert "url: https://example.org" in text and "more: [1]" in text and "line 0" in text and "line 29 ␛[31m[/red]" in text
        assert text.index("the end") < text.index("given: [cut") < text.index('recall has no parameter "agent".')
        assert "No more was kept of this call." in text and text.index("No more was kept") < text.index("Nothing.")
        await pilot.press("t")
        await settled(pilot)
        assert page(app) == folded


async def test_without_a_tool_there_is_nothing_to_unfold(home: Home, store: Store) -> None:
    task = ended(store, "hello", "hi")
    app = Host(TaskScreen(home, task.id))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        before = page(app)
        await pilot.press("t")
        assert "t tools" not in before and page(app) == before
