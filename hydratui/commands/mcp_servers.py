"""MCP servers as a user sees them: what there is, how each stands, who may use it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from hydratui import config
from hydratui.agents import grants
from hydratui.agents.roster import roster
from hydratui.paths import Home
from hydratui.store import mcp_status
from hydratui.store.database import Store
from hydratui.store.mcp_status import Seen, State

if TYPE_CHECKING:
    from hydratui.tools.mcp.settings import Server


@dataclass(frozen=True, slots=True)
class Standing:
    """A server.

    Attributes:
        state: ``idle`` when it is connected as soon as it is needed.
        said: Why it can't be used; empty when it can.
        place: The program that is started, or the host that is asked.
        source: The file that names it.
        tools: The names of its tools, as they were last listed.
        skipped: A line for each tool that was left out.
        agents: The ids of the agents that may use it or a tool of it.
    """

    name: str
    state: State | Literal["off"]
    said: str
    place: str
    source: str
    tools: tuple[str, ...]
    skipped: tuple[str, ...]
    agents: tuple[str, ...]

    @property
    def line(self) -> str:
        """How it stands on one line."""
        parts = [f"{self.state}, {self.said}" if self.said else self.state]
        if self.tools:
            parts.append(f"{len(self.tools)} tool{'' if len(self.tools) == 1 else 's'}")
        if self.skipped:
            parts.append(f"{len(self.skipped)} left out")
        parts.append(f"for {', '.join(self.agents)}" if self.agents else "granted to nobody")
        return "; ".join(parts)


def standings(home: Home, store: Store) -> list[Standing]:
    """Every server that is named, in the order of the files.

    Raises:
        HydraError: The settings can't be read.
    """
    from hydratui.tools.mcp.offers import touches
    from hydratui.tools.mcp.settings import servers

    seen = mcp_status.seen(store)
    granted = {agent.id: grants.granted(agent).difference(grants.DEFAULT) for agent in roster(home)}
    return [
        _standing(server, seen.get(server.name, Seen("idle")), tuple(agent for agent, names in granted.items() if touches(server, names)))
        for server in servers(home, config.load(home))
    ]


def switched(home: Home, store: Store, name: str, on: bool) -> str:
    """Switches a server on or off. Gives a sentence that says what came of it.

    Raises:
        HydraError: No server has this name, or the settings can't be written.
    """
    from hydratui.tools.mcp.settings import switch

    server = switch(home, name, on)
    if not on:
        return f"The MCP server {server.name} is off; it is disconnected within a second or two."
    if server.problem:
        return f"The MCP server {server.name} is on, but its entry in {server.source} can't be used: {server.problem}."
    now = next(standing for standing in standings(home, store) if standing.name == server.name)
    if not now.agents:
        return f"The MCP server {server.name} is on. No agent may use it yet: /grant {server.name}."
    return f"The MCP server {server.name} is on; it is connected when an agent that may use it has a task."


def _standing(server: "Server", seen: Seen, agents: tuple[str, ...]) -> Standing:
    state: State | Literal["off"] = "off" if not server.enabled else "failed" if server.problem else seen.state
    said = "" if state == "off" else f"{server.source}: {server.problem}" if server.problem else seen.detail
    place = (urlsplit(server.url).hostname or "") if server.url else server.command or ""
    return Standing(server.name, state, said, place, server.source, seen.tools, seen.skipped, agents)
