"""Every place of the app, each reached from the chat by the command or the keys that lead there."""

import asyncio
import importlib
import pkgutil
import unicodedata
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual import events
from textual.command import CommandPalette
from textual.dom import DOMNode
from textual.keys import REPLACED_KEYS, _get_unicode_name_from_key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

import hydratui.tui
from hydratui.agents import files
from hydratui.agents.roster import find
from hydratui.store.channels import MAIN
from hydratui.tui.screens.agents import AgentsScreen
from hydratui.tui.screens.ask import AskScreen
from hydratui.tui.screens.chat import ChatScreen
from hydratui.tui.screens.form import FormScreen
from hydratui.tui.screens.help import HelpScreen
from hydratui.tui.screens.leaving import LeavingScreen
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.screens.profile import ProfileScreen
from hydratui.tui.screens.prune import PruneScreen
from hydratui.tui.screens.queue import QueueScreen
from hydratui.tui.screens.search import SearchScreen
from hydratui.tui.screens.stats import StatsScreen
from hydratui.tui.screens.system import SystemScreen
from hydratui.tui.screens.task import TaskScreen
from hydratui.tui.screens.themes import ThemesScreen
from hydratui.tui.widgets.find_line import FindLine
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.note_list import NoteList
from hydratui.tui.widgets.prompt import Prompt
from hydratui.tui.widgets.recall_cards import RecallCards
from hydratui.tui.widgets.sidebar import Sidebar
from hydratui.tui.widgets.transcript import Transcript
from tests.tui.conftest import Open

Way = Callable[[Open], Awaitable[None]]


@dataclass(frozen=True)
class Stop:
    """A place, and the way to it from a chat whose prompt is empty."""

    name: str
    way: Way
    over: type[Screen[Any]] | None = None
    """A screen that the way leads over; from that one the rest is gone where it is open already."""
    in_chat: bool = False
    repeats: bool = False
    """Whether it shows nothing that another stop does not show; only its keys are its own."""


def classes(kind: type[DOMNode] = Widget) -> Iterator[type[DOMNode]]:
    """Every class of a kind that the interface defines, in whatever module."""
    for module in pkgutil.walk_packages(hydratui.tui.__path__, "hydratui.tui."):
        for each in vars(importlib.import_module(module.name)).values():
            if isinstance(each, type) and issubclass(each, kind) and each.__module__ == module.name:
                yield each


async def settled(opened: Open) -> None:
    """Waits until what was begun is done and drawn. The pilot waits until the whole process is idle, many times as long."""
    quiet = 0
    for _ in range(1000):
        await asyncio.sleep(0.002)
        quiet = 0 if _busy(opened) else quiet + 1
        if quiet == 3:
            return


def _busy(opened: Open) -> bool:
    app, screen = opened.app, opened.app.screen
    # The worker named so waits for an answer.
    working = any(worker.is_running and worker.name != "leave" for worker in app.workers)
    drawing = bool(screen._layout_required or screen._repaint_required or screen._dirty_widgets or screen._callbacks)
    return working or drawing or any(not node._message_queue.empty() for node in (app, screen, *([app.focused] if app.focused else [])))


async def until(opened: Open, true: Callable[[], bool], what: str) -> None:
    """Waits for something to be so, ten seconds at most."""
    for _ in range(1000):
        await settled(opened)
        if true():
            return
    raise AssertionError(f"waited ten seconds in vain for {what}:\n{opened.screen()}")


def hit(opened: Open, key: str) -> None:
    """Presses a key and does not wait."""
    app = opened.app
    try:
        character: str | None = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(key, key)))
    except KeyError:
        character = key if len(key) == 1 else None
    event = events.Key(key, character)
    event.set_sender(app)
    assert app._driver is not None
    app._driver.send_message(event)


async def go(opened: Open, stop: Stop) -> None:
    """Goes to a place from wherever one is, over the chat with nothing typed."""
    while not isinstance(opened.app.screen, ChatScreen if stop.over is None else (ChatScreen, stop.over)):
        opened.app.screen.dismiss(None)
        await settled(opened)
    if isinstance(opened.app.screen, ChatScreen):
        await _clear(opened, MAIN if stop.in_chat else opened.chat.talk.desk.agents[-1].id)
    await stop.way(opened)


