"""The days that a search is narrowed to, as chips: all time, this week, this month, this year, and the filters that were typed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from textual.content import Content

from hydratui import times
from hydratui.commands import filters
from hydratui.text import one_line
from hydratui.tui.lines import MARK
from hydratui.tui.show import MUTED, SEPARATOR


@dataclass(frozen=True, slots=True)
class Span:
    """Some days.

    Attributes:
        name: What they are called.
        short: The same where there is little room.
        filters: What says so in a search, such as ``since:2026-11``.
    """

    name: str
    short: str
    filters: tuple[str, ...] = ()


def spans() -> tuple[Span, ...]:
    """All time and what is running now. A week begins on its Monday, as in ISO 8601."""
    today = times.today()
    monday = today - timedelta(days=today.weekday())
    return (
        Span("all time", "all"),
        Span("this week", "week", (f"since:{monday}",)),
        Span("this month", "month", (f"since:{today:%Y-%m}",)),
        Span("this year", "year", (f"since:{today.year}",)),
    )


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The words of a search, and which days it searches.

    Attributes:
        words: What is looked for.
        typed: Filters that the user wrote; they stay a choice while another one is tried.
        chosen: The filters that count.
    """

    words: str
    typed: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The search as it is typed."""
        return " ".join((self.words, *self.chosen))

    @property
    def when(self) -> str:
        """The days in words that go on a sentence: ``this week``, ``in those days``; nothing for all time."""
        if not self.chosen:
            return ""
        return next((span.name for span in spans() if span.filters == self.chosen), "in those days")

    def choices(self) -> tuple[Span, ...]:
        """The spans, and behind them what was typed, where that is none of them."""
        known = spans()
        own = self.typed or self.chosen
        if not own or any(span.filters == own for span in known):
            return known
        name = one_line(" ".join(own))
        return (*known, Span(name, name, own))

    def stepped(self) -> Narrowing:
        """The next choice; behind the last one the first."""
        among = [span.filters for span in self.choices()]
        at = among.index(self.chosen) if self.chosen in among else -1
        return replace(self, chosen=among[(at + 1) % len(among)])

    def widened(self) -> Narrowing:
        """Without the last filter of those that count."""
        left = self.chosen[:-1]
        return replace(self, typed=left if self.chosen == self.typed else self.typed, chosen=left)


def narrowing(typed: str) -> Narrowing:
    """A search as it was typed behind ``/recall``."""
    words, found = filters.parts(typed)
    return Narrowing(words, found, found)


def chips(given: Narrowing) -> tuple[Content, Content, Content]:
    """The choices in a row: with their names, with short ones, and the one that counts alone. It stands out without colour too, and
    shows that a filter which was typed can be taken off.
    """
    whole, short, alone = Content(), Content(), Content()
    for span in given.choices():
        counts = span.filters == given.chosen
        style, cross = MARK if counts else MUTED, " ×" if counts and given.typed == span.filters != () else ""
        gap = SEPARATOR if whole else ""
        whole = Content.assemble(whole, (gap, MUTED), (span.name, style), (cross, MUTED))
        short = Content.assemble(short, (gap, MUTED), (span.short, style), (cross, MUTED))
        alone = Content.assemble((span.short, style), (cross, MUTED)) if counts else alone
    return whole, short, alone
