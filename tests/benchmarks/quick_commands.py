"""What the command line costs beside an interpreter that does nothing, in turn, in one run."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.measure import PROGRAM, filled, median, timed, verdict

BUDGET = 12.0


def run(small: bool) -> list[str]:
    """Runs ``--help``, ``remember`` and ``recall`` on a folder with 2,000 tasks, each beside ``python -c pass``."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        home = filled(Path(folder) / "home", 2_000)
        commands = {"--help": ["--help"], "remember": ["remember", "--agent", "ada"], "recall": ["recall", "--agent", "ada", "backup plan"]}
        subprocess.run([PROGRAM, "--home", str(home.root), "recall", "--agent", "ada", "x"], check=False, capture_output=True)
        for name, words in commands.items():
            nothing, command = [], []
            for turn in range(5 if small else 21):
                note = [f"fact number {turn}"] if name == "remember" else []
                nothing.append(_seconds([sys.executable, "-c", "pass"]))
                command.append(_seconds([PROGRAM, "--home", str(home.root), *words, *note]))
            ratio = median(command) / median(nothing)
            lines.append(
                f"{name}: {median(command) * 1000:.0f} ms, python -c pass {median(nothing) * 1000:.1f} ms, "
                f"ratio {ratio:.1f} (budget {BUDGET:.0f}) {verdict(ratio <= BUDGET)}"
            )
    return lines


def _seconds(command: list[str]) -> float:
    return timed(lambda: subprocess.run(command, check=True, capture_output=True, env=dict(os.environ)))
