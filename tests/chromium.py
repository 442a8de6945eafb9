"""A real Chromium without a window, driven over its DevTools protocol; its terminal is read from what its websocket brings."""

import asyncio
import base64
import itertools
import json
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pyte

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--window-size=1300,800",
)
PATIENCE = 20.0


class Page:
    """The one tab.

    Attributes:
        requested: The address of everything that the page asked for.
        complaints: What its console says of errors, refused loads among them.
    """

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.requested: list[str] = []
        self.complaints: list[str] = []
        self._connection = connection
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    async def listen(self) -> None:
        """Takes in what the browser says, until it ends."""
        async for message in self._connection:
            said = json.loads(message.data)
            if "id" in said:
                self._answers.pop(said["id"]).set_result(said)
            else:
                self._note(said["method"], said["params"])
            self._news.set()

    def _note(self, method: str, about: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requested.append(about["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requested.append(about["url"])
        elif method == "Network.webSocketFrameSent" and about["response"]["payloadData"].startswith('["resize"'):
            size = json.loads(about["response"]["payloadData"])[1]
            self._screen.resize(size["height"], size["width"])
        elif method == "Network.webSocketFrameReceived" and about["response"]["opcode"] == 2:
            data = base64.b64decode(about["response"]["payloadData"])
            self._stream.feed(re.sub(rb"\x1b\[[<=>][0-9;]*[a-zA-Z]", b"", data))
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.complaints.append(about["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(about["exceptionDetails"]))

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Has the browser do something."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._connection.send_json({"id": number, "method": method, "params": parameters})
        said = await asyncio.wait_for(self._answers[number], PATIENCE)
        assert "result" in said, said
        return dict(said["result"])

    async def open(self, address: str) -> None:
        """Goes to an address, and notes from then on what the page asks for."""
        for domain in ("Network", "Log", "Runtime", "Page"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=address)

    async def value(self, script: str) -> object:
        """What a script gives in the page."""
        said = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        return said["result"].get("value")

    async def type(self, text: str) -> None:
        """Types a text, as a keyboard with every letter would."""
        for letter in text:
            await self.call("Input.dispatchKeyEvent", type="char", text=letter)

    async def press(self, key: str, code: int, modifiers: int = 0) -> None:
        """Presses a key by its name and number; modifiers are 1 alt, 2 ctrl, 4 meta, 8 shift."""
        for kind in ("rawKeyDown", "keyUp"):
            await self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    @property
    def text(self) -> str:
        """The terminal in the page, a line each."""
        return "\n".join(self._screen.display)

    @property
    def rows(self) -> int:
        """How many lines the terminal in the page has."""
        return int(self._screen.lines)

    async def until(self, there: Callable[[str], bool]) -> None:
        """Waits until the terminal's text is as it is to be."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not there(self.text):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError as error:
            raise AssertionError(f"it did not come; console: {self.complaints}; the page:\n{self.text}") from error

    async def wait_for(self, *texts: str) -> None:
        """Waits until the terminal shows all the texts."""
        await self.until(lambda shown: all(text in shown for text in texts))

    async def picture(self) -> bytes:
        """What the tab looks like, as PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot"))["data"])


@asynccontextmanager
async def chromium(profile: Path) -> AsyncIterator[Page]:
    """The tab of a Chromium of its own, which is killed in the end."""
    assert PROGRAM is not None
    browser = await asyncio.create_subprocess_exec(
        PROGRAM,
        *FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert browser.stderr is not None
        port = ""
        async with asyncio.timeout(PATIENCE):
            while not port:
                line = (await browser.stderr.readline()).decode("utf-8", "replace")
                assert line, "Chromium has ended"
                found = re.search(r"DevTools listening on ws://127\.0\.0\.1:(\d+)/", line)
                port = found[1] if found else ""
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                tab = next(each for each in await answer.json(content_type=None) if each["type"] == "page")
            async with session.ws_connect(tab["webSocketDebuggerUrl"], max_msg_size=0) as connection:
                page = Page(connection)
                listening = asyncio.create_task(page.listen())
                try:
                    yield page
                finally:
                    listening.cancel()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(browser.pid, signal.SIGKILL)
        await browser.wait()
