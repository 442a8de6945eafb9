"""The user's own search over everything: what is typed finds what was said in all channels, live; enter goes there."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from hydratui.agents.roster import roster
from hydratui.commands.command import Context
from hydratui.commands.search_filters import wish
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.recall import everywhere
from hydratui.recall.everywhere import Found
from hydratui.recall.place import Place
from hydratui.store.channels import MAIN
from hydratui.store.database import Store
from hydratui.text import one_line
from hydratui.tui import clipboard
from hydratui.tui.lines import HEIGHTS
from hydratui.tui.quest import Quest
from hydratui.tui.screens.task import as_text, read
from hydratui.tui.show import MUTED, text
from hydratui.tui.theme import accents
from hydratui.tui.widgets.find import Find
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.place_list import PlaceList

if TYPE_CHECKING:
    from hydratui.commands.suggest import Suggestion

PAUSE_SECONDS = 0.12
"""After the last key until it is searched."""
COMMAND = "/search "
HINT = "Type words that were said, by you or any agent. since: until: on: agent: channel: narrow it."


class Words(Find):
    """What is looked for. Tab completes a filter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.go", "open", show=False, tooltip="Go to where it was said"),
        Binding("tab", "screen.complete", "complete", tooltip="Complete the filter"),
    ]


class SearchScreen(Screen[Place | None]):
    """Words at the top, what was found below. Left with what to go to, or with nothing."""

    CSS_PATH = "search.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", "open", tooltip="Go to where it was said"),
        Binding("y", "copy", "copy", tooltip="Copy the task with its date"),
        Binding("slash", "refine", "words", tooltip="Change the words"),
        Binding("escape", "unfold", "close", tooltip="Close what is offered"),
        Binding("escape", "back", "back", tooltip="Back to the chat"),
    ]

    def __init__(self, home: Home, store: Store, typed: str = "") -> None:
        """The search.

        Args:
            home: The data folder.
            store: The store of this thread; what takes long reads through connections of its own.
            typed: What to look for first.
        """
        super().__init__()
        team = roster(home)
        self._home, self._here = home, Context(home, store, MAIN, None)
        self._names = {agent.id: agent.name for agent in team}
        self._words = Words("words, since: until: on: agent: channel:", classes="search-words")
        self._list = PlaceList(self._names, accents(agent.id for agent in team), classes="search-list")
        self._palette = Palette(classes="search-palette")
        self._quest: Quest[Found] = Quest(store, self._take, self._end)
        self._found = Found()
        self._fresh = False
        self._typed_first, self._searched = typed, ""
        self._offers_for: tuple[str, int] = ("", 0)

    def compose(self) -> ComposeResult:
        """The words and what they may become, what was found, what was done, the keys."""
        with Horizontal(classes="search-head"):
            yield Static(Content.styled("Search", "bold"), classes="search-title")
            yield self._words
            yield Static(classes="search-count")
        yield self._palette
        yield Static(classes="search-empty")
        yield self._list
        yield Static(classes="search-said")
        yield KeyLine(classes="search-keys")

    def on_mount(self) -> None:
        """Begins with what was typed already."""
        self._timer = self.set_timer(PAUSE_SECONDS, self._search, pause=True)
        self._words.value = self._typed_first
        (self._list if self._typed_first.strip() else self._words).focus()
        self._search()

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self._quest.call_off()

    # Looking

    @on(Input.Changed)
    def _typed(self) -> None:
        self._timer.stop()
        self._timer = self.set_timer(PAUSE_SECONDS, self._search)
        self._offer()

    def _search(self) -> None:
        self._timer.stop()
        if self._words.value == self._searched and self._searched:
            return
        self._searched = self._words.value
        self._quest.call_off()
        self._fresh = True
        try:
            wanted = wish(self._here, self._words.value)
        except HydraError as error:
            # While its name is being typed, what was found stays.
            if not self._palette.shown:
                self._take(Found())
                self._say(str(error))
            return
        self._say("")
        if not wanted.words.strip() and not wanted.narrowed:
            self._take(Found())
            self._tell(HINT)
            return
        self._quest.begin(partial(everywhere.search, wish=wanted))
        self._tell("")

    def _take(self, found: Found) -> None:
        # Until the first is found, what was found before stays: an empty page between two letters would flicker.
        if self._fresh and not found.places and self._quest.running:
            return
        self._found = found
        self._list.show(found, fresh=self._fresh)
        self._fresh = False
        self._tell("")

    def _end(self, sentence: str) -> None:
        if self._fresh:
            self._take(Found())
        self._tell("" if self._found.places else _nothing(self._words.value))
        if sentence:
            self._say(sentence)

    def _tell(self, empty: str) -> None:
        full = sum(place.words == self._found.words for place in self._found.places)
        count = f"the {full:,} newest" if self._found.more else f"{full:,} found"
        going_on = " …" if self._quest.running else ""
        self.query_one(".search-count", Static).update(text(count + going_on if self._found.places else going_on, MUTED))
        self.query_one(".search-empty", Static).update(text(empty, MUTED))
        self.set_class(not self._found.places, "-empty")
        self.refresh_bindings()

    def _say(self, sentence: str) -> None:
        self.query_one(".search-said", Static).update(text(sentence))

    # What a filter may become

    def _offer(self) -> None:
        typed, cursor = self._words.value, self._words.cursor_position
        if (typed, cursor) == self._offers_for:
            return
        self._offers_for = (typed, cursor)
        try:
            offers = suggest(self._here, COMMAND + typed, len(COMMAND) + cursor)
        except HydraError:
            # Said when it is looked for.
            offers = []
        if offers:
            self._palette.show(offers)
        else:
            self._palette.hide()
        self.refresh_bindings()

    def action_complete(self) -> None:
        """Takes what is offered."""
        if (chosen := self._palette.chosen()) is not None:
            self._apply(chosen)

    @on(Palette.Picked)
    def _picked(self, event: Palette.Picked) -> None:
        self._apply(event.suggestion)

    def _apply(self, suggestion: "Suggestion") -> None:
        self._words.value = suggestion.applied(COMMAND + self._words.value)[len(COMMAND) :]
        self._words.cursor_position = suggestion.start + len(suggestion.insert) - len(COMMAND)
        self._offer()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something where the focus is; the others are not shown."""
        if not self.is_mounted:
            return True
        if action in ("complete", "unfold"):
            return self._palette.shown
        if action == "back":
            return not self._palette.shown
        if action in ("copy", "refine"):
            return self._list.has_focus and (action == "refine" or self._list.place is not None)
        return action != "go" or self._list.place is not None

    def action_found(self, by: int) -> None:
        """Up and down in the words: in what is offered, else down into the list."""
        if self._palette.shown:
            self._palette.move(by)
        elif by > 0 and self._list.place is not None:
            self._list.focus()
            if by > 1:
                self._list.action_point(by)

    @on(PlaceList.LeftUpwards)
    def action_refine(self) -> None:
        """Goes to the words."""
        self._words.focus()

    def on_key(self, event: events.Key) -> None:
        """What is typed in the list belongs to the words."""
        if self._list.has_focus and event.is_printable and event.character and event.key not in ("y", "slash"):
            event.stop()
            self._words.focus()
            self._words.insert_text_at_cursor(event.character)

    @on(events.DescendantFocus)
    @on(PlaceList.Pointed)
    def _moved(self) -> None:
        self.refresh_bindings()
        self._list.refresh()

    def action_unfold(self) -> None:
        """Closes what is offered."""
        self._palette.hide()
        self.refresh_bindings()

    def action_go(self) -> None:
        """Leaves for where it was said."""
        if (place := self._list.place) is not None:
            self.dismiss(place)

    def action_back(self) -> None:
        """Back to the chat."""
        self.dismiss()

    def action_copy(self) -> None:
        """Sends the whole task, with its date, to the terminal's clipboard."""
        if (place := self._list.place) is not None:
            try:
                self._say(clipboard.copy(self.app, as_text(read(self._home, place.task))))
            except HydraError as error:
                self._say(str(error))


def _nothing(typed: str) -> str:
    shown = one_line(typed)
    return f"Nothing that was said matches “{shown if len(shown) <= 60 else shown[:59] + '…'}”. Try fewer or other words."
