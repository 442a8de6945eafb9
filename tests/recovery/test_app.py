"""The app in a real pseudo-terminal, with a real worker: used, killed, opened again."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, channels, tasks, workers
from tests.recovery.conftest import until
from tests.terminal import Terminal

PROGRAM = str(Path(sys.executable).with_name("hydratui"))


@pytest.fixture(autouse=True)
def _built_in(home: Home, store: Store) -> Iterator[None]:
    """The built-in assistant answers, and no worker outlives its test."""
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
    yield
    for worker in workers.live(store):
        os.kill(worker.pid, signal.SIGKILL)


def opened(columns: int = 120, rows: int = 40) -> Terminal:
    terminal = Terminal([PROGRAM], columns, rows)
    terminal.wait_for("enter send")
    return terminal


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (60, 20)])
def test_a_fact_is_saved_and_found_again_in_cards(home: Home, columns: int, rows: int) -> None:
    with opened(columns, rows) as terminal:
        terminal.send("remember that I deploy on Fridays\r")
        terminal.wait_for("Saved in my notes", "I deploy on Fridays.")
        (note,) = memory.notes(find(home, "ada"))
        assert note.text == "I deploy on Fridays."
        terminal.send("/rec")
        terminal.wait_for("/recall", "<keywords>")
        terminal.send("\tdeploy fridays\r")
        terminal.wait_for("1 hit", "enter open", "y copy")
        terminal.send("\x1b")
        terminal.settle()
        terminal.send("/memory\r")
        terminal.wait_for("I deploy on Fridays.", "esc back", "64 KB")
        terminal.send("\x1b")
        terminal.wait_for("enter send")


def test_three_agents_work_on_one_message_side_by_side(store: Store) -> None:
    with opened() as terminal:
        terminal.send("@ada @otto @iris hello\r")
        until(
            lambda: [terminal.read(), all(task.status == "completed" for task in tasks.recent(store))][1] and len(tasks.recent(store)) == 3,
            "three answers",
        )
        terminal.wait_for("Ada", "Otto", "Iris", "built-in")


def test_killed_and_opened_again_everything_is_there(home: Home, store: Store) -> None:
    with opened() as terminal:
        terminal.send("remember that the office is closed on Mondays\r")
        terminal.wait_for("Saved in my notes")
        terminal.send("a thought that is not sent")
        until(lambda: [terminal.read(), channels.draft(store, "main")][1] == "a thought that is not sent", "the draft to be kept")
        terminal.kill()
    assert store.connection.pragma("integrity_check") == "ok"
    with opened() as terminal:
        terminal.wait_for("remember that the office is closed on Mondays", "Saved in my notes", "a thought that is not sent")
    assert len(memory.notes(find(home, "ada"))) == 1


def test_quitting_leaves_the_terminal_as_it_was() -> None:
    with opened() as terminal:
        terminal.send("/quit\r")
        assert terminal.ended() == 0
        for begun, ended in (
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?25l", "\x1b[?25h"),
            ("\x1b[?2004h", "\x1b[?2004l"),
            ("\x1b[?1000h", "\x1b[?1000l"),
        ):
            assert terminal.seen.rfind(ended.encode()) > terminal.seen.rfind(begun.encode()) >= 0, ended


def test_ctrl_c_by_habit_neither_ends_the_program_nor_loses_the_draft() -> None:
    with opened() as terminal:
        terminal.send("half a message")
        terminal.wait_for("half a message")
        terminal.send("\x03")
        terminal.wait_for("Write to an agent")
        terminal.send("\x1b[A")
        terminal.wait_for("half a message")
        terminal.send("\x03")
        terminal.wait_for("Write to an agent")
        terminal.send("\x03")
        terminal.wait_for("again")
        terminal.send("\x03")
        assert terminal.ended() == 0


def test_forty_pasted_lines_are_one_message(store: Store) -> None:
    lines = "\n".join(f"line {number}" for number in range(40))
    with opened() as terminal:
        terminal.send(f"\x1b[200~{lines}\x1b[201~")
        terminal.wait_for("line 39")
        assert tasks.recent(store) == []
        terminal.send("\r")
        until(lambda: [terminal.read(), tasks.recent(store)][1], "the message")
        (task,) = tasks.recent(store)
        assert task.prompt == lines


def test_hostile_text_from_elsewhere_is_shown_inert(store: Store) -> None:
    with store.write() as db:
        db.execute(
            "INSERT INTO tasks (agent, prompt, result, status, finished_at) VALUES ('ada', ?, ?, 'completed', '2026-11-30T00:00:00Z')",
            ("[/foo] [@click=app.quit]x[/]", "title \x1b]0;owned\x07 clip \x1b]52;c;b3duZWQ=\x07 colour \x1b[31mred [red"),
        )
    with opened() as terminal:
        terminal.wait_for("[/foo] [@click=app.quit]x[/]", "␛]0;owned␇", "␛[31mred [red")
        assert b"\x1b]0;owned" not in terminal.seen
        assert b"\x1b]52;c;b3duZWQ=" not in terminal.seen


def test_a_terminal_that_shrinks_and_grows_keeps_what_is_typed() -> None:
    with opened() as terminal:
        terminal.send("still here")
        for columns, rows in ((60, 20), (40, 12), (120, 40)):
            terminal.resize(columns, rows)
            terminal.wait_for("still here")


def test_a_database_that_cannot_be_used_is_one_line_in_a_plain_terminal(tmp_path: Path) -> None:
    damaged = Home(tmp_path / "damaged")
    damaged.root.mkdir()
    damaged.database.write_bytes(b"no database " * 1000)
    with Terminal([PROGRAM], env={"HYDRATUI_HOME": str(damaged.root)}) as terminal:
        assert terminal.ended() == 1
        assert "is damaged" in terminal.text
        assert b"\x1b[?1049h" not in terminal.seen


def test_an_error_that_nobody_foresaw_is_one_line_and_its_details_are_kept(home: Home) -> None:
    broken = """
import sys
from hydratui.cli.main import run
from hydratui.tui.app import HydraApp
def fail(self): secret = "sk-do-not-print"; raise RuntimeError("unforeseen")
HydraApp.action_help = fail
sys.argv = ["hydratui"]
run()
"""
    with Terminal([sys.executable, "-c", broken]) as terminal:
        terminal.wait_for("enter send")
        terminal.send("\x1bOP")
        assert terminal.ended() == 1
        sentence = f"Something unexpected happened (RuntimeError). The details are in {home.logs / 'cli.log'}."
        # The path may be broken at the edge of the screen.
        assert "".join(sentence.split()) in "".join(terminal.text.split())
        assert "sk-do-not-print" not in terminal.text
        assert terminal.seen.rfind(b"\x1b[?1049l") > terminal.seen.rfind(b"\x1b[?1049h")
    assert "unforeseen" in (home.logs / "cli.log").read_text(encoding="utf-8")


@pytest.mark.heavy
def test_the_worker_ends_by_itself_after_the_app(store: Store) -> None:
    with opened() as terminal:
        until(lambda: [terminal.read(), workers.live(store)][1], "a worker")
        terminal.send("/quit\r")
        assert terminal.ended() == 0
    end = time.monotonic() + 20
    while workers.live(store):
        assert time.monotonic() < end, "the worker is still there"
        time.sleep(0.05)
