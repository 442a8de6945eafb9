"""Every key that is shown does what it is shown for, wherever it is shown; found from the classes and from the screen, not from a list."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

from textual.actions import parse
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from hydratui.paths import Home
from hydratui.store import Store, held, schedules, tasks
from hydratui.tui.app import HydraApp
from hydratui.tui.screens.help import _told
from hydratui.tui.widgets.header import TopLine
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.recall_cards import RecallCards
from hydratui.tui.widgets.status_line import StatusLine
from tests.tui.conftest import Open, OpenApp
from tests.tui.hostile import strips
from tests.tui.story import Call, Clock, write_past
from tests.tui.tour import STOPS, Stop, classes, go, hit, press, settled

NAMES = {"esc": "escape", "↑": "up", "↓": "down", "←": "left", "→": "right", "End": "end", "/": "slash", "@": "at", "?": "question_mark"}
KEY = re.compile(r"(?:(?:ctrl|shift|alt)\+)*(?:esc|enter|tab|space|End|F\d+|[↑↓←→]+|[^\W\d]|[/@?])\Z")
AWAY = {"up": "down", "down": "up", "left": "right", "right": "left", "pageup": "pagedown", "pagedown": "pageup"}
AWAY |= {"home": "end", "end": "pageup", "shift+down": "shift+up", "shift+up": "shift+down", "J": "K", "K": "J"}
"""What leads away from the end of a list or page at which a key has nothing to do."""
NOTHING_TO_DO = {
    ("empty channel", "enter"): "there is nothing to send",
    ("empty channel", "escape"): "there is nothing to go back from",
    ("empty channel", "up"): "nothing was sent yet",
    ("empty channel", "down"): "nothing was sent yet",
    ("notes", "1"): "it is there already",
    ("held note", "1"): "it is there already",
}


def bindings(kind: type[DOMNode]) -> Iterator[Binding]:
    own: list[BindingType] = vars(kind).get("BINDINGS", [])
    yield from Binding.make_bindings(own)


def test_no_key_is_bound_that_a_terminal_can_not_tell_from_another() -> None:
    taken = {(kind.__name__, each.key) for kind in classes(DOMNode) for each in bindings(kind)}
    assert len(taken) > 100
    assert not [where for where in taken if where[1] in ("ctrl+i", "ctrl+m", "ctrl+h")]


def test_every_action_that_a_key_is_bound_to_exists() -> None:
    kinds = list(classes(DOMNode))
    for kind in kinds:
        for each in bindings(kind):
            space, action, _ = parse(each.action)
            places: dict[str, list[type]] = {"": [kind], "app": [HydraApp], "screen": [one for one in kinds if issubclass(one, Screen)]}
            owners = places[space]
            assert any(hasattr(owner, name) for owner in owners for name in (f"action_{action}", f"_action_{action}")), (kind, each)


def look(opened: Open) -> tuple[object, ...]:
    """All that a key can change: what is on the screen and how it is coloured, what has the focus, what was copied."""
    app = opened.app
    drawn = tuple((part.text, part.style) for strip in strips(app) for part in strip)
    return drawn, tuple(map(id, app.screen_stack)), id(app.focused), app.clipboard, app._exit


def offered(opened: Open) -> dict[str, tuple[object, ...]]:
    """The keys that are shown where one is, each with what it is shown for: a line's word for it, or where it is bound and to what."""
    screen = opened.app.screen
    place = type(screen), type(screen.focused)
    keys: dict[str, tuple[object, ...]] = {}
    for shown, does in getattr(screen.focused, "HELP_KEYS", ()):
        keys.update(dict.fromkeys(pressed(shown.split()), (type(screen.focused), does)))
    for key, active in screen.active_bindings.items():
        if active.enabled and _told(active) and not key.startswith("super+"):
            # What no line names does the same wherever its widget or screen is.
            keys[key] = (*(place if active.binding.show else ()), type(active.node), active.binding.action)
    for hint in (hint for text in hints(screen) for hint in text.split(" · ")):
        words = hint.split()
        names = list(takewhile(KEY.match, words))
        if len(names) < len(words):
            keys.update(dict.fromkeys(pressed(names), (*place, " ".join(words[len(names) :]))))
    return keys


def shadowed(opened: Open) -> dict[str, set[str]]:
    """The keys that are shown for two things at once, of which the first one alone is done; but esc goes back step by step."""
    app, shown = opened.app, defaultdict[str, set[str]](set)
    for node, held_by in app.screen._modal_binding_chain:
        for key, binding in held_by:
            if binding.show and binding.description and app._check_action_state(binding.action, node):
                target, action, given = app._parse_action(binding.action, node)
                shown[key].add(f"{type(target).__name__}: {action} {given}")
    return {key: does for key, does in shown.items() if len(does) > 1 and key != "escape"}


