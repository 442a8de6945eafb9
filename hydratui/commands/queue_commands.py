"""The commands of the queue: /queue, /edit, /move, /pause and /resume."""

from hydratui.agents.roster import Agent, first, roster
from hydratui.commands.command import Context, Drafted, OpenQueue, Said
from hydratui.commands.queue_changes import moved, paused, place, resumed
from hydratui.commands.routing import active, named, private_to
from hydratui.commands.task_commands import task
from hydratui.errors import HydraError, UsageError
from hydratui.store import control, tasks
from hydratui.store.tasks import Task

# How far back /edit looks for something to send again.
EDIT_WINDOW = 20


def queue(_: Context, __: str) -> OpenQueue:
    """Opens the queue."""
    return OpenQueue()


def edit(context: Context, word: str) -> OpenQueue | Drafted:
    """Opens a waiting task for a change where it stands, or puts the text of an ended one into the prompt to be sent again.

    Without a number it is the one queued last in this channel, else the one that ended last there.
    """
    wanted = task(context, word) if word else _last(context)
    if wanted.status == "pending":
        return OpenQueue(wanted.id, edit=True)
    if wanted.status == "running":
        raise HydraError(f"Task {wanted.id} is running. Stop it with /cancel {wanted.id}; then /edit {wanted.id} takes its text.")
    return Drafted(wanted.channel, as_typed(context, wanted), wanted.id)


def move(context: Context, typed: str) -> Said:
    """Moves a waiting task among those of its agent."""
    number, _, where = typed.partition(" ")
    if not number:
        raise UsageError("Name the task and where it goes, such as /move 17 first.")
    wanted = task(context, number)
    return Said(moved(context.store, wanted.id, place(where)), wanted.agent)


def pause(context: Context, word: str) -> Said:
    """Pauses the agent that is named, else the active one."""
    agent = _meant(context, word)
    return Said(f"{paused(context.store, agent)} /resume {agent.id} lets it go on.", agent.id)


def resume(context: Context, word: str) -> Said:
    """Lets the agent that is named, else the active one, go on."""
    agent = _meant(context, word)
    return Said(resumed(context.store, agent), agent.id)


def as_typed(context: Context, ended: Task) -> str:
    """What to type in a task's channel so that the same is asked of the same agent again."""
    owner = private_to(ended.channel, roster(context.home))
    answers = active(context.home, context.store, ended.channel)
    known = any(agent.id == ended.agent for agent in roster(context.home))
    if owner is None and known and (answers is None or answers.id != ended.agent):
        return f"@{ended.agent} {ended.prompt}"
    # A blank before it keeps a text from being taken for a command.
    return f" {ended.prompt}" if ended.prompt.startswith("/") else ended.prompt


def _meant(context: Context, word: str) -> Agent:
    return named(context.home, word) if word else context.agent or first(context.home)


def _last(context: Context) -> Task:
    waiting = [each for each in control.waiting(context.store) if each.channel == context.channel]
    if waiting:
        return max(waiting, key=lambda each: each.id)
    ended = [each for each in tasks.window(context.store, context.channel, limit=EDIT_WINDOW) if each.ended]
    if not ended:
        raise HydraError("Nothing that was sent in this channel waits or has ended. Name a task by its number: /edit 17.")
    return ended[-1]
