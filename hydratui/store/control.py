"""What a user does to the queue: pauses an agent, moves and rewrites what waits, cancels all of it."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import apsw

from hydratui.errors import HydraError
from hydratui.store import attachments
from hydratui.store.attachments import Content
from hydratui.store.database import Store
from hydratui.store.tasks import COLUMNS, Task, cancel_waiting, checked, known, task
from hydratui.times import stamp

Where = Literal["up", "down", "first", "last"]
_PLACE = "coalesce(place, id)"


def pause(store: Store, agent: str) -> None:
    """Lets no task of an agent begin; the one that runs goes on."""
    with store.write() as db:
        db.execute("INSERT OR IGNORE INTO paused_agents VALUES (?, ?)", (agent, stamp()))


def resume(store: Store, agent: str) -> None:
    """Lets a paused agent's tasks begin again."""
    with store.write() as db:
        db.execute("DELETE FROM paused_agents WHERE agent = ?", (agent,))


def paused(store: Store) -> frozenset[str]:
    """Ids of the agents that are paused."""
    return frozenset(row[0] for row in store.connection.execute("SELECT agent FROM paused_agents"))


def waiting(store: Store, agent: str | None = None) -> list[Task]:
    """The tasks that wait, agent by agent in the order in which they will run; of one agent where one is named."""
    rows = store.connection.execute(
        f"""SELECT {COLUMNS} FROM tasks INDEXED BY tasks_unfinished
            WHERE status IN ('pending', 'running') AND status = 'pending' AND (?1 IS NULL OR agent = ?1) ORDER BY agent, {_PLACE}""",
        (agent,),
    )
    return [task(row) for row in rows]


def move(store: Store, task_id: int, where: Where) -> Task:
    """Moves a waiting task among those that wait for the same agent; at the end that it moves to, it stays.

    Raises:
        HydraError: There is no such task, or it does not wait any more.
    """
    with store.write() as db:
        there = _waiting(db, task_id)
        order: list[Any] = db.execute(
            f"""SELECT id, {_PLACE} FROM tasks INDEXED BY tasks_unfinished
                WHERE status IN ('pending', 'running') AND status = 'pending' AND agent = ? ORDER BY {_PLACE}""",
            (there.agent,),
        ).fetchall()
        ids = [number for number, _ in order]
        at = ids.index(task_id)
        to = {"up": max(at - 1, 0), "down": min(at + 1, len(ids) - 1), "first": 0, "last": len(ids) - 1}[where]
        ids.insert(to, ids.pop(at))
        # The places that there are, handed out anew: no two tasks of an agent ever share one.
        moved = [(place, number) for number, (_, place) in zip(ids, order, strict=True)]
        db.executemany("UPDATE tasks SET place = ? WHERE id = ?", moved[min(at, to) : max(at, to) + 1])
        return known(db, task_id)


def rewrite(store: Store, task_id: int, prompt: str, files: Sequence[Content] = (), dropped: Collection[str] = ()) -> Task:
    """Changes what a waiting task asks; its place in the queue stays.

    Args:
        store: The file.
        task_id: The task's number.
        prompt: What it asks now.
        files: The files that come with it from now on, beside those that are there.
        dropped: Names of those that don't any more.

    Raises:
        HydraError: The prompt is empty or too long, there is no such task, or it does not wait any more.
    """
    text = checked(prompt)
    with store.write() as db:
        _waiting(db, task_id)
        db.execute("UPDATE tasks SET prompt = ? WHERE id = ?", (text, task_id))
        attachments.change(db, task_id, files, dropped)
        return known(db, task_id)


def cancel_all(store: Store, agent: str | None = None) -> int:
    """Cancels everything that waits and asks the workers of what runs to stop; of one agent where one is named. Gives how many."""
    with store.write() as db:
        count = cancel_waiting(db, "(?2 IS NULL OR agent = ?2)", (agent,))
        db.execute("UPDATE tasks SET cancelling = 1 WHERE status = 'running' AND (?1 IS NULL OR agent = ?1)", (agent,))
        return count + db.changes()


def _waiting(db: apsw.Connection, task_id: int) -> Task:
    there = known(db, task_id)
    if there.ended:
        raise HydraError(f"Task {task_id} is {there.status} already; only a waiting task can be changed.")
    if there.status == "running":
        raise HydraError(f"Task {task_id} has begun; only a waiting task can be changed.")
    return there
