"""The Textual app: it opens the store, watches it, keeps a worker alive, and shows the chat."""

from __future__ import annotations

import asyncio
import gc
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.worker import WorkerFailed

from hydratui import config
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import channels, control, workers
from hydratui.store.database import Store
from hydratui.tui import keymap, keys, looks, notices, theme
from hydratui.tui.background import BackgroundSeen
from hydratui.tui.desk import Desk
from hydratui.tui.hand import Hand
from hydratui.tui.patience import patiently
from hydratui.tui.screens.chat import ChatScreen
from hydratui.tui.watch import News, Watch, read_desk

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.dom import DOMNode
    from textual.driver import Driver

    from hydratui.tui.commands_provider import CommandChosen

LEAVING = "Another program uses the database; leaving waits for it."
SUPERVISE_SECONDS = 1.0
"""Between two looks whether a worker is alive."""


class Supervisor(Protocol):
    """What keeps a worker alive; all its calls are made from one thread."""

    def ensure(self) -> str | None:
        """Makes sure that a worker is alive, else gives a sentence that says why there is none."""

    def leave(self, how: Literal["finish", "stop"]) -> None:
        """Lets go of the worker, at the end.

        Args:
            how: With ``finish`` it works off what waits, in the background; with ``stop`` it ends with what runs now.
        """


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
        Binding("f1", "help", "Help", tooltip="The keys of where you are, and all commands", show=False, priority=True),
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
        self._parting: Literal["finish", "stop"] = "finish"
        self._draft_given_up = False
        self.hand = self._hand = Hand(self.store)
        self._watch = Watch(self.store, home, self._deliver, self._broken)
        self.chat = ChatScreen(home, self.store, self._hand, self._watch)
        for each in theme.THEMES:
            self.register_theme(each)
        self._terminal_is_dark: bool | None = None
        self._no_theme = "" if theme.choose(settings.theme) in self.available_themes else settings.theme or ""
        self.wear("dark" if self._no_theme else settings.theme or "auto")
        self.changes, self._misspelt = keymap.read(settings.keys)
        keymap.apply(self, self.changes)
        self._beside = notices.Beside(self, settings.notify)
        self.chat._sidebar.fit(settings.sidebar == "shown", settings.sidebar_width)
        if settings.editing == "vi":
            self.chat.prompt.edit_with_vi()
        # Nothing moves but the text itself.
        self.animation_level = "none"

    def get_driver_class(self) -> type[Driver]:
        """A terminal that can be told things beside the screen; what Textual found, where it is none."""
        return notices.driver_for(super().get_driver_class())

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        # The one place that every widget and screen passes before a key can reach it.
        if self.changes:
            keymap.apply(child, self.changes)
        super()._register_child(parent, child, before, after)

    def wear(self, name: str) -> None:
        """Shows a theme, named as in the settings, without keeping it."""
        self.worn = name
        self.theme = theme.choose(name, dark=self._terminal_is_dark)

    def on_background_seen(self, event: BackgroundSeen) -> None:
        """Goes by the terminal, unless the settings name a theme."""
        self._terminal_is_dark = event.dark
        if self.worn == "auto":
            self.wear("auto")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What our styles name and Textual's own themes do not have."""
        return dict((theme.DARK if self.current_theme.dark else theme.LIGHT).variables)

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, whatever theme it is."""
        self.theme_variables = theme.readable(super().get_css_variables())
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
        if self._no_theme or self.changes or self._misspelt:
            self.call_after_refresh(lambda: self.run_worker(looks.say_what_is_wrong(self, self._no_theme, self._misspelt)))
        if isinstance(self._driver, notices.Outlet):
            # Told to end, it gives the terminal back and keeps the draft; whoever sends this waits for no answer to a question.
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        if self._supervisor is not None:
            self.call_after_refresh(lambda: self.run_worker(self._supervise(), name="supervisor"))

    async def action_theme(self) -> None:
        """Changes between the dark and the light theme, and keeps the choice in the settings."""
        await looks.keep(self, "light" if self.current_theme.dark else "dark")

    def action_help(self) -> None:
        """Shows the keys of where one is, and the commands; once more goes back."""
        from hydratui.tui.screens.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
        else:
            self.push_screen(HelpScreen(self.chat.line.pointed_at if self.screen is self.chat else None, self.chat.talk.agent))

    def on_command_chosen(self, event: CommandChosen) -> None:
        """A command that was chosen over another screen is one of the chat's too."""
        while self.screen is not self.chat:
            self.pop_screen()
        self.chat.on_command_chosen(event)

    def action_command_palette(self) -> None:
        """Opens the search for commands; over a question it would leave it without an answer."""
        from hydratui.tui.commands_provider import CommandSearch

        if not isinstance(self.screen, ModalScreen):
            self.push_screen(CommandSearch(id="--command-palette"))

    async def action_quit(self) -> None:
        """Leaves; with work going on, asks first what is to become of it."""
        from hydratui.tui.screens.leaving import LeavingScreen

        if isinstance(self.screen, LeavingScreen):
            # Who presses it twice wants to leave, and loses nothing by it.
            self.screen.dismiss("keep")
        else:
            self.run_worker(self._leave(), name="leave", group="leave", exclusive=True)

    async def _leave(self) -> None:
        from hydratui.tui.screens import leaving

        if not await self._all_is_saved():
            return
        desk = read_desk(self.store, self.chat.talk.desk.agents)
        way = await self.push_screen_wait(leaving.LeavingScreen(desk)) if leaving.asked(desk) else "keep"
        if way is None:
            return
        try:
            if way == "cancel":
                await patiently(self.chat, self._hand.do(control.cancel_all))
            elif way == "stop":
                # Once more when the supervisor lets go; here it can still be said when it can't be done.
                await patiently(self.chat, self._hand.do(workers.ask_to_leave))
        except HydraError as error:
            self.chat.say(str(error))
            return
        self._parting = "stop" if way == "stop" else "finish"
        self.exit()

    async def _all_is_saved(self) -> bool:
        """Has the draft kept, after every message that is still on its way. Gives False, and says so, where that can't be done."""
        if self._draft_given_up:
            return True
        draft = self._hand.do(channels.keep_draft, self.chat.talk.channel, self.chat.line.draft)
        try:
            await patiently(self.chat, draft, LEAVING)
        except HydraError as error:
            self._draft_given_up = True
            self.chat.say(f"{error} Leave once more to go without what is typed.", 10)
            return False
        return True

    async def on_unmount(self) -> None:
        """Keeps the draft and lets go of the store."""
        # Not on this thread: the watch may be waiting for it to take some news.
        await asyncio.to_thread(self._watch.stop)
        if not self._draft_given_up:
            channels.keep_draft(self.store, self.chat.talk.channel, self.chat.line.draft)
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
                thread.submit(self._supervisor.leave, self._parting)

    def _deliver(self, news: News) -> None:
        """Called by the watch, in its thread; returns when the screen has taken the news."""
        if self.is_running:
            self.call_from_thread(self._take, news)

    def _take(self, news: News) -> None:
        if self.is_running and self.chat.is_mounted:
            self.chat.take(news)
            if news.desk is not None:
                self._beside.take(news.desk)
                if self.screen is not self.chat:
                    self._tell_question(news.desk)

    def watch_app_focus(self, focus: bool) -> None:
        """What ended while the user looked elsewhere is seen once the terminal has the focus again."""
        if focus and self.chat.is_mounted:
            self.chat.see()
            self._beside.take(self.chat.talk.desk)

    def _tell_question(self, desk: Desk) -> None:
        from hydratui.tui.screens.leaving import LeavingScreen

        if isinstance(self.screen, LeavingScreen) and self.screen.is_mounted:
            self.screen.update(desk)

    def _broken(self, error: Exception) -> None:
        """Called by the watch, in its thread, when it can't go on."""
        if self.is_running:
            self.call_from_thread(self.chat.warn, f"The store can't be watched any more ({error}). Start hydratui again.")
