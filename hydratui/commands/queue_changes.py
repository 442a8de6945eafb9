"""Changes of the queue, each with the sentence that says what was done: for the commands, the screen and the command line."""

from collections.abc import Sequence
from typing import cast, get_args

from hydratui.agents.roster import Agent
from hydratui.commands import attach
from hydratui.commands.command import Drafted, Said
from hydratui.commands.file_names import started_in
from hydratui.errors import HydraError, UsageError
from hydratui.store import control, tasks
from hydratui.store.control import Where
from hydratui.store.database import Store
from hydratui.store.tasks import Task

PLACES: dict[Where, str] = {
    "first": "before all that wait for the same agent",
    "up": "one earlier",
    "down": "one later",
    "last": "behind all that wait for the same agent",
}


def place(word: str) -> Where:
    """Where a task is to go.

    Raises:
        UsageError: The word says no place.
    """
    wanted = word.strip().lower()
    if wanted not in get_args(Where):
        raise UsageError(f"Say where the task goes: {', '.join(PLACES)}{f', not {word.strip()!r}' if wanted else ''}.")
    return cast(Where, wanted)


def paused(store: Store, agent: Agent) -> str:
    """Pauses an agent."""
    if agent.id in control.paused(store):
        return f"{agent.name} is paused already."
    control.pause(store, agent.id)
    goes_on = " What runs is finished." if tasks.counts(store).get(agent.id, tasks.Counts()).running else ""
    return f"{agent.name} is paused and begins nothing new.{goes_on}"


def resumed(store: Store, agent: Agent) -> str:
    """Lets an agent go on."""
    if agent.id not in control.paused(store):
        return f"{agent.name} is not paused."
    control.resume(store, agent.id)
    waiting = tasks.counts(store).get(agent.id, tasks.Counts()).queued
    return f"{agent.name} goes on{f' with {counted(waiting)}' if waiting else ''}."


def moved(store: Store, task_id: int, where: Where) -> str:
    """Moves a waiting task."""
    after = control.move(store, task_id, where)
    ids = [waiting.id for waiting in control.waiting(store, after.agent)]
    if task_id not in ids:
        return f"Task {task_id} is beginning now."
    return f"Task {task_id} is number {ids.index(task_id) + 1} of {len(ids)} that wait." if len(ids) > 1 else "Nothing else waits."


def rewritten(store: Store, task: Task, text: str) -> Said | Drafted:
    """Changes the text of a waiting task. Where it does not wait any more, the text is a draft, so that it is not lost.

    Raises:
        HydraError: The text is empty or too long, or names a file that can't be attached.
    """
    try:
        attach.rewrite(store, task.id, text, started_in())
    except HydraError as error:
        now = tasks.get(store, task.id)
        if now is not None and now.status == "pending":
            raise
        return Drafted(task.channel, text, task.id, f"{error} Your text is in the prompt.")
    return Said(f"Task {task.id} is changed and keeps its place.", task.agent)


def cancelled(store: Store, task_id: int) -> str:
    """Cancels a task."""
    after = tasks.cancel(store, task_id)
    return f"Task {task_id} is {after.status}." if after.ended else f"Task {task_id} is stopping."


def cancelled_all(store: Store, agent_id: str | None = None, name: str = "") -> str:
    """Cancels all that waits or runs: of the agent with this id and name where one is given.

    Raises:
        HydraError: There is nothing to cancel.
    """
    running = any(agent_id in (None, each.agent) for each in tasks.running(store))
    count, whose = control.cancel_all(store, agent_id), f" of {name}'s" if agent_id else ""
    if not count:
        raise HydraError(f"Nothing{whose} runs or waits; there is nothing to cancel.")
    return f"{counted(count)}{whose} cancelled{'; what runs is stopping' if running else ''}."


def queued_again(store: Store, ids: Sequence[int]) -> str:
    """Puts cancelled tasks back in their places.

    Raises:
        HydraError: None of them can be tried again yet, or any more.
    """
    known = [found for number in ids if (found := tasks.get(store, number)) is not None]
    again = [tasks.retry(store, each.id) for each in known if each.status == "cancelled"]
    if not again:
        stopping = any(each.status == "running" for each in known)
        raise HydraError("It is still stopping; try again in a moment." if stopping else "It is not cancelled any more.")
    return f"Task {again[0].id} is queued again." if len(again) == 1 else f"{counted(len(again))} are queued again."


def counted(number: int) -> str:
    """``1 task``, ``3 tasks``."""
    return f"{number} task{'' if number == 1 else 's'}"
