"""The app inside a real tmux: paste, resize, ctrl+c, copying through it, and a terminal that is usable after every end."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.paths import Home
from hydratui.store import Store, channels, front_ends, tasks
from tests.recovery.conftest import until
from tests.terminal import Terminal
from tests.tmux import MISSING, TMUX, Tmux, tmux
from tests.tui.story import Clock, Worker

PROGRAM = str(Path(sys.executable).with_name("hydratui"))
pytestmark = pytest.mark.skipif(TMUX is None, reason=MISSING)
ANSWER = "The backup plan: Tuesday nights at 02:30."


@pytest.fixture
def worker(store: Store) -> Worker:
    """Does the work, so that the app starts nobody who does."""
    return Worker(store, Clock())


@pytest.fixture
def window(worker: Worker) -> Iterator[Tmux]:
    """The app in a window, with an answer on its page."""
    worker.said("ada", "what did we decide?", ANSWER)
    with tmux() as opened:
        begin(opened)
        yield opened


def begin(window: Tmux) -> None:
    window.type(f"'{PROGRAM}'")
    window.press("Enter")
    window.wait_for("enter send", ANSWER)


def app(store: Store) -> int:
    """The process of the one app that is open."""
    until(lambda: front_ends.listed(store), "the app to enter itself")
    (open_app,) = front_ends.listed(store)
    return open_app.pid


def test_paste_ctrl_c_and_copying(window: Tmux, store: Store) -> None:
    lines = "\n".join(f"line {number}" for number in range(40))
    window.paste(f"{lines}\n")
    window.wait_for("line 39")
    assert [task.prompt for task in tasks.recent(store)] == ["what did we decide?"]
    window.press("C-c")
    window.wait_for("Write to an agent", "Cleared", gone="line 39")
    window.press("Up")
    window.wait_for("› line 0")
    window.press("Enter")
    until(lambda: len(tasks.recent(store)) == 2, "the message")
    assert tasks.recent(store)[0].prompt.strip() == lines
    _copy_with_clipboard_on(window)
    _copy_through_it(window)
    assert app(store)


def _copy_with_clipboard_on(window: Tmux) -> None:
    """tmux obeys, and keeps what is copied in a buffer of its own."""
    window.do("set-option", "-s", "set-clipboard", "on")
    window.type("/copy 1")
    window.press("Enter")
    window.wait_for("through tmux")
    until(lambda: window.do("list-buffers"), "a buffer")
    assert ANSWER in window.do("show-buffer")


def _copy_through_it(window: Tmux) -> None:
    """tmux is told to obey nobody, and to pass on what is wrapped for it: the terminal around it gets the sequence."""
    window.do("set-option", "-s", "set-clipboard", "off")
    window.do("set-option", "-g", "allow-passthrough", "on")
    with Terminal([TMUX or "", "-S", window.socket, "attach"], 120, 40, {"TMUX": ""}) as outside:
        outside.wait_for("enter send")
        window.type("/copy 1")
        window.press("Enter")
        until(lambda: [outside.read(), b"\x1b]52;c;" in outside.seen][1], "the sequence outside")


def test_resized_while_text_streams_in_nothing_is_left_over(window: Tmux, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "tell me a lot")
    worker.begin(task)
    window.wait_for("tell me a lot")
    written = ""
    for columns, rows in ((60, 16), (80, 24)):
        for number in range(8):
            words = f"{columns} columns, paragraph {number} with some words in it.\n\n"
            worker.stream(task, words)
            written += words
            if number == 3:
                window.resize(columns, rows)
        window.wait_for(f"{columns} columns, paragraph 7")
    worker.complete(task, written)
    window.wait_for("paragraph 7", "enter send", gone="working")
    window.do("new-session", "-d", "-s", "anew", "-x", "80", "-y", "24", PROGRAM)
    looks: dict[str, str] = {}

    def alike() -> bool:
        looks["resized"], looks["anew"] = (window.do("capture-pane", "-p", "-t", f"{name}:") for name in ("0", "anew"))
        return looks["resized"] == looks["anew"] and "paragraph 7" in looks["anew"] and "@ agent" in looks["anew"]

    until(alike, f"the same page, drawn anew, to be the same: {looks}")


def test_the_terminal_is_usable_after_the_app_was_told_to_end_or_killed(window: Tmux, store: Store, home: Home) -> None:
    assert window.told("#{alternate_on} #{mouse_any_flag}") == "1 1"
    window.type("half a thought")
    until(lambda: channels.draft(store, "main") == "half a thought", "the draft to be kept")
    os.kill(app(store), signal.SIGTERM)
    _usable(window)
    assert window.told("#{alternate_on} #{mouse_any_flag}") == "0 0"
    begin(window)
    os.kill(app(store), signal.SIGKILL)
    # Nothing can be put back by what is dead; the shell has its line again, and the next app that ends puts back the rest.
    _usable(window)
    begin(window)
    window.wait_for("half a thought")
    window.press("C-c", "C-q")
    _usable(window)
    assert window.told("#{alternate_on} #{mouse_any_flag}") == "0 0"


def _usable(window: Tmux) -> None:
    """What is typed is seen, done, and answered."""
    window.at_the_shell()
    window.type("clear; echo is-$((40 + 2)); stty -a")
    window.press("Enter")
    shown = window.wait_for("is-42", "speed")
    assert not {"-echo", "-icanon", "-isig", "-icrnl", "-opost"} & set(shown.replace(";", " ").split()), shown
    window.type("clear")
    window.press("Enter")
    window.at_the_shell()
