"""Opens the app: the one place that puts the screen and the worker's supervisor together."""

import gc
import os
import sys
from typing import TYPE_CHECKING

from hydratui.cli.folder import data_folder
from hydratui.errors import UsageError

if TYPE_CHECKING:
    from hydratui.paths import Home

TOO_PLAIN = ("dumb", "unknown")
"""Kinds of terminals that can neither move a cursor nor clear a line."""


def open_app() -> None:
    """Runs the app until the user leaves it.

    Raises:
        UsageError: There is no terminal to show it in.
        HydraError: The data folder or the database can't be used.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The app needs a terminal. hydratui --plain works line by line; in a script use hydratui ask, or see hydratui --help."
        )
    if os.environ.get("TERM") in TOO_PLAIN:
        raise UsageError(f"This terminal can't show the app (TERM={os.environ['TERM']}). hydratui --plain works in it, line by line.")
    run_app()


def run_app() -> None:
    """Runs the app in whatever stands in for a terminal.

    Raises:
        HydraError: The data folder or the database can't be used.
    """
    # Thousands of objects are made until the first paint and none is garbage; the app collects again from then on.
    gc.disable()
    home = data_folder()
    from hydratui.tui.app import HydraApp
    from hydratui.workers.supervise import Supervisor

    supervisor = Supervisor(home, begin=lambda: _keep_log(home))
    try:
        # It opens the database: one that can't be used is said while there still is a plain terminal to say it in.
        app = HydraApp(home, supervisor)
        app.run()
    finally:
        supervisor.stop()
    if app.died_of is not None:
        raise app.died_of


def _keep_log(home: "Home") -> None:
    """Once there is something to see: what keeps a log takes some milliseconds to load."""
    from hydratui.workers.logs import keep_log

    keep_log(home, "app")
