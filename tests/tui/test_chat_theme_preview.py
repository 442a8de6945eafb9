"""A theme is shown while its name is chosen in the prompt, and kept only when it is sent."""

from hydratui import config
from hydratui.paths import Home
from hydratui.tui.theme import DARK, LIGHT
from tests.tui.conftest import OpenApp


async def test_the_arrows_show_each_theme_and_esc_or_other_words_bring_the_old_one_back(open_app: OpenApp, home: Home) -> None:
    async with open_app((80, 24)) as opened:
        app, press = opened.app, opened.pilot.press
        seen: list[str] = []
        app.theme_changed_signal.subscribe(app, lambda theme: seen.append(theme.name))
        await opened.type("/theme ")
        await opened.until(lambda: opened.chat.palette.shown)
        assert app.theme == DARK.name
        await press("down", "down")
        await opened.until(lambda: app.theme == LIGHT.name)
        await press("escape")
        await opened.until(lambda: app.theme == DARK.name and not opened.chat.palette.shown)
        await opened.type("nord")
        await opened.until(lambda: app.theme == "nord")
        await opened.type("x")
        await opened.until(lambda: app.theme == DARK.name)
        await press("backspace", "backspace", "backspace", "tab")
        await opened.until(lambda: opened.chat.prompt.text == "/theme nord" and app.theme == "nord")
        assert not home.config.exists()
        await press("ctrl+c")
        await opened.until(lambda: app.theme == DARK.name and not opened.chat.prompt.text)
        await opened.type("/theme ")
        await opened.until(lambda: opened.chat.palette.shown)
        await press("down", "down")
        await opened.until(lambda: app.theme == LIGHT.name)
        seen.clear()
        await press("enter")
        await opened.until(lambda: home.config.exists() and config.load(home).theme == "light" and "The theme is light." in opened.screen())
        # It is not gone for a moment between the key and the settings.
        assert app.theme == LIGHT.name and DARK.name not in seen
