"""Somebody who never saw it, at 80 by 24 and with nothing but keys: every key that is pressed stands on the screen at that moment."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.agents import files, memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, tasks, workers
from tests.recovery.conftest import until
from tests.terminal import Terminal
from tests.tui.story import Clock, set_clock, write_past

PROGRAM = str(Path(sys.executable).with_name("hydratui"))


@pytest.fixture
def weeks_later(home: Home, store: Store) -> Iterator[None]:
    """There is a past, and the built-in assistant answers."""
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        clock = Clock()
        set_clock(patch, clock)
        write_past(store, home, clock)
    workers.leave(store, "test-worker")
    yield
    for worker in workers.live(store):
        os.kill(worker.pid, signal.SIGKILL)


def follow(terminal: Terminal, hint: str, keys: str, *then: str) -> None:
    """Waits until the screen says what to press, presses it, and waits for what comes of it."""
    terminal.wait_for(hint)
    terminal.send(keys)
    terminal.wait_for(*then)


@pytest.mark.usefixtures("weeks_later")
def test_work_for_two_an_old_decision_and_a_note_corrected_and_put_back(home: Home, store: Store) -> None:
    ada = find(home, "ada")
    before = files.path(ada, "memory").read_bytes()
    with Terminal([PROGRAM], 80, 24) as terminal:
        _first_frame(terminal)
        _send_to_two(terminal, store)
        _find_a_decision(terminal)
        _correct_a_note(terminal)
        until(lambda: "Deploy target is the mini PC in the cellar." in [note.text for note in memory.notes(ada)], "the corrected note")
        follow(terminal, "u undo", "u", "Changed back to", "in the hall, named hallway")
        until(lambda: files.path(ada, "memory").read_bytes() == before, "the note as it was")
        follow(terminal, "esc back", "\x1b", "enter send")


def _first_frame(terminal: Terminal) -> None:
    """Nothing is drawn first in one way and then in another: the team is one line from the beginning."""
    while "enter send" not in terminal.text:
        terminal.read()
        team = [line for line in terminal.text.splitlines() if "Ada" in line and "Iris" in line]
        assert not any("…" in line or "▎" in line for line in team), terminal.text


def _send_to_two(terminal: Terminal, store: Store) -> None:
    follow(terminal, "@ agent", "@", "@iris", "@otto", "enter choose")
    follow(terminal, "↑↓ move", "ott", "@otto")
    follow(terminal, "enter choose", "\r", "› @otto", "enter send")
    follow(terminal, "@ agent", "@ir", "@iris", "Iris, researcher")
    follow(terminal, "enter choose", "\r", "› @otto @iris")
    follow(terminal, "enter send", "what do you remember of the backup?\r", "what do you remember of the backup?")
    until(
        lambda: [terminal.read(), {task.agent for task in tasks.recent(store, limit=2) if task.ended}][1] == {"otto", "iris"},
        "both answers",
    )
    terminal.wait_for("Iris", "Otto")


def _find_a_decision(terminal: Terminal) -> None:
    follow(terminal, "/ commands", "/", "/recall <keywords>", "Search Ada's past tasks")
    follow(terminal, "↑↓ move", "find", "› /find", "/search", "Find what was said")
    follow(terminal, "enter choose", "\x7f\x7f\x7f\x7frec", "› /rec", "/recall <keywords>")
    follow(terminal, "enter choose", "\r", "› /recall")
    follow(terminal, "enter send", "backup plan\r", "Tuesday nights at 02:30", "enter open", "←→ 1 of 5", "tab next")
    follow(terminal, "enter open", "\r", "should the backup plan move to nights?", "enter send")


def _correct_a_note(terminal: Terminal) -> None:
    follow(terminal, "/ commands", "/", "/memory [agent]", "Read and correct what Ada remembers")
    follow(terminal, "↑↓ move", "mem", "› /mem")
    follow(terminal, "enter choose", "\r", "7 notes", "enter edit")
    follow(terminal, "press / and type", "/", "↑↓ move")
    follow(terminal, "↑↓ move", "hall", "1 of 7 notes")
    follow(terminal, "↑↓ move", "\x1b[B", "enter edit")
    follow(terminal, "enter edit", "\r", "note of 3 Nov 2026", "of 600")
    follow(terminal, "enter save", "\x7f" * len("hall, named hallway, reached over WireGuard.") + "cellar.\r", "Changed.", "u undo")
    follow(terminal, "esc show all", "\x1b", "is the mini PC in the cellar.", "7 notes")
