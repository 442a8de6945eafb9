"""Calls of tools that a task has made, kept until it ends, so that an attempt after a crash does none of them twice."""

from dataclasses import dataclass

from hydratui.store.database import Store
from hydratui.store.queue import require

Fence = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class Call:
    """A call, the same in every attempt of a task.

    Attributes:
        key: What is called with which arguments.
        nth: Which of the calls with this key it is in its attempt, from 0.
    """

    key: str
    nth: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A call that an earlier attempt began. `output` is what came of it; None when the attempt ended before it did."""

    output: str | None


def look(store: Store, task: int, call: Call) -> Begun | None:
    """What an earlier attempt of a task did of a call; None when it did not get there."""
    row = store.connection.execute(
        "SELECT output FROM done_calls WHERE task = ? AND call = ? AND nth = ?", (task, call.key, call.nth)
    ).fetchone()
    return None if row is None else Begun(row[0])


def begin(store: Store, fence: Fence, call: Call) -> None:
    """Writes down that a call begins.

    Raises:
        ClaimLost: The task is not this worker's any more; the call must not be made.
    """
    with store.write_lightly() as db:
        require(db, fence)
        db.execute("INSERT OR IGNORE INTO done_calls (task, call, nth) VALUES (?, ?, ?)", (fence[0], call.key, call.nth))


def finish(store: Store, fence: Fence, call: Call, output: str) -> None:
    """Writes down what came of a call.

    Raises:
        ClaimLost: The task is not this worker's any more; the attempt that goes on must not take it for its own.
    """
    with store.write_lightly() as db:
        require(db, fence)
        db.execute("UPDATE done_calls SET output = ? WHERE task = ? AND call = ? AND nth = ?", (output, fence[0], call.key, call.nth))


def forget(store: Store, fence: Fence, call: Call) -> None:
    """Takes back that a call was begun: it failed, and may be made again."""
    with store.write_lightly() as db:
        require(db, fence)
        db.execute("DELETE FROM done_calls WHERE task = ? AND call = ? AND nth = ?", (fence[0], call.key, call.nth))
