"""The processes of one data folder, whoever started them, and the remains of those that were killed."""

import contextlib
import ctypes
import os
from collections.abc import Callable, Mapping
from pathlib import Path

_SUBREAPER = 36


def adopt_orphans() -> None:
    """Makes this process the parent of what its children leave behind, as ``init`` is elsewhere: in a container it may not do its work."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def bury_orphans(own: Mapping[int, Callable[[], object]]) -> None:
    """Takes note of every child that has ended.

    Args:
        own: The children that were started here, by process id, with what takes note of their end.
    """
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is not None:
            own.get(ended.si_pid, lambda pid=ended.si_pid: os.waitpid(pid, 0))()


def of(home: Path) -> dict[int, str]:
    """The processes that were started for a data folder, but this one: their command lines by process id."""
    mark = f"HYDRATUI_HOME={home}".encode()
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    return found
