"""The agents as the view of them shows them: a row each, and all about the one that is chosen."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from hydratui import times
from hydratui.agents import files, grants, memory
from hydratui.agents.roster import Agent, roster
from hydratui.commands import gate
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.figures import Figures, figures
from hydratui.store.tasks import Status
from hydratui.text import one_line
from hydratui.tui import show
from hydratui.tui.desk import OFFLINE, Desk
from hydratui.tui.lines import ends, pad, said_when, wrapped
from hydratui.tui.show import MUTED, SEPARATOR, line
from hydratui.tui.theme import accent
from hydratui.tui.watch import read_desk
from hydratui.tui.widgets.pointed_rows import Row, room
from hydratui.tui.widgets.sidebar import emoji

if TYPE_CHECKING:
    from hydratui.commands.gate import Gate

MODEL_FROM = 44
"""Cells of a row from which it names the model too."""
LABEL = 9
TOOL_LINES = 3
_STATUS_WORDS: dict[Status, str] = {
    "completed": "completed",
    "failed": "failed",
    "cancelled": "cancelled",
    "running": "running",
    "pending": "waiting",
}
_QUIET = ("idle", "queued", "paused")


@dataclass(frozen=True, slots=True)
class About:
    """What is known of one agent beside its state.

    Attributes:
        notes: How many its memory holds.
        granted: The names in its tools file, as they stand there.
    """

    agent: Agent
    figures: Figures
    notes: int
    granted: frozenset[str]
    gate: "Gate"


@dataclass(frozen=True, slots=True)
class Team:
    """The agents with what each does, and one of them whole; None where there is none, or where `problem` says why it can't be read."""

    desk: Desk
    about: About | None
    problem: str = ""

    @property
    def summary(self) -> str:
        """``3 agents``."""
        return show.count(len(self.desk.agents), "agent") if self.desk.agents else ""


def read(store: Store, home: Home, chosen: str | None) -> Team:
    """The team as it is now, with a connection of its own: for another thread than the store's.

    Args:
        store: The file.
        home: The data folder.
        chosen: Id of the agent that is wanted whole; the first where there is none of that id.

    Raises:
        HydraError: The team or the database can't be read.
    """
    agents = tuple(roster(home))
    wanted = next((agent for agent in agents if agent.id == chosen), agents[0] if agents else None)
    with closing(store.again()) as own:
        desk = read_desk(own, agents)
        try:
            return Team(desk, _about(own, wanted) if wanted is not None else None)
        except HydraError as error:
            return Team(desk, None, str(error))


def signature(home: Home, chosen: Agent | None) -> tuple[int, ...]:
    """What changes when an agent comes or goes, or a file of the chosen one is written."""
    paths = [home.agents, *([chosen.folder, *(files.path(chosen, kind) for kind in files.KINDS)] if chosen is not None else ())]
    return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths)


def team_rows(desk: Desk, width: int) -> list[Row]:
    """A row for each agent, in the order of the roster."""
    column = max((cell_len(desk.state(agent.id)) for agent in desk.agents), default=0)
    return [_member(desk, agent, room(width), column) for agent in desk.agents]


def about_rows(desk: Desk, about: About, blanks: bool, width: int) -> list[Row]:
    """Everything about an agent, and a row with a key for each of its grants.

    Args:
        desk: The team.
        about: The agent.
        blanks: Whether there are blank lines between the parts.
        width: Of the list, in cells.
    """
    colour = accent(desk.accents.get(about.agent.id))
    gap = [Content()] if blanks else []
    rows = [_head(desk, about.agent, width, colour), *gap, *_card(desk, about, width), *gap, *_figures(about.figures, width), *gap]
    on = len(about.gate.granted)
    rows.append(_labelled("grants", Content.assemble(f"{on} of {on + len(about.gate.others)}", ("   tab and space switch them", MUTED))))
    rows += [line(problem, "$error") for problem in about.gate.problems]
    lines = [Row(content, None, colour) for content in rows]
    return lines + [Row(switch.content, switch.name, colour) for switch in _switches(about, room(width))]


def is_on(about: About, name: str) -> bool:
    """Whether a switch of an agent's is on."""
    return any(switch.on for switch in _switches(about, 0) if switch.name == name)


@dataclass(frozen=True, slots=True)
class _Switch:
    name: str
    on: bool
    content: Content


