"""A hub and a runner as programs."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from hydratui.paths import Home
from hydratui.workers import logs
from hydratui.workers.elsewhere import hub, runner
from hydratui.workers.elsewhere.nats_address import Address, address
from hydratui.workers.elsewhere.nats_bus import NatsBus
from hydratui.workers.elsewhere.nats_connection import connected
from hydratui.workers.place import Place
from hydratui.workers.process import stop_on_signals

log = logging.getLogger("hydratui.worker")


def hub_at(url: str, credentials: Path | None) -> AbstractAsyncContextManager[Place]:
    """The place where a worker's turns are run when it is the hub of a NATS server. Entering it connects.

    Raises:
        HydraError: The address or the file of credentials is wrong; and, on entering, the server can't be used.
    """
    return _hub(address(url, credentials))


def serve_runner(home: Home, url: str, credentials: Path | None, at_once: int) -> None:
    """Runs jobs of the hubs on a NATS server until it is interrupted; those in hand are given back then.

    Args:
        home: Where its own settings may lie. Nothing is made there.
        url: The server.
        credentials: The file with the user's credentials, or None.
        at_once: Jobs at once.

    Raises:
        HydraError: The server can't be used.
    """
    logs.say_log()
    logs.catch_strays()
    asyncio.run(_serve_runner(home, address(url, credentials), at_once))


@asynccontextmanager
async def _hub(server: Address) -> AsyncGenerator[Place, None]:
    async with connected(server, "hydratui hub") as connection, hub.opened(NatsBus(connection)) as opened:
        log.info("hub %s for runners at %s", opened.id, server.shown)
        yield opened.place


async def _serve_runner(home: Home, server: Address, at_once: int) -> None:
    stop_on_signals()
    async with connected(server, "hydratui runner") as connection:
        try:
            log.info("a runner for hubs at %s, %d jobs at once", server.shown, at_once)
            await runner.work(NatsBus(connection), home, at_once)
        except asyncio.CancelledError:
            log.info("interrupted")
