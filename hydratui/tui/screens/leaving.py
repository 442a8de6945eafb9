"""The question that is asked when the app is left with work going on: keep working, stop after what runs now, or cancel it."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from hydratui.store.tasks import Counts
from hydratui.tui import show
from hydratui.tui.desk import Desk
from hydratui.tui.lines import HEIGHTS, clip, hints, pad
from hydratui.tui.theme import accent

Way = Literal["keep", "stop", "cancel"]
"""What becomes of the work: it goes on in the background, it ends with what runs now, all of it is cancelled."""

MOST_NAMED = 3
"""Agents that are named with what they do; of the others it is said how many."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to leave, and the key for it."""

    key: str
    way: Way
    does: str


def asked(desk: Desk) -> bool:
    """Whether leaving needs a question: something runs, or waits to be begun. What waits for a paused agent waits anyway."""
    return bool(_running(desk) or desk.waiting)


def _running(desk: Desk) -> int:
    return sum(not task.cancelling for task in desk.running)


def summary(desk: Desk) -> str:
    """``2 tasks run, 3 wait.``"""
    running, waiting = _running(desk), desk.waiting
    if not asked(desk):
        return "Everything has ended meanwhile."
    runs = f"{show.count(running, 'task')} {'runs' if running == 1 else 'run'}" if running else ""
    waits = f"{waiting if runs else show.count(waiting, 'task')} {'waits' if waiting == 1 else 'wait'}" if waiting else ""
    return f"{', '.join(part for part in (runs, waits) if part)}."


def choices(desk: Desk) -> tuple[Choice, ...]:
    """The ways that there are, the harmless one first."""
    if not asked(desk):
        return (Choice("k", "keep", "Leave"),)
    if not _running(desk):
        stop = "Leave it in the queue for next time"
    else:
        stop = "Stop after what runs now" + ("; the rest waits" if desk.waiting else "")
    return (
        Choice("k", "keep", "Keep working in the background"),
        Choice("s", "stop", stop),
        Choice("c", "cancel", "Cancel everything" + ("; what has arrived is kept" if _running(desk) else "")),
    )


def remark(desk: Desk) -> str:
    """What the choices can't do anything about."""
    if not asked(desk):
        return ""
    if desk.others_open:
        return "hydratui is open elsewhere too, and works on in any case unless you cancel."
    if desk.by_hand:
        return "A worker started by hand works on in any case unless you cancel."
    if not desk.workers:
        return "No worker is alive: what waits is done when there is one."
    return ""


class Choices(Widget, can_focus=True):
    """The ways to leave, one a line. Each has its key; up, down and enter do as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "move(-1)", "Up", show=False),
        Binding("down,right,tab", "move(1)", "Down", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    cursor = reactive(0)
    """Which of them is chosen, from 0."""

    def __init__(self, desk: Desk, *, classes: str) -> None:
        super().__init__(classes=classes)
        self.choices = choices(desk)

    def update(self, desk: Desk) -> None:
        """Offers what there is to choose now."""
        if (now := choices(desk)) != self.choices:
            self.choices = now
            self.cursor = min(self.cursor, len(now) - 1)
            self.refresh(layout=True)

    def render(self) -> Content:
        """The lines, the chosen one behind a pointer and on a bar."""
        return Content("\n").join([self._line(number, choice) for number, choice in enumerate(self.choices)])

    def _line(self, number: int, choice: Choice) -> Content:
        chosen = number == self.cursor
        words = Content.assemble(("▸ " if chosen else "  ", "bold $primary"), (choice.key, "bold"), "  ", choice.does)
        line = pad(words, self.content_size.width)
        return line.stylize_before("on $primary 22%") if chosen else line

    def action_move(self, by: int) -> None:
        """Chooses another."""
        self.cursor = (self.cursor + by) % len(self.choices)

    def action_choose(self) -> None:
        """Takes the chosen one."""
        self._take(self.choices[self.cursor])

    def on_click(self, event: events.Click) -> None:
        """A click takes what is under it."""
        place = event.get_content_offset(self)
        if place is not None and place.y < len(self.choices):
            self._take(self.choices[place.y])

    def _take(self, choice: Choice) -> None:
        if isinstance(self.screen, LeavingScreen):
            self.screen.dismiss(choice.way)


class LeavingScreen(ModalScreen[Way | None]):
    """The question, over whatever is on the screen. Its answer is how to leave; None is to stay."""

    CSS_PATH = "leaving.tcss"
    AUTO_FOCUS = ".leaving-choices"
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "take('k')", "keep working in the background", show=False),
        Binding("s", "take('s')", "stop after what runs now", show=False),
        Binding("c", "take('c')", "cancel everything", show=False),
        # By habit ctrl+c comes once more than it was meant to: it must do no harm here.
        Binding("escape,ctrl+c", "stay", "stay", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    def compose(self) -> ComposeResult:
        """What goes on, whose it is, the choices, and what they do not reach."""
        with Container(classes="leaving"):
            yield Static(classes="leaving-summary")
            yield Static(classes="leaving-team")
            yield Choices(self._desk, classes="leaving-choices")
            yield Static(classes="leaving-remark")

    def on_mount(self) -> None:
        """Shows how things stand."""
        box = self.query_one(".leaving", Container)
        box.border_title = Content.styled("Leave hydratui?", "bold")
        box.border_subtitle = hints((("enter", "choose"), ("↑↓", "move"), ("esc ctrl+c", "stay")), 50)
        self.update(self._desk)

    def update(self, desk: Desk) -> None:
        """Shows how things stand now: work goes on while the question stands."""
        self._desk = desk
        self.query_one(".leaving-summary", Static).update(show.text(summary(desk), "bold"))
        for place, content in ((".leaving-team", _team(desk)), (".leaving-remark", show.text(remark(desk), show.MUTED))):
            line = self.query_one(place, Static)
            line.update(content)
            line.display = bool(content)
        self.query_one(Choices).update(desk)

    def action_take(self, key: str) -> None:
        """Takes the choice with this key, if it is offered."""
        way = next((choice.way for choice in choices(self._desk) if choice.key == key), None)
        if way is not None:
            self.dismiss(way)

    def action_stay(self) -> None:
        """Back to where the question was asked."""
        self.dismiss(None)


def _team(desk: Desk) -> Content:
    """``Ada 1 runs, 2 wait · Otto 1 runs``: whose tasks they are."""
    said = [(agent, does) for agent in desk.agents if (does := _does(desk, agent.id))]
    parts = [Content.assemble(show.line(agent.name, accent(desk.accents[agent.id])), " ", (does, show.MUTED)) for agent, does in said]
    if len(parts) > MOST_NAMED:
        parts = [*parts[:MOST_NAMED], show.text(show.count(len(parts) - MOST_NAMED, "more agent"), show.MUTED)]
    return clip(Content.styled(show.SEPARATOR, show.MUTED).join(parts), 200)


def _does(desk: Desk, agent: str) -> str:
    counts = desk.counts.get(agent, Counts())
    queued = counts.queued if agent not in desk.paused else 0
    runs = f"{counts.running} {'runs' if counts.running == 1 else 'run'}" if counts.running else ""
    return ", ".join(part for part in (runs, f"{queued} {'waits' if queued == 1 else 'wait'}" if queued else "") if part)
