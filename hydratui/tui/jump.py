"""Going to what was found elsewhere: the task where it was said, with the words marked for which it was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hydratui.recall import Excerpt
    from hydratui.tui.screens.chat import ChatScreen


def to(chat: ChatScreen, channel: str, task: int, asked: Excerpt, answered: Excerpt) -> None:
    """Opens a channel at a task.

    Args:
        chat: The chat.
        channel: Where it was said.
        task: Its number.
        asked: Where the question matched.
        answered: Where the answer matched.
    """
    chat.change_channel(channel, at=task)
    page = chat.transcript
    message = page.message(task, answer=not asked.marks)
    if message is not None and (words := marked_words((asked, answered))):
        page.mark(words)
        page.bring_to(message)
        # What esc does now is known once a line that looked for words is gone.
        chat.call_after_refresh(chat.refresh_receiver)


def forget(chat: ChatScreen) -> bool:
    """Takes the marks off again. Gives whether there were any; those of the line that finds words are left to it."""
    if not left_by(chat):
        return False
    chat.transcript.mark(())
    chat.refresh_receiver()
    return True


def left_by(chat: ChatScreen) -> bool:
    """Whether there are marks that such a jump has left."""
    return bool(chat.transcript.marked) and not chat.query(".chat-find")


def marked_words(excerpts: Sequence[Excerpt]) -> tuple[str, ...]:
    """What is marked in some excerpts, each word once and as it is found in a text: not what was typed, but the forms that matched."""
    from hydratui.tui.fold import folded

    return tuple(dict.fromkeys(folded(each.text[start:end]) for each in excerpts for start, end in each.marks))
