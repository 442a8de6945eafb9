"""A worker as a process of its own: its log, its signals, and the end of the one that started it."""

import asyncio
import logging
import os
import signal
import sys
import threading
from logging.handlers import RotatingFileHandler

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.workers.loop import CONCURRENCY, work

LOG_BYTES = 1_000_000
LOG_FILES = 3


def serve(home: Home, *, concurrency: int = CONCURRENCY, until_idle: bool = False, with_parent: bool = False) -> None:
    """Runs a worker until it is interrupted, or until it is idle, or until its parent is gone and it is idle.

    Args:
        home: The data folder.
        concurrency: Tasks at once.
        until_idle: End as soon as nothing waits.
        with_parent: Standard input is a pipe from the process that started this one; when it closes, end after the queue.
    """
    keep_log(home)
    asyncio.run(_serve(home, concurrency, until_idle, with_parent))


def keep_log(home: Home) -> None:
    """Sends what workers have to say to ``logs/worker.log``, rotated at 1 MB; never a prompt or an answer.

    Raises:
        HydraError: The log can't be written.
    """
    file = home.logs / "worker.log"
    try:
        home.logs.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). Make the folder writable, or free some space.") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logger = logging.getLogger("hydratui")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    logger.propagate = False


async def _serve(home: Home, concurrency: int, until_idle: bool, with_parent: bool) -> None:
    leaving = asyncio.Event()
    loop = asyncio.get_running_loop()
    job = asyncio.current_task()
    assert job is not None  # asyncio.run made it
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, job.cancel)
    if with_parent:
        threading.Thread(target=_wait_for_end, args=(loop, leaving), daemon=True).start()
    try:
        await work(home, concurrency=concurrency, until_idle=until_idle, leaving=leaving)
    except asyncio.CancelledError:
        logging.getLogger("hydratui.worker").info("interrupted")


def _wait_for_end(loop: asyncio.AbstractEventLoop, leaving: asyncio.Event) -> None:
    # Past sys.stdin: a thread that waits in it holds its lock, and Python aborts when it can't have that lock at exit.
    while os.read(0, 4_096):
        pass
    if not loop.is_closed():
        loop.call_soon_threadsafe(leaving.set)
