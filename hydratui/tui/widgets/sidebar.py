"""The team at the left: every agent with what it is doing, then the channels. One line of states where the screen is narrow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from hydratui.agents.roster import Agent
from hydratui.store.channels import MAIN
from hydratui.text import one_line
from hydratui.tui import show
from hydratui.tui.desk import NEEDS_YOU, OFFLINE, PAUSED, Desk
from hydratui.tui.lines import clip, ends, pad
from hydratui.tui.theme import accent

NARROW = 90
"""Columns of the screen below which the sidebar is one line."""
EMOJI = 2
"""Cells that every emoji gets, be it drawn in one or two."""
SHORTEST = 10
"""Cells of a name that stay beside a state; where there are fewer, the state has a line of its own."""
_STATE_STYLES = {
    "idle": show.MUTED,
    "queued": show.MUTED,
    PAUSED: show.MUTED,
    "failed": "$error",
    OFFLINE: "$error",
    NEEDS_YOU: "bold $warning",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the sidebar; one with a channel can be chosen."""

    channel: str | None
    content: Content


class Sidebar(Widget, can_focus=True):
    """Agents and channels. Up and down choose, enter opens; on a narrow screen it is one line.

    Some keys control an agent from here, or how wide it is; whatever else is typed that is no key of it belongs into the prompt.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "move(-1)", "Up", show=False),
        Binding("down,right", "move(1)", "Down", show=False),
        Binding("enter", "open", "Open"),
        Binding("x", "want('cancel')", "Cancel", tooltip="Cancel the chosen agent's task: the running one, else the last that waits"),
        Binding("space", "want('pause')", "Pause", tooltip="Pause or resume the chosen agent; what runs goes on"),
        Binding("plus,equals_sign", "want('wider')", "Wider", key_display="+", tooltip="Make the team wider"),
        Binding("minus", "want('narrower')", "Narrower", key_display="-", tooltip="Make the team narrower"),
    ]
    cursor = reactive(0)
    """Which of the rows that can be chosen is chosen, from 0."""

    @dataclass
    class Opened(Message):
        """A channel is wanted."""

        channel: str

    @dataclass
    class Wanted(Message):
        """Something is wanted of an agent, or of the sidebar; `agent` is None when no agent is chosen."""

        what: Literal["cancel", "pause", "wider", "narrower", "fold"]
        agent: str | None

    class Moved(Message):
        """Another row is chosen."""

    def __init__(self, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self.desk = Desk()
        self.channel = MAIN
        self.active: str | None = None
        self.cells = 0
        """How many it was told to take; a small screen gives it fewer."""
        self._lines = 0

    def fit(self, shown: bool, cells: int) -> None:
        """Shows it in so many cells, or hides it. On a narrow screen it is one line whatever they are; see the style sheet."""
        self.display, self.cells = shown, cells
        self.styles.width = cells

    def update(self, desk: Desk, channel: str, active: str | None) -> None:
        """Shows the team as it is now.

        Args:
            desk: The team.
            channel: The channel that is open.
            active: Id of the agent that a plain message would go to.
        """
        self.desk, self.channel, self.active = desk, channel, active
        lines = len(self._rows(20))
        self.refresh(layout=lines != self._lines)
        self._lines = lines

    @property
    def folded(self) -> bool:
        """Whether it is one line."""
        return self.app.size.width < NARROW

    @property
    def channels(self) -> list[str]:
        """What the cursor goes through: each agent's channel, then the open ones."""
        return [*(agent.id for agent in self.desk.agents), MAIN]

    @property
    def chosen(self) -> str | None:
        """Id of the agent that the cursor is on."""
        return self.desk.agents[self.cursor].id if self.cursor < len(self.desk.agents) else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line when folded."""
        return 1 if self.folded else len(self._rows(width))

    def render(self) -> Content:
        """The team."""
        width = self.content_size.width
        if self.folded:
            return self._folded(width)
        return Content("\n").join([pad(row.content, width) for row in self._in_sight(self._rows(width))])

    def _in_sight(self, rows: list[_Row]) -> list[_Row]:
        """As many rows as there are lines, around the one that is chosen, or from the first on."""
        height = self.content_size.height
        if len(rows) <= height or not self.has_focus:
            return rows[:height]
        chosen = self.channels[min(self.cursor, len(self.channels) - 1)]
        at = next((index for index, row in enumerate(rows) if row.channel == chosen), 0)
        top = min(max(at - height // 2, 0), len(rows) - height)
        return rows[top : top + height]

    def _rows(self, width: int) -> list[_Row]:
        rows = [_Row(None, Content.styled("AGENTS", "bold $text-muted"))]
        for agent in self.desk.agents:
            rows += self._member(agent, width)
        rows += [_Row(None, Content()), _Row(None, Content.styled("CHANNELS", "bold $text-muted"))]
        rows += [_Row(name, self._channel(name, width)) for name in [MAIN, *(agent.id for agent in self.desk.agents)]]
        return rows

    def _member(self, agent: Agent, width: int) -> Iterator[_Row]:
        """An agent with its state, and below it what does not fit there."""
        colour = accent(self.desk.accents[agent.id])
        active = agent.id == self.active
        pointer = Content.styled("▸ ", f"bold {colour}") if active else Content("  ")
        lead, name = Content.assemble(pointer, emoji(agent), " "), show.line(agent.name, f"bold {colour}" if active else colour)
        state, details = self._state(agent), show.text(self._details(agent), show.MUTED)
        room = width - lead.cell_length - state.cell_length - 1
        beside = name.cell_length <= room or room >= SHORTEST
        first = ends(lead + name, state if beside else Content(), width)
        yield _Row(agent.id, self._chosen(first, agent.id, first=True))
        below = [each for each in (Content() if beside else state, details) if each]
        joined = Content.styled(show.SEPARATOR, show.MUTED).join(below)
        for each in [joined] if joined and joined.cell_length <= width - lead.cell_length else below:
            # Under the name, or further left where it has to be.
            yield _Row(None, Content(" " * min(lead.cell_length, max(width - each.cell_length, 1))) + each)

    def _state(self, agent: Agent) -> Content:
        state = self.desk.state(agent.id)
        style = show.MUTED if state.startswith("waits") else _STATE_STYLES.get(state, accent(self.desk.accents[agent.id]))
        return show.text(state, style)

    def _details(self, agent: Agent) -> str:
        queued = self.desk.queued(agent.id)
        state = self.desk.state(agent.id)
        # What is said in the row itself is not said again: one that is queued or waits, that the agent is paused.
        said = queued == 1 and state.startswith(("queued", "waits"))
        waiting = f"{queued} queued" if queued and not said else ""
        paused = PAUSED if agent.id in self.desk.paused and state != PAUSED else ""
        notes = sum(note.agent == agent.id for note in self.desk.held)
        to_decide = show.count(notes, "note to decide", "notes to decide") if notes else ""
        return show.SEPARATOR.join(part for part in (to_decide, paused, waiting) if part)

    def _channel(self, name: str, width: int) -> Content:
        here = name == self.channel
        new = self.desk.unread.get(name, 0)
        left = Content.assemble(("▸ ", "bold") if here else "  ", show.line(name, "bold" if here else ("" if new else show.MUTED)))
        right = show.text(f"{new} new", "bold $primary") if new and not here else Content()
        return self._chosen(ends(left, right, width), name, first=False)

    def _chosen(self, row: Content, channel: str, *, first: bool) -> Content:
        """A row with the cursor's bar on it; an agent is chosen in the upper list, the open channels in the lower."""
        at = self.channels[min(self.cursor, len(self.channels) - 1)]
        upper = any(agent.id == channel for agent in self.desk.agents)
        return row.stylize_before("on $primary 22%") if self.has_focus and at == channel and first == upper else row

    def _folded(self, width: int) -> Content:
        """Each agent with its state; then the main channel, when one is not in it. Where not all fit, the chosen one is among them."""
        parts = [self._short(agent) for agent in self.desk.agents]
        if self.has_focus or self.channel != MAIN:
            parts.append(self._mark(Content.styled(MAIN, "bold" if self.channel == MAIN else ""), MAIN))
        line = Content("   ").join(parts)
        if line.cell_length <= width:
            return line
        wanted = self.channels[self.cursor] if self.has_focus else self.active
        first = last = self.channels.index(wanted) if wanted in self.channels else 0
        # With room for the mark of what was cut off.
        while first and Content("   ").join(parts[first - 1 : last + 1]).cell_length <= width - 4:
            first -= 1
        return clip(Content("   ").join(parts[first:]), width)

    def _short(self, agent: Agent) -> Content:
        state, colour = self.desk.state(agent.id), accent(self.desk.accents[agent.id])
        name = show.line(agent.name, f"bold {colour}" if agent.id == self.active else colour)
        words = (f" {state}", _STATE_STYLES.get(state, show.MUTED)) if state != "idle" else ""
        new = self.desk.unread.get(agent.id, 0)
        unread = (f" {new} new", "bold $primary") if new else ""
        return self._mark(Content.assemble(emoji(agent), " ", name, words, unread), agent.id)

    def _mark(self, part: Content, channel: str) -> Content:
        chosen = self.has_focus and self.channels[min(self.cursor, len(self.channels) - 1)] == channel
        return part.stylize_before("on $primary 22%") if chosen else part

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One line has no width to change."""
        return not (self.is_mounted and self.folded and parameters in (("wider",), ("narrower",)))

    def on_focus(self) -> None:
        """Begins at the channel that is open."""
        self.cursor = self.channels.index(self.channel) if self.channel in self.channels else 0

    def watch_cursor(self) -> None:
        """What the keys do depends on the agent that is chosen."""
        self.post_message(self.Moved())

    def action_move(self, by: int) -> None:
        """Chooses another row."""
        self.cursor = (self.cursor + by) % len(self.channels)

    def action_open(self) -> None:
        """Asks for the chosen channel."""
        self.post_message(self.Opened(self.channels[min(self.cursor, len(self.channels) - 1)]))

    def action_want(self, what: Literal["cancel", "pause", "wider", "narrower", "fold"]) -> None:
        """Asks for something to be done about the chosen agent's work, or about the sidebar."""
        self.post_message(self.Wanted(what, self.chosen))

    def on_click(self, event: events.Click) -> None:
        """A click opens what is under it."""
        place = event.get_content_offset(self)
        rows = self._rows(self.content_size.width)
        if place is not None and not self.folded and place.y < len(rows) and (channel := rows[place.y].channel) is not None:
            self.post_message(self.Opened(channel))


def emoji(agent: Agent) -> Content:
    """An agent's emoji in exactly two cells, so that the names after it stand in a column."""
    return pad(Content(one_line(agent.emoji)), EMOJI)
