"""The prompt in its place: the mark before it, what the palette offers for it, and a draft for every channel."""

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from hydratui.errors import HydraError
from hydratui.store import channels, tasks
from hydratui.tui.conversation import Conversation
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.prompt import Prompt

HISTORY = 100
"""Messages of a channel that the up arrow goes back through."""
DRAFT_SECONDS = 1.0
"""After the last key until a draft is kept."""


class PromptLine(Container):
    """Everything that typing does before something is sent."""

    class Typed(Message):
        """The text in the prompt has changed."""

    class LatestWanted(Message):
        """The rule that says what is new was clicked."""

    @dataclass
    class DraftChanged(Message):
        """The draft of a channel should be kept."""

        channel: str
        text: str

    def __init__(self, talk: Conversation, palette: Palette, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._talk, self._palette = talk, palette
        self._drafts: dict[str, str] = {}
        self.prompt = Prompt(self._history, classes="chat-prompt")
        self.prompt.palette = palette
        self.prompt.look = self._suggest
        self._suggested: tuple[str, int] = ("", 0)

    def compose(self) -> ComposeResult:
        """The mark and the prompt."""
        yield Static("›", classes="chat-mark")
        yield self.prompt

    def on_mount(self) -> None:
        """Drafts are kept some time after the last key."""
        self._timer = self.set_timer(DRAFT_SECONDS, self.keep_draft, pause=True)

    def begin(self, text: str) -> None:
        """Puts a text into the prompt, for the user to go on with."""
        self.prompt.put(text)
        self.prompt.focus()

    def open(self, channel: str) -> None:
        """Shows what was begun in a channel."""
        self.prompt.leave_history()
        self.prompt.put(self._drafts.get(channel, channels.draft(self._talk.store, channel)))

    def below(self, following: bool, new: int) -> None:
        """Says in the rule above the prompt what came below what the reader sees, and the key that goes there."""
        news = Content.assemble(" ", (f"↓ {new} new  " if new else "↓ ", "bold $primary"), ("End", "$foreground"), " ")
        title = Content() if following else news
        if title != self.border_title:
            self.border_title = title

    def on_click(self, event: events.Click) -> None:
        """A click on the rule goes to what is new."""
        if event.widget is self and self.border_title:
            self.post_message(self.LatestWanted())

    def keep_draft(self) -> None:
        """Has the draft of the open channel kept."""
        channel, text = self._talk.channel, self.prompt.text
        if self._drafts.get(channel) != text:
            self._drafts[channel] = text
            self.post_message(self.DraftChanged(channel, text))

    def _history(self) -> list[str]:
        return [task.prompt for task in tasks.window(self._talk.store, self._talk.channel, limit=HISTORY)]

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self._timer.stop()
        self._timer = self.set_timer(DRAFT_SECONDS, self.keep_draft)
        self._suggest()
        self.post_message(self.Typed())

    def _suggest(self) -> None:
        text = self.prompt.text
        if self._suggested == (text, self.prompt.cursor_index):
            return
        self._suggested = (text, self.prompt.cursor_index)
        found = []
        if text.startswith("/") or "@" in text:
            from hydratui.commands.command import Context
            from hydratui.commands.suggest import suggest

            talk = self._talk
            try:
                found = suggest(Context(talk.home, talk.store, talk.channel, talk.agent), text, self.prompt.cursor_index)
            except HydraError:
                # Said when it is sent; a settings file that can't be read must not stop the typing.
                found = []
        if found:
            self._palette.show(found)
        elif self._palette.shown:
            self._palette.hide()

    @on(Prompt.Sent)
    def _sent(self) -> None:
        self._suggested = ("", 0)
        # What is sent is no draft any more, whatever becomes of it; what can't be done is put back.
        self._palette.hide()
