"""Keeps search indexes up to date in the background, so that nobody waits for one: after many new tasks, or a new tokenizer."""

import logging
import threading
from pathlib import Path

from hydratui.errors import StoreError
from hydratui.recall import index
from hydratui.store import Store

LOOK_SECONDS = 5.0
log = logging.getLogger("hydratui.worker")


class Indexer:
    """A thread that looks every few seconds whether an agent that is searched at all has tasks that its index lacks.

    It may be cut off at any moment: what it has read is kept, in writes of some milliseconds, and whoever comes next goes on.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="indexer", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def end(self) -> None:
        """Lets the thread end by itself; nobody waits for it."""
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            try:
                store = Store.open(self._database)
                try:
                    for agent in index.behind(store):
                        index.ensure(store, agent)
                finally:
                    store.close()
            except StoreError as error:
                log.warning("the search index waits: %s", error)
