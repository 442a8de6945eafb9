"""The app process behind a tab; textual-serve talks to it over its standard input and output."""

import os
import signal
import threading

from hydratui.cli.app import run_app

LOOK_SECONDS = 2.0


def run() -> None:
    """Runs the app until its tab is closed, the user leaves it, or the server is gone."""
    if os.name != "nt":
        # A server that is killed says nothing, and Textual does not take the end of its input for an end.
        threading.Thread(target=_leave_with, args=(os.getppid(),), name="server-watch", daemon=True).start()
    run_app()


def _leave_with(server: int) -> None:
    pause = threading.Event()
    while os.getppid() == server:
        pause.wait(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
