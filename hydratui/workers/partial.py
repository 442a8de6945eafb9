"""Partial output on its way to the store: gathered, and written for all running tasks together up to 20 times a second."""

import asyncio
import logging

from hydratui.errors import StoreError
from hydratui.store import Store, stream
from hydratui.store.queue import Claim

BATCH_SECONDS = 0.05
STREAMS = 8
"""Streams up to which a batch is written after `BATCH_SECONDS`. With more it is later, so that one is not all that its readers do."""
LONGEST_BATCH_SECONDS = 0.15
log = logging.getLogger("hydratui.worker")


class Partial:
    """The text that has arrived and is not in the store yet. Lives in one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Claim, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._next = 0.0

    def add(self, claim: Claim, text: str) -> None:
        """Takes a piece; the first after a pause is written at once, the others within 50 ms, or 150 ms where many stream."""
        self._waiting.append((claim, text))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(self._next, self.flush)

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
                # It goes with what comes next, so that nobody reads on across a gap.
                self._waiting = [(claim, "".join(texts)) for claim, texts in merged.items()]
                log.warning("partial output waits: %s", error)
            pause = min(BATCH_SECONDS * max(len(merged) / STREAMS, 1), LONGEST_BATCH_SECONDS)
            self._next = asyncio.get_running_loop().time() + pause

    def close(self) -> None:
        """Writes the rest."""
        self.flush()
