"""Two keys that do the next best thing: esc goes back a step, ctrl+c stops something, and neither loses a word."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hydratui.store import tasks
from hydratui.store.tasks import Task
from hydratui.tui import jump
from hydratui.tui.clipboard import copy
from hydratui.tui.patience import promptly

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen

QUIT_SECONDS = 3.0
"""Within which a second ctrl+c quits."""


async def back(chat: ChatScreen) -> None:
    """Esc: closes the palette, takes marks off, goes back to the prompt, takes back the last queued message, cancels the running task."""
    await promptly(chat, _back(chat))


async def interrupt(chat: ChatScreen) -> None:
    """Ctrl+c: copies what is selected, else clears the draft, else cancels the running task, else quits when pressed twice."""
    await promptly(chat, _interrupt(chat))


async def _back(chat: ChatScreen) -> None:
    if chat.palette.shown:
        chat.palette.hide()
        chat.refresh_receiver()
    elif chat.transcript.pointer.leave_card():
        pass
    elif jump.forget(chat) or chat.focused is not chat.prompt:
        chat.prompt.focus()
    elif not chat.prompt.text.strip() and (withdrawn := await chat.hand.do(tasks.take_back, chat.talk.channel)) is not None:
        chat.transcript.take_away(withdrawn.id)
        if chat.prompt.text.strip():
            # Something was begun while the file was locked.
            chat.prompt.remember(withdrawn.prompt)
            chat.say("Taken back. The up arrow brings it.")
        else:
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
            # The next one that comes by habit meets the question, if there is one, and must not answer it.
            chat.asked_to_quit = float("-inf")
            await chat.app.action_quit()
        else:
            chat.asked_to_quit = time.monotonic()
            chat.say("Press ctrl+c again to quit. What is queued is kept.", QUIT_SECONDS)


async def _cancel(chat: ChatScreen) -> bool:
    """Cancels the task that runs in this channel, or waits to be tried again, the active agent's first. Gives whether there was one."""
    task = _begun_here(chat)
    if task is None:
        return False
    chat.transcript.settle(await chat.hand.do(tasks.cancel, task.id))
    chat.watcher.nudge()
    return True


def _begun_here(chat: ChatScreen) -> Task | None:
    running = [task for task in chat.talk.desk.running if task.channel == chat.talk.channel and not task.cancelling]
    here = running or [task for task in chat.transcript.waiting_tasks if task.attempts]
    mine = [task for task in here if chat.talk.agent is not None and task.agent == chat.talk.agent.id]
    return next(reversed(mine or here), None)
