"""The app's watch over its worker: starts one when nobody takes tasks, starts another when it dies, lets go at the end."""

import logging
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Literal

from hydratui.errors import StoreError
from hydratui.paths import Home
from hydratui.store import Store, front_ends, workers
from hydratui.store.alive import BEAT_SECONDS, SILENCE_SECONDS, is_gone

LINGER_SECONDS = 10.0
"""How long a worker stays when no app is open and nothing waits."""
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
HEALTHY_SECONDS = 60.0
STARTING = "worker-start.log"
"""What workers print that keep no log of their own yet, and what Python prints when it fails itself."""
MOST_BYTES = 100_000
"""Of that file; then it begins anew."""
log = logging.getLogger("hydratui.supervisor")


class Supervisor:
    """Keeps one worker alive for a data folder while an app is open, which it enters on the list of open apps.

    Args:
        home: The data folder.
        begin: Is called once, before the first look: what the app leaves for later.
        linger: Seconds that a worker stays after the last app and the last task.
    """

    def __init__(self, home: Home, begin: Callable[[], object] = lambda: None, linger: float = LINGER_SECONDS) -> None:
        self._home = home
        self._begin = begin
        self._linger = linger
        # The app looks from a thread of its own and may leave from another.
        self._lock = threading.Lock()
        self._store: Store | None = None
        self._causes: dict[int, str] = {}
        self._children: list[subprocess.Popen[bytes]] = []
        self._front_end: str | None = None
        self._left = False
        self._beat_at = 0.0
        self._started_at = 0.0
        self._again_at = 0.0
        self._deaths = 0
        self._last_death = ""
        self._heard: dict[str, tuple[float, float]] = {}

    def ensure(self) -> str | None:
        """Makes sure that a worker is alive that takes tasks, here or anywhere on this file.

        Call it every second or two; it takes a fifth of a millisecond when all is well. After `leave` it does nothing.

        Returns:
            None when one is alive or has just been started, else a sentence for the user.

        Raises:
            HydraError: The log or the file can't be used.
        """
        with self._lock:
            if self._left:
                return None
            self._begin()
            self._begin = lambda: None
            self._causes |= self._reap()
            store = self._opened()
            store.refuse_newer()
            self._show(store)
            workers.bury(store, self._causes)
            self._causes = {}
            if self._is_attended(store):
                return None
            if (left := self._again_at - time.monotonic()) > 0:
                return f"The worker stopped ({self._last_death}); another starts in {math.ceil(left)} s. Its log is in {self._home.logs}."
            return self._start()

    def leave(self, how: Literal["finish", "stop"]) -> None:
        """Lets go of the worker and takes the app off the list of open ones. The second call does nothing.

        Args:
            how: With ``finish`` the queue is worked off in the background and the worker ends after it. With ``stop`` the tasks
                that run are ended and nothing new is begun until an app is opened or a worker is started by hand, unless
                another app is open now.

        Raises:
            StoreError: The worker could not be asked to stop.
        """
        with self._lock:
            if self._left:
                return
            self._left = True
            if how == "finish" and self._front_end is None:
                return
            try:
                self._sign_off(how)
            except StoreError as error:
                if how == "stop":
                    raise
                # Once this process is gone, its row says the same.
                log.warning("%s", error)
            finally:
                if self._store is not None:
                    self._store.close()
                for child in self._children:
                    # For a process that goes on after the app: none that has ended may stay behind unnoticed.
                    threading.Thread(target=child.wait, name="reaper", daemon=True).start()

    def stop(self) -> None:
        """Lets go of the worker: it finishes what waits and ends by itself."""
        self.leave("finish")

    def _opened(self) -> Store:
        if self._store is None:
            self._store = Store.open(self._home.database)
        return self._store

    def _show(self, store: Store) -> None:
        """Shows other processes that this app is open."""
        # By the clock on the wall: after a sleep of the machine the others must hear of it at once.
        if abs(time.time() - self._beat_at) < BEAT_SECONDS:
            return
        if self._front_end is None:
            self._front_end = front_ends.enter(store)
        else:
            front_ends.beat(store, self._front_end)
        self._beat_at = time.time()

    def _is_attended(self, store: Store) -> bool:
        """Whether somebody takes tasks, or is just about to."""
        now, rows = time.monotonic(), workers.listed(store)
        entered = {row.pid for row in rows}
        if any(child.pid not in entered for child in self._children) and now - self._started_at < SILENCE_SECONDS:
            return True
        heard = self._heard
        # After a sleep of the machine everyone's last beat is old: only a silence that was listened to counts.
        self._heard = {
            row.id: heard[row.id] if row.id in heard and heard[row.id][0] == row.beat_at else (row.beat_at, now)
            for row in rows
            if row.id in heard or row.is_alive
        }
        return any(
            now - self._heard[row.id][1] < SILENCE_SECONDS
            for row in rows
            if row.id in self._heard and row.kind != "own" and not row.leaving and not is_gone(row.pid, row.host)
        )

    def _start(self) -> str | None:
        home = self._home
        # -P: a file of the folder that the app was opened in must not stand in for one of Python's.
        command = [sys.executable, "-P", "-m", "hydratui", "--home", str(home.root), "worker", "--while-needed", str(self._linger)]
        said = home.logs / STARTING
        try:
            home.logs.mkdir(parents=True, exist_ok=True)
            with said.open("wb" if said.exists() and said.stat().st_size > MOST_BYTES else "ab") as printed:
                child = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=printed,
                    stderr=printed,
                    # Neither Ctrl+C in the terminal nor the end of the terminal is meant for the worker.
                    start_new_session=os.name != "nt",
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        except OSError as error:
            return f"No worker can be started ({error.strerror}). Messages wait in the queue."
        self._children.append(child)
        self._started_at = time.monotonic()
        log.info("started worker %d", child.pid)
        return None

    def _reap(self) -> dict[int, str]:
        """Takes note of the workers that have ended, and says how each did, by process number."""
        ended = {child.pid: child.returncode for child in self._children if child.poll() is not None}
        self._children = [child for child in self._children if child.returncode is None]
        for pid, status in ended.items():
            log.log(logging.WARNING if status else logging.INFO, "worker %d %s", pid, in_words(status))
            self._note_death(status)
        return {pid: in_words(status) for pid, status in ended.items()}

    def _note_death(self, status: int) -> None:
        if status == 0 or time.monotonic() - self._started_at > HEALTHY_SECONDS:
            self._again_at, self._deaths = 0.0, 0
            return
        self._deaths += 1
        self._last_death = in_words(status).removeprefix("was ")
        # The first is no reason to wait; a worker that dies again and again must not take the machine with it.
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self._deaths - 1)) if self._deaths > 1 else 0.0
        self._again_at = time.monotonic() + pause

    def _sign_off(self, how: Literal["finish", "stop"]) -> None:
        store = self._opened()
        if how == "stop":
            workers.ask_to_leave(store)
            asked = {row.pid for row in workers.listed(store) if row.leaving}
            for child in self._children:
                # One that is only starting is not on the list yet, and has nothing in hand.
                if child.pid not in asked and child.poll() is None:
                    child.terminate()
        if self._front_end is not None:
            front_ends.leave(store, self._front_end)


def in_words(status: int) -> str:
    """How a process ended, by its exit status: ``was killed by signal 9``, ``ended with status 1``."""
    return f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
