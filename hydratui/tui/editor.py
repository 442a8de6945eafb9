"""The user's own editor, on a file of theirs."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from textual.app import App, SuspendNotSupported

from hydratui.errors import HydraError

FALLBACKS = ("nano", "vim", "vi")
AT_LINE = frozenset({"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "mg", "vis"})
"""Editors that go to a line with ``+N`` before the file's name."""


def command(file: Path, line: int | None, environment: Mapping[str, str]) -> list[str]:
    """The command that opens `file`, at `line` where the editor is known to take one.

    Args:
        file: What to edit; it need not exist.
        line: 1-based line.
        environment: Where VISUAL and EDITOR are looked up, in this order.

    Raises:
        HydraError: Neither is set and no usual editor is installed, or what is set can't be read as a command.
    """
    chosen = environment.get("VISUAL") or environment.get("EDITOR") or next(filter(shutil.which, FALLBACKS), None)
    if not chosen:
        raise HydraError("No editor is known. Set the variable EDITOR to the one you like.")
    try:
        words = shlex.split(chosen)
    except ValueError as error:
        raise HydraError(f"EDITOR is not a command: {chosen!r} ({error}).") from error
    at = [f"+{line}"] if line and Path(words[0]).stem in AT_LINE else []
    return [*words, *at, str(file)]


def edit(app: App[object], file: Path, line: int | None = None) -> None:
    """Hands the terminal to the editor until it ends.

    Raises:
        HydraError: There is no editor, it can't be started, or this terminal can't be handed over.
    """
    words = command(file, line, os.environ)
    try:
        with app.suspend():
            subprocess.run(words, check=False)
    except SuspendNotSupported as error:
        raise HydraError(f"This terminal can't be handed to an editor. Edit {file} elsewhere; changes show here at once.") from error
    except OSError as error:
        raise HydraError(f"The editor {words[0]!r} can't be started ({error.strerror}). Set EDITOR to one that is installed.") from error
    app.refresh(layout=True)
