"""``python -m tests.benchmarks.piloted FOLDER``: the app with no terminal, in this process; what is read from stdin is done in it.

Each line names something to do; each is answered with the seconds from the key to the end of the last frame that it caused.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size

from hydratui.paths import Home
from hydratui.tui.app import HydraApp
from hydratui.tui.widgets.note_list import NoteList
from tests.benchmarks.held_loop import Loop, watched

SIZE = 120, 40
QUIET = 0.1


class Piloted:
    """The app, and what is done in it. Each thing is done by `do`, and undone where the next one needs that."""

    def __init__(self, app: HydraApp, loop: Loop) -> None:
        self._app, self._loop = app, loop
        self._turn = 0

    async def do(self, name: str) -> float:
        """Does something and gives the seconds that it took."""
        self._turn += 1
        seconds: float = await getattr(self, f"_{name}")()
        return seconds

    async def _keystroke(self) -> float:
        taken = await self._after(lambda: self._press("k"))
        assert self._app.chat.prompt.text == "k"
        await self._cleared()
        return taken

    async def _focus(self) -> float:
        def out_and_in() -> None:
            self._send(events.AppBlur())
            self._send(events.AppFocus())
            self._press("f")

        taken = await self._after(out_and_in)
        assert self._app.chat.prompt.text == "f"
        await self._cleared()
        return taken

    async def _palette(self) -> float:
        taken = await self._after(lambda: self._press("slash", "/"))
        assert self._app.chat.palette.chosen() is not None
        await self._cleared()
        return taken

    async def _scroll(self) -> float:
        page = self._app.chat.transcript
        if self._turn % 5 == 0:
            await self._after(lambda: self._press("end"))
        before = page.scroll_y, page.oldest
        taken = await self._after(lambda: self._press("pageup"))
        assert (page.scroll_y, page.oldest) != before
        return taken

    async def _resize(self) -> float:
        size = Size(SIZE[0] - 20 * (self._turn % 2), SIZE[1])

        def resize() -> None:
            assert isinstance(self._app._driver, HeadlessDriver)
            self._app._driver._size = size
            self._send(events.Resize(size, size))

        taken = await self._after(resize)
        assert self._app.size == size
        return taken

    async def _switch(self) -> float:
        before = self._app.chat.talk.channel
        taken = await self._after(lambda: self._press("ctrl+down"))
        assert self._app.chat.talk.channel != before and self._app.chat.transcript.newest
        return taken

    async def _memory(self) -> float:
        return await self._viewer("otto")

    async def _full_memory(self) -> float:
        return await self._viewer("ada")

    async def _append(self) -> float:
        page, text = self._app.chat.transcript, f"appended{self._turn}"
        await self._after(lambda: self._app.chat.line.begin(text))
        before = page.newest
        taken = await self._after(lambda: self._press("enter"))
        assert page.newest > before
        # No worker answers here; the message is taken back, and away.
        await self._after(lambda: self._press("escape"))
        await self._after(lambda: self._press("ctrl+c"))
        assert page.newest == before and not self._app.chat.prompt.text
        return taken

    async def _viewer(self, agent: str) -> float:
        await self._after(lambda: self._app.chat.line.begin(f"/memory {agent}"))
        taken = await self._after(lambda: self._press("enter"))
        assert self._app.screen.query_one(NoteList).option_count
        await self._after(lambda: self._press("escape"))
        assert self._app.screen is self._app.chat
        return taken

    async def _cleared(self) -> None:
        await self._after(lambda: self._press("backspace"))

    def _press(self, key: str, character: str | None = None) -> None:
        self._send(events.Key(key, character or (key if len(key) == 1 else None)))

    def _send(self, event: events.Event) -> None:
        assert self._app._driver is not None
        event.set_sender(self._app)
        self._app._driver.send_message(event)

    async def _after(self, act: Callable[[], None]) -> float:
        begin = time.perf_counter()
        act()
        # In a thread, which leaves the loop alone: what it waits for is that nothing wakes it.
        await asyncio.to_thread(self._wait, begin)
        return self._ended - begin

    def _wait(self, begin: float) -> None:
        while self._loop.awake or self._loop.ended < begin or time.perf_counter() - self._loop.ended < QUIET:
            time.sleep(QUIET / 10)
        self._ended = self._loop.ended


async def _serve(home: Home, loop: Loop) -> None:
    app = HydraApp(home, None)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1.0)
        piloted = Piloted(app, loop)
        print("ready", flush=True)
        while name := (await asyncio.to_thread(sys.stdin.readline)).strip():
            print(await piloted.do(name), flush=True)


if __name__ == "__main__":
    asyncio.run(_serve(Home(Path(sys.argv[1])), watched()))
