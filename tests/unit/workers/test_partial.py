"""Partial output on its way to the file: in few rows, and without a gap."""

from hydratui.store import Store, queue, stream, tasks
from hydratui.store.queue import Claim
from hydratui.workers.partial import Partial


def _claims(store: Store, count: int) -> list[Claim]:
    for number in range(count):
        tasks.submit(store, f"agent{number}", "speak")
    return queue.claim_some(store, "w", count)


def _rows(store: Store, claims: list[Claim]) -> list[list[str]]:
    known = {claim.task.id: 0 for claim in claims}
    pieces = stream.behind(store, known)
    return [[piece.text for piece in pieces if piece.task == task] for task in known]


async def test_what_came_of_many_tasks_is_one_row_each(store: Store) -> None:
    claims, partial = _claims(store, 20), Partial(store)
    for word in ("one ", "two ", "three"):
        for claim in claims:
            partial.add(claim, word)
    partial.close()
    assert _rows(store, claims) == [["one two three"]] * 20


async def test_what_could_not_be_written_comes_with_the_next_words(store: Store) -> None:
    (claim,), partial = _claims(store, 1), Partial(store)
    partial.add(claim, "one ")
    store.connection.pragma("query_only", True)
    partial.flush()
    store.connection.pragma("query_only", False)
    assert _rows(store, [claim]) == [[]]
    partial.add(claim, "two")
    partial.flush()
    assert _rows(store, [claim]) == [["one two"]]


def test_each_stream_is_read_on_from_where_it_is_known(store: Store) -> None:
    first, second = _claims(store, 2)
    stream.append(store, [(first, "a1 "), (second, "b1 ")])
    stream.append(store, [(second, "b2 "), (first, "a2 ")])
    pieces = stream.behind(store, {first.task.id: 0, second.task.id: 2})
    assert [(piece.task, piece.text) for piece in pieces] == [(first.task.id, "a1 "), (first.task.id, "a2 "), (second.task.id, "b2 ")]
    assert stream.behind(store, {first.task.id: 4}) == []
