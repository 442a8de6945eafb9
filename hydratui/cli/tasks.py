"""`hydratui tasks`: what was asked and what became of it."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hydratui.cli.session import JsonOption, ListByDefault, chosen, given, is_piped, opened
from hydratui.errors import HydraError, UsageError

if TYPE_CHECKING:
    from hydratui.store.tasks import Task
    from hydratui.store.usage import CallDetail, ToolCall

group = typer.Typer(cls=ListByDefault, help="List the tasks, show one, move, edit, cancel it or try it again.", rich_markup_mode=None)

Status = Literal["pending", "running", "completed", "failed", "cancelled"]
Place = Literal["first", "up", "down", "last"]
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
def show(
    number: Number,
    with_calls: Annotated[bool, typer.Option("--calls", help="Also what each tool was given and what the model was told.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a whole task, with the tools that it called and the attempts that came to nothing."""
    from hydratui.cli import output
    from hydratui.store import attachments, attempts, tasks, usage
    from hydratui.text import file_size
    from hydratui.times import exact

    with opened(reading=True) as (_, store):
        task, failed = tasks.get(store, number), attempts.failed(store, number)
        files = attachments.listed(store, [number]).get(number, [])
        calls, details = usage.calls(store, number), usage.details(store, number)
    if task is None:
        raise HydraError(f"There is no task {number}. See the latest with hydratui tasks list.")
    if as_json:
        tried = [{"attempt": each.attempt, "at": each.at, "worker": each.worker, "cause": each.cause} for each in failed]
        named = [{"name": each.name, "kind": each.kind, "size": each.size} for each in files]
        called = [_call_shape(call, details.get(call.id)) for call in calls]
        output.say_json({**task_shape(task), "failed_attempts": tried, "files": named, "calls": called})
        return
    output.say(f"task {task.id} · {task.agent} · {task.channel} · {exact(task.created_at)} · {task.status}")
    output.say(f"\n{task.prompt}\n")
    for file in files:
        output.say(f"With the file {file.name}, {file_size(file.size)}.")
    for each in failed:
        output.say(f"Attempt {each.attempt}, {exact(each.at)}: {each.cause}")
    for call in calls:
        _say_call(call, details.get(call.id), with_calls)
    if calls:
        output.say("")
    if task.result:
        output.say(task.result)
    if task.error:
        output.say(f"Failed: {task.error}")


@group.command()
def cancel(
    number: Annotated[int | None, typer.Argument(metavar="[TASK]", min=1, max=(1 << 63) - 1, help="The task's number.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Everything that waits or runs.")] = False,
    agent: Annotated[str | None, typer.Option("--agent", metavar="ID", help="With --all: everything of this agent.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Cancel a task that waits or runs, or all of them."""
    from hydratui.store import tasks

    if every == (number is not None) or (agent is not None and not every):
        raise UsageError("Name a task by its number, or say --all, or --all --agent ID.")
    if number is None:
        _cancel_all(agent, as_json)
        return
    with opened() as (_, store):
        task = tasks.cancel(store, number)
    _changed(task, "is stopping" if task.cancelling else f"is {task.status}", as_json)


@group.command()
def move(number: Number, place: Annotated[Place, typer.Argument(help="Where it goes.")], as_json: JsonOption = False) -> None:
    """Move a waiting task among those of its agent."""
    from hydratui.cli import output
    from hydratui.commands import queue_changes
    from hydratui.store import tasks

    with opened() as (_, store):
        said, task = queue_changes.moved(store, number, place), tasks.get(store, number)
    if as_json and task is not None:
        output.say_json(task_shape(task))
    else:
        output.say(said)


@group.command()
def edit(
    number: Number,
    text: Annotated[list[str], typer.Argument(metavar="TEXT|-", help="What to ask instead; - reads it from the standard input.")],
    as_json: JsonOption = False,
) -> None:
    """Change what a waiting task asks; it keeps its place."""
    from hydratui.commands import attach
    from hydratui.commands.file_names import started_in
    from hydratui.store import control

    with opened() as (_, store):
        # What comes from elsewhere names none of the user's files.
        piped = is_piped(text)
        task = control.rewrite(store, number, given(text)) if piped else attach.rewrite(store, number, given(text), started_in())
    _changed(task, "is changed and keeps its place", as_json)


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


def _call_shape(call: "ToolCall", detail: "CallDetail | None") -> dict[str, object]:
    return {
        "tool": call.tool,
        "source": call.source,
        "outcome": call.outcome,
        "attempt": call.attempt,
        "at": call.at,
        "ms": call.ms,
        "summary": call.summary,
        "result": call.result,
        "arguments": detail.arguments if detail else None,
        "output": detail.output if detail else None,
    }


def _say_call(call: "ToolCall", detail: "CallDetail | None", whole: bool) -> None:
    """One call in a line; below it, where it is wanted and was kept, what the tool was given and what the model was told."""
    from hydratui.cli import output
    from hydratui.text import one_line
    from hydratui.times import duration

    went = {"ok": "", "blocked": "blocked: ", "error": "failed: "}[call.outcome]
    output.say(f"Called {one_line(f'{call.tool} {call.summary}')} · {went}{one_line(call.result)} · {duration(call.ms / 1000)}")
    if not whole:
        return
    told = ["No more was kept of this call."] if detail is None else [f"given {detail.arguments}", *detail.output.split("\n")]
    for line in told:
        output.say(f"    {line}".rstrip())


def _cancel_all(agent: str | None, as_json: bool) -> None:
    from hydratui.cli import output
    from hydratui.commands import queue_changes
    from hydratui.store import control

    with opened() as (home, store):
        owner = chosen(home, agent) if agent is not None else None
        if as_json:
            output.say_json({"cancelled": control.cancel_all(store, owner.id if owner else None)})
        elif owner is not None:
            output.say(queue_changes.cancelled_all(store, owner.id, owner.name))
        else:
            output.say(queue_changes.cancelled_all(store))


def _changed(task: "Task", became: str, as_json: bool) -> None:
    from hydratui.cli import output

    if as_json:
        output.say_json(task_shape(task))
    else:
        output.say(f"Task {task.id} {became}.")
