"""A screen that shows what others may change: it looks again and again while it is in front, and not while it is not."""

from typing import ClassVar

from textual.screen import ScreenResultType

from hydratui.tui.sized import Sized


class Looking(Sized[ScreenResultType]):
    """Looks when it opens, every `LOOK_EVERY` seconds, and when it comes to the front again."""

    LOOK_EVERY: ClassVar[float] = 0.5
    """Seconds between two looks."""

    def on_mount(self) -> None:
        """Look now, and again and again."""
        self._timer = self.set_interval(self.LOOK_EVERY, self._look)
        self._look()

    def on_screen_suspend(self) -> None:
        """Nobody looks, so nothing is read."""
        self._timer.pause()

    def on_screen_resume(self) -> None:
        """Catch up."""
        self._timer.resume()
        self._look()

    def _look(self) -> None:
        """Finds out, at little cost, whether something has changed, and shows it."""
        raise NotImplementedError
