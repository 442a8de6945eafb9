"""A worker as a process of its own: its log, its signals, its end."""

import asyncio
import logging
import signal
import sys
from contextlib import AbstractAsyncContextManager, nullcontext

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.workers import Kind
from hydratui.workers import logs
from hydratui.workers.loop import work
from hydratui.workers.place import HERE, Place

log = logging.getLogger("hydratui.worker")


def serve(
    home: Home,
    *,
    concurrency: int | None = None,
    until_idle: bool = False,
    linger: float | None = None,
    elsewhere: AbstractAsyncContextManager[Place] | None = None,
) -> bool:
    """Runs a worker until it is interrupted, or is not needed any more.

    Args:
        home: The data folder.
        concurrency: Tasks at once; None for what the settings say.
        until_idle: End as soon as nothing waits.
        linger: For a worker in the background: end when nothing waits and no app has been open for so many seconds.
        elsewhere: Opens the place where model turns are run; in this process without it.

    Returns:
        Whether it was interrupted; what it had in hand is back in the queue then.

    Raises:
        HydraError: The log or the file can't be used, or the file was made newer meanwhile.
    """
    logs.keep_log(home, "worker")
    logs.catch_strays()
    try:
        return asyncio.run(_serve(home, concurrency, until_idle, linger, elsewhere or nullcontext(HERE)))
    except HydraError as error:
        log.error("%s", error)
        raise


def stop_on_signals() -> None:
    """Has the signals that end a program cancel the task that calls this."""
    loop, job = asyncio.get_running_loop(), asyncio.current_task()
    assert job is not None  # asyncio.run made it
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, job.cancel)


async def _serve(
    home: Home, concurrency: int | None, until_idle: bool, linger: float | None, elsewhere: AbstractAsyncContextManager[Place]
) -> bool:
    stop_on_signals()
    kind: Kind = "daemon" if linger is None else "background"
    try:
        async with elsewhere as place:
            await work(home, concurrency=concurrency, until_idle=until_idle, place=place, kind=kind, linger=linger)
    except asyncio.CancelledError:
        log.info("interrupted")
        return True
    return False
