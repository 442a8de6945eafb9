"""The user's own editor, on a file of theirs or a text of the app's."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from textual.app import App, SuspendNotSupported

from hydratui.errors import HydraError
from hydratui.text import plain

FALLBACKS = ("nano", "vim", "vi")
AT_LINE = frozenset({"vi", "vim", "nvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "mg", "vis"})
"""Editors that go to a line with ``+N`` before the file's name."""


class Kind(NamedTuple):
    """A kind of program that the terminal is handed to: its name, the variable that names one, and what to do where that can't be."""

    name: str
    variable: str
    instead: str


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
        with copied(text, ".md") as file:
            _edit(app, file, None, "Write it in the prompt.")
            # An editor ends the last line, too.
            return plain(file.read_text(encoding="utf-8", errors="replace")).removesuffix("\n")
    except OSError as error:
        raise HydraError(f"The text can't be handed to the editor ({error.strerror}). It is in the prompt as it was.") from error


def show(app: App[object], text: str, suffix: str) -> None:
    """Opens a copy of a text in the editor, to be read: what is changed there goes nowhere, and the copy can't be written.

    Args:
        app: The app, whose terminal the editor gets.
        text: Any text.
        suffix: The end of the file's name, from which an editor knows the language.

    Raises:
        HydraError: As `edit`.
    """
    with copied(plain(text).rstrip("\n") + "\n", suffix) as file:
        file.chmod(0o400)
        _edit(app, file, None, "Enter opens the whole task here.")


@contextmanager
def copied(text: str, suffix: str) -> Iterator[Path]:
    """A file of the user's alone that holds a text for a while.

    Raises:
        HydraError: It can't be written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix="hydratui-", suffix=suffix)
        file = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as opened:
                opened.write(text)
        except OSError:
            file.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise HydraError(f"The text can't be written to a file for it ({error.strerror}).") from error
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


def edit(app: App[object], file: Path, line: int | None = None) -> None:
    """Hands the terminal to the editor until it ends.

    Raises:
        HydraError: There is no editor, it can't be started, or this terminal can't be handed over.
    """
    _edit(app, file, line, f"Edit {file} elsewhere; changes show here at once.")


def _edit(app: App[object], file: Path, line: int | None, instead: str) -> None:
    lend(app, command(file, line, os.environ), Kind("an editor", "EDITOR", instead))


def lend(
    app: App[object],
    words: Sequence[str],
    kind: Kind,
    environment: Mapping[str, str] | None = None,
    then: Callable[[], None] = lambda: None,
) -> None:
    """Hands the terminal to another program until it ends.

    Args:
        app: The app, which shows itself again afterwards.
        words: The command.
        kind: What the program is.
        environment: Its environment; ours unless given.
        then: Is done after it, while the terminal is not the app's yet.

    Raises:
        HydraError: It can't be started, or this terminal can't be handed over.
    """
    failure: OSError | None = None
    try:
        with app.suspend():
            try:
                subprocess.run(words, check=False, env=environment)
                then()
            except OSError as error:
                # Textual takes the terminal back only when nothing is raised in here (8.2.8).
                failure = error
    except SuspendNotSupported as error:
        raise HydraError(f"This terminal can't be handed to {kind.name}. {kind.instead}") from error
    if failure is not None:
        raise HydraError(
            f"The {kind.name.split()[-1]} {words[0]!r} can't be started ({failure.strerror}). Set {kind.variable} to one that is installed."
        ) from failure
    app.refresh(layout=True)
