"""Runs the command line: as the real program in a process of its own, or within the test."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from hydratui.cli.main import call

PROGRAM = Path(sys.executable).with_name("hydratui")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command line ended."""

    status: int
    out: str
    err: str


def run(*words: str, typed: str | bytes = b"", env: Mapping[str, str] | None = None) -> Ended:
    """Runs the installed program and waits for its end."""
    done = subprocess.run(
        [PROGRAM, *words],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, **(env or {})},
        check=False,
        timeout=120,
    )
    return Ended(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def start(*words: str) -> subprocess.Popen[bytes]:
    """Starts the installed program."""
    return subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def within(capsys: pytest.CaptureFixture[str], *words: str) -> Ended:
    """Runs a command line in this process, which is quick."""
    capsys.readouterr()
    status = call(list(words))
    printed = capsys.readouterr()
    return Ended(status, printed.out, printed.err)
