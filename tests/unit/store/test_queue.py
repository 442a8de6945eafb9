"""The queue: one claim each, in order and fair, fenced against late workers."""

import time

import pytest

from hydratui.store import Store, database, queue, stream, tasks, workers
from hydratui.store.lapsed import MAX_ATTEMPTS
from hydratui.store.queue import Claim


def take(store: Store, worker: str = "w", only: int | None = None, lease: float = 30.0) -> Claim:
    claim = queue.claim(store, worker, only, lease)
    assert claim is not None
    return claim


def test_an_agents_tasks_run_one_at_a_time_in_order_and_agents_side_by_side(store: Store) -> None:
    for agent, text in (("ada", "a1"), ("ada", "a2"), ("otto", "o1")):
        tasks.submit(store, agent, text)
    first, second = take(store), take(store)
    assert [first.task.prompt, second.task.prompt] == ["a1", "o1"]
    assert not queue.waiting(store)
    assert queue.claim(store, "w") is None
    queue.complete(store, first, "done", "builtin", (0, 0))
    assert take(store).task.prompt == "a2"


def test_a_hundred_tasks_for_one_agent_never_starve_another(store: Store) -> None:
    for number in range(100):
        tasks.submit(store, "ada", f"a{number}")
    tasks.submit(store, "otto", "o")
    order = []
    for _ in range(3):
        claim = take(store)
        order.append(claim.task.agent)
        queue.complete(store, claim, "done", "builtin", (0, 0))
    assert "otto" in order[:2]


def test_two_workers_never_get_the_same_task(store: Store) -> None:
    tasks.submit(store, "ada", "once")
    other = store.again()
    take(store, "one")
    assert queue.claim(other, "two") is None
    other.close()


def test_after_its_lease_a_task_is_taken_over_and_the_late_worker_changes_nothing(store: Store) -> None:
    tasks.submit(store, "ada", "long")
    late = take(store, "late", lease=-1)
    stream.append(store, [(late, "from the first")])
    again = take(store, "next")
    assert again.task.attempts == 2
    assert queue.renew(store, [late]) == [late]
    stream.append(store, [(late, "too late")])
    assert not queue.complete(store, late, "too late", "builtin", (0, 0))
    assert not queue.fail(store, late, "too late", "", None, (0, 0))
    assert not queue.hand_back(store, late)
    assert stream.text(store, again.task.id) == ""
    assert queue.complete(store, again, "right", "builtin", (0, 0))
    ended = tasks.get(store, again.task.id)
    assert ended is not None
    assert ended.result == "right"


def test_the_same_worker_in_an_earlier_attempt_is_late_too(store: Store) -> None:
    tasks.submit(store, "ada", "long")
    first = take(store, "w", lease=-1)
    second = take(store, "w")
    assert not queue.complete(store, first, "old", "builtin", (0, 0))
    assert queue.complete(store, second, "new", "builtin", (0, 0))


def test_a_task_that_stops_its_worker_three_times_fails_with_that_sentence_and_what_had_arrived(store: Store) -> None:
    task = tasks.submit(store, "ada", "poison")
    for _ in range(MAX_ATTEMPTS):
        with store.write() as db:
            db.execute("UPDATE tasks SET not_before = 0")
        stream.append(store, [(take(store, lease=-1), "half")])
        assert queue.claim(store, "w", only=0) is None
    ended = tasks.get(store, task.id)
    assert ended is not None
    assert ended.status == "failed"
    assert ended.result == "half"
    assert "stopped 3 times" in str(ended.error)
    assert stream.since(store, 0) == []


def test_a_cancelled_task_whose_worker_is_gone_ends_as_cancelled(store: Store) -> None:
    task = tasks.submit(store, "ada", "stop me")
    stream.append(store, [(take(store, lease=-1), "half")])
    tasks.cancel(store, task.id)
    assert queue.claim(store, "w") is None
    ended = tasks.get(store, task.id)
    assert ended is not None
    assert (ended.status, ended.result) == ("cancelled", "half")
    assert stream.since(store, 0) == []


