"""What stands on an empty page: who is there, and three things to try."""

from collections.abc import Sequence

from textual.content import Content

from hydratui.agents.roster import Agent
from hydratui.tui import show
from hydratui.tui.rows import EMPTY, Row, TextRow
from hydratui.tui.theme import accent, accents
from hydratui.tui.widgets.message import Message


class Welcome(Message):
    """Shown in a channel in which nothing has been said yet."""

    readable = False

    def __init__(self, agents: Sequence[Agent], channel: str) -> None:
        private = next((agent for agent in agents if agent.id == channel), None)
        super().__init__(_private(private) if private else _main(agents), classes="-welcome")


def _main(agents: Sequence[Agent]) -> list[Row]:
    if not agents:
        return [
            TextRow(Content.styled("There are no agents yet.", "bold")),
            *_try(("/create Ada", "makes one to write to")),
        ]
    given = accents(agent.id for agent in agents)
    names = [show.line(agent.name, f"bold {accent(given[agent.id])}") for agent in agents]
    second = agents[1].id if len(agents) > 1 else agents[0].id
    return [
        TextRow(Content.assemble("Hello. Here are ", _listed(names), ".")),
        TextRow(show.text("They remember what you tell them, in Markdown files that you can read.", show.MUTED)),
        TextRow(EMPTY),
        *_try(
            ("remember that I deploy on Fridays", "is kept for good"),
            ("/recall deploy", "finds what was said"),
            (f"@{second} hello", "asks somebody else"),
        ),
    ]


def _private(agent: Agent) -> list[Row]:
    return [
        TextRow(Content.assemble("This is between you and ", show.line(agent.name, "bold"), ".")),
        TextRow(show.text("What is said here stays out of the other agents' prompts.", show.MUTED)),
        TextRow(EMPTY),
        *_try(("/memory", "shows what is remembered"), ("/recall words", "finds what was said")),
    ]


def _try(*lines: tuple[str, str]) -> list[Row]:
    return [TextRow(Content.assemble(("› ", show.MUTED), (typed.ljust(35), "bold"), (does, show.MUTED))) for typed, does in lines]


def _listed(names: Sequence[Content]) -> Content:
    if len(names) == 1:
        return names[0]
    return Content.assemble(Content(", ").join(names[:-1]), " and ", names[-1])
