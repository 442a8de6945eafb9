"""How many empty tasks four worker processes claim and end a second, on one file; and how soon an idle worker has a new one in hand."""

import multiprocessing
import random
import tempfile
import time
from pathlib import Path

from hydratui.paths import Home
from hydratui.store import Store, queue, tasks
from hydratui.store.queue import End
from tests.benchmarks.measure import filled, percentile, verdict
from tests.benchmarks.own_worker import a_worker, wait_for
from tests.benchmarks.slow_model import models, slow_model

CONCURRENCY = 8
BUDGET = 1_000.0
CLAIM_BUDGET_MS = 50.0
WORKERS = 4


def run(small: bool) -> list[str]:
    """Fills a queue for 40 agents and lets four processes empty it; then sends single tasks to a worker that has nothing to do."""
    return [_rate(1_000 if small else 8_000), *_claims(40 if small else 200)]


def _rate(count: int) -> str:
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
    return f"queue: {rate:.0f} empty tasks a second with {WORKERS} processes (budget {BUDGET:.0f}) {verdict(rate >= BUDGET)}"


def _claims(count: int) -> list[str]:
    """Each at a random moment: the worker looks at the file at its own, some 20 ms apart."""
    claimed, asked = [], []
    with tempfile.TemporaryDirectory() as folder, slow_model() as url:
        home = filled(Path(folder) / "home", 0)
        home.config.write_text(models(url), encoding="utf-8")
        with a_worker(home, CONCURRENCY) as (store, _):
            for _ in range(count):
                time.sleep(0.1 + random.random() / 10)
                task = tasks.submit(store, "ada", "speak now 1 0", "main")
                sent = time.time()
                claimed.append(_seen_running(store, task.id) - sent)
                (done,) = wait_for(store, [task])
                # The answer is the moment at which the model was asked.
                asked.append(float(done.result or "inf") - sent)
    return [
        _latency("submit to claimed, idle worker", claimed, CLAIM_BUDGET_MS),
        _latency("submit to the model asked", asked, None),
    ]


def _seen_running(store: Store, task: int) -> float:
    while not store.connection.execute("SELECT 1 FROM tasks WHERE id = ? AND status <> 'pending'", (task,)).fetchone():
        time.sleep(0.0005)
    return time.time()


def _latency(what: str, taken: list[float], budget: float | None) -> str:
    middle, last = (1000 * percentile(taken, share) for share in (0.5, 0.99))
    told = f"{what}: p50 {middle:.0f} ms, p99 {last:.0f} ms over {len(taken)}"
    return told if budget is None else f"{told} (budget {budget:.0f}) {verdict(last <= budget)}"


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
