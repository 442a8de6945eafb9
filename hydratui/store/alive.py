"""Whether the process behind a row is still there: it shows itself every few seconds, and on this machine it can be looked for."""

import os
import sys
import time
from pathlib import Path

from hydratui.store.database import host

BEAT_SECONDS = 5.0
SILENCE_SECONDS = 20.0
"""Without a beat for so long, a process counts as gone."""
FORGOTTEN_SECONDS = 86_400.0
"""Without a beat for so long, the row of a process that can't be looked for is taken away."""


def is_heard(beat_at: float) -> bool:
    """Whether a beat, in seconds since 1970, was lately.

    One from the future was before the clock was put back, and is no longer ago than any other.
    """
    return abs(time.time() - beat_at) < SILENCE_SECONDS


def is_gone(pid: int, where: str) -> bool:
    """Whether a process is known to have ended, be it that its parent has not taken note yet.

    Never known of another machine, nor on Windows, where the signal that asks would end it: there the silence tells.

    Args:
        pid: Its number.
        where: The machine that it runs on, as `host` names it.
    """
    if where != host() or os.name == "nt":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return sys.platform == "linux" and _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    # The name before it stands in brackets and may hold anything, brackets too.
    return state.rpartition(b")")[2].split()[:1] == [b"Z"]
