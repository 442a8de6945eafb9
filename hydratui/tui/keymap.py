"""Keys by the names of what they do: ``[keys]`` in config.toml changes them, help and footers show the changed ones.

Textual has a keymap of its own, which takes every other meaning of a key away with the one that is moved (8.2.8, `apply_keymap`); here a
key may mean several things, of which one at a time is possible.
"""

import difflib
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from textual.actions import parse
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.keys import KEY_ALIASES, Keys, _character_to_key

from hydratui.text import one_line
from hydratui.tui.lines import key_name

Changes = Mapping[str, tuple[str, ...]]
"""The keys of an action, by its name; none where it is to have none."""
PACKAGE = "hydratui."
FIXED = re.compile(r"(prompt\..*|chat\.(back|interrupt)|leaving\.take-.|held-card\..*)\Z")
"""Actions that stay on their keys: esc and ctrl+c in the chat do the next best thing, and the others are letters of an answer."""
_ALSO = re.compile(r" \(also [^)]*\)")
_MODIFIERS = ("alt", "ctrl", "hyper", "meta", "shift", "super")
_OTHER_NAMES = {
    "esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "pgdown": "pagedown", "del": "delete", "ins": "insert",
    "spacebar": "space", " ": "space", "↑": "up", "↓": "down", "←": "left", "→": "right",
}  # fmt: skip
_KNOWN = {key.value for key in Keys} | {alias for aliases in KEY_ALIASES.values() for alias in aliases} | {"space"}


@dataclass(frozen=True, slots=True)
class Action:
    """What keys do.

    Attributes:
        name: Its name, such as ``chat.channel-next``.
        keys: Its keys before any change, as the interface names them.
        does: What it does, in words.
    """

    name: str
    keys: tuple[str, ...]
    does: str


def read(table: Mapping[str, object]) -> tuple[Changes, list[str]]:
    """The changes that settings ask for, and a sentence for each that can't be meant.

    Args:
        table: ``[keys]``: keys by the names of actions, several with commas between them, or an empty text for none.
    """
    changes: dict[str, tuple[str, ...]] = {}
    wrong = []
    for name, value in table.items():
        if not isinstance(value, str):
            wrong.append(f'[keys] "{one_line(name)}" must be text in quotes, such as "ctrl+n".')
            continue
        pressed = [part or "," for part in (each.strip() for each in value.split(",") if value.strip())]
        keys = [_key(each) for each in pressed]
        if None in keys:
            wrong.append(_no_key(name, pressed[keys.index(None)]))
        else:
            changes[name] = tuple(dict.fromkeys(key for key in keys if key))
    return changes, wrong


def unknown(changes: Changes) -> list[str]:
    """A sentence for each action that there is not, with the nearest one that there is. Reads every screen, so it takes a while."""
    there = [action.name for action in actions()]
    wrong = []
    for name in changes:
        if name in there:
            continue
        if FIXED.match(name):
            wrong.append(f'[keys] "{name}" stays on its key; /keys lists what can be changed.')
            continue
        close = difflib.get_close_matches(name.lower(), there, n=1, cutoff=0.5)
        wrong.append(f'[keys] has no "{one_line(name)}": ' + (f'did you mean "{close[0]}"?' if close else "/keys lists the names."))
    return wrong


def apply(node: DOMNode, changes: Changes) -> None:
    """Gives one widget, screen or app its changed keys. What is changed comes before what had the key already."""
    names = _names(type(node))
    if not any(name in changes for name in names.values()):
        return
    mine: dict[str, list[Binding]] = {}
    others: dict[str, list[Binding]] = {}
    order: dict[str, None] = {}
    for key, bindings in node._bindings.key_to_bindings.items():
        for binding in bindings:
            name = names.get((binding.action, key))
            changed = name in changes if name else False
            for new in changes[name] if name and changed else (key,):
                place = (mine if changed else others).setdefault(new, [])
                if not any(each.action == binding.action for each in place):
                    place.append(_moved(binding, new) if changed else binding)
                order.setdefault(new)
    node._bindings = BindingsMap.from_keys({key: [*mine.get(key, ()), *others.get(key, ())] for key in order})


def _moved(binding: Binding, key: str) -> Binding:
    """The same on another key; what is said of its other keys is so no longer."""
    return replace(binding.with_key(key), tooltip=_ALSO.sub("", binding.tooltip))


