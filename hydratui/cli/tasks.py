"""`hydratui tasks`: what was asked and what became of it."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hydratui.cli.session import JsonOption, ListByDefault, opened
from hydratui.errors import HydraError

if TYPE_CHECKING:
    from hydratui.store.tasks import Task

group = typer.Typer(cls=ListByDefault, help="List the tasks, show one, cancel it or try it again.", rich_markup_mode=None)

Status = Literal["pending", "running", "completed", "failed", "cancelled"]
Number = Annotated[int, typer.Argument(metavar="TASK", min=1, max=(1 << 63) - 1, help="The task's number.")]
PROMPT_WIDTH = 60


def add(app: typer.Typer) -> None:
    """Puts the group into the tree."""
    app.add_typer(group, name="tasks")


@group.command("list")
def show_all(
    status: Annotated[Status | None, typer.Option(help="Only tasks in this state.")] = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID", help="Only tasks of this agent.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many at most, the newest.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List the tasks, newest first."""
    from hydratui.cli import output
    from hydratui.store import tasks
    from hydratui.text import clipped
    from hydratui.times import spoken

    with opened(reading=True) as (_, store):
        found = tasks.recent(store, status, agent, limit)
    if as_json:
        output.say_json([task_shape(task) for task in found])
    elif found:
        rows = [(str(task.id), spoken(task.created_at), task.agent, task.status, clipped(task.prompt, PROMPT_WIDTH)) for task in found]
        output.table(rows)
    else:
        output.say("There are no such tasks." if status or agent else "There are no tasks yet. Send one with hydratui ask TEXT.")


@group.command()
def show(number: Number, as_json: JsonOption = False) -> None:
    """Show a whole task."""
    from hydratui.cli import output
    from hydratui.store import tasks
    from hydratui.times import exact

    with opened(reading=True) as (_, store):
        task = tasks.get(store, number)
    if task is None:
        raise HydraError(f"There is no task {number}. See the latest with hydratui tasks list.")
    if as_json:
        output.say_json(task_shape(task))
        return
    output.say(f"task {task.id} · {task.agent} · {task.channel} · {exact(task.created_at)} · {task.status}")
    output.say(f"\n{task.prompt}\n")
    if task.result:
        output.say(task.result)
    if task.error:
        output.say(f"Failed: {task.error}")


@group.command()
def cancel(number: Number, as_json: JsonOption = False) -> None:
    """Cancel a task that waits or runs."""
    from hydratui.store import tasks

    with opened() as (_, store):
        task = tasks.cancel(store, number)
    _changed(task, "is stopping" if task.cancelling else f"is {task.status}", as_json)


@group.command()
def retry(number: Number, as_json: JsonOption = False) -> None:
    """Queue a failed or cancelled task again."""
    from hydratui.store import tasks

    with opened() as (_, store):
        task = tasks.retry(store, number)
    _changed(task, "is queued again", as_json)


def task_shape(task: "Task") -> dict[str, object]:
    """A task as JSON."""
    return {
        "task": task.id,
        "ref": task.ref,
        "agent": task.agent,
        "channel": task.channel,
        "status": task.status,
        "attempts": task.attempts,
        "created_at": task.created_at,
        "finished_at": task.finished_at,
        "prompt": task.prompt,
        "result": task.result,
        "error": task.error,
    }


def _changed(task: "Task", became: str, as_json: bool) -> None:
    from hydratui.cli import output

    if as_json:
        output.say_json(task_shape(task))
    else:
        output.say(f"Task {task.id} {became}.")
