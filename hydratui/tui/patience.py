"""Waiting for a file that another program has locked: said on the screen, which goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, TypeVar

from hydratui.errors import HydraError

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen

R = TypeVar("R")

PATIENCE_SECONDS = 0.4
"""After which a lock is worth a word, and between two words about it."""
BUSY = "Another program uses the database; this waits for it."


async def patiently(chat: ChatScreen, work: Awaitable[R], sentence: str = BUSY, message: str = "", meanwhile: str = "") -> R:
    """What some work of the writing hand returns; what it raises is raised here.

    Args:
        chat: Where it is said that the work waits for the file.
        work: It is not cut off when this is.
        sentence: What is said.
        message: A message of the user's that the work is to save. It stands on the page while it waits.
        meanwhile: What is said while the work goes on and waits for nothing.
    """
    job = asyncio.ensure_future(work)
    unsaved = None
    chat.hand.awaited = job
    try:
        while not (await asyncio.wait([job], timeout=PATIENCE_SECONDS))[0]:
            if not chat.store.locked():
                if meanwhile:
                    chat.say(meanwhile, 2 * PATIENCE_SECONDS)
                continue
            if chat.hand.awaited is job:
                chat.say(sentence, 2 * PATIENCE_SECONDS)
            if message and unsaved is None:
                from hydratui.tui.widgets.message import waiting

                unsaved = waiting(message)
                chat.note(unsaved)
        return job.result()
    finally:
        if unsaved is not None and unsaved.is_attached:
            unsaved.remove()
        if not job.done():
            # The app has ended meanwhile; nobody is there to be told.
            job.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


async def said(chat: ChatScreen, work: Awaitable[object]) -> None:
    """Waits patiently for something to be done, and says why where it can't be: a task may have ended this very moment."""
    try:
        await patiently(chat, work)
    except HydraError as error:
        chat.say(str(error))


async def promptly(chat: ChatScreen, work: Awaitable[object]) -> None:
    """The same, but whoever waits for it goes on after a moment, and the rest is done behind: keys must not wait for a lock."""
    job = asyncio.ensure_future(work)
    done = (await asyncio.wait([job], timeout=PATIENCE_SECONDS))[0]
    if done:
        await said(chat, job)
    else:
        chat.run_worker(said(chat, job), name="behind", group="behind")
