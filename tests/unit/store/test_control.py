"""What a user does to the queue."""

import pytest

from hydratui.errors import HydraError
from hydratui.store import Store, control, queue, stream, tasks
from hydratui.store.control import Where
from hydratui.store.ownership import rename_agent, retire_agent
from hydratui.store.tasks import MAX_PROMPT
from tests.unit.store.test_queue import take


def prompts(store: Store, agent: str = "ada") -> list[str]:
    return [task.prompt for task in control.waiting(store, agent)]


@pytest.mark.parametrize(
    ("number", "where", "order"),
    [
        (3, "up", "acbd"),
        (3, "first", "cabd"),
        (2, "down", "acbd"),
        (2, "last", "acdb"),
        (1, "up", "abcd"),
        (1, "first", "abcd"),
        (4, "down", "abcd"),
        (4, "last", "abcd"),
    ],
)
def test_a_waiting_task_moves_among_its_agents_own(store: Store, number: int, where: Where, order: str) -> None:
    sent = []
    for letter in "abcd":
        sent.append(tasks.submit(store, "ada", letter))
        tasks.submit(store, "otto", f"otto's {letter}")
    moved = control.move(store, sent[number - 1].id, where)
    assert moved.id == sent[number - 1].id
    assert prompts(store) == list(order)
    assert prompts(store, "otto") == [f"otto's {letter}" for letter in "abcd"]


def test_tasks_run_in_the_order_that_they_were_moved_to_and_new_ones_after_them(store: Store) -> None:
    first, second, third = (tasks.submit(store, "ada", text) for text in ("one", "two", "three"))
    control.move(store, third.id, "first")
    control.move(store, first.id, "last")
    last = tasks.submit(store, "ada", "four")
    ran = []
    for _ in range(4):
        claim = take(store)
        ran.append(claim.task.id)
        queue.complete(store, claim, "done", "builtin", (0, 0))
    assert ran == [third.id, second.id, first.id, last.id]


def test_many_moves_never_give_two_tasks_one_place(store: Store) -> None:
    sent = [tasks.submit(store, "ada", str(number)).id for number in range(6)]
    for step in range(200):
        control.move(store, sent[step * 7 % 6], ("up", "down", "first", "last")[step % 4])
    places = store.connection.execute("SELECT coalesce(place, id) FROM tasks").fetchall()
    assert len(set(places)) == 6
    assert sorted(places) == sorted((float(number),) for number in sent)


def test_a_rewritten_task_keeps_its_place(store: Store) -> None:
    first = tasks.submit(store, "ada", "one")
    tasks.submit(store, "ada", "two")
    assert control.rewrite(store, first.id, "one, but better").prompt == "one, but better"
    assert prompts(store) == ["one, but better", "two"]


def test_what_has_begun_or_ended_or_never_was_can_be_neither_moved_nor_rewritten(store: Store) -> None:
    task = tasks.submit(store, "ada", "one")
    claim = take(store)
    with pytest.raises(HydraError, match="has begun"):
        control.move(store, task.id, "up")
    with pytest.raises(HydraError, match="has begun"):
        control.rewrite(store, task.id, "else")
    queue.complete(store, claim, "done", "builtin", (0, 0))
    with pytest.raises(HydraError, match="is completed already"):
        control.rewrite(store, task.id, "else")
    with pytest.raises(HydraError, match="no task 99"):
        control.move(store, 99, "first")
    assert tasks.get(store, task.id).prompt == "one"  # type: ignore[union-attr]


@pytest.mark.parametrize("prompt", ["", " \n", "x" * (MAX_PROMPT + 1)])
def test_an_empty_or_endless_text_is_refused_and_the_old_one_stays(store: Store, prompt: str) -> None:
    task = tasks.submit(store, "ada", "one")
    with pytest.raises(HydraError):
        control.rewrite(store, task.id, prompt)
    assert prompts(store) == ["one"]
    assert task.id


def test_nothing_begins_for_a_paused_agent_and_what_runs_goes_on(store: Store) -> None:
    tasks.submit(store, "ada", "one")
    claim = take(store)
    tasks.submit(store, "ada", "two")
    tasks.submit(store, "otto", "his")
    control.pause(store, "ada")
    control.pause(store, "ada")
    assert control.paused(store) == {"ada"}
    assert queue.renew(store, [claim]) == []
    assert queue.complete(store, claim, "done", "builtin", (0, 0))
    assert take(store).task.agent == "otto"
    assert not queue.waiting(store)
    assert queue.claim(store, "w") is None
    assert queue.empty(store)
    control.resume(store, "ada")
    assert not queue.empty(store)
    assert take(store).task.prompt == "two"


def test_cancelling_all_ends_what_waits_and_asks_what_runs_to_stop(store: Store) -> None:
    for text in ("runs", "waits"):
        tasks.submit(store, "ada", text)
    other = tasks.submit(store, "otto", "his")
    claim = take(store)
    assert control.cancel_all(store, "ada") == 2
    assert queue.cancelled(store, [claim]) == [claim]
    assert prompts(store) == []
    assert control.cancel_all(store) == 2
    assert tasks.get(store, other.id).status == "cancelled"  # type: ignore[union-attr]


def test_cancelling_a_task_that_waits_for_another_try_keeps_what_had_arrived(store: Store) -> None:
    task = tasks.submit(store, "ada", "one")
    claim = take(store)
    stream.append(store, [(claim, "half an answer")])
    assert queue.postpone(store, claim, 60, "The model is overloaded.")
    ended = tasks.cancel(store, task.id)
    assert (ended.status, ended.result) == ("cancelled", "half an answer")
    assert stream.since(store, 0) == []


def test_a_pause_follows_its_agent_to_a_new_name_and_goes_with_it(store: Store) -> None:
    control.pause(store, "ada")
    tasks.submit(store, "ada", "one")
    rename_agent(store, "ada", "ana")
    assert control.paused(store) == {"ana"}
    assert prompts(store, "ana") == ["one"]
    retire_agent(store, "ana", lambda: None)
    assert control.paused(store) == frozenset()
