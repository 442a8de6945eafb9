"""The command /theme, and the themes that there are."""

from __future__ import annotations

import difflib

from hydratui import config
from hydratui.commands.command import Context, OpenThemes, Themed
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.text import one_line

OWN = {"auto": "as the terminal is", "dark": "hydratui, dark", "light": "hydratui, light"}
"""What can be named in the settings beside Textual's themes."""
TEXTUAL = (
    "ansi-dark", "ansi-light", "atom-one-dark", "atom-one-light", "catppuccin-frappe", "catppuccin-latte", "catppuccin-macchiato",
    "catppuccin-mocha", "dracula", "flexoki", "gruvbox", "monokai", "nord", "rose-pine", "rose-pine-dawn", "rose-pine-moon",
    "solarized-dark", "solarized-light", "textual-dark", "textual-light", "tokyo-night",
)  # fmt: skip
"""Textual's themes, by name; a test compares them with Textual's own list, which can't be read without loading a screen."""
THEMES = {**OWN, **dict.fromkeys(TEXTUAL, "of Textual")}


def theme(context: Context, word: str) -> Themed | OpenThemes:
    """Keeps a theme in the settings and shows it; without a name, the themes are to be shown."""
    if not word:
        return OpenThemes()
    name = word.lower()
    if name not in THEMES:
        close = difflib.get_close_matches(name, THEMES, n=1)
        raise HydraError(f'No theme "{one_line(word)}". ' + (f"Did you mean {close[0]}?" if close else "See them all with /theme."))
    keep(context.home, name)
    return Themed(name)


def keep(home: Home, name: str) -> None:
    """Writes a theme into the settings.

    Raises:
        HydraError: The settings can't be written.
    """
    config.write(home, "app", "theme", name)
