"""The machine's clock, watched for steps: it is set, or the machine was asleep."""

import time

STEP_SECONDS = 5.0
SETTLING_SECONDS = 2.0


class Clock:
    """Compares the clock on the wall with one that only ever ticks."""

    def __init__(self) -> None:
        self._wall, self._ticks = time.time(), time.monotonic()
        self._settled_at = 0.0

    def jumped(self) -> bool:
        """Whether, since the last call, the clock was moved by over five seconds, or this process stood still for as long."""
        wall, ticks = time.time(), time.monotonic()
        stood, moved = ticks - self._ticks, abs((wall - self._wall) - (ticks - self._ticks))
        self._wall, self._ticks = wall, ticks
        if max(stood, moved) > STEP_SECONDS:
            self._settled_at = ticks + SETTLING_SECONDS
            return True
        return False

    @property
    def unsettled(self) -> bool:
        """Whether it jumped a moment ago, so that what others hold can look as if they had let it go."""
        return time.monotonic() < self._settled_at
