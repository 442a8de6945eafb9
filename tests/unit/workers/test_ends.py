"""The ends of tasks: whatever goes wrong, the task that waits for its end is told."""

import asyncio

import apsw
import pytest

from hydratui.store import Store, queue, tasks
from hydratui.store.queue import End
from hydratui.workers.ends import Ends


def test_an_error_that_nobody_foresaw_reaches_the_task_that_waits(store: Store) -> None:
    tasks.submit(store, "ada", "hello")
    claim = queue.claim(store, "w")
    assert claim is not None
    closed = store.again()
    closed.close()

    async def write() -> None:
        await asyncio.wait_for(Ends(closed).write(End(claim, "completed", "yes", None, None, (0, 0))), 10)

    with pytest.raises(apsw.ConnectionClosedError):
        asyncio.run(write())
