"""The tasks before and after a hit."""

import pytest

from hydratui.recall import around, recall
from hydratui.store import Store
from tests.unit.recall.past import happened


def numbers(store: Store, task: int, before: int = 1, after: int = 1, agent: str = "ada") -> list[int]:
    return [one.id for one in around(store, agent, task, before, after)]


def test_a_task_stands_between_the_one_before_and_the_one_after(store: Store) -> None:
    tasks = [happened(store, f"question {number}", f"answer {number}") for number in range(5)]
    near = around(store, "ada", tasks[2])
    assert [(one.id, one.prompt, one.result) for one in near] == [
        (tasks[number], f"question {number}", f"answer {number}") for number in (1, 2, 3)
    ]
    assert numbers(store, tasks[2], 2, 0) == tasks[:3]
    assert numbers(store, tasks[2], 0, 9) == tasks[2:]
    assert numbers(store, tasks[2], 0, 0) == [tasks[2]]
    assert numbers(store, tasks[2], -1, -1) == [tasks[2]]
    assert numbers(store, tasks[0]) == tasks[:2]
    assert numbers(store, tasks[4]) == tasks[3:]


def test_neighbours_are_completed_and_of_the_same_channel(store: Store) -> None:
    first = happened(store, "first")
    happened(store, "elsewhere", channel="side")
    happened(store, "failed", status="failed")
    middle = happened(store, "middle")
    happened(store, "still running", status="running")
    last = happened(store, "last")
    assert numbers(store, middle) == [first, middle, last]


def test_another_agents_tasks_are_never_among_them(store: Store) -> None:
    first = happened(store, "first")
    theirs = [happened(store, f"otto's {number}", agent="otto") for number in range(3)]
    last = happened(store, "last")
    assert numbers(store, first, 9, 9) == [first, last]
    assert numbers(store, theirs[1], 9, 9, agent="otto") == theirs


@pytest.mark.parametrize("agent", ["otto", "ADA", "", "ada' OR '1'='1", "%"])
def test_an_agent_that_does_not_have_the_task_gets_nothing(store: Store, agent: str) -> None:
    happened(store, "of otto", agent="otto")
    task = happened(store, "of ada")
    happened(store, "of otto too", agent="otto")
    assert around(store, agent, task, 5, 5) == ()


def test_a_task_that_is_not_there_or_not_completed_has_no_neighbours(store: Store) -> None:
    happened(store, "first")
    failed = happened(store, "failed", status="failed")
    assert around(store, "ada", failed) == ()
    assert around(store, "ada", 999) == ()
    assert around(store, "ada", -1) == ()


def test_what_a_hit_names_can_be_looked_around(store: Store) -> None:
    before = happened(store, "good morning", "hello")
    task = happened(store, "the crimson door", "painted")
    (hit,) = [one for one in recall(store, "ada", "crimson").hits if not one.context]
    assert numbers(store, hit.task, after=0) == [before, task]
