"""The connections of one worker to MCP servers, shared by its tasks; each is made when an agent that is granted it first has a task.

Until then nothing else of this package is loaded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hydratui import config
from hydratui.agents import grants
from hydratui.agents.roster import Agent
from hydratui.config import Config
from hydratui.errors import HydraError, StoreError
from hydratui.paths import Home
from hydratui.store import Store, mcp_status
from hydratui.store.mcp_status import Seen
from hydratui.tools.tool import Offer

if TYPE_CHECKING:
    from hydratui.tools.mcp.connection import Connection
    from hydratui.tools.mcp.patience import Patience
    from hydratui.tools.mcp.settings import Server

MOST = 110
"""Tools of MCP servers in one task: OpenAI takes 128 in all."""
_LOOK_SECONDS = 1.0
log = logging.getLogger("hydratui.mcp")


@dataclass(frozen=True, slots=True)
class Foreign:
    """What MCP servers have for a task.

    Attributes:
        offers: Their tools, those that the agent is granted.
        missing: A sentence, in our words alone, for each server that the agent is granted and that can't be used now.
    """

    offers: tuple[Offer, ...] = ()
    missing: tuple[str, ...] = ()


class Pool:
    """Makes, keeps and ends connections. It is used in one event loop.

    Args:
        home: The data folder.
        store: Where it writes down how things stand.
        worker: The worker's id.
        patience: How long what may take.
    """

    def __init__(self, home: Home, store: Store, worker: str, patience: Patience | None = None) -> None:
        self._home = home
        self._store = store
        self._worker = worker
        self._patience = patience
        self._connections: dict[str, Connection] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    async def offers(self, agent: Agent, settings: Config) -> Foreign:
        """The tools of MCP servers for a task of an agent; connects to those servers that it is granted, and to no other.

        An agent that is granted nothing beside what every agent has costs nothing: no file is looked at.
        """
        granted = grants.granted(agent)
        foreign = granted.difference(grants.DEFAULT)
        if not foreign:
            return Foreign()
        from hydratui.tools.mcp.offers import touches
        from hydratui.tools.mcp.settings import servers

        known = servers(self._home, settings)
        wanted = [server for server in known if touches(server, foreign)]
        if not wanted:
            return Foreign()
        missing = [f"The MCP server {server.name} is switched off." for server in wanted if not server.enabled]
        missing += [f"The entry of the MCP server {server.name} has a fault." for server in wanted if server.enabled and server.problem]
        connections = [self._connection(server, known) for server in wanted if server.enabled and not server.problem]
        await asyncio.gather(*(connection.ready() for connection in connections))
        offers = [
            offer
            for connection in connections
            for offer in connection.offered.offers
            if grants.allows(granted, offer.name, connection.server.name)
        ]
        missing += [connection.missing for connection in connections if not connection.is_connected]
        if len(offers) > MOST:
            missing.append(f"{len(offers) - MOST} tools of MCP servers are left out: a task can have {MOST}.")
        return Foreign(tuple(offers[:MOST]), tuple(missing))

    async def close(self) -> None:
        """Ends every connection, and the servers that were started for them."""
        if self._watch is not None:
            self._watch.cancel()
        for name in list(self._connections):
            self._drop(name)
        if self._closing:
            await asyncio.wait(self._closing)

    def _connection(self, server: Server, known: Sequence[Server]) -> Connection:
        connection = self._connections.get(server.name)
        if connection is not None and connection.server == server:
            return connection
        if connection is not None:
            self._drop(server.name)
        from hydratui.tools.mcp.connection import Connection

        neighbours = frozenset(other.prefix for other in known if other.name != server.name)
        fresh = Connection(server, self._home.logs, partial(self._tell, server.name), neighbours, self._patience)
        self._connections[server.name] = fresh
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look(), name="MCP settings")
        return fresh

    def _drop(self, name: str) -> None:
        # The loop holds tasks weakly; one that ends a server must not vanish.
        closing = asyncio.create_task(self._connections.pop(name).close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _look(self) -> None:
        """Ends a connection soon after its server was switched off or its entry changed, also while no task begins."""
        from hydratui.tools.mcp.settings import servers

        seen = self._files()
        while self._connections:
            await asyncio.sleep(_LOOK_SECONDS)
            if (now := self._files()) == seen:
                continue
            seen = now
            try:
                known = {server.name: server for server in servers(self._home, config.load(self._home))}
            except HydraError:
                # A file that is being edited; what it says at the next change counts.
                continue
            for name, connection in list(self._connections.items()):
                if known.get(name) != connection.server or not connection.server.enabled:
                    self._drop(name)

    def _files(self) -> list[tuple[int, int] | None]:
        return [_changed(path) for path in (self._home.config, self._home.root / "mcp.json")]

    def _tell(self, server: str, seen: Seen) -> None:
        try:
            mcp_status.write(self._store, self._worker, server, seen)
        except StoreError as error:
            log.error("how the MCP server %s stands was not written down: %s", server, error)


def _changed(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
