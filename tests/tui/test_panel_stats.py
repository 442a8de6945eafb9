"""The statistics: what each agent did and used, day by day, in figures and in bars."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from hydratui import times
from hydratui.agents.create import set_field
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.tui import bars
from hydratui.tui.screens.stats import StatsScreen
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import HOSTILE, UNSAFE, Host, page, settled, shown, until
from tests.tui.pictures import Pictures
from tests.tui.story import NOW, Clock

PRICES = '[prices."anthropic:claude-sonnet-5"]\ninput = 3\noutput = 15\n'


def done(
    store: Store,
    days_ago: int = 0,
    *,
    agent: str = "ada",
    count: int = 1,
    status: str = "completed",
    model: str = "anthropic:claude-sonnet-5",
    tokens: tuple[int, int] = (640, 172),
    seconds: int = 40,
) -> None:
    began = NOW - timedelta(days=days_ago, hours=2)
    for _ in range(count):
        task = tasks.submit(store, agent, "hello")
        with store.write() as db:
            db.execute(
                """UPDATE tasks SET status = ?, started_at = ?, finished_at = ?, model = ?, tokens_in = ?, tokens_out = ? WHERE id = ?""",
                (status, times.stamp(began), times.stamp(began + timedelta(seconds=seconds)), model, *tokens, task.id),
            )


def some_weeks(store: Store, home: Home) -> None:
    """Ada is at work on most days, Otto on some and with failures, Iris long ago, and one who is gone."""
    store.connection.pragma("synchronous", "off")
    home.config.write_text(PRICES, encoding="utf-8")
    for day, count in enumerate((3, 8, 5, 0, 2, 9, 4, 1, 0, 0, 6, 2)):
        done(store, day, count=count, tokens=(12_400, 900))
    for day, count in ((0, 1), (2, 4), (3, 1)):
        done(store, day, agent="otto", count=count, model="ollama:qwen3:8b", seconds=200)
    done(store, 2, agent="otto", count=2, status="failed", tokens=(0, 0), model="ollama:qwen3:8b")
    done(store, 200, agent="iris", count=3)
    done(store, 1, agent="mabel", model="builtin", tokens=(0, 0))


def figures(app: Host, text: str) -> list[str]:
    """The columns of the first line that holds a text, behind its chart."""
    line = next(each for each in shown(app) if text in each)
    return [part for part in re.split(" {2,}", line.strip()) if part][-6:]


def stats(home: Home, store: Store) -> Host:
    return Host(StatsScreen(home, store.again()))


async def test_each_agent_has_its_figures_and_so_has_each_day(home: Home, store: Store, clock: Clock) -> None:
    some_weeks(store, home)
    app = stats(home, store)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "Ada" in page(app))
        assert figures(app, "All agents   ") == ["40", "2", "388.2k", "28.9k", "43 min", "1.57 +"]
        assert figures(app, "Ada") == ["31", "–", "384.4k", "27.9k", "21 min", "1.57"]
        assert figures(app, "🔧 Otto") == ["8", "2", "3,840", "1,032", "21 min", "no price"]
        assert figures(app, "Iris") == ["–"] * 6
        assert figures(app, "Mon 30 Nov") == ["4", "–", "37.8k", "2,872", "5 min", "0.15 +"]
        assert figures(app, "Fri 27 Nov") == ["1", "–", "640", "172", "3 min", "no price"]
        assert "mabel" in page(app)
        assert "No price for ollama:qwen3:8b; yours go into config.toml, under [prices]." in page(app)


async def test_the_days_are_those_of_the_agent_that_is_pointed_at(home: Home, store: Store, clock: Clock) -> None:
    some_weeks(store, home)
    app = stats(home, store)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "All agents by day" in page(app))
        await pilot.press("down", "down", "down")
        await until(pilot, lambda: "Otto by day · tasks" in page(app))
        assert figures(app, "Mon 30 Nov")[:2] == ["1", "–"]
        assert figures(app, "Sat 28 Nov")[:2] == ["6", "2"]


async def test_left_and_right_choose_the_time(home: Home, store: Store, clock: Clock) -> None:
    some_weeks(store, home)
    app = stats(home, store)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "24 Nov – 30 Nov 2026" in page(app))
        await pilot.press("left")
        await until(pilot, lambda: "Mon 30 Nov 2026" in page(app))
        await pilot.press("left", "right", "right")
        await until(pilot, lambda: "1 Nov – 30 Nov 2026" in page(app))
        await pilot.press("right", "right")
        await until(pilot, lambda: "All agents by month · tasks · 14 May – 30 Nov 2026" in page(app))
        assert re.search("Nov 2026 +━", page(app)) and figures(app, "Aug 2026")[-6:] == ["–"] * 6


async def test_b_chooses_what_the_bars_show(home: Home, store: Store, clock: Clock) -> None:
    some_weeks(store, home)
    app = stats(home, store)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "by day · tasks" in page(app))
        lengths = []
        for name in ("failed", "tokens", "at work", "cost", "tasks"):
            await pilot.press("b")
            await until(pilot, lambda name=name: f"by day · {name} ·" in page(app))  # type: ignore[misc]
            lengths.append(page(app).count("━"))
        assert len(set(lengths)) == 5
        assert page(app).count("━") == lengths[-1]


async def test_what_ends_meanwhile_is_counted_too(home: Home, store: Store, clock: Clock) -> None:
    app = stats(home, store)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "No task has ended in the last 7 days." in page(app))
        done(store)
        await until(pilot, lambda: "Mon 30 Nov" in page(app))
        done(store)
        await until(pilot, lambda: figures(app, "Mon 30 Nov")[-6] == "2")


async def test_a_price_that_is_written_meanwhile_counts(home: Home, store: Store, clock: Clock) -> None:
    done(store, tokens=(1_000_000, 0))
    app = stats(home, store)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "no price" in page(app))
        home.config.write_text(PRICES, encoding="utf-8")
        await until(pilot, lambda: "3.00" in page(app) and "no price" not in page(app))
        home.config.write_text("prices = 3", encoding="utf-8")
        await until(pilot, lambda: "prices must be a table" in page(app))
        assert "3.00" in page(app)


async def test_nothing_done_is_said_and_what_to_do(home: Home, store: Store, clock: Clock) -> None:
    app = stats(home, store)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "No task has ended in the last 7 days." in page(app))
        assert "Press → for a longer time." in page(app) and "b bars" not in page(app) and "← → range" in page(app)
        await pilot.press("right", "right")
        await until(pilot, lambda: "No task has ended yet." in page(app))


@pytest.mark.parametrize("size", [(120, 40), (60, 20)])
async def test_hostile_names_and_models_are_text_and_keep_the_columns(
    home: Home, store: Store, clock: Clock, size: tuple[int, int]
) -> None:
    store.connection.pragma("synchronous", "off")
    set_field(home, find(home, "ada"), "name", "家族家族家族家族家族家族")
    done(store)
    for number, hostile in enumerate(HOSTILE):
        text = hostile.encode("utf-8", "replace").decode()
        done(store, number % 3, agent=text, model=text)
    app = stats(home, store)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "家族" in page(app))
        for _ in range(14):
            assert not UNSAFE & set(page(app).replace("\n", ""))
            assert all(cell_len(each) == size[0] for each in shown(app))
            await pilot.press("down")
        await settled(pilot)


async def test_the_chat_opens_it_and_esc_comes_back(open_app: OpenApp) -> None:
    async with open_app((80, 24)) as opened:
        await opened.type("/stats")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, StatsScreen))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)


def test_a_bar_is_as_long_as_it_is_large_and_never_nothing_for_something() -> None:
    assert [bars.bar(value, 10, 4) for value in (0, 0.01, 5, 6, 10)] == ["", "╸", "━━", "━━╸", "━━━━"]
    assert bars.bar(3, 0, 4) == bars.bar(1, 1, 0) == ""


def test_columns_hold_every_value_also_where_there_are_more_than_fit() -> None:
    assert bars.columns([0, 1, 7, 0], 9) == " ▁▇ "
    assert len(bars.columns(list(range(31)), 10)) <= 10
    assert bars.columns([0] * 9 + [1], 5) == "    ▇"
    assert bars.columns([], 5) == bars.columns([1], 0) == ""


def then(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def run(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    return run


async def test_the_picture_of_the_statistics(pictures: Pictures, home: Home, store: Store, clock: Clock) -> None:
    some_weeks(store, home)
    await pictures(stats(home, store), then("down"))


async def test_the_picture_of_no_statistics(pictures: Pictures, home: Home, store: Store, clock: Clock) -> None:
    await pictures(stats(home, store), then())
