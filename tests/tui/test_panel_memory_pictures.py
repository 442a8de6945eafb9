"""Pictures of the memory viewer while notes are written and pruned, and of the other files while they are read and edited."""

import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from hydratui import times
from hydratui.agents import files, memory
from hydratui.agents.roster import Agent, find
from hydratui.paths import Home
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.widgets.file_pane import FilePane
from tests.tui.panel_host import Host, settled, until
from tests.tui.pictures import Pictures
from tests.tui.test_panel_pictures import NOTES

SOUL = """# Soul

Calm, exact, a **little** dry. Says what it does not know, and `why`.

- short sentences
- no flattery, see [the rules](https://example.org/rules)

> Begin with the answer.

```python
def reply(words: int = 60) -> str: ...
```

<!-- Whole sentences in Italian, too: l'utente scrive in italiano la domenica. -->
"""


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture
def team(tmp_path: Path) -> Home:
    """A data folder with Ada alone, so that a picture changes only when the viewer does."""
    home = Home(tmp_path / "team")
    folder = home.agents / "ada"
    folder.mkdir(parents=True)
    (folder / "ada.agent.md").write_text("---\nname: Ada\nemoji: 🦉\ncraft: general\n---\nA calm generalist.\n", encoding="utf-8")
    return home


@pytest.fixture
def ada(team: Home, monkeypatch: pytest.MonkeyPatch) -> Agent:
    """Ada with six notes, one of which says again what another one says."""
    agent = find(team, "ada")
    for day, note, origin, task in (*NOTES, ("2026-11-20", "The user wants rsync, never scp, and a dry run first.", "user", None)):
        at(monkeypatch, day)
        memory.save(agent, note, origin, task)  # type: ignore[arg-type]
    at(monkeypatch, "2026-11-30")
    files.path(agent, "soul").write_text(SOUL)
    return agent


def at(monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    moment = datetime.fromisoformat(f"{day}T15:00:00").replace(tzinfo=UTC)
    monkeypatch.setattr(times, "now", lambda: moment)


def then(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    async def press(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return press


async def test_a_note_is_edited(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("down", "enter", "!"))


async def test_a_note_is_too_long(pictures: Pictures, team: Home, ada: Agent) -> None:
    async def ready(pilot: Pilot[Any]) -> None:
        await then("a")(pilot)
        editor = pilot.app.focused
        assert isinstance(editor, TextArea)
        editor.insert("Much too much for one note. " * 22)
        await then("enter")(pilot)

    await pictures(Host(MemoryScreen(team, ada)), ready)


async def test_the_oldest_are_marked(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("p", "space", "space"))


async def test_near_duplicates(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("p", "n"))


async def test_a_file_is_read(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("2"))


async def test_a_file_is_edited(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("2", "enter", "down", "-", "space"))


async def test_how_a_file_reads(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("2", "v"))


async def test_a_file_that_changed_meanwhile(pictures: Pictures, team: Home, ada: Agent) -> None:
    async def conflict(pilot: Pilot[Any]) -> None:
        await then("2", "enter", "x")(pilot)
        files.path(ada, "soul").write_text(SOUL.replace("dry", "warm"))
        await until(pilot, lambda: pilot.app.screen.query_one(FilePane).overtaken)
        await then("ctrl+s")(pilot)

    await pictures(Host(MemoryScreen(team, ada)), conflict)


async def test_a_file_that_is_not_saved(pictures: Pictures, team: Home, ada: Agent) -> None:
    await pictures(Host(MemoryScreen(team, ada)), then("2", "enter", "x", "escape"))
