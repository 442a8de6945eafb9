"""The two themes: a quiet page, dark or light, and the accents that agents are known by."""

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from zlib import crc32

from textual.color import Color
from textual.theme import Theme

ACCENTS = 8
"""How many accents there are; the ninth agent shares one with another."""

DARK = Theme(
    name="hydratui-dark",
    dark=True,
    primary="#7cc4ff",
    secondary="#9aa7b8",
    accent="#7cc4ff",
    foreground="#d9dee7",
    background="#12151b",
    surface="#181c24",
    panel="#1f2530",
    success="#8fce7c",
    warning="#e8b65a",
    error="#ff8f87",
    variables={
        "text-muted": "#8c97a8",
        "border-blurred": "#323b4a",
        "border": "#7cc4ff",
        "line": "#2a313d",
        "code": "#1a1f29",
        "code-text": "#c9d4e6",
        "you": "#5b6677",
        "agent-0": "#e8b65a",
        "agent-1": "#5ccfc0",
        "agent-2": "#bda2ff",
        "agent-3": "#ff9a86",
        "agent-4": "#9fd36f",
        "agent-5": "#74b9ff",
        "agent-6": "#f29bd4",
        "agent-7": "#d3b894",
        "block-cursor-background": "#7cc4ff",
        "block-cursor-foreground": "#12151b",
        "input-cursor-background": "#d9dee7",
        "input-cursor-foreground": "#12151b",
        "input-selection-background": "#7cc4ff 30%",
        "screen-selection-background": "#7cc4ff 30%",
        "scrollbar": "#323b4a",
        "scrollbar-hover": "#465366",
        "scrollbar-active": "#7cc4ff",
        "scrollbar-background": "#12151b",
        "scrollbar-background-hover": "#12151b",
        "scrollbar-background-active": "#12151b",
    },
)

LIGHT = Theme(
    name="hydratui-light",
    dark=False,
    primary="#0b63b0",
    secondary="#566173",
    accent="#0b63b0",
    foreground="#22272f",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e9e6df",
    success="#2f6f1f",
    warning="#855300",
    error="#b02a20",
    variables={
        "text-muted": "#5f6875",
        "border-blurred": "#cdc9bf",
        "border": "#0b63b0",
        "line": "#dedad1",
        "code": "#f1eee7",
        "code-text": "#333b48",
        "you": "#a9afb8",
        "agent-0": "#855300",
        "agent-1": "#006b64",
        "agent-2": "#6a43c9",
        "agent-3": "#b3392a",
        "agent-4": "#3c6d14",
        "agent-5": "#1a5fb4",
        "agent-6": "#a12a78",
        "agent-7": "#74582e",
        "block-cursor-background": "#0b63b0",
        "block-cursor-foreground": "#fbfaf7",
        "input-cursor-background": "#22272f",
        "input-cursor-foreground": "#fbfaf7",
        "input-selection-background": "#0b63b0 22%",
        "screen-selection-background": "#0b63b0 22%",
        "scrollbar": "#cdc9bf",
        "scrollbar-hover": "#b3aea2",
        "scrollbar-active": "#0b63b0",
        "scrollbar-background": "#fbfaf7",
        "scrollbar-background-hover": "#fbfaf7",
        "scrollbar-background-active": "#fbfaf7",
    },
)

_ACCENT_NAMES = tuple(f"agent-{number}" for number in range(ACCENTS))
CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: to 1, for text of normal size."""
THEMES = (DARK, LIGHT)
QUIET = 0.72
"""How much of the text's colour what is secondary has, in a theme that does not say; the rest is the background's."""


def choose(configured: str | None, environment: Mapping[str, str] = os.environ, dark: bool | None = None) -> str:
    """The name of the theme to show: the configured one, else by the terminal's background, else dark.

    Args:
        configured: ``auto``, ``dark``, ``light`` or the name of any theme of Textual's, from ``[app] theme``.
        environment: Where ``COLORFGBG`` may be: ``15;0`` is light on black, ``0;15`` dark on white.
        dark: Whether the terminal says that its background is dark; None while it has said nothing.
    """
    if configured and configured != "auto":
        return {"dark": DARK.name, "light": LIGHT.name}.get(configured, configured)
    if dark is not None:
        return DARK.name if dark else LIGHT.name
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if background in ("7", "15") else DARK.name


def readable(variables: Mapping[str, str]) -> dict[str, str]:
    """A theme's variables in which what is secondary is a quieter shade of the text, and this and each agent's accent can be read.

    Textual's own themes say "auto" for what is secondary, which on the page comes out brighter than the text itself. Their pages are
    not those that the accents were chosen for, so these are mixed with the text's colour until they have `CONTRAST`.
    """
    if not variables["text-muted"].startswith("auto"):
        return dict(variables)
    page, text = Color.parse(variables["background"]), Color.parse(variables["foreground"])
    if page.ansi is not None or text.ansi is not None:
        return {**variables, "text-muted": page.blend(text, QUIET).hex}
    quiet = {"text-muted": page.blend(text, QUIET)} | {name: Color.parse(variables[name]) for name in _ACCENT_NAMES if name in variables}
    return {**variables, **{name: _readable(colour, page, text).hex for name, colour in quiet.items()}}


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _readable(colour: Color, page: Color, text: Color) -> Color:
    steps = (colour.blend(text, step / 20) for step in range(20))
    return next((mixed for mixed in steps if contrast(mixed, page) >= CONTRAST), text)


def accents(agents: Iterable[str]) -> dict[str, int]:
    """Each agent's accent, a number below `ACCENTS`: its own by its name, moved on where another has it already.

    Adding an agent rarely changes another's, and none has to be stored.

    Args:
        agents: Ids in the order of the roster.
    """
    return dict(_accents(tuple(agents)))


@lru_cache(maxsize=4)
def _accents(agents: tuple[str, ...]) -> Mapping[str, int]:
    given: dict[str, int] = {}
    for agent in agents:
        wanted = crc32(agent.encode()) % ACCENTS
        taken = set(given.values())
        given[agent] = next((free for step in range(ACCENTS) if (free := (wanted + step) % ACCENTS) not in taken), wanted)
    return given


def accent(number: int | None) -> str:
    """The style of an accent; that of the user when there is none."""
    return "$you" if number is None else f"$agent-{number}"
