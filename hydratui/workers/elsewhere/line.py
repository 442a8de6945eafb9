"""A runner's line to a hub: asks until it is answered, as long as there is a hub to be heard."""

import asyncio
import time

from hydratui.errors import HydraError
from hydratui.workers.elsewhere import wire
from hydratui.workers.elsewhere.bus import Bus, NoAnswer
from hydratui.workers.elsewhere.wire import Reply

ANSWER_SECONDS = 3.0
AGAIN_SECONDS = 0.25
HUB_SECONDS = 10.0
"""A hub that does not answer for so long, while the bus does, is gone."""
OUTAGE_SECONDS = 600.0
"""How long a runner goes on with a job while the bus is away."""


class HubGone(HydraError):
    """The hub can't be reached any more; what its task needs, another hub will ask for anew."""


class NotWanted(HydraError):
    """The hub does not want the job any more: it was cancelled, or has been given to another."""


class Line:
    """The line for one job. Several may ask at the same time."""

    def __init__(self, bus: Bus, hub: str) -> None:
        self._bus = bus
        self._hub = hub
        self._heard_at = time.monotonic()

    async def ask(self, message: bytes) -> Reply:
        """Asks the same until there is an answer.

        Raises:
            HubGone: Nobody has answered for too long.
            NotWanted: The job is not wanted any more.
            Malformed: The answer can't be read.
        """
        while True:
            try:
                answer = await self._bus.ask(self._hub, message, ANSWER_SECONDS)
            except NoAnswer:
                self._lose_patience()
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self._heard_at = time.monotonic()
            reply = wire.reply(answer)
            if reply.gone:
                raise NotWanted("The job is not wanted any more.")
            return reply

    def _lose_patience(self) -> None:
        now, connected_at = time.monotonic(), self._bus.connected_at
        unheard = now - self._heard_at
        silence = now - max(self._heard_at, connected_at) if connected_at is not None else 0.0
        if silence > HUB_SECONDS or unheard > OUTAGE_SECONDS:
            raise HubGone(f"The hub has not answered for {unheard:.0f} seconds.")
