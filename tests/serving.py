"""`hydratui serve` as a process of its own."""

import os
import signal
import subprocess
from types import TracebackType
from typing import Self

from tests.unit.program import PROGRAM


class Serving:
    """The server, from the moment that it says its address.

    Attributes:
        address: What it printed, ending with a slash.
    """

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", *words],
            env=dict(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.address

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def root(self) -> str:
        """The address without the token: ``http://127.0.0.1:40000``."""
        return self.address.rsplit("/", 2)[0]

    def interrupt(self) -> int:
        """Presses ctrl+c and waits for the end; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)
