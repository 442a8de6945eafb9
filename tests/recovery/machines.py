"""A hub with the data folder, runners that have nothing of it, and between them a real nats-server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hydratui.paths import Home
from hydratui.store import Store, stream, tasks
from hydratui.store.tasks import Task
from tests.model_server import ModelServer, model_server
from tests.nats_server import NatsServer, empty_home, nats_server
from tests.nursery import Forked, Nursery
from tests.recovery.conftest import until

Program = subprocess.Popen[bytes] | Forked


@dataclass
class Machines:
    """What runs.

    Attributes:
        nats: The server between them.
        model: The model that runners find in their environment, as that of Ollama; the hub has no way to it.
        folder: Where runners have their own, empty home folders.
        nursery: Where hubs and runners come from; None to have them started as a shell does.
    """

    nats: NatsServer
    model: ModelServer
    home: Home
    store: Store
    folder: Path
    nursery: Nursery | None
    started: list[Program] = field(default_factory=list)

    def hub(self) -> Program:
        """Starts a hub on the data folder."""
        return self._start("--home", str(self.home.root), "worker", "--hub", self.nats.url, env=dict(os.environ))

    def runner(self, name: str = "far", *arguments: str, **environment: str) -> Program:
        """Starts a runner, as on a machine of that name where nothing of the user's is."""
        env = empty_home(self.folder / name, OLLAMA_BASE_URL=self.model.url, **environment)
        return self._start("worker", "--nats", self.nats.url, *arguments, env=env)

    def now(self, task: Task) -> Task:
        found = tasks.get(self.store, task.id)
        assert found is not None
        return found

    def first_word(self, task: Task, attempt: int = 1) -> None:
        """Waits until the file holds the first word of an attempt, and nothing else of the task."""

        def there() -> bool:
            pieces = stream.since(self.store, 0, task.id)
            return [(piece.attempt, piece.text) for piece in pieces] == [(attempt, "one ")]

        until(there, f"the first word of attempt {attempt}", 60)

    def ended(self, task: Task, seconds: float = 60) -> Task:
        """Waits for the end of a task."""
        try:
            until(lambda: self.now(task).ended, f"the end of task {task.id}", seconds)
        except AssertionError as error:
            left = self.now(task)
            raise AssertionError(f"{error}: {left.status}, attempt {left.attempts}, {left.error}\n{self.logged()}") from None
        return self.now(task)

    def logged(self) -> str:
        """What the hubs have logged."""
        return "".join(file.read_text(encoding="utf-8") for file in self.home.logs.glob("worker-*.log"))

    def _start(self, *words: str, env: dict[str, str]) -> Program:
        process: Program
        if self.nursery is None:
            process = subprocess.Popen([sys.executable, "-m", "hydratui", *words], env=env, stderr=subprocess.DEVNULL)
        else:
            process = self.nursery.program(list(words), self.folder, env)
        self.started.append(process)
        return process


@contextmanager
def machines(folder: Path, home: Home, store: Store, nursery: Nursery | None, *settings: str) -> Iterator[Machines]:
    """Runs a nats-server and a model until the block ends; programs that are left then are killed."""
    home.config.write_text('[models]\ndefault = "ollama:words"\n', encoding="utf-8")
    with nats_server(folder / "nats", *settings) as nats, model_server() as model:
        running = Machines(nats, model, home, store, folder, nursery)
        try:
            yield running
        finally:
            for process in running.started:
                process.kill()
                process.wait()


def kill(process: Program) -> None:
    """Kills a program with signal 9."""
    process.send_signal(signal.SIGKILL)
    process.wait()
