"""What a slash command is, what it is given, and what can come of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.store.database import Store
from hydratui.store.tasks import Task

if TYPE_CHECKING:
    from hydratui.recall import Answer

ArgumentKind = Literal[
    "agent",
    "whom",
    "craft",
    "emoji",
    "model",
    "note",
    "words",
    "message",
    "command",
    "name",
    "unfinished",
    "waiting",
    "failed",
    "editable",
    "told",
    "place",
    "tool",
    "grant",
    "switch",
    "server",
    "schedule",
    "held",
    "search",
    "theme",
    "sidebar",
]


@dataclass(frozen=True, slots=True)
class Argument:
    """One thing that is typed after a command; the kind says how it is completed."""

    name: str
    kind: ArgumentKind
    required: bool = True

    @property
    def hint(self) -> str:
        """The argument as help shows it: `<note>` when it must be there, `[agent]` when it may."""
        return f"<{self.name}>" if self.required else f"[{self.name}]"


@dataclass(frozen=True, slots=True)
class Context:
    """Where something was typed: the data folder, the channel, and the agent that is active there (None when there is no agent)."""

    home: Home
    store: Store
    channel: str
    agent: Agent | None


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for the user, from the agent with this id or from the program; `bad` when something did not work."""

    text: str
    agent: str | None = None
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search of this agent's tasks gave.

    Attributes:
        typed: What was searched for, words and filters.
    """

    answer: Answer
    agent: Agent
    typed: str = ""


@dataclass(frozen=True, slots=True)
class OpenMemory:
    """The memory of this agent is to be shown."""

    agent: Agent


@dataclass(frozen=True, slots=True)
class OpenAgents:
    """The agents are to be shown, at this one where one is named; `text` says who there is where there is no screen."""

    agent: Agent | None
    text: str


@dataclass(frozen=True, slots=True)
class OpenProfile:
    """What every agent is told about the user is to be shown, to be written."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Whoever is in this channel belongs into another one: its agent has another id now, or is gone. `text` says so."""

    channel: str
    to: str
    text: str
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class OpenHelp:
    """The help is to be shown, at this command's name when there is one."""

    command: str | None = None


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """The keys are to be shown, with the names under which the settings can change them."""


@dataclass(frozen=True, slots=True)
class OpenThemes:
    """The themes are to be shown, for one to be chosen."""


@dataclass(frozen=True, slots=True)
class Themed:
    """This theme is to be shown from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """The team is to be shown beside the chat in so many cells from now on, or hidden."""

    shown: bool
    cells: int


@dataclass(frozen=True, slots=True)
class Sent:
    """These tasks were queued, in the order in which their agents were named."""

    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Using:
    """From now on the channel's messages go to this agent."""

    agent: Agent


@dataclass(frozen=True, slots=True)
class Anew:
    """The channel's conversation starts again: earlier tasks stay on record and leave the prompt."""

    channel: str


@dataclass(frozen=True, slots=True)
class OpenQueue:
    """The queue is to be shown, at this task when there is one, and with its text to be changed."""

    task: int | None = None
    edit: bool = False


@dataclass(frozen=True, slots=True)
class OpenTask:
    """This task is to be shown whole."""

    task: int


@dataclass(frozen=True, slots=True)
class Handed:
    """This text of a task is to be handed on: copied, quoted in a message, read in the pager, or opened in the editor as a copy."""

    how: Literal["copy", "quote", "page", "edit"]
    text: str
    task: int


@dataclass(frozen=True, slots=True)
class OpenSearch:
    """The user's own search over everything is to be shown, with this typed in it."""

    typed: str


@dataclass(frozen=True, slots=True)
class OpenStats:
    """What the agents have done, by day, is to be shown."""


@dataclass(frozen=True, slots=True)
class OpenSystem:
    """What runs behind the app, and the logs, are to be shown."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """This text belongs into the prompt of this channel, as a draft made of the task with this number.

    `why` says why it is a draft and no change of the task, where a change was wanted.
    """

    channel: str
    text: str
    task: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """The user wants to leave the program."""


Outcome = (
    Said
    | Found
    | OpenMemory
    | OpenAgents
    | OpenProfile
    | Moved
    | OpenHelp
    | OpenKeys
    | OpenThemes
    | Themed
    | Arranged
    | Sent
    | Using
    | Anew
    | OpenQueue
    | OpenTask
    | Handed
    | OpenSearch
    | OpenStats
    | OpenSystem
    | Drafted
    | Leave
)


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command: everything that the palette, the help, the Telegram menu and the README say about it.

    `name` has no slash. `summary` is one line, the verb first, and may hold `{agent}` for the active agent's name.
    `run` gets the text after the name, stripped of blanks at both ends, and raises HydraError for what it can't use.
    """

    name: str
    arguments: tuple[Argument, ...]
    summary: str
    run: Callable[[Context, str], Outcome]
    keys: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def hint(self) -> str:
        """The arguments as one text: `<agent>`, `[task]`, or nothing."""
        return " ".join(argument.hint for argument in self.arguments)

    def summary_for(self, agent: Agent | None) -> str:
        """The summary with the active agent's name in it."""
        return self.summary.replace("{agent}", agent.name if agent else "the agent")
