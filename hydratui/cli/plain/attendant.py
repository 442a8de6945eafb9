"""Keeps a worker alive while the user types or listens."""

import threading
from types import TracebackType
from typing import Literal, Self

from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.workers.supervise import Supervisor

LOOK_SECONDS = 1.0


class Attendant:
    """A thread that looks after the worker. Use it as a context manager.

    Attributes:
        parting: What becomes of the work in the end.
    """

    def __init__(self, home: Home) -> None:
        self.parting: Literal["finish", "stop"] = "finish"
        self._home = home
        self._supervisor = Supervisor(home, begin=self._keep_log)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="attendant", daemon=True)
        self._warning = self._told = ""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        self._supervisor.leave(self.parting)

    def warning(self) -> str:
        """Why there is no worker, once for each reason; else nothing."""
        now = self._warning
        new, self._told = (now if now.split("(")[0] != self._told.split("(")[0] else ""), now
        return new

    def _look(self) -> None:
        while not self._over.is_set():
            try:
                self._warning = self._supervisor.ensure() or ""
            except HydraError as error:
                self._warning = str(error)
            self._over.wait(LOOK_SECONDS)

    def _keep_log(self) -> None:
        from hydratui.workers.logs import keep_log

        keep_log(self._home, "plain")
