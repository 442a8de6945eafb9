"""What hub and runners ask of the bus between them. NATS JetStream stands behind it; whatever keeps a ticket could."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from hydratui.errors import HydraError

MAX_MESSAGE = 256_000
"""Bytes of one message. NATS carries 1 MB unless it is set lower; what is longer travels in parts."""


class NoAnswer(HydraError):
    """The bus, or the one that was asked, does not answer at the moment."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A job that waits for a runner. It holds nothing of the task itself.

    Attributes:
        job: Its id.
        hub: Who has the turn.
        secret: Shows the hub that its bearer took the job from the bus.
        again: How often it was submitted before, because the bus had lost it.
    """

    job: str
    hub: str
    secret: str
    again: int = 0


class Delivery(Protocol):
    """A ticket in the hands of a runner. When the runner shows no sign of life for some seconds, the bus gives it to another."""

    @property
    def ticket(self) -> Ticket:
        """The ticket."""

    async def heartbeat(self) -> None:
        """Shows that the runner is alive. An interrupted connection is no error: the next one may get through."""

    async def finish(self) -> None:
        """Takes the ticket off the bus: the job is over, or nobody wants it any more."""

    async def put_back(self, seconds: float) -> None:
        """Lets the bus deliver it again, after a while."""


class Bus(Protocol):
    """One end of the bus. Every call ends within seconds; what the bus can't do at the moment raises `NoAnswer`."""

    @property
    def connected_at(self) -> float | None:
        """When the connection was made, in seconds of the monotonic clock; None while there is none."""

    async def submit(self, ticket: Ticket) -> None:
        """Puts a ticket up, so that it survives a kill of the bus. Twice the same is once."""

    async def waits(self, job: str) -> bool:
        """Whether the ticket of a job is on the bus, in the hands of a runner or not."""

    async def withdraw(self, job: str) -> None:
        """Takes the ticket of a job off the bus."""

    async def room(self) -> int:
        """How many more tickets would be taken at once."""

    async def answer(self, hub: str, handler: Callable[[bytes], Awaitable[bytes]]) -> None:
        """Has the handler answer what is asked of a hub from now on; several questions at the same time."""

    async def claim(self, seconds: float) -> Delivery | None:
        """The next ticket, or None when there is none for so long."""

    async def ask(self, hub: str, message: bytes, seconds: float) -> bytes:
        """Asks a hub and waits for its answer."""
