"""Putting news of replies on the page: at once where the reader looks, elsewhere in a moment."""

import time
from typing import TYPE_CHECKING

from textual.timer import Timer

if TYPE_CHECKING:
    from hydratui.tui.widgets.reply import Reply
    from hydratui.tui.widgets.window import Window

GATHER_SECONDS = 2.0
"""How far the text of replies out of sight may be behind: each line more of them lays the whole page out anew."""
GATHER_WORK = 0.03
"""Seconds that they are given at a time, so that no key has to wait."""


class CatchingUp:
    """Which replies of a page are behind, and when it is their turn."""

    def __init__(self, page: "Window") -> None:
        self._page = page
        self._due: list[Reply] = []
        self._gathered_at = 0.0
        self._gathering: Timer | None = None

    def go_on(self) -> None:
        """Lets the replies in sight catch up, and some of the others when they have waited long enough."""
        behind = [reply for reply in self._page.replies() if reply.behind]
        if not behind:
            return
        hidden = self._page.out_of_sight()
        for reply in behind:
            if reply not in hidden:
                reply.catch_up()
        self._gather([reply for reply in behind if reply in hidden])

    def _gather(self, hidden: "list[Reply]") -> None:
        """Lets the replies out of sight catch up, all in one go: together with what is seen they cost one layout."""
        now = time.monotonic()
        if not self._due and now - self._gathered_at >= GATHER_SECONDS:
            self._due, self._gathered_at = hidden, now
        while self._due and time.monotonic() - now < GATHER_WORK:
            self._due.pop().catch_up()
        # Where nothing more comes, nobody else would call this again.
        if self._gathering is None and any(reply.behind for reply in hidden):
            self._gathering = self._page.set_timer(2 * GATHER_WORK if self._due else GATHER_SECONDS, self._gather_again)

    def _gather_again(self) -> None:
        self._gathering = None
        self.go_on()
