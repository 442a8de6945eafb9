"""The command /mcp."""

from hydratui.commands import mcp_servers
from hydratui.commands.command import Context, Said
from hydratui.errors import UsageError
from hydratui.text import one_line

NONE = "There are no MCP servers. Name one in config.toml under [mcp.servers.NAME], or put an mcp.json into the data folder."


def servers(context: Context, words: str) -> Said:
    """Says how the MCP servers stand; `on NAME` and `off NAME` switch one."""
    wanted, _, name = words.partition(" ")
    if wanted in ("on", "off"):
        if not name.strip():
            raise UsageError(f"Name the server to switch {wanted}, such as /mcp {wanted} time. /mcp lists them.")
        return Said(mcp_servers.switched(context.home, context.store, name, wanted == "on"))
    standings = mcp_servers.standings(context.home, context.store)
    if wanted:
        standings = [standing for standing in standings if standing.name == "_".join(words.split()).lower()]
        if not standings:
            raise UsageError("Type /mcp, /mcp NAME, /mcp on NAME or /mcp off NAME. /mcp lists the names.")
        return Said("\n".join(_whole(standings[0])))
    return Said("\n".join(one_line(f"{standing.name}: {standing.line}") for standing in standings) or NONE)


def _whole(standing: mcp_servers.Standing) -> list[str]:
    lines = [f"{standing.name} ({standing.place}, {standing.source}): {standing.line}"]
    lines += [f"  {tool}" for tool in standing.tools]
    lines += [f"  left out: {line}" for line in standing.skipped]
    return list(map(one_line, lines[:1])) + [f"  {one_line(line)}" for line in lines[1:]]
