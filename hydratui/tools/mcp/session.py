"""An open session with a server. The one module that stands on the MCP library, which takes half a second to import."""

import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.client import ClientSession, IncomingMessage
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.dispatcher import CallOptions, OnNotify, OnNotifyIntercept, OnRequest
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from pydantic import ValidationError

from hydratui.text import clipped
from hydratui.tools.mcp import http, keeper, results
from hydratui.tools.mcp.offers import LOOKED_AT
from hydratui.tools.mcp.schema import Unusable, adopted
from hydratui.tools.mcp.settings import Server
from hydratui.tools.mcp.trouble import Trouble

_MOST_PAGES = 20
_INHERITED = ("LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")
"""Beside what the library hands on: PATH, HOME, SHELL, TERM, USER, LOGNAME, or what Windows needs."""
_CODES = {
    types.REQUEST_TIMEOUT: "it did not answer in time",
    types.CONNECTION_CLOSED: "it ended, or closed the connection",
    keeper.TOO_LONG: f"its answer had more than {keeper.LONGEST // 1_048_576} MB",
}


# How the library's own errors begin, in a place where otherwise the server's stand.
_BY_THE_LIBRARY = (
    *("Server returned an error response", "Not Found", "Session terminated", "Failed to parse", "Redirect to", "Unexpected content"),
    *("SSE stream", "server answered a request with 202"),
)


class Broken(Exception):
    """The server could not be used, in our words; `late` when it did not answer in time, `over` when the session is of no more use."""

    def __init__(self, words: str, late: bool = False, over: bool = False) -> None:
        super().__init__(words)
        self.late = late
        self.over = over


class _Dispatcher(JSONRPCDispatcher):
    """Takes the list of tools before the library checks it, which refuses all when one is wrong, and says when the other side is gone."""

    def __init__(self, *streams: Any, gone: Callable[[], None]) -> None:
        super().__init__(*streams)
        self.listed: list[object] = []
        self._gone = gone

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None, **related: Any
    ) -> dict[str, Any]:
        raw = await super().send_raw_request(method, params, opts, **related)
        if method == "tools/list" and isinstance(raw, dict):
            tools, cursor = raw.get("tools"), raw.get("nextCursor")
            tools = tools if isinstance(tools, list) else []
            self.listed += tools
            # What is left is what the library needs for its own headers.
            return {
                "tools": list(filter(None, map(_bare, tools[:LOOKED_AT]))),
                **({"nextCursor": cursor} if isinstance(cursor, str) else {}),
            }
        return raw

    async def run(
        self, on_request: OnRequest, on_notify: OnNotify, on_notify_intercept: OnNotifyIntercept | None = None, **status: Any
    ) -> None:
        try:
            await super().run(on_request, on_notify, on_notify_intercept, **status)
        finally:
            self._gone()


def _bare(tool: object) -> dict[str, Any] | None:
    name = tool.get("name") if isinstance(tool, dict) else None
    try:
        return {"name": name, "inputSchema": adopted(tool["inputSchema"])} if isinstance(tool, dict) and isinstance(name, str) else None
    except (KeyError, Unusable):
        return None


class Session:
    """What can be asked of a server while the session is open. Any task may call; only the one that opened it leaves it."""

    def __init__(self, inner: ClientSession, dispatcher: _Dispatcher, trouble: Trouble) -> None:
        self._inner = inner
        self._dispatcher = dispatcher
        self._trouble = trouble

    async def tools(self) -> list[object]:
        """The tools as the server lists them, unchecked.

        Raises:
            Broken: It does not.
        """
        self._dispatcher.listed.clear()
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            with self.in_words():
                page = await self._inner.list_tools(params=types.PaginatedRequestParams(cursor=cursor) if cursor else None)
            if page.next_cursor is None or page.next_cursor == cursor:
                break
            cursor = page.next_cursor
        return list(self._dispatcher.listed)

    async def call(self, tool: str, arguments: Mapping[str, object], seconds: float) -> str:
        """Calls a tool, and gives what it answered as text.

        Not by the library's own `call_tool`: that one checks the result against a schema of the server's, with the server's patterns,
        and a pattern can be made to take for ever.

        Raises:
            Broken: There is no answer.
        """
        self._trouble.take()
        request = types.CallToolRequest(params=types.CallToolRequestParams(name=tool, arguments=dict(arguments)))
        try:
            # The library counts from when the request is written; a server that reads nothing is never written to.
            with anyio.fail_after(seconds + 1):
                return results.text(await self._inner.send_request(request, types.CallToolResult, seconds))
        except TimeoutError as error:
            raise Broken(_CODES[types.REQUEST_TIMEOUT], late=True) from error
        except (MCPError, ValidationError, RuntimeError) as error:
            if (broken := self.broken(error)) is not None:
                raise broken from error
            return results.refused(str(error))

    async def answers(self, seconds: float) -> bool:
        """Whether the server still answers at all."""
        with suppress(MCPError, ValidationError, RuntimeError), anyio.move_on_after(seconds):
            await self._inner.send_ping()
            return True
        return False

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """Raises what goes wrong inside as Broken."""
        self._trouble.take()
        try:
            yield
        except (MCPError, ValidationError, RuntimeError) as error:
            raise self.broken(error) or Broken(f"it answers with an error: {clipped(str(error), 200)}") from error

    def broken(self, error: Exception) -> Broken | None:
        """What an error means in our words; None for one that the server has worded itself."""
        said = self._trouble.take()
        if not isinstance(error, MCPError):
            return Broken(said or "its answer does not follow the protocol")
        if error.message.startswith(_BY_THE_LIBRARY):
            return Broken(said or "its answer can't be used", over=error.message == "Session terminated")
        if error.code in _CODES:
            return Broken(said or _CODES[error.code], late=error.code == types.REQUEST_TIMEOUT)
        return None


