"""A disk without room, had in earnest: the system refuses every byte of this process beyond a size."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_room(size: int = 0) -> Iterator[None]:
    """Within, no file can grow beyond some bytes; what is larger already can be read and shortened."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
