"""The hub: sends the turns of its tasks to runners, and answers what they ask."""

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from hydratui.config import Config
from hydratui.errors import HydraError
from hydratui.models.turn import Event, Turn
from hydratui.store.queue import Claim
from hydratui.workers.elsewhere import wire
from hydratui.workers.elsewhere.bus import Bus, NoAnswer
from hydratui.workers.elsewhere.open_job import CallRefused, OpenJob
from hydratui.workers.elsewhere.wire import Malformed, Reply
from hydratui.workers.place import Place

RUNNERS_OWN = "runner"
"""Names the model that a runner uses by itself, for agents that name none."""
LOOK_SECONDS = 0.5
CHECK_SECONDS = 5.0
SILENCE_SECONDS = 15.0
"""After so long without a word from a runner, its task is begun again."""
NOBODY_SECONDS = 5.0
CLOSING_SECONDS = 2.0
log = logging.getLogger("hydratui.worker")


class Hub:
    """The jobs of one hub. Use it within `opened`.

    Args:
        bus: Its end of the bus.
    """

    def __init__(self, bus: Bus) -> None:
        self.id = secrets.token_hex(8)
        self.place = Place(self.run, RUNNERS_OWN, self._free)
        self._bus = bus
        self._jobs: dict[str, OpenJob] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._room = 0
        self._refused: list[HydraError] = []
        self._looking: asyncio.Task[None] | None = None
        self._alone_since: float | None = None
        self._told_alone = False

    async def run(self, claim: Claim, turn: Turn, model: str, settings: Config) -> AsyncGenerator[Event, None]:
        """Has a runner answer the turn; see `models.turn.run`.

        Raises:
            ModelError: What the runner's model raised.
            AttemptLost: The runner is gone.
        """
        job = OpenJob(claim, turn, None if model == RUNNERS_OWN else model, self.id)
        self._jobs[job.ticket.job] = job
        self._room -= 1
        self._send(self._submit(job))
        try:
            while (event := await job.next()) is not None:
                yield event
            # Its runner takes another job at once; the next look would only find that out later.
            self._room += 1
        finally:
            # From here on, whatever a runner says of this job changes nothing.
            del self._jobs[job.ticket.job]
            self._send(self._withdraw(job))
            await job.close()

    async def answer(self, message: bytes) -> bytes:
        """Answers one message of a runner. Whatever it is, nobody but its own job is touched."""
        try:
            request = wire.request(message)
            job = self._jobs.get(request.job)
            reply = Reply(gone=True) if job is None else await job.obey(request, self._silence(job))
        except CallRefused as error:
            self._refused.append(error)
            reply = Reply(refused=str(error))
        except Malformed as error:
            self._refused.append(error)
            reply = Reply(gone=True)
        return wire.encode_reply(reply)

    async def begin(self) -> None:
        """Answers from now on, and looks after the jobs."""
        await self._bus.answer(self.id, self.answer)
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Takes what is left of the tickets off the bus, if that is quick."""
        if self._looking is not None:
            self._looking.cancel()
        if self._errands:
            await asyncio.wait(self._errands, timeout=CLOSING_SECONDS)
        for errand in self._errands:
            errand.cancel()

    def _free(self) -> int:
        if self._looking is not None and self._looking.done():
            self._looking.result()
        return self._room

    async def _look(self) -> None:
        """Looks twice a second, until it is cancelled."""
        checked = 0.0
        while True:
            now = asyncio.get_running_loop().time()
            check = now - checked >= CHECK_SECONDS
            checked = now if check else checked
            try:
                room = await self._bus.room()
                self._room = room - sum(job.heard_at is None for job in self._jobs.values())
                for job in list(self._jobs.values()):
                    await self._look_after(job, check)
            except NoAnswer:
                # Running turns go on: their runners keep what they have to say until there is a way again.
                self._room = 0
            self._tell_whether_alone(now)
            if check and self._refused:
                log.warning("%d messages from the bus were refused, the last because: %s", len(self._refused), self._refused[-1])
                self._refused.clear()
            await asyncio.sleep(LOOK_SECONDS)

    async def _look_after(self, job: OpenJob, check: bool) -> None:
        if job.heard_at is not None:
            if self._silence(job) > SILENCE_SECONDS:
                job.lose(f"The runner {job.runner} was not heard of for {SILENCE_SECONDS:.0f} seconds.")
        elif not job.submitted:
            await self._submit(job)
        elif check and not await self._bus.waits(job.ticket.job) and job.heard_at is None:
            log.warning("the bus has lost the ticket of %s; it is submitted again", job.name)
            job.ticket = replace(job.ticket, again=job.ticket.again + 1)
            await self._submit(job)

    async def _submit(self, job: OpenJob) -> None:
        try:
            await self._bus.submit(job.ticket)
            job.submitted = True
        except NoAnswer:
            log.warning("the ticket of %s waits for the bus", job.name)

    async def _withdraw(self, job: OpenJob) -> None:
        try:
            await self._bus.withdraw(job.ticket.job)
        except NoAnswer:
            # Whoever takes it is told that nobody wants it.
            log.info("the ticket of %s is left on the bus", job.name)

    def _silence(self, job: OpenJob) -> float:
        """How long the runner of a job was not heard of while it could have been, in seconds."""
        since = self._bus.connected_at
        if since is None or job.heard_at is None:
            return 0.0
        return asyncio.get_running_loop().time() - max(job.heard_at, since)

    def _tell_whether_alone(self, now: float) -> None:
        alone = self._room <= 0 and all(job.heard_at is None for job in self._jobs.values()) and self._bus.connected_at is not None
        self._alone_since = (self._alone_since or now) if alone else None
        if self._told_alone and not alone:
            log.info("runners take jobs")
            self._told_alone = False
        if self._alone_since is not None and now - self._alone_since > NOBODY_SECONDS and not self._told_alone:
            log.warning("no runner takes jobs: tasks wait until one is started with `hydratui worker --nats`")
            self._told_alone = True

    def _send(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


@asynccontextmanager
async def opened(bus: Bus) -> AsyncGenerator[Hub, None]:
    """A hub that answers, until the block ends."""
    hub = Hub(bus)
    try:
        await hub.begin()
        yield hub
    finally:
        await hub.close()
