"""Work survives kill -9 at random moments: workers, the app and its customers die while tasks are sent, run, and save notes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def soak(folder: Path, *arguments: str, timeout: float) -> None:
    """Runs the driver in a process of its own, which is the parent of all that is left behind by the killed.

    The same is run again with the printed seed in ``HYDRATUI_SOAK_SEED``; the folder is kept by pytest for a look.
    """
    command = [sys.executable, "-m", "tests.recovery.soak", "--keep", str(folder), *arguments]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout, check=False)
    print(ended.stdout)
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"


def test_of_ten_kills_no_task_and_no_note_is_lost_or_doubled(tmp_path: Path) -> None:
    soak(tmp_path, "--kills", "10", "--pace", "0.3", timeout=240)


@pytest.mark.heavy
def test_of_a_thousand_kills_no_task_and_no_note_is_lost_or_doubled(tmp_path: Path) -> None:
    kills = os.environ.get("HYDRATUI_SOAK_KILLS", "1000")
    soak(tmp_path, "--kills", kills, "--pace", "0.7", "--patience", "600", timeout=7_200)
