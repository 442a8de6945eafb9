"""A runner: takes jobs off the bus, several at once. It needs neither a data folder nor the hub's keys."""

import asyncio
import logging

from hydratui.paths import Home
from hydratui.store.database import host
from hydratui.workers.default_model import DefaultModel
from hydratui.workers.elsewhere.bus import Bus, Delivery, NoAnswer
from hydratui.workers.elsewhere.run_job import Bench, run_job
from hydratui.workers.elsewhere.wire import Malformed

CLAIM_SECONDS = 3.0
AGAIN_SECONDS = 1.0
log = logging.getLogger("hydratui.runner")


async def work(bus: Bus, home: Home, at_once: int) -> None:
    """Runs jobs until it is cancelled; those in hand are given back then.

    Args:
        bus: Its end of the bus.
        home: Where its own settings may lie. Nothing is made there.
        at_once: Jobs at once.
    """
    bench = Bench(host(), home, DefaultModel(lambda model: log.info("agents that name no model get %s", model)))
    async with asyncio.TaskGroup() as places:
        for _ in range(at_once):
            places.create_task(_place(bus, bench))


async def _place(bus: Bus, bench: Bench) -> None:
    """One job after the other."""
    while True:
        if (delivery := await _claimed(bus)) is not None:
            await run_job(bus, delivery, bench)


async def _claimed(bus: Bus) -> Delivery | None:
    try:
        return await bus.claim(CLAIM_SECONDS)
    except NoAnswer as error:
        log.debug("%s", error)
        await asyncio.sleep(AGAIN_SECONDS)
    except Malformed as error:
        log.warning("a ticket was refused: %s", error)
    return None
