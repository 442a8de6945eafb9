"""The commands that hand a task's texts on: /task, /copy, /quote, /pager and /editor."""

from hydratui.agents.roster import roster
from hydratui.commands import task_texts
from hydratui.commands.command import Context, Handed, OpenTask
from hydratui.commands.task_commands import task
from hydratui.errors import HydraError
from hydratui.store import tasks
from hydratui.store.tasks import Task

# How far back they look for an answer.
WINDOW = 20


def whole(context: Context, word: str) -> OpenTask:
    """Opens the task with this number, else the one that was answered last in this channel."""
    return OpenTask(_meant(context, word).id)


def copy(context: Context, word: str) -> Handed:
    """Copies an answer, with who gave it and when."""
    found, text = _answer(context, word)
    return Handed("copy", task_texts.dated(found, _name(context, found), text), found.id)


def quote(context: Context, word: str) -> Handed:
    """Quotes an answer in the prompt."""
    found, text = _answer(context, word)
    return Handed("quote", task_texts.quoted(text), found.id)


def page(context: Context, word: str) -> Handed:
    """Opens a whole task in the pager."""
    found = _meant(context, word)
    return Handed("page", task_texts.whole(context.store, found, _name(context, found)), found.id)


def edit(context: Context, word: str) -> Handed:
    """Opens a copy of an answer in the editor."""
    found, text = _answer(context, word)
    return Handed("edit", text, found.id)


def _meant(context: Context, word: str) -> Task:
    if word:
        return task(context, word)
    latest = tasks.window(context.store, context.channel, limit=WINDOW)
    answered = [each for each in latest if each.result or each.status == "running"]
    if not answered:
        raise HydraError("Nothing was answered in this channel lately. Name a task by its number, such as 17.")
    return answered[-1]


def _answer(context: Context, word: str) -> tuple[Task, str]:
    found = _meant(context, word)
    text = task_texts.answered(context.store, found)
    if not text.strip():
        raise HydraError(f"Task {found.id} has no answer {'yet' if not found.ended else 'to hand on'}.")
    return found, text


def _name(context: Context, found: Task) -> str:
    return next((agent.name for agent in roster(context.home) if agent.id == found.agent), found.agent)
