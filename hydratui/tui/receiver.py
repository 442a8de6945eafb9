"""The words of the status line: to whom a message goes, and the keys that work where the focus is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from hydratui.tui import jump, show
from hydratui.tui.desk import OFFLINE
from hydratui.tui.keymap import keys_of
from hydratui.tui.lines import key_name
from hydratui.tui.theme import accent
from hydratui.tui.widgets.prompt import Prompt
from hydratui.tui.widgets.sidebar import Sidebar
from hydratui.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.tui.screens.chat import ChatScreen

Keys = Sequence[tuple[str, str]]

_PALETTE: Keys = (("enter", "choose"), ("tab", "complete"), ("↑↓", "move"), ("esc", "close"))
_OFFER: Keys = (("enter", "send"), ("tab", "complete"), ("↑↓", "move"), ("esc", "close"))
_SEND: Keys = (("enter", "send"),)
_WRITE: Keys = (("ctrl+j", "line"), ("/", "commands"), ("@", "agent"))
_NORMAL: Keys = (("i", "insert"),)
"""With the keys of vi, in normal mode."""
_PAGE: Keys = (("↑↓", "read"), ("End", "latest"), ("esc", "back"))
_CARD: Keys = (("esc", "back"), ("↑↓", "message"), ("←→", "block"))
_OTHER: Keys = (("esc", "back"), ("tab", "next"))


def named(chat: ChatScreen) -> Content:
    """Who gets what is typed, and with how many files: ``to Ada · built-in · with 2 files``, ``to Iris and Otto``."""
    talk, focused = chat.talk, chat.focused
    if talk.agent is None:
        return Content.styled("no agent yet", "$text-muted")
    # The keys of what is pointed at, and on a narrow screen those of the team, have no room beside a model's name.
    crowded = chat.transcript.pointer.at is not None or (isinstance(focused, Sidebar) and focused.folded)
    addressed = _addressed(chat)
    model = None if crowded or addressed else talk.model
    names = [show.line(agent.name, f"bold {accent(talk.desk.accents.get(agent.id))}") for agent in addressed or [talk.agent]]
    offline = not addressed and talk.desk.state(talk.agent.id) == OFFLINE
    files = chat.line.files
    vi = chat.prompt.vi
    mode = "" if vi is None or focused is not chat.prompt else f"{'insert' if vi.inserting else 'normal'} · "
    along = f" · with {files} file{'' if files == 1 else 's'}" if files else ""
    return Content.assemble(
        (mode, "bold $primary" if mode.startswith("normal") else show.MUTED),
        ("to ", show.MUTED),
        Content(", ").join(names[:-1]),
        (" and ", show.MUTED) if len(names) > 1 else "",
        names[-1],
        (f" · {show.model(model)}", show.MUTED) if model else "",
        (f" · {OFFLINE}", "$error") if offline else "",
        along,
    )


def _addressed(chat: ChatScreen) -> Sequence[Agent]:
    """Who is named in what is typed and gets it instead of the active agent; nobody is in a channel that belongs to one."""
    text, talk = chat.prompt.text, chat.talk
    if "@" not in text or text.startswith("/") or chat.line.past is not None:
        return ()
    from hydratui.commands import file_names, routing

    agents = talk.desk.agents
    return () if routing.private_to(talk.channel, agents) else routing.mentions(file_names.masked(text), agents)


def keys(chat: ChatScreen) -> Keys:
    """The keys that do something now, the most wanted first."""
    focused = chat.focused
    if isinstance(focused, Prompt):
        if chat.line.past is not None:
            return chat.line.past.keys
        if chat.palette.shown:
            chosen = chat.palette.chosen()
            return _OFFER if chosen is not None and chosen.offered else _PALETTE
        writing = _WRITE if focused.vi is None or focused.vi.inserting else _NORMAL
        reads = keys_of(chat, "read(-1)")
        return (*_SEND, *_escape(chat), *writing, *((reads, "read"),) * bool(reads))
    if isinstance(focused, Sidebar):
        return _agent_keys(focused)
    if focused is not None and focused.has_class("chat-find-words"):
        return bound(focused)
    if chat.transcript.pointer.at is not None:
        return _reading(chat.transcript)
    return _PAGE if isinstance(focused, Transcript) else _OTHER


def bound(widget: Widget) -> Keys:
    """The keys of a widget that are to be seen, from its own bindings."""
    first: dict[str, tuple[str, str]] = {}
    for _, binding in widget._bindings:
        if binding.show:
            first.setdefault(binding.action, (key_name(binding), binding.description))
    return list(first.values())


def _reading(page: Transcript) -> Keys:
    """What can be done with what is pointed at."""
    at = page.pointer.at
    if at is None or page.pointer.card is not None:
        return _CARD
    opens = "open" if at.block is None or at.block.kind == "code" else "fold" if page.unfolded(at) else "unfold"
    words = {"open": opens, "retry": "try again", "copy": "copy", "quote": "quote"}
    less = {"page": "pager", "edit": "editor"}
    able = {what: keys_of(page, f"want('{what}')") for what in (*words, *less) if page.can(what, at)}
    first, last = ([(able[what], does) for what, does in wants.items() if able.get(what)] for wants in (words, less))
    return (*first, ("esc", "back"), ("←→", "block"), *last)


def _escape(chat: ChatScreen) -> Keys:
    """What esc does in the prompt; see `ladder.back`."""
    if jump.left_by(chat):
        return (("esc", "unmark"),)
    waiting = chat.transcript.waiting_tasks
    if not chat.prompt.text and any(not task.attempts for task in waiting):
        return (("esc", "take back"),)
    begun = any(task.channel == chat.talk.channel for task in chat.talk.desk.running) or any(task.attempts for task in waiting)
    return (("esc", "cancel"),) if begun else ()


def _agent_keys(sidebar: Sidebar) -> Keys:
    """The keys that do something about the chosen agent, where one is chosen."""
    agent, desk = sidebar.chosen, sidebar.desk
    opens, cancels, pauses = (keys_of(sidebar, action) for action in ("open", "want('cancel')", "want('pause')"))
    cancel = ((cancels, "cancel"),) if agent in desk.counts else ()
    pause = ((pauses, "resume" if agent in desk.paused else "pause"),) if agent is not None else ()
    sizes = " ".join(keys_of(sidebar, f"want('{way}')") for way in ("wider", "narrower")).strip()
    size = () if sidebar.folded else ((sizes, "size"),)
    return [hint for hint in ((opens, "open"), *cancel, *pause, ("↑↓", "choose"), ("esc", "back"), *size) if hint[0]]
