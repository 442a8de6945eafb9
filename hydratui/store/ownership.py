"""Whose tasks are whose: they follow an agent to its new id, and are let go when it is deleted."""

from collections.abc import Callable

import apsw

from hydratui.errors import HydraError
from hydratui.store.database import Store
from hydratui.store.due import gone
from hydratui.store.tasks import cancel_waiting


def rename_agent(store: Store, old: str, new: str, move: Callable[[], None] = lambda: None) -> int:
    """Hands an agent's tasks, schedules, private channel, held notes and usage to its new id.

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
    """Cancels what waits for an agent, lets its schedules rest and its held notes go; all its messages stay.

    Args:
        store: The file.
        agent: Its id.
        move: Removes what lies outside of the file. No worker can claim a task meanwhile; when it fails, nothing has changed.

    Raises:
        HydraError: A task of the agent is running.
    """
    with store.write() as db:
        _refuse_at_work(db, agent)
        cancel_waiting(db, "agent = ?2", (agent,))
        db.execute("DELETE FROM paused_agents WHERE agent = ?", (agent,))
        db.execute("DELETE FROM schedules WHERE agent = ? AND kind = 'heartbeat'", (agent,))
        db.execute("UPDATE schedules SET paused = 1, next_at = NULL, trouble = ? WHERE agent = ?", (gone(agent), agent))
        db.execute("UPDATE held_notes SET kept = 0 WHERE agent = ? AND kept IS NULL", (agent,))
        move()


def left_behind(store: Store, agent: str) -> bool:
    """Whether there are messages or schedules of an agent with this id, be it there or gone."""
    sql = "SELECT EXISTS (SELECT 1 FROM tasks WHERE agent = ?1) OR EXISTS (SELECT 1 FROM schedules WHERE agent = ?1)"
    return bool(store.connection.execute(sql, (agent,)).fetchone()[0])  # type: ignore[index]  # a row always comes


def _hand_over(db: apsw.Connection, old: str, new: str) -> int:
    if db.execute("SELECT 1 FROM tasks WHERE agent = ? LIMIT 1", (new,)).fetchone():
        raise HydraError(f"There are messages of an earlier agent {new}, which would be mixed with these. Choose another name.")
    db.execute("UPDATE tasks SET channel = ?2 WHERE channel = ?1", (old, new))
    db.execute("UPDATE tasks SET agent = ?2 WHERE agent = ?1", (old, new))
    moved = db.changes()
    db.execute("UPDATE OR REPLACE channels SET name = ?2 WHERE name = ?1", (old, new))
    db.execute("UPDATE OR REPLACE paused_agents SET agent = ?2 WHERE agent = ?1", (old, new))
    db.execute("UPDATE schedules SET channel = ?2 WHERE channel = ?1", (old, new))
    db.execute("UPDATE typed_lines SET channel = ?2 WHERE channel = ?1", (old, new))
    db.execute("UPDATE OR REPLACE schedules SET agent = ?2 WHERE agent = ?1", (old, new))
    for table in ("channels", "tool_calls", "held_notes"):
        db.execute(f"UPDATE {table} SET agent = ?2 WHERE agent = ?1", (old, new))
    return moved


def _refuse_at_work(db: apsw.Connection, agent: str) -> None:
    found = db.execute("SELECT id FROM tasks WHERE agent = ? AND status = 'running' LIMIT 1", (agent,)).fetchone()
    if found is not None:
        raise HydraError(f"{agent} is working on task {found[0]}. Wait for its end, or cancel it first.")
