"""Work that may take long, in a thread of its own that the end of the app does not wait for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


async def errand(work: Callable[[], R]) -> R:
    """What `work` returns; what it raises is raised here. `work` must leave nothing half done when it is cut off."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[R] = loop.create_future()

    def settle(result: R | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # there is one when there is no error

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as raised:
            error = raised
        # The loop may be gone: then nobody waits any more.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="errand", daemon=True).start()
    return await done
