"""A worker: it claims tasks, runs several at once, renews its leases, obeys cancellations, and ends cleanly."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hydratui import config
from hydratui.errors import HydraError, StoreError
from hydratui.paths import Home
from hydratui.store import Store, queue, tasks, workers
from hydratui.store.database import host
from hydratui.store.queue import Claim
from hydratui.workers.default_model import DefaultModel
from hydratui.workers.ends import Ends
from hydratui.workers.indexer import Indexer
from hydratui.workers.partial import Partial
from hydratui.workers.run_task import Arrived, Desk, run_task

CONCURRENCY = 8
LOOK_SECONDS = 0.02
SWEEP_SECONDS = 1.0
CLOSING_SECONDS = 2.0
PATIENCE = 30
log = logging.getLogger("hydratui.worker")


@dataclass(frozen=True, slots=True)
class Running:
    """A task in work."""

    claim: Claim
    job: asyncio.Task[None]
    arrived: Arrived


async def work(
    home: Home,
    *,
    concurrency: int = CONCURRENCY,
    until_idle: bool = False,
    only: int | None = None,
    leaving: asyncio.Event | None = None,
) -> None:
    """Works the queue off.

    Cancelling it hands the tasks that are running back to the queue.

    Args:
        home: The data folder.
        concurrency: Tasks at once, one of each agent.
        until_idle: End as soon as nothing waits.
        only: Run this task, and older ones of its agent, and end with it.
        leaving: When set, the worker ends as soon as nothing waits.
    """
    store = Store.open(home.database)
    worker = Worker(home, store, concurrency, only)
    try:
        await worker.run(lambda: until_idle or (leaving is not None and leaving.is_set()))
    finally:
        await worker.end()
        store.close()


class Worker:
    """The state of one worker: its tasks in work and its connection."""

    def __init__(self, home: Home, store: Store, concurrency: int, only: int | None) -> None:
        self.id = f"{host()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._store = store
        self._concurrency = concurrency
        self._only = only
        self._running: dict[int, Running] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._partial = Partial(store)
        self._desk = Desk(home, store, DefaultModel(partial(workers.uses, store, self.id)), self._partial.add, Ends(store))
        self._looking: asyncio.Task[None] | None = None
        self._beat_at = 0.0
        self._renewed_at = 0.0
        workers.bury(store)
        workers.enlist(store, self.id)
        self._indexer = Indexer(store.path)
        self._indexer.start()
        log.info("worker %s begins, %d tasks at once", self.id, concurrency)

    async def run(self, may_end: Callable[[], bool]) -> None:
        """Looks at the file 50 times a second, which costs a quarter of a per cent of a core, and acts on what has changed.

        Raises:
            StoreError: The file could not be written for half a minute.
        """
        seen, swept, refused = -1, 0.0, 0
        while True:
            ended = self._collect()
            version, now = self._store.data_version(), time.monotonic()
            if version != seen or ended or now - swept >= SWEEP_SECONDS:
                seen, swept = version, now
                try:
                    self._keep_alive(now)
                    self._obey()
                    self._claim()
                    refused = 0
                except StoreError as error:
                    refused += 1
                    log.error("%s", error)
                    if refused > PATIENCE:
                        raise
                if self._is_over(may_end()):
                    return
            await self._wait()

    async def end(self) -> None:
        """Hands back what is running, waits a moment for requests to close, and signs off."""
        for running in self._running.values():
            self._stop(running)
        try:
            for running in self._running.values():
                queue.hand_back(self._store, running.claim)
        except StoreError as error:
            log.error("what was in work is taken over when its lease is over: %s", error)
        self._running.clear()
        self._indexer.end()
        if self._looking is not None:
            self._looking.cancel()
        if self._stopping:
            await asyncio.wait(self._stopping, timeout=CLOSING_SECONDS)
        self._partial.close()
        workers.leave(self._store, self.id)
        log.info("worker %s ends", self.id)

    def _collect(self) -> bool:
        ended = [task_id for task_id, running in self._running.items() if running.job.done()]
        for task_id in ended:
            job = self._running.pop(task_id).job
            if not job.cancelled() and (error := job.exception()) is not None:
                log.error("task %d could not be ended: %s; it is tried again when its lease is over", task_id, error)
        return bool(ended)

    def _stop(self, running: Running) -> None:
        # The loop holds tasks weakly; one that is closing its request must not vanish.
        self._stopping.add(running.job)
        running.job.add_done_callback(self._stopping.discard)
        running.job.cancel()

    async def _wait(self) -> None:
        jobs = [running.job for running in self._running.values()]
        if jobs:
            await asyncio.wait(jobs, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(LOOK_SECONDS)

    def _claim(self) -> None:
        free = self._concurrency - len(self._running)
        if not free or not queue.waiting(self._store, self._only):
            return
        # After a sleep of the machine, or a step of its clock, what is in work here looks given up: it must not be taken twice.
        self._renew()
        for claim in queue.claim_some(self._store, self.id, free, self._only):
            arrived = Arrived()
            job = asyncio.create_task(run_task(self._desk, claim, arrived), name=f"task {claim.task.id}")
            self._running[claim.task.id] = Running(claim, job, arrived)

    def _obey(self) -> None:
        for claim in queue.cancelled(self._store, [running.claim for running in self._running.values()]):
            running = self._running.pop(claim.task.id)
            self._stop(running)
            queue.stop(self._store, claim, running.arrived.text, running.arrived.model, running.arrived.tokens)
            log.info("task %d was cancelled", claim.task.id)

    def _keep_alive(self, now: float) -> None:
        if now - self._beat_at >= workers.BEAT_SECONDS:
            self._beat_at = now
            workers.beat(self._store, self.id)
            if self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._find_model())
        if now - self._renewed_at >= queue.LEASE_SECONDS / 3:
            self._renew()

    def _renew(self) -> None:
        self._renewed_at = time.monotonic()
        if self._running:
            for claim in queue.renew(self._store, [running.claim for running in self._running.values()]):
                self._stop(self._running.pop(claim.task.id))
                log.warning("task %d was taken over by another worker", claim.task.id)

    async def _find_model(self) -> None:
        """Looks for the default model before it is needed, so that the screen can name it."""
        try:
            await self._desk.default.choose(config.load(self._desk.home))
        except HydraError as error:
            log.warning("%s", error)

    def _is_over(self, may_end: bool) -> bool:
        if self._running:
            return False
        if self._only is not None:
            wanted = tasks.get(self._store, self._only)
            return wanted is None or wanted.ended
        return may_end and not queue.waiting(self._store)
