"""Attempts that fail: bounded, with a pause between them, and their causes kept."""

import time

import pytest

from hydratui.config import Limits
from hydratui.store import Store, attempts, done, queue, tasks, usage
from hydratui.store.done import Begun, Call
from hydratui.store.queue import ClaimLost
from tests.unit.store.test_queue import take


def far(store: Store, column: str, seconds: float) -> None:
    with store.write() as db:
        db.execute(f"UPDATE tasks SET {column} = ?", (time.time() + seconds,))


def test_a_postponed_task_waits_in_its_place_and_its_cause_is_kept(store: Store) -> None:
    task = tasks.submit(store, "ada", "one")
    tasks.submit(store, "ada", "two")
    claim = take(store)
    assert queue.postpone(store, claim, 60, "The model is overloaded.")
    waits = tasks.get(store, task.id)
    assert waits is not None
    assert (waits.status, waits.attempts) == ("pending", 1)
    assert 55 < waits.not_before - time.time() <= 60
    assert queue.claim(store, "w") is None, "the next of the same agent must not overtake it"
    assert not queue.empty(store)
    (failed,) = attempts.failed(store, task.id)
    assert (failed.attempt, failed.worker, failed.cause) == (1, "w", "The model is overloaded.")
    far(store, "not_before", -1)
    assert take(store).task.attempts == 2


def test_a_late_worker_can_postpone_nothing(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    late = take(store, "late", lease=-1)
    take(store, "next")
    assert not queue.postpone(store, late, 60, "too late")
    assert [failed.cause for failed in attempts.failed(store, late.task.id)] == ["Its worker was not heard of for 30 seconds."]


def test_after_the_second_crash_there_is_a_pause_and_the_third_names_the_cause(store: Store) -> None:
    task = tasks.submit(store, "ada", "poison")
    take(store, lease=-1)
    take(store, lease=-1)
    assert queue.claim(store, "w") is None
    waits = tasks.get(store, task.id)
    assert waits is not None
    assert waits.status == "pending"
    assert 0 < waits.not_before - time.time() <= 5
    far(store, "not_before", -1)
    last = take(store, lease=-1)
    with store.write() as db:
        attempts.note(db, task.id, last.task.attempts, "w", "The worker's process 17 was killed by signal 9.")
    assert queue.claim(store, "w") is None
    ended = tasks.get(store, task.id)
    assert ended is not None
    assert ended.status == "failed"
    assert "killed by signal 9" in str(ended.error)
    assert [failed.attempt for failed in attempts.failed(store, task.id)] == [1, 2, 3]
    tasks.retry(store, task.id)
    assert attempts.failed(store, task.id) == []


def test_after_the_clock_was_put_back_a_lease_is_over_in_a_minute_and_not_in_hours(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    claim = take(store, lease=3_600)
    assert queue.waiting(store)
    assert queue.claim(store, "other") is None
    lease = store.connection.execute("SELECT lease_until FROM tasks").fetchall()[0][0]
    assert float(str(lease)) - time.time() <= queue.LEASE_SECONDS
    assert queue.renew(store, [claim]) == []
    assert not queue.waiting(store)


def test_after_the_clock_was_put_back_no_task_waits_for_hours(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    queue.postpone(store, take(store), 60, "The model is overloaded.")
    far(store, "not_before", 3_600)
    assert take(store).task.attempts == 2


def test_an_agent_may_be_allowed_several_tasks_at_once(store: Store) -> None:
    for agent in ("ada", "otto"):
        for number in range(3):
            tasks.submit(store, agent, f"{agent} {number}")
    limits = Limits(agents={"ada": 2})
    taken = queue.claim_some(store, "w", 8, limits=limits)
    assert sorted(claim.task.prompt for claim in taken) == ["ada 0", "ada 1", "otto 0"]
    assert not queue.waiting(store, limits=limits)
    assert queue.claim_some(store, "other", 8, limits=limits) == []


def test_a_provider_gets_no_more_at_once_than_it_is_allowed_in_all_processes(store: Store) -> None:
    models = {"ada": "ollama:a", "otto": "ollama:b", "iris": "openai:c"}
    for agent in models:
        tasks.submit(store, agent, agent)
    limits = Limits(providers={"ollama": 1})
    first = queue.claim_some(store, "w", 8, limits=limits, models=models)
    assert sorted(claim.task.agent for claim in first) == ["ada", "iris"]
    other = store.again()
    assert queue.claim_some(other, "other", 8, limits=limits, models=models) == []
    other.close()
    (hers,) = (claim for claim in first if claim.task.agent == "ada")
    queue.complete(store, hers, "done", "ollama:a", (0, 0))
    assert [claim.task.agent for claim in queue.claim_some(store, "w", 8, limits=limits, models=models)] == ["otto"]


def test_while_a_provider_is_not_known_nothing_that_might_be_limited_begins(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    limits = Limits(providers={"ollama": 1})
    assert queue.claim_some(store, "w", 8, limits=limits) == []
    assert len(queue.claim_some(store, "w", 8, limits=limits, models={"ada": "ollama:a"})) == 1


def test_a_call_that_was_made_is_known_to_the_next_attempt_and_forgotten_with_the_end(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    first = take(store, lease=-1)
    call, other = Call("k", 0), Call("k", 1)
    done.begin(store, first.fence, call)
    assert done.look(store, first.task.id, call) == Begun(None)
    done.finish(store, first.fence, call, "saved")
    second = take(store, "next")
    assert done.look(store, first.task.id, call) == Begun("saved")
    assert done.look(store, first.task.id, other) is None
    with pytest.raises(ClaimLost):
        done.begin(store, first.fence, other)
    with pytest.raises(ClaimLost):
        done.finish(store, first.fence, call, "late")
    with pytest.raises(ClaimLost):
        done.forget(store, first.fence, call)
    assert done.look(store, first.task.id, call) == Begun("saved")
    queue.complete(store, second, "done", "builtin", (0, 0))
    assert done.look(store, first.task.id, call) is None


def test_a_late_worker_writes_no_usage_and_one_that_was_cancelled_still_does(store: Store) -> None:
    task = tasks.submit(store, "ada", "one")
    late = take(store, "late", lease=-1)
    held = take(store, "next")

    def record(worker: str, attempt: int) -> None:
        usage.record(
            store,
            task=task.id,
            agent="ada",
            tool="recall",
            source="built-in",
            outcome="ok",
            ms=1,
            summary="",
            result="",
            worker=worker,
            attempt=attempt,
        )

    record(late.worker, 1)
    assert usage.calls(store, task.id) == []
    queue.stop(store, held, "", None, (0, 0))
    record(held.worker, 2)
    assert [call.attempt for call in usage.calls(store, task.id)] == [2]