async def _clear(opened: Open, channel: str) -> None:
    chat = opened.chat
    if chat.line.past is not None:
        chat.line.past.leave()
    for line in chat.query(FindLine):
        line.close()
    chat.palette.hide()
    if not chat.query_one(Sidebar).display:
        await typed(opened, "/sidebar show", "enter")
    chat.prompt.put("")
    chat.prompt.focus()
    if chat.talk.channel != channel:
        chat.change_channel(channel)
        chat.prompt.put("")
    await settled(opened)


async def typed(opened: Open, text: str, *keys: str) -> None:
    """Puts a text into the prompt, with the cursor behind it, and presses keys."""
    opened.chat.prompt.put(text)
    await settled(opened)
    if keys:
        await press(opened, *keys)


async def press(opened: Open, *keys: str) -> None:
    """Presses keys, each when all is done that came of the one before."""
    for key in keys:
        hit(opened, key)
        await settled(opened)


async def to(opened: Open, kind: type[Widget], key: str = "shift+tab") -> None:
    """Goes on with a key until a widget of this kind has the focus."""
    for _ in range(40):
        if isinstance(opened.app.focused, kind):
            return
        await press(opened, key)
    raise AssertionError(f"{key} does not come to {kind.__name__}")


async def at(opened: Open, kind: type[Screen[Any]], *keys: str) -> None:
    """Waits for a screen with all that it reads, and presses keys there."""
    await until(opened, lambda: isinstance(opened.app.screen, kind), kind.__name__)
    await settled(opened)
    await press(opened, *keys)


async def command(opened: Open, text: str, kind: type[Screen[Any]], *keys: str) -> None:
    """Types a command, unless its screen is there already, waits for it, and presses keys there."""
    if not isinstance(opened.app.screen, kind):
        # As enter does; what the palette says to each letter has no part in it.
        opened.chat.prompt.post_message(Prompt.Sent(text))
    await at(opened, kind, *keys)


# The chat


async def _prompt(opened: Open) -> None:
    # Never what was sent before: up would bring the same text again.
    await typed(opened, f"hello {len(opened.chat.transcript.children)}")


async def _sidebar(opened: Open) -> None:
    await to(opened, Sidebar)
    await press(opened, "up")


async def _transcript(opened: Open) -> None:
    await to(opened, Transcript, "tab")
    await press(opened, "up")


async def _held_card(opened: Open) -> None:
    await to(opened, HeldCard)


async def _cards(opened: Open) -> None:
    await typed(opened, "/use ada", "enter")
    await typed(opened, "/recall plan", "enter")
    await until(opened, lambda: isinstance(opened.app.focused, RecallCards), "cards")


async def _notices(opened: Open) -> None:
    for text in ("/[/foo] [@click=app.quit]x[/] x", "/tools", "/mcp", "/schedule"):
        await typed(opened, text, "enter")


async def _find(opened: Open) -> None:
    await press(opened, "ctrl+f")
    _fill(opened, "plan")
    await press(opened, "enter")


def _fill(opened: Open, text: str) -> None:
    focused = opened.app.focused
    assert isinstance(focused, Input)
    focused.value = text


async def _past(opened: Open) -> None:
    await press(opened, "ctrl+r")


async def _welcome(opened: Open) -> None:
    agents = opened.chat.talk.desk.agents
    while (channel := opened.chat.talk.channel) == MAIN or channel != agents[-1].id:
        await press(opened, "ctrl+down")


# Over it


async def _help(opened: Open) -> None:
    await press(opened, "f1")
    await at(opened, HelpScreen)


async def _palette(opened: Open) -> None:
    await press(opened, "ctrl+p")
    await at(opened, CommandPalette)
    await until(opened, lambda: "/recall" in opened.screen(), "commands")


async def _search(opened: Open) -> None:
    await command(opened, "/search plan", SearchScreen)
    await until(opened, lambda: bool(opened.app.screen.query_one(".search-list", Widget).virtual_size.height), "hits")
    await press(opened, "down")


async def _task(opened: Open) -> None:
    await _memory(opened, "end")
    await until(opened, lambda: "o" in opened.app.screen.active_bindings, "its key")
    await press(opened, "o")
    await at(opened, TaskScreen)


async def _memory(opened: Open, *keys: str) -> None:
    await command(opened, "/memory ada", MemoryScreen)
    await until(opened, lambda: opened.app.screen.query_one(NoteList).row is not None, "notes")
    await press(opened, *keys)


async def _note_filter(opened: Open) -> None:
    await _memory(opened, "slash")
    _fill(opened, "o")
    await settled(opened)


