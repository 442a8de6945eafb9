"""The slash commands in Textual's command palette (ctrl+p), from the same registry as everything else."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from hydratui.commands import fuzzy
from hydratui.commands.command import Command
from hydratui.commands.registry import COMMANDS
from hydratui.commands.suggest import by_use, meant
from hydratui.tui.lines import marked
from hydratui.tui.show import MUTED
from hydratui.tui.widgets.typed_line import flat

if TYPE_CHECKING:
    from hydratui.tui.app import HydraApp

TOP_SCORE = 1.0


@dataclass
class CommandChosen(Message):
    """A command was chosen; it is posted to the screen from which the palette was opened.

    Attributes:
        typed: What to type for it: ``/memory``, or ``/remember `` when an argument must follow.
        ready: Whether it can run as it is; otherwise it belongs into the prompt, for the rest to be typed.
    """

    typed: str
    ready: bool


class CommandSearch(CommandPalette):
    """Textual's search for commands, into which nothing but one line of plain text goes, however it came."""

    def on_mount(self) -> None:
        """Its line is of a class of Textual's own, which takes what is pasted as it is."""
        cast(Any, self.query_one(Input)).validate_value = flat


class SlashCommands(Provider):
    """Every command of the registry, by its name."""

    async def discover(self) -> Hits:
        """All commands, those that were used most first."""
        for command in self._commands():
            yield DiscoveryHit(_shown(command, ()), partial(self._choose, command), text=command.name, help=command.summary_for(None))

    async def search(self, query: str) -> Hits:
        """The commands whose name holds the letters, best first, then those that were used most."""
        letters = query.strip().removeprefix("/")
        matching = [(command, found) for command in self._commands() if (found := fuzzy.match(letters, command.name))]
        # By what they do, where no name holds the letters.
        matching = matching or [(command, fuzzy.Match(1.0, ())) for command in meant(letters)]
        best = max((found.score for _, found in matching), default=1) or 1
        for command, found in matching:
            marks = tuple(mark + 1 for mark in found.marks)
            yield Hit(
                TOP_SCORE * max(found.score / best, 0.01),
                _shown(command, marks),
                partial(self._choose, command),
                text=command.name,
                help=command.summary_for(None),
            )

    def _commands(self) -> Sequence[Command]:
        return by_use(cast("HydraApp", self.app).store, COMMANDS, lambda command: command.name)

    def _choose(self, command: Command) -> None:
        needs_more = any(argument.required for argument in command.arguments)
        typed = f"/{command.name} " if needs_more else f"/{command.name}"
        self.screen.post_message(CommandChosen(typed, not needs_more))


def _shown(command: Command, marks: tuple[int, ...]) -> Content:
    name = marked(f"/{command.name}", [(mark, mark + 1) for mark in marks])
    return Content.assemble(name, (f" {command.hint}", MUTED)) if command.hint else name
