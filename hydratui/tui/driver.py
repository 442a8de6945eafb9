"""Textual's terminal with what it leaves out: the background's colour, a title of our own that is put back, and notices."""

import os
from typing import IO, Any, cast

from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from hydratui.text import one_line
from hydratui.tui.background import QUESTION, Parser

TITLELESS = ("linux", "dumb", "")
"""Values of TERM for terminals that have neither title nor notices, nor an answer."""
_PUSH_TITLE, _POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
LONGEST = 200
"""Characters of a title or notice."""


class Terminal(LinuxDriver):
    """A terminal that is asked for its background, each time that the app takes it over, and that can be told things."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._title = ""
        self._talks = _is_terminal(self._file) and os.environ.get("TERM", "") not in TITLELESS
        # The driver makes its parser in the thread that reads, and by this name.
        cast(Any, linux_driver).XTermParser = Parser

    def start_application_mode(self) -> None:
        """Takes the terminal over: at the start, and after another program had it."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        # Without a writer it is in the background, and asleep again.
        if self._talks and self._writer_thread is not None:
            self.write(QUESTION + _PUSH_TITLE + _titled(self._title))
            self.flush()

    def stop_application_mode(self) -> None:
        """Gives it back, with the title that it had."""
        if self._talks and self._writer_thread is not None:
            self.write(_POP_TITLE)
        super().stop_application_mode()

    def entitle(self, title: str) -> None:
        """Sets the title of the window or tab."""
        if self._talks and title != self._title:
            self._title = title
            self.write(_titled(title))

    def ring(self) -> None:
        """Rings the bell, which most terminals show as a mark on the tab."""
        if self._talks:
            self.write("\a")

    def announce(self, title: str, words: str) -> None:
        """Has the desktop show a notice."""
        if self._talks:
            self.write(notice(title, words, dict(os.environ)))


def notice(title: str, words: str, environment: dict[str, str]) -> str:
    """The sequence for a desktop notice: OSC 777 where the terminal is known to have it, else OSC 9, wrapped for tmux.

    Those that have both would show it twice. tmux passes it on with ``allow-passthrough on``.

    Args:
        title: Of the notice.
        words: What it says.
        environment: Where TERM, VTE_VERSION and TMUX are.
    """
    if environment.get("TERM", "").startswith(("foot", "rxvt")) or environment.get("VTE_VERSION"):
        bare = f"\x1b]777;notify;{_safe(title)};{_safe(words)}\a"
    else:
        bare = f"\x1b]9;{_safe(title)}: {_safe(words)}\a"
    if environment.get("TMUX"):
        doubled = bare.replace("\x1b", "\x1b\x1b")
        return f"\x1bPtmux;{doubled}\x1b\\"
    return bare


def _titled(title: str) -> str:
    return f"\x1b]2;{one_line(title)[:LONGEST]}\a" if title else ""


def _safe(words: str) -> str:
    """One line in which nothing ends the sequence or one of its fields."""
    return one_line(words).replace(";", ",")[:LONGEST]


def _is_terminal(file: IO[str] | None) -> bool:
    return file is not None and file.isatty()
