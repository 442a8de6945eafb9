"""The pieces that FTS5's index grows in: recall merges them itself, a little in each write."""

from hydratui.recall.rows import value
from hydratui.store import Store
from tests.unit.recall.past import found, happened, is_whole

SEGMENTS = "SELECT count(DISTINCT segid) FROM recall_fts_1_idx"


def test_a_recall_after_each_of_many_messages_leaves_few_segments(store: Store) -> None:
    tasks = []
    for number in range(80):
        tasks.append(happened(store, f"message {number}", channel=f"channel {number}"))
        found(store, f"{number}")
    assert value(store.connection, SEGMENTS) <= 20
    assert found(store, "79") == [tasks[79]]
    assert len(found(store, "message", limit=100)) == 80
    assert is_whole(store)


def test_reading_old_tasks_leaves_one_segment(store: Store) -> None:
    sql = "INSERT INTO tasks (agent, prompt, result, status) VALUES ('ada', 'crimson ' || ?, 'a sky of many words', 'completed')"
    with store.write() as db:
        db.executemany(sql, [(number,) for number in range(2_000)])
    assert len(found(store, "1999")) == 1
    assert value(store.connection, SEGMENTS) == 1
    assert is_whole(store)
