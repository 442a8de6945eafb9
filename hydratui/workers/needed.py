"""Whether anybody needs a worker that the app has started."""

import time

from hydratui.store import Store, front_ends, queue, tasks


class Need:
    """The need for one background worker: an app that is open, or tasks that wait or run.

    Args:
        store: The file.
        linger: Seconds without need before it is over, so that an app that is opened again soon finds its worker.
    """

    def __init__(self, store: Store, linger: float) -> None:
        self._store = store
        self._linger = linger
        self._seen_at = time.monotonic()

    def is_over(self) -> bool:
        """Whether the worker may end. Reads only."""
        now = time.monotonic()
        if front_ends.open_(self._store) or not queue.empty(self._store) or tasks.running(self._store):
            self._seen_at = now
        return now - self._seen_at >= self._linger
