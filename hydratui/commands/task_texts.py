"""The texts of a task as they are handed on: copied, quoted, read elsewhere. They are what the store has, to the letter."""

import re

from hydratui import times
from hydratui.store import stream
from hydratui.store.database import Store
from hydratui.store.tasks import Task
from hydratui.text import one_line, plain

_FENCES = re.compile(r"`{3,}")


def answered(store: Store, task: Task) -> str:
    """What was answered, as Markdown: of a task that goes on what has arrived, of one that failed also why."""
    said = task.result if task.ended else stream.text(store, task.id)
    return plain("\n\n".join(part for part in (said, task.error) if part))


def dated(task: Task, name: str, text: str) -> str:
    """A text of a task with who said it, and when and where."""
    where = " · ".join((_exactly(task.finished_at or task.created_at), one_line(task.channel), f"task {task.id}"))
    return f"{where}\n{one_line(name)}:\n{text}"


def quoted(text: str) -> str:
    """A text as a quotation in a message."""
    return "\n".join(f"> {line}".rstrip() for line in plain(text).split("\n"))


def fenced(code: str, language: str) -> str:
    """Code as it stands in Markdown."""
    fence = "`" * max(3, *(len(found) + 1 for found in _FENCES.findall(code)), 3)
    return f"{fence}{language}\n{code}\n{fence}"


def whole(store: Store, task: Task, name: str) -> str:
    """A task from its beginning to its end."""
    return f"{dated(task, 'you', plain(task.prompt))}\n\n{one_line(name)}:\n{answered(store, task)}\n"


def _exactly(stamp: str) -> str:
    try:
        return times.exact(stamp)
    except ValueError:
        # Any program may write the file.
        return one_line(stamp)
