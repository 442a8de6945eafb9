"""The system: who works on what, what comes next, and the logs as they grow, are rotated and emptied."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.store import Store, front_ends, mcp_status, queue, schedules, tasks, workers
from hydratui.store.mcp_status import Seen
from hydratui.tui import log_file
from hydratui.tui.screens.system import SystemScreen
from hydratui.tui.widgets.log_pane import LogPane
from hydratui.tui.widgets.pointed_rows import PointedRows
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import HOSTILE, UNSAFE, Host, page, settled, shown, until
from tests.tui.pictures import Pictures
from tests.tui.story import Clock

SERVERS = '[mcp.servers.time]\ncommand = "uvx"\n[mcp.servers.issues]\nurl = "https://mcp.example.org/mcp"\nenabled = false\n'


def system(home: Home, store: Store) -> Host:
    return Host(SystemScreen(home, store.again()))


def log(home: Home, name: str, *lines: str) -> Path:
    home.logs.mkdir(parents=True, exist_ok=True)
    file = home.logs / name
    with file.open("ab") as out:
        out.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"))
    return file


def said(number: int, level: str = "INFO") -> str:
    return f"2026-11-30 10:{number // 60 % 60:02d}:{number % 60:02d},000 {level} line {number}."


def pane(app: Host) -> LogPane:
    return app.screen.query_one(LogPane)


def some_life(home: Home, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with a task in hand, one that is leaving, an app, schedules, MCP servers, two logs."""
    monkeypatch.setattr("os.getpid", lambda: 4312)
    monkeypatch.setattr("hydratui.store.workers.is_gone", lambda pid, where: False)
    monkeypatch.setattr("hydratui.store.front_ends.is_gone", lambda pid, where: False)
    home.config.write_text(SERVERS, encoding="utf-8")
    clock.at(hours=2)
    workers.enlist(store, "w1", "daemon")
    workers.uses(store, "w1", "anthropic:claude-sonnet-5")
    workers.enlist(store, "w2", "own")
    with store.write() as db:
        db.execute("UPDATE workers SET leaving = 1 WHERE id = 'w2'")
    front_ends.enter(store)
    mcp_status.write(store, "w1", "time", Seen("timed out", "it did not answer within 30 s", ("now",)))
    clock.at(seconds=0)
    schedules.add(store, "iris", "What is new about the router?", "30 11 * * *", zone="UTC")
    schedules.add(store, "ada", "Write the stand-up from what we did yesterday", "0 9 * * 1-5", zone="UTC")
    schedules.pause(store, schedules.add(store, "ada", "later", "@daily", zone="UTC").id)
    tasks.submit(store, "ada", "one")
    tasks.submit(store, "ada", "two")
    clock.at(seconds=12)
    assert queue.claim(store, "w1") is not None
    clock.at(seconds=0)
    log(home, "worker-4312.log", *(said(number, "WARNING" if number % 7 == 3 else "INFO") for number in range(1, 60)))
    log(home, "app-4313.log", said(1))
    os.utime(home.logs / "app-4313.log", (1, 1))


async def test_workers_say_what_they_are_and_what_they_run(home: Home, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    some_life(home, store, clock, monkeypatch)
    app = system(home, store)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "process 4312" in page(app))
        assert "process 4312 · started by hand · since today 08:34 · uses claude-sonnet-5" in page(app)
        assert "works on task 1 for Ada (12 s)" in page(app)
        assert "for one task of hydratui ask · since today 08:34 · leaving: ends what it has in hand" in page(app)
        assert "has nothing to do" in page(app) and "2 workers · 1 app" in page(app)


async def test_schedules_servers_and_the_index_are_in_words(
    home: Home, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_life(home, store, clock, monkeypatch)
    app = system(home, store)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "schedules" in page(app))
        shows = page(app)
        assert (
            shows.index("today 11:30 · Iris · What is new")
            < shows.index("tomorrow 09:00 · Ada · Write the stand-up")
            < shows.index("1 paused")
        )
        assert "time: timed out, it did not answer within 30 s; 1 tool; granted to nobody" in shows
        assert "issues: off" in shows
        assert "no index yet; it is made at the first recall" in shows


async def test_a_worker_that_comes_or_takes_a_task_shows_at_once(home: Home, store: Store) -> None:
    app = system(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "none; one is started when there is work" in page(app))
        tasks.submit(store, "ada", "one")
        workers.enlist(store, "w1", "background")
        await until(pilot, lambda: "started by the app" in page(app) and "has nothing to do" in page(app))
        assert queue.claim(store, "w1") is not None
        await until(pilot, lambda: "works on task 1 for Ada" in page(app))


async def test_settings_that_can_t_be_read_hide_nothing_else(home: Home, store: Store) -> None:
    home.config.write_text("[mcp", encoding="utf-8")
    app = system(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "is not valid TOML" in page(app))
        assert "database" in page(app)


async def test_the_log_written_last_is_followed_and_another_is_chosen_with_the_arrows(home: Home, store: Store) -> None:
    os.utime(log(home, "app-1.log", "of the app"), (1, 1))
    log(home, "worker-2.log", *map(said, range(200)))
    app = system(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "line 199." in page(app))
        assert "worker-2.log · " in page(app) and "follows" in page(app)
        log(home, "worker-2.log", said(200))
        await until(pilot, lambda: "line 200." in page(app))
        await pilot.press("down")
        await until(pilot, lambda: "of the app" in page(app) and "line 200." not in page(app))


