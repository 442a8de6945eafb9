"""Copying over the terminal (OSC 52): it works over SSH, and nobody can know whether the terminal obeyed."""

import base64
import os
from collections.abc import Mapping

from textual.app import App

from hydratui.text import plain

LONGEST = 74_994
"""Bytes of text in the longest sequence that xterm and hterm take (100,000 bytes, base64 included); others take more."""


def wrapped(text: str, environment: Mapping[str, str]) -> str:
    """The OSC 52 sequence in the wrapping of what is between us and the terminal; empty when nothing is.

    tmux passes it on with ``allow-passthrough on``; with ``set-clipboard on`` it obeys the bare sequence instead, and it tells
    nobody which of the two its user has, so both are sent. GNU screen passes on pieces of at most 256 bytes.

    Args:
        text: What to copy.
        environment: The process's environment, where TMUX and STY tell what is in between.
    """
    bare = f"\x1b]52;c;{base64.b64encode(text.encode()).decode('ascii')}\a"
    if environment.get("TMUX"):
        doubled = bare.replace("\x1b", "\x1b\x1b")
        return f"\x1bPtmux;{doubled}\x1b\\"
    if environment.get("STY"):
        return "".join(f"\x1bP{bare[start : start + 250]}\x1b\\" for start in range(0, len(bare), 250))
    return ""


def copy(app: App[object], text: str) -> str:
    """Ask the terminal to take `text` onto its clipboard; the app keeps it as well, for pasting in the app itself.

    What is copied is plain text, so pasting it elsewhere runs nothing.

    Returns:
        A sentence for the user. It never says "copied": a terminal does not answer.
    """
    text = plain(text)
    app.copy_to_clipboard(text)
    if app._driver is not None and (again := wrapped(text, os.environ)):
        app._driver.write(again)
    size = len(text.encode())
    if size > LONGEST:
        return f"Sent {size // 1000} KB to the terminal's clipboard; many terminals take no more than {LONGEST // 1000} KB."
    if os.environ.get("TMUX"):
        return "Sent to the terminal's clipboard, through tmux."
    return "Sent to the terminal's clipboard."