def hints(screen: Screen[Any]) -> Iterator[str]:
    """The texts on a screen that name keys."""
    for widget in screen.walk_children(Widget, with_self=True):
        if not widget.region or not widget.is_on_screen:
            continue
        if isinstance(widget, KeyLine | StatusLine | TopLine):
            yield re.split(r" {2,}", str(widget.render()).strip())[-1]
        elif isinstance(widget, RecallCards) and widget.has_focus:
            yield str(widget.render()).splitlines()[-1].strip("╰╯─ ")
        if widget.border_subtitle:
            yield str(widget.border_subtitle)


def pressed(shown: list[str]) -> Iterator[str]:
    """What Textual calls the keys that the interface names so: ``K`` ``J``, ``↑↓``, ``esc``, ``ctrl+j``."""
    for name in shown:
        for key in name if set(name) <= set("↑↓←→") else [name]:
            *before, last = key.split("+")
            last = NAMES.get(last) or (_character_to_key(last) if len(last) == 1 else last.lower())
            yield "+".join([*before, last])


async def does_something(opened: Open, key: str) -> bool:
    """Whether anything is another way after a key."""
    before = look(opened)
    hit(opened, key)
    for wait in (0, 0.02, 0.1, 0.3):
        await asyncio.sleep(wait)
        await settled(opened)
        if look(opened) != before:
            return True
    return False


async def idle_keys(opened: Open, stop: Stop, tried: set[tuple[object, ...]], lines: set[type]) -> set[str]:
    """The keys shown at a stop that do nothing. What a key is shown for is tried once."""
    await go(opened, stop)
    line = opened.app.focused
    if isinstance(line, Input | TextArea) and type(line) not in lines and is_ours(line):
        lines.add(type(line))
        await take_keys_in_their_order(opened, line)
        await go(opened, replace(stop, over=None))
    shown = offered(opened)
    assert stop.in_chat or "escape" in shown, f"{stop.name} shows no way out"
    assert not (hidden := shadowed(opened)), f"{stop.name}: {hidden}"
    idle = set()
    for key, does in shown.items():
        if (key, *does) in tried:
            continue
        if offered(opened) != shown and not stop.in_chat:
            await press(opened, "escape")
        if offered(opened) != shown:
            await go(opened, replace(stop, over=None))
            assert key in offered(opened), f"{stop.name}: {key} is shown no more"
        # The first may have found the list at its end, or the text that it brings in its place already.
        if await does_something(opened, key) or [await does_something(opened, each) for each in (AWAY.get(key, key), key)][-1]:
            tried.add((key, *does))
        elif (stop.name, key) not in NOTHING_TO_DO:
            idle.add(key)
    return idle


def is_ours(line: Input | TextArea) -> bool:
    """Whether one can type into it, and it is none of Textual's own."""
    return type(line).__module__.startswith("hydratui.") and not getattr(line, "read_only", False)


async def take_keys_in_their_order(opened: Open, line: Input | TextArea) -> None:
    """Where one types, no letter overtakes the backspace that came before it."""
    for key in ("end", "a", "b", "c", "backspace", "backspace", "x", "left", "y"):
        hit(opened, key)
    await settled(opened)
    taken = line.value if isinstance(line, Input) else line.text
    assert "ayx" in taken, f"{type(line).__name__}: {taken!r}"


async def test_every_key_that_is_shown_does_something(open_app: OpenApp, home: Home, store: Store, clock: Clock) -> None:
    ordinary(home, store, clock)
    idle: dict[str, set[str]] = {}
    tried: set[tuple[object, ...]] = set()
    lines: set[type] = set()
    async with open_app((80, 24)) as opened:
        # Whoever presses a key that leaves has seen that it does something.
        opened.app.exit = lambda *_, **__: opened.app.copy_to_clipboard("left")  # type: ignore[method-assign]
        for stop in STOPS:
            if keys := await idle_keys(opened, stop, tried, lines):
                idle[stop.name] = keys
    assert not idle
    assert len(tried) > 150 and len(lines) >= 8


def ordinary(home: Home, store: Store, clock: Clock) -> None:
    """Weeks of history, work going on for everybody, a note that waits, and logs."""
    worker = write_past(store, home, clock)
    failed = worker.said("otto", "what is the plan?", "Ask again.")
    for agent in ("ada", "otto", "iris"):
        worker.begin(tasks.submit(store, agent, "look into the plan"), (Call("recall", "plan", "5 hits in 8 tasks"),))
        for number in range(4):
            tasks.submit(store, agent, f"and then step {number}")
    with store.write() as db:
        db.execute("UPDATE tasks SET status = 'failed', error = 'The key is wrong.' WHERE id = ?", (failed.id,))
    for number in range(4):
        held.hold(store, "ada", failed.id, f"The plan has {number} steps.", "example.org")
    for hour in range(12):
        schedules.add(store, "ada", f"look at the plan at {hour}", f"0 {hour} * * *", zone="UTC")
    home.logs.mkdir(exist_ok=True)
    for name in ("worker-1", "worker-2"):
        (home.logs / f"{name}.log").write_text("".join(f"line {number} of the plan\n" for number in range(200)), encoding="utf-8")
