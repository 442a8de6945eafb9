"""Every outcome of what is typed, as text. What else is to be done about one is the talk's."""

from collections import deque
from dataclasses import dataclass
from typing import assert_never

from hydratui.agents.roster import roster
from hydratui.cli.plain import listings
from hydratui.commands import filters, registry
from hydratui.commands.command import (
    Anew,
    Arranged,
    Context,
    Drafted,
    Found,
    Handed,
    Leave,
    Moved,
    OpenAgents,
    OpenHelp,
    OpenKeys,
    OpenMemory,
    OpenProfile,
    OpenQueue,
    OpenSearch,
    OpenStats,
    OpenSystem,
    OpenTask,
    OpenThemes,
    Outcome,
    Said,
    Sent,
    Themed,
    Using,
)
from hydratui.commands.search_filters import wish

OWN = {
    "open <number>": "Read a card of the last search whole, by its number, or /open task <number> any task",
    "channel [name]": "Say which channels there are, or go to one",
}
"""The commands of the talk alone, and what each does."""
NO_SCREEN = "This talk has no colours and no keys but those of typing"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is said about an outcome, and the tasks behind the numbers in it."""

    text: str
    cards: tuple[int, ...] = ()


def shown(context: Context, outcome: Outcome) -> Shown:
    """What is said about an outcome.

    Raises:
        HydraError: What it is about can't be read.
    """
    match outcome:
        case Found(answer, agent, typed):
            return Shown(*listings.hits(answer, agent, "in those days" if filters.parts(typed)[1] else ""))
        case OpenSearch(typed):
            return _search(context, typed)
        case _:
            return Shown(_said(context, outcome))


def _said(context: Context, outcome: Outcome) -> str:
    match outcome:
        case Said(text) | Moved(text=text):
            return text
        case Sent(tasks):
            elsewhere = [task for task in tasks if task.channel != context.channel]
            return "\n".join(f"Sent as task {task.id}, in the channel {task.channel}." for task in elsewhere)
        case Using(agent):
            return f"{agent.name} answers in {context.channel} from now on."
        case Anew():
            return "A new conversation begins here. What was said before stays findable with /recall."
        case Drafted(_, text, number, why):
            return why or f"This is what task {number} asked: {text}"
        case Handed(how, text):
            return f"{text}\nIt goes above your next message." if how == "quote" else text
        case OpenQueue(number, edit):
            return "" if edit and number is not None else listings.queue(context)
        case Leave():
            return ""
        case _:
            return _opened(context, outcome)


def _opened(context: Context, outcome: Outcome) -> str:
    match outcome:
        case OpenMemory(agent):
            return listings.memory(context.store, agent)
        case OpenAgents(agent, text):
            return f"{text}\nhydratui agents show {agent.id} says more." if agent is not None else text
        case OpenProfile():
            return listings.profile(context)
        case OpenHelp(name):
            one = registry.find(name) if name else None
            return listings.command(one, context.agent) if one else listings.commands(registry.COMMANDS, OWN, context.agent)
        case OpenTask(task):
            return listings.whole(context.store, listings.names(roster(context.home)), task)
        case OpenStats():
            return listings.stats(context)
        case OpenSystem():
            return listings.system(context)
        case OpenKeys() | OpenThemes():
            return f"{NO_SCREEN}. hydratui without --plain has both."
        case Themed(name):
            return f"{NO_SCREEN}. hydratui without --plain shows the theme {name} from now on."
        case Arranged():
            return "This talk has no sidebar. It is kept for hydratui without --plain; /agents says here who there is."
        case Found() | OpenSearch() | Said() | Moved() | Sent() | Using() | Anew() | Drafted() | Handed() | OpenQueue() | Leave():
            raise AssertionError("it was said before")
        case _:
            assert_never(outcome)


def _search(context: Context, typed: str) -> Shown:
    from hydratui.recall.everywhere import search

    wanted = wish(context, f"{typed} ")
    if not typed.strip():
        return Shown("Type the words to look for, such as /search backup plan.")
    # It gives what there is so far again and again; the last is all.
    (found,) = deque(search(context.store, wanted), maxlen=1)
    return Shown(*listings.places(found.places, found.more, listings.names(roster(context.home))))
