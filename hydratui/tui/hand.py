"""The app's writing hand: whatever writes or may take a moment is done off the screen's thread, one thing after another."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from hydratui.store.database import Store

P = ParamSpec("P")
R = TypeVar("R")


class Hand:
    """One thread with its own connection to the store. What is asked first is done first."""

    def __init__(self, store: Store) -> None:
        self._parent = store
        self._store: Store | None = None
        self.awaited: object = None
        """What somebody waits for and was asked last: of several things that wait for a locked file, this one is spoken of."""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hand")

    async def do(self, work: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What `work` returns for the hand's store and these arguments; what it raises is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(self._own(), *args, **kwargs))

    def finish(self) -> None:
        """Does what is still asked for, then lets go of the store. Blocks until it is done."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _own(self) -> Store:
        if self._store is None:
            self._store = self._parent.again()
        return self._store

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
