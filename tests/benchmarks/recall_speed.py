"""How fast recall answers, indexes and lets others write, and how large its index is: `python -m tests.benchmarks.recall_speed`."""

import itertools
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw

from hydratui.recall import index, recall
from hydratui.recall.rows import rows, value
from hydratui.store.database import Store
from tests.benchmarks.measure import median, percentile, timed, verdict
from tests.benchmarks.recall_beside import CONTENDERS, compete

AGENTS = 20
_LETTERS = (
    ("b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl", "ch", "br"),
    ("a", "e", "i", "o", "u", "ai", "ou"),
)


class Texts:
    """Made-up texts whose words are as unevenly common as those of a language (Zipf), the same for the same seed."""

    def __init__(self, seed: int = 1, words: int = 60_000) -> None:
        self._random = random.Random(seed)
        made: dict[str, None] = {}
        while len(made) < words:
            made["".join(self._random.choice(part) for _ in range(self._random.randint(2, 4)) for part in _LETTERS)] = None
        self.words = list(made)
        self._shares = list(itertools.accumulate(1 / (place + 3) for place in range(words)))

    def text(self, words: int) -> str:
        """So many words."""
        return " ".join(self._random.choices(self.words, cum_weights=self._shares, k=words))

    def tasks(self, count: int, agents: int = AGENTS) -> Iterator[tuple[str, str, str, str, str]]:
        """Agent, channel, prompt, result and date of so many tasks, about 400 characters each."""
        for number in range(count):
            agent = f"agent{number % agents}"
            day = f"2026-{1 + number * 9 // count:02d}-{1 + number % 28:02d}T10:00:00Z"
            yield (
                agent,
                f"{agent}-{number // (agents * 12)}",
                self.text(self._random.randint(4, 16)),
                self.text(self._random.randint(10, 80)),
                day,
            )

    def queries(self, count: int) -> dict[str, list[str]]:
        """Questions of five words: of the commonest, of any, of rare ones."""
        kinds = {"common": (0, 60), "mixed": (0, 20_000), "rare": (5_000, 60_000)}
        return {kind: [" ".join(self._random.sample(self.words[low:high], 5)) for _ in range(count)] for kind, (low, high) in kinds.items()}


def fill(store: Store, texts: Texts, count: int) -> None:
    """Puts completed tasks into an empty file."""
    sql = "INSERT INTO tasks (agent, channel, prompt, result, status, finished_at) VALUES (?, ?, ?, ?, 'completed', ?)"
    tasks = texts.tasks(count)
    while batch := list(itertools.islice(tasks, 20_000)):
        with store.write() as db:
            db.executemany(sql, batch)


def run(small: bool) -> list[str]:
    """The lines to print."""
    with tempfile.TemporaryDirectory() as folder:
        return list(_lines(Path(folder) / "hydratui.db", small))


def _lines(path: Path, small: bool) -> Iterator[str]:
    texts = Texts()
    tasks, asked = (40_000, 40) if small else (1_000_000, 200)
    store = Store.open(path)
    fill(store, texts, tasks)
    yield from _indexing(store, tasks)
    for kind, queries in texts.queries(asked).items():
        yield f"recall, {kind} words, one agent among {tasks:,} tasks: {_times(_asked(store, queries), 10)}"
    yield from _shared(store, texts, 5 if small else 10)
    store.close()
    ten = Store.open(path.with_name("ten.db"))
    fill(ten, texts, 10_000 * 2)
    ten.connection.execute("UPDATE tasks SET agent = 'one' WHERE id <= 10000")
    yield from _ten_thousand(ten, texts.queries(asked))
    ten.close()
    yield _saving_meanwhile(path.with_name("saving.db"), texts, 5_000 if small else 100_000)


def _indexing(store: Store, tasks: int) -> Iterator[str]:
    before = _bytes(store)
    began, cpu = time.perf_counter(), time.process_time()
    index.ensure(store, "agent0")
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    of_agent = tasks // AGENTS
    covered = value(
        store.connection,
        "SELECT sum(length(CAST(prompt AS BLOB)) + length(CAST(substr(result, 1, 4000) AS BLOB))) FROM tasks WHERE agent = 'agent0'",
    )
    yield (
        f"index {of_agent:,} of {tasks:,} tasks: {of_agent / took:,.0f} tasks a second ({of_agent / cpu:,.0f} a second of processor), "
        f"budget 5,000 {verdict(of_agent / took >= 5_000)}"
    )
    share = (_bytes(store) - before) / covered
    yield f"index size: {share:.2f} of the {covered / 1e6:.1f} MB of text it covers, budget 1.00 {verdict(share <= 1)}"


