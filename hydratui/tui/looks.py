"""Choosing how it looks and which keys it has: what /theme, /sidebar, /keys and F2 come to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from hydratui.config import SIDEBAR_CELLS
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.tui import keymap
from hydratui.tui.widgets.sidebar import Sidebar

if TYPE_CHECKING:
    from hydratui.commands.command import Arranged, OpenKeys, OpenThemes, Themed
    from hydratui.tui.app import HydraApp

STEP = 2
"""Cells by which a key makes the team wider or narrower."""
WRONG_SECONDS = 12.0
"""How long it is said what is wrong in the settings."""


def present(app: HydraApp, outcome: OpenKeys | OpenThemes | Themed | Arranged) -> None:
    """Shows what came of a command about the looks or the keys."""
    # The app reads this module when it starts; the commands, which take 10 ms, are not needed before one is given.
    from hydratui.commands.command import Arranged, OpenKeys, OpenThemes, Themed

    match outcome:
        case OpenKeys():
            app.run_worker(_list_keys(app), name="keys", group="keys", exclusive=True)
        case OpenThemes():
            _choose(app)
        case Themed(name):
            app.wear(name)
            app.chat.say(_kept(name))
        case Arranged(shown, cells):
            _arrange(app, shown, cells)


async def keep(app: HydraApp, name: str) -> None:
    """Shows a theme and keeps it in the settings."""
    app.wear(name)
    try:
        await app.hand.do(_keep, app.home, name)
    except HydraError as error:
        app.chat.say(str(error))
    else:
        app.chat.say(_kept(name))


async def resize(app: HydraApp, what: Literal["wider", "narrower", "fold"]) -> None:
    """Makes the team wider or narrower by a step, or hides or shows it, and keeps that in the settings.

    Raises:
        HydraError: The settings can't be written; it stays so until the app is left.
    """
    team = app.chat.query_one(Sidebar)
    shown, cells = team.display, team.cells
    if what == "fold":
        shown = not shown
    elif team.folded:
        return
    else:
        least, most = SIDEBAR_CELLS
        most = min(most, app.size.width // 3)
        wanted = min(cells, most) + (STEP if what == "wider" else -STEP)
        if not least <= wanted <= most:
            app.chat.say(f"The team is as {'wide' if what == 'wider' else 'narrow'} as it can be here.")
        cells = min(max(wanted, least), most)
    _arrange(app, shown, cells)
    await app.hand.do(_keep_sidebar, app.home, shown, cells)


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


def _arrange(app: HydraApp, shown: bool, cells: int) -> None:
    team = app.chat.query_one(Sidebar)
    if not shown and team.has_focus:
        app.chat.prompt.focus()
    changed = team.display != shown
    team.fit(shown, cells)
    if changed:
        key = keymap.keys_of(app.chat, "team") or "/sidebar"
        app.chat.say(f"The team is {'shown' if shown else 'hidden'}. {key} {'hides' if shown else 'shows'} it again.")


def _keep_sidebar(_: Store, home: Home, shown: bool, cells: int) -> None:
    from hydratui.commands import sidebar

    sidebar.keep(home, shown=shown, cells=cells)


def _keep(_: Store, home: Home, name: str) -> None:
    from hydratui.commands import themes

    themes.keep(home, name)


def _kept(name: str) -> str:
    return "The theme goes by the terminal." if name == "auto" else f"The theme is {name}."
