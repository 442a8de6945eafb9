"""Tasks as rows: sent, looked up, cancelled, tried again. Claiming and finishing them is in `queue`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from hydratui.errors import HydraError
from hydratui.store import attachments, attempts
from hydratui.store.attachments import Content
from hydratui.store.database import Store
from hydratui.times import stamp

Status = Literal["pending", "running", "completed", "failed", "cancelled"]
Value = str | int | float | bytes | None
MAX_PROMPT = 1_000_000
COLUMNS = (
    "id, ref, agent, channel, prompt, result, status, error, model, attempts, worker,"
    " created_at, started_at, finished_at, tokens_in, tokens_out, not_before, cancelling"
)
BUSY_AGENTS = """busy (agent) AS (
    SELECT min(agent) FROM tasks INDEXED BY tasks_unfinished WHERE status IN ('pending', 'running')
    UNION ALL
    SELECT (SELECT min(agent) FROM tasks INDEXED BY tasks_unfinished WHERE status IN ('pending', 'running') AND agent > busy.agent)
    FROM busy WHERE agent IS NOT NULL)"""
"""The agents whose tasks wait or run, and NULL behind the last, for ``WITH RECURSIVE``.

Agents are few and tasks many, so the index of what is unfinished is asked for one agent after the other. It is named,
because SQLite would rather read the index of all tasks, which takes 50 ms when there are a million.
"""

ARRIVED = "(SELECT group_concat(text, '') FROM (SELECT text FROM stream WHERE task = tasks.id ORDER BY seq))"
"""What has arrived of a task so far, within a statement on ``tasks``."""


@dataclass(frozen=True, slots=True)
class Task:
    """One message to one agent, and what became of it.

    Attributes:
        id: Its number, never used again.
        ref: The name that an import or a schedule gave it.
        agent: Id of the agent that it is for.
        channel: ``main``, an agent's id, or a name from an import.
        prompt: What was asked.
        result: What was answered; of a failed or cancelled task, what had arrived.
        error: Why it failed, one sentence.
        model: ``provider:model`` that answered.
        attempts: How often a worker has begun it.
        worker: Id of the worker that has or had it.
        created_at: UTC stamp, as are the other two.
        tokens_in: Tokens the model read, as its provider counts them.
        tokens_out: Tokens it wrote.
        not_before: Seconds since 1970 before which no worker begins it, after an attempt that failed; 0 for none.
        cancelling: Someone asked to cancel it and its worker has not stopped yet.
    """

    id: int
    ref: str | None
    agent: str
    channel: str
    prompt: str
    result: str | None
    status: Status
    error: str | None
    model: str | None
    attempts: int
    worker: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    tokens_in: int
    tokens_out: int
    not_before: float
    cancelling: bool

    @property
    def ended(self) -> bool:
        """Whether nothing will come any more."""
        return self.status in ("completed", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of an agent's tasks are running and how many wait."""

    running: int = 0
    queued: int = 0


def submit(store: Store, agent: str, prompt: str, channel: str = "main", files: Sequence[Content] = ()) -> Task:
    """Puts a task in the queue, with the files that came with its message.

    Raises:
        HydraError: The prompt is empty or longer than a million characters.
    """
    text = checked(prompt)
    with store.write() as db:
        row = db.execute(
            f"INSERT INTO tasks (agent, channel, prompt, created_at) VALUES (?, ?, ?, ?) RETURNING {COLUMNS}",
            (agent, channel, text, stamp()),
        ).fetchall()[0]
        sent = task(row)
        if files:
            attachments.save(db, sent.id, files)
    return sent


def checked(prompt: str) -> str:
    """A prompt as it can be stored.

    Raises:
        HydraError: It is empty or longer than a million characters.
    """
    if not prompt.strip():
        raise HydraError("The message is empty. Write what you want done.")
    if len(prompt) > MAX_PROMPT:
        raise HydraError(f"The message has {len(prompt):,} characters; {MAX_PROMPT:,} fit. Send it in parts or attach a file.")
    # A lone surrogate can't be stored as UTF-8.
    return prompt if prompt.isascii() else prompt.encode("utf-8", "replace").decode("utf-8")


