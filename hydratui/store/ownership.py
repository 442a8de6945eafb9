"""Whose tasks are whose: they follow an agent to its new id, and are let go when it is deleted."""

from collections.abc import Callable

import apsw

from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.times import stamp


def rename_agent(store: Store, old: str, new: str, move: Callable[[], None] = lambda: None) -> int:
    """Hands an agent's tasks, private channel, held notes and usage to its new id.

    Args:
        store: The file.
        old: The agent's id so far.
        new: Its id from now on.
        move: Moves what lies outside of the file. No worker can claim a task meanwhile; when it fails, nothing has changed.

    Returns:
        How many tasks moved.

    Raises:
        HydraError: A task of the agent is running, or an agent that is gone has left tasks under the new id.
    """
    with store.write() as db:
        _refuse_at_work(db, old)
        moved = 0 if new == old else _hand_over(db, old, new)
        move()
        return moved


def retire_agent(store: Store, agent: str, move: Callable[[], None]) -> None:
    """Cancels what waits for an agent, and lets go of the notes that wait for a decision; all its messages stay.

    Args:
        store: The file.
        agent: Its id.
        move: Removes what lies outside of the file. No worker can claim a task meanwhile; when it fails, nothing has changed.

    Raises:
        HydraError: A task of the agent is running.
    """
    with store.write() as db:
        _refuse_at_work(db, agent)
        db.execute("UPDATE tasks SET status = 'cancelled', finished_at = ? WHERE agent = ? AND status = 'pending'", (stamp(), agent))
        db.execute("UPDATE held_notes SET kept = 0 WHERE agent = ? AND kept IS NULL", (agent,))
        move()


def _hand_over(db: apsw.Connection, old: str, new: str) -> int:
    if db.execute("SELECT 1 FROM tasks WHERE agent = ? LIMIT 1", (new,)).fetchone():
        raise HydraError(f"There are messages of an earlier agent {new}, which would be mixed with these. Choose another name.")
    db.execute("UPDATE tasks SET channel = ?2 WHERE channel = ?1", (old, new))
    db.execute("UPDATE tasks SET agent = ?2 WHERE agent = ?1", (old, new))
    moved = db.changes()
    db.execute("UPDATE OR REPLACE channels SET name = ?2 WHERE name = ?1", (old, new))
    for table in ("channels", "tool_calls", "held_notes"):
        db.execute(f"UPDATE {table} SET agent = ?2 WHERE agent = ?1", (old, new))
    return moved


def _refuse_at_work(db: apsw.Connection, agent: str) -> None:
    found = db.execute("SELECT id FROM tasks WHERE agent = ? AND status = 'running' LIMIT 1", (agent,)).fetchone()
    if found is not None:
        raise HydraError(f"{agent} is working on task {found[0]}. Wait for its end, or cancel it first.")
