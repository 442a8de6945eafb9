"""The bus over NATS: tickets are messages of a JetStream work queue, questions and answers are plain requests."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hydratui.workers.elsewhere import wire
from hydratui.workers.elsewhere.bus import Delivery, NoAnswer, Ticket
from hydratui.workers.elsewhere.nats_connection import CONSUMER, STREAM, SUBJECT, Connection

if TYPE_CHECKING:
    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

    Pull = JetStreamContext.PullSubscription

SECONDS = 3.0
"""Patience with one request to JetStream."""
OTHERS_SECONDS = 30.0
MOST_AT_ONCE = 1_000
"""Questions to a hub in work at the same time; one more is not answered, and asked again."""
_WAITING_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class NatsDelivery:
    """A message of the work queue that JetStream has given to this runner."""

    ticket: Ticket
    message: "Msg"

    async def heartbeat(self) -> None:
        """Starts JetStream's wait for a sign of life anew."""
        with suppressed():
            await self.message.in_progress()

    async def finish(self) -> None:
        """Acknowledges the message, which takes it out of the queue."""
        with suppressed():
            await self.message.ack()

    async def put_back(self, seconds: float) -> None:
        """Has JetStream deliver it again."""
        with suppressed():
            await self.message.nak(delay=seconds)


class NatsBus:
    """One connection, for a hub or for a runner. See `Bus` for what it does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._client = connection.client
        self._stream = connection.client.jetstream(timeout=SECONDS)
        self._pulls: list[Pull] = []
        self._answering: set[asyncio.Task[None]] = set()

    @property
    def connected_at(self) -> float | None:
        """When the connection was made; None while there is none."""
        return self._connection.connected_at

    async def submit(self, ticket: Ticket) -> None:
        """Publishes the ticket, and has JetStream's word that it is written down."""
        with said():
            headers = {"Nats-Msg-Id": f"{ticket.job}.{ticket.again}"}
            await self._stream.publish(f"{SUBJECT}.{ticket.job}", wire.encode_ticket(ticket), timeout=SECONDS, headers=headers)

    async def waits(self, job: str) -> bool:
        """Whether the message is in the work queue."""
        from nats.js.errors import NotFoundError

        with said():
            try:
                await self._stream.get_last_msg(STREAM, f"{SUBJECT}.{job}")
            except NotFoundError:
                return False
        return True

    async def withdraw(self, job: str) -> None:
        """Takes the message out of the work queue."""
        with said():
            await self._stream.purge_stream(STREAM, subject=f"{SUBJECT}.{job}")

    async def room(self) -> int:
        """How many runners wait for a message, less the messages that wait for a runner."""
        with said():
            consumer = await self._stream.consumer_info(STREAM, CONSUMER)
        return (consumer.num_waiting or 0) - (consumer.num_pending or 0)

    async def answer(self, hub: str, handler: Callable[[bytes], Awaitable[bytes]]) -> None:
        """Subscribes to what is asked of a hub."""

        async def respond(message: "Msg") -> None:
            with suppressed():
                await message.respond(await handler(message.data))

        async def take(message: "Msg") -> None:
            # Where the answer goes is the asker's word: to an inbox it may, and to nothing else that this user may write to.
            if message.reply.startswith("_INBOX.") and len(self._answering) < MOST_AT_ONCE:
                task = asyncio.create_task(respond(message))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)

        with said():
            await self._client.subscribe(_hub(hub), cb=take, pending_bytes_limit=_WAITING_BYTES)
            await self._client.flush()

    async def claim(self, seconds: float) -> Delivery | None:
        """Pulls one message; several may be pulled at the same time."""
        from nats.errors import TimeoutError as NothingCame

        with said():
            pull = self._pulls.pop() if self._pulls else await self._stream.pull_subscribe_bind(CONSUMER, STREAM)
            try:
                (message,) = await pull.fetch(1, timeout=seconds)
            except NothingCame:
                return None
            finally:
                self._pulls.append(pull)
        try:
            return NatsDelivery(wire.ticket(message.data), message)
        except wire.OtherVersion:
            # Another runner may understand it.
            with suppressed():
                await message.nak(delay=OTHERS_SECONDS)
            raise
        except wire.Malformed:
            with suppressed():
                await message.term()
            raise

    async def ask(self, hub: str, message: bytes, seconds: float) -> bytes:
        """Sends a request; without a connection it does not wait for one."""
        if self.connected_at is None:
            raise NoAnswer("There is no connection to the NATS server at the moment.")
        with said():
            return (await self._client.request(_hub(hub), message, timeout=seconds)).data


@contextmanager
def said() -> Iterator[None]:
    """Says as NoAnswer whatever hinders NATS."""
    from nats.errors import Error

    try:
        yield
    except (Error, OSError, TimeoutError) as error:
        raise NoAnswer(f"NATS does not answer at the moment ({type(error).__name__}).") from error


@contextmanager
def suppressed() -> Iterator[None]:
    """For messages that nobody waits for: without them the other side does what it does in a silence."""
    try:
        with said():
            yield
    except NoAnswer:
        pass


def _hub(hub: str) -> str:
    # What a ticket names goes into a subject: nothing but letters and digits may.
    if not (hub.isascii() and hub.isalnum()):
        raise NoAnswer("The ticket names no hub.")
    return f"hydratui.hub.{hub}"
