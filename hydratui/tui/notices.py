"""What somebody who looks elsewhere is told: the count in the title, and a bell or notice when a task has ended."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hydratui.tui.desk import Desk
from hydratui.tui.show import SEPARATOR

if TYPE_CHECKING:
    from textual.driver import Driver

    from hydratui.config import Notify
    from hydratui.tui.app import HydraApp

APART_SECONDS = 5.0
"""Between two notices; what ends meanwhile is told together."""
AT_ONCE_SECONDS = 0.01
MOST_NAMED = 3
"""Agents that one notice names."""


@runtime_checkable
class Outlet(Protocol):
    """A terminal that can be told things beside the screen."""

    def entitle(self, title: str) -> None:
        """Sets its title."""

    def ring(self) -> None:
        """Rings its bell."""

    def announce(self, title: str, words: str) -> None:
        """Has the desktop show a notice."""


def driver_for(found: type[Driver]) -> type[Driver]:
    """A driver that is an outlet where Textual would take its own for terminals; a browser and Windows keep theirs."""
    if sys.platform == "win32":
        return found
    from textual.drivers.linux_driver import LinuxDriver

    from hydratui.tui.driver import Terminal

    return Terminal if found is LinuxDriver else found


def title(desk: Desk, seen: str | None) -> str:
    """The terminal's title: ``hydratui · 2 working · 1 new``.

    Args:
        desk: How things stand.
        seen: The channel in front of the user, where nothing is new; None when the user looks elsewhere.
    """
    working = len(desk.running)
    new = sum(count for channel, count in desk.unread.items() if channel != seen)
    parts = ["hydratui", f"{working} working" if working else "", f"{new} new" if new else ""]
    return SEPARATOR.join(part for part in parts if part)


def ended(before: Desk, now: Desk) -> tuple[str, ...]:
    """What to say of the tasks that have ended between two moments, an agent each: ``Ada is done``.

    Args:
        before: How things stood.
        now: How they stand.
    """
    if sum(now.unread.values()) <= sum(before.unread.values()):
        return ()
    agents = [agent for agent, counts in before.counts.items() if _has(now, agent) < counts.running + counts.queued]
    # One that was sent and answered between two looks.
    others = [channel for channel, count in now.unread.items() if count > before.unread.get(channel, 0)]
    named = agents or [channel for channel in others if now.agent(channel) is not None]
    return tuple(_said(now, agent) for agent in named) or ("A task has ended",)


def _has(desk: Desk, agent: str) -> int:
    counts = desk.counts.get(agent)
    return counts.running + counts.queued if counts else 0


def _said(desk: Desk, agent: str) -> str:
    name = desk.name(agent)
    if any(note.agent == agent for note in desk.held):
        return f"{name} needs you"
    return f"{name} failed" if agent in desk.failed else f"{name} is done"


class Notices:
    """Tells what has ended while the terminal had not the focus, not more than once in `APART_SECONDS`."""

    def __init__(self, how: Notify, tell: Callable[[str], None], later: Callable[[float, Callable[[], None]], object]) -> None:
        """Notices.

        Args:
            how: What the user wants; with ``off`` nothing is told.
            tell: Tells a line.
            later: Has something done after some seconds.
        """
        self._how, self._tell, self._later = how, tell, later
        self._before: Desk | None = None
        self._told_at = float("-inf")
        self._to_tell: list[str] = []

    def take(self, desk: Desk, looking: bool) -> None:
        """Looks what has ended.

        Args:
            desk: How things stand now.
            looking: Whether the terminal has the focus; nothing has to be told then.
        """
        before, self._before = self._before, desk
        if looking:
            self._to_tell.clear()
        elif before is not None and self._how != "off":
            was_empty = not self._to_tell
            self._to_tell += [said for said in ended(before, desk) if said not in self._to_tell]
            if self._to_tell and was_empty:
                self._later(max(self._told_at + APART_SECONDS - time.monotonic(), AT_ONCE_SECONDS), self._speak)

    def _speak(self) -> None:
        if self._to_tell:
            more = len(self._to_tell) - MOST_NAMED
            said = self._to_tell[:MOST_NAMED] + ([f"{more} more"] if more > 0 else [])
            self._to_tell.clear()
            self._told_at = time.monotonic()
            self._tell(", ".join(said))


class Beside:
    """What an app tells its terminal beside the screen; nothing where the terminal is none, or only a browser's."""

    def __init__(self, app: HydraApp, how: Notify) -> None:
        self._app, self._how = app, how
        self._notices = Notices(how, self._tell, app.set_timer)

    def take(self, desk: Desk) -> None:
        """Sets the title, and tells what has ended while nobody looked."""
        looking = self._app.app_focus
        if isinstance(outlet := self._app._driver, Outlet):
            outlet.entitle(title(desk, self._app.chat.talk.channel if looking else None))
        self._notices.take(desk, looking)

    def _tell(self, words: str) -> None:
        outlet = self._app._driver
        if isinstance(outlet, Outlet) and not self._app.app_focus:
            if self._how == "desktop":
                outlet.announce("hydratui", words)
            else:
                outlet.ring()
