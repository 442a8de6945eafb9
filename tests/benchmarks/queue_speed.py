"""How many empty tasks four worker processes claim and end a second, on one file."""

import multiprocessing
import tempfile
import time
from pathlib import Path

from hydratui.paths import Home
from hydratui.store import Store, queue
from hydratui.store.queue import End
from hydratui.workers.loop import CONCURRENCY
from tests.benchmarks.measure import filled, verdict

BUDGET = 1_000.0
WORKERS = 4


def run(small: bool) -> list[str]:
    """Fills a queue for 40 agents and lets four processes empty it."""
    count = 1_000 if small else 8_000
    with tempfile.TemporaryDirectory() as folder:
        home = filled(Path(folder) / "home", 0)
        store = Store.open(home.database)
        with store.write() as db:
            db.executemany("INSERT INTO tasks (agent, prompt) VALUES (?, 'nothing')", [(f"agent{number % 40}",) for number in range(count)])
        spawn = multiprocessing.get_context("spawn")
        start = spawn.Barrier(WORKERS + 1)
        jobs = [spawn.Process(target=_empty, args=(home, f"w{number}", start)) for number in range(WORKERS)]
        for job in jobs:
            job.start()
        start.wait()
        begin = time.perf_counter()
        for job in jobs:
            job.join()
        rate = count / (time.perf_counter() - begin)
        (left,) = store.connection.execute("SELECT count(*) FROM tasks WHERE status <> 'completed'").fetchall()[0]
        store.close()
    assert not left, f"{left} tasks were left"
    return [f"queue: {rate:.0f} empty tasks a second with {WORKERS} processes (budget {BUDGET:.0f}) {verdict(rate >= BUDGET)}"]


def _empty(home: Home, worker: str, start: object) -> None:
    store = Store.open(home.database)
    start.wait()  # type: ignore[attr-defined]
    while queue.waiting(store) or _unfinished(store):
        claims = queue.claim_some(store, worker, CONCURRENCY)
        if claims:
            queue.end_some(store, [End(claim, "completed", "done", None, "builtin", (0, 0)) for claim in claims])
    store.close()


def _unfinished(store: Store) -> bool:
    return bool(store.connection.execute("SELECT 1 FROM tasks WHERE status IN ('pending', 'running') LIMIT 1").fetchone())
