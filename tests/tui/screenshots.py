"""Pictures of the real app for the README: `make screenshots` writes them into `screenshots/`."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.agents.create import seed_starters
from hydratui.paths import Home
from hydratui.recall import search
from hydratui.store import Store
from hydratui.tui import agents_view
from hydratui.tui.app import HydraApp
from hydratui.tui.widgets.file_editor import FileEditor
from tests.tui import album
from tests.tui.story import Clock, Worker, set_clock

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZE = (108, 32)
TALLER = {"chat": (108, 36)}
"""What stands alone, above the others."""


async def until(pilot: Pilot[Any], true: Callable[[], bool], what: str = "") -> None:
    """Waits for something to be on the screen.

    Raises:
        AssertionError: It was not within ten seconds.
    """
    for _ in range(400):
        await pilot.pause()
        if true():
            await pilot.pause()
            return
        await asyncio.sleep(0.025)
    raise AssertionError(f"waited ten seconds in vain {what}")


def shown(app: HydraApp) -> str:
    """What is on the screen, as plain text."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


async def type_line(pilot: Pilot[Any], app: HydraApp, typed: str, then: str) -> None:
    """Sends a line, and waits for some words to be on the screen."""
    app.chat.prompt.put(typed)
    await pilot.press("enter")
    await until(pilot, lambda: then in shown(app), then)


async def chat(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """An answer from what was said weeks ago, and two agents that answer at this moment."""
    album.two_at_work(worker)
    await until(pilot, lambda: "until then" in shown(app) and "cron.daily" in shown(app))


async def palette(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """The palette over the conversation."""
    await pilot.press("/", "r", "e")
    await until(pilot, lambda: app.chat.palette.shown)


async def recall(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """Cards of what was found."""
    await type_line(pilot, app, "/recall backup plan", "1 of 5")


async def memory(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """What Ada remembers, and a note that waits."""
    album.waits_for_lena(worker)
    await type_line(pilot, app, "/memory", "waits for you")
    await pilot.press("end")
    await until(pilot, lambda: "discard" in shown(app))


async def file(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """One of the other five files, while it is written."""
    await type_line(pilot, app, "/memory", "notes")
    await pilot.press("3", "enter")
    editor = app.screen.query_one(FileEditor)
    editor.move_cursor((4, len(editor.document.get_line(4))))
    await pilot.press(*" Say where it can stop.")
    await until(pilot, lambda: "not saved" in shown(app) and shown(app).count("can stop") == 2)


async def agents(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """The team, and all about one of them."""
    album.two_at_work(worker)
    await type_line(pilot, app, "/agents iris", "grants")


async def search_(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """The search over everything."""
    await type_line(pilot, app, "/search backup", "found")
    await pilot.press("down", "down")


async def queue(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """What runs and what waits."""
    album.two_at_work(worker)
    album.much_in_the_queue(worker)
    await type_line(pilot, app, "/queue", "Bruno")
    await pilot.press("down", "down")


async def stats(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """What the agents did, day by day."""
    await type_line(pilot, app, "/stats", "at work")
    await pilot.press("right")
    await until(pilot, lambda: "All agents by day" in shown(app) and "1 Nov" in shown(app))


async def light(pilot: Pilot[Any], app: HydraApp, worker: Worker) -> None:
    """The themes, one of which is shown as the pointer comes to it."""
    album.two_at_work(worker)
    await type_line(pilot, app, "/theme", "as the terminal is")
    await pilot.press("down")
    await until(pilot, lambda: app.theme == "hydratui-light")


SCENES: dict[str, Callable[[Pilot[Any], HydraApp, Worker], Awaitable[None]]] = {
    "chat": chat,
    "palette": palette,
    "recall": recall,
    "memory": memory,
    "file": file,
    "agents": agents,
    "search": search_,
    "queue": queue,
    "stats": stats,
    "light": light,
}


def write(home: Home, clock: Clock) -> Worker:
    """The data folder of the pictures."""
    seed_starters(home)
    album.write_team(home)
    worker = Worker(Store.open(home.database), clock)
    album.write_weeks(worker, home)
    album.write_morning(worker)
    return worker


def stand_still(patch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Lets nothing on the screen differ from run to run: what time it is, how long a search took, where the folder is."""
    set_clock(patch, clock)
    patch.setattr(search, "time", SimpleNamespace(perf_counter=cycle((0, 0.003)).__next__))
    patch.setattr(agents_view, "folder", lambda agent: f"~/.local/share/hydratui/agents/{agent.id}")


async def take(scene: str, folder: Path) -> str:
    """The SVG of one scene, in an empty folder."""
    clock, home = Clock(), Home(folder)
    with pytest.MonkeyPatch.context() as patch:
        stand_still(patch, clock)
        worker = write(home, clock)
        app = HydraApp(home, None)
        async with app.run_test(size=TALLER.get(scene, SIZE)) as pilot:
            await until(pilot, lambda: app.chat.transcript.newest > 0)
            await SCENES[scene](pilot, app, worker)
            await pilot.pause()
            svg = app.export_screenshot(title="hydratui")
        worker.store.close()
    return svg


def main() -> None:
    """Writes every picture."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SCENES:
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / f"{name}.svg").write_text(asyncio.run(take(name, Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()
