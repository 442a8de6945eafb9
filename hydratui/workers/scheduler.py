"""What is due again: schedules whose time has come, and agents whose heartbeat files ask for a regular turn."""

import logging
import time

from hydratui import times
from hydratui.agents.roster import ID
from hydratui.paths import Home
from hydratui.store import Store, due, heartbeats
from hydratui.workers.heartbeats import asked

LOOK_SECONDS = 30.0
"""How often the heartbeat files are read, and the next times checked against the clock."""
log = logging.getLogger("hydratui.worker")


class Scheduler:
    """Sends what is due into the queue. Any number of them may look at one file."""

    def __init__(self, home: Home, store: Store) -> None:
        self._home = home
        self._store = store
        self._looked: float | None = None

    def sweep(self) -> None:
        """To be called about once a second; with nothing due it reads once, in 0.02 ms.

        Raises:
            StoreError: The file can't be used. What is due is due the next time as well.
        """
        now, ticks = times.now(), time.monotonic()
        if self._looked is None or ticks - self._looked >= LOOK_SECONDS:
            # When it can't be written, it is not tried again each second.
            self._looked = ticks
            due.realign(self._store, now)
            heartbeats.keep(self._store, lambda: asked(self._home), now)
        for task in due.fire_due(self._store, now, self._exists):
            log.info("task %d was due: %s", task.id, task.ref)

    def _exists(self, agent: str) -> bool:
        return ID.fullmatch(agent) is not None and (self._home.agents / agent).is_dir()
