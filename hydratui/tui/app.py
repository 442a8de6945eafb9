"""The Textual app: it opens the store, watches it, keeps a worker alive, and shows the chat."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import WorkerFailed

from hydratui import config
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels
from hydratui.store.database import Store
from hydratui.tui import keys, theme
from hydratui.tui.hand import Hand
from hydratui.tui.screens.chat import ChatScreen
from hydratui.tui.watch import News, Watch

if TYPE_CHECKING:
    from textual.command import Provider

    from hydratui.tui.commands_provider import CommandChosen

SUPERVISE_SECONDS = 2.0
"""Between two looks whether a worker is alive."""


class Supervisor(Protocol):
    """What keeps a worker alive; all its calls are made from one thread."""

    def ensure(self) -> str | None:
        """Makes sure that a worker is alive, else gives a sentence that says why there is none."""

    def stop(self) -> None:
        """Lets go of the worker."""


def _keep_theme(_: Store, home: Home, name: str) -> None:
    config.write(home, "app", "theme", name)


def _commands() -> type[Provider]:
    from hydratui.tui.commands_provider import SlashCommands

    return SlashCommands


class HydraApp(App[None]):
    """hydratui on the screen."""

    TITLE = "hydratui"
    # Textual reads the style sheets of screens that are pushed, not that of the first one.
    CSS_PATH = "screens/chat.tcss"
    COMMANDS: ClassVar = {_commands}
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("f2", "theme", "Light or dark", show=False),
        Binding("ctrl+p", "command_palette", "Search all commands", show=False, priority=True),
    ]

    def __init__(self, home: Home, supervisor: Supervisor | None) -> None:
        """An app for a data folder.

        Args:
            home: The data folder, with its agents.
            supervisor: Keeps a worker alive; None when somebody else does.

        Raises:
            HydraError: The store or the settings can't be read.
        """
        super().__init__()
        keys.teach()
        settings = config.load(home)
        self.home = home
        self.store = Store.open(home.database)
        self._supervisor = supervisor
        self._hand = Hand(self.store)
        self._watch = Watch(self.store, home, self._deliver, self._broken)
        self.chat = ChatScreen(home, self.store, self._hand, self._watch)
        for each in theme.THEMES:
            self.register_theme(each)
        wanted = theme.choose(settings.theme)
        self._no_theme = "" if wanted in self.available_themes else wanted
        self.theme = theme.DARK.name if self._no_theme else wanted
        # Nothing moves but the text itself.
        self.animation_level = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What our styles name and Textual's own themes do not have."""
        return dict((theme.DARK if self.current_theme.dark else theme.LIGHT).variables)

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, whatever theme it is."""
        self.theme_variables = theme.with_quiet_text(super().get_css_variables())
        return self.theme_variables

    def get_default_screen(self) -> ChatScreen:
        """The chat is the first screen; no other is painted before it."""
        return self.chat

    def on_load(self) -> None:
        """Starts without the garbage collector: all that is made now stays, and looking through it takes a tenth of the start."""
        gc.disable()

    @property
    def died_of(self) -> BaseException | None:
        """The error that ended the app; None while it runs and when the user has left it."""
        return self._exception.error if isinstance(self._exception, WorkerFailed) else self._exception

    def _fatal_error(self) -> None:
        """Ends the app. Whoever ran it says why; Textual would print a page with the value of every variable, keys included."""
        self.bell()
        self._close_messages_no_wait()

    def _started(self) -> None:
        if not self.is_headless:
            # What the start has made is looked through never again; each time would stop the screen for 50 ms, measured.
            gc.freeze()
        gc.enable()

    def on_mount(self) -> None:
        """Begins to keep a worker alive, once there is something to see."""
        self.call_after_refresh(self._started)
        if self._no_theme:
            sentence = f'config.toml names the theme "{self._no_theme}", which there is not: try "dark" or "light".'
            self.call_after_refresh(lambda: self.chat.say(sentence))
        if self._supervisor is not None:
            self.call_after_refresh(lambda: self.run_worker(self._supervise(), name="supervisor"))

    async def action_theme(self) -> None:
        """Changes between the dark and the light theme, and keeps the choice in the settings."""
        wanted = theme.LIGHT if self.current_theme.dark else theme.DARK
        self.theme = wanted.name
        try:
            await self._hand.do(_keep_theme, self.home, "dark" if wanted.dark else "light")
        except HydraError as error:
            self.chat.say(str(error))

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command that was chosen over another screen is one of the chat's too."""
        while self.screen is not self.chat:
            self.pop_screen()
        self.chat.on_command_chosen(event)

    async def action_quit(self) -> None:
        """Leaves; what is queued is kept, and so is the draft."""
        self.exit()

    async def on_unmount(self) -> None:
        """Keeps the draft and lets go of the store."""
        # Not on this thread: the watch may be waiting for it to take some news.
        await asyncio.to_thread(self._watch.stop)
        channels.keep_draft(self.store, self.chat.talk.channel, self.chat.prompt.text)
        self._hand.finish()
        self.store.close()

    async def _supervise(self) -> None:
        assert self._supervisor is not None
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="supervisor") as thread:
            try:
                while True:
                    try:
                        warning: str | None = await loop.run_in_executor(thread, self._supervisor.ensure)
                    except HydraError as error:
                        warning = str(error)
                    self.chat.warn(warning or "")
                    await asyncio.sleep(SUPERVISE_SECONDS)
            finally:
                thread.submit(self._supervisor.stop)

    def _deliver(self, news: News) -> None:
        """Called by the watch, in its thread; returns when the screen has taken the news."""
        if self.is_running:
            self.call_from_thread(self._take, news)

    def _take(self, news: News) -> None:
        if self.is_running and self.chat.is_mounted:
            self.chat.take(news)

    def _broken(self, error: Exception) -> None:
        """Called by the watch, in its thread, when it can't go on."""
        if self.is_running:
            self.call_from_thread(self.chat.warn, f"The store can't be watched any more ({error}). Start hydratui again.")
