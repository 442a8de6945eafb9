"""What the keys of a recall card come to in the chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.store import tasks
from hydratui.tui import from_card, jump
from hydratui.tui.clipboard import copy
from hydratui.tui.widgets.recall_cards import RecallCards

if TYPE_CHECKING:
    from hydratui.recall import Excerpt
    from hydratui.tui.screens.chat import ChatScreen
    from hydratui.tui.widgets.card_wish import CardWish


async def press(chat: ChatScreen, wish: CardWish) -> None:
    """Does what is wanted of a card."""
    match wish:
        case RecallCards.Opened(task_id, found):
            _open(chat, task_id, found)
        case RecallCards.Copied(text):
            chat.say(copy(chat.app, text))
        case RecallCards.Remembered(hit):
            chat.line.begin(from_card.note(hit))
        case RecallCards.Asked(hit):
            chat.line.begin(from_card.question(hit))
        case RecallCards.ContextWanted(cards, hit):
            await from_card.show_context(chat, cards, hit)
        case RecallCards.Refined(typed):
            chat.line.begin(f"/recall {typed}")
        case RecallCards.Narrowed(cards, typed):
            from_card.search_again(chat, cards, typed)


def _open(chat: ChatScreen, number: int, found: tuple[Excerpt, Excerpt]) -> None:
    """Goes to the whole task, where it was said."""
    task = tasks.get(chat.store, number)
    if task is None:
        chat.say(f"Task {number} is not in the store any more.")
    else:
        jump.to(chat, task.channel, task.id, *found)
