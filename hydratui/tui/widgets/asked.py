"""What was asked, above its answers: shown once for several agents that were asked the same, and anew when it is changed."""

from collections.abc import Callable, Sequence

from textual.widget import Widget

from hydratui.store.attachments import Attachment
from hydratui.store.tasks import Task
from hydratui.tui.widgets.message import Message, asked, you
from hydratui.tui.widgets.reply import Reply


def one_message(one: Task, other: Task) -> bool:
    """Whether two tasks were sent as one message to several agents."""
    return one.agent != other.agent and (one.prompt, one.created_at) == (other.prompt, other.created_at)


Files = Callable[[int], Sequence[Attachment]]
"""Looks up the files that came with a task's message."""


def no_files(_: int) -> Sequence[Attachment]:
    """None came with any."""
    return ()


def reword(page: Widget, shown: dict[int, list[Widget]], changed: Task, files: Files) -> None:
    """Shows what a task asks now. One that stood under the same question gets a question of its own.

    Args:
        page: Where the messages are.
        shown: The messages of each task, by its number; brought up to date.
        changed: The task whose text is another one now.
        files: Looks up the files that came with a message.
    """
    before: Task | None = None
    for number in sorted(shown):
        question, reply = shown[number][0], next((each for each in shown[number] if isinstance(each, Reply)), None)
        if reply is None:
            continue
        task = reply.task_shown
        if question is reply and (before is None or not one_message(before, task)):
            shown[number].insert(0, you(task, files(task.id)))
            page.mount(shown[number][0], before=reply)
        elif number == changed.id and isinstance(question, Message) and question is not reply:
            question.show_rows(asked(task, files(task.id)))
        before = task
