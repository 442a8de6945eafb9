"""The commands: one list behind the palette, the menu, the help, Telegram and the README."""

import difflib

from hydratui.commands import (
    agent_commands,
    held_commands,
    mcp_commands,
    memory_commands,
    overview_commands,
    queue_commands,
    reading_commands,
    schedule_commands,
    search_filters,
    sidebar,
    task_commands,
    team_commands,
    themes,
    tool_commands,
)
from hydratui.commands.command import Argument, Command, Context, Leave, OpenHelp, OpenKeys
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


def _keys(_: Context, __: str) -> OpenKeys:
    return OpenKeys()


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
    Command(
        "search",
        (Argument("words", "search", required=False),),
        "Find what was said by you and any agent, in all channels",
        search_filters.everything,
    ),
    Command("memory", (Argument("agent", "agent", required=False),), "Read and correct what {agent} remembers", memory_commands.show),
    Command(
        "keep",
        (Argument("note", "held"), Argument("text", "note", required=False)),
        "Keep a note that waits for you, as it is or changed",
        held_commands.keep,
    ),
    Command("discard", (Argument("note", "held"),), "Let a note go that waits for you", held_commands.discard),
    Command(
        "agents",
        (Argument("agent", "agent", required=False),),
        "See the agents: what each does, has done and may use; make and change them",
        team_commands.agents,
    ),
    Command("create", (Argument("name", "name"),), "Make an agent; @id brings a deleted one back", team_commands.create),
    Command("rename", (Argument("agent", "whom"), Argument("name", "name")), "Give an agent another name", team_commands.rename),
    Command("duplicate", (Argument("agent", "whom"), Argument("name", "name")), "Copy an agent without its notes", team_commands.duplicate),
    Command(
        "delete",
        (Argument("agent", "whom"), Argument("name", "name")),
        "Delete an agent with its memory; its messages stay",
        team_commands.delete,
    ),
    Command("use", (Argument("agent", "agent"),), "Choose who answers in this channel", agent_commands.use),
    Command(
        "cancel",
        (Argument("task", "unfinished", required=False),),
        "Stop the running task, or the one queued last; or all, or all of @agent",
        task_commands.cancel,
        aliases=("stop",),
    ),
    Command("retry", (Argument("task", "failed", required=False),), "Run a failed or cancelled task again", task_commands.retry),
    Command("task", (Argument("task", "told", required=False),), "Read a task whole, with its tools and figures", reading_commands.whole),
    Command("copy", (Argument("task", "told", required=False),), "Copy an answer with its date", reading_commands.copy),
    Command("quote", (Argument("task", "told", required=False),), "Quote an answer in your message", reading_commands.quote),
    Command("pager", (Argument("task", "told", required=False),), "Read a task in your pager ($PAGER)", reading_commands.page),
    Command("editor", (Argument("task", "told", required=False),), "Open a copy of an answer in your editor", reading_commands.edit),
    Command("queue", (), "See what runs and waits; move, edit or cancel it", queue_commands.queue),
    Command(
        "edit",
        (Argument("task", "editable", required=False),),
        "Change a message that waits, or send one again",
        queue_commands.edit,
    ),
    Command(
        "move",
        (Argument("task", "waiting"), Argument("place", "place")),
        "Let a waiting task run first, up, down or last",
        queue_commands.move,
    ),
    Command("pause", (Argument("agent", "agent", required=False),), "Let {agent} begin nothing new", queue_commands.pause),
    Command("resume", (Argument("agent", "agent", required=False),), "Let {agent} go on", queue_commands.resume),
    Command(
        "schedule",
        (Argument("time message", "schedule", required=False),),
        "Ask {agent} something again and again; see, pause or remove what is asked",
        schedule_commands.schedule,
    ),
    Command(
        "tools", (Argument("agent", "agent", required=False),), "See what {agent} may use and what else there is", tool_commands.listing
    ),
    Command("grant", (Argument("tool", "tool"),), "Let {agent} use a tool", tool_commands.grant),
    Command("revoke", (Argument("tool", "grant"),), "Take a tool back from {agent}", tool_commands.revoke),
    Command(
        "mcp",
        (Argument("on/off", "switch", required=False), Argument("server", "server", required=False)),
        "See how the MCP servers stand, or switch one on or off",
        mcp_commands.servers,
    ),
    Command("stats", (), "See what the agents did and used, day by day", overview_commands.stats),
    Command("system", (), "See workers, schedules, the database, and the logs as they grow", overview_commands.system),
    Command("new", (), "Begin a new conversation; what was said stays findable", task_commands.anew, aliases=("clear",)),
    Command(
        "model",
        (Argument("provider:model", "model", required=False),),
        "Show which model {agent} uses, or choose another",
        agent_commands.model,
    ),
    Command("craft", (Argument("craft", "craft", required=False),), "Choose what {agent} is good at", team_commands.craft),
    Command("emoji", (Argument("emoji", "emoji"),), "Give {agent} another emoji", team_commands.emoji),
    Command("profile", (), "Write what every agent is told about you", team_commands.profile),
    Command("theme", (Argument("name", "theme", required=False),), "Choose the colours; each is shown as you come to it", themes.theme),
    Command("sidebar", (Argument("cells", "sidebar", required=False),), "Hide or show the team, or say how wide it is", sidebar.sidebar),
    Command("keys", (), "List the keys, and the names to change them by", _keys),
    Command("help", (Argument("command", "command", required=False),), "Show the keys and the commands", _help, keys="f1"),
    Command("quit", (), "Leave hydratui; nothing is lost", _leave, keys="ctrl+q", aliases=("exit",)),
)
