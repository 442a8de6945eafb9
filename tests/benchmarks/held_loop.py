"""``python -m tests.benchmarks.held_loop FILE WORD …``: hydratui with these words, its event loop watched from within.

A frame is all that the loop does from when it wakes until it would wait again: what came is handled, laid out and painted in it, and a
key that comes meanwhile waits for its end. At SIGUSR1 a line about the frames since the last one is added to the file.
"""

import json
import os
import selectors
import signal
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hydratui.paths import Home
from tests.benchmarks.measure import percentile, verdict

Frame = tuple[float, float]
"""Seconds that a frame took, and seconds of the processor in it."""


@dataclass(frozen=True, slots=True)
class Frames:
    """What frames took, in seconds.

    Attributes:
        count: How many there were.
        work: Seconds of the processor in all of them.
        longest: The longest.
        longest_work: The most processor time in one: what the longest would have been, had nothing else run on the machine.
        late: The time that one in a hundred took longer than.
        over: How many took more than 100 ms.
    """

    count: int
    work: float
    longest: float
    longest_work: float
    late: float
    over: int


class Loop:
    """What the event loop of the main thread does.

    Attributes:
        frames: What has been, oldest first.
        ended: When the last frame ended.
        awake: Whether it is in a frame now.
    """

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.ended = 0.0
        self.awake = False
        self._begun = 0.0, 0.0

    def wakes(self) -> None:
        """A frame begins."""
        self.awake, self._begun = True, (time.perf_counter(), time.thread_time())

    def waits(self) -> None:
        """There is nothing more to do."""
        if self.awake:
            self.ended = time.perf_counter()
            self.frames.append((self.ended - self._begun[0], time.thread_time() - self._begun[1]))
            self.awake = False


def watched() -> Loop:
    """Watches the event loop that the main thread makes next."""
    main, loop = threading.main_thread(), Loop()

    class Watched(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> Any:
            if (timeout is not None and timeout <= 0) or threading.current_thread() is not main:
                return super().select(timeout)
            loop.waits()
            ready = super().select(timeout)
            loop.wakes()
            return ready

    selectors.DefaultSelector = Watched  # type: ignore[misc]
    return loop


def summary(frames: list[Frame]) -> Frames:
    """What these frames took together."""
    seconds = sorted(frame[0] for frame in frames) or [0.0]
    work = [frame[1] for frame in frames] or [0.0]
    return Frames(len(frames), sum(work), seconds[-1], max(work), percentile(seconds, 0.99), sum(each > 0.1 for each in seconds))


def frames_since(pid: int, file: Path) -> Frames:
    """Asks a watched app about its frames since the last time."""
    lines = file.read_text(encoding="ascii").count("\n") if file.exists() else 0
    os.kill(pid, signal.SIGUSR1)
    end = time.perf_counter() + 10
    while not file.exists() or (text := file.read_text(encoding="ascii")).count("\n") <= lines:
        assert time.perf_counter() < end, "the app told nothing about its frames"
        time.sleep(0.01)
    return Frames(**json.loads(text.splitlines()[-1]))


def watched_program(file: Path, home: Home) -> list[str]:
    """The command that opens the app, watched."""
    return [sys.executable, "-m", "tests.benchmarks.held_loop", str(file), "--home", str(home.root)]


def said(frames: Frames, most_ms: float | None) -> str:
    """A line about frames, none of which may take longer than so many milliseconds where that is a budget."""
    longest, work = 1000 * frames.longest, 1000 * frames.longest_work
    line = f"{frames.count:,} frames: the longest {longest:.0f} ms, the most work in one {work:.0f} ms, p99 {1000 * frames.late:.0f} ms"
    if most_ms is None:
        return line
    met = "not told, something else took the processor meanwhile" if work <= most_ms < longest else verdict(longest <= most_ms)
    return f"{line}, {frames.over} over 100 ms (budget {most_ms:.0f} ms) {met}"


def _main(file: Path, words: list[str]) -> None:
    from hydratui.cli.main import run

    loop = watched()

    def tell(*_: object) -> None:
        with file.open("a", encoding="ascii") as lines:
            lines.write(json.dumps(asdict(summary(loop.frames))) + "\n")
        loop.frames.clear()

    signal.signal(signal.SIGUSR1, tell)
    sys.argv = ["hydratui", *words]
    run()


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])
