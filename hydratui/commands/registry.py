"""The commands: one list behind the palette, the menu, the help, Telegram and the README."""

import difflib

from hydratui.commands import agent_commands, memory_commands, task_commands
from hydratui.commands.command import Argument, Command, Context, Leave, OpenHelp
from hydratui.errors import HydraError


def find(name: str) -> Command | None:
    """The command with this name or alias, in any case, without its slash."""
    wanted = name.lower()
    return next((command for command in COMMANDS if wanted == command.name or wanted in command.aliases), None)


def names() -> frozenset[str]:
    """Every name and alias, without slashes."""
    return frozenset(name for command in COMMANDS for name in (command.name, *command.aliases))


def nearest(name: str, others: list[str] | None = None) -> str | None:
    """The command (or one of the other words) that is spelled most like this, or None when none is close."""
    close = difflib.get_close_matches(name.lower(), [*(command.name for command in COMMANDS), *(others or [])], n=1, cutoff=0.6)
    return close[0] if close else None


def _help(_: Context, word: str) -> OpenHelp:
    if not word:
        return OpenHelp()
    name = word.removeprefix("/")
    command = find(name)
    if command is None:
        close = nearest(name)
        raise HydraError(f"No command /{name}." + (f" Did you mean /{close}?" if close else " See them all with /help."))
    return OpenHelp(command.name)


def _leave(_: Context, __: str) -> Leave:
    return Leave()


COMMANDS: tuple[Command, ...] = (
    Command("remember", (Argument("note", "note"),), "Save a note in {agent}'s memory", memory_commands.remember),
    Command(
        "recall",
        (Argument("keywords", "words"),),
        "Search {agent}'s past tasks",
        memory_commands.search,
    ),
    Command("memory", (Argument("agent", "agent", required=False),), "Read what {agent} remembers", memory_commands.show),
    Command("agents", (), "List the agents and what each is doing", agent_commands.listing),
    Command("use", (Argument("agent", "agent"),), "Choose who answers in this channel", agent_commands.use),
    Command(
        "cancel",
        (Argument("task", "task", required=False),),
        "Stop the running task, or the one queued last",
        task_commands.cancel,
        aliases=("stop",),
    ),
    Command("retry", (Argument("task", "task", required=False),), "Run a failed or cancelled task again", task_commands.retry),
    Command("new", (), "Begin a new conversation; what was said stays findable", task_commands.anew, aliases=("clear",)),
    Command(
        "model",
        (Argument("provider:model", "model", required=False),),
        "Show which model {agent} uses, or choose another",
        agent_commands.model,
    ),
    Command("help", (Argument("command", "command", required=False),), "Show the keys and the commands", _help, keys="f1"),
    Command("quit", (), "Leave hydratui; nothing is lost", _leave, keys="ctrl+q", aliases=("exit",)),
)
