"""From the command to a painted screen that takes a key, over few and many messages and beside elia, in turn, in one run.

elia-chat is the fastest chat program on the same toolkit. It gets an environment of its own, made on first use.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.history import SIZES, TIME_BUDGET
from tests.benchmarks.measure import PROGRAM, lived_in, median, verdict
from tests.terminal import Terminal

BUDGET = 0.6
KEY = "¤"
ELIA = "elia-chat==1.10.0"
_ENVIRONMENT = Path(__file__).parents[2] / ".benchmarks" / "elia"


def run(small: bool) -> list[str]:
    """Starts elia, and ours over few and over many messages, in turn and compares the medians."""
    elia = _elia()
    few, many = SIZES[0], SIZES[1 if small else 2]
    theirs: list[float] = []
    ours: dict[int, list[float]] = {few: [], many: []}
    with tempfile.TemporaryDirectory() as folder:
        homes = {size: lived_in(Path(folder) / str(size), size) for size in ours}
        for _ in range(3 if small else 11):
            theirs.append(_ready([str(elia)], "Enter your message", _apart(folder)))
            for size, home in homes.items():
                ours[size].append(_ready([PROGRAM], "enter send", {**_apart(folder), "HYDRATUI_HOME": str(home.root)}))
    peer, base, full = median(theirs), median(ours[few]), median(ours[many])
    return [
        f"start to ready: {full * 1000:.0f} ms at {many:,} messages, elia {peer * 1000:.0f} ms, "
        f"ratio {full / peer:.2f} (budget {BUDGET}) {verdict(full / peer <= BUDGET)}",
        f"start to ready: {full * 1000:.0f} ms at {many:,} messages, {base * 1000:.0f} ms at {few:,}, "
        f"ratio {full / base:.2f} (budget {TIME_BUDGET}) {verdict(full / base <= TIME_BUDGET)}",
    ]


def _ready(command: list[str], painted: str, env: dict[str, str]) -> float:
    with Terminal(command, env=env) as terminal:
        terminal.wait_for(painted)
        # A key that comes too early is lost, so one is typed again and again until one shows.
        while KEY not in terminal.text:
            terminal.send(KEY)
            terminal.read(0.02)
        return time.perf_counter() - terminal.started


def _apart(folder: str) -> dict[str, str]:
    return {"HOME": folder, "XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config"}


def _elia() -> Path:
    program = _ENVIRONMENT / "bin" / "elia"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", str(_ENVIRONMENT)], check=True)
        subprocess.run([str(_ENVIRONMENT / "bin" / "python"), "-m", "pip", "install", "--quiet", ELIA], check=True)
    return program