async def _prune(opened: Open) -> None:
    await _memory(opened, "home", "p")
    await at(opened, PruneScreen, "space")


async def _overtaken(opened: Open) -> None:
    soul = files.path(find(opened.app.home, "ada"), "soul")
    before = soul.read_bytes()
    await _memory(opened, "2", "enter", "x")
    soul.write_bytes(b"theirs " + before)
    await press(opened, "ctrl+s")
    await at(opened, AskScreen)


async def _unsaved(opened: Open) -> None:
    await _memory(opened, "2", "enter", "x", "escape")
    await at(opened, AskScreen)


async def _form(opened: Open, key: str) -> None:
    await command(opened, "/agents ada", AgentsScreen)
    await until(opened, lambda: key in opened.app.screen.active_bindings, "its key")
    await press(opened, key)
    await at(opened, FormScreen)


async def _leaving(opened: Open) -> None:
    await typed(opened, f"/resume {opened.chat.talk.channel}", "enter")
    await typed(opened, "there is work", "enter")
    await until(opened, lambda: bool(opened.chat.talk.desk.counts), "the work")
    await command(opened, "/quit", LeavingScreen)


STOPS = (
    Stop("prompt", _prompt, in_chat=True),
    Stop("empty channel", _welcome, in_chat=True),
    Stop("team", _sidebar, in_chat=True),
    Stop("page", _transcript, in_chat=True),
    Stop("note to decide", _held_card, in_chat=True),
    Stop("commands", lambda opened: typed(opened, "/"), in_chat=True),
    Stop("agents after @", lambda opened: typed(opened, "@"), in_chat=True),
    Stop("argument", lambda opened: typed(opened, "/use "), in_chat=True, repeats=True),
    Stop("what was sent", _past, in_chat=True),
    Stop("find in channel", _find, in_chat=True),
    Stop("notices", _notices, in_chat=True),
    Stop("recall cards", _cards, in_chat=True),
    Stop("help", _help, in_chat=True),
    Stop("key names", lambda opened: command(opened, "/keys", HelpScreen), in_chat=True),
    Stop("ctrl+p", _palette, in_chat=True),
    Stop("search", _search),
    Stop("queue", lambda opened: command(opened, "/queue", QueueScreen)),
    Stop("queue, waiting", lambda opened: command(opened, "/queue", QueueScreen, "down"), repeats=True),
    Stop("queue, asked", lambda opened: command(opened, "/queue", QueueScreen, "X")),
    Stop("queue, editing", lambda opened: command(opened, "/queue", QueueScreen, "down", "e")),
    Stop("agents", lambda opened: command(opened, "/agents", AgentsScreen)),
    Stop("grants", lambda opened: command(opened, "/agents", AgentsScreen, "tab")),
    Stop("new", partial(_form, key="n"), AgentsScreen),
    *(Stop(name, partial(_form, key=key), AgentsScreen) for name, key in (("edit", "e"), ("rename", "r"), ("copy", "c"), ("delete", "d"))),
    Stop("notes", _memory),
    Stop("task", _task, MemoryScreen),
    Stop("prune", _prune, MemoryScreen),
    Stop("held note", lambda opened: _memory(opened, "end"), MemoryScreen),
    Stop("filtered notes", _note_filter, MemoryScreen),
    Stop("note, editing", lambda opened: _memory(opened, "enter", "x")),
    Stop("missing file", lambda opened: _memory(opened, "3")),
    Stop("file", lambda opened: _memory(opened, "2"), MemoryScreen),
    Stop("file, editing", lambda opened: _memory(opened, "2", "enter", "x"), MemoryScreen),
    Stop("unsaved file", _unsaved, repeats=True),
    Stop("overtaken file", _overtaken),
    Stop("profile", lambda opened: command(opened, "/profile", ProfileScreen)),
    Stop("statistics", lambda opened: command(opened, "/stats", StatsScreen)),
    Stop("days", lambda opened: command(opened, "/stats", StatsScreen, "tab"), repeats=True),
    Stop("logs", lambda opened: command(opened, "/system", SystemScreen)),
    Stop("log lines", lambda opened: command(opened, "/system", SystemScreen, "tab"), repeats=True),
    Stop("system facts", lambda opened: command(opened, "/system", SystemScreen, "tab", "tab"), repeats=True),
    Stop("themes", lambda opened: command(opened, "/theme", ThemesScreen)),
    Stop("leaving", _leaving),
)
