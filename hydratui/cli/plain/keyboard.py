"""Lines that are typed or piped in, with ctrl+c and ctrl+d told apart from them."""

import os
import select
import signal
import sys
import time
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from types import FrameType, ModuleType, TracebackType
from typing import Self, TextIO

MORE = "more: "
"""The prompt behind a line that ends with a backslash."""


class Ended(Exception):
    """No line will come any more: ctrl+d was pressed, or the pipe is at its end."""


class Keyboard:
    """The standard input. Use it as a context manager: ctrl+c breaks off nothing but a question meanwhile.

    Attributes:
        live: Somebody sits there; else the lines are piped in.
    """

    def __init__(self) -> None:
        # Python gives None for an input that was closed before it began.
        sys.stdin = sys.stdin or _nothing()
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        self.live = sys.stdin.isatty()
        self._can_listen = self.live and os.name != "nt"
        self._readline = _readline() if self.live and sys.stdout.isatty() else None
        self._asking = False
        self._interrupted = False
        self._before: object = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    @property
    def can_prefill(self) -> bool:
        """Whether a text can be put into the line for the user to change."""
        return self._readline is not None

    def know(self, lines: Iterable[str]) -> None:
        """Takes lines of earlier days into the history, oldest first."""
        if self._readline is not None:
            for line in lines:
                self._readline.add_history(line)

    def ask(self, prompt: str, draft: str = "") -> str:
        """The next line; one that ends with a backslash goes on in the next.

        Args:
            prompt: What stands before it.
            draft: What stands in it already.

        Raises:
            Ended: There is none.
            KeyboardInterrupt: Ctrl+c was pressed instead.
        """
        typed = self._line(prompt, draft)
        while typed.endswith("\\"):
            typed = f"{typed[:-1]}\n{self._line(MORE)}"
        return typed

    def listen(self, seconds: float) -> str | None:
        """A line that is typed within some seconds though nothing was asked, else None. What is piped in waits until it is asked for.

        Raises:
            Ended: Ctrl+d was pressed.
        """
        if not self._can_listen:
            time.sleep(seconds)
            return None
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return None
        typed = os.read(sys.stdin.fileno(), 1 << 16).decode(sys.stdin.encoding or "utf-8", "replace")
        if not typed:
            raise Ended
        return typed.rstrip("\r\n")

    def was_interrupted(self) -> bool:
        """Whether ctrl+c was pressed since the last time."""
        pressed, self._interrupted = self._interrupted, False
        return pressed

    def _line(self, prompt: str, draft: str = "") -> str:
        if self._readline is not None:
            self._readline.set_startup_hook(lambda: self._put(draft))
        self._asking = True
        try:
            if self.live:
                return input(prompt)
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt) as error:
            print(flush=True)
            if isinstance(error, EOFError):
                raise Ended from error
            raise
        finally:
            self._asking = False
        if not line:
            raise Ended
        return line.rstrip("\r\n")

    def _put(self, draft: str) -> None:
        if self._readline is not None and draft:
            self._readline.insert_text(draft)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._asking:
            raise KeyboardInterrupt
        self._interrupted = True


def _nothing() -> TextIO:
    return Path(os.devnull).open(encoding="utf-8")


def _readline() -> ModuleType | None:
    """Python's line editing, told to send the terminal nothing but text."""
    try:
        import readline
    except ImportError:
        return None
    for setting in ("enable-bracketed-paste off", "enable-meta-key off", "colored-stats off", "bell-style none"):
        readline.parse_and_bind(f"set {setting}")
    return readline
