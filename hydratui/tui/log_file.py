"""A log as it grows: its last lines at once, then what is added, also when it is rotated or emptied meanwhile."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from hydratui.errors import HydraError
from hydratui.text import plain

TAIL = 65_536
"""Bytes that are read at most, from the end."""
LONGEST = 2_000
"""Characters of a line that are shown."""
_TAB = 4


@dataclass(frozen=True, slots=True)
class Read:
    """How far a log has been read, and what was there.

    Attributes:
        inode: Which file it was.
        end: Bytes of it that were read.
        begun: The bytes of its last line, which has no end yet.
        lines: What has come since, safe to show.
        gap: Why the lines do not follow those before: a sentence; empty when they do.
        size: Bytes of the file.
    """

    inode: int = 0
    end: int = 0
    begun: bytes = b""
    lines: tuple[str, ...] = ()
    gap: str = ""
    size: int = 0

    @property
    def open_line(self) -> str:
        """The last line, which has no end yet."""
        return _shown(self.begun) if self.begun else ""


def signature(path: Path) -> tuple[int, int]:
    """Changes when the file grows, shrinks or is another one; costs one look at the folder."""
    try:
        about = path.stat()
    except OSError:
        return 0, -1
    return about.st_ino, about.st_size


def read(path: Path, before: Read | None) -> Read:
    """What has come since the last time; the end of the file the first time.

    Args:
        path: The log.
        before: What the last reading gave; None the first time.

    Raises:
        HydraError: It can't be read.
    """
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise HydraError(f"{path.name} is no file that can be read.")
        if before is None:
            return _from(path, Read(about.st_ino, max(about.st_size - TAIL, 0)), cut=about.st_size > TAIL)
        if about.st_ino != before.inode:
            return _rotated(path, before, about)
        if about.st_size < before.end:
            return _from(path, Read(about.st_ino, max(about.st_size - TAIL, 0), gap="The file was emptied and begun anew."))
        if about.st_size - before.end > TAIL:
            skipped = Read(about.st_ino, about.st_size - TAIL, gap="More came at once than is shown; the rest is in the file.")
            return _from(path, skipped, cut=True)
        return _from(path, before)
    except OSError as error:
        raise HydraError(f"{path.name} can't be read ({error.strerror}). Choose another log.") from error


def _rotated(path: Path, before: Read, about: os.stat_result) -> Read:
    """What was still written into the old file, which has another name now, and what is in the new one."""
    old = path.with_name(f"{path.name}.1")
    rest: tuple[str, ...] = ()
    if signature(old)[0] == before.inode and signature(old)[1] - before.end <= TAIL:
        last = _from(old, before)
        rest = (*last.lines, *([last.open_line] if last.begun else []))
    elif before.begun:
        rest = (before.open_line,)
    new = _from(path, Read(about.st_ino, max(about.st_size - TAIL, 0)), cut=about.st_size > TAIL)
    return Read(new.inode, new.end, new.begun, (*rest, "— a new file was begun —", *new.lines), "", new.size)


def _from(path: Path, at: Read, cut: bool = False) -> Read:
    """What stands behind a place.

    Args:
        path: The file.
        at: Up to where it has been read.
        cut: Whether that is in the middle of a line, which is then left out.
    """
    with path.open("rb") as file:
        file.seek(at.end)
        came = file.read(TAIL)
    whole = came.partition(b"\n")[2] if cut and b"\n" in came else at.begun + came
    *lines, begun = whole.split(b"\n")
    end = at.end + len(came)
    return Read(at.inode, end, begun[-TAIL:], tuple(map(_shown, lines)), at.gap, end)


def _shown(raw: bytes) -> str:
    said = plain(raw[: 4 * LONGEST].decode("utf-8", "replace").rstrip("\r")).replace("\n", " ").expandtabs(_TAB)
    return said if len(said) <= LONGEST and len(raw) <= 4 * LONGEST else said[: LONGEST - 1] + "…"
