"""The strings that broke other programs, in everything of the panels that shows text: as typed, inert, columns straight."""

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from hydratui.agents import files, memory
from hydratui.agents.roster import Agent
from hydratui.commands.suggest import Suggestion
from hydratui.paths import Home
from hydratui.recall import Answer, Excerpt, Hit
from hydratui.store import Store, tasks, usage
from hydratui.store.held import hold
from hydratui.tui.screens.help import HelpScreen
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.screens.task import TaskScreen
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.recall_cards import RecallCards
from tests.tui.panel_host import HOSTILE, UNSAFE, Host, page, settled, shown

WIDE, NARROW = (120, 40), (60, 20)
NAMES = ("closing tag", "click", "open tag", "escapes", "directions", "surrogate", "emoji", "line ends", "long")


def agent(folder: Path, name: str) -> Agent:
    return Agent("ada", name, name, name, name, folder)


def nothing_is_live(app: Host, width: int) -> None:
    """No line is longer or shorter than the screen, nothing unsafe is on it, and nothing can be clicked or followed."""
    assert {cell_len(line) for line in shown(app)} == {width}
    assert not UNSAFE & set(page(app).replace("\n", ""))
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            if segment.style is not None:
                assert segment.style.link is None and "@click" not in segment.style.meta


async def look(content: Widget | Screen[None], *, keys: tuple[str, ...] = (), then: Any = None) -> str:
    """What is shown on a wide screen, after the same screen has been looked at when it is narrow."""
    app = Host(content)
    async with app.run_test(size=NARROW) as pilot:
        if then is not None:
            then(app)
        await settled(pilot)
        await pilot.press(*keys)
        for size in (NARROW, WIDE):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            nothing_is_live(app, size[0])
        assert app.is_running
        return page(app)


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_palette(text: str) -> None:
    suggestion = Suggestion(text, text, text, text, (0, 1, 2), 0, 1)
    shown_text = await look(Palette(), then=lambda app: app.query_one(Palette).show([suggestion] * 20))
    assert text[:4] in shown_text or not text.isprintable() or not text.isascii()


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_cards(text: str, tmp_path: Path) -> None:
    excerpt = Excerpt(text, ((0, 3), (3, 5), (5, 10_000)))
    hits = tuple(Hit(number, text, text, text, excerpt, excerpt, 1.0, True) for number in (1, 2))
    shown_text = await look(RecallCards(Answer(text, "ada", 2, text, hits, (text,), 1.0), agent(tmp_path, text)), keys=("right", "y"))
    assert "2 hits in 2 tasks" in shown_text and "╰ enter open" in shown_text


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_sentence_that_nothing_matches(text: str, tmp_path: Path) -> None:
    await look(RecallCards(Answer(text, "ada", 2, None, (), (text,), 1.0), agent(tmp_path, text)))


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_memory_viewer(text: str, home: Home, store: Store) -> None:
    ada = agent(home.agents / "ada", text)
    file = files.path(ada, "memory")
    line = text.replace("\n", " ").replace("\r", " ")
    file.write_text(
        f"- [2026-10-01] {line}\n- [2026-99-99] {line}\n{line}\n- {line}\n",
        encoding="utf-8",
        errors="replace",
    )
    hold(
        store,
        "ada",
        tasks.submit(store, "ada", "x").id,
        "held " + text.encode("utf-8", "replace").decode(),
        text.encode("utf-8", "replace").decode(),
    )
    assert "1 waits for you" in await look(MemoryScreen(home, ada), keys=("end",))


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_other_files_and_in_the_filter(text: str, home: Home) -> None:
    ada = agent(home.agents / "ada", text)
    files.path(ada, "soul").write_bytes(b"soul \xff\xfe " + text.encode("utf-8", "surrogatepass"))
    assert "soul " in await look(MemoryScreen(home, ada), keys=("tab",))

    memory.save(ada, "a note", "user")

    def typed(app: Host) -> None:
        app.screen.query_one(Input).value = text

    await look(MemoryScreen(home, ada), then=typed)


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_a_whole_task(text: str, home: Home, store: Store) -> None:
    stored = text.encode("utf-8", "replace").decode()
    task = tasks.submit(store, "ada", stored, stored[:200])
    with store.write() as db:
        db.execute("UPDATE tasks SET result = ?, error = ?, status = 'failed', agent = ?, created_at = ?", (stored, stored, stored, stored))
    usage.record(store, task=task.id, agent="ada", tool=stored, source=stored, outcome="error", ms=1, summary=stored, result=stored)
    await look(TaskScreen(home, task.id), keys=("y",))


@pytest.mark.parametrize("text", HOSTILE, ids=NAMES)
async def test_in_the_help(text: str, tmp_path: Path) -> None:
    await look(HelpScreen(None, agent(tmp_path, text)))
    await look(HelpScreen(text))
