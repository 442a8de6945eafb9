"""Choosing how it looks and which keys it has: what /theme, /keys and F2 come to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hydratui.commands import themes
from hydratui.commands.command import OpenKeys, OpenThemes, Themed
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.tui import keymap

if TYPE_CHECKING:
    from hydratui.tui.app import HydraApp

WRONG_SECONDS = 12.0
"""How long it is said what is wrong in the settings."""


def present(app: HydraApp, outcome: OpenKeys | OpenThemes | Themed) -> None:
    """Shows what came of a command about the looks or the keys."""
    match outcome:
        case OpenKeys():
            app.run_worker(_list_keys(app), name="keys", group="keys", exclusive=True)
        case OpenThemes():
            _choose(app)
        case Themed(name):
            app.wear(name)
            app.chat.say(_kept(name))


async def keep(app: HydraApp, name: str) -> None:
    """Shows a theme and keeps it in the settings."""
    app.wear(name)
    try:
        await app.hand.do(_keep, app.home, name)
    except HydraError as error:
        app.chat.say(str(error))
    else:
        app.chat.say(_kept(name))


async def say_what_is_wrong(app: HydraApp, theme: str, misspelt: Sequence[str]) -> None:
    """Says what can't be meant in the settings.

    Args:
        app: The app.
        theme: A theme that there is not; empty when there is nothing to say of it.
        misspelt: Sentences about keys.
    """
    wrong = [f'config.toml names the theme "{theme}", which there is not: see them with /theme.'] if theme else []
    # Reads every screen, which only those pay for who have changed a key.
    names = await asyncio.to_thread(keymap.unknown, app.changes) if app.changes else []
    wrong += [f"config.toml: {sentence}" for sentence in (*misspelt, *names)]
    if wrong:
        more = f" And {len(wrong) - 1} more like it; see /keys." if len(wrong) > 1 else ""
        app.chat.say(f"{wrong[0]}{more}", WRONG_SECONDS)


async def _list_keys(app: HydraApp) -> None:
    from hydratui.tui.screens.help import HelpScreen, named

    sections = await asyncio.to_thread(named, app.changes)
    app.push_screen(HelpScreen(sections=sections, title="Keys", about=f"[keys] in {app.home.config} changes them"))


def _choose(app: HydraApp) -> None:
    from hydratui.tui.screens.themes import ThemesScreen

    def left(name: str | None) -> None:
        if name is not None:
            app.run_worker(keep(app, name), name="theme", group="theme")

    app.push_screen(ThemesScreen(app.worn, app.wear), left)


def _keep(_: Store, home: Home, name: str) -> None:
    themes.keep(home, name)


def _kept(name: str) -> str:
    return "The theme goes by the terminal." if name == "auto" else f"The theme is {name}."
