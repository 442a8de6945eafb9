"""The statistics in rows: a line for each agent with its days as columns, a line for each day with a bar, the same figures beside both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from textual.content import Content

from hydratui import times
from hydratui.commands.statistics import Statistics, Sum, said_cost
from hydratui.tui.agents_view import short
from hydratui.tui.bars import bar, columns
from hydratui.tui.lines import ends, pad
from hydratui.tui.show import MUTED, SEPARATOR, line
from hydratui.tui.theme import accent, accents
from hydratui.tui.widgets.pointed_rows import POINTER, Row, room
from hydratui.tui.widgets.sidebar import emoji

EVERYONE = ""
"""The key of the row of all agents together; no agent has it for an id."""
RANGES: Mapping[int | None, str] = {1: "today", 7: "7 days", 30: "30 days", None: "all"}
NONE = "–"
_NAME = 11
"""Cells of a day's name."""
_AGENT = 16
"""Cells of an agent's name with its face, before its chart."""
_FULL, _WIDE = 66, 90
"""Cells of a row from which there is room for all figures, and for the whole names of their columns."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a sum: what its column is called, how it is said, and how large a bar of it is."""

    name: str
    width: int
    said: Callable[[Sum], str]
    size: Callable[[Sum], float]


TASKS = Figure("tasks", 7, lambda done: counted(done.tasks), lambda done: done.tasks)
FAILED = Figure("failed", 8, lambda done: counted(done.failed), lambda done: done.failed)
READ = Figure("in", 8, lambda done: counted(done.tokens_in), lambda done: done.tokens_in)
WRITTEN = Figure("out", 8, lambda done: counted(done.tokens_out), lambda done: done.tokens_out)
TOKENS = Figure("tokens", 8, lambda done: counted(done.tokens), lambda done: done.tokens)
WORK = Figure("at work", 9, lambda done: worked(done.seconds), lambda done: done.seconds)
COST = Figure("cost", 10, lambda done: said_cost(done) or NONE, lambda done: done.cost)
MEASURES = (TASKS, FAILED, TOKENS, WORK, COST)
"""What the bars can show."""


def counted(number: int) -> str:
    """A count: ``812``, ``9,703``, ``12.4k``, ``3.2M``."""
    return (f"{number:,}" if number < 10_000 else short(number)) if number else NONE


def worked(seconds: float) -> str:
    """A time at work: ``42 s``, ``12 min``, ``3.4 h``, ``1,204 h``."""
    if seconds < 1:
        return NONE
    hours = seconds / 3600
    return times.duration(round(seconds)) if hours < 1.5 else f"{hours:.1f} h" if hours < 100 else f"{hours:,.0f} h"


def head(measure: Figure, width: int) -> Content:
    """The names of the columns, above the rows of a list of this width; that of the bars is marked."""
    names = [Content.styled(each.name, _head_style(each, measure)) for each in _figures(room(width))]
    said = Content().join(
        Content(" " * (each.width - len(each.name))) + name for each, name in zip(_figures(room(width)), names, strict=True)
    )
    return ends(Content(), said, room(width) + len("▎ ") + len(POINTER))


def agent_rows(seen: Statistics, measure: Figure, width: int) -> list[Row]:
    """A row for everyone together, when there are several, and one for each agent."""
    colours = accents(seen.team)
    rows: list[Row] = []
    for id_ in (EVERYONE, *seen.agents):
        agent, colour = seen.team.get(id_), accent(colours.get(id_))
        face = emoji(agent) if agent is not None else pad(Content(), 2)
        name = "All agents" if id_ == EVERYONE else agent.name if agent is not None else id_
        left = Content.assemble(face, " ", line(name, f"bold {colour}" if id_ != EVERYONE else "bold"))
        rows.append(Row(_row(left, seen, id_ or None, measure, colour, room(width)), id_, colour))
    return rows


def part_rows(seen: Statistics, agent: str | None, measure: Figure, width: int) -> list[Row]:
    """A row for each day, or each month of a long time, the newest first.

    Args:
        seen: The statistics.
        agent: Whose they are; None for everyone's.
        measure: What the bars show.
        width: Of the list, in cells.
    """
    colour = accent(accents(seen.team).get(agent)) if agent is not None else "$primary"
    parts = seen.by_part(agent)
    most = max((measure.size(done) for done in parts.values()), default=0)
    return [
        Row(_part(_named(first, seen.monthly), done, measure, most, colour, room(width)), first.isoformat(), colour)
        for first, done in reversed(parts.items())
    ]


def span(seen: Statistics) -> str:
    """The days that are counted: ``Mon 30 Nov 2026``, ``24 Nov – 30 Nov 2026``."""
    if seen.since == seen.until:
        return times.spoken_date(seen.until)
    year = "" if seen.since.year == seen.until.year else f" {seen.since.year}"
    return f"{seen.since.day} {seen.since:%b}{year} – {seen.until.day} {seen.until:%b %Y}"


def ranges(chosen: int | None) -> Content:
    """The times that can be chosen, the one that is chosen marked."""
    return Content.styled(SEPARATOR, MUTED).join(
        Content.styled(said, "bold underline" if days == chosen else MUTED) for days, said in RANGES.items()
    )


def _row(left: Content, seen: Statistics, agent: str | None, measure: Figure, colour: str, width: int) -> Content:
    figures = _figures(width)
    free = width - sum(each.width for each in figures)
    sizes = [measure.size(done) for done in seen.by_part(agent).values()]
    chart = columns(sizes, min(max(free - _AGENT - 2, 0), 31)) if len(sizes) > 1 else ""
    style = colour if agent is not None else "$primary"
    name = pad(left, min(_AGENT, free - 1))
    return pad(Content.assemble(name, " ", (chart, style)), free) + _said(seen.of(agent), figures)


def _named(first: date, monthly: bool) -> str:
    """``Mon 30 Nov``; ``30 Nov 2025`` of another year; ``Nov 2026`` for a month."""
    if monthly:
        return f"{first:%b %Y}"
    return f"{first:%a} {first.day:>2} {first:%b}" if first.year == times.today().year else f"{first.day:>2} {first:%b %Y}"


def _part(name: str, done: Sum, measure: Figure, most: float, colour: str, width: int) -> Content:
    figures = _figures(width)
    free = width - sum(each.width for each in figures)
    drawn = bar(measure.size(done), most, max(free - _NAME - 2, 0))
    return pad(Content.assemble((f"{name:<{_NAME}} ", "" if done.tasks else MUTED), (drawn, colour)), free) + _said(done, figures)


def _figures(width: int) -> tuple[Figure, ...]:
    """The columns that there is room for."""
    if width < _FULL:
        return TASKS, FAILED, TOKENS, COST
    if width < _WIDE:
        return TASKS, FAILED, READ, WRITTEN, WORK, COST
    return TASKS, FAILED, replace(READ, name="tokens in", width=11), replace(WRITTEN, name="tokens out", width=12), WORK, COST


def _said(done: Sum, figures: tuple[Figure, ...]) -> Content:
    """The figures of a sum, each at the right of its column."""
    parts = []
    for each in figures:
        said = each.said(done)
        style = "$error" if each is FAILED and done.failed else MUTED if said in (NONE, "no price") else ""
        parts += [Content(" " * (each.width - len(said))), Content.styled(said, style)]
    return Content().join(parts)


def _head_style(figure: Figure, measure: Figure) -> str:
    shown = figure is measure or (measure is TOKENS and figure.size in (READ.size, WRITTEN.size))
    return "bold underline" if shown else MUTED
