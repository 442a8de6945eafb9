"""The user's profile is read and written in the app, as the files of an agent are."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from hydratui.paths import Home
from hydratui.tui.screens.agents import AgentsScreen
from hydratui.tui.screens.ask import AskScreen
from hydratui.tui.screens.profile import ProfileScreen
from hydratui.tui.widgets.file_editor import FileEditor
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import Host, page, settled, until
from tests.tui.pictures import Look, Pictures

LENA = "# Lena\n\nI run a small **print workshop** in Porto.\n\n- Answers short, the number first\n- No changes on a Friday\n"


async def test_it_is_begun_saved_followed_on_disk_and_left(open_app: OpenApp, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "true")
    async with open_app((120, 24)) as opened:
        opened.chat.prompt.put("/profile")
        await opened.pilot.press("enter")
        await opened.until(lambda: "Nothing is written here yet. Press enter" in opened.screen())
        await opened.pilot.press("enter", *"# Lena")
        await opened.until(lambda: "not saved" in opened.screen() and opened.screen().count("Lena") == 2)
        assert not home.profile.exists()
        await opened.pilot.press("ctrl+s")
        await opened.until(lambda: "Saved profile.md. It counts from the next message on." in opened.screen())
        assert home.profile.read_text(encoding="utf-8") == "# Lena"
        home.profile.write_text("# Lena of Porto\n", encoding="utf-8")
        await opened.until(lambda: opened.screen().count("Lena of Porto") == 2)
        await opened.pilot.press("x")
        home.profile.write_text("# Jana\n", encoding="utf-8")
        await opened.until(lambda: "profile.md has changed on disk" in opened.screen())
        await opened.pilot.press("ctrl+s")
        await opened.until(lambda: isinstance(opened.app.screen, AskScreen))
        await opened.pilot.press("t")
        await opened.until(lambda: (home.root / "profile.mine.md").exists() and "# Jana" in opened.screen())
        await opened.pilot.press("escape", "e")
        # The terminal of a test can't be handed over; what to do then is said.
        await opened.until(lambda: "can't be handed to an editor" in opened.screen())
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)
        opened.chat.prompt.put("/agents")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, AgentsScreen))
        await opened.pilot.press("f")
        await opened.until(lambda: "# Jana" in opened.screen())
        await opened.pilot.press("escape")
        await opened.until(lambda: isinstance(opened.app.screen, AgentsScreen))


async def test_one_that_can_t_be_read_is_said_and_not_written_over(home: Home) -> None:
    home.profile.mkdir()
    app = Host(ProfileScreen(home))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "profile.md can't be read" in page(app))
        await pilot.press("enter", "x", "ctrl+s")
        await until(pilot, lambda: "can't be" in page(app))
        assert home.profile.is_dir() and app.screen.query_one(FileEditor).text == "x"
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press("d")
        await settled(pilot)
        assert app.screen.query_one(".profile-head", Static)


@pytest.mark.parametrize("written", [True, False])
async def test_the_profile_in_pictures(pictures: Pictures, home: Home, written: bool) -> None:
    if written:
        home.profile.write_text(LENA, encoding="utf-8")

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "profile.md" in page(pilot.app))

    await pictures(Host(ProfileScreen(home)), before, looks=[Look(120, 24), Look(60, 16, light=True)])
