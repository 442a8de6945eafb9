"""Help: the keys of where you are and all commands, from the bindings and the registry themselves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, Static

from hydratui.agents.roster import Agent
from hydratui.commands.registry import COMMANDS
from hydratui.tui.fold import find, folded
from hydratui.tui.keymap import Changes, actions, keys_of
from hydratui.tui.lines import HEIGHTS, key_name, marked, pad
from hydratui.tui.rows import EMPTY, Row, TextRow
from hydratui.tui.show import MUTED, SEPARATOR, line
from hydratui.tui.widgets.find import Find
from hydratui.tui.widgets.key_line import KeyLine
from hydratui.tui.widgets.message import Message

WIDTHS = [(0, "-narrow"), (110, "-wide")]
KEY_COLUMN, COMMAND_COLUMN = 11, 25


@dataclass(frozen=True, slots=True)
class Entry:
    """A key or a command, and what it does."""

    name: str
    does: str


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under a title."""

    title: str
    entries: tuple[Entry, ...]


class HelpScreen(Screen[None]):
    """Two columns where there is room, one below the other where there is not; what is typed narrows both."""

    CSS_PATH = "help.tcss"
    AUTO_FOCUS = ".help-find"
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", "show all", tooltip="Show everything again"),
        Binding("escape", "back", "back", tooltip="Back to where you were"),
    ]

    def __init__(
        self, focus: str | None = None, agent: Agent | None = None, sections: Sequence[Section] = (), title: str = "Help", about: str = ""
    ) -> None:
        """Help.

        Args:
            focus: Name of a command to show first, without its slash; None shows everything.
            agent: The active agent, whom the commands are about.
            sections: What to show instead of commands and the keys of the screen below.
            title: What is shown.
            about: A remark beside the title.
        """
        super().__init__()
        self._wanted = focus
        self._agent = agent
        self._title, self._about = title, about
        self._key_sections: tuple[Section, ...] = ()
        self._others = tuple(sections)

    def compose(self) -> ComposeResult:
        """A line to narrow it, the columns, the keys of this screen."""
        with Horizontal(classes="help-bar"):
            yield Static(Content.styled(self._title, "bold"), classes="help-title")
            typed = f"/{self._wanted}" if self._wanted else ""
            yield Find(self._about or "type to find a key or a command", value=typed, classes="help-find")
        with VerticalScroll(classes="help-scroll", can_focus=False), Container(classes="help-columns"):
            yield Message(classes="help-column help-keys")
            yield Message(classes="help-column help-commands")
        yield KeyLine(classes="help-line")

    def on_mount(self) -> None:
        """The keys are those of the screen that help was called from."""
        if not self._others:
            stack = self.app.screen_stack
            below: Screen[Any] = stack[-2] if len(stack) > 1 else self
            self._key_sections = tuple(keys(below))
            self._others = (commands(self._agent, self.app),)
        self._narrow()

    @on(Input.Changed)
    def _narrow(self) -> None:
        words = folded(self.query_one(Find).value).split()
        found_commands = list(_rows(self._others, words, COMMAND_COLUMN))
        found_keys = list(_rows(self._key_sections, words, KEY_COLUMN))
        if not found_commands and not found_keys:
            found_commands = [TextRow(line("No key and no command matches. Backspace to widen.", MUTED))]
        for place, rows in ((".help-commands", found_commands), (".help-keys", found_keys)):
            column = self.query_one(place, Message)
            column.show_rows(rows)
            column.display = bool(rows)
        self.query_one(".help-scroll").scroll_home(animate=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc first shows everything again, then goes back."""
        if not self.is_mounted or action not in ("clear", "back"):
            return True
        return bool(self.query_one(Find).value) == (action == "clear")

    def action_found(self, by: int) -> None:
        """Scrolls by lines."""
        self.query_one(".help-scroll").scroll_relative(y=by, animate=False)

    def action_clear(self) -> None:
        """Everything again."""
        self.query_one(Find).value = ""

    def action_back(self) -> None:
        """Back to where help was called."""
        self.dismiss()


def commands(agent: Agent | None, app: App[Any] | None = None) -> Section:
    """The commands, with their arguments, their other names and their keys.

    Args:
        agent: The active agent, whom they are about.
        app: Where their keys may be others than the registry says.
    """
    entries = []
    for command in COMMANDS:
        key = (app is not None and keys_of(app, command.name)) or command.keys
        other = [f"also /{alias}" for alias in command.aliases] + [part for part in (key,) if part]
        does = command.summary_for(agent) + (f" ({', '.join(other)})" if other else "")
        entries.append(Entry(f"/{command.name} {command.hint}".rstrip(), does))
    entries.append(Entry("/<agent> <message>", "Send a message to that agent, wherever you are"))
    entries.append(Entry("@<agent>", "Name agents anywhere in a message; each named one gets it"))
    return Section("COMMANDS", tuple(entries))


def keys(screen: Screen[Any]) -> Iterator[Section]:
    """The keys that work on a screen as it is: those of what has the focus, then the screen's, then the app's."""
    here: dict[str, Entry] = {}
    around: dict[str, Entry] = {}
    everywhere: dict[str, Entry] = {}
    for node, group in ((screen.focused, here), (screen, around)):
        for key, does in getattr(node, "HELP_KEYS", ()):
            group[f"{key} {does}"] = Entry(key, does)
    for active in screen.active_bindings.values():
        if not active.enabled or not _told(active):
            continue
        group = everywhere if isinstance(active.node, App) else around if active.node is screen else here
        binding, key = active.binding, key_name(active.binding)
        does = binding.tooltip or binding.description
        known = group.get(does)
        if known is None or key not in known.name.split():
            group[does] = Entry(f"{known.name} {key}" if known else key, does[:1].upper() + does[1:])
    for title, group in (("KEYS HERE", here), ("KEYS OF THIS SCREEN", around), ("KEYS EVERYWHERE", everywhere)):
        if group:
            yield Section(title, tuple(group.values()))


def named(changes: Changes) -> tuple[Section, ...]:
    """Every action by the name under which the settings can give it other keys, with the keys that it has now."""
    by_place: dict[str, list[Entry]] = {}
    for action in actions():
        now = changes.get(action.name)
        shown = " ".join(action.keys) if now is None else " ".join(key_name(Binding(key, "")) for key in now) or "no key"
        by_place.setdefault(action.name.partition(".")[0], []).append(Entry(action.name, f"{shown}{SEPARATOR}{action.does}"))
    return tuple(Section(place.replace("-", " ").upper(), tuple(entries)) for place, entries in by_place.items())


def _told(active: ActiveBinding) -> bool:
    """Whether a binding is worth telling: shown ones, the app's system ones and all that hydratui itself defines."""
    binding = active.binding
    return bool(binding.description) and (binding.show or binding.system or binding.action in _own_actions(type(active.node)))


def _own_actions(kind: type[DOMNode]) -> set[str]:
    own = [each for each in kind.__mro__ if each.__module__.startswith("hydratui.")]
    return {binding.action for each in own for binding in each.__dict__.get("BINDINGS", ()) if isinstance(binding, Binding)}


def _rows(sections: Iterable[Section], words: list[str], column: int) -> Iterator[Row]:
    """The entries that hold all the words, in name or meaning, the words marked."""
    for section in sections:
        rows = [row for entry in section.entries if (row := _row(entry, words, column)) is not None]
        if rows:
            yield TextRow(line(section.title, MUTED))
            yield from rows
            yield TextRow(EMPTY)


def _row(entry: Entry, words: list[str], column: int) -> Row | None:
    if find(words, f"{entry.name}{SEPARATOR}{entry.does}") is None:
        return None
    name, does = (marked(part, [place for word in words for place in find([word], part) or []]) for part in (entry.name, entry.does))
    word = len(entry.name.partition(" ")[0]) if entry.name.startswith("/") else len(entry.name)
    name = name.stylize_before("$primary", 0, word).stylize_before(MUTED, word)
    first = pad(name, column) + "  " if name.cell_length <= column else name + "  "
    return TextRow(does.stylize_before("$foreground"), first=first, rest=Content(" " * (column + 2)))
