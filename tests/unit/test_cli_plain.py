"""`hydratui --plain`: a talk in lines, piped and in a terminal, that says everything the app shows."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.cli.plain.render import OWN, shown
from hydratui.commands import command, registry, routing
from hydratui.commands.command import Outcome
from hydratui.paths import Home
from hydratui.recall import recall
from hydratui.store import Store, control, held, tasks
from tests.model_server import ModelServer, model_server
from tests.recovery.conftest import until
from tests.terminal import Terminal
from tests.unit.program import PROGRAM, run

ESC = b"\x1b"


def _talk(*lines: str) -> list[str]:
    ended = run("--plain", typed="".join(f"{line}\n" for line in lines))
    assert (ended.status, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    assert "\r" not in ended.out
    return ended.out.splitlines()


def test_a_piped_talk_waits_for_each_answer_and_ends(home: Home) -> None:
    said = _talk("remember that I like tea", "/recall tea", "/open 1", "/quit")
    order = ["You: remember that I like tea", "Ada works.", "Ada has finished.", "You: /recall tea", "You: /open 1", "You: /quit", "Left."]
    assert [line for line in said if line in order][:2] == order[:2]
    assert said.index("Ada works.") < next(at for at, line in enumerate(said) if line.startswith("Ada: "))
    assert any(line.startswith("Ada used remember, I like tea: saved") for line in said)
    assert sum(line == "Ada works." for line in said) == 1
    assert any(line.startswith("1. today ") and "in main, task 1." in line for line in said)
    assert any(line.startswith("Task 1, ") and line.endswith("in main, completed.") for line in said)
    assert said[-1] == "Left."
    assert [note.text for note in memory.notes(find(home, "ada"))] == ["I like tea."]


def test_a_pipe_that_ends_ends_the_talk(home: Home) -> None:
    assert _talk("hello")[-1] == "Left."


def test_bytes_that_are_no_text_and_a_closed_input_are_survived(home: Home, store: Store) -> None:
    assert run("--plain", typed=b"hello \xff there\n").status == 0
    assert [task.prompt for task in tasks.window(store, "main")] == ["hello \ufffd there"]
    closed = subprocess.run(["sh", "-c", f"exec {PROGRAM} --plain <&-"], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")
    assert closed.stdout.endswith("Left.\n")


def test_what_is_wrong_is_said_and_the_talk_goes_on(home: Home) -> None:
    said = _talk("/nonsense", "/open 3", "/channel nowhere", "/channel iris", "/agents")
    assert any(line.startswith("No command /nonsense.") for line in said)
    assert any(line.startswith("There is no card 3.") for line in said)
    assert any(line.startswith("There is no channel 'nowhere'.") for line in said)
    assert "You are in iris." in said
    assert any("Iris (@iris) idle" in line for line in said)


def test_what_is_quoted_goes_above_the_next_message_and_what_is_copied_is_said(home: Home, store: Store) -> None:
    said = _talk("hello", "/copy 1", "/quote 1", "/task 1", "and this?")
    answer = tasks.get(store, 1)
    assert answer is not None and answer.result is not None
    first = answer.result.split("\n")[0]
    assert "Ada:" in said and first in said and f"> {first}" in said and "It goes above your next message." in said
    asked = tasks.get(store, 2)
    assert asked is not None and asked.prompt.startswith(f"> {first}") and asked.prompt.endswith("\n\nand this?")


def test_a_line_that_ends_with_a_backslash_goes_on_in_the_next(home: Home, store: Store) -> None:
    _talk("hello \\", "there")
    assert [task.prompt for task in tasks.window(store, "main")] == ["hello \nthere"]


def test_a_paused_agent_is_not_waited_for(home: Home, store: Store) -> None:
    control.pause(store, "ada")
    said = _talk("hello", "/queue")
    assert "Ada is paused; task 1 waits. /resume ada lets it go on." in said
    assert "Ada: 1 waiting, paused." in said


def test_a_note_that_waits_is_asked_about_in_words_and_kept(home: Home, store: Store) -> None:
    task = tasks.submit(store, "ada", "read the page")
    tasks.cancel(store, task.id)
    number = held.hold(store, "ada", task.id, "Tea is\nbest \x1b[31mhot", "example.org")
    said = _talk(f"/keep {number} Tea is best hot")
    assert "Ada wants to remember, from example.org: Tea is best ␛[31mhot" in said
    assert "Kept in Ada's memory." in said


def test_a_hostile_message_stays_text(home: Home, store: Store) -> None:
    said = _talk("hello \x1b[2J\x9b31m\u202e there", "/open task 1")
    assert any("␛[2J" in line for line in said)


def _samples(home: Home, store: Store) -> dict[type, Outcome]:
    ada = find(home, "ada")
    task = tasks.submit(store, "ada", "a task that waits", "ada")
    answer = recall(store, "ada", "tea")
    made: list[Outcome] = [
        command.Said("Done."),
        command.Found(answer, ada),
        command.OpenMemory(ada),
        command.OpenAgents(ada, "Ada (@ada) idle"),
        command.OpenProfile(),
        command.Moved("ada", "bea", "Ada is Bea now."),
        command.OpenHelp(),
        command.OpenHelp("recall"),
        command.OpenKeys(),
        command.OpenThemes(),
        command.Themed("nord"),
        command.Arranged(False, 28),
        command.Sent((task,)),
        command.Using(ada),
        command.Anew("main"),
        command.OpenQueue(),
        command.OpenSearch("tea"),
        command.OpenTask(task.id),
        command.Handed("copy", "an answer", task.id),
        command.OpenStats(),
        command.OpenSystem(),
        command.Drafted("main", "a draft", task.id),
        command.Leave(),
    ]
    return {type(outcome): outcome for outcome in made}


def test_every_outcome_of_a_command_has_words(home: Home, store: Store) -> None:
    samples = _samples(home, store)
    assert set(get_args(Outcome)) == set(samples)
    context = routing.context(home, store, "main")
    for kind, outcome in samples.items():
        said = shown(context, outcome).text
        assert bool(said) is (kind is not command.Leave), kind
        assert "[dim]" not in said, kind


def test_the_help_names_every_command(home: Home, store: Store) -> None:
    said = shown(routing.context(home, store, "main"), command.OpenHelp()).text.splitlines()
    for one in registry.COMMANDS:
        assert any(line.startswith(f"/{one.name}") for line in said), one.name
    assert not {name.split()[0] for name in OWN} & registry.names()


@pytest.fixture
def model(home: Home) -> Iterator[ModelServer]:
    """A model server as the default."""
    with model_server() as server:
        home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{server.url}"\n', encoding="utf-8")
        yield server


def _open(**env: str) -> Terminal:
    return Terminal([str(PROGRAM), "--plain"], 100, 60, {"TERM": "dumb", **env})


def test_a_talk_in_a_terminal_sends_no_sequence_and_ends_with_ctrl_d(home: Home) -> None:
    with _open(TERM="xterm-256color") as terminal:
        terminal.wait_for("You: ")
        terminal.send("hello\n")
        terminal.wait_for("Ada has finished")
        terminal.send("\x04")
        assert terminal.ended() == 0
        assert "Left." in terminal.text
        assert ESC not in terminal.seen


def test_an_answer_comes_line_by_line_while_it_is_made(home: Home, model: ModelServer) -> None:
    model.words = ["The first line.\n", "The second ", "line.\n", "The end."]
    model.go_on.clear()
    with _open() as terminal:
        terminal.wait_for("You: ")
        terminal.send("tell me\n")
        terminal.wait_for("Ada works.", "Ada: The first line.")
        assert "The second" not in terminal.text
        model.go_on.set()
        terminal.wait_for("The second line.", "The end.", "Ada has finished")
        assert terminal.text.count("The first line.") == 1
        assert terminal.text.count("Ada: ") == 1


def test_ctrl_c_cancels_the_task_and_the_second_one_leaves(home: Home, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with _open() as terminal:
        terminal.wait_for("You: ")
        terminal.send("tell me\n")
        terminal.wait_for("Ada works.")
        terminal.send("\x03")
        terminal.wait_for("Task 1 is stopping. Press ctrl+c again to leave.", "Task 1 is cancelled.")
        terminal.send("\x03")
        assert terminal.ended() == 0
        assert "Left." in terminal.text
    assert [task.status for task in tasks.window(store, "main")] == ["cancelled"]


def test_leaving_with_work_going_on_asks_in_words(home: Home, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with _open() as terminal:
        terminal.wait_for("You: ")
        terminal.send("tell me\n")
        terminal.wait_for("Ada works.")
        terminal.send("tell me more\n")
        until(lambda: len(tasks.window(store, "main")) == 2, "the second message to be sent")
        terminal.send("/quit\n")
        terminal.wait_for("1 task runs and 1 task waits.", "keep, stop or cancel: ")
        terminal.send("\x03")
        terminal.wait_for("You stay.")
        terminal.send("\x04")
        terminal.wait_for("You stay.")
        until(lambda: terminal.read() or terminal.text.count("keep, stop or cancel: ") == 2, "the second question")
        terminal.send("cancel\n")
        assert terminal.ended() == 0
    until(lambda: {task.status for task in tasks.window(store, "main")} == {"cancelled"}, "both to be cancelled")


def test_an_empty_line_brings_the_prompt_back_while_an_agent_works(home: Home, store: Store, model: ModelServer) -> None:
    model.go_on.clear()
    with _open() as terminal:
        terminal.wait_for("You: ")
        terminal.send("tell me\n")
        terminal.wait_for("Ada works.")
        terminal.send("\n")
        terminal.wait_for("They work on.")
        model.go_on.set()
        terminal.send("@iris hello\n")
        terminal.wait_for("Iris has finished")
        until(lambda: {task.status for task in tasks.window(store, "main")} == {"completed"}, "both to end")
        terminal.send("\n")
        terminal.wait_for("Ada has finished")
        assert "Iris: one two three" in terminal.text


def test_an_old_message_comes_back_into_the_line_to_be_changed(home: Home, store: Store) -> None:
    with _open() as terminal:
        terminal.wait_for("You: ")
        terminal.send("hello\n")
        terminal.wait_for("Ada has finished")
        terminal.send("/edit 1\n")
        terminal.wait_for("This is what task 1 asked: hello", "You: hello")
        terminal.send(" again\n")
        until(lambda: [task.prompt for task in tasks.window(store, "main")] == ["hello", "hello again"], "the changed one to be sent")


def test_the_app_itself_names_the_plain_talk_in_a_dumb_terminal(home: Home) -> None:
    with Terminal([str(PROGRAM)], 100, 30, {"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 2
        assert "hydratui --plain works in it" in terminal.text


def test_no_screen_library_is_loaded(home: Home, tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    script.write_text(
        "import sys\nfrom hydratui.cli.main import call\nstatus = call(['--plain'])\n"
        "print('LOADED', [name for name in ('textual', 'rich', 'pydantic_ai') if name in sys.modules])\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, script], input="/help\n/memory\n/queue\n/search tea\n", capture_output=True, text=True, check=True
    )
    assert "LOADED []" in done.stdout
