"""A worker in this process, for one task, when no other worker is alive to take it."""

import asyncio
import threading

from hydratui.paths import Home
from hydratui.store import workers
from hydratui.store.database import Store

# How long a cancelled task may take to be put down before the program leaves it to the next worker.
JOIN_SECONDS = 5.0


class OwnWorker:
    """Works one task off in a thread of this process, from the moment that nobody else can."""

    def __init__(self, home: Home, store: Store, task_id: int) -> None:
        self._home = home
        self._store = store
        self._task_id = task_id
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def ensure(self) -> None:
        """Starts the thread if no worker is alive that takes tasks, here or elsewhere.

        Raises:
            Exception: What stopped the worker in this process, if something did.
        """
        if self._error is not None:
            raise self._error
        if self._thread is None and not workers.available(self._store):
            self._thread = threading.Thread(target=self._work, name="worker", daemon=True)
            self._thread.start()

    def join(self) -> None:
        """Waits for the thread to put its task down."""
        if self._thread is not None:
            self._thread.join(JOIN_SECONDS)

    def _work(self) -> None:
        try:
            from hydratui.workers.logs import keep_log
            from hydratui.workers.loop import work

            keep_log(self._home, "ask")
            asyncio.run(work(self._home, concurrency=1, only=self._task_id, kind="own"))
        except Exception as error:
            # Raised again in the main thread, which is waiting for the task.
            self._error = error
