"""Keeping an agent's index true: made on its first recall, brought up to date on every later one, checked, rebuilt."""

from __future__ import annotations

import apsw

from hydratui.errors import StoreError
from hydratui.recall.catalog import Index, is_current, look, make
from hydratui.recall.drain import drain
from hydratui.recall.rows import rows, value
from hydratui.recall.schema import triggers_stand
from hydratui.recall.tokens import VERSION
from hydratui.store.database import Store


def ensure(store: Store, agent: str) -> Index:
    """Makes the agent's index where there is none and takes in all that has changed since.

    Raises:
        StoreError: The file can't be written.
    """
    if not is_current(store.connection, agent):
        with store.write() as db:
            if not is_current(db, agent):
                make(db, agent)
    index = look(store.connection, agent)
    if index is None:
        raise StoreError(f"The index of {agent} in {store.path} can't be made. Run `hydratui doctor`.")
    return index if _is_up_to_date(store.connection, index) else drain(store, agent, index)


def rebuild(store: Store, agent: str) -> None:
    """Throws the agent's index away and makes it anew.

    Raises:
        StoreError: The file can't be written.
    """
    with store.write() as db:
        make(db, agent)
    ensure(store, agent)


def check(store: Store) -> list[str]:
    """What is wrong with the agents' indexes, a sentence each without its full stop; nothing is changed. `rebuild` mends it."""
    from hydratui.recall.audit import problems

    try:
        agents = [agent for (agent,) in rows(store.connection, "SELECT agent FROM recall_agents WHERE version = ?", (VERSION,))]
    except apsw.SQLError:  # nobody has recalled anything yet
        return []
    return [problem for agent in agents for problem in problems(store, agent)]


def waiting(store: Store, agent: str) -> int:
    """How many tasks of the agent the index still has to read; 0 when it is up to date or not made yet."""
    index = look(store.connection, agent)
    if index is None:
        return 0
    left = value(store.connection, "SELECT count(*) FROM recall_dirty WHERE agent = ?", (index.number,))
    if index.read_to is not None:
        sql = """SELECT count(*) FROM tasks
                 WHERE agent = ?1 AND status = 'completed' AND id > ?2 AND id <= (SELECT old_to FROM recall_agents WHERE agent = ?1)"""
        left += value(store.connection, sql, (agent, index.read_to))
    return int(left)


def behind(store: Store) -> list[str]:
    """The agents whose index has something to read: changed tasks, old ones not read yet, all of them after a new tokenizer version.

    A look costs a fraction of a millisecond, so that a worker may ask every few seconds and call `ensure` for each in the background.
    An index of a later version is left alone: a newer program has made it, and the two would remake it in turn for ever.
    """
    db = store.connection
    sql = """SELECT agent FROM recall_agents a
             WHERE version <= ?1
               AND (version < ?1 OR ?2 OR read_to IS NOT NULL OR EXISTS (SELECT 1 FROM recall_dirty WHERE agent = a.id))
             ORDER BY agent"""
    try:
        return [agent for (agent,) in rows(db, sql, (VERSION, not triggers_stand(db)))]
    except apsw.SQLError:  # nobody has recalled anything yet
        return []


def _is_up_to_date(db: apsw.Connection, index: Index) -> bool:
    sql = "SELECT EXISTS (SELECT 1 FROM recall_dirty WHERE agent = ?)"
    return index.read_to is None and not value(db, sql, (index.number,))
