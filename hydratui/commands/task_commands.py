"""The commands of tasks and conversations: /cancel, /retry and /new."""

from hydratui.commands.command import Anew, Context, Said, Sent
from hydratui.commands.queue_changes import cancelled, cancelled_all
from hydratui.commands.routing import named
from hydratui.errors import HydraError, UsageError
from hydratui.store import channels, tasks
from hydratui.store.tasks import Task

# How far back /retry looks for something that failed.
RETRY_WINDOW = 60


def cancel(context: Context, word: str) -> Said:
    """Cancels the task with this number, else the one that runs in this channel, else the one queued last there.

    `all` is everything that runs or waits, `@ada` everything of that agent.
    """
    if word.lower() == "all":
        return Said(cancelled_all(context.store))
    if word.startswith("@"):
        agent = named(context.home, word)
        return Said(cancelled_all(context.store, agent.id, agent.name), agent.id)
    wanted = task(context, word) if word else _current(context)
    return Said(cancelled(context.store, wanted.id), wanted.agent)


def retry(context: Context, word: str) -> Sent:
    """Queues a failed or cancelled task again: the one with this number, else the channel's latest."""
    wanted = task(context, word) if word else _latest_failed(context)
    return Sent((tasks.retry(context.store, wanted.id),))


def anew(context: Context, _: str) -> Anew:
    """Starts the channel's conversation again: the tasks before stay, and are no longer in the prompt."""
    channels.start_anew(context.store, context.channel)
    return Anew(context.channel)


def task(context: Context, word: str) -> Task:
    """The task with the number that was typed.

    Raises:
        UsageError: It is no number.
        HydraError: There is no such task.
    """
    number = word.strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise UsageError(f'"{word}" is no task number. /queue shows the numbers of what runs and waits.')
    found = tasks.get(context.store, int(number))
    if found is None:
        raise HydraError(f"There is no task {number}. See the latest with hydratui tasks list.")
    return found


def _current(context: Context) -> Task:
    here = [task for task in tasks.unfinished(context.store) if task.channel == context.channel]
    running = [task for task in here if task.status == "running"]
    active = [task for task in running if context.agent is not None and task.agent == context.agent.id]
    for candidates in (active, running, here):
        if candidates:
            return candidates[-1]
    raise HydraError("Nothing runs or waits in this channel; there is nothing to cancel.")


def _latest_failed(context: Context) -> Task:
    latest = tasks.window(context.store, context.channel, limit=RETRY_WINDOW)
    failed = [task for task in latest if task.status in ("failed", "cancelled")]
    if not failed:
        raise HydraError("No task of this channel failed lately. Name one by its number: /retry 17.")
    return failed[-1]
