"""A theme that is shown while its name is being chosen in the prompt, and is gone again when it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import App

from hydratui.commands.themes import THEMES

if TYPE_CHECKING:
    from hydratui.commands.suggest import Suggestion
    from hydratui.tui.app import HydraApp

COMMAND = "/theme "


class ThemePreview:
    """Shows the theme that the arrows come to in the palette, or whose name is typed out."""

    def __init__(self, app: App[object]) -> None:
        self._app = cast("HydraApp", app)
        self._before: str | None = None

    def look(self, typed: str, chosen: Suggestion | None, *, moved: bool) -> None:
        """Shows what is chosen now, or the theme of before.

        Args:
            typed: The text of the prompt.
            chosen: What the palette points at.
            moved: Whether the user went there.
        """
        named = typed[len(COMMAND) :].strip().lower() if typed.lower().startswith(COMMAND) else ""
        wanted = chosen.label if moved and chosen is not None else named
        if chosen is None or wanted not in THEMES:
            self._restore()
        elif self._app.worn != wanted:
            if self._before is None:
                self._before = self._app.worn
            self._app.wear(wanted)

    def keep(self) -> None:
        """The command is sent: what is shown stays until the command has done its work."""
        self._before = None

    def _restore(self) -> None:
        if self._before is not None:
            self._app.wear(self._before)
            self._before = None
