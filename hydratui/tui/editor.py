"""The user's own editor, on a file of theirs."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from textual.app import App, SuspendNotSupported

from hydratui.errors import HydraError
from hydratui.text import plain

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


def edit_text(app: App[object], text: str) -> str:
    """What the user makes of a text in their editor; the same text where they leave it without saving.

    Raises:
        HydraError: As `edit`; or the file for it can't be written or read.
    """
    try:
        handle, name = tempfile.mkstemp(prefix="hydratui-", suffix=".md")
        file = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as opened:
                opened.write(text)
            edit(app, file)
            # An editor ends the last line, too.
            return plain(file.read_text(encoding="utf-8", errors="replace")).removesuffix("\n")
        finally:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise HydraError(f"The text can't be handed to the editor ({error.strerror}). It is in the prompt as it was.") from error


def edit(app: App[object], file: Path, line: int | None = None) -> None:
    """Hands the terminal to the editor until it ends.

    Raises:
        HydraError: There is no editor, it can't be started, or this terminal can't be handed over.
    """
    words = command(file, line, os.environ)
    failure: OSError | None = None
    try:
        with app.suspend():
            try:
                subprocess.run(words, check=False)
            except OSError as error:
                # Textual takes the terminal back only when nothing is raised in here (8.2.8).
                failure = error
    except SuspendNotSupported as error:
        raise HydraError(f"This terminal can't be handed to an editor. Edit {file} elsewhere; changes show here at once.") from error
    if failure is not None:
        raise HydraError(
            f"The editor {words[0]!r} can't be started ({failure.strerror}). Set EDITOR to one that is installed."
        ) from failure
    app.refresh(layout=True)
