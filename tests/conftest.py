"""A data folder and a store of its own for every test; nothing of the user's is ever touched."""

import gc
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.agents.create import seed_starters
from hydratui.paths import Home
from hydratui.store import Store
from tests.nursery import Nursery, StartQuick, starting

# Programs are started by the hundred here: what was compiled once is kept, wherever that is switched off.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_finish() -> None:
    """What all tests have in common is looked through for garbage no more, which takes a fifth of the time of those with a screen."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees a key, a proxy or a folder of the machine that it runs on."""
    monkeypatch.setenv("HYDRATUI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HYDRATUI_KEYS", str(tmp_path / "secret" / "keys.toml"))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    for name in list(os.environ):
        if name.upper().endswith(("_API_KEY", "_BASE_URL", "_PROXY")):
            monkeypatch.delenv(name)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A data folder with the starter agents."""
    folder = Home(tmp_path / "home")
    seed_starters(folder)
    return folder


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    """The open store of `home`."""
    opened = Store.open(home.database)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A process that has loaded what workers need, started for the first test that asks for it."""
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture
def quick_worker(home: Home, nursery: Nursery) -> Iterator[StartQuick]:
    """Starts workers that have loaded everything already; what is left of them at the end is killed."""
    with starting(nursery, home) as start:
        yield start
