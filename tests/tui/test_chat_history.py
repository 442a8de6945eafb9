"""What was sent comes back: with the arrows, by a search, over sessions; commands used most come first; a draft goes through $EDITOR."""

import os
import stat
from pathlib import Path

import pytest

from hydratui.paths import Home
from hydratui.store import Store, channels, tasks, typed
from tests.tui.conftest import Open, OpenApp
from tests.tui.pictures import Pictures
from tests.tui.story import Clock, Worker


@pytest.fixture
def past(worker: Worker, clock: Clock, store: Store) -> None:
    """Messages and commands in two channels."""
    clock.at(hours=5)
    worker.said("ada", "should the backup plan move to nights?", "Yes.")
    clock.at(hours=4)
    typed.record(store, "main", "/recall backup since:2026-10", "recall", keep=True)
    clock.at(hours=3)
    worker.said("otto", "Écris le script\nde la sauvegarde", "Voilà.")
    clock.at(hours=2)
    worker.said("otto", "the backup in the other channel", "Yes.", channel="otto")
    clock.at(seconds=0)


async def search(opened: Open, words: str = "") -> None:
    await opened.pilot.press("ctrl+r")
    await opened.until(lambda: opened.chat.line.past is not None and opened.chat.palette.chosen() is not None)
    await opened.type(words)


async def test_a_command_comes_back_after_a_restart_and_stands_in_its_place(open_app: OpenApp, worker: Worker) -> None:
    async with open_app() as opened:
        await opened.type("/mcp")
        await opened.pilot.press("enter")
        await opened.until(lambda: typed.uses(worker.store) == {"mcp": 1})
    worker.clock.tick(60)
    worker.said("ada", "later", "yes")
    async with open_app() as opened:
        await opened.pilot.press("up")
        assert opened.chat.prompt.text == "later"
        await opened.pilot.press("up")
        assert opened.chat.prompt.text == "/mcp"


async def test_each_channel_has_a_history_of_its_own(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("/mcp")
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(typed.uses(store)))
        await opened.type("a draft that is cleared")
        await opened.pilot.press("ctrl+c", "ctrl+down", "up")
        assert opened.chat.talk.channel == "ada" and opened.chat.prompt.text == ""
        await opened.pilot.press("ctrl+up", "up")
        assert opened.chat.prompt.text == "a draft that is cleared"


