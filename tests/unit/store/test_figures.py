"""An agent's figures add up whatever became of its tasks, and are read from an index alone."""

from hydratui.store import Store, queue, tasks, usage
from hydratui.store.figures import Figures, figures


def ended(
    store: Store, started: str, finished: str, *, agent: str = "ada", status: str = "completed", tokens: tuple[int, int] = (0, 0)
) -> int:
    task = tasks.submit(store, agent, "hello")
    with store.write() as db:
        db.execute(
            "UPDATE tasks SET status = ?, started_at = ?, finished_at = ?, tokens_in = ?, tokens_out = ? WHERE id = ?",
            (status, started, finished, *tokens, task.id),
        )
    return task.id


def called(store: Store, task: int, tool: str, times: int = 1) -> None:
    for _ in range(times):
        usage.record(store, task=task, agent="ada", tool=tool, source="built-in", outcome="ok", ms=1, summary="", result="")


def test_an_agent_that_did_nothing_has_no_figures(store: Store) -> None:
    assert figures(store, "ada") == Figures()


def test_tasks_tokens_time_tools_and_the_last_moment_add_up(store: Store) -> None:
    first = ended(store, "2026-10-01T10:00:00Z", "2026-10-01T10:00:30Z", tokens=(100, 7))
    ended(store, "2026-10-02T10:00:00Z", "2026-10-02T10:01:00Z", status="failed", tokens=(50, 0))
    ended(store, "2026-10-03T23:59:59Z", "2026-10-04T00:00:09Z", tokens=(1, 2))
    ended(store, "2026-11-01T10:00:00Z", "2026-11-01T10:00:30Z", agent="otto", tokens=(9000, 9000))
    called(store, first, "remember")
    called(store, first, "recall", 3)
    tasks.submit(store, "ada", "later")
    seen = figures(store, "ada")
    assert seen.tasks == {"completed": 2, "failed": 1, "pending": 1}
    assert (seen.tokens_in, seen.tokens_out, round(seen.seconds, 3)) == (151, 9, 100)
    assert list(seen.tools.items()) == [("recall", 3), ("remember", 1)]
    assert seen.last_active == "2026-10-04T00:00:09Z"


def test_what_runs_now_is_its_last_moment_and_no_time_yet(store: Store) -> None:
    ended(store, "2026-01-01T10:00:00Z", "2026-01-01T10:00:30Z")
    task = tasks.submit(store, "ada", "now")
    claim = queue.claim(store, "test")
    assert claim is not None
    seen = figures(store, "ada")
    assert (seen.tasks["running"], round(seen.seconds)) == (1, 30)
    running = tasks.get(store, task.id)
    assert running is not None and seen.last_active == running.started_at


def test_a_message_that_was_cancelled_before_it_began_is_no_activity(store: Store) -> None:
    tasks.cancel(store, tasks.submit(store, "ada", "never mind").id)
    seen = figures(store, "ada")
    assert (seen.tasks, seen.last_active, seen.seconds) == ({"cancelled": 1}, None, 0)


def test_moments_that_are_none_and_clocks_that_went_back_count_for_no_time(store: Store) -> None:
    ended(store, "yesterday", "some time")
    ended(store, "2026-10-01T10:00:30Z", "2026-10-01T10:00:00Z")
    ended(store, "2026-10-01T10:00:00Z", "2026-10-01T10:00:05Z")
    assert round(figures(store, "ada").seconds, 3) == 5


def test_the_rows_with_their_long_texts_are_not_read(store: Store) -> None:
    from hydratui.store.figures import _BY_STATUS

    plan = store.connection.execute(f"EXPLAIN QUERY PLAN {_BY_STATUS}", ("ada",)).fetchall()
    assert [row[3] for row in plan] == ["SEARCH tasks USING COVERING INDEX tasks_by_agent (agent=?)"]
