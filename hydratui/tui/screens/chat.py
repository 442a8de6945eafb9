"""The chat: the team at the left, the conversation, the prompt. It shows the store and writes tasks into it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.css.query import QueryType
from textual.widget import Widget

from hydratui.agents.roster import roster
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store.database import Store
from hydratui.tui import held_notes, ladder, receiver
from hydratui.tui.conversation import Conversation
from hydratui.tui.hand import Hand
from hydratui.tui.sized import Sized
from hydratui.tui.watch import News, Watch, read_desk
from hydratui.tui.widgets.card_wish import CardWish
from hydratui.tui.widgets.header import TopLine
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.prompt import Prompt
from hydratui.tui.widgets.prompt_line import PromptLine
from hydratui.tui.widgets.sidebar import NARROW, Sidebar
from hydratui.tui.widgets.status_line import SAY_SECONDS, StatusLine
from hydratui.tui.widgets.transcript import Transcript
from hydratui.tui.widgets.welcome import Welcome

if TYPE_CHECKING:
    from hydratui.tui.commands_provider import CommandChosen


class ChatScreen(Sized[None]):
    """The app's first screen. Its style sheet is the app's, which Textual reads before the first paint."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+f", "find", "Find words in this channel", show=False, priority=True),
        Binding("ctrl+l", "team", "Hide or show the team", show=False),
        Binding("escape", "back", "Back", show=False),
        Binding("ctrl+c", "interrupt", "Copy, clear, cancel, quit", show=False),
        Binding("ctrl+up", "channel(-1)", "Channel before", show=False, priority=True, id="chat.channel-before"),
        Binding("ctrl+down", "channel(1)", "Next channel", show=False, priority=True, id="chat.channel-next"),
        Binding("alt+up", "read(-1)", "Point at the message before", show=False, priority=True, id="chat.message-before"),
        Binding("alt+down", "read(1)", "Point at the next message", show=False, priority=True, id="chat.message-next"),
    ]

    def __init__(self, home: Home, store: Store, hand: Hand, watcher: Watch) -> None:
        super().__init__()
        self.home, self.store, self.hand, self.watcher = home, store, hand, watcher
        self.asked_to_quit = float("-inf")
        self.transcript = Transcript(classes="chat-transcript")
        self.talk = Conversation(home, store, watcher, self.transcript, read_desk(store, tuple(roster(home))))
        self.palette = Palette(classes="chat-palette")
        self.line = PromptLine(self.talk, self.palette, classes="chat-line")
        self.prompt = self.line.prompt
        self._top, self._sidebar = TopLine(classes="chat-top"), Sidebar(classes="chat-sidebar")
        self._status = StatusLine(classes="chat-status")

    def compose(self) -> ComposeResult:
        """The lines and panes, from the top down."""
        yield self._top
        with Container(classes="chat-body"):
            yield self._sidebar
            yield self.transcript
        yield self.line
        yield self.palette
        yield self._status

    def on_mount(self) -> None:
        """Shows the main channel as the store has it, before the first paint."""
        self._clock = self.set_interval(1.0, self._tick, pause=True)
        self.open_channel(channels.MAIN)
        self.prompt.focus()
        self.call_after_refresh(self.watcher.start)

    # The conversation

    def open_channel(self, channel: str, at: int | None = None) -> None:
        """Shows a channel, from its end or with the task `at` at the top, and the draft that was begun in it."""
        self.query(".chat-find").remove()
        self.transcript.mark(())
        self.talk.open(channel, at)
        self.line.open(channel)
        self.show_desk()
        self.see()

    def note(self, widget: Widget) -> None:
        """Shows a notice or a card at the end of the page."""
        self.query(Welcome).remove()
        self.transcript.note(widget)

    def take(self, news: News) -> None:
        """Shows what the watch has found."""
        if self.talk.take(news):
            self.see()
        if news.desk is not None:
            self.show_desk()

    @on(Transcript.Reached)
    def _load(self, event: Transcript.Reached) -> None:
        self.talk.load(event.earlier)

    @on(Transcript.Moved)
    def _moved(self, event: Transcript.Moved) -> None:
        self.line.below(event.following, event.new)

    @on(PromptLine.LatestWanted)
    def action_latest(self) -> None:
        """Goes to the end of the conversation."""
        self.talk.latest()

    def action_read(self, by: int) -> None:
        """Points at a message, with the keys of what is pointed at."""
        self.palette.hide()
        self.transcript.pointer.step(by)

    @on(Transcript.Wanted)
    def _wanted_of_text(self, event: Transcript.Wanted) -> None:
        from hydratui.tui.reading import press

        self.run_worker(press(self, event), name="reading", group="reading")

    @on(Transcript.AtEnd)
    def _at_end(self, event: Transcript.AtEnd) -> None:
        self.say(event.sentence)

    def _move_focus(self, direction: int = 0, selector: str | type[QueryType] = "*") -> Widget | None:
        """Whoever comes to the page by tab reads there; a click alone points at nothing."""
        focused = super()._move_focus(direction, selector)
        if focused is self.transcript:
            self.transcript.pointer.begin(-1)
        return focused

    @on(Prompt.Scrolled)
    def _scroll(self, event: Prompt.Scrolled) -> None:
        if event.pages:
            self.transcript.scroll_relative(y=event.pages * max(self.transcript.size.height - 2, 1), animate=False)
        else:
            self.action_latest()

    def see(self) -> None:
        """What has ended in the open channel counts as seen, once somebody looks at the terminal."""
        if self.app.app_focus:
            self.write(self.hand.do(channels.mark_seen, self.talk.channel))

    # Sending

    @on(Prompt.Sent)
    def _send(self, event: Prompt.Sent) -> None:
        self._do(event.text)

    def _do(self, typed: str) -> None:
        # What can be typed, and all that hangs on it, is read when the first line is sent.
        from hydratui.tui.outcomes import send

        self.run_worker(send(self, typed), name="send", group="send")

    @on(PromptLine.DraftChanged)
    def _keep_draft(self, event: PromptLine.DraftChanged) -> None:
        self.write(self.hand.do(channels.keep_draft, event.channel, event.text))

    def write(self, work: Coroutine[object, object, object]) -> None:
        """Lets the hand do something of which nothing but an error would be shown."""
        self.run_worker(self._writing(work), name="write", group="write")

    async def _writing(self, work: Coroutine[object, object, object]) -> None:
        try:
            await work
        except HydraError as error:
            self.say(str(error))

    # What stands beside the conversation

    def show_desk(self) -> None:
        """Shows the team, the channels and the receiver as they are now."""
        talk = self.talk
        self._top.update(talk.desk, talk.channel)
        self._sidebar.update(talk.desk, talk.channel, talk.agent.id if talk.agent else None)
        self.refresh_receiver()
        if talk.desk.ticking:
            self._clock.resume()
        else:
            self._clock.pause()

    @on(PromptLine.Typed)
    @on(Sidebar.Moved)
    @on(Transcript.PointerMoved)
    def refresh_receiver(self) -> None:
        """Says in the status line to whom a message goes and which keys work."""
        self._status.update(receiver.named(self), receiver.keys(self))

    def on_resize(self) -> None:
        """A folded team leaves no room for a model's name beside its keys."""
        self.call_after_refresh(self.refresh_receiver)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        if self.focused is not None and self.transcript not in self.focused.ancestors_with_self:
            self.transcript.pointer.end()
        self.call_after_refresh(self.refresh_receiver)

    def say(self, sentence: str, seconds: float = SAY_SECONDS) -> None:
        """Says something in the status line for some seconds."""
        self._status.say(sentence, seconds)

    def warn(self, sentence: str) -> None:
        """Says in the status line what is wrong for as long as it is; an empty sentence ends it."""
        self._status.warn(sentence)
        self._top.warn(bool(sentence))

    def _tick(self) -> None:
        self.transcript.tick()
        self._sidebar.refresh()

    # Keys and requests

    def on_key(self, event: events.Key) -> None:
        """What is typed while a list has the focus belongs into the prompt."""
        if not event.is_printable or not event.character or not isinstance(self.focused, Transcript | Sidebar):
            return
        own = self.active_bindings.get(event.key)
        if own is None or own.node is not self.focused:
            event.stop()
            self.prompt.focus()
            self.prompt.insert(event.character)

    async def action_back(self) -> None:
        """Goes back a step; see `ladder.back`."""
        await ladder.back(self)

    async def action_interrupt(self) -> None:
        """Copies, clears, cancels or quits; see `ladder.interrupt`."""
        await ladder.interrupt(self)

    def action_find(self) -> None:
        """Finds words in the open channel."""
        from hydratui.tui.widgets.find_line import open_in

        open_in(self)

    def action_channel(self, by: int) -> None:
        """Opens the next channel, or the one before."""
        names = [channels.MAIN, *(agent.id for agent in self.talk.desk.agents)]
        at = names.index(self.talk.channel) if self.talk.channel in names else 0
        self.change_channel(names[(at + by) % len(names)])

    def change_channel(self, channel: str, at: int | None = None) -> None:
        """Goes to another channel, or to a task in one, and to its draft."""
        self.line.keep_draft()
        self.open_channel(channel, at)
        self.prompt.focus()

    @on(Sidebar.Opened)
    def _opened(self, event: Sidebar.Opened) -> None:
        self.change_channel(event.channel)

    @on(Sidebar.Wanted)
    def _wanted(self, event: Sidebar.Wanted) -> None:
        from hydratui.tui.team_keys import press

        self.run_worker(press(self, event), name="team", group="team")

    def action_team(self) -> None:
        """Hides the team, or shows it again."""
        self._sidebar.action_want("fold")

    @on(HeldCard.Settled)
    async def _settle(self, event: HeldCard.Settled) -> None:
        await held_notes.settle(self, event)

    # Named by the message instead of imported with it: what it comes from is read when it is first used.

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command from the ctrl+p palette: done at once, or put into the prompt for the rest of it."""
        event.stop()
        if event.ready:
            self._do(event.typed)
        else:
            self.line.begin(event.typed)

    @on(CardWish)
    async def _wished(self, event: CardWish) -> None:
        from hydratui.tui.card_keys import press

        await press(self, event)
