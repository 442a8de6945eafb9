"""Partial output on its way to the store: gathered, and written for all running tasks together some 20 times a second."""

import asyncio
import logging

from hydratui.errors import StoreError
from hydratui.store import Store, stream
from hydratui.store.queue import Claim

BATCH_SECONDS = 0.05
log = logging.getLogger("hydratui.worker")


class Partial:
    """The text that has arrived and is not in the store yet. Lives in one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Claim, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._written = 0.0

    def add(self, claim: Claim, text: str) -> None:
        """Takes a piece; the first after a pause is written at once, the others within 50 ms."""
        self._waiting.append((claim, text))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(self._written + BATCH_SECONDS, self.flush)

    def flush(self) -> None:
        """Writes what has been gathered."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            merged: dict[Claim, list[str]] = {}
            for claim, text in self._waiting:
                merged.setdefault(claim, []).append(text)
            self._waiting = []
            try:
                stream.append(self._store, [(claim, "".join(texts)) for claim, texts in merged.items()])
            except StoreError as error:
                # The task keeps its whole text; only the view of it on the way is poorer.
                log.warning("partial output was not written: %s", error)
            self._written = asyncio.get_running_loop().time()

    def close(self) -> None:
        """Writes the rest."""
        self.flush()
