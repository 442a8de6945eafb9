"""Small disks, full disks and read-only folders, had in earnest: mounted where that is allowed."""

import contextlib
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.disk import no_room


def _mount(*words: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """Has a disk of its own at a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Within, the folder lies on a read-only mount."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Within, the disk that a folder lies on has no byte left."""
    ballast = folder / "ballast"
    try:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(4_096)):
                pass
        yield
    finally:
        ballast.unlink()


@contextmanager
def limited(pid: int) -> Iterator[None]:
    """Within, neither this process, nor its new children, nor a process that runs can write anything: as on a full disk, without one."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    with no_room():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
