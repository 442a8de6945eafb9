"""The command /sidebar: whether the team is shown beside the chat, and how wide."""

from hydratui import config
from hydratui.commands.command import Arranged, Context
from hydratui.config import SIDEBAR_CELLS
from hydratui.errors import UsageError
from hydratui.paths import Home

WORDS = {"hide": "Leave its place to the chat", "show": "Show the team again"}
"""What can be typed beside a number of cells."""
STEPS = (20, 24, 28, 32, 36, 40, 50, 60)
"""The widths that are offered."""


def sidebar(context: Context, typed: str) -> Arranged:
    """Hides or shows the team, or gives it a width, in which it is shown; with nothing typed, it changes between hidden and shown."""
    now = config.load(context.home)
    shown, cells = now.sidebar == "shown", now.sidebar_width
    least, most = SIDEBAR_CELLS
    word = typed.lower()
    if not word:
        return keep(context.home, shown=not shown)
    if word in WORDS:
        return keep(context.home, shown=word == "show")
    if not word.isdecimal() or not least <= int(word) <= most:
        raise UsageError(f"Say hide, show, or how many cells the team takes, from {least} to {most}, such as /sidebar {cells}.")
    return keep(context.home, shown=True, cells=int(word))


def keep(home: Home, *, shown: bool, cells: int | None = None) -> Arranged:
    """Writes into the settings whether the team is shown, and its width where one is given.

    Raises:
        HydraError: The settings can't be read or written.
    """
    now = config.load(home)
    if shown != (now.sidebar == "shown"):
        config.write(home, "app", "sidebar", "shown" if shown else "hidden")
    if cells is not None and cells != now.sidebar_width:
        config.write(home, "app", "sidebar_width", cells)
    return Arranged(shown, now.sidebar_width if cells is None else cells)
