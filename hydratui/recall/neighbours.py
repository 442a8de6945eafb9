"""What was said just before and just after a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hydratui.recall.rows import rows

if TYPE_CHECKING:
    from hydratui.store.database import Store
    from hydratui.store.tasks import Task


def around(store: Store, agent: str, task: int, before: int = 1, after: int = 1) -> tuple[Task, ...]:
    """A completed task of an agent between its neighbours: the agent's own completed tasks of the same channel, oldest first.

    Args:
        store: Where the tasks are.
        agent: Whose tasks; no other agent's task is ever among them.
        task: The number of the task in the middle, as a hit gives it.
        before: At most so many tasks before it.
        after: At most so many tasks after it.

    Returns:
        The task itself is among them. Nothing at all where the agent has no such completed task.
    """
    from hydratui.store import tasks

    # The "+" keeps SQLite from walking through all tasks of the agent for the few of one channel.
    near = """SELECT id FROM tasks WHERE channel = (SELECT channel FROM tasks WHERE id = ?1) AND +agent = ?2 AND +status = 'completed'
              AND id {} ?1 ORDER BY id {} LIMIT {}"""
    sql = f"""SELECT {tasks.COLUMNS} FROM tasks
              WHERE EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND agent = ?2 AND status = 'completed')
                AND id IN (SELECT ?1 UNION ALL SELECT * FROM ({near.format("<", "DESC", "?3")}) UNION ALL
                           SELECT * FROM ({near.format(">", "ASC", "?4")}))
              ORDER BY id"""
    return tuple(map(tasks.task, rows(store.connection, sql, (task, agent, max(0, before), max(0, after)))))