def get(store: Store, task_id: int) -> Task | None:
    """The task with this number."""
    return one(store.connection, "SELECT {columns} FROM tasks WHERE id = ?", (task_id,))


def window(store: Store, channel: str, before: int | None = None, limit: int = 60) -> list[Task]:
    """The last `limit` tasks of a channel, or the last ones before a number; oldest first."""
    rows = store.connection.execute(
        f"SELECT {COLUMNS} FROM tasks WHERE channel = ? AND id < ? ORDER BY id DESC LIMIT ?", (channel, before or 1 << 62, limit)
    ).fetchall()
    return [task(row) for row in reversed(rows)]


def after(store: Store, channel: str, task_id: int, limit: int = 60) -> list[Task]:
    """The next `limit` tasks of a channel behind a number, oldest first."""
    return _many(store, "channel = ? AND id > ? ORDER BY id LIMIT ?", (channel, task_id, limit))


def recent(store: Store, status: Status | None = None, agent: str | None = None, limit: int = 50) -> list[Task]:
    """The newest tasks, newest first, of one status or agent where one is named."""
    return _many(store, "(?1 IS NULL OR status = ?1) AND (?2 IS NULL OR agent = ?2) ORDER BY id DESC LIMIT ?3", (status, agent, limit))


def unfinished(store: Store) -> list[Task]:
    """All tasks that wait or run, oldest first."""
    # Not ordered by SQLite, which would read every task there is for the order of the ids.
    rows = store.connection.execute(f"SELECT {COLUMNS} FROM tasks INDEXED BY tasks_unfinished WHERE status IN ('pending', 'running')")
    return sorted(map(task, rows), key=lambda each: each.id)


def running(store: Store) -> list[Task]:
    """The tasks that workers have in hand, oldest first."""
    # Not ordered by SQLite, which would read every waiting task for the order of the ids.
    rows = store.connection.execute(f"SELECT {COLUMNS} FROM tasks INDEXED BY tasks_running WHERE status = 'running'")
    return sorted(map(task, rows), key=lambda each: each.id)


def failed_last(store: Store, agents: Iterable[str]) -> dict[str, str]:
    """Those of these agents whose newest task failed, each with the error of that task."""
    newest = """SELECT (SELECT coalesce(error, '') FROM tasks WHERE id = failed)
                FROM (SELECT max(id) AS failed FROM tasks WHERE agent = ?1 AND status = 'failed')
                WHERE failed > 0 AND NOT EXISTS (
                  SELECT 1 FROM tasks WHERE agent = ?1 AND status IN ('pending', 'running', 'completed', 'cancelled') AND id > failed)"""
    found = ((agent, store.connection.execute(newest, (agent,)).fetchone()) for agent in agents)
    return {agent: str(row[0]) for agent, row in found if row}


def context(store: Store, agent: str, channel: str, before: int | None = None, limit: int = 10) -> list[Task]:
    """What an agent's prompt holds of a channel: its own latest completed tasks since ``/new``, oldest first.

    Args:
        store: The file.
        agent: Whose tasks.
        channel: Where they were asked.
        before: Number of the task that the prompt is for; only older ones are in it. None for a task yet to come.
        limit: How many at most.
    """
    rows = store.connection.execute(
        f"""SELECT {COLUMNS} FROM tasks
            WHERE agent = ?1 AND status = 'completed' AND channel = ?2 AND id < ?4
              AND id > coalesce((SELECT begins_after FROM channels WHERE name = ?2), 0)
            ORDER BY id DESC LIMIT ?3""",
        (agent, channel, limit, before or 1 << 62),
    ).fetchall()
    return [task(row) for row in reversed(rows)]


