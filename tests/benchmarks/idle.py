"""What the app takes of the processor while nobody does anything: in the chat and on the two screens that follow what goes on."""

import tempfile
import time
from pathlib import Path

from tests.benchmarks.measure import PROGRAM, cpu_seconds, lived_in, verdict
from tests.terminal import Terminal

BUDGET = 0.005
SCREENS = {"chat": "enter send", "/system": "has nothing to do", "/queue": "esc back"}


def run(small: bool) -> list[str]:
    """Opens one after the other, over 10,000 messages, and leaves it alone for half a minute."""
    seconds = 5.0 if small else 30.0
    with tempfile.TemporaryDirectory() as folder:
        home = lived_in(Path(folder) / "home", 10_000)
        lines = []
        with Terminal([PROGRAM, "--home", str(home.root)]) as app:
            app.wait_for("enter send")
            for name, shown in SCREENS.items():
                if name.startswith("/"):
                    app.send(name)
                    app.wait_for(name)
                    app.send("\r")
                    app.wait_for(shown)
                lines.append(_idle(app, name, seconds))
                if name.startswith("/"):
                    app.send("\x1b")
                    app.wait_for("enter send")
        return lines


def _idle(app: Terminal, name: str, seconds: float) -> str:
    app.settle(2.0)
    before, begin = cpu_seconds(app.pid), time.perf_counter()
    while time.perf_counter() - begin < seconds:
        app.read(0.5)
    share = (cpu_seconds(app.pid) - before) / (time.perf_counter() - begin)
    return f"idle, {name}: {100 * share:.2f} % of a core over {seconds:.0f} s (budget {100 * BUDGET} %) {verdict(share <= BUDGET)}"
