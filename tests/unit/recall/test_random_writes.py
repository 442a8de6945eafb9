"""Random writes from two processes at once: the index answers as a plain scan of the tasks does."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hydratui.recall import recall
from hydratui.recall.rows import rows
from hydratui.recall.tokens import concepts, text_tokens
from hydratui.store import Store
from tests.unit.recall.past import is_whole

WORDS = (
    "crimson",
    "turquoise",
    "violet",
    "indigo",
    "running",
    "ran",
    "organised",
    "l'avion",
    "水曜日",
    "पढ़ाई",
    "node.js",
    "getUserById",
    "Straße",
)
AGENTS = ("ada", "otto")
Write = tuple[str, tuple[object, ...]]

# Runs in a process of its own, with SQL alone, as a script of the user's would.
_WRITER = """
import json, sqlite3, sys
for line in sys.stdin:
    path, writes = json.loads(line)
    db = sqlite3.connect(path, timeout=30, isolation_level=None)
    for sql, bindings in writes:
        try:
            db.execute(sql, bindings)
        except sqlite3.IntegrityError:
            pass
    db.close()
    print("done", flush=True)
"""

texts = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
numbers = st.integers(1, 12)
agents = st.sampled_from(AGENTS)
states = st.sampled_from(("completed", "completed", "completed", "pending", "failed"))
channels = st.sampled_from(("main", "side"))
refs = st.sampled_from((None, None, "r1", "r2"))

writes = st.one_of(
    st.tuples(
        st.sampled_from(("", "OR REPLACE ", "OR IGNORE ")).map(
            lambda how: f"INSERT {how}INTO tasks (id, ref, agent, channel, prompt, result, status) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ),
        st.tuples(numbers, refs, agents, channels, texts, st.none() | texts, states),
    ),
    st.tuples(st.just("UPDATE tasks SET result = ? WHERE id = ?"), st.tuples(texts, numbers)),
    st.tuples(st.just("UPDATE tasks SET prompt = ?, channel = ? WHERE id >= ?"), st.tuples(texts, channels, numbers)),
    st.tuples(st.just("UPDATE tasks SET status = ? WHERE id = ?"), st.tuples(states, numbers)),
    st.tuples(st.just("UPDATE tasks SET agent = ? WHERE id = ?"), st.tuples(agents, numbers)),
    st.tuples(st.just("UPDATE OR REPLACE tasks SET id = ? WHERE id = ?"), st.tuples(numbers, numbers)),
    st.tuples(st.just("UPDATE OR REPLACE tasks SET ref = ? WHERE id = ?"), st.tuples(refs, numbers)),
    st.tuples(st.just("DELETE FROM tasks WHERE id = ?"), st.tuples(numbers)),
)


def scanned(store: Store, agent: str, query: str) -> set[int]:
    """The tasks that hold a word of the query, by reading them all."""
    wanted = {token for concept in concepts(query) for token in concept.tokens}
    sql = "SELECT id, prompt, coalesce(result, '') FROM tasks WHERE agent = ? AND status = 'completed'"
    hits = set()
    for task, prompt, result in rows(store.connection, sql, (agent,)):
        asked, answered, _ = text_tokens(prompt, result)
        if wanted & {*asked, *answered}:
            hits.add(task)
    return hits


def agrees(store: Store) -> None:
    for agent in AGENTS:
        total = len(list(rows(store.connection, "SELECT id FROM tasks WHERE agent = ? AND status = 'completed'", (agent,))))
        for query in WORDS:
            answer = recall(store, agent, query, limit=50)
            assert {hit.task for hit in answer.hits if not hit.context} == scanned(store, agent, query)
            assert answer.searched == total
    assert is_whole(store)


@pytest.fixture(scope="module")
def writers() -> Iterator[list["subprocess.Popen[str]"]]:
    """Two processes that write what they are told to."""
    command = [sys.executable, "-c", _WRITER]
    pair = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    yield pair
    for writer in pair:
        writer.communicate()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rounds=st.lists(st.tuples(st.lists(writes, max_size=8), st.lists(writes, max_size=8)), min_size=1, max_size=3))
def test_the_index_agrees_with_a_plain_scan(writers: list["subprocess.Popen[str]"], rounds: list[tuple[list[Write], list[Write]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "hydratui.db")
        recall(store, "ada", "crimson")
        for both in rounds:
            for writer, lines in zip(writers, both, strict=True):
                assert writer.stdin is not None
                writer.stdin.write(json.dumps([str(store.path), lines]) + "\n")
                writer.stdin.flush()
            recall(store, "ada", "crimson turquoise")
            assert [writer.stdout and writer.stdout.readline() for writer in writers] == ["done\n"] * 2
            agrees(store)
        store.close()