def counts(store: Store) -> dict[str, Counts]:
    """Running and waiting tasks by agent id; agents with neither are not in it."""
    rows = store.connection.execute(
        f"""WITH RECURSIVE {BUSY_AGENTS}
            SELECT agent, (SELECT count(*) FROM tasks WHERE agent = busy.agent AND status = 'running'),
              (SELECT count(*) FROM tasks WHERE agent = busy.agent AND status = 'pending')
            FROM busy WHERE agent IS NOT NULL"""
    )
    return {agent: Counts(running, queued) for agent, running, queued in rows}


def cancel(store: Store, task_id: int) -> Task:
    """Cancels a waiting task at once, and asks the worker of a running one to stop.

    Raises:
        HydraError: There is no such task, or it has ended.
    """
    with store.write() as db:
        there = known(db, task_id)
        if there.ended:
            raise HydraError(f"Task {task_id} is {there.status} already; there is nothing to cancel.")
        if there.status == "pending":
            cancel_waiting(db, "id = ?2", (task_id,))
        else:
            db.execute("UPDATE tasks SET cancelling = 1 WHERE id = ?", (task_id,))
        return known(db, task_id)


def cancel_waiting(db: apsw.Connection, where: str, bindings: tuple[Value, ...]) -> int:
    """Cancels, within a write, the waiting tasks of a condition on ``?2`` and behind; gives how many.

    What an earlier attempt of theirs had brought is kept as their result.
    """
    rows = db.execute(
        f"UPDATE tasks SET status = 'cancelled', finished_at = ?1, result = {ARRIVED} WHERE status = 'pending' AND {where} RETURNING id",
        (stamp(), *bindings),
    ).fetchall()
    db.executemany("DELETE FROM stream WHERE task = ?", rows)
    return len(rows)


def retry(store: Store, task_id: int) -> Task:
    """Puts a failed or cancelled task in the queue again, in its old place.

    Raises:
        HydraError: There is no such task, or it has neither failed nor been cancelled.
    """
    with store.write() as db:
        there = known(db, task_id)
        if there.status not in ("failed", "cancelled"):
            raise HydraError(f"Task {task_id} is {there.status}; only a failed or cancelled task can be tried again.")
        db.execute(
            """UPDATE tasks SET status = 'pending', result = NULL, error = NULL, worker = NULL, lease_until = NULL, attempts = 0,
                 cancelling = 0, not_before = 0, started_at = NULL, finished_at = NULL, tokens_in = 0, tokens_out = 0 WHERE id = ?""",
            (task_id,),
        )
        db.execute("DELETE FROM stream WHERE task = ?", (task_id,))
        attempts.forget(db, task_id)
        return known(db, task_id)


def take_back(store: Store, channel: str) -> Task | None:
    """Removes the newest waiting task of a channel from the queue and gives it back, so that it can be edited.

    One that was begun before stays: what an attempt did hangs on it.
    """
    newest = "SELECT {columns} FROM tasks WHERE channel = ? AND status = 'pending' AND attempts = 0 ORDER BY id DESC LIMIT 1"
    with store.write() as db:
        last = one(db, newest, (channel,))
        if last is not None:
            db.execute("DELETE FROM tasks WHERE id = ?", (last.id,))
        return last


def one(connection: apsw.Connection, sql: str, bindings: tuple[Value, ...]) -> Task | None:
    """The first task of a query in which ``{columns}`` stands for the columns."""
    row = connection.execute(sql.format(columns=COLUMNS), bindings).fetchone()
    return None if row is None else task(row)


def task(row: tuple[Any, ...]) -> Task:
    """A row of `COLUMNS` as a Task."""
    fields = [*row[:-1], bool(row[-1])]
    return Task(*fields)


def _many(store: Store, where: str, bindings: tuple[Value, ...]) -> list[Task]:
    return [task(row) for row in store.connection.execute(f"SELECT {COLUMNS} FROM tasks WHERE {where}", bindings)]


def known(connection: apsw.Connection, task_id: int) -> Task:
    """The task with this number, within a write.

    Raises:
        HydraError: There is none.
    """
    found = one(connection, "SELECT {columns} FROM tasks WHERE id = ?", (task_id,))
    if found is None:
        raise HydraError(f"There is no task {task_id}. `hydratui tasks` lists them.")
    return found
