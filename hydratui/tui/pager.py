"""The user's own pager, on a text of the conversation."""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Mapping

from textual.app import App

from hydratui.errors import HydraError
from hydratui.text import plain
from hydratui.tui import editor

FALLBACKS = ("less", "more")
AT_ONCE_SECONDS = 0.5
"""A pager that ends sooner has waited for nobody: the text was shorter than the screen, or it is none, as `cat`."""


def command(environment: Mapping[str, str]) -> list[str]:
    """The command that shows a file.

    Args:
        environment: Where PAGER is looked up.

    Raises:
        HydraError: It is not set and no usual pager is installed, or what is set can't be read as a command.
    """
    chosen = environment.get("PAGER", "").strip() or next(filter(shutil.which, FALLBACKS), None)
    if not chosen:
        raise HydraError("No pager is known. Set the variable PAGER to the one you like; enter opens the whole task here.")
    try:
        return shlex.split(chosen)
    except ValueError as error:
        raise HydraError(f"PAGER is not a command: {chosen!r} ({error}).") from error


def show(app: App[object], text: str) -> None:
    """Hands the terminal to the pager with a text, until it ends.

    Raises:
        HydraError: There is no pager, it can't be started, or this terminal can't be handed over.
    """
    words = command(os.environ)
    # Its helper may be any program, chosen by what the text looks like.
    environment = {name: value for name, value in os.environ.items() if name not in ("LESSOPEN", "LESSCLOSE")}
    with editor.copied(plain(text).rstrip("\n") + "\n", ".txt") as file:
        began = time.monotonic()

        def wait() -> None:
            if time.monotonic() - began < AT_ONCE_SECONDS:
                print("\nPress enter to go back to hydratui.", end=" ", flush=True)
                sys.stdin.readline()

        editor.lend(app, [*words, str(file)], editor.Kind("a pager", "PAGER", "Enter opens the whole task here."), environment, wait)
