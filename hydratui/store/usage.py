"""Every call of a tool, a row each: what was called for which task, how it went and how long it took."""

from dataclasses import dataclass
from typing import Literal

from hydratui.store.database import Store
from hydratui.times import stamp

Outcome = Literal["ok", "blocked", "error"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call.

    Attributes:
        source: Where the tool comes from: ``built-in``, an add-on's or an MCP server's name.
        ms: How long it took, in milliseconds.
        summary: Its arguments on one line.
        result: What came of it on one line: ``3 hits in 812 tasks``.
        at: UTC stamp.
        attempt: In which attempt of the task, from 1.
    """

    id: int
    task: int
    agent: str
    tool: str
    source: str
    outcome: Outcome
    ms: float
    summary: str
    result: str
    at: str
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class CallDetail:
    """What one call was given and gave, each cut at a limit with a word that it was.

    Attributes:
        arguments: What the tool was given, as JSON.
        output: What the model was told: the result, or the sentence that the call was refused or failed.
    """

    arguments: str
    output: str


def record(
    store: Store,
    *,
    task: int,
    agent: str,
    tool: str,
    source: str,
    outcome: Outcome,
    ms: float,
    summary: str,
    result: str,
    worker: str = "",
    attempt: int = 1,
    detail: CallDetail | None = None,
) -> None:
    """Writes down one call; nothing when a worker is named that does not have the task in this attempt any more."""
    with store.write_lightly() as db:
        db.execute(
            """INSERT INTO tool_calls (task, agent, tool, source, outcome, ms, summary, result, at, attempt)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
               WHERE ?11 = '' OR EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND worker = ?11 AND attempts = ?10)""",
            (task, agent, tool, source, outcome, ms, summary, result, stamp(), attempt, worker),
        )
        if detail is not None and db.changes():
            row = (db.last_insert_rowid(), detail.arguments, detail.output)
            db.execute("INSERT INTO call_details (call, arguments, output) VALUES (?, ?, ?)", row)


def calls(store: Store, task: int) -> list[ToolCall]:
    """The calls of one task, in order."""
    columns = "id, task, agent, tool, source, outcome, ms, summary, result, at, attempt"
    rows = store.connection.execute(f"SELECT {columns} FROM tool_calls WHERE task = ? ORDER BY id", (task,))
    return [ToolCall(*row) for row in rows]


def detail(store: Store, call: int) -> CallDetail | None:
    """What a call was given and gave; None when it is gone, or was made before that was kept."""
    row = store.connection.execute("SELECT arguments, output FROM call_details WHERE call = ?", (call,)).fetchone()
    return None if row is None else CallDetail(str(row[0]), str(row[1]))


def details(store: Store, task: int) -> dict[int, CallDetail]:
    """The same of all calls of a task, by their numbers."""
    sql = "SELECT call, arguments, output FROM tool_calls JOIN call_details ON call = id WHERE task = ?"
    return {int(str(row[0])): CallDetail(str(row[1]), str(row[2])) for row in store.connection.execute(sql, (task,))}


def by_agent(store: Store, agent: str) -> dict[str, int]:
    """How often an agent called each tool, most used first."""
    rows = store.connection.execute("SELECT tool, count(*) FROM tool_calls WHERE agent = ? GROUP BY tool ORDER BY 2 DESC, 1", (agent,))
    return dict(rows)


def tokens(store: Store, agent: str) -> tuple[int, int]:
    """The tokens that an agent's tasks have read and written in all."""
    row = store.connection.execute(
        "SELECT coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0) FROM tasks WHERE agent = ?", (agent,)
    ).fetchone()
    assert row is not None  # an aggregate always gives a row
    return int(row[0]), int(row[1])
