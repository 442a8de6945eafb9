"""Partial output of running tasks: rows that live from the first word until the task ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hydratui.store.database import Store
from hydratui.store.queue import Claim


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text that arrived. `seq` grows over the whole file; a new `attempt` starts the text again."""

    seq: int
    task: int
    attempt: int
    text: str


def append(store: Store, pieces: Sequence[tuple[Claim, str]]) -> None:
    """Adds what arrived, for several tasks in one write; a claim that was lost adds nothing."""
    with store.write_lightly() as db:
        db.executemany(
            """INSERT INTO stream (task, attempt, text)
               SELECT id, attempts, ?4 FROM tasks WHERE id = ?1 AND worker = ?2 AND attempts = ?3 AND status = 'running'""",
            [(*claim.fence, text.encode("utf-8", "replace").decode("utf-8")) for claim, text in pieces],
        )


def since(store: Store, seq: int, task: int | None = None) -> list[Piece]:
    """What arrived behind a seq, in order, of every task or of one."""
    rows = store.connection.execute(
        "SELECT seq, task, attempt, text FROM stream WHERE seq > ?1 AND (?2 IS NULL OR task = ?2) ORDER BY seq", (seq, task)
    )
    return [Piece(*row) for row in rows]


def behind(store: Store, known: Mapping[int, int]) -> list[Piece]:
    """What arrived of some tasks behind the seq that is known of each: task by task, in order."""
    sql = "SELECT seq, task, attempt, text FROM stream WHERE task = ? AND seq > ? ORDER BY seq"
    return [Piece(*row) for task_and_seq in known.items() for row in store.connection.execute(sql, task_and_seq)]


def text(store: Store, task: int) -> str:
    """All that has arrived of a running task."""
    return "".join(row[0] for row in store.connection.execute("SELECT text FROM stream WHERE task = ? ORDER BY seq", (task,)))
