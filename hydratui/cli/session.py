"""What the commands stand on: the data folder, the open store, the agent that is meant."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from hydratui.cli.folder import data_folder

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.paths import Home
    from hydratui.store.database import Store

AgentOption = Annotated[str | None, typer.Option("--agent", metavar="ID", help="The agent; else the first one.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


class ListByDefault(TyperGroup):
    """A group of commands that lists when no command is named: `hydratui memory --json` is `hydratui memory list --json`."""

    # The context's class is Typer's own copy of click's, which has no public name.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts the missing command in."""
        if not args or (args[0].startswith("-") and args[0] not in ("-h", "--help")):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@contextmanager
def opened(reading: bool = False) -> Iterator[tuple["Home", "Store"]]:
    """The data folder and its open store, closed at the end.

    Args:
        reading: The command writes nothing, and so works on a full disk and in a read-only folder too.

    Raises:
        HydraError: They can't be used.
    """
    from hydratui.store.database import Store, in_words

    folder = data_folder()
    store = Store.open(folder.database, reading)
    try:
        with in_words(folder.database):
            yield folder, store
    finally:
        store.close()


def is_piped(words: Sequence[str]) -> bool:
    """Whether the text of a command's last argument is to come from the standard input."""
    return list(words) == ["-"]


def given(words: Sequence[str]) -> str:
    """The text of a command's last argument, all words of it; a lone ``-`` stands for the standard input."""
    if not is_piped(words):
        return " ".join(words)
    return sys.stdin.buffer.read().decode("utf-8-sig", "replace")


def chosen(home: "Home", agent_id: str | None) -> "Agent":
    """The agent with this id, or the first of the roster.

    Raises:
        HydraError: There is no such agent, or none at all.
    """
    from hydratui.agents import roster

    return roster.first(home) if agent_id is None else roster.find(home, agent_id)