@asynccontextmanager
async def opened(
    server: Server, log: Path, changed: Callable[[], None], gone: Callable[[], None], trouble: Trouble
) -> AsyncIterator[Session]:
    """Connects, and disconnects at the end: in the same task, as the library wants it.

    Args:
        server: Whom to.
        log: Where the error output of a program goes.
        changed: Called when the server says that its tools have changed.
        gone: Called when the other side is gone.
        trouble: Is told what goes wrong below the protocol.

    Raises:
        Broken: It can't be done. Other errors come as the library raises them.
    """

    async def listen(message: IncomingMessage) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            changed()

    for name in ("mcp", "client"):
        # What goes wrong is told to us; their logs repeat it with the server's own words.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    async with AsyncExitStack() as stack:
        streams = await stack.enter_async_context(_over_http(server, trouble) if server.url else _as_child(server, log, trouble))
        dispatcher = _Dispatcher(*streams, gone=gone)
        info = types.Implementation(name="hydratui", version="1")
        inner = await stack.enter_async_context(ClientSession(dispatcher=dispatcher, client_info=info, message_handler=listen))
        session = Session(inner, dispatcher, trouble)
        try:
            # The handshake first: most servers know nothing else, and some end when they are asked anything before it.
            await inner.initialize()
        except (MCPError, ValidationError, RuntimeError) as error:
            if (broken := session.broken(error)) is not None:
                raise broken from error
            with session.in_words():
                await inner.discover()
        yield session


@asynccontextmanager
async def _over_http(server: Server, trouble: Trouble) -> AsyncIterator[Any]:
    assert server.url is not None  # the caller has looked
    # Reading the system's certificates takes its time.
    client = await anyio.to_thread.run_sync(http.client, server, trouble)
    async with client, streamable_http_client(server.url, http_client=client, max_sse_event_size=keeper.LONGEST) as streams:
        yield streams


@asynccontextmanager
async def _as_child(server: Server, log: Path, trouble: Trouble) -> AsyncIterator[Any]:
    command, args = server.command or "", list(server.args)
    if sys.platform != "win32":
        command, args = sys.executable, ["-I", "-S", keeper.__file__, str(log), command, *args]
    env = {name: os.environ[name] for name in _INHERITED if name in os.environ} | dict(server.env)
    parameters = StdioServerParameters(command=command, args=args, env=env, cwd=server.cwd or Path.home(), encoding_error_handler="replace")
    if sys.platform == "win32":
        # There the library ends all with the job that it puts them in, and no keeper is needed for that.
        with log.open("w", encoding="utf-8") as errors:
            async with stdio_client(parameters, errlog=errors) as streams:
                yield streams
        return
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "w") as said:
            async with stdio_client(parameters, errlog=said) as streams:
                said.close()
                yield streams
    finally:
        os.set_blocking(reading, False)
        with suppress(OSError):
            _tell(os.read(reading, 8_192), trouble)
        os.close(reading)


def _tell(last: bytes, trouble: Trouble) -> None:
    """Takes the keeper's last words."""
    try:
        told = json.loads(last.splitlines()[-1])
        why, status, line = told["why"], told["status"], told["last"]
    except (ValueError, LookupError, TypeError):
        return
    if why or status is not None:
        trouble.say(why or f"it ended {f'on signal {-status}' if status < 0 else f'with status {status}'}{_quoted(line)}")


def _quoted(line: str) -> str:
    return f": {clipped(line, 160)}" if line.strip() else ""
