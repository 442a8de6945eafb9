"""What a word of a search over everything may become: `agent:` and `channel:`, and the names that they take."""

from hydratui.agents.roster import roster
from hydratui.commands.command import Context
from hydratui.commands.schedule_offers import Offer
from hydratui.recall.fold import fold
from hydratui.store import channels
from hydratui.text import one_line

MOST = 50
NAMES = {"agent": "Only what was said to and by one agent", "channel": "Only what was said in one channel"}


def offered(context: Context, typed: str) -> list[Offer]:
    """What to offer for the last word of what is typed."""
    last = typed[max(typed.rfind(" "), typed.rfind("\n")) + 1 :]
    name, colon, value = last.partition(":")
    if not colon:
        known = [each for each in NAMES if len(last) > 1 and each.startswith(last.lower())]
        return [Offer(f"{each}:", f"{each}:", NAMES[each], "<name>", len(last)) for each in known]
    if name.lower() not in NAMES:
        return []
    names = _agents(context, value) if name.lower() == "agent" else _channels(context, value)
    return [Offer(f"{name}:{_quoted(each)} ", each, about, "", len(last), len(value)) for each, about in names if each != value]


def _agents(context: Context, value: str) -> list[tuple[str, str]]:
    begun = fold(value)
    return [
        (agent.id, one_line(f"{agent.emoji} {agent.name}, {agent.craft}"))
        for agent in roster(context.home)
        if agent.id.startswith(begun) or fold(agent.name).startswith(begun)
    ]


def _channels(context: Context, value: str) -> list[tuple[str, str]]:
    names = channels.used(context.store, value.removeprefix('"'), MOST)
    return sorted(((each, "") for each in names if '"' not in each), key=lambda each: each[0] != channels.MAIN)


def _quoted(name: str) -> str:
    return f'"{name}"' if any(map(str.isspace, name)) else name
