"""Starts the program in no time: a process that has loaded everything, and forks.

A worker needs a second of the processor for the model library before its first task, and so does every test that starts one.
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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from hydratui.paths import Home

LOADED = (
    "pydantic_ai.models.openai",
    "hydratui.models.conversation",
    "hydratui.workers.process",
    "hydratui.cli.worker",
    "hydratui.cli.ask",
    "hydratui.cli.tree",
    "filelock",
)
SAID = "said-by-{}.txt"
"""Beside the data folder, on whose disk there may be no room: what the process of that number wrote to its standard output and error."""


@dataclass(frozen=True, slots=True)
class Forked:
    """A running program. It is the nursery's child, which sees to its remains; for its starter it is like a `Popen`.

    Attributes:
        folder: Where it writes what it says.
    """

    nursery: "Nursery"
    pid: int
    folder: Path

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it is there."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Tells it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kills it with signal 9."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Its exit status, negative for a signal; None while it runs."""
        status = self.nursery.ask("status", self.pid)
        assert status is None or isinstance(status, int)
        return status

    returncode = property(poll)

    def wait(self, timeout: float = 60.0) -> int:
        """Waits for its end and gives its exit status."""
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            assert time.monotonic() < end, f"process {self.pid} did not end within {timeout:.0f} s"
            time.sleep(0.02)
        return status

    @property
    def said(self) -> str:
        """What it wrote to the terminal."""
        file = self.folder / SAID.format(self.pid)
        return file.read_text(encoding="utf-8") if file.exists() else ""


class Nursery:
    """The process, as its starter sees it.

    Args:
        environment: For it alone: what has to be there before a program is loaded.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "tests.nursery"]
        root, env = Path(__file__).parents[1], {**os.environ, **(environment or {})}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root, env=env)
        self._lock = threading.Lock()
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n", "the nursery did not start"

    def worker(self, home: Home, *arguments: str) -> Forked:
        """Starts a worker of a data folder."""
        return self.program(["worker", *arguments], home.root.parent, {**os.environ, "HYDRATUI_HOME": str(home.root)})

    def program(self, words: list[str], folder: Path, env: Mapping[str, str] | None = None) -> Forked:
        """Starts any command.

        Args:
            words: What is typed after the program's name.
            folder: Where it writes what it says.
            env: All of its environment; None for that of this process.
        """
        pid = self.ask("start", dict(env or os.environ), str(folder), words)
        assert isinstance(pid, int)
        return Forked(self, pid, folder)

    def ask(self, *words: object) -> object:
        """Has the process do something, and gives its answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with self._lock:
            self.process.stdin.write(json.dumps(words) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """Ends the nursery; what it has started lives on."""
        self.process.communicate()


StartQuick = Callable[..., Forked]


@contextlib.contextmanager
def starting(nursery: Nursery, home: Home) -> Iterator[StartQuick]:
    """Gives what starts workers of a data folder; those that are left at the end are killed."""
    started: list[Forked] = []

    def start(*arguments: str) -> Forked:
        started.append(nursery.worker(home, *arguments))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


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
            case ["start", dict(variables), str(folder), list(words)]:
                pid = os.fork()
                if pid == 0:
                    _become(variables, Path(folder), words)
                print(pid, flush=True)


def _become(variables: dict[str, str], folder: Path, words: list[str]) -> None:
    from hydratui.cli.main import call

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    status = 70
    try:
        os.environ.clear()
        os.environ.update(variables)
        time.tzset()
        said = os.open(folder / SAID.format(os.getpid()), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(said, 1)
        os.dup2(said, 2)
        status = call(words)
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
    finally:
        os._exit(status)


if __name__ == "__main__":
    _serve()
