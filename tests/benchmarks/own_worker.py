"""A worker process of a benchmark's own, warmed up: it has loaded the model library."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hydratui.paths import Home
from hydratui.store import Store, tasks, workers
from hydratui.store.tasks import Task
from tests.benchmarks.measure import PROGRAM


@contextmanager
def a_worker(home: Home, concurrency: int) -> Iterator[tuple[Store, int]]:
    """Runs ``hydratui worker`` until the block ends; gives the store and the worker's process."""
    command = [PROGRAM, "--home", str(home.root), "worker", "--concurrency", str(concurrency)]
    with subprocess.Popen(command) as worker:
        store = Store.open(home.database)
        try:
            while not workers.live(store):
                assert worker.poll() is None, "the worker ended"
                time.sleep(0.05)
            wait_for(store, [tasks.submit(store, "ada", "speak warm 2 0", "ada")])
            yield store, worker.pid
        finally:
            store.close()
            worker.terminate()


def wait_for(store: Store, sent: list[Task], seconds: float = 60.0) -> list[Task]:
    """Waits until tasks have ended, and gives them as they are then."""
    end = time.perf_counter() + seconds
    for task in sent:
        while not (now := tasks.get(store, task.id)) or not now.ended:
            assert time.perf_counter() < end, f"task {task.id} has not ended: {now}"
            time.sleep(0.01)
    return [now for task in sent if (now := tasks.get(store, task.id))]
