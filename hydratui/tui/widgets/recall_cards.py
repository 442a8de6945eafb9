"""Recall hits as cards: the excerpts of past tasks that match, dated, one in sight at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from hydratui import recall
from hydratui.text import clipped, one_line, plain
from hydratui.tui import card
from hydratui.tui.keymap import keys_of
from hydratui.tui.lines import clip, hints, marked, pad, said_ago, said_day, said_exactly, said_when
from hydratui.tui.show import MUTED, SEPARATOR

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.recall import Answer, Hit
    from hydratui.store.tasks import Task

DAY_WIDTH = 16
WITH_WORDS = 64
"""Cells from which a card says its age in words as well."""


class RecallCards(Widget, can_focus=True):
    """What a search found: a line of figures and one card, with the others left and right of it.

    All cards are as tall as the tallest, so that nothing below moves when another one comes into sight.
    """

    DEFAULT_CSS = """
    RecallCards {
        height: auto;
        max-width: 100;
        color: $foreground;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open the task"),
        Binding("y", "copy", "Copy with its date"),
        Binding("m", "remember", "Remember it"),
        Binding("a", "ask", "Ask about it"),
        Binding("c", "context", "What was said before and after"),
        Binding("left", "step(-1)", "Card before"),
        Binding("right", "step(1)", "Next card"),
    ]

    index = reactive(0)
    """Which card is in sight, from 0."""

    @dataclass
    class Opened(Message):
        """The whole task of a card is wanted."""

        task_id: int

    @dataclass
    class Copied(Message):
        """A card, with its date, is to go to the clipboard."""

        text: str

    @dataclass
    class Remembered(Message):
        """A note is to be made of a hit."""

        hit: "Hit"

    @dataclass
    class Asked(Message):
        """The agent is to be asked about a hit."""

        hit: "Hit"

    @dataclass
    class ContextWanted(Message):
        """What was said just before and after a hit is wanted; `show_context` takes it."""

        cards: "RecallCards"
        hit: "Hit"

    def __init__(
        self, answer: "Answer", agent: "Agent", *, colour: str = "$accent", id: str | None = None, classes: str | None = None
    ) -> None:
        """Cards for an answer.

        Args:
            answer: What `hydratui.recall.recall` gave.
            agent: Whose tasks were searched.
            colour: The agent's own colour, for its name.
            id: The widget's id.
            classes: The widget's classes.
        """
        super().__init__(id=id, classes=classes)
        self.answer = answer
        self.agent = agent
        self.colour = colour
        self._around: dict[int, Sequence[Task]] = {}
        self.can_focus = bool(answer.hits)

    @property
    def hit(self) -> "Hit | None":
        """The hit whose card is in sight; None when nothing was found."""
        return self.answer.hits[self.index] if self.answer.hits else None

    def validate_index(self, index: int) -> int:
        """The first and the last card are the ends."""
        return min(max(index, 0), max(len(self.answer.hits) - 1, 0))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The line of figures and the tallest card, or the sentence that nothing matches."""
        if not self.answer.hits:
            return len(self._nothing().wrap(max(width, 2)))
        return 3 + max(len(self._body(hit, width)) for hit in self.answer.hits)

    def render(self) -> Content:
        """The figures and the card in sight."""
        hit, width = self.hit, self.content_size.width
        if hit is None:
            return self._nothing()
        if width < 8:
            return Content()
        edge = "$primary" if self.has_focus else "$border-blurred"
        side, inner = Content.styled("│", edge), width - 4
        body = self._body(hit, width)
        body += [Content()] * (self.content_size.height - 3 - len(body))
        lines = [
            Content.styled(self._figures(), MUTED),
            self._edge("╭", "╮", *self._title(hit, width - 4), width, edge),
            *(Content.assemble(side, " ", pad(line, inner), " ", side) for line in body),
            self._edge("╰", "╯", self._footer(width - 4), Content(), width, edge),
        ]
        return Content("\n").join(lines)

    def _figures(self) -> str:
        found, searched = len(self.answer.hits), self.answer.searched
        hits, tasks = "hit" if found == 1 else "hits", "task" if searched == 1 else "tasks"
        told = self.answer.since is not None and self.content_size.width >= WITH_WORDS
        since = f" since {clipped(said_day(self.answer.since), DAY_WIDTH)}" if told else ""
        return f"{found} {hits} in {searched:,} {tasks}{since}{SEPARATOR}{self.answer.milliseconds:.0f} ms"

    def _nothing(self) -> Content:
        sentence = recall.no_match(replace(self.answer, agent=self.agent.name))
        start = sentence.find("Did you mean")
        at = [(found, found + len(word)) for word in self.answer.nearest if start >= 0 and (found := sentence.find(word, start)) >= 0]
        return marked(sentence, sorted(at), MUTED)

    def _title(self, hit: "Hit", width: int) -> tuple[Content, Content]:
        when = Content.styled(said_when(hit.at), "bold" if self.has_focus else "")
        parts = [one_line(hit.channel)]
        if width + 4 >= WITH_WORDS and (age := said_ago(hit.at)):
            parts.append(age)
        if hit.context:
            parts.append("next to a match")
        title = Content.assemble(when, (SEPARATOR + SEPARATOR.join(parts), MUTED))
        exact = Content.styled(said_exactly(hit.at), MUTED)
        fits = self.has_focus and title.cell_length + exact.cell_length + 6 <= width
        return clip(title, width), exact if fits else Content()

    def _footer(self, width: int) -> Content:
        keys = [(key, does) for does in ("open", "copy", "remember", "ask", "context") if (key := keys_of(self, does))]
        count = len(self.answer.hits)
        if count > 1:
            keys.append(("←→", f"{self.index + 1} of {count}"))
        style = "$foreground" if self.has_focus else MUTED
        footer = hints(keys, width, style)
        # Which of how many is worth more than the last key hint.
        while count > 1 and "←→" not in footer.plain and len(keys) > 1:
            del keys[-2]
            footer = hints(keys, width, style)
        return footer

    @staticmethod
    def _edge(left: str, right: str, first: Content, last: Content, width: int, style: str) -> Content:
        tail = Content.assemble(" ", last, (" ─", style)) if last else Content()
        rule = "─" * (width - 4 - first.cell_length - tail.cell_length)
        return Content.assemble((f"{left} ", style), first, (f" {rule}", style), tail, (right, style))

    def _body(self, hit: "Hit", width: int) -> list[Content]:
        return card.body(hit, self._around.get(hit.task, ()), card.Speakers(one_line(self.agent.name), self.colour), width - 4)

    def action_open(self) -> None:
        """Asks for the whole task."""
        if self.hit is not None:
            self.post_message(self.Opened(self.hit.task))

    def action_copy(self) -> None:
        """Asks for the card on the clipboard: its date, channel and task, then what was said."""
        if (hit := self.hit) is not None:
            where = SEPARATOR.join((said_exactly(hit.at), one_line(hit.channel), f"task {hit.task}"))
            said = f"you: {plain(hit.asked.text)}\n{one_line(self.agent.name)}: {plain(hit.answered.text)}"
            self.post_message(self.Copied(f"{where}\n{said}"))

    def action_remember(self) -> None:
        """Asks for a note made of the hit."""
        if self.hit is not None:
            self.post_message(self.Remembered(self.hit))

    def action_ask(self) -> None:
        """Asks the agent about the hit."""
        if self.hit is not None:
            self.post_message(self.Asked(self.hit))

    def action_context(self) -> None:
        """Asks for what was said just before and after the hit, or hides it again."""
        if (hit := self.hit) is None:
            return
        if self._around.pop(hit.task, None) is None:
            self.post_message(self.ContextWanted(self, hit))
        else:
            self.refresh(layout=True)

    def show_context(self, hit: "Hit", around: "Sequence[Task]") -> None:
        """Puts the tasks around a hit, oldest first, into its card."""
        self._around[hit.task] = around
        self.refresh(layout=True)

    def action_step(self, by: int) -> None:
        """Brings another card into sight."""
        self.index += by
