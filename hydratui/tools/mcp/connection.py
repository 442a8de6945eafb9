"""The connection to one server: a task of its own that enters the session, keeps it, and leaves it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.store.mcp_status import Seen, State
from hydratui.text import clipped
from hydratui.tools.mcp.offers import Offered, offered
from hydratui.tools.mcp.patience import Patience
from hydratui.tools.mcp.settings import Server
from hydratui.tools.mcp.trouble import Trouble
from hydratui.tools.secrets import redact

if TYPE_CHECKING:
    import anyio

    from hydratui.tools.mcp.session import Session

_DETAIL = 240
_HEALTHY_SECONDS = 60.0
log = logging.getLogger("hydratui.mcp")


class Connection:
    """One server, connected from when it is first wanted until it is not used any more.

    Args:
        server: Its entry.
        logs: The folder for what it prints.
        tell: Is told how things stand whenever that changes.
        neighbours: Prefixes of the other servers.
        patience: How long what may take.
    """

    def __init__(
        self,
        server: Server,
        logs: Path,
        tell: Callable[[Seen], None],
        neighbours: frozenset[str] = frozenset(),
        patience: Patience | None = None,
    ) -> None:
        self.server = server
        self.offered = Offered()
        self.seen = Seen("idle")
        self._logs = logs
        self._tell = tell
        self._neighbours = neighbours
        self._patience = patience or Patience()
        self._job: asyncio.Task[None] | None = None
        self._scope: anyio.CancelScope | None = None
        self._session: Session | None = None
        self._settled = asyncio.Event()
        self._stir = asyncio.Event()
        self._leaving = self._gone = self._changed = self._doubted = False
        self._calls = self._failures = 0
        self._used_at = time.monotonic()

    async def ready(self) -> None:
        """Begins to connect, if need be, and waits until that has worked or failed; only a moment when it has failed before."""
        self._want()
        patience = self._patience
        with suppress(TimeoutError):
            async with asyncio.timeout(patience.again if self._failures else patience.connect + patience.listing + 1):
                await self._settled.wait()

    async def call(self, tool: str, arguments: Mapping[str, object]) -> str:
        """Calls a tool by the server's name for it.

        Raises:
            HydraError: There is no answer; one line for the model, without a word of the server's.
        """
        from hydratui.tools.mcp.session import Broken

        if self._session is None:
            await self.ready()
        session = self._session
        if session is None:
            raise HydraError(f"{self.missing} Go on without it, or try again later.")
        self._used_at = time.monotonic()
        self._calls += 1
        try:
            return await session.call(tool, arguments, self.server.timeout)
        except Broken as broken:
            if broken.late:
                self._doubted = True
                self._stir.set()
                late = f"The MCP server {self.server.name} did not answer within {self.server.timeout:g} s."
                raise HydraError(f"{late} What was asked may be done nevertheless.") from broken
            if broken.over:
                self._gone = True
                self._stir.set()
            raise HydraError(f"The MCP server {self.server.name} gave no answer: {self._safe(str(broken))}.") from broken
        finally:
            self._calls -= 1
            self._used_at = time.monotonic()

    @property
    def missing(self) -> str:
        """Why it can't be used now, in a sentence without a word of the server's."""
        words = {"timed out": "does not answer in time", "failed": "could not be used"}
        return f"The MCP server {self.server.name} {words.get(self.seen.state, 'is not connected')}."

    @property
    def is_connected(self) -> bool:
        """Whether it can be called now."""
        return self._session is not None

    async def close(self) -> None:
        """Disconnects, and waits until nothing of it is left."""
        self._leaving = True
        self._stir.set()
        if self._job is None:
            return
        if self._session is not None:
            await asyncio.wait([self._job], timeout=self._patience.leaving)
        if not self._job.done() and self._scope is not None:
            self._scope.cancel()
        await asyncio.wait([self._job])

    def _want(self) -> None:
        self._used_at = time.monotonic()
        if not self._leaving and (self._job is None or self._job.done()):
            self._settled.clear()
            self._job = asyncio.create_task(self._work(), name=f"MCP server {self.server.name}")

    async def _work(self) -> None:
        """Connects again and again, ever more slowly, for as long as the server is used and not switched off."""
        pause = self._patience.first_pause
        while True:
            began = time.monotonic()
            end = await self._life()
            if time.monotonic() - began > _HEALTHY_SECONDS:
                pause = self._patience.first_pause
            if end.state == "idle" or self._leaving:
                self._say(Seen("idle"))
                self._settled.set()
                return
            self._failures += 1
            self._say(end)
            self._settled.set()
            if await self._slept(pause) or self._unused():
                return
            self._settled.clear()
            pause = min(2 * pause, self._patience.longest_pause)

    async def _slept(self, seconds: float) -> bool:
        """Waits. Gives whether it was woken because the server is not wanted any more."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self._leaving:
            self._stir.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stir.wait(), left)
        return self._leaving

    async def _life(self) -> Seen:
        """Connects, stays, disconnects. Gives how it ended."""
        self._gone = self._changed = self._doubted = False
        if not self._failures:
            # One that has failed is shown so until it works.
            self._say(Seen("connecting"))
        try:
            # In a thread: it takes half a second, in which other tasks go on.
            await asyncio.to_thread(import_module, "hydratui.tools.mcp.session")
        except ImportError:
            return Seen("failed", "the package for MCP is missing; install hydratui with its extra: hydratui[mcp]")
        if self._leaving:
            return Seen("idle")
        import anyio

        trouble = Trouble()
        end = Seen("timed out", f"it did not answer within {self._patience.connect:g} s")
        with anyio.CancelScope(deadline=anyio.current_time() + self._patience.connect) as scope:
            self._scope = scope
            try:
                end = await self._connected(scope, trouble)
            except Exception as error:
                # Whatever the library and the server come up with: it is this server's end, and nobody else's.
                end = _ended(error, trouble)
        self._session = self._scope = None
        return replace(end, detail=self._safe(trouble.take() or end.detail) if end.state != "idle" else "")

    async def _connected(self, scope: anyio.CancelScope, trouble: Trouble) -> Seen:
        from hydratui.tools.mcp.session import opened

        log_file = self._logs / f"mcp-{self.server.prefix}.log"
        self._logs.mkdir(parents=True, exist_ok=True)
        async with opened(self.server, log_file, self._note("_changed"), self._note("_gone"), trouble) as session:
            scope.deadline = math.inf
            if not await self._list(session):
                return Seen("timed out", f"it did not list its tools within {self._patience.listing:g} s")
            self._session = session
            self._failures = 0
            self._settled.set()
            end = await self._stay(session)
            self._session = None
        return end

    async def _stay(self, session: Session) -> Seen:
        """Waits for a reason to go. Gives it."""
        listed_at = time.monotonic()
        while not self._leaving and not self._unused():
            if self._gone:
                return Seen("failed", "it ended, or closed the connection")
            if self._doubted:
                self._doubted = False
                if not await session.answers(self._patience.ping):
                    return Seen("timed out", f"it did not answer a call within {self.server.timeout:g} s, nor anything after that")
            if self._changed and time.monotonic() - listed_at >= 1:
                self._changed = False
                if not await self._list(session):
                    return Seen("timed out", f"it did not list its tools within {self._patience.listing:g} s")
                listed_at = time.monotonic()
            self._stir.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stir.wait(), 1 if self._changed else self._patience.idle)
        return Seen("idle")

    async def _list(self, session: Session) -> bool:
        import anyio

        listed: list[object] | None = None
        with anyio.move_on_after(self._patience.listing):
            listed = await session.tools()
        if listed is None:
            return False
        self.offered = offered(self.server, listed, self.call, self._neighbours)
        self._say(Seen("connected"))
        return True

    def _note(self, flag: str) -> Callable[[], None]:
        def note() -> None:
            setattr(self, flag, True)
            self._stir.set()

        return note

    def _unused(self) -> bool:
        return not self._calls and time.monotonic() - self._used_at >= self._patience.idle

    def _say(self, seen: Seen) -> None:
        names, skipped = tuple(offer.name for offer in self.offered.offers), self.offered.skipped
        self.seen = replace(seen, tools=names, skipped=skipped)
        log.info("the MCP server %s is %s", self.server.name, seen.state)
        self._tell(self.seen)

    def _safe(self, text: str) -> str:
        return clipped(redact(text, self.server.secrets), _DETAIL).rstrip(".")


def _ended(error: Exception, trouble: Trouble) -> Seen:
    """How a connection ended that ended with an error."""
    from hydratui.tools.mcp.session import Broken

    first: BaseException = error
    while isinstance(first, BaseExceptionGroup):
        first = next((each for each in first.exceptions if isinstance(each, Broken)), first.exceptions[0])
    state: State = "timed out" if isinstance(first, Broken) and first.late else "failed"
    kind = type(first)
    if isinstance(first, Broken):
        words = str(first)
    else:
        words = f"it can't be reached ({kind.__name__})" if kind.__module__.startswith("httpx2") else f"{kind.__name__}: {first}"
    if not trouble.said:
        log.info("an MCP server ended with %s", kind.__name__)
    return Seen(state, words)