def _switches(about: About, width: int) -> Iterator[_Switch]:
    """The tools as switches: alone, then each group with its tools below, then what is named in vain."""
    named, tools = about.granted, (*about.gate.granted, *about.gate.others)
    column = min(max((len(one_line(tool.name)) for tool in tools), default=0), max(width // 2 - 6, 8))
    alone = [tool for tool in tools if tool.group is None]
    for tool in sorted(alone, key=lambda each: each.name):
        yield _switch(tool.name, tool in about.gate.granted, tool.about, column)
    for group in sorted({tool.group for tool in tools if tool.group is not None}):
        members = sorted((tool for tool in tools if tool.group == group), key=lambda each: each.name)
        if [tool.name for tool in members] != [group]:
            yield _switch(group, group in named, f"all of {group}", column)
        for tool in members:
            yield _switch(tool.name, tool in about.gate.granted, tool.about, column)
    for name, close in about.gate.unknown:
        yield _switch(name, True, "There is no such tool." + (f" Did you mean {close}?" if close else ""), column, "$warning")


def _switch(name: str, on: bool, says: str, column: int, style: str = MUTED) -> _Switch:
    return _Switch(name, on, Content.assemble(switch_sign(on), "  ", pad(line(name), column), "  ", line(says, style)))


def switch_sign(on: bool) -> Content:
    """``● on`` or ``○ off``."""
    return Content.styled("● on ", "bold $success") if on else Content.styled("○ off", MUTED)


def _member(desk: Desk, agent: Agent, width: int, column: int) -> Row:
    colour, state = accent(desk.accents.get(agent.id)), desk.state(agent.id)
    names = Content.assemble(emoji(agent), " ", line(agent.name, f"bold {colour}"), "  ", line(agent.id, MUTED))
    style = "$error" if state in ("failed", OFFLINE) else "bold $warning" if state == "needs you" else MUTED if state in _QUIET else colour
    model = Content.assemble(line(_model(desk, agent), MUTED), "   ") if width >= MODEL_FROM else Content()
    return Row(ends(names, model + pad(line(state, style), column), width), agent.id, colour)


def _model(desk: Desk, agent: Agent) -> str:
    return show.model(agent.model) if agent.model else "default"


def _head(desk: Desk, agent: Agent, width: int, colour: str) -> Content:
    name = Content.assemble(emoji(agent), " ", line(agent.name, f"bold {colour}"), "  ", line(f"@{agent.id}", MUTED))
    return ends(name, line(desk.state(agent.id), MUTED), room(width, pointed=False))


def _card(desk: Desk, about: About, width: int) -> Iterator[Content]:
    agent = about.agent
    yield _labelled("craft", line(agent.craft))
    by_default = f"the default{f', now {show.model(desk.default_model)}' if desk.default_model else ''}"
    yield _labelled("model", line(agent.model or by_default))
    yield _labelled("memory", line(show.count(about.notes, "note")))
    # The end of a path says more than its beginning.
    place, width = folder(agent), max(room(width, pointed=False) - LABEL, 1)
    yield _labelled("folder", line(place if len(place) <= width else "…" + place[1 - width :], MUTED))


def folder(agent: Agent) -> str:
    """Where an agent's files are."""
    return one_line(str(agent.folder))


def _figures(seen: Figures, width: int) -> Iterator[Content]:
    counted = [f"{seen.tasks[status]:,} {word}" for status, word in _STATUS_WORDS.items() if seen.tasks.get(status)]
    yield _labelled("tasks", line(SEPARATOR.join(counted) or "none yet"))
    tokens = f"{short(seen.tokens_in)} in{SEPARATOR}{short(seen.tokens_out)} out"
    yield _labelled("tokens", line(tokens if seen.tokens_in or seen.tokens_out else "none yet"))
    yield _labelled("at work", line(times.duration(seen.seconds) if seen.seconds else "not yet"))
    used = line(SEPARATOR.join(f"{tool} {count:,}" for tool, count in seen.tools.items()) or "none yet")
    for number, part in enumerate(wrapped(used, room(width, pointed=False) - LABEL, TOOL_LINES)):
        yield _labelled("" if number else "tools", part)
    yield _labelled("active", line(said_when(seen.last_active) if seen.last_active else "never"))


def short(number: int) -> str:
    """A large number in short: ``812``, ``12.4k``, ``3.2M``, ``1.5G``."""
    if number < 1000:
        return str(number)
    if number < 999_950:
        return f"{number / 1000:.1f}k"
    return f"{number / 1_000_000:.1f}M" if number < 999_950_000 else f"{number / 1_000_000_000:.1f}G"


def _labelled(label: str, content: Content) -> Content:
    return Content.assemble((f"{label:<{LABEL}}", MUTED), content)


def _about(store: Store, agent: Agent) -> About:
    seen = figures(store, agent.id)
    return About(agent, seen, len(memory.notes(agent)), grants.granted(agent), gate.gate(store, agent))


def named(agents: Sequence[Agent], agent_id: str | None) -> Agent | None:
    """The agent with this id."""
    return next((agent for agent in agents if agent.id == agent_id), None)
