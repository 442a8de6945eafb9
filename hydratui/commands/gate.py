"""The gate as a user sees and moves it: what an agent may call, what else there is, what its file names in vain."""

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hydratui.agents import grants
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.text import one_line

if TYPE_CHECKING:
    from hydratui.tools.known import Known


@dataclass(frozen=True, slots=True)
class Gate:
    """An agent's gate.

    Attributes:
        granted: What it may call.
        others: What else there is.
        unknown: What its file names and there is not, with the nearest name that there is, where one is near.
        problems: What is wrong with add-ons, each a sentence.
    """

    granted: "tuple[Known, ...]"
    others: "tuple[Known, ...]"
    unknown: tuple[tuple[str, str | None], ...]
    problems: tuple[str, ...]


def everything(store: Store) -> tuple[tuple[str, str], ...]:
    """All tools that there are, each with what it is for. They may be read from disk: for a thread, not for an event loop."""
    from hydratui.tools.known import known

    return tuple((tool.name, tool.about) for tool in known(store))


def gate(store: Store, agent: Agent) -> Gate:
    """An agent's gate as it stands now."""
    from hydratui.tools.known import known, problems

    tools, named = known(store), grants.granted(agent)
    granted = tuple(tool for tool in tools if grants.allows(named, tool.name, tool.group))
    names = sorted({tool.name for tool in tools} | {tool.group for tool in tools if tool.group})
    in_vain = sorted(name for name in named if not any(grants.allows(frozenset({name}), tool.name, tool.group) for tool in tools))
    unknown = tuple((name, _nearest(name, names)) for name in in_vain)
    return Gate(granted, tuple(tool for tool in tools if tool not in granted), unknown, tuple(problems(Home(store.path.parent))))


def grant(store: Store, agent: Agent, name: str) -> str:
    """Grants a tool, a group or a server. Gives a sentence that says what came of it.

    Raises:
        HydraError: There is no such tool, or the file can't be written.
    """
    from hydratui.tools.known import known

    tools = known(store)
    wanted = one_line(name).lower()
    covered = [tool for tool in tools if grants.allows(frozenset({wanted}), tool.name, tool.group)]
    if not covered:
        close = _nearest(wanted, [tool.name for tool in tools])
        raise HydraError(f"There is no tool {wanted!r}." + (f" Did you mean {close}?" if close else " /tools lists what there is."))
    if not grants.grant(agent, wanted):
        return f"{agent.name} may use {wanted} already."
    many = "" if [tool.name for tool in covered] == [wanted] else f", {len(covered)} tools"
    return f"{agent.name} may use {wanted}{many} from the next message on."


def revoke(store: Store, agent: Agent, name: str) -> str:
    """Takes a grant back. Gives a sentence that says what came of it.

    Raises:
        HydraError: The agent has no such grant, or has it by the name of a group; or the file can't be written.
    """
    wanted = one_line(name).lower()
    if grants.revoke(agent, wanted):
        return f"{agent.name} may not use {wanted} any more, from the next message on."
    tool = next((tool for tool in gate(store, agent).granted if tool.name == wanted), None)
    if tool is None:
        raise HydraError(f"{agent.name} has no grant for {wanted!r}. /tools lists what it may use.")
    group = next(each for each in sorted(grants.granted(agent)) if grants.allows(frozenset({each}), tool.name, tool.group))
    raise HydraError(f"{agent.name} may use {wanted} by the group {group} in its tools file. Revoke {group}, then grant single tools.")


def _nearest(name: str, names: list[str]) -> str | None:
    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=0.6)), None)
