"""Statistics: what the agents did and used, for each of them and day by day, with a chart beside the figures."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from hydratui import times
from hydratui.commands import statistics
from hydratui.commands.statistics import Statistics
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import daily
from hydratui.store.database import Store
from hydratui.tui import stats_view
from hydratui.tui.errand import errand
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.looking import Looking
from hydratui.tui.show import MUTED, SEPARATOR, line, text
from hydratui.tui.stats_view import MEASURES, RANGES
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.pointed_rows import PointedRows

REST = 20
"""So many times as long as a reading took it rests after it: the store changes all the time while agents answer."""
COUNTING = "counting…"
NOTHING = {
    1: "No task has ended today.",
    7: "No task has ended in the last 7 days.",
    30: "No task has ended in the last 30 days.",
    None: "No task has ended yet.",
}
LONGER = "Press → for a longer time."
BEGIN = "Send a message to an agent; what it takes is counted here."


class Rows(PointedRows):
    """A list of the statistics. Left and right have no other meaning in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.range(-1)", "range", key_display="← →", tooltip="Count a shorter time"),
        Binding("right", "screen.range(1)", "longer", show=False, tooltip="Count a longer time"),
    ]


class StatsScreen(Looking[None]):
    """The agents above, the days of the one that is pointed at below. What ends meanwhile is counted too."""

    CSS_PATH = "stats.tcss"
    AUTO_FOCUS = ".stats-agents"
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "measure", "bars", tooltip="Let the bars show tasks, failures, tokens, time or cost"),
        Binding("tab", "turn('days')", "days", tooltip="To the days"),
        Binding("tab,shift+tab", "turn('agents')", "agents", tooltip="Back to the agents"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, store: Store, days: int | None = 7) -> None:
        """The statistics.

        Args:
            home: The data folder.
            store: The store of this thread, which is only looked at.
            days: How many days are counted at first, one of `RANGES`.
        """
        super().__init__()
        self._home, self._store, self._days = home, store, days
        self._measure = MEASURES[0]
        self._shown: Statistics | None = None
        self._version = -1
        self._tally: tuple[object, ...] = ()
        self._seen: tuple[object, ...] = ()
        self._reading, self._rests_until, self._counting = 0, 0.0, False

    def compose(self) -> ComposeResult:
        """Head, the columns, the agents, the days, what has no price, keys."""
        with Horizontal(classes="stats-head"):
            yield Static(Content.styled("Statistics", "bold"), classes="stats-title")
            yield Static(classes="stats-ranges")
        yield Static(classes="stats-empty")
        yield Static(classes="stats-columns")
        yield Rows(classes="stats-agents")
        yield Static(classes="stats-whose")
        yield Rows(classes="stats-days")
        yield Static(classes="stats-said")
        yield KeyLine(classes="stats-keys")

    def on_mount(self) -> None:
        """Say that it counts, before the first look."""
        self._count()

    def on_resize(self) -> None:
        """The columns are as far apart as there is room."""
        self._draw_columns()

    def _look(self) -> None:
        settings, today = self._home.config, times.today()
        if (version := self._store.data_version()) != self._version:
            # The store changes all the time: every worker and app shows itself in it.
            self._version, self._tally = version, daily.tally(self._store, today)
        seen = (self._tally, today, self._days, settings.stat().st_mtime_ns if settings.exists() else 0)
        # Another time that is wanted is not waited for.
        if seen != self._seen and (seen[2:] != self._seen[2:] or (not self._reading and time.monotonic() >= self._rests_until)):
            self._seen = seen
            self.run_worker(self._read(self._days), group="stats-read", exclusive=True, exit_on_error=False)

    async def _read(self, days: int | None) -> None:
        self._reading += 1
        began = time.monotonic()
        try:
            seen = await errand(partial(_read_apart, self._home, self._store, days))
        except HydraError as error:
            self._say(str(error), bad=True)
            return
        finally:
            self._reading -= 1
            self._rests_until = time.monotonic() + REST * (time.monotonic() - began)
        before, self._shown = self._shown, seen
        if seen != before or self._counting:
            self._show(seen)

    def _show(self, seen: Statistics) -> None:
        total = seen.of(None)
        self.set_class(not total.tasks, "-empty")
        hint = BEGIN if self._days is None else LONGER
        self.query_one(".stats-empty", Static).update(Content("\n\n").join([text(NOTHING[self._days]), text(hint, MUTED)]))
        self._list.styles.height = len(seen.agents) + 1
        self._list.show(partial(stats_view.agent_rows, seen, self._measure))
        self._show_days(seen)
        self._draw_columns()
        self._counting = False
        self._say(statistics.said_unpriced(total) if total.tasks else "")
        self.refresh_bindings()

    def _show_days(self, seen: Statistics) -> None:
        agent = self._list.key or None
        name = "All agents" if agent is None else seen.team[agent].name if agent in seen.team else agent
        whose = SEPARATOR.join((f"{name} by {'month' if seen.monthly else 'day'}", self._measure.name, stats_view.span(seen)))
        self.query_one(".stats-whose", Static).update(line(whose, MUTED))
        self._pane.show(partial(stats_view.part_rows, seen, agent, self._measure))

    def _count(self) -> None:
        self._counting = True
        self._say(COUNTING)

    def _draw_columns(self) -> None:
        self.query_one(".stats-ranges", Static).update(stats_view.ranges(self._days))
        head = self.query_one(".stats-columns", Static)
        head.update(stats_view.head(self._measure, self._list.scrollable_content_region.width))

    @on(PointedRows.Pointed)
    def _pointed(self, event: PointedRows.Pointed) -> None:
        if event.rows is self._list and self._shown is not None:
            self._show_days(self._shown)
            self._pane.begin()

    @on(events.DescendantFocus)
    def _focused(self) -> None:
        self.refresh_bindings()

    def _say(self, sentence: str, bad: bool = False) -> None:
        self.query_one(".stats-said", Static).update(text(sentence, "$error" if bad else MUTED))

    @property
    def _list(self) -> PointedRows:
        return self.query_one(".stats-agents", PointedRows)

    @property
    def _pane(self) -> PointedRows:
        return self.query_one(".stats-days", PointedRows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something where the focus is; the others are not shown."""
        if not self.is_mounted:
            return True
        if action == "turn":
            return not self.has_class("-empty") and (self.focused is self._pane) == (parameters == ("agents",))
        return action != "measure" or not self.has_class("-empty")

    def action_range(self, by: int) -> None:
        """Counts a longer or a shorter time."""
        choices = list(RANGES)
        at = min(max(choices.index(self._days) + by, 0), len(choices) - 1)
        if choices[at] != self._days:
            self._days = choices[at]
            self._count()
            self._draw_columns()
            self._look()

    def action_measure(self) -> None:
        """Lets the bars show the next of the figures."""
        self._measure = MEASURES[(MEASURES.index(self._measure) + 1) % len(MEASURES)]
        if self._shown is not None:
            self._show(self._shown)

    def action_turn(self, where: str) -> None:
        """Goes between the agents and the days."""
        (self._pane if where == "days" else self._list).focus()

    def action_back(self) -> None:
        """Back to the chat."""
        self.dismiss()


def _read_apart(home: Home, store: Store, days: int | None) -> Statistics:
    with closing(store.again()) as own:
        return statistics.read(home, own, days)
