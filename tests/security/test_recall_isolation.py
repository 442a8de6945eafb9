"""No agent's question ever returns, counts, suggests or weighs another agent's words."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hydratui.recall import Answer, around, recall
from hydratui.recall.rows import rows
from hydratui.store import Store

WORDS = ("crimson", "crimsons", "backup", "plan", "violet", "night", "borg", "水曜日", "l'avion", "2026", "march")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
SQL = """INSERT INTO tasks (id, agent, channel, prompt, result, status, finished_at)
         VALUES (?, ?, ?, ?, ?, 'completed', '2026-03-02T10:00:00Z')"""


def write(store: Store, agent: str, pairs: list[tuple[str, str]], first: int) -> None:
    with store.write() as db:
        db.executemany(SQL, [(first + 2 * place, agent, "main", prompt, result) for place, (prompt, result) in enumerate(pairs)])


def answers(store: Store, queries: list[str]) -> list[Answer]:
    return [replace(recall(store, "ada", query), milliseconds=0.0) for query in queries]


@settings(max_examples=40, deadline=None)
@given(
    hers=st.lists(st.tuples(texts, texts), min_size=1, max_size=8),
    theirs=st.lists(st.tuples(texts, texts), max_size=12),
    queries=st.lists(texts | st.sampled_from(["crimsom", "bakcup", "nights in march", "水"]), min_size=1, max_size=5),
)
def test_another_agents_texts_change_nothing_in_the_answer_scores_included(
    hers: list[tuple[str, str]], theirs: list[tuple[str, str]], queries: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        alone = Store.open(Path(folder) / "alone.db")
        write(alone, "ada", hers, 1)
        expected = answers(alone, queries)
        alone.close()
        # In one conversation, number by number between hers, before her index is made, and after.
        shared = Store.open(Path(folder) / "shared.db")
        write(shared, "otto", theirs, 2)
        write(shared, "ada", hers, 1)
        assert answers(shared, queries) == expected
        recall(shared, "otto", "crimson")
        shared.connection.execute("DELETE FROM tasks WHERE agent = 'otto'")
        write(shared, "otto", [(f"{prompt} crimson", result) for prompt, result in theirs], 2)
        recall(shared, "otto", "crimson")
        assert answers(shared, queries) == expected
        shared.close()


def test_a_misspelled_word_is_not_corrected_to_another_agents(store: Store) -> None:
    write(store, "otto", [("the password is swordfish", "noted")], 2)
    write(store, "ada", [("good morning", "hello")], 1)
    assert recall(store, "otto", "swordfich").nearest == ("swordfish",)
    answer = recall(store, "ada", "swordfich")
    assert (answer.hits, answer.nearest, answer.searched) == ((), (), 1)


@pytest.mark.parametrize("agent", ["otto' OR '1'='1", "ada\x00", "ADA", "ada ", "recall_fts_1", "1; DROP TABLE tasks", "%", "*", ""])
def test_an_agent_by_any_other_name_has_no_share_in_it(store: Store, agent: str) -> None:
    write(store, "ada", [("crimson", "sky")], 1)
    recall(store, "ada", "crimson")
    assert recall(store, agent, "crimson").hits == ()
    assert [hit.task for hit in recall(store, "ada", "crimson").hits] == [1]


def test_each_agents_words_lie_in_tables_of_their_own(store: Store) -> None:
    write(store, "ada", [("crimson", "sky")], 1)
    write(store, "otto", [("violet", "sea")], 2)
    recall(store, "ada", "crimson")
    recall(store, "otto", "violet")
    held = {
        agent: {term for (term,) in rows(store.connection, f"SELECT term FROM recall_vocab_{number}")}
        for number, agent in list(rows(store.connection, "SELECT id, agent FROM recall_agents"))
    }
    assert held == {"ada": {"crimson", "sky"}, "otto": {"violet", "sea"}}


@settings(max_examples=40, deadline=None)
@given(owners=st.lists(st.tuples(st.sampled_from(["ada", "otto"]), st.sampled_from(["main", "side"])), min_size=1, max_size=12))
def test_looking_around_a_task_shows_only_what_its_own_agent_did(owners: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "shared.db")
        with store.write() as db:
            rows_of_all = [(task, agent, channel, "crimson", "sky") for task, (agent, channel) in enumerate(owners, 1)]
            db.executemany(SQL, rows_of_all)
        for task, owner in enumerate(owners, 1):
            same = [other for other, one in enumerate(owners, 1) if one == owner]
            at = same.index(task)
            assert [one.id for one in around(store, owner[0], task, 2, 1)] == same[max(0, at - 2) : at + 2]
            assert around(store, "otto" if owner[0] == "ada" else "ada", task, 2, 1) == ()
        store.close()
