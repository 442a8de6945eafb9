"""Every command of the registry is where one would look for it, and works where there is no screen."""

from typing import get_args

import pytest

from hydratui.commands import routing
from hydratui.commands.command import ArgumentKind, Command
from hydratui.commands.registry import COMMANDS
from hydratui.commands.suggest import suggest
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.tui.screens.help import commands
from tests.unit.program import run

SAMPLES: dict[ArgumentKind, str] = {
    "agent": "ada", "whom": "otto", "craft": "coder", "emoji": "🦉", "model": "builtin", "note": "I like tea", "words": "tea",
    "message": "hello", "command": "recall", "name": "Bea", "unfinished": "1", "waiting": "1", "failed": "1", "editable": "1",
    "told": "1", "place": "first", "tool": "recall", "grant": "recall", "switch": "on", "server": "x", "held": "1", "search": "tea",
    "schedule": "0 9 * * * hello", "theme": "nord", "sidebar": "30",
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_it_is_in_the_palette_and_in_the_help_and_says_what_it_does(home: Home, store: Store, command: Command) -> None:
    context = routing.context(home, store)
    for typed in (command.name, *command.aliases):
        offered = suggest(context, f"/{typed}", len(typed) + 1)
        assert offered[0].label == f"/{command.name}", typed
        assert offered[0].summary == command.summary_for(context.agent) != ""
    entries = {entry.name: entry.does for entry in commands(context.agent).entries}
    told = entries[f"/{command.name} {command.hint}".rstrip()]
    assert told.startswith(command.summary_for(context.agent)) and all(f"/{alias}" in told for alias in command.aliases)


def test_what_a_command_does_finds_it_where_no_name_does(home: Home, store: Store) -> None:
    context = routing.context(home, store)
    for typed, label in (("/find", "/search"), ("/correct", "/memory"), ("/rem", "/remember")):
        assert suggest(context, typed, len(typed))[0].label == label
    assert suggest(context, "/zz", 3) == suggest(context, "/what-is-this", 13) == []


def test_each_works_or_says_a_sentence_in_the_plain_talk_with_and_without_its_arguments(home: Home, store: Store) -> None:
    assert set(SAMPLES) == set(get_args(ArgumentKind))
    tasks.cancel(store, tasks.submit(store, "ada", "do I like tea?").id)
    others = [command for command in COMMANDS if command.name != "quit"]
    lines = [f"/{command.name}" for command in others]
    lines += [f"/{command.name} {' '.join(SAMPLES[each.kind] for each in command.arguments)}" for command in others if command.arguments]
    ended = run("--plain", typed="".join(f"{line}\n" for line in [*lines, "/quit"]))
    assert (ended.status, ended.err) == (0, "")
    said = ended.out.splitlines()
    at = [said.index(f"You: {line}") for line in [*lines, "/quit"]]
    assert at == sorted(at)
    assert not [line for line, here, following in zip(lines, at, at[1:], strict=False) if following == here + 1]
    assert "Traceback" not in ended.out
