"""`hydratui mcp`: the MCP servers, how each stands, on and off, and a look at one."""

from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.folder import data_folder
from hydratui.cli.session import JsonOption, ListByDefault, opened

if TYPE_CHECKING:
    from hydratui.paths import Home
    from hydratui.store.mcp_status import Seen
    from hydratui.tools.mcp.offers import Offered
    from hydratui.tools.mcp.settings import Server

group = typer.Typer(cls=ListByDefault, help="List the MCP servers, switch one on or off, or check it.", rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The server's name in config.toml or mcp.json.")]


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="mcp")


@group.command("list")
def show_all(as_json: JsonOption = False) -> None:
    """List the MCP servers and how each stands."""
    from dataclasses import asdict

    from hydratui.cli import output
    from hydratui.commands import mcp_commands, mcp_servers

    with opened(reading=True) as (home, store):
        standings = mcp_servers.standings(home, store)
    if as_json:
        output.say_json([asdict(standing) for standing in standings])
    elif standings:
        output.table([(standing.name, standing.line) for standing in standings])
    else:
        output.say(mcp_commands.NONE)


@group.command()
def on(name: Name) -> None:
    """Switch a server on."""
    _switch(name, True)


@group.command()
def off(name: Name) -> None:
    """Switch a server off."""
    _switch(name, False)


@group.command()
def check(name: Name, as_json: JsonOption = False) -> None:
    """Connect to a server here and now, whether it is on or not, and list its tools."""
    import asyncio

    from hydratui import config
    from hydratui.cli import output
    from hydratui.errors import HydraError
    from hydratui.tools.mcp.offers import about
    from hydratui.tools.mcp.settings import find

    home = data_folder()
    server = find(home, config.load(home), name)
    if server.problem:
        raise HydraError(f"The MCP server {server.name} can't be used: {server.source}: {server.problem}.")
    seen, offered = asyncio.run(_looked(server, home))
    if seen.state != "connected":
        raise HydraError(f"The MCP server {server.name} {seen.state}: {seen.detail or 'it did not answer'}.")
    tools = [(offer.name, about(offer.description, server)) for offer in offered.offers]
    if as_json:
        output.say_json(
            {"server": server.name, "tools": [{"tool": tool, "about": said} for tool, said in tools], "left_out": offered.skipped}
        )
        return
    if tools:
        output.table(tools)
    for line in offered.skipped:
        output.complain(f"Left out: {line}")


async def _looked(server: "Server", home: "Home") -> "tuple[Seen, Offered]":
    from hydratui.tools.mcp.connection import Connection

    connection = Connection(server, home.logs, lambda _: None)
    try:
        await connection.ready()
        return connection.seen, connection.offered
    finally:
        await connection.close()


def _switch(name: str, on: bool) -> None:
    from hydratui.cli import output
    from hydratui.commands import mcp_servers

    with opened() as (home, store):
        output.say(mcp_servers.switched(home, store, name, on))
