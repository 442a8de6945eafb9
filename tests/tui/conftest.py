"""The app on a real store, with a clock that stands still and a worker that is played by the test."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual._compositor import Compositor
from textual.app import App
from textual.pilot import Pilot

from hydratui import times
from hydratui.agents import files
from hydratui.agents.roster import Agent, find
from hydratui.paths import Home
from hydratui.store import Store
from hydratui.tui.app import HydraApp
from hydratui.tui.screens.chat import ChatScreen
from tests.tui.pictures import Pictures, comparing
from tests.tui.screenshots import until
from tests.tui.story import Clock, Worker, set_clock


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terminal's wishes: UTC, colours, no tmux in between."""
    for name in ("NO_COLOR", "COLORFGBG", "TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture
def painted() -> None:
    """For tests of what is drawn and when: the app paints as it does in a terminal."""


@pytest.fixture(autouse=True)
def unpainted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves the painting that a headless app throws away, half of its work, and the wait for the next frame.

    What is on the screen is drawn when a test asks for it; behind a dialog there is nothing then.
    """
    if "painted" in request.fixturenames:
        return

    def nothing(self: Compositor, full: bool = False, screen_stack: object = None, simplify: bool = False) -> None:
        self._dirty_regions.clear()

    monkeypatch.setattr(Compositor, "render_update", nothing)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 0.002)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time everywhere in hydratui."""
    standing = Clock()
    set_clock(monkeypatch, standing)
    return standing


@pytest.fixture
def late_november(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 30 November 2026, and stays so."""
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 15, 0, tzinfo=UTC))


@pytest.fixture
def ada(home: Home) -> Agent:
    """Ada, who remembers nothing yet."""
    agent = find(home, "ada")
    files.path(agent, "memory").write_bytes(b"")
    return agent


@pytest.fixture
def worker(store: Store, clock: Clock) -> Worker:
    """Writes into the store what a worker would."""
    return Worker(store, clock)


@pytest.fixture
def pictures(snapshot: SnapshotAssertion, tmp_path: Path, painted: None) -> Pictures:
    """Compares an app in a state with its pictures in several looks."""
    return comparing(snapshot, tmp_path)


def shown(app: App[Any]) -> str:
    """What is on an app's screen, as plain text."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


@dataclass
class Open:
    """An app that is open."""

    app: HydraApp
    pilot: Pilot[Any]

    @property
    def chat(self) -> ChatScreen:
        """Its chat."""
        return self.app.chat

    async def until(self, true: Callable[[], bool], what: str = "") -> None:
        """Waits for something to be so."""
        await until(self.pilot, true, what)

    async def type(self, text: str) -> None:
        """Types a text, key by key."""
        for character in text:
            await self.pilot.press(_KEYS.get(character, character))

    def screen(self) -> str:
        """What is on the screen, as plain text."""
        return shown(self.app)


_KEYS = {" ": "space", "/": "slash", "@": "at", "-": "minus", "?": "question_mark", ".": "full_stop"}


OpenApp = Callable[..., AbstractAsyncContextManager[Open]]


@pytest.fixture
def open_app(home: Home, clock: Clock) -> OpenApp:
    """Opens the app on `home`: ``async with open_app((80, 24)) as opened``."""

    @asynccontextmanager
    async def opening(size: tuple[int, int] = (120, 40)) -> AsyncIterator[Open]:
        app = HydraApp(home, None)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Open(app, pilot)

    return opening
