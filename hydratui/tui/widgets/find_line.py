"""The line that finds words in the open channel, in all of it, and goes from one message that holds them to the next."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from hydratui.errors import HydraError
from hydratui.recall import within
from hydratui.recall.within import Spot
from hydratui.tui.conversation import Conversation
from hydratui.tui.fold import folded
from hydratui.tui.quest import Quest
from hydratui.tui.show import MUTED, text
from hydratui.tui.widgets.find import Find

if TYPE_CHECKING:
    from hydratui.tui.screens.chat import ChatScreen

PAUSE_SECONDS = 0.12
"""After the last key until the channel is searched."""


def open_in(chat: "ChatScreen") -> None:
    """Opens the line above the prompt, or goes back to it."""
    lines = list(chat.query(FindLine))
    if lines:
        lines[0].begin()
    else:
        chat.mount(FindLine(chat.talk, chat.prompt.focus), before=chat.line)


class FindInput(Find):
    """What is looked for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,up,f3", "go(1)", "earlier", key_display="enter ↑", tooltip="Go to the match before this one (also F3)"),
        Binding("shift+enter,down,shift+f3", "go(-1)", "later", key_display="↓", tooltip="Go to the match after this one (also shift+F3)"),
        Binding("pageup", "page(-1)", "scroll", show=False, tooltip="Scroll the conversation up"),
        Binding("pagedown", "page(1)", "scroll down", show=False, tooltip="Scroll the conversation down"),
        Binding("escape", "close", "close", tooltip="Close, and stay where you are"),
    ]

    def action_go(self, by: int) -> None:
        """Goes to another match."""
        if isinstance(self.parent, FindLine):
            self.parent.go(by)

    def action_page(self, by: int) -> None:
        """Scrolls the conversation by a page."""
        if isinstance(self.parent, FindLine):
            self.parent.scroll_page(by)

    def action_close(self) -> None:
        """Closes the line."""
        if isinstance(self.parent, FindLine):
            self.parent.close()


class FindLine(Horizontal):
    """What is typed is looked for in every message of the channel, also those that are not on the page.

    Matches are counted from the newest, as they are found, so that a number stays what it is while older ones are still looked for.
    """

    def __init__(self, talk: Conversation, leave: Callable[[], object]) -> None:
        """A line for the open channel.

        Args:
            talk: The conversation.
            leave: Called when it is closed, to give the focus to somebody.
        """
        super().__init__(classes="chat-find")
        self._talk, self._leave = talk, leave
        self.input = FindInput("words in this channel", value=talk.sought, classes="chat-find-words")
        self._count = Static(classes="chat-find-count")
        self._quest: Quest[list[Spot]] = Quest(talk.store, self._take, self._end)
        self._words: tuple[str, ...] = ()
        self._found: list[Spot] = []
        self._at: int | None = None
        self._from = 0
        self._trouble = ""

    def compose(self) -> ComposeResult:
        """What it is, the words, how many."""
        yield Static(Content.styled("find", MUTED), classes="chat-find-mark")
        yield self.input
        yield self._count

    def on_mount(self) -> None:
        """Begins with what was looked for last."""
        self._timer = self.set_timer(PAUSE_SECONDS, self._search, pause=True)
        self._talk.changed = self._look_again
        self.begin()

    def on_resize(self) -> None:
        """The match that was gone to stays in sight."""
        if self._at is not None:
            self.call_after_refresh(self._go_to, self._at)

    def on_unmount(self) -> None:
        """Takes its marks away."""
        if self._talk.page.marked == self._words:
            self._talk.page.mark(())
        self._forget()
        self._talk.changed = None

    def begin(self) -> None:
        """Lets the words be typed over."""
        self.input.focus()
        self.input.action_select_all()
        self._search()

    def close(self) -> None:
        """Goes away; the reader stays where the last match was."""
        self.remove()
        self._leave()

    def _look_again(self, tasks: Iterable[int]) -> None:
        """Looks again into tasks of the channel that are new or have changed."""
        changed = set(tasks)
        if not self._words or not changed:
            return
        try:
            fresh = within.look_again(self._talk.store, self._talk.channel, self._words, changed)
        except HydraError:
            # Said by whoever reads the page.
            return
        here = None if self._at is None else self._found[self._at]
        self._found = sorted([spot for spot in self._found if spot.task not in changed] + fresh, reverse=True)
        self._at = self._found.index(here) if here in self._found else None
        self._tell()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._timer.stop()
        self._timer = self.set_timer(PAUSE_SECONDS, self._search)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()

    def _search(self) -> None:
        """Looks for what is typed, from the newest message to the oldest."""
        words = tuple(folded(self.input.value).split())
        if words == self._words:
            return
        self._forget()
        talk, channel = self._talk, self._talk.channel
        self._words, talk.sought = words, self.input.value
        talk.page.mark(words)
        if words:
            # A newer one than the reader sees is no reason to move.
            hidden = talk.page.out_of_sight()
            self._from = max((each.task_shown.id for each in talk.page.replies() if each not in hidden), default=talk.page.newest)
            self._quest.begin(lambda store: within.find(store, channel, words))
        self._tell()

    def _take(self, found: list[Spot]) -> None:
        # What has arrived since the search began is in already.
        known = set(self._found)
        self._found += [spot for spot in found if spot not in known]
        if self._at is None:
            near = next((at for at, spot in enumerate(self._found) if spot.task <= self._from), None)
            if near is not None:
                self._go_to(near)
        self._tell()

    def _end(self, sentence: str) -> None:
        self._trouble = sentence
        if self._at is None and self._found:
            self._go_to(len(self._found) - 1)
        self._tell()

    def go(self, by: int) -> None:
        """Goes to the next match, 1 for an earlier one and -1 for a later one; at the ends it goes round."""
        if tuple(folded(self.input.value).split()) != self._words:
            # Enter comes right behind the last letter.
            self._timer.stop()
            self._search()
        elif self._found:
            count = len(self._found)
            at = self._at if self._at is not None else bisect_left(self._found, -self._from, key=lambda spot: -spot.task) - (by > 0)
            if self._quest.running and not 0 <= at + by < count:
                return
            self._go_to((at + by) % count)
            self._tell()

    def scroll_page(self, by: int) -> None:
        """Scrolls the conversation."""
        page = self._talk.page
        page.scroll_relative(y=by * max(page.size.height - 2, 1), animate=False)

    def _go_to(self, at: int) -> None:
        self._at = at
        spot, talk = self._found[at], self._talk
        if talk.page.reply(spot.task) is None:
            talk.open(talk.channel, at=spot.task)
        message = talk.page.message(spot.task, answer=spot.answer)
        if message is not None:
            talk.page.bring_to(message)

    def _forget(self) -> None:
        self._quest.call_off()
        self._words, self._found, self._at, self._trouble = (), [], None, ""

    def _tell(self) -> None:
        count, running = len(self._found), self._quest.running
        if self._trouble:
            self._count.update(text(self._trouble, "$error"))
        elif not self._words:
            self._count.update(Content())
        elif not count:
            self._count.update(text("looking …" if running else "no match", MUTED))
        else:
            at = f"{self._at + 1:,} of " if self._at is not None else ""
            self._count.update(text(f"{at}{count:,}{' …' if running else ''}", MUTED))
