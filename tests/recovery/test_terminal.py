"""What goes to a real terminal beside the screen: the question for its background, the title that is put back, the bell."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.paths import Home
from hydratui.store import Store, queue, tasks, workers
from hydratui.tui import pager
from tests.model_server import ModelServer
from tests.recovery.conftest import until
from tests.terminal import Terminal

PROGRAM = str(Path(sys.executable).with_name("hydratui"))
QUESTION, PUSH, POP = b"\x1b]11;?\x1b\\", b"\x1b[22;2t", b"\x1b[23;2t"
LIGHT_PAGE = b"48;2;251;250;247"
"""The background of the light theme, as true colour."""


@pytest.fixture(autouse=True)
def _alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No tmux in between, and no worker outlives its test."""
    for name in ("TMUX", "STY", "COLORFGBG", "NO_COLOR", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)
    yield
    for worker in workers.live(store):
        os.kill(worker.pid, signal.SIGKILL)


@pytest.fixture
def built_in(home: Home) -> None:
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")


def read_until(terminal: Terminal, wanted: bytes) -> None:
    until(lambda: [terminal.read(), wanted in terminal.seen][1], repr(wanted))


def test_a_light_terminal_gets_the_light_theme_and_its_answer_is_not_typed(built_in: None) -> None:
    with Terminal([PROGRAM]) as terminal:
        read_until(terminal, QUESTION)
        terminal.send("\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\")
        terminal.wait_for("enter send")
        read_until(terminal, LIGHT_PAGE)
        terminal.send("typed")
        terminal.wait_for("› typed")
        assert "rgb" not in terminal.text and "› typed " in terminal.text


def test_an_answer_that_comes_late_between_typed_letters_is_not_typed(built_in: None) -> None:
    with Terminal([PROGRAM]) as terminal:
        terminal.wait_for("enter send")
        terminal.send("one\x1b]11;rgb:fdfd/f6")
        terminal.settle(0.2)
        terminal.send("f6/e3e3\atwo")
        terminal.wait_for("› onetwo")
        read_until(terminal, LIGHT_PAGE)


@pytest.mark.parametrize("how", ["ctrl+q", "SIGTERM"])
def test_the_title_is_put_back_however_it_ends(built_in: None, how: str) -> None:
    with Terminal([PROGRAM]) as terminal:
        terminal.wait_for("enter send")
        read_until(terminal, b"\x1b]2;hydratui\a")
        if how == "ctrl+q":
            terminal.send("\x11")
        else:
            os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended() == 0
        assert terminal.seen.count(PUSH) == terminal.seen.count(POP) == 1
        assert terminal.seen.index(PUSH) < terminal.seen.index(b"\x1b]2;hydratui") < terminal.seen.rindex(POP)
        assert terminal.seen.rfind(b"\x1b[?1049l") > terminal.seen.rfind(b"\x1b[?1049h")


@pytest.mark.parametrize(("how", "sequence"), [("bell", b"\x07"), ("desktop", b"\x1b]9;hydratui: Ada is done\x07")])
def test_a_task_that_ends_while_another_window_has_the_focus_is_told(home: Home, model: ModelServer, how: str, sequence: bytes) -> None:
    with home.config.open("a", encoding="utf-8") as file:
        file.write(f'[app]\nnotify = "{how}"\n')
    model.go_on.clear()
    with Terminal([PROGRAM]) as terminal:
        terminal.wait_for("enter send")
        terminal.send("a question\r")
        terminal.wait_for("1 working")
        read_until(terminal, b"\x1b]2;hydratui \xc2\xb7 1 working\a")
        terminal.send("\x1b[O")
        terminal.settle()
        before = len(terminal.seen)
        model.go_on.set()
        read_until(terminal, b"\x1b]2;hydratui \xc2\xb7 1 new\a")
        said = b"\x1b]2;hydratui \xc2\xb7 1 new\a"
        until(lambda: [terminal.read(), sequence in terminal.seen[before:].replace(said, b"")][1], "a notice")
        terminal.send("\x1b[I")
        until(lambda: [terminal.read(), terminal.seen.rindex(b"\x1b]2;hydratui\a") > terminal.seen.rindex(said)][1], "seen")


@pytest.mark.parametrize("environment", [{"TERM": "linux"}, {"TERM": "xterm", "COLORTERM": ""}, {"NO_COLOR": "1"}], ids=str)
def test_few_or_no_colours_leave_it_readable(built_in: None, environment: dict[str, str]) -> None:
    with Terminal([PROGRAM], env=environment) as terminal:
        terminal.wait_for("enter send", "AGENTS", "▸ 🦉 Ada", "idle")
        terminal.send("remember that I deploy on Fridays\r")
        terminal.wait_for("Saved in my notes")
        assert b"\x1b[38;2;124;196;255m" not in terminal.seen, "no true colour"
        assert (QUESTION in terminal.seen) == (PUSH in terminal.seen) == (environment.get("TERM") != "linux")
        terminal.send("\x1b[Z")
        terminal.wait_for("esc back")


def test_a_pager_and_an_editor_get_what_is_pointed_at_and_give_the_terminal_back(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    for name, does in (("pager", "read key"), ("editor", "echo changed > $1 2>&1; read key")):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nclear\ncp "$1" {seen}.{name}\necho "{name} has it"\n{does}\n', encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PAGER", f"{tmp_path}/pager")
    monkeypatch.setenv("VISUAL", f"{tmp_path}/editor")
    answered(store, "It is here:\n\n```py\ndef f():\n\treturn 1\n```")
    with Terminal([PROGRAM], 80, 24) as terminal:
        terminal.wait_for("enter send", "return 1")
        # As terminals that put an escape before the arrow send it; esc alone would do something else.
        terminal.send("\x1b\x1b[A")
        terminal.wait_for("y copy")
        terminal.send("\x1b[D")
        terminal.wait_for("█")
        terminal.send("o")
        terminal.wait_for("pager has it")
        assert Path(f"{seen}.pager").read_text(encoding="utf-8") == "def f():\n\treturn 1\n"
        # Longer than one that waits for nobody takes.
        terminal.settle(2 * pager.AT_ONCE_SECONDS)
        terminal.send("\r")
        terminal.wait_for("y copy", "return 1")
        terminal.send("e")
        terminal.wait_for("editor has it")
        terminal.send("\r")
        terminal.wait_for("goes nowhere", "return 1")
        assert Path(f"{seen}.editor").read_text(encoding="utf-8") == "def f():\n\treturn 1\n"
        terminal.send("\x1b")
        terminal.wait_for("enter send")
        assert not list(tmp_path.glob("hydratui-*")), "no copy is left behind"


def test_a_pager_that_waits_for_nobody_leaves_time_to_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    answered(store, "an answer")
    with Terminal([PROGRAM], 80, 24) as terminal:
        terminal.wait_for("enter send", "an answer")
        terminal.send("\x1b[1;3A")
        terminal.wait_for("y copy")
        terminal.send("o")
        terminal.wait_for("Press enter to go back to hydratui.")
        terminal.send("\r")
        terminal.wait_for("y copy")


def answered(store: Store, answer: str) -> None:
    """A task with this answer."""
    task = tasks.submit(store, "ada", "a question")
    workers.enlist(store, "test", "background")
    claim = queue.claim(store, "test", only=task.id)
    assert claim is not None and queue.complete(store, claim, answer, "builtin", (0, 0))
    workers.leave(store, "test")
