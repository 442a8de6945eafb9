"""The commands of the gate: /tools, /grant and /revoke."""

from hydratui.agents.roster import first
from hydratui.commands import gate
from hydratui.commands.command import Context, Said
from hydratui.commands.routing import named
from hydratui.errors import UsageError


def listing(context: Context, word: str) -> Said:
    """Says what an agent may call, what else there is, and what its file names in vain."""
    agent = named(context.home, word) if word else context.agent or first(context.home)
    seen = gate.gate(context.store, agent)
    lines = [f"{agent.name} may use:" if seen.granted else f"{agent.name} may use no tool."]
    lines += [f"  {tool.name}  {tool.about}" for tool in seen.granted]
    if seen.others:
        lines += ["There are also, for /grant:", *(f"  {tool.name}  {tool.about}" for tool in seen.others)]
    for name, close in seen.unknown:
        lines.append(f"Its tools file names {name}, which there is not." + (f" Did you mean {close}?" if close else ""))
    lines += seen.problems
    return Said("\n".join(lines), agent.id)


def grant(context: Context, word: str) -> Said:
    """Lets the active agent use a tool, a group of tools, or those of an MCP server."""
    agent = context.agent or first(context.home)
    if not word:
        raise UsageError("Name the tool to grant, such as /grant web_search. /tools lists what there is.")
    return Said(gate.grant(context.store, agent, word), agent.id)


def revoke(context: Context, word: str) -> Said:
    """Takes a grant back from the active agent."""
    agent = context.agent or first(context.home)
    if not word:
        raise UsageError("Name the grant to take back, such as /revoke web_search. /tools lists what there is.")
    return Said(gate.revoke(context.store, agent, word), agent.id)
