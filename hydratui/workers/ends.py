"""The ends of tasks on their way to the store: all that come in the same moment share one write and one wait for the disk."""

import asyncio

from hydratui.errors import StoreError
from hydratui.store import Store, queue
from hydratui.store.queue import End


class Ends:
    """Tasks that have ended and are not written yet. Lives in one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[End, asyncio.Future[bool]]] = []

    async def write(self, end: End) -> bool:
        """Writes the end of a task; False when its claim was lost to another worker.

        Raises:
            StoreError: The file can't be written; the end is not in it.
        """
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._flush)
        written: asyncio.Future[bool] = loop.create_future()
        self._waiting.append((end, written))
        return await written

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, []
        # Whoever was cancelled meanwhile has ended its task in another way.
        batch = [(end, written) for end, written in batch if not written.cancelled()]
        try:
            results = queue.end_some(self._store, [end for end, _ in batch])
        except BaseException as error:
            # Each of them waits for an answer, whatever it is: a task without one would be held, and renewed, for ever.
            for _, written in batch:
                written.set_exception(error)
            if isinstance(error, StoreError):
                return
            raise
        for (_, written), result in zip(batch, results, strict=True):
            written.set_result(result)