def _shared(store: Store, texts: Texts, count: int) -> Iterator[str]:
    """The plain design on the same file: one index for all, the agent looked up afterwards."""
    db = store.connection
    db.execute("CREATE VIRTUAL TABLE shared USING fts5 (prompt, result, content='tasks', content_rowid='id', tokenize='porter')")
    db.execute("INSERT INTO shared (shared) VALUES ('rebuild')")
    sql = """SELECT t.id FROM shared JOIN tasks t ON t.id = shared.rowid
             WHERE shared MATCH ? AND t.agent = 'agent0' AND t.status = 'completed' ORDER BY rank LIMIT 5"""
    for kind, queries in texts.queries(count).items():
        took, ours = [], []
        for query in queries:
            took.append(_any_word(db, sql, query))
            ours.append(recall(store, "agent0", query).milliseconds)
        ratio = sum(took) / sum(ours)
        said = f"{ratio:.0f} times ours, goal 30 {verdict(ratio >= 30)}"
        yield f"one shared index instead, {kind} words: median {median(took):.1f} ms, {said}"


def _ten_thousand(store: Store, queries: dict[str, list[str]]) -> Iterator[str]:
    """Ours and others over the same 10,000 texts of one agent. The others find numbers only; ours are with dates and excerpts."""
    for kind, asked in queries.items():
        yield f"recall, {kind} words, 10,000 tasks of one agent: {_times(_asked(store, asked, 'one'), 2)}"
    texts = [f"{prompt}\n{result}" for prompt, result in rows(store.connection, "SELECT prompt, result FROM tasks WHERE agent = 'one'")]
    yield from _beside("plain FTS5, porter", _plain(texts, queries), queries)
    for contender in CONTENDERS:
        # A minute or so for what embeds; the rest of its work is the same for fewer texts.
        some = texts[:1_000] if contender.name == "minilm" else texts
        title = f"{contender.title}, {len(some):,} texts taken in"
        outcome = compete(contender, {"one": some}, {"one": list(itertools.chain(*queries.values()))}, 600)
        if isinstance(outcome, str):
            yield f"{title}: {outcome}"
            continue
        yield f"{title}: {len(some) / outcome.index_s:,.0f} a second"
        yield from _beside(title, outcome.ms["one"], queries)


def _plain(texts: list[str], queries: dict[str, list[str]]) -> list[float]:
    db = apsw.Connection("")
    db.execute("CREATE VIRTUAL TABLE plain USING fts5 (text, tokenize='porter')")
    db.executemany("INSERT INTO plain VALUES (?)", [(text,) for text in texts])
    sql = "SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 5"
    return [_any_word(db, sql, query) for query in itertools.chain(*queries.values())]


def _any_word(db: apsw.Connection, sql: str, query: str) -> float:
    """Milliseconds that a plain FTS5 statement takes."""
    return 1000 * timed(lambda: db.execute(sql, (" OR ".join(query.split()),)).fetchall())


def _beside(title: str, took: list[float], queries: dict[str, list[str]]) -> Iterator[str]:
    left = iter(took)
    for kind, asked in queries.items():
        yield f"{title}, {kind} words: {_times(list(itertools.islice(left, len(asked))))}"


def _bytes(store: Store) -> int:
    return int(store.connection.pragma("page_count")) * int(store.connection.pragma("page_size"))


def _asked(store: Store, queries: list[str], agent: str = "agent0") -> list[float]:
    recall(store, agent, queries[0])
    return [recall(store, agent, query).milliseconds for query in queries]


def _times(took: list[float], budget: float | None = None) -> str:
    worst = percentile(took, 0.99)
    said = "" if budget is None else f", budget {budget:.0f} {verdict(worst <= budget)}"
    return f"median {median(took):.1f} ms, p99 {worst:.1f} ms{said}"


def _saving_meanwhile(path: Path, texts: Texts, old: int) -> str:
    """What another process waits that saves a task every 20 ms."""
    store = Store.open(path)
    fill(store, texts, old)
    store.connection.execute("UPDATE tasks SET agent = 'one'")
    spawned = multiprocessing.get_context("spawn")
    begun, done, waits = spawned.Event(), spawned.Event(), spawned.SimpleQueue()
    saver = spawned.Process(target=_save, args=(path, texts.text(60), begun, done, waits))
    saver.start()
    begun.wait()
    index.ensure(store, "one")
    done.set()
    took: list[float] = sorted(waits.get())
    saver.join()
    store.close()
    return (
        f"saving while {old:,} old tasks are indexed: median {median(took):.1f} ms, longest {took[-1]:.1f} ms of {len(took)}, "
        f"budget 50 {verdict(took[-1] <= 50)}"
    )


def _save(path: Path, text: str, begun: Any, done: Any, waits: Any) -> None:
    store = Store.open(path)
    took: list[float] = []
    while not done.is_set():
        started = time.perf_counter()
        with store.write() as db:
            db.execute("INSERT INTO tasks (agent, prompt, result, status) VALUES ('one', 'saved meanwhile', ?, 'completed')", (text,))
        took.append(1000 * (time.perf_counter() - started))
        begun.set()
        done.wait(0.02)
    waits.put(took)
    store.close()


if __name__ == "__main__":
    for line in run("--small" in sys.argv):
        print(line, flush=True)
