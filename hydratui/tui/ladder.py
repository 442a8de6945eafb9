"""Two keys that do the next best thing: esc goes back a step, ctrl+c stops something, and neither loses a word."""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.store import tasks
from hydratui.store.tasks import Task
from hydratui.tui.clipboard import copy

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen

QUIT_SECONDS = 3.0
"""Within which a second ctrl+c quits."""


async def back(chat: ChatScreen) -> None:
    """Esc: closes the palette, leaves a card or list for the prompt, takes back the last queued message, cancels the running task."""
    await _or_said(chat, _back(chat))


async def interrupt(chat: ChatScreen) -> None:
    """Ctrl+c: copies what is selected, else clears the draft, else cancels the running task, else quits when pressed twice."""
    await _or_said(chat, _interrupt(chat))


async def _or_said(chat: ChatScreen, step: Coroutine[object, object, None]) -> None:
    """Takes a step, and says why where it can't be taken: the task may have ended this very moment, the file may be locked."""
    try:
        await step
    except HydraError as error:
        chat.say(str(error))


async def _back(chat: ChatScreen) -> None:
    if chat.palette.shown:
        chat.palette.hide()
        chat.refresh_receiver()
    elif chat.focused is not chat.prompt:
        chat.prompt.focus()
    elif not chat.prompt.text.strip() and (withdrawn := await chat.hand.do(tasks.take_back, chat.talk.channel)) is not None:
        chat.transcript.take_away(withdrawn.id)
        chat.prompt.put(withdrawn.prompt)
        chat.say("Taken back. Enter sends it again.")
        chat.watcher.nudge()
    else:
        await _cancel(chat)


async def _interrupt(chat: ChatScreen) -> None:
    selected = chat.prompt.selected_text or chat.get_selected_text()
    if selected:
        chat.say(copy(chat.app, selected))
        chat.clear_selection()
    elif chat.prompt.text:
        chat.prompt.clear_draft()
        chat.say("Cleared. The up arrow brings it back.")
    elif not await _cancel(chat):
        if time.monotonic() - chat.asked_to_quit < QUIT_SECONDS:
            chat.app.exit()
        else:
            chat.asked_to_quit = time.monotonic()
            chat.say("Press ctrl+c again to quit. What is queued is kept.", QUIT_SECONDS)


async def _cancel(chat: ChatScreen) -> bool:
    """Cancels the task that runs in this channel, the active agent's first. Gives whether there was one."""
    task = _running_here(chat)
    if task is None:
        return False
    await chat.hand.do(tasks.cancel, task.id)
    chat.watcher.nudge()
    return True


def _running_here(chat: ChatScreen) -> Task | None:
    here = [task for task in chat.talk.desk.running if task.channel == chat.talk.channel and not task.cancelling]
    mine = [task for task in here if chat.talk.agent is not None and task.agent == chat.talk.agent.id]
    return next(reversed(mine or here), None)
