"""/theme: a list that shows each theme at once, esc puts the old one back, and the terminal's background decides where nobody did."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES

from hydratui import config
from hydratui.commands.themes import TEXTUAL
from hydratui.paths import Home
from hydratui.store import Store
from hydratui.tui.app import HydraApp
from hydratui.tui.background import BackgroundSeen
from hydratui.tui.screens.themes import ThemesScreen
from hydratui.tui.theme import DARK, LIGHT
from tests.tui.conftest import OpenApp, shown
from tests.tui.pictures import NARROW, USUAL, WIDE, Pictures
from tests.tui.screenshots import until
from tests.tui.story import Clock


def test_the_themes_that_can_be_named_are_textual_s() -> None:
    assert sorted(TEXTUAL) == sorted(BUILTIN_THEMES)


async def test_each_theme_is_shown_as_one_comes_to_it_and_esc_puts_the_old_one_back(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        await opened.type("/theme")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, ThemesScreen))
        await opened.pilot.press("down", "down")
        await opened.until(lambda: opened.app.theme == LIGHT.name)
        await opened.pilot.press("end")
        await opened.until(lambda: opened.app.theme == "tokyo-night")
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.theme == DARK.name and opened.app.screen is opened.chat)
    assert not home.config.exists()


@pytest.mark.parametrize("typed", ["/theme nord", "/theme"])
async def test_a_chosen_theme_is_kept(open_app: OpenApp, home: Home, typed: str) -> None:
    async with open_app() as opened:
        await opened.type(typed)
        await opened.pilot.press("enter")
        if typed == "/theme":
            await opened.until(lambda: isinstance(opened.app.screen, ThemesScreen))
            for _ in range(30):
                if opened.app.theme != "nord":
                    await opened.pilot.press("down")
            await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.theme == "nord" and "The theme is nord." in opened.screen())
    assert config.load(home).theme == "nord"
    async with open_app() as opened:
        assert opened.app.theme == "nord"


async def test_a_theme_that_there_is_not_is_one_sentence(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        await opened.type("/theme nrod")
        await opened.pilot.press("enter")
        await opened.until(lambda: 'No theme "nrod". Did you mean nord?' in opened.screen())


async def test_the_terminal_decides_unless_the_settings_do(open_app: OpenApp, home: Home) -> None:
    async with open_app() as opened:
        opened.app.post_message(BackgroundSeen(dark=False))
        await opened.until(lambda: opened.app.theme == LIGHT.name)
        opened.app.post_message(BackgroundSeen(dark=True))
        await opened.until(lambda: opened.app.theme == DARK.name)
    home.config.write_text('[app]\ntheme = "dark"\n', encoding="utf-8")
    async with open_app() as opened:
        opened.app.post_message(BackgroundSeen(dark=False))
        await opened.pilot.pause()
        assert opened.app.theme == DARK.name
        await opened.type("/theme auto")
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.app.theme == LIGHT.name)


async def test_the_list_of_themes(pictures: Pictures, home: Home, store: Store, clock: Clock) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Hello." in shown(pilot.app))
        await pilot.press("slash", *"theme", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ThemesScreen))
        await pilot.press(*["down"])
        await pilot.pause()

    await pictures(HydraApp(home, None), before, looks=[WIDE, USUAL, NARROW])