async def test_a_message_that_names_agents_comes_back_as_it_was_typed(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("@otto @iris hello")
        await opened.pilot.press("escape", "enter")
        await opened.until(lambda: len(tasks.recent(store)) == 2)
        await opened.until(lambda: bool(typed.history(store, "main", 9)) and typed.history(store, "main", 9)[-1].text.startswith("@otto"))
    async with open_app() as opened:
        await opened.pilot.press("up")
        assert opened.chat.prompt.text == "@otto @iris hello"


async def test_ctrl_r_finds_what_was_sent_here_and_enter_takes_it_without_sending(open_app: OpenApp, store: Store, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await opened.type("a draft")
        before = len(tasks.recent(store))
        await search(opened, "backup")
        await opened.until(lambda: "sent in this channel" in opened.screen() and "/recall backup since:2026-10" in opened.screen())
        assert "other channel" not in opened.screen()
        await opened.pilot.press("down")
        await opened.pilot.press("enter")
        assert opened.chat.prompt.text == "should the backup plan move to nights?"
        assert len(tasks.recent(store)) == before and not opened.chat.palette.shown


async def test_ctrl_r_again_looks_in_all_channels(open_app: OpenApp, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await search(opened, "other")
        await opened.until(lambda: "Nothing that was sent matches." in opened.screen())
        await opened.pilot.press("ctrl+r")
        await opened.until(lambda: "the backup in the other channel" in opened.screen() and "sent in all channels" in opened.screen())
        await opened.pilot.press("tab")
        assert opened.chat.prompt.text == "the backup in the other channel"


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_the_draft_is_back_when_the_search_is_given_up(open_app: OpenApp, past: None, key: str) -> None:
    async with open_app((100, 30)) as opened:
        await opened.type("a draft")
        await search(opened, "back")
        await opened.pilot.press(key)
        assert opened.chat.prompt.text == "a draft" and opened.chat.line.past is None
        await opened.pilot.press("x")
        assert opened.chat.prompt.text == "a draftx"


async def test_another_channel_or_the_end_of_the_app_keeps_the_draft_and_not_the_words(open_app: OpenApp, store: Store, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await opened.type("a draft")
        await search(opened, "back")
        await opened.pilot.press("ctrl+down")
        assert opened.chat.prompt.text == "" and opened.chat.line.past is None
        await opened.pilot.press("ctrl+up")
        assert opened.chat.prompt.text == "a draft"
        await search(opened, "back")
    assert channels.draft(store, "main") == "a draft"


async def test_case_accents_and_lines_make_no_difference(open_app: OpenApp, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await search(opened, "ECRIS sauvegarde")
        await opened.until(lambda: "Écris le script de la sauvegarde" in opened.screen())
        await opened.pilot.press("enter")
        assert opened.chat.prompt.text == "Écris le script\nde la sauvegarde"


async def test_a_command_that_is_found_is_not_run(open_app: OpenApp, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await search(opened, "/recall")
        await opened.until(lambda: opened.chat.palette.chosen() is not None)
        await opened.pilot.press("enter")
        assert opened.chat.prompt.text == "/recall backup since:2026-10"


async def test_the_commands_that_are_used_most_come_first(open_app: OpenApp, store: Store) -> None:
    for _ in range(2):
        typed.record(store, "main", "/queue", "queue", keep=False)
    typed.record(store, "main", "/memory", "memory", keep=False)
    async with open_app((100, 40)) as opened:
        await opened.type("/")
        await opened.until(lambda: opened.chat.palette.shown)
        labels = [each.label for each in opened.chat.palette._suggestions]
        assert labels[:3] == ["/queue", "/memory", "/remember"]
        await opened.type("me")
        chosen = opened.chat.palette.chosen()
        assert chosen is not None and chosen.label == "/memory"


async def test_f1_over_the_palette_is_the_help_of_the_command_that_it_points_at(open_app: OpenApp) -> None:
    async with open_app((100, 40)) as opened:
        await opened.type("/rec")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("f1")
        await opened.until(lambda: "Search Ada's past tasks" in opened.screen() and "Save a note" not in opened.screen())


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """An editor that runs a shell script on the file."""
    program = tmp_path / "editor"
    program.write_text(f'#!/bin/sh\nfile="$1"\n{script}\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("VISUAL", str(program))


class NoTerminal:
    """Stands in for the terminal that a test has not. As with Textual's own, an error while it is away means that it never comes back."""

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, *_: object) -> None:
        assert kind is None, "the terminal is lost"


async def test_ctrl_g_hands_the_draft_to_the_editor_and_takes_it_back(
    open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    editor(
        tmp_path, monkeypatch, f'cat "$file" > {tmp_path}/was; stat -c %a "$file" > {tmp_path}/mode; printf "two\\nlines é\\n" > "$file"'
    )
    monkeypatch.setattr("hydratui.tui.app.HydraApp.suspend", NoTerminal)
    before = set(os.listdir("/tmp"))  # noqa: PTH208
    async with open_app() as opened:
        await opened.type("draft")
        await opened.pilot.press("ctrl+g")
        await opened.until(lambda: opened.chat.prompt.text == "two\nlines é")
        assert (tmp_path / "was").read_text() == "draft" and (tmp_path / "mode").read_text() == "600\n"
        assert not [name for name in set(os.listdir("/tmp")) - before if name.startswith("hydratui-")]  # noqa: PTH208
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(tasks.recent(store)))


async def test_an_editor_that_does_not_start_is_said_and_the_draft_stays(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "/no/such/editor")
    monkeypatch.setattr("hydratui.tui.app.HydraApp.suspend", NoTerminal)
    async with open_app() as opened:
        await opened.type("draft")
        await opened.pilot.press("ctrl+g")
        await opened.until(lambda: "can't be started" in opened.screen())
        assert opened.chat.prompt.text == "draft"


async def test_searching_what_was_sent(pictures: Pictures, home: Home, past: None) -> None:
    from hydratui.tui.app import HydraApp
    from tests.tui.test_chat_snapshots import _when

    app = HydraApp(home, None)

    async def found(pilot):  # type: ignore[no-untyped-def]
        await _when("Voilà", keys=("ctrl+r", *"back"))(pilot)
        await _when("sent in this channel", "/recall backup", keys=("ctrl+r",))(pilot)
        await _when("in all channels", "other channel")(pilot)

    await pictures(app, found)
