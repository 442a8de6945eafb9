"""One job at a runner, from its ticket to its last report."""

import asyncio
import itertools
import logging
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass

from hydratui import config
from hydratui.errors import HydraError, ModelError
from hydratui.models.turn import Answering, run
from hydratui.paths import Home
from hydratui.workers.default_model import DefaultModel
from hydratui.workers.elsewhere import baggage, wire
from hydratui.workers.elsewhere.bus import MAX_MESSAGE, Bus, Delivery
from hydratui.workers.elsewhere.line import HubGone, Line, NotWanted
from hydratui.workers.elsewhere.reporter import Reporter
from hydratui.workers.elsewhere.wire import Begin, Call, Done, Failed, Leave, Malformed, Part

HEARTBEAT_SECONDS = 1.0
BACK_SECONDS = 3.0
LEAVING_SECONDS = 2.0
log = logging.getLogger("hydratui.runner")


@dataclass(frozen=True, slots=True)
class Bench:
    """What the jobs of a runner share: its name, its settings (no more of a data folder is used), its own default model."""

    name: str
    home: Home
    default: DefaultModel


async def run_job(bus: Bus, delivery: Delivery, bench: Bench) -> None:
    """Runs a job to its end. Cancelling it closes the model request and tells the hub that another runner is needed."""
    ticket, key = delivery.ticket, secrets.token_hex(16)
    short = ticket.job[:8]
    line = Line(bus, ticket.hub)
    async with _alive(delivery):
        try:
            begun = await line.ask(wire.encode(Begin(ticket.job, key, ticket.secret, bench.name)))
            if begun.taken:
                # Its ticket came back although its runner is alive: the bus was away for a moment.
                await delivery.put_back(BACK_SECONDS)
                return
            log.info("job %s begins", short)
            await _work(line, ticket.job, key, begun.parts or 0, bench)
            log.info("job %s has ended", short)
        except NotWanted:
            log.info("job %s is not wanted any more", short)
        except (HubGone, Malformed) as error:
            log.warning("job %s is given up: %s", short, error)
        except asyncio.CancelledError:
            await _leave(line, ticket.job, key)
            await delivery.finish()
            raise
        await delivery.finish()


@asynccontextmanager
async def _alive(delivery: Delivery) -> AsyncGenerator[None, None]:
    async def beat() -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await delivery.heartbeat()

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()


async def _work(line: Line, job: str, key: str, count: int, bench: Bench) -> None:
    parts = [(await line.ask(wire.encode(Part(job, key, number)))).part or "" for number in range(count)]
    reporter = Reporter(line, job, key)
    talking = asyncio.create_task(_talk(parts, _calling(line, job, key), reporter, bench))
    try:
        # Ends with the model, or before it when the hub is gone or the job is not wanted any more.
        await reporter.run()
    finally:
        talking.cancel()
        await asyncio.wait([talking])


async def _talk(parts: list[str], calling: baggage.Calling, reporter: Reporter, bench: Bench) -> None:
    """The conversation with the model. It always ends by telling how it ended."""
    try:
        turn, model = baggage.unpack(parts, calling)
        settings = config.load(bench.home)
        chosen = model or await bench.default.choose(settings)
        reporter.tell(Answering(chosen))
        async with aclosing(run(turn, chosen, settings)) as events:
            async for event in events:
                reporter.tell(event)
        reporter.tell(Done())
    except HydraError as error:
        reporter.tell(Failed(str(error), error.retry_after if isinstance(error, ModelError) else None))
    except Exception as surprise:
        log.exception("a job stopped on an unexpected error")
        reporter.tell(Failed(f"Something unexpected stopped this task ({type(surprise).__name__}). The log of the runner says more.", None))


def _calling(line: Line, job: str, key: str) -> baggage.Calling:
    numbers = itertools.count()

    async def call(name: str, arguments: Mapping[str, object]) -> str:
        message = wire.encode(Call(job, key, next(numbers), name, arguments))
        if len(message) > MAX_MESSAGE:
            raise HydraError(f"The arguments of {name} have {len(message):,} bytes; {MAX_MESSAGE:,} fit.")
        while True:
            # The hub answers after a while in any case; what it calls is called once, however often it is asked.
            reply = await line.ask(message)
            if reply.refused is not None:
                raise HydraError(reply.refused)
            if reply.result is not None:
                return reply.result

    return call


async def _leave(line: Line, job: str, key: str) -> None:
    try:
        await asyncio.wait_for(line.ask(wire.encode(Leave(job, key))), LEAVING_SECONDS)
    except (HydraError, TimeoutError):
        # The answer to a farewell is that the job is not wanted any more.
        log.debug("left job %s", job[:8])
