"""The words of the status line: to whom a message goes, and the keys that work where the focus is."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from hydratui.agents.roster import Agent
from hydratui.tui import show
from hydratui.tui.theme import accent
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.prompt import Prompt
from hydratui.tui.widgets.sidebar import Sidebar
from hydratui.tui.widgets.transcript import Transcript

Keys = Sequence[tuple[str, str]]

_PALETTE: Keys = (("enter", "choose"), ("tab", "complete"), ("↑↓", "move"), ("esc", "close"))
_OFFER: Keys = (("enter", "send"), ("tab", "complete"), ("↑↓", "move"), ("esc", "close"))
_SEND: Keys = (("enter", "send"),)
_WRITE: Keys = (("ctrl+j", "line"), ("/", "commands"), ("@", "agent"))
_SIDEBAR: Keys = (("enter", "open"), ("↑↓", "choose"), ("esc", "back"))
_PAGE: Keys = (("↑↓", "scroll"), ("End", "latest"), ("esc", "back"))
_OTHER: Keys = (("esc", "back"), ("tab", "next"))


def receiver(agent: Agent | None, number: int | None, model: str | None) -> Content:
    """``to Ada · built-in``.

    Args:
        agent: Who gets a plain message; None when there is no agent.
        number: The agent's accent.
        model: The model that will answer; None while it is not known.
    """
    if agent is None:
        return Content.styled("no agent yet", "$text-muted")
    name = show.line(agent.name, f"bold {accent(number)}")
    return Content.assemble(("to ", show.MUTED), name, (f" · {show.model(model)}", show.MUTED) if model else "")


def keys(focused: Widget | None, palette: Palette, queued: bool, running: bool) -> Keys:
    """The keys that do something now, the most wanted first.

    Args:
        focused: What has the focus.
        palette: The palette, which takes keys while it is open.
        queued: Whether a message of this channel waits.
        running: Whether a task of this channel runs.
    """
    if isinstance(focused, Prompt):
        if palette.shown:
            chosen = palette.chosen()
            return _OFFER if chosen is not None and chosen.offered else _PALETTE
        escape = (("esc", "take back"),) if queued else (("esc", "cancel"),) if running else ()
        return (*_SEND, *escape, *_WRITE)
    if isinstance(focused, Sidebar):
        return _SIDEBAR
    return _PAGE if isinstance(focused, Transcript) else _OTHER
