"""The same actions as in `history`, in the app without a terminal: what is left of them is the terminal's part."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hydratui.paths import Home
from tests.benchmarks.history import SIZES, compared
from tests.benchmarks.measure import lived_in

ACTIONS = {
    "keystroke": "keystroke",
    "scroll": "scroll a page",
    "palette": "open the palette",
    "focus": "focus out and in",
    "resize": "resize",
    "switch": "switch channel",
    "memory": "memory viewer",
    "full_memory": "memory viewer, 64 KB",
    "append": "append",
}


def run(small: bool) -> list[str]:
    """Has each done in turn in processes of their own, one for each number of messages."""
    rounds, sizes = (5, SIZES[:2]) if small else (15, SIZES)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_:
        apps = [open_.enter_context(_app(lived_in(Path(folder) / str(size), size))) for size in sizes]
        return [f"by pilot: {compared(called, sizes, _taken(name, apps, rounds))}" for name, called in ACTIONS.items()]


@contextmanager
def _app(home: Home) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.benchmarks.piloted", str(home.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None and app.stdin is not None
        while app.stdout.readline().strip() != "ready":
            assert app.poll() is None, "the app ended"
        yield app
        app.stdin.close()


def _taken(name: str, apps: list[subprocess.Popen[str]], rounds: int) -> list[list[float]]:
    """The milliseconds of every round in each app; the first time, which loads what is loaded once, is left out."""
    taken: list[list[float]] = [[] for _ in apps]
    for turn in range(rounds + 1):
        for app, times in zip(apps, taken, strict=True):
            assert app.stdout is not None and app.stdin is not None
            app.stdin.write(f"{name}\n")
            app.stdin.flush()
            answer = app.stdout.readline().strip()
            assert answer, f"the app ended while it was to do {name}"
            if turn:
                times.append(1000 * float(answer))
    return taken
