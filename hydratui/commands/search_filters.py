"""What the user's own search over everything takes beside its words: days, and `agent:` and `channel:`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hydratui.agents.roster import roster
from hydratui.commands import filters
from hydratui.commands.command import Context, OpenSearch
from hydratui.errors import UsageError
from hydratui.recall.fold import fold

if TYPE_CHECKING:
    from hydratui.recall.everywhere import Wish

_PLACE = re.compile(r'(?:^|(?<=\s))(agent|channel):("[^"]*"|\S*)', re.IGNORECASE)

_EXAMPLES = {"agent": "agent:ada", "channel": "channel:main"}


def wish(context: Context, typed: str) -> Wish:
    """What is to be looked for.

    Args:
        context: Where it is typed.
        typed: Words and filters. Several agents, or several channels, widen the search.

    Raises:
        UsageError: A filter names no agent, no channel, or no date that can be read.
    """
    from hydratui.recall.everywhere import Wish

    agents: set[str] = set()
    channels: set[str] = set()
    for found in _PLACE.finditer(typed):
        kind, named = found[1].lower(), found[2].strip('"')
        if not named and found.end() == len(typed):
            # It is just being typed.
            continue
        if not named:
            raise UsageError(f"{kind}: needs a name behind it, such as {_EXAMPLES[kind]}.")
        if kind == "agent":
            agents |= _meant(context, named)
        else:
            channels.add(named)
    rest = filters.search(_PLACE.sub(" ", typed))
    # A last word that has no blank behind it may be the beginning of a longer one.
    open_end = typed[-1:].strip() and rest.words.split()[-1:] == typed.split()[-1:]
    return Wish(rest.words + ("" if open_end else " "), rest.since, rest.until, frozenset(agents), frozenset(channels))


def everything(_: Context, typed: str) -> OpenSearch:
    """Opens the search over everything, with these words."""
    return OpenSearch(typed)


def _meant(context: Context, name: str) -> set[str]:
    """The ids that a name stands for: also that of an agent that is gone and has left its messages."""
    wanted = fold(name)
    found = {agent.id for agent in roster(context.home) if wanted in (agent.id, fold(agent.name))}
    gone = context.store.connection.execute("SELECT 1 FROM tasks WHERE agent = ? LIMIT 1", (name,)).fetchone()
    if not found and gone is None:
        raise UsageError(f'There is no agent "{name}", and no message to one.')
    return found or {name}
