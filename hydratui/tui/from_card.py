"""What is done from a recall card: other days searched, context read, a note or a question begun that the user finishes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.commands.command import Found
from hydratui.errors import HydraError
from hydratui.text import clipped, one_line
from hydratui.tui.lines import said_on

if TYPE_CHECKING:
    from hydratui.recall import Hit
    from hydratui.tui.screens.chat import ChatScreen
    from hydratui.tui.widgets.recall_cards import RecallCards


def note(hit: Hit) -> str:
    """A command that saves what was answered, to be edited first."""
    from hydratui.agents.memory import MAX_NOTE

    return f"/remember {clipped(hit.answered.text, MAX_NOTE)}"


def question(hit: Hit) -> str:
    """The beginning of a question about a past task, with its date and number."""
    asked = clipped(hit.asked.text, 80)
    return f"On {said_on(hit.at)} I asked you “{one_line(asked)}” (task {hit.task}). "


async def show_context(chat: ChatScreen, cards: RecallCards, hit: Hit) -> None:
    """Reads what was said just before and after a hit."""
    from hydratui.recall import around

    found = await chat.hand.do(around, cards.agent.id, hit.task)
    if found:
        cards.show_context(hit, found)
    else:
        chat.say(f"Task {hit.task} is not in the store any more.")


def search_again(chat: ChatScreen, cards: RecallCards, typed: str) -> None:
    """Searches other days, beside the keys; of several such wishes for the same cards the last counts."""
    chat.run_worker(_search(chat, cards, typed), name="recall", group=f"recall {id(cards)}", exclusive=True)


async def _search(chat: ChatScreen, cards: RecallCards, typed: str) -> None:
    from hydratui.tui.outcomes import searched

    try:
        outcome = await searched(chat, chat.talk.channel, cards.agent, f"/recall {typed}")
    except HydraError as error:
        cards.stay()
        chat.say(str(error))
    else:
        if isinstance(outcome, Found):
            cards.take(outcome.answer, typed)
