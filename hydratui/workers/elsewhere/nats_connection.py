"""A connection to a NATS server that comes back by itself, and the work queue that hub and runners need there."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from ssl import SSLError
from typing import TYPE_CHECKING

from hydratui.errors import HydraError
from hydratui.text import clipped
from hydratui.workers.elsewhere.bus import MAX_MESSAGE
from hydratui.workers.elsewhere.nats_address import Address

if TYPE_CHECKING:
    from nats.aio.client import Client

STREAM = "HYDRATUI_JOBS"
SUBJECT = "hydratui.jobs"
CONSUMER = "runners"
ACK_SECONDS = 5.0
"""A runner that shows no sign of life for so long has its ticket given to another."""
KEPT_SECONDS = 86_400
"""A ticket that nobody takes and nobody withdraws is of a hub that is gone."""
_CONNECT_SECONDS = 5.0
_AGAIN_SECONDS = 0.5
_PREPARE_TRIES = 20
_SPARE = 40_000
"""Bytes of what comes with a message, and more than a ticket has."""
log = logging.getLogger("hydratui.worker")


class Connection:
    """The state of one connection."""

    def __init__(self, client: "Client", address: Address) -> None:
        self.client = client
        self.address = address
        self.connected_at: float | None = None
        self.error: Exception | None = None
        self._hopeless = asyncio.Event()

    async def connect(self, name: str) -> None:
        """Connects, or says why that can't be; from then on it connects again whenever it has to.

        Raises:
            HydraError: Nobody answers there, or the login or the size of messages is wrong.
        """
        from nats.errors import Error

        connecting = asyncio.create_task(self._connect(name))
        giving_up = asyncio.create_task(self._hopeless.wait())
        try:
            # A server that does not answer yet may be starting; one that refuses does not change its mind.
            await asyncio.wait([connecting, giving_up], timeout=_CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not connecting.done():
                raise HydraError(self._in_words())
            await connecting
        except (Error, OSError, ValueError) as error:
            self.error = self.error or error
            raise HydraError(self._in_words()) from error
        finally:
            connecting.cancel()
            giving_up.cancel()
        if self.client.max_payload < MAX_MESSAGE + _SPARE:
            raise HydraError(
                f"The NATS server at {self.address.shown} takes messages of {self.client.max_payload:,} bytes at most."
                f" Set max_payload to {MAX_MESSAGE + _SPARE:,} or more there."
            )
        self.connected_at = time.monotonic()

    async def _connect(self, name: str) -> None:
        await self.client.connect(
            self.address.url,
            name=name,
            user_credentials=self.address.credentials,
            max_reconnect_attempts=-1,
            reconnect_time_wait=_AGAIN_SECONDS,  # type: ignore[arg-type]  # its own code sleeps for any number
            ping_interval=5,
            error_cb=self._note,
            disconnected_cb=self._lost,
            reconnected_cb=self._found,
        )

    async def prepare(self) -> None:
        """Makes the work queue, unless it is there.

        Raises:
            HydraError: JetStream is off, or this user may not use it.
        """
        from nats.errors import Error
        from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy
        from nats.js.errors import BadRequestError

        jets = self.client.jetstream()
        try:
            try:
                await jets.add_stream(
                    name=STREAM, subjects=[f"{SUBJECT}.*"], retention=RetentionPolicy.WORK_QUEUE, max_age=KEPT_SECONDS, max_msg_size=_SPARE
                )
            except BadRequestError:
                # There already, with settings that whoever runs the server has changed: replicas, for example.
                await jets.stream_info(STREAM)
            await jets.add_consumer(
                STREAM, ConsumerConfig(durable_name=CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_SECONDS, max_waiting=4_096)
            )
        except (Error, TimeoutError) as error:
            raise HydraError(
                f"JetStream can't be used at {self.address.shown} ({type(error).__name__}). Start the server with: nats-server --jetstream"
            ) from error

    async def close(self) -> None:
        """Sends what is left and ends the connection."""
        from nats.errors import Error

        try:
            if self.connected_at is not None:
                await self.client.flush(timeout=1)
        except (Error, OSError, TimeoutError):
            log.debug("the connection ended before everything was sent")
        self.connected_at = None
        await self.client.close()

    async def _note(self, error: Exception) -> None:
        self.error = error
        if isinstance(error, SSLError) or _is_of_login(error):
            self._hopeless.set()
        log.debug("NATS: %s", error)

    async def _lost(self) -> None:
        if self.connected_at is not None:
            self.connected_at = None
            log.warning("the connection to %s is lost and made again", self.address.shown)

    async def _found(self) -> None:
        self.connected_at = time.monotonic()
        log.info("connected again to %s", self.address.shown)
        for _ in range(_PREPARE_TRIES):
            try:
                # The server may have come back without what it had stored.
                await self.prepare()
                return
            except HydraError as error:
                log.error("%s", error)
                await asyncio.sleep(_AGAIN_SECONDS)

    def _in_words(self) -> str:
        shown = self.address.shown
        if isinstance(self.error, SSLError):
            return f"No safe connection to {shown} can be made ({clipped(str(self.error), 120)}). Check the certificate there."
        if _is_of_login(self.error):
            return f"{shown} refused the login. Check user and password in the address, or the file of --creds."
        return f"No NATS server answers at {shown}. Start it, or correct the address."


def _is_of_login(error: Exception | None) -> bool:
    text = str(error).lower()
    return "authorization" in text or "authentication" in text


@asynccontextmanager
async def connected(address: Address, name: str) -> AsyncGenerator[Connection, None]:
    """A connection with the work queue made, until the block ends.

    Args:
        address: The server.
        name: What the server lists this connection as.

    Raises:
        HydraError: NATS support is not installed, or the server can't be used.
    """
    try:
        from nats.aio.client import Client
    except ImportError as error:
        raise HydraError("NATS support is not installed. Install it with: pip install 'hydratui[nats]'") from error
    connection = Connection(Client(), address)
    try:
        await connection.connect(name)
        await connection.prepare()
        yield connection
    finally:
        await connection.close()
