"""The program as a shell sees it: statuses, streams, encodings, and what it does not import."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hydratui.cli.main import home_first
from hydratui.cli.tree import COMMANDS
from hydratui.paths import Home
from hydratui.store import Store, queue, tasks
from tests.unit.program import PROGRAM, run, within

# None of these may be on the way to `--help`, `remember` or `recall`.
HEAVY = ("textual", "rich", "pydantic", "pydantic_ai", "openai", "anthropic", "httpx2", "trafilatura", "feedparser", "ddgs", "tomlkit")


def done(store: Store, agent: str, prompt: str, result: str) -> int:
    task = tasks.submit(store, agent, prompt)
    claim = queue.claim(store, "test", only=task.id)
    assert claim is not None
    assert queue.complete(store, claim, result, "builtin", (0, 0))
    return task.id


def test_every_command_is_in_the_tree_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in listed
        assert f"Usage: hydratui {command} " in within(capsys, command, "--help").out


def test_help_and_version_go_to_stdout() -> None:
    helped = run("--help")
    assert (helped.status, helped.err) == (0, "")
    assert "Usage: hydratui" in helped.out
    assert re.fullmatch(r"hydratui \d+\.\d+\.\d+\n", run("--version").out)


def test_without_a_terminal_the_app_is_refused_in_one_line() -> None:
    ended = run()
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == (
        "The app needs a terminal. hydratui --plain works line by line; in a script use hydratui ask, or see hydratui --help.\n"
    )


def test_a_closed_output_loses_what_is_printed_and_nothing_else(home: Home) -> None:
    for closed, words, status in (((1,), ["agents"], 0), ((1, 2), ["agents"], 0), ((2,), ["nonsense"], 2), ((0, 1, 2), ["ask", "hi"], 0)):
        ended = subprocess.run(
            ["/bin/sh", "-c", f'"$0" "$@" {" ".join(f"{each}>&-" for each in closed)}', PROGRAM, *words], check=False, timeout=120
        )
        assert ended.returncode == status, (closed, words)
    assert not (home.logs / "cli.log").exists()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nonsense"], 2, "No such command 'nonsense'. See hydratui --help."),
        (["recal", "x"], 2, "Did you mean 'recall'? See hydratui --help."),
        (["--home", "ask", "nonsense"], 2, "No such command 'nonsense'"),
        (["recall"], 2, "Missing argument"),
        (["memory", "forget", "x"], 2, "'x' is not a whole number. See hydratui memory forget --help."),
        (["ask", "-x"], 2, "Put -- before text that begins with a dash"),
        (["tasks", "list", "--status", "asleep"], 2, "'asleep' is not one of"),
        (["recall", "--since", "soon", "x"], 2, "--since needs a date"),
        (["import"], 2, "Missing command"),
        (["--home", "~no-such-user/x", "agents"], 1, "a home folder that does not exist"),
        (["--home", "", "agents"], 2, "--home needs"),
        (["recall", "--agent", "zoe", "x"], 1, "There is no agent 'zoe'"),
        (["remember", "--agent", "ada", ""], 1, "The note is empty"),
        (["remember", "--agent", "ada", "x" * 601], 1, "601 characters"),
        (["ask", " "], 1, "empty"),
        (["tasks", "show", "99"], 1, "There is no task 99"),
        (["memory", "forget", "--agent", "ada", "999"], 1, "no note on line 999"),
        (["import", "jsonl", "gone.jsonl"], 1, "gone.jsonl can't be read"),
    ],
)
def test_an_error_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str], words: list[str], status: int, said: str) -> None:
    ended = within(capsys, *words)
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_a_folder_that_can_t_be_made_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ended = within(capsys, "--home", str(tmp_path / "file" / "x"), "agents")
    assert ended.status == 1
    assert "HYDRATUI_HOME" in ended.err
    assert ended.err.count("\n") == 1


def test_an_unforeseen_error_is_one_line_and_a_log(capsys: pytest.CaptureFixture[str], home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("hydratui.store.tasks.recent", broken)
    ended = within(capsys, "tasks")
    assert ended.status == 1
    assert ended.err == f"Something unexpected happened (ZeroDivisionError). The details are in {home.logs / 'cli.log'}.\n"
    assert "ZeroDivisionError: a bug" in (home.logs / "cli.log").read_text(encoding="utf-8")


def test_an_interrupt_is_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hydratui.store.tasks.recent", interrupted)
    ended = within(capsys, "tasks")
    assert (ended.status, ended.out, ended.err.strip()) == (130, "", "")


def test_home_may_stand_after_the_command(tmp_path: Path) -> None:
    assert home_first(["ask", "hi", "--home", "x", "--", "--home", "y"]) == ["--home", "x", "ask", "hi", "--", "--home", "y"]
    assert home_first(["agents", "--home=x"]) == ["--home=x", "agents"]
    assert home_first(["agents", "--home"]) == ["agents", "--home"]
    elsewhere = tmp_path / "elsewhere"
    assert run("agents", "--home", str(elsewhere)).status == 0
    assert (elsewhere / "agents").is_dir()


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"NO_COLOR": "1"},
    ],
)
def test_no_encoding_stops_a_print(store: Store, env: dict[str, str]) -> None:
    done(store, "ada", "wo ist 東京 🦉?", "東京 is far ✓")
    for words in (["recall", "--agent", "ada", "東京"], ["agents"], ["tasks"], ["tasks", "show", "1"]):
        ended = run(*words, env=env)
        assert (ended.status, ended.err) == (0, "")
        assert "\x1b" not in ended.out
        assert ended.out


def test_a_closed_pipe_is_no_error_message(store: Store) -> None:
    for number in range(40):
        done(store, "ada", f"task {number}", "x" * 20_000)
    with subprocess.Popen([PROGRAM, "export", "jsonl", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.read(10)
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 1


def test_matches_are_bold_on_a_terminal_and_escapes_are_inert(store: Store) -> None:
    done(store, "ada", "should the backup move?", "The backup \x1b[31mmoves.")
    screen, terminal = pty.openpty()
    try:
        env = {**{key: value for key, value in os.environ.items() if key != "NO_COLOR"}, "TERM": "xterm"}
        subprocess.run([PROGRAM, "recall", "--agent", "ada", "backup"], stdout=terminal, env=env, check=True)
        shown = os.read(screen, 65_536).decode()
    finally:
        os.close(terminal)
        os.close(screen)
    assert "should the \x1b[1mbackup\x1b[22m move?" in shown
    assert "\x1b[31m" not in shown
    assert "␛[31m" in shown


@pytest.mark.parametrize(
    "words", [["--help"], ["remember", "--agent", "ada", "I deploy on Fridays"], ["recall", "--agent", "ada", "deploy"]]
)
def test_the_quick_commands_import_nothing_heavy(store: Store, words: list[str]) -> None:
    traced = subprocess.run([sys.executable, "-X", "importtime", "-m", "hydratui", *words], capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in traced.stderr.splitlines()}
    assert "typer" in imported
    assert imported.isdisjoint(HEAVY)
