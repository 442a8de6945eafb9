"""Files in the chat: dropped on the prompt, completed, named in the status line, listed under the message."""

import struct
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from hydratui.commands import attach
from hydratui.paths import Home
from hydratui.store import Store, attachments, tasks
from hydratui.tui.app import HydraApp
from tests.tui.conftest import OpenApp, shown
from tests.tui.pictures import Pictures
from tests.tui.screenshots import until
from tests.tui.story import NOW, SONNET, Clock, Worker, write_past, write_today

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 1280, 720) + b"\x08\2\0\0\0" + b"\0" * 240_000


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the app is started."""
    made = tmp_path / "folder"
    (made / "docs").mkdir(parents=True)
    (made / "notes.md").write_text("# Notes\n\nBorg keeps ninety days.\n", encoding="utf-8")
    (made / "a plan.txt").write_text("the plan\n" * 1_500, encoding="utf-8")
    (made / "hallway.png").write_bytes(PNG)
    monkeypatch.chdir(made)
    return made


async def test_a_dropped_file_becomes_its_name_and_goes_along(open_app: OpenApp, store: Store, folder: Path) -> None:
    async with open_app() as opened:
        prompt = opened.chat.prompt
        await opened.type("read")
        prompt.post_message(events.Paste(f"'{folder}/a plan.txt' "))
        await opened.until(lambda: prompt.text == f'read @"{folder}/a plan.txt" ')
        await opened.until(lambda: "with 1 file" in opened.screen())
        await opened.type("please")
        await opened.pilot.press("enter")
        await opened.until(lambda: "a plan.txt · 13.2 KB" in opened.screen())
        (task,) = tasks.recent(store)
        assert task.prompt == f'read @"{folder}/a plan.txt" please'
        assert [of.file.name for of in attachments.contents(store, task.id)] == ["a plan.txt"]
        assert prompt.text == "" and "with 1 file" not in opened.screen()


async def test_several_files_are_dropped_at_once(open_app: OpenApp, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(f"{folder}/notes.md {folder}/a\\ plan.txt"))
        await opened.until(lambda: opened.chat.prompt.text == f'@"{folder}/notes.md" @"{folder}/a plan.txt" ')
        await opened.until(lambda: "with 2 files" in opened.screen())


async def test_what_was_pasted_comes_back_with_undo(open_app: OpenApp, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(f"{folder}/notes.md"))
        await opened.until(lambda: opened.chat.prompt.text.startswith("@"))
        await opened.pilot.press("ctrl+z")
        assert opened.chat.prompt.text == f"{folder}/notes.md"


@pytest.mark.parametrize("text", ["/no/such/file.md", "{folder}", "{folder}/notes.md and more", "'it is text'"])
async def test_any_other_paste_goes_in_as_it_is(open_app: OpenApp, folder: Path, text: str) -> None:
    pasted = text.replace("{folder}", str(folder))
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(pasted))
        opened.chat.prompt.post_message(events.Key("x", "x"))
        await opened.until(lambda: opened.chat.prompt.text == f"{pasted}x")


async def test_a_path_in_a_command_stays_a_path(open_app: OpenApp, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("/remember the notes are in ")
        opened.chat.prompt.post_message(events.Paste(f"{folder}/notes.md"))
        opened.chat.prompt.post_message(events.Key("x", "x"))
        await opened.until(lambda: opened.chat.prompt.text == f"/remember the notes are in {folder}/notes.mdx")


async def test_what_is_typed_right_after_a_drop_goes_behind_it(open_app: OpenApp, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.post_message(events.Paste(f"{folder}/notes.md"))
        for character in "ok":
            opened.chat.prompt.post_message(events.Key(character, character))
        await opened.until(lambda: opened.chat.prompt.text == f'@"{folder}/notes.md" ok')


async def test_a_path_is_completed_by_tab_folder_by_folder(open_app: OpenApp, folder: Path) -> None:
    (folder / "docs" / "plan.md").write_text("plan", encoding="utf-8")
    async with open_app() as opened:
        prompt, palette = opened.chat.prompt, opened.chat.palette
        await opened.type("see @./do")
        await opened.until(lambda: palette.shown and "tab complete" in opened.screen())
        await opened.pilot.press("tab")
        assert prompt.text == "see @./docs/"
        await opened.until(lambda: palette.shown)
        await opened.pilot.press("tab")
        assert prompt.text == "see @./docs/plan.md "
        await opened.until(lambda: not palette.shown)


async def test_a_folder_that_can_not_be_read_offers_nothing_and_typing_goes_on(open_app: OpenApp, folder: Path) -> None:
    async with open_app() as opened:
        await opened.type("see @/no/such/folder/x and more")
        await opened.until(lambda: opened.chat.prompt.text == "see @/no/such/folder/x and more")
        assert not opened.chat.palette.shown


async def test_what_can_not_be_attached_comes_back_with_the_reason(open_app: OpenApp, store: Store, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("read @./missing.md")
        await opened.pilot.press("enter")
        await opened.until(lambda: "There is no file ./missing.md" in opened.screen())
        assert opened.chat.prompt.text == "read @./missing.md"
        assert not tasks.recent(store)


async def test_editing_a_waiting_message_shows_its_files_anew(open_app: OpenApp, store: Store, folder: Path) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("read @./notes.md")
        await opened.pilot.press("enter")
        await opened.until(lambda: "notes.md · 33 bytes" in opened.screen())
        attach.rewrite(store, tasks.recent(store)[0].id, 'read @"./a plan.txt"', folder)
        await opened.until(lambda: "a plan.txt · 13.2 KB" in opened.screen() and "notes.md · 33" not in opened.screen())


@pytest.fixture
def story(store: Store, home: Home, worker: Worker, clock: Clock, folder: Path) -> Worker:
    """This morning's conversation, and a message with three files."""
    write_past(store, home, clock)
    write_today(worker)
    clock.at(minutes=3)
    files = attach.files('@./notes.md @"./a plan.txt" @./hallway.png', folder)
    task = tasks.submit(store, "ada", 'Do @./notes.md and @"./a plan.txt" fit what is on @./hallway.png?', "main", files)
    worker.begin(task)
    clock.tick(4)
    worker.complete(task, "They do. The plan names **ninety days**, as the notes say.", SONNET, (3100, 64))
    clock.moment = NOW
    return worker


async def test_files_under_a_message_and_in_the_palette(pictures: Pictures, home: Home, story: Worker) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "ninety days" in shown(pilot.app), "the answer")
        pilot.app.chat.line.begin("and @./")  # type: ignore[attr-defined]
        await until(pilot, lambda: pilot.app.chat.palette.shown and "1 file" not in shown(pilot.app), "the palette")  # type: ignore[attr-defined]
        await pilot.pause()

    await pictures(HydraApp(home, None), before)
