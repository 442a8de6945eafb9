"""The app's watch over its worker: starts one when none is alive, starts another when it dies, lets go at the end."""

import os
import subprocess
import sys
import time

from hydratui.paths import Home
from hydratui.store import Store, workers

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
HEALTHY_SECONDS = 60.0


class Supervisor:
    """Keeps one worker alive for a data folder. All its calls are made from one thread."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._child: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._pause = 0.0
        self._deaths = 0

    def ensure(self) -> str | None:
        """Makes sure that a worker is alive, here or anywhere on this file.

        Call it every second or two; it takes about a millisecond when all is well.

        Returns:
            None when one is alive or has just been started, else a sentence for the user.
        """
        if self._child is not None:
            status = self._child.poll()
            if status is None:
                return None
            self._note_death(status)
        store = Store.open(self._home.database)
        try:
            workers.bury(store)
            if workers.live(store):
                return None
        finally:
            store.close()
        if time.monotonic() - self._started_at < self._pause:
            return f"The worker stopped {self._deaths} times; see {self._home.logs / 'worker.log'}. It is started again in a moment."
        return self._start()

    def stop(self) -> None:
        """Lets go of the worker: it finishes what waits and ends by itself."""
        if self._child is not None and self._child.stdin is not None:
            self._child.stdin.close()
            self._child = None

    def _start(self) -> str | None:
        command = [sys.executable, "-m", "hydratui", "--home", str(self._home.root), "worker", "--with-parent"]
        try:
            self._home.logs.mkdir(parents=True, exist_ok=True)
            with (self._home.logs / "worker.log").open("ab") as log:
                self._child = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    # Ctrl+C in the terminal is the app's alone.
                    start_new_session=os.name != "nt",
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
        except OSError as error:
            return f"No worker can be started ({error.strerror}). Messages wait in the queue."
        self._started_at = time.monotonic()
        return None

    def _note_death(self, status: int) -> None:
        self._child = None
        if status == 0 or time.monotonic() - self._started_at > HEALTHY_SECONDS:
            self._pause, self._deaths = 0.0, 0
            return
        self._deaths += 1
        self._pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self._deaths - 1)) if self._deaths > 1 else 0.0
