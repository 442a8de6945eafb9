"""A small app around one screen or widget, and a way to read what it shows."""

import asyncio
from collections.abc import Callable
from typing import Any

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from hydratui.tui import theme

# Every string that made another program crash, act or lose its columns (faults.md, the terminal).
HOSTILE = (
    "[/foo]",
    "[@click=app.quit]x[/]",
    "[red",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b]52;c;eA==\x07 \x1b]8;;http://example.org\x07link",
    "\u202egnp.exe \u2066x\u2069 \u200f",
    "lone \ud800 surrogate and \x00 NUL",
    "👩‍👩‍👧 🇩🇪 ☎️ 家族 क्षि e\u0301",
    "line\r\nline\rline\nline\tx",
    "x" * 3000,
)
UNSAFE = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200F, 0xD800)}


class Host(App[None]):
    """Shows a screen, or widgets one under the other; whatever they post is kept."""

    CSS = "Screen { padding: 0 1; } .below { height: auto; }"

    def __init__(self, *content: Widget | Screen[None]) -> None:
        super().__init__()
        self._content = content
        self.heard: list[Any] = []
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme.DARK.name
        self.animation_level = "none"

    def compose(self) -> ComposeResult:
        yield from (each for each in self._content if not isinstance(each, Screen))

    def on_mount(self) -> None:
        for each in self._content:
            if isinstance(each, Screen):
                self.push_screen(each)


def shown(app: App[Any]) -> list[str]:
    """The lines on the screen, as text."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def page(app: App[Any]) -> str:
    """All that is on the screen."""
    return "\n".join(shown(app))


async def settled(pilot: Pilot[None]) -> None:
    """Waits until what was begun is done and shown."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Waits for something to come true on the screen, ten seconds at most."""
    for _ in range(400):
        await settled(pilot)
        if true():
            return
        await asyncio.sleep(0.025)
    raise AssertionError(f"waited ten seconds in vain; the screen shows:\n{page(pilot.app)}")
