"""A program in a real pseudo-terminal, its screen read as a person would see it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self

import pyte


class Terminal:
    """A child process behind a pseudo-terminal. Use it as a context manager; leaving it kills the child."""

    def __init__(self, command: Sequence[str], columns: int = 120, rows: int = 40, env: Mapping[str, str] | None = None) -> None:
        self.started = time.perf_counter()
        self.seen = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        # A size in the environment would win over the terminal's own, and over every later one.
        variables = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        variables.update({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, **(env or {}))
        self.pid, self._handle = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], list(command), variables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def text(self) -> str:
        """The screen, a line each."""
        return "\n".join(self._screen.display)

    def read(self, seconds: float = 0.01) -> bool:
        """Takes in what the program wrote within some seconds; False when nothing came or the program has ended."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._handle, 1 << 16)
        except OSError:
            return False
        self._paint(data)
        return bool(data)

    def _paint(self, data: bytes) -> None:
        self.seen += data
        # pyte prints private sequences with < and = (the Kitty keyboard protocol) as text.
        self._stream.feed(re.sub(rb"\x1b\[[<=>][0-9;]*[a-zA-Z]", b"", data))

    def repainted(self, act: Callable[[], None], *texts: str, quiet: float = 0.1, seconds: float = 30.0) -> float:
        """Does something and gives the seconds until the last byte of what the program paints for it.

        It is over when nothing has come for `quiet` seconds and the screen shows all the texts. Only then is the screen worked out:
        that is done in the time of this process and would be taken for the program's.
        """
        begin = last = time.perf_counter()
        act()
        came: list[bytes] = []
        while True:
            if select.select([self._handle], [], [], quiet)[0]:
                came.append(os.read(self._handle, 1 << 16))
                last = time.perf_counter()
                continue
            self._paint(b"".join(came))
            came.clear()
            if all(text in self.text for text in texts):
                return last - begin
            assert time.perf_counter() < begin + seconds, f"{texts} did not appear within {seconds:.0f} s:\n{self.text}"

    def pass_over(self, seconds: float) -> None:
        """Takes what the program writes for so long and does not work out the screen; once resized, the program paints it anew."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._handle], [], [], left)[0]:
                os.read(self._handle, 1 << 16)

    def send(self, keys: str) -> None:
        """Types."""
        os.write(self._handle, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size."""
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, *texts: str, seconds: float = 30.0) -> float:
        """Reads until the screen shows all the texts, and gives the seconds since the program was started."""
        end = time.perf_counter() + seconds
        while not all(text in self.text for text in texts):
            assert time.perf_counter() < end, f"{texts} did not appear within {seconds:.0f} s:\n{self.text}"
            self.read()
        return time.perf_counter() - self.started

    def settle(self, seconds: float = 0.3) -> None:
        """Reads until nothing has come for a while."""
        while self.read(seconds):
            pass

    def ended(self, seconds: float = 10.0) -> int:
        """Waits for the program to end and gives its exit status; a signal is negative."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.read(0.02)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.pid = 0
                # What it wrote last is still to be read.
                self.settle(0.1)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError(f"it did not end within {seconds:.0f} s:\n{self.text}")

    def hang_up(self) -> int:
        """Closes the terminal, as its window's cross does, and gives how the program ended."""
        os.close(self._handle)
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        """Kills the program, if it runs."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
