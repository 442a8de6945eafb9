"""Starts ``hydratui worker`` in no time: a process that has loaded everything, and forks.

A worker needs two seconds for the model library before its first task; killed at random moments it would hardly ever get there.
What runs in the fork is the program from its door on, in a process of its own.
"""

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hydratui.paths import Home

LOADED = ("pydantic_ai.models.openai", "hydratui.models.conversation", "hydratui.workers.process", "hydratui.cli.worker", "filelock")
SAID = "workers-said.txt"
"""Beside the data folder, on whose disk there may be no room: what its workers wrote to their standard output and error."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process. It is the nursery's child, which sees to its remains."""

    nursery: "Nursery"
    pid: int
    home: Home

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it is there."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def poll(self) -> int | None:
        """Its exit status, negative for a signal; None while it runs."""
        status = self.nursery.ask("status", self.pid)
        assert status is None or isinstance(status, int)
        return status

    def wait(self, seconds: float = 60.0) -> int:
        """Waits for its end and gives its exit status."""
        end = time.monotonic() + seconds
        while (status := self.poll()) is None:
            assert time.monotonic() < end, f"worker {self.pid} did not end within {seconds:.0f} s"
            time.sleep(0.02)
        return status

    @property
    def said(self) -> str:
        """What it and the other workers of its folder wrote to the terminal."""
        return (self.home.root.parent / SAID).read_text(encoding="utf-8")


class Nursery:
    """The process, as its starter sees it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.recovery.soak.nursery"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n", "the nursery did not start"

    def worker(self, home: Home, *arguments: str) -> Worker:
        """Starts a worker of a data folder."""
        variables = {name: value for name, value in os.environ.items() if name.startswith("HYDRATUI_")}
        pid = self.ask("start", {**variables, "HYDRATUI_HOME": str(home.root)}, list(arguments))
        assert isinstance(pid, int)
        return Worker(self, pid, home)

    def ask(self, *words: object) -> object:
        """Has the process do something, and gives its answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """Ends the nursery; its workers live on."""
        self.process.communicate()


def _serve() -> None:
    for name in LOADED:
        import_module(name)
    assert threading.active_count() == 1, "a process with threads can't be forked safely"
    gc.freeze()
    ended: dict[int, int] = {}

    def reap(*_: object) -> None:
        with contextlib.suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                ended[found[0]] = os.waitstatus_to_exitcode(found[1])

    signal.signal(signal.SIGCHLD, reap)
    print("ready", flush=True)
    for line in sys.stdin:
        match json.loads(line):
            case ["status", int(pid)]:
                print(json.dumps(ended.get(pid)), flush=True)
            case ["start", dict(variables), list(arguments)]:
                pid = os.fork()
                if pid == 0:
                    _become(variables, arguments)
                print(pid, flush=True)


def _become(variables: dict[str, str], arguments: list[str]) -> None:
    from hydratui.cli.main import call

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    status = 70
    try:
        os.environ.update(variables)
        said = os.open(Path(variables["HYDRATUI_HOME"]).parent / SAID, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(said, 1)
        os.dup2(said, 2)
        status = call(["worker", *arguments])
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    _serve()
