"""The prompt in its place: the mark before it, what the palette offers for it, and a draft for every channel."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from hydratui.errors import HydraError
from hydratui.store import channels, typed
from hydratui.tui.conversation import Conversation
from hydratui.tui.errand import errand
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.prompt import Prompt
from hydratui.tui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from hydratui.commands.file_offers import Listing
    from hydratui.commands.suggest import Suggestion
    from hydratui.tui.past import Past
    from hydratui.tui.theme_preview import ThemePreview

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
        self._themes: ThemePreview | None = None
        palette.changed, self.prompt.sends = self._look_at_themes, self._keep_theme
        self._listing: Listing | None = None
        self.past: Past | None = None
        """A search through what was sent, while there is one."""

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
        if self.past is not None:
            self.past.leave()
        self.prompt.channel = channel
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
        channel, text = self._talk.channel, self.draft
        if self._drafts.get(channel) != text:
            self._drafts[channel] = text
            self.post_message(self.DraftChanged(channel, text))

    @property
    def pointed_at(self) -> str | None:
        """The command that the palette points at."""
        chosen = self._palette.chosen() if self.past is None else None
        return chosen.label[1:] if chosen is not None and chosen.label.startswith("/") else None

    @property
    def draft(self) -> str:
        """What is begun in the open channel."""
        return self.prompt.text if self.past is None else self.past.draft

    def _history(self) -> list[str]:
        return [line.text for line in typed.history(self._talk.store, self._talk.channel, HISTORY)]

    @on(Prompt.PastWanted)
    def _search_past(self) -> None:
        from hydratui.tui.past import Past

        self.past = Past(self.prompt, self._palette, self._talk.channel, self._read_past, self._past_over)

    def _past_over(self) -> None:
        self.past = None
        self._suggested = ("", 0)
        self.post_message(self.Typed())

    def _read_past(self, channel: str | None) -> None:
        self.run_worker(self._reading_past(channel), group="past", exclusive=True)
        self.post_message(self.Typed())

    async def _reading_past(self, channel: str | None) -> None:
        """Reads behind the typing: of all channels there may be much."""
        from hydratui.tui import past

        def read() -> list[typed.Line]:
            store = self._talk.store.again()
            try:
                return typed.history(store, channel, past.EVERYWHERE if channel is None else past.HERE)
            finally:
                store.close()

        lines = await errand(read)
        if self.past is not None:
            self.past.give(channel, lines)

    @on(Prompt.EditorWanted)
    def _write_in_editor(self) -> None:
        from hydratui.tui.editor import edit_text

        before = self.prompt.text
        try:
            after = edit_text(self.app, before)
        except HydraError as error:
            self.screen.query_one(StatusLine).say(str(error))
            return
        if after != before:
            self.prompt.remember(before)
            self.prompt.put(after)

    @on(Prompt.ModeChanged)
    def _mode_changed(self) -> None:
        self.post_message(self.Typed())

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
        if self.past is not None:
            self.past.show()
            return
        found: list[Suggestion] = []
        if text.startswith("/") or "@" in text:
            found = self._found(text, self.prompt.cursor_index)
        if found:
            self._palette.show(found)
        elif self._palette.shown:
            self._palette.hide()

    def _look_at_themes(self) -> None:
        """Shows the theme whose name is being chosen."""
        if self._themes is None and self.prompt.text.lower().startswith("/theme "):
            from hydratui.tui.theme_preview import ThemePreview

            self._themes = ThemePreview(self.app)
        if self._themes is not None:
            self._themes.look(self.prompt.text, self._palette.chosen(), moved=self._palette.moved)

    def _keep_theme(self) -> None:
        if self._themes is not None:
            self._themes.keep()

    def _found(self, text: str, cursor: int) -> "list[Suggestion]":
        from hydratui.commands import file_offers
        from hydratui.commands.command import Context
        from hydratui.commands.suggest import suggest

        path = file_offers.typing(text, cursor)
        if path is None:
            # The next path is looked up anew.
            self._listing = None
            talk = self._talk
            try:
                return suggest(Context(talk.home, talk.store, talk.channel, talk.agent), text, cursor)
            except HydraError:
                # Said when it is sent; a settings file that can't be read must not stop the typing.
                return []
        if self._listing is None or self._listing.folder != path.folder:
            self.run_worker(self._look_into(path.folder), group="folder", exclusive=True)
            return []
        return file_offers.offers(path, self._listing)

    async def _look_into(self, folder: str) -> None:
        """Reads a folder behind the typing: its disk may be slow, or gone."""
        from hydratui.commands import file_names, file_offers

        self._listing = await errand(lambda: file_offers.read(folder, file_names.started_in()))
        self._suggested = ("", 0)
        self._suggest()
        self.post_message(self.Typed())

    @property
    def files(self) -> int:
        """How many files go along when this is sent."""
        text = self.prompt.text
        if "@" not in text:
            return 0
        from hydratui.commands import file_names

        return file_names.count(text, file_names.started_in())

    @on(Prompt.Sent)
    def _sent(self) -> None:
        self._suggested = ("", 0)
        # What is sent is no draft any more, whatever becomes of it; what can't be done is put back.
        self._palette.hide()
