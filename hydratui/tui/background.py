"""What the terminal says of its background: the answer to OSC 11 is taken out of what is typed, however late it comes."""

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

from textual._xterm_parser import XTermParser
from textual.message import Message

QUESTION = "\x1b]11;?\x1b\\"
"""Asks for the background's colour. A terminal that doesn't know the question says nothing."""
PATIENCE_SECONDS = 3.0
"""How long a lone escape may be the beginning of the answer; the key itself is late by `PIECE_SECONDS` until then."""
PIECE_SECONDS = 0.1
"""After which a beginning that may be a key is one."""
LOST_SECONDS = 1.0
"""After which an answer that broke off is thrown away."""

_ANSWER = re.compile(r"\x1b\]11;([^\x07\x1b\x9c]{0,64})(?:\x07|\x1b\\|\x9c)")
_BEGINNING = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b\x9c]{0,64}\x1b?)?)?)?)?\Z")
_ALT_ARROW = re.compile(r"\x1b\x1b[\[O]([A-D])")
_COLOUR = re.compile(r"rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?\Z")


@dataclass
class BackgroundSeen(Message):
    """The terminal has said whether its background is dark."""

    dark: bool


def is_dark(answer: str) -> bool | None:
    """Whether a colour of XParseColor's kind, ``rgb:1212/1515/1b1b``, is dark; None when it is none of that kind.

    Args:
        answer: What stands between the semicolon and the end of the terminal's answer.
    """
    found = _COLOUR.match(answer)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / ((1 << 4 * len(part)) - 1) for part in found.groups())
    # Rec. 601 luma, as vim and others decide it.
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


class Parser(XTermParser):
    """Textual's reader of what a terminal sends, which would take the answer for alt+] and twenty typed letters."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._begun_at = time.monotonic()
        self._answered = False
        self._held, self._held_at = "", 0.0

    def feed(self, data: str) -> Iterable[Message]:
        """Reads what came; the beginning of an answer is held until the rest of it comes."""
        if not data:
            yield from super().feed(data)
            return
        data, self._held = self._held + data, ""
        at = 0
        for answer in _ANSWER.finditer(data):
            yield from self._keys(data[at : answer.start()])
            at = answer.end()
            self._answered = True
            if (dark := is_dark(answer[1])) is not None:
                yield BackgroundSeen(dark)
        beginning = _BEGINNING.search(data, at)
        if beginning is not None and (len(beginning[0]) > 1 or self._is_awaited()):
            self._held, self._held_at = beginning[0], time.monotonic()
            data = data[: beginning.start()]
        yield from self._keys(data[at:])

    def tick(self) -> Iterable[Message]:
        """Called ten times a second: gives up waiting for the rest of what is held."""
        waited = time.monotonic() - self._held_at
        is_answer = self._held.startswith("\x1b]11")
        if self._held and waited >= (LOST_SECONDS if is_answer else PIECE_SECONDS):
            keys, self._held = "" if is_answer else self._held, ""
            yield from self._keys(keys)
        yield from super().tick()

    def _keys(self, data: str) -> Iterable[Message]:
        if data:
            # Some terminals put an escape before an arrow for alt, which would be taken for the two keys: esc stops what runs.
            yield from super().feed(_ALT_ARROW.sub(lambda arrow: f"\x1b[1;3{arrow[1]}", data))

    def _is_awaited(self) -> bool:
        return not self._answered and time.monotonic() - self._begun_at < PATIENCE_SECONDS
