"""Recall hits as cards: the excerpts of past tasks that match, dated, one in sight at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hydratui import recall
from hydratui.text import clipped, one_line, plain
from hydratui.tui import card, spans
from hydratui.tui.keymap import keys_of
from hydratui.tui.lines import ends, hints, marked, pad, said_day, said_exactly
from hydratui.tui.show import MUTED, SEPARATOR
from hydratui.tui.widgets.card_wish import CardWish

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.recall import Answer, Excerpt, Hit
    from hydratui.store.tasks import Task

DAY_WIDTH = 16


class RecallCards(Widget, can_focus=True):
    """What a search found: a line of figures and one card, with the others left and right of it.

    All cards are as tall as the tallest, also as those that another span of time has shown, so that nothing below moves
    when another one comes into sight.
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
        Binding("slash", "refine", "Refine the search in the prompt"),
        Binding("s", "span", "Search the next span of time"),
        Binding("x,backspace", "widen", "Take the last filter off"),
        Binding("left", "step(-1)", "Card before"),
        Binding("right", "step(1)", "Next card"),
    ]

    index = reactive(0)
    """Which card is in sight, from 0."""

    @dataclass
    class Opened(CardWish):
        """The whole task of a card is wanted; `found` is where its question and its answer matched."""

        task_id: int
        found: "tuple[Excerpt, Excerpt]"

    @dataclass
    class Copied(CardWish):
        """A card, with its date, is to go to the clipboard."""

        text: str

    @dataclass
    class Remembered(CardWish):
        """A note is to be made of a hit."""

        hit: "Hit"

    @dataclass
    class Asked(CardWish):
        """The agent is to be asked about a hit."""

        hit: "Hit"

    @dataclass
    class ContextWanted(CardWish):
        """What was said just before and after a hit is wanted; `show_context` takes it."""

        cards: "RecallCards"
        hit: "Hit"

    @dataclass
    class Refined(CardWish):
        """The search is to be typed again, to be changed."""

        typed: str

    @dataclass
    class Narrowed(CardWish):
        """Other days are to be searched; `take` takes what is found there."""

        cards: "RecallCards"
        typed: str

    def __init__(
        self,
        answer: "Answer",
        agent: "Agent",
        typed: str = "",
        *,
        told: bool = False,
        colour: str = "$accent",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """Cards for an answer.

        Args:
            answer: What `hydratui.recall.recall` gave.
            agent: Whose tasks were searched.
            typed: The search as it was typed, words and filters; the words alone unless given.
            told: It is what a model was told, which no other span of time can be chosen for.
            colour: The agent's own colour, for its name.
            id: The widget's id.
            classes: The widget's classes.
        """
        super().__init__(id=id, classes=classes)
        self.answer = answer
        self.agent = agent
        self.colour = colour
        self.told = told
        self.search = self._found = spans.narrowing(typed or answer.query)
        self._around: dict[int, Sequence[Task]] = {}
        self._least = (0, 0)
        self._framed = bool(answer.hits or self.search.chosen)
        self.can_focus = self._framed

    @property
    def hit(self) -> "Hit | None":
        """The hit whose card is in sight; None when nothing was found."""
        return self.answer.hits[self.index] if self.answer.hits else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What a model was told stays as it was told. Beyond the last card an arrow is left to what is around the cards."""
        if action == "step":
            return 0 <= self.index + int(str(parameters[0])) < len(self.answer.hits)
        return not (self.told and action in ("span", "widen")) and (action != "widen" or bool(self.search.chosen))

    def validate_index(self, index: int) -> int:
        """The first and the last card are the ends."""
        return min(max(index, 0), max(len(self.answer.hits) - 1, 0))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The line of figures and the tallest card, or the sentence that nothing matches."""
        if not self._framed:
            return len(self._nothing().wrap(max(width, 2)))
        bodies = [self._body(hit, width) for hit in self.answer.hits] or [self._nothing().wrap(max(width - 4, 2))]
        return max(3 + max(map(len, bodies)), self._least[1] if self._least[0] == width else 0)

    def render(self) -> Content:
        """The figures and the card in sight."""
        hit, width = self.hit, self.content_size.width
        if not self._framed:
            return self._nothing()
        if width < 8:
            return Content()
        edge = "$primary" if self.has_focus else "$border-blurred"
        side, inner = Content.styled("│", edge), width - 4
        body = self._body(hit, width) if hit is not None else self._nothing().wrap(max(inner, 2))
        body += [Content()] * (self.content_size.height - 3 - len(body))
        title = card.title(hit, width, self.has_focus) if hit is not None else (Content.styled("nothing found", MUTED), Content())
        lines = [
            self._head(width),
            card.edge("╭╮", *title, width, edge),
            *(Content.assemble(side, " ", pad(line, inner), " ", side) for line in body),
            card.edge("╰╯", self._footer(inner), Content(), width, edge),
        ]
        return Content("\n").join(lines)

    def _head(self, width: int) -> Content:
        """The figures and the spans of time, as much of both as there is room for; always one line."""
        most, less, least = (Content.styled(each, MUTED) for each in self._figures())
        if self.told:
            return most if width >= card.WITH_WORDS else less
        key = keys_of(self, "span")
        hint = Content.styled(f"{key} " if key else "", "$foreground" if self.has_focus else MUTED)
        whole, short, alone = (hint + each for each in spans.chips(self.search))
        for figures, chips in ((most, whole), (less, whole), (less, short), (least, short), (least, alone)):
            if figures.cell_length + chips.cell_length + 2 <= width:
                break
        return ends(figures, chips, width)

    def _figures(self) -> tuple[str, str, str]:
        """Whole, without the first day that was searched, and how many hits alone."""
        found, searched = len(self.answer.hits), self.answer.searched
        hits = f"{found or 'no'} hit{'' if found == 1 else 's'}"
        among = f"{hits} in {searched:,} task{'' if searched == 1 else 's'}"
        since = f" since {clipped(said_day(self.answer.since), DAY_WIDTH)}" if self.answer.since is not None else ""
        took = f"{SEPARATOR}{self.answer.milliseconds:.0f} ms"
        return f"{among}{since}{took}", f"{among}{took}", hits

    def _nothing(self) -> Content:
        sentence = recall.no_match(replace(self.answer, agent=self.agent.name), self._found.when)
        start = sentence.find("Did you mean")
        at = [(found, found + len(word)) for word in self.answer.nearest if start >= 0 and (found := sentence.find(word, start)) >= 0]
        return marked(sentence, sorted(at), MUTED)

    def _footer(self, width: int) -> Content:
        count = len(self.answer.hits)
        actions = ("open", "copy", "remember", "ask", "refine", "context") if count else ("refine",)
        keys = [(key, does) for does in actions if (key := keys_of(self, does))]
        if count > 1:
            keys.append(("←→", f"{self.index + 1} of {count}"))
        style = "$foreground" if self.has_focus else MUTED
        footer = hints(keys, width, style)
        # Which of how many is worth more than the last key hint.
        while count > 1 and "←→" not in footer.plain and len(keys) > 1:
            del keys[-2]
            footer = hints(keys, width, style)
        return footer

    def _body(self, hit: "Hit", width: int) -> list[Content]:
        return card.body(hit, self._around.get(hit.task, ()), card.Speakers(one_line(self.agent.name), self.colour), width - 4)

    def action_open(self) -> None:
        """Asks for the whole task."""
        if self.hit is not None:
            self.post_message(self.Opened(self.hit.task, (self.hit.asked, self.hit.answered)))

    def action_copy(self) -> None:
        """Asks for the card on the clipboard: its date, channel and task, then what was said."""
        if (hit := self.hit) is not None:
            where = SEPARATOR.join(part for part in (said_exactly(hit.at), one_line(hit.channel), f"task {hit.task}") if part)
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

    def action_refine(self) -> None:
        """Asks for the search in the prompt, with the filters that count."""
        self.post_message(self.Refined(self.search.text))

    def action_span(self) -> None:
        """Asks for the next span of time."""
        self._narrow(self.search.stepped())

    def action_widen(self) -> None:
        """Asks for the search without its last filter."""
        if self.search.chosen:
            self._narrow(self.search.widened())

    def _narrow(self, search: spans.Narrowing) -> None:
        self.search = search
        self.refresh()
        self.post_message(self.Narrowed(self, search.text))

    def take(self, answer: "Answer", typed: str) -> None:
        """Shows what was found in the days that were asked for, unless others were asked for since."""
        if typed != self.search.text:
            return
        self._least = self.content_size.width, self.content_size.height
        self.answer, self._found = answer, self.search
        self._framed = self.can_focus = True
        self._around.clear()
        self.index = 0
        self.refresh(layout=True)

    def stay(self) -> None:
        """Goes on showing what it shows: the days that were asked for could not be searched."""
        self.search = self._found
        self.refresh()
