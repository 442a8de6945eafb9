"""Real worker processes over a real file, with a model on loopback."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from hydratui.paths import Home
from hydratui.store import Store
from tests.model_server import ModelServer, model_server
from tests.recovery.soak.model import Model, slow_model

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def model(home: Home) -> Iterator[ModelServer]:
    """A model server that the data folder's settings name as the default."""
    with model_server() as server:
        home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{server.url}"\n', encoding="utf-8")
        yield server


@pytest.fixture
def errands(home: Home) -> Iterator[Model]:
    """A slow model that does the errands in the prompts, with a tool call each; the settings name it as the default."""
    with slow_model() as server:
        home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{server.url}"\n', encoding="utf-8")
        yield server


@pytest.fixture
def start_worker(home: Home, store: Store) -> Iterator[Start]:
    """Starts ``hydratui worker`` processes; what is left of them at the end is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, **more: object) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "hydratui", "--home", str(home.root), "worker", *arguments]
        process = subprocess.Popen(command, env=dict(os.environ), stderr=subprocess.PIPE, **more)  # type: ignore[call-overload]
        started.append(process)
        return process  # type: ignore[no-any-return]

    yield start
    for process in started:
        process.kill()
        process.wait()


def until(holds: Callable[[], object], what: str, seconds: float = 30.0) -> None:
    """Waits for something to become true; fails, saying what, when it does not."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds:.0f} s in vain for {what}"
        time.sleep(0.02)
