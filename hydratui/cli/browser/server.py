"""The server behind the page: textual-serve's, with our guard, our page, and an end that leaves no app behind."""

import asyncio
import logging
import os
import secrets
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from hydratui.cli import output
from hydratui.cli.browser.address import url
from hydratui.cli.browser.guard import add_headers, guarded
from hydratui.paths import Home

LEAVE_SECONDS = 10.0
"""That an app may take to let go of its store before it is killed."""
FIRST_OUTPUTS = 20
"""Behind each of which the size is said again. Textual's own first size can overtake the tab's, and then stays."""
STATIC = Path(textual_serve.__file__).parent / "static"
PAGE, SCRIPT = Path(__file__).with_name("page.html"), Path(__file__).with_name("page.js")
NOT_ITS_OWN = ("TMUX", "STY", "COLORFGBG", "LINES", "ROWS")
"""What the environment says about the terminal that the server runs in; the browser is another one."""


def serve_app(home: Home, sock: socket.socket) -> None:
    """Serves the app until ctrl+c, then ends its processes; what is queued is worked off in the background, as always."""
    from hydratui.workers.logs import keep_log

    keep_log(home, "serve")
    logging.getLogger("textual-serve").parent = logging.getLogger("hydratui")
    pages = Pages(home)
    address = url(sock, pages.token)
    output.complain("Open this in a browser on this machine, and give it to nobody: who has it has the app. Ctrl+c ends it.")
    print(address, flush=True)
    web.run_app(pages.application(), sock=sock, print=lambda *_: None, access_log=None, shutdown_timeout=LEAVE_SECONDS)


class AppProcess(AppService):
    """The app of one tab, which ends with it."""

    _size: tuple[int, int] | None = None
    _outputs = 0

    async def run(self) -> None:
        """Passes on what the app prints until it ends, and then closes the tab's connection, however it ended."""
        await super().run()
        await self.remote_close()

    async def on_data(self, payload: bytes) -> None:
        """Passes on output. When the tab is gone the output is read all the same: an app that can't print can't end."""
        try:
            await super().on_data(payload)
        except ConnectionError:
            logging.getLogger("hydratui.serve").debug("output for a tab that is gone")
        self._outputs += 1
        if self._size is not None and self._outputs <= FIRST_OUTPUTS:
            await super().set_terminal_size(*self._size)

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tells the app the tab's size."""
        self._size = (width, height)
        await super().set_terminal_size(width, height)

    async def stop(self) -> None:
        """Ends the app: it is asked, then killed."""
        try:
            await asyncio.wait_for(super().stop(), LEAVE_SECONDS)
        except TimeoutError:
            if self._process is not None and self._process.returncode is None:
                self._process.kill()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        environment = super()._build_environment(width, height)
        # The library says ROWS, which nothing reads: without LINES the app begins 24 lines high and may stay so.
        own = {"TERM": "xterm-256color", "LINES": str(height)}
        return {name: value for name, value in environment.items() if name not in NOT_ITS_OWN} | own


class Pages(Server):
    """The page and the connections of its tabs.

    Attributes:
        token: Whoever knows it gets the app; the first part of every path.
    """

    def __init__(self, home: Home) -> None:
        super().__init__(_command(home), title="hydratui")
        self.token = secrets.token_urlsafe(24)
        self._tabs: dict[asyncio.Task[object], web.WebSocketResponse] = {}

    def application(self) -> web.Application:
        """What answers requests."""
        app = web.Application(middlewares=[guarded(self.token)])
        app.add_routes(
            [
                web.get(f"/{self.token}/", self.handle_index),
                web.get(f"/{self.token}/ws", self.handle_websocket),
                web.get(f"/{self.token}/page.js", self.handle_script),
                web.static(f"/{self.token}/static", STATIC),
            ]
        )
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self.on_shutdown)
        return app

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page. All that it loads comes from here, none of it from the network as with textual-serve's own."""
        page = Template(PAGE.read_text(encoding="utf-8")).substitute(websocket=f"ws://{request.host}/{self.token}/ws")
        return web.Response(text=page, content_type="text/html")

    async def handle_script(self, request: web.Request) -> web.FileResponse:
        """What the page does beside textual-serve's own script."""
        return web.FileResponse(SCRIPT)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A tab: an app runs as long as its connection is open."""
        connection = web.WebSocketResponse(heartbeat=15)
        await connection.prepare(request)

        async def close() -> None:
            await connection.close()

        app = AppProcess(
            self.command,
            write_bytes=connection.send_bytes,
            write_str=connection.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        task = asyncio.current_task()
        assert task is not None
        self._tabs[task] = connection
        try:
            await app.start(to_int(request.query.get("width", ""), 80), to_int(request.query.get("height", ""), 24))
            await self._process_messages(connection, app)
        finally:
            await asyncio.shield(app.stop())
            del self._tabs[task]
        return connection

    async def on_shutdown(self, app: web.Application) -> None:
        """Ends the apps of all tabs and waits for them."""
        tabs = dict(self._tabs)
        for connection in tabs.values():
            await connection.close(code=WSCloseCode.GOING_AWAY)
        if tabs:
            await asyncio.wait(tabs, timeout=2 * LEAVE_SECONDS)


def _command(home: Home) -> str:
    """The app's command for a shell. -P as for a worker; `exec`, so that the process that is ended is the app and no shell around it."""
    words = [sys.executable, "-P", "-m", "hydratui", "--home", str(home.root), "serve", "--inside"]
    return subprocess.list2cmdline(words) if os.name == "nt" else f"exec {shlex.join(words)}"
