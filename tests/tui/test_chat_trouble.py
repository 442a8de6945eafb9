"""What goes wrong beside the conversation is said in it and ends nothing."""

from pathlib import Path

import pytest

from hydratui.paths import Home
from hydratui.store import Store, tasks
from tests.tui.conftest import OpenApp
from tests.tui.story import Worker


async def test_settings_that_cannot_be_read_are_said_when_a_command_needs_them(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        home.config.write_text("[models\n", encoding="utf-8")
        await opened.type("/model ")
        await opened.pilot.press("enter")
        await opened.until(lambda: "or move the file away" in opened.screen())
        assert opened.chat.prompt.text == "/model "


async def test_a_theme_that_there_is_not_is_said_and_the_dark_one_is_shown(open_app: OpenApp, home: Home) -> None:
    home.config.write_text('[app]\ntheme = "nrod [red"\n', encoding="utf-8")
    async with open_app() as opened:
        await opened.until(lambda: 'config.toml names the theme "nrod [red"' in opened.screen())
        assert opened.app.theme == "hydratui-dark"


async def test_an_agents_folder_that_cannot_be_read_is_said_and_comes_back(open_app: OpenApp, home: Home, tmp_path: Path) -> None:
    async with open_app() as opened:
        aside = home.agents.rename(tmp_path / "aside")
        home.agents.write_text("no folder", encoding="utf-8")
        opened.chat.watcher.nudge()
        await opened.type("@ada hello")
        await opened.pilot.press("enter")
        await opened.until(lambda: "can't be read" in opened.screen())
        assert opened.chat.prompt.text == "@ada hello"
        # Nor does a screen that reads the team take the app down with it.
        opened.chat.prompt.put("/search hello")
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.screen().count("can't be read") == 2 and opened.app.screen is opened.chat)
        opened.chat.prompt.put("@ada hello")
        home.agents.unlink()
        aside.rename(home.agents)
        await opened.pilot.press("enter")
        await opened.until(lambda: "queued" in opened.screen())


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
async def test_stopping_a_task_that_has_just_ended_is_answered(open_app: OpenApp, store: Store, worker: Worker, key: str) -> None:
    task = tasks.submit(store, "ada", "hello")
    worker.begin(task)
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.talk.desk.running))
        opened.chat.watcher.stop()
        worker.complete(task, "done")
        await opened.pilot.press(key)
        await opened.until(lambda: f"Task {task.id} is completed already" in opened.screen())


async def test_the_help_names_the_key_of_the_search_for_commands(open_app: OpenApp) -> None:
    async with open_app() as opened:
        await opened.pilot.press("f1")
        await opened.until(lambda: "KEYS EVERYWHERE" in opened.screen())
        line = next(line for line in opened.screen().splitlines() if "ctrl+p" in line)
        assert "Search all commands" in line
