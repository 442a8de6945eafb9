"""Opens a file that a user has named: an ordinary one, reached without a link that leads elsewhere, and none that holds credentials."""

import os
import stat
from pathlib import Path

from hydratui.commands.file_names import located
from hydratui.errors import HydraError
from hydratui.paths import keys_file
from hydratui.text import clipped

_MADE_UP = ("/proc/", "/sys/")
"""Folders whose files are what the system says about itself."""


def safe(path: str, base: Path) -> Path:
    """The file itself, with the links on the way to it followed.

    A link may lead to anything within the folder in which it lies, and nowhere else. Where the app was started and the
    user's own folder are taken as they are.

    Args:
        path: As it was named.
        base: Where relative paths begin.

    Raises:
        HydraError: It leads elsewhere, is no ordinary file, is not there, or holds credentials.
    """
    name, whole = clipped(path, 80), located(path, base)
    _refuse_credentials(name, whole)
    try:
        real = _followed(name, whole, base)
        mode = real.lstat().st_mode
    except FileNotFoundError as error:
        raise HydraError(f"There is no file {name}. Correct its path, or put a blank behind the @ to send it as text.") from error
    except (OSError, RuntimeError, ValueError) as error:
        raise HydraError(f"{name} can't be read ({_why(error)}). Check its path and that you may read it.") from error
    _refuse_credentials(name, real)
    if stat.S_ISDIR(mode):
        raise HydraError(f"{name} is a folder. Name a file in it.")
    if not stat.S_ISREG(mode) or str(real).startswith(_MADE_UP):
        raise HydraError(f"{name} is no ordinary file but a device, a pipe or the like. Copy what you need into a file and name that.")
    return real


def read(path: Path, name: str, most: int) -> bytes:
    """What is in a file that `safe` gave.

    Args:
        path: The file.
        name: As it was named, for the error.
        most: Bytes that it may have.

    Raises:
        HydraError: It can't be read, is empty or larger.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    shown = clipped(name, 80)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            opened = os.fstat(file.fileno())
            # It may have been put in another's place since it was looked at.
            if not stat.S_ISREG(opened.st_mode) or Path(os.path.realpath(path)) != path:
                raise HydraError(f"{shown} was changed while it was read. Send it again.")
            data = b"" if opened.st_size > most else file.read(most + 1)
    except OSError as error:
        raise HydraError(f"{shown} can't be read ({_why(error)}). Check that you may read it.") from error
    if opened.st_size > most or len(data) > most:
        raise HydraError(f"{shown} is larger than {most / 1e6:g} MB. Attach a smaller one, or a part of it.")
    if not data.strip():
        raise HydraError(f"{shown} is empty. There is nothing to attach.")
    return data


def _followed(name: str, whole: Path, base: Path) -> Path:
    start = next((folder for folder in (base, Path.home()) if whole.is_relative_to(folder)), Path(whole.anchor))
    here = start.resolve(strict=True)
    for part in whole.relative_to(start).parts:
        if part == "..":
            here = here.parent
            continue
        step = here / part
        if step.is_symlink():
            target = step.resolve(strict=True)
            if not target.is_relative_to(here):
                itself = clipped(str(target), 200)
                raise HydraError(f"{name} goes through a link that leads out of its folder. Name the file itself: {itself}.")
            step = target
        here = step
    return here


def _refuse_credentials(name: str, path: Path) -> None:
    from hydratui.tools.credentials import credential_path

    flat = os.path.normpath(path)
    # In a command line, which is what is looked for, a blank would end a name.
    solid = ["_".join(each.split()) for each in (flat, path.name)]
    if any(map(credential_path, [flat, *solid])) or flat == os.path.normpath(keys_file()):
        raise HydraError(f"{name} is a file that holds credentials. Such files are never attached.")


def _why(error: BaseException) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
