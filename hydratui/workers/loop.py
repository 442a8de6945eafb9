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
from hydratui.errors import HydraError, StoreError, StoreTooNew
from hydratui.paths import Home
from hydratui.store import Store, queue, tasks, workers
from hydratui.store.alive import BEAT_SECONDS
from hydratui.store.database import host
from hydratui.store.queue import Claim
from hydratui.store.workers import Kind
from hydratui.tools.mcp.pool import Pool
from hydratui.workers.clock import Clock
from hydratui.workers.default_model import DefaultModel
from hydratui.workers.ends import Ends
from hydratui.workers.indexer import Indexer
from hydratui.workers.needed import Need
from hydratui.workers.partial import Partial
from hydratui.workers.place import HERE, Place
from hydratui.workers.run_task import Arrived, Desk, run_task
from hydratui.workers.scheduler import Scheduler
from hydratui.workers.share import Share

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
    concurrency: int | None = None,
    until_idle: bool = False,
    only: int | None = None,
    place: Place = HERE,
    kind: Kind = "daemon",
    linger: float | None = None,
) -> None:
    """Works the queue off.

    Cancelling it hands the tasks that are running back to the queue.

    Args:
        home: The data folder.
        concurrency: Tasks at once; None for what the settings say.
        until_idle: End as soon as nothing waits.
        only: Run this task, and older ones of its agent, and end with it.
        place: Where the model's turns are run.
        kind: Who has started it, and what for. One in the background does nothing when somebody else is there to take tasks.
        linger: End when nothing waits and no app has been open for so many seconds.

    Raises:
        StoreError: The file can't be used, or has been made newer meanwhile.
    """
    store = Store.open(home.database)
    worker = Worker(home, store, concurrency, only, place, kind)
    need = None if linger is None else Need(store, linger)
    try:
        if worker.begin():
            await worker.run(lambda: until_idle or (need is not None and need.is_over()))
    finally:
        await worker.end()
        store.close()


class Worker:
    """The state of one worker: its tasks in work and its connection."""

    def __init__(
        self, home: Home, store: Store, concurrency: int | None, only: int | None, place: Place = HERE, kind: Kind = "daemon"
    ) -> None:
        self._kind: Kind = kind
        self._leaving = False
        self.id = f"{host()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._store = store
        self._only = only
        self._share = Share(home, concurrency)
        self._running: dict[int, Running] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._partial = Partial(store)
        default = DefaultModel(partial(workers.uses, store, self.id), place.model)
        self._servers = Pool(home, store, self.id)
        self._desk = Desk(home, store, default, self._partial.add, Ends(store), place.turns, self._servers.offers)
        self._room = place.room
        self._looking: asyncio.Task[None] | None = None
        self._beat_at = 0.0
        self._renewed_at = 0.0
        self._clock = Clock()
        self._scheduler = Scheduler(home, store)
        self._indexer = Indexer(store.path)

    def begin(self) -> bool:
        """Enters the worker on the list; False when it is not wanted there, see `workers.enlist`."""
        workers.bury(self._store)
        if not workers.enlist(self._store, self.id, self._kind):
            log.info("somebody else is there to take tasks")
            return False
        self._indexer.start()
        log.info("worker %s begins, %s", self.id, self._kind)
        return True

    async def run(self, may_end: Callable[[], bool]) -> None:
        """Looks at the file 50 times a second, which costs a quarter of a per cent of a core, and acts on what has changed.

        Raises:
            StoreError: The file could not be written for half a minute, or a newer program has changed its shape.
        """
        seen, swept, refused = -1, 0.0, 0
        while True:
            ended = self._collect()
            version, now = self._store.data_version(), time.monotonic()
            if version != seen or ended or now - swept >= SWEEP_SECONDS:
                try:
                    self._store.refuse_newer()
                    self._mind_the_clock()
                    if now - swept >= SWEEP_SECONDS:
                        swept = now
                        self._sweep(now)
                    seen = version
                    self._obey()
                    self._leaving = self._kind == "background" and workers.is_leaving(self._store, self.id)
                    self._claim()
                    refused = 0
                except StoreTooNew:
                    raise
                except StoreError as error:
                    refused += 1
                    log.error("%s", error)
                    if refused > PATIENCE:
                        raise
                if self._is_over(may_end):
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
        await self._servers.close()
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
        share = self._share
        free = min(share.at_once - len(self._running), self._room())
        if free <= 0 or self._leaving or self._clock.unsettled or not queue.waiting(self._store, self._only, share.limits):
            return
        # What is in work here may look given up, after a moment in which this process stood still: it must not be taken twice.
        self._renew()
        models = share.models(self._desk.default.known)
        for claim in queue.claim_some(self._store, self.id, free, self._only, limits=share.limits, models=models):
            arrived = Arrived()
            job = asyncio.create_task(run_task(self._desk, claim, arrived), name=f"task {claim.task.id}")
            self._running[claim.task.id] = Running(claim, job, arrived)

    def _obey(self) -> None:
        for claim in queue.cancelled(self._store, [running.claim for running in self._running.values()]):
            running = self._running.pop(claim.task.id)
            self._stop(running)
            queue.stop(self._store, claim, running.arrived.text, running.arrived.model, running.arrived.tokens)
            log.info("task %d was cancelled", claim.task.id)

    def _mind_the_clock(self) -> None:
        """After a jump of the clock, each worker renews what it has before any looks for what others have let go."""
        if self._clock.jumped():
            log.warning("the clock has moved, or this machine was asleep")
            self._renew()
            self._beat_at = 0.0

    def _sweep(self, now: float) -> None:
        """What is done once a second, whether or not the file has changed."""
        self._share.read()
        self._keep_alive(now)
        if self._only is None:
            self._scheduler.sweep()

    def _keep_alive(self, now: float) -> None:
        if now - self._beat_at >= BEAT_SECONDS:
            self._beat_at = now
            workers.bury(self._store)
            workers.beat(self._store, self.id, self._kind)
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

    def _is_over(self, may_end: Callable[[], bool]) -> bool:
        if self._running:
            return False
        if self._only is not None:
            wanted = tasks.get(self._store, self._only)
            return wanted is None or wanted.ended
        return self._leaving or (may_end() and queue.empty(self._store))