def test_handing_back_costs_no_attempt(store: Store) -> None:
    tasks.submit(store, "ada", "later")
    assert queue.hand_back(store, take(store))
    assert take(store).task.attempts == 1


def test_only_takes_nothing_but_the_task_and_older_ones_of_its_agent(store: Store) -> None:
    tasks.submit(store, "otto", "not mine")
    older = tasks.submit(store, "ada", "older")
    wanted = tasks.submit(store, "ada", "wanted")
    tasks.submit(store, "ada", "newer")
    for expected in (older, wanted):
        claim = take(store, only=wanted.id)
        assert claim.task.id == expected.id
        queue.complete(store, claim, "done", "builtin", (0, 0))
    assert queue.claim(store, "w", wanted.id) is None


def test_a_worker_that_is_gone_gives_its_tasks_free_at_once(store: Store) -> None:
    tasks.submit(store, "ada", "next please")
    with store.write() as db:
        # 2**22 is the most that a process number can be on Linux.
        db.execute(
            "INSERT INTO workers (id, pid, host, started_at, beat_at, model) VALUES ('gone', 4194304, ?, '2026-01-01T00:00:00Z', ?, NULL)",
            (database.host(), 1e12),
        )
    take(store, "gone")
    assert workers.bury(store) == 1
    assert workers.live(store) == []
    assert take(store, "next").task.attempts == 2


def test_an_enormous_result_is_cut_with_a_word_about_it(store: Store) -> None:
    task = tasks.submit(store, "ada", "much")
    assert queue.complete(store, take(store), "x" * (queue.MAX_RESULT + 1), "builtin", (0, 0))
    ended = tasks.get(store, task.id)
    assert ended is not None
    assert str(ended.result).endswith("are kept.)")


@pytest.mark.parametrize("text", ["plain", "lone \ud83d half"])
def test_partial_output_is_read_in_order_and_is_gone_at_the_end(store: Store, text: str) -> None:
    task = tasks.submit(store, "ada", "stream")
    claim = take(store)
    stream.append(store, [(claim, "one ")])
    stream.append(store, [(claim, text)])
    pieces = stream.since(store, 0)
    assert pieces[0].text == "one "
    assert stream.since(store, pieces[-1].seq) == []
    assert stream.text(store, task.id).startswith("one ")
    queue.complete(store, claim, "one and all", "builtin", (0, 0))
    assert stream.text(store, task.id) == ""


def test_an_error_that_is_no_utf_8_is_kept_as_well_as_it_can_be(store: Store) -> None:
    task = tasks.submit(store, "ada", "read it")
    assert queue.fail(store, take(store), "caf\udce9.md can't be read", "", None, (0, 0))
    ended = tasks.get(store, task.id)
    assert ended is not None
    assert ended.error == "caf?.md can't be read"


def test_a_worker_whose_last_beat_is_in_the_future_is_not_alive_for_that(store: Store) -> None:
    workers.enlist(store, "here")
    assert [row.id for row in workers.live(store)] == ["here"]
    with store.write() as db:
        db.execute(
            "INSERT INTO workers (id, pid, host, started_at, beat_at) VALUES ('there', 1, 'elsewhere', '2026-01-01T00:00:00Z', ?)",
            (time.time() + 3_600,),
        )
    assert [row.id for row in workers.live(store)] == ["here"]


def test_looking_for_work_reads_nothing_of_what_is_done(store: Store) -> None:
    with store.write() as db:
        numbers = "WITH RECURSIVE n (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 5000)"
        db.execute(f"{numbers} INSERT INTO tasks (agent, prompt, result, status) SELECT 'ada', 'q', 'a', 'completed' FROM n")
    waits = tasks.submit(store, "otto", "now")
    steps = []

    def counted() -> bool:
        steps.append(1)
        return False

    # Called once for every hundred instructions of SQLite's machine.
    store.connection.set_progress_handler(counted, 100)
    assert queue.waiting(store)
    assert tasks.counts(store) == {"otto": tasks.Counts(0, 1)}
    assert tasks.unfinished(store) == [waits]
    assert tasks.running(store) == []
    assert queue.cancelled(store, []) == []
    assert len(steps) < 50
