"""What the keys of the sidebar do: cancel an agent's task, pause the agent, let it go on; and how wide the sidebar is."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hydratui.errors import HydraError
from hydratui.store import control, tasks
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.tui.patience import said

if TYPE_CHECKING:
    from hydratui.tui.app import HydraApp
    from hydratui.tui.screens.chat import ChatScreen
    from hydratui.tui.widgets.sidebar import Sidebar


async def press(chat: ChatScreen, wanted: Sidebar.Wanted) -> None:
    """Does what is wanted of an agent or of the sidebar, and says what came of it."""
    if wanted.what in ("wider", "narrower", "fold"):
        from hydratui.tui import looks

        await said(chat, looks.resize(cast("HydraApp", chat.app), wanted.what))
        return
    if wanted.agent is None:
        chat.say("Choose an agent first; the keys are about its tasks.")
        return
    await said(chat, _cancel(chat, wanted.agent) if wanted.what == "cancel" else _pause(chat, wanted.agent))
    chat.watcher.nudge()


async def _cancel(chat: ChatScreen, agent: str) -> None:
    name = chat.talk.desk.name(agent)
    task = await chat.hand.do(cancel_one, agent, name)
    chat.transcript.settle(task)
    chat.say(f"Task {task.id} of {name} {'is cancelled' if task.ended else 'was told to stop'}.")


def cancel_one(store: Store, agent: str, name: str) -> Task:
    """Cancels an agent's running task, or with none running the last of those that wait.

    One that is stopping already is left to it: pressing the key once more must not reach into the queue.

    Raises:
        HydraError: The agent has nothing to cancel.
    """
    running = [task for task in tasks.running(store) if task.agent == agent]
    if running and all(task.cancelling for task in running):
        return running[-1]
    wanted = [task for task in running if not task.cancelling] or control.waiting(store, agent)
    if not wanted:
        raise HydraError(f"{name} has no task that runs or waits; there is nothing to cancel.")
    return tasks.cancel(store, wanted[-1].id)


async def _pause(chat: ChatScreen, agent: str) -> None:
    name = chat.talk.desk.name(agent)
    if await chat.hand.do(toggle, agent):
        runs = any(task.agent == agent for task in chat.talk.desk.running)
        chat.say(f"{name} is paused: nothing new begins{', what runs goes on' if runs else ''}. Space lets {name} go on.")
    else:
        chat.say(f"{name} goes on.")


def toggle(store: Store, agent: str) -> bool:
    """Pauses an agent, or lets it go on when it is paused. Gives whether it is paused now."""
    if agent in control.paused(store):
        control.resume(store, agent)
        return False
    control.pause(store, agent)
    return True
