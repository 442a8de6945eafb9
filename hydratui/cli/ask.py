"""`hydratui ask`: one task, worked off by whoever is there, its reply on the standard output."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.session import AgentOption, JsonOption, chosen, given, is_piped, opened
from hydratui.errors import HydraError

if TYPE_CHECKING:
    from hydratui.paths import Home
    from hydratui.store.database import Store
    from hydratui.store.tasks import Task

LOOK_SECONDS = 0.02
# How often it is checked that a worker is still alive while the task waits.
WORKER_SECONDS = 1.0


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(ask)


def ask(
    text: Annotated[list[str], typer.Argument(metavar="TEXT|-", help="What to ask; - reads it from the standard input.")],
    agent: AgentOption = None,
    channel: Annotated[str, typer.Option(metavar="NAME", help="The conversation that it belongs to.")] = "main",
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for the reply, or print the task's number and return.")] = True,
    attach: Annotated[list[str] | None, typer.Option("--attach", metavar="PATH", help="A file to send along; again for more.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Run one task through a worker and stream the reply. @./PATH in the text sends a file along, unless the text is piped in."""
    from hydratui.cli import output
    from hydratui.commands.attach import files
    from hydratui.commands.file_names import started_in
    from hydratui.store import tasks

    with opened() as (home, store):
        owner = chosen(home, agent)
        message = given(text)
        # A piped text comes from elsewhere, and names none of the user's files.
        sent = files(message, None if is_piped(text) else started_in(), attach or ())
        task = tasks.submit(store, owner.id, message, channel, sent)
        if not wait:
            if as_json:
                output.say_json(ask_shape(task))
            else:
                output.say(str(task.id))
            return
        ended = _followed(home, store, task, show=not as_json)
    if as_json:
        output.say_json(ask_shape(ended))
    if ended.status != "completed":
        raise HydraError(f"Task {ended.id} was cancelled." if ended.status == "cancelled" else ended.error or f"Task {ended.id} failed.")


def ask_shape(task: "Task") -> dict[str, object]:
    """What became of a task as JSON."""
    return {
        "task": task.id,
        "agent": task.agent,
        "status": task.status,
        "result": task.result,
        "error": task.error,
        "tokens": {"input": task.tokens_in, "output": task.tokens_out},
    }


def _followed(home: "Home", store: "Store", task: "Task", show: bool) -> "Task":
    """Waits for the end of the task; an interrupt cancels it first.

    Raises:
        KeyboardInterrupt: The user does not want to wait; the task is cancelled.
    """
    from hydratui.cli.own_worker import OwnWorker

    reply, own = _Reply(store, task.id, show), OwnWorker(home, store, task.id)
    waits, version, checked = _Waits(store, task.id), -1, 0.0
    try:
        while True:
            now = time.monotonic()
            if now - checked >= WORKER_SECONDS:
                checked = now
                own.ensure()
            if (seen := store.data_version()) != version:
                version = seen
                if (ended := reply.look()) is not None:
                    return ended
                waits.say()
            time.sleep(LOOK_SECONDS)
    except BaseException:
        _cancel(store, task.id)
        raise
    finally:
        own.join()


class _Reply:
    """The reply as far as it was printed."""

    def __init__(self, store: "Store", task_id: int, show: bool) -> None:
        self._store = store
        self._task_id = task_id
        self._show = show
        self._seq = 0
        self._attempt: int | None = None
        self._printed = ""

    def look(self) -> "Task | None":
        """Prints what has arrived; gives the task when it has ended."""
        from hydratui.store import stream, tasks

        for piece in stream.since(self._store, self._seq, self._task_id):
            if piece.attempt != self._attempt and self._printed:
                self._restart()
            self._seq, self._attempt = piece.seq, piece.attempt
            self._print(piece.text)
        task = tasks.get(self._store, self._task_id)
        if task is None:
            raise HydraError(f"Task {self._task_id} was taken out of the queue.")
        if not task.ended:
            return None
        self._finish(task.result or "")
        return task

    def _finish(self, result: str) -> None:
        if not result.startswith(self._printed):
            self._restart()
        self._print(result[len(self._printed) :])
        if self._show and self._printed and not self._printed.endswith("\n"):
            print(flush=True)

    def _restart(self) -> None:
        """Another attempt begins the reply again: on a line of its own."""
        if self._show and not self._printed.endswith("\n"):
            print(flush=True)
        self._printed = ""

    def _print(self, text: str) -> None:
        from hydratui.text import plain

        if self._show and text:
            print(plain(text), end="", flush=True)
        self._printed += text


class _Waits:
    """Why nothing comes, said once each on the standard error."""

    def __init__(self, store: "Store", task_id: int) -> None:
        self._store = store
        self._task_id = task_id
        self._said: set[str] = set()

    def say(self) -> None:
        """Says what the task waits for, when it waits."""
        from hydratui.cli import output
        from hydratui.store import attempts, control, tasks
        from hydratui.store.lapsed import MAX_ATTEMPTS

        task = tasks.get(self._store, self._task_id)
        if task is None or task.status != "pending":
            return
        reason = ""
        if task.agent in control.paused(self._store):
            reason = f"{task.agent} is paused; the task waits. `hydratui agents resume {task.agent}` lets it go on."
        elif failed := attempts.failed(self._store, task.id):
            reason = f"Attempt {failed[-1].attempt} of {MAX_ATTEMPTS} came to nothing: {failed[-1].cause} The task is tried again."
        if reason and reason not in self._said:
            self._said.add(reason)
            output.complain(reason)


def _cancel(store: "Store", task_id: int) -> None:
    """Cancels a task that may have ended this very moment."""
    from hydratui.store import tasks

    try:
        tasks.cancel(store, task_id)
    except HydraError:
        # It has ended, and there is nothing to cancel: the reason for stopping is already on its way to the user.
        return