async def test_whoever_scrolls_up_stays_there_and_end_goes_on(home: Home, store: Store) -> None:
    log(home, "worker-2.log", *map(said, range(200)))
    app = system(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "line 199." in page(app))
        await pilot.press("enter", "up", "up")
        await settled(pilot)
        assert not pane(app).following and "line 199." not in page(app)
        top = next(each for each in shown(app) if "INFO line" in each)
        log(home, "worker-2.log", *map(said, range(200, 205)))
        await until(pilot, lambda: "↓ 5 new lines  End" in page(app))
        assert next(each for each in shown(app) if "INFO line" in each) == top
        await pilot.press("end")
        await until(pilot, lambda: "line 204." in page(app))
        log(home, "worker-2.log", said(205))
        await until(pilot, lambda: "line 205." in page(app))
        await pilot.press("up", "pagedown")
        await until(pilot, lambda: pane(app).following)


async def test_enter_gives_the_log_the_whole_screen_and_takes_it_back(home: Home, store: Store) -> None:
    log(home, "worker-2.log", *map(said, range(200)))
    app = system(home, store)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "line 199." in page(app))
        few = page(app).count("line ")
        await pilot.press("enter")
        await until(pilot, lambda: page(app).count("line ") > few)
        assert "database" not in page(app) and "line 199." in page(app) and "tab" not in page(app)
        await pilot.press("enter")
        await settled(pilot)
        assert "workers" in page(app) and isinstance(app.focused, PointedRows)


async def test_a_log_that_is_rotated_loses_no_line_and_one_that_is_emptied_says_so(home: Home, store: Store) -> None:
    file = log(home, "worker-2.log", said(1))
    app = system(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "line 1." in page(app))
        log(home, "worker-2.log", said(2))
        file.rename(home.logs / "worker-2.log.1")
        log(home, "worker-2.log", said(3))
        await until(pilot, lambda: "line 3." in page(app))
        assert page(app).index("line 2.") < page(app).index("a new file was begun") < page(app).index("line 3.")
        with file.open("wb"):
            pass
        await until(pilot, lambda: "The file was emptied and begun anew." in page(app))
        log(home, "worker-2.log", said(4))
        await until(pilot, lambda: "line 4." in page(app))


async def test_no_log_is_said(home: Home, store: Store) -> None:
    app = system(home, store)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "There is no log yet." in page(app))
        log(home, "worker-2.log", said(1))
        await until(pilot, lambda: "line 1." in page(app))


@pytest.mark.parametrize("size", [(120, 40), (60, 20)])
async def test_hostile_lines_names_and_prompts_are_text_and_keep_the_columns(home: Home, store: Store, size: tuple[int, int]) -> None:
    log(home, "worker-2.log", *HOSTILE)
    log(home, "mcp-[red]家族.log", *HOSTILE)
    for hostile in HOSTILE:
        schedules.add(store, "ada", hostile.encode("utf-8", "replace").decode(), "@daily", zone="UTC")
    app = system(home, store)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: "xxxx" in page(app))
        for key in ("down", "enter", "home", "pagedown", "enter"):
            assert not UNSAFE & set(page(app).replace("\n", ""))
            assert all(cell_len(each) == size[0] for each in shown(app))
            await pilot.press(key)
            await settled(pilot)


async def test_the_chat_opens_it_and_esc_comes_back(open_app: OpenApp) -> None:
    async with open_app((80, 24)) as opened:
        await opened.type("/system")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, SystemScreen))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)


def test_of_a_large_log_only_the_end_is_read(home: Home) -> None:
    file = log(home, "worker-2.log", *map(said, range(80_000)))
    assert file.stat().st_size > 3_000_000
    read = log_file.read(file, None)
    assert read.lines[-1] == said(79_999) and read.size == file.stat().st_size
    assert all(line.startswith("2026-") for line in read.lines) and sum(map(len, read.lines)) < log_file.TAIL


def test_a_line_that_has_no_end_yet_is_shown_once_and_whole(home: Home) -> None:
    file = home.logs / "worker-2.log"
    home.logs.mkdir(parents=True)
    file.write_bytes("begun é".encode()[:-1])
    first = log_file.read(file, None)
    assert (first.lines, first.open_line) == ((), "begun �")
    with file.open("ab") as out:
        out.write("é".encode()[1:] + b" and ended\nnext")
    second = log_file.read(file, first)
    assert (second.lines, second.open_line) == (("begun é and ended",), "next")


def test_a_line_without_end_and_more_than_fits_stay_small(home: Home) -> None:
    file = home.logs / "worker-2.log"
    home.logs.mkdir(parents=True)
    file.write_bytes(b"x" * 3_000_000)
    read = log_file.read(file, None)
    assert len(read.open_line) == log_file.LONGEST and len(read.begun) <= log_file.TAIL
    with file.open("ab") as out:
        out.write(b"y" * 200_000 + b"\nlast\n")
    more = log_file.read(file, read)
    assert more.lines[-1] == "last" and more.gap and more.end == file.stat().st_size


def test_what_is_no_file_is_not_read(home: Home) -> None:
    home.logs.mkdir(parents=True)
    os.mkfifo(home.logs / "worker-2.log")
    with pytest.raises(Exception, match="is no file that can be read"):
        log_file.read(home.logs / "worker-2.log", None)


def then(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def run(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "line 59." in page(pilot.app))
        await pilot.press(*keys)
        await settled(pilot)
        # Where its thumb stands depends on when the log was read.
        pilot.app.screen.query_one(LogPane).styles.scrollbar_size_vertical = 0
        await settled(pilot)

    return run


async def test_the_picture_of_the_system(
    pictures: Pictures, home: Home, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_life(home, store, clock, monkeypatch)
    await pictures(system(home, store), then())