def keys_of(node: DOMNode, action: str) -> str:
    """The keys that do something at a node, as the interface names them: ``x``; nothing where none does."""
    found = [binding for _, binding in node._bindings if binding.action == action]
    return " ".join(dict.fromkeys(key_name(binding) for binding in found))


@lru_cache(maxsize=1)
def actions() -> tuple[Action, ...]:
    """Every action that can have other keys, by name; reads every module of the interface."""
    import hydratui.tui

    found: dict[str, Action] = {}
    for module in pkgutil.walk_packages(hydratui.tui.__path__, "hydratui.tui."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, DOMNode) and kind.__module__ == module.name:
                for name, binding in _own(kind):
                    known = found.get(name)
                    keys = (*(known.keys if known else ()), *(key_name(each) for each in Binding.make_bindings([binding])))
                    does = known.does if known else binding.tooltip or binding.description
                    found[name] = Action(name, tuple(dict.fromkeys(keys)), does[:1].upper() + does[1:])
    return tuple(found[name] for name in sorted(found))


@lru_cache(maxsize=256)
def _names(kind: type[DOMNode]) -> Mapping[tuple[str, str], str]:
    """The names of what a widget's keys do, by action and key; those of the nearest class count."""
    found: dict[tuple[str, str], str] = {}
    for each in kind.__mro__:
        if issubclass(each, DOMNode):
            for name, binding in _own(each):
                for single in Binding.make_bindings([binding]):
                    found.setdefault((single.action, single.key), name)
    return found


def _own(kind: type[DOMNode]) -> Iterator[tuple[str, Binding]]:
    if not kind.__module__.startswith(PACKAGE):
        return
    for binding in kind.__dict__.get("BINDINGS", ()):
        if isinstance(binding, Binding) and binding.description and not FIXED.match(name := _name(kind, binding)):
            yield name, binding


def _name(kind: type[DOMNode], binding: Binding) -> str:
    """The binding's own id, else where it works and what it does: ``note-pane.sort-oldest``, ``queue.move-up``."""
    if binding.id:
        return binding.id
    _, action, given = parse(binding.action)
    arguments = [each for each in given if isinstance(each, str)]
    words = " ".join((action, *arguments)) if len(arguments) == len(given) else binding.description
    return f"{_place(kind)}.{re.sub(r'[^a-z0-9]+', '-', words.lower()).strip('-')}"


def _place(kind: type[DOMNode]) -> str:
    words = kind.__name__.removesuffix("Screen").removeprefix("Hydra")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", words).lower()


def _key(typed: str) -> str | None:
    """A key as Textual names it; None where there is none of that name."""
    *before, last = typed.split("+") if len(typed) > 1 else [typed]
    if last == "" and before and before[-1] == "":
        # ctrl++
        before, last = before[:-1], "+"
    modifiers = sorted(part.strip().lower() for part in before)
    if any(part not in _MODIFIERS for part in modifiers) or len(set(modifiers)) != len(modifiers):
        return None
    last = last if len(last) == 1 else last.strip().lower()
    last = _OTHER_NAMES.get(last, last)
    if len(last) == 1:
        if not last.isprintable():
            return None
        last = _character_to_key(last.lower() if modifiers else last)
        return "+".join([*modifiers, last])
    full = "+".join([*modifiers, last])
    return full if last in _KNOWN or full in _KNOWN else None


def _no_key(name: str, typed: str) -> str:
    plain = sorted(key for key in _KNOWN if "+" not in key and not key.startswith("<"))
    *modifiers, last = typed.lower().split("+")
    tail = difflib.get_close_matches(last, [*plain, *_OTHER_NAMES], n=1, cutoff=0.6)
    heads = [difflib.get_close_matches(each, _MODIFIERS, n=1, cutoff=0.5) for each in modifiers]
    last = tail[0] if tail else last if len(last) == 1 else ""
    near = "+".join([*(head[0] for head in heads if head), last]) if last and all(heads) else ""
    meant = f'did you mean "{near}"?' if near and near != typed else 'write it like "ctrl+n" or "f5".'
    return f'[keys] "{one_line(name)}": there is no key "{one_line(typed)}"; {meant}'
