"""A search that tells what it finds while it goes on, in a thread of its own; the next one calls it off."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from hydratui.errors import HydraError
from hydratui.store.database import Store

F = TypeVar("F")


class Quest(Generic[F]):
    """At most one search at a time. What one that was called off finds is told to nobody."""

    def __init__(self, store: Store, take: Callable[[F], None], end: Callable[[str], None]) -> None:
        """A searcher.

        Args:
            store: Each search opens a connection of its own to its file.
            take: Gets each portion of what was found, on the screen's thread.
            end: Is told, there too, that a search has come to its end; with a sentence where it could not go on.
        """
        self._store, self._take, self._end = store, take, end
        self._off = threading.Event()
        self.running = False

    def begin(self, look: Callable[[Store], Iterator[F]]) -> None:
        """Calls off what goes on and searches anew; between two portions of `look` it can be called off in turn."""
        self.call_off()
        off = self._off = threading.Event()
        self.running = True
        loop = asyncio.get_running_loop()

        def tell(work: Callable[[], None]) -> None:
            # The loop may be gone: then nobody waits any more.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(lambda: None if off.is_set() else work())

        def run() -> None:
            sentence = ""
            try:
                store = self._store.again()
                try:
                    for found in look(store):
                        if off.is_set():
                            return
                        tell(lambda found=found: self._take(found))  # type: ignore[misc]
                finally:
                    store.close()
            except HydraError as error:
                sentence = str(error)
            tell(lambda: self._ended(sentence))

        threading.Thread(target=run, name="quest", daemon=True).start()

    def call_off(self) -> None:
        """Ends what goes on; nothing more is told of it."""
        self._off.set()
        self.running = False

    def _ended(self, sentence: str) -> None:
        self.running = False
        self._end(sentence)
