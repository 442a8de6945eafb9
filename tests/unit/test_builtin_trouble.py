"""The built-in assistant with tools that fail, answer nonsense or bring dangerous text."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import pytest

from hydratui.errors import HydraError
from hydratui.models import builtin
from hydratui.models.turn import TextDelta, ToolEnded, ToolStarted, Turn


@dataclass(frozen=True, slots=True)
class Other:
    """A tool that behaves as no tool of ours should."""

    name: str
    call: Callable[[Mapping[str, object]], Awaitable[str]]
    description: str = ""
    schema: Mapping[str, object] = field(default_factory=dict)


@pytest.mark.parametrize("said", ["not JSON", "[]", "{}", '{"hits": 3, "searched": 1}', '{"hits": [{"task": "x"}], "searched": 1}'])
async def test_an_unreadable_recall_is_shown_and_not_interpreted(said: str) -> None:
    async def call(arguments: Mapping[str, object]) -> str:
        return said

    events = [event async for event in builtin.run(Turn("", (), "what did we decide?", (Other("recall", call),), "Ada"))]
    answer = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert answer.startswith("Something went wrong with the tool `recall`.")
    assert said in answer


async def test_a_tool_that_fails_is_answered_with_its_own_words() -> None:
    async def call(arguments: Mapping[str, object]) -> str:
        raise HydraError("The disk is full.")

    tools = (Other("recall", call), Other("remember", call))
    for said in ("¿qué decidimos?", "recuerda que despliego los viernes"):
        events = [event async for event in builtin.run(Turn("", (), said, tools, "Ada"))]
        answer = "".join(event.text for event in events if isinstance(event, TextDelta))
        assert "> The disk is full." in answer
        assert ToolEnded(name=events[0].name if isinstance(events[0], ToolStarted) else "") in events


async def test_quotes_from_the_past_are_inert_single_lines_cut_at_words() -> None:
    hit = {
        "task": 1,
        "ref": None,
        "date": "2026-10-21",
        "asked": "borg\n# heading\x1b[31m",
        "answered": "borg " + "word " * 200,
        "score": 1.0,
    }

    async def call(arguments: Mapping[str, object]) -> str:
        return json.dumps({"searched": 1, "hits": [hit]})

    events = [event async for event in builtin.run(Turn("", (), "what about borg?", (Other("recall", call),), "A[/]da\x07"))]
    answer = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert "\x1b" not in answer
    assert "\x07" not in answer
    assert "> You: borg # heading␛[31m" in answer
    assert answer.rstrip().endswith("word…")
