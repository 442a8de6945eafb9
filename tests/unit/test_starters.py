"""The agents that come with the program, as a user finds them on the first day."""

import re

import pytest
from rich.cells import cell_len

from hydratui.agents import files, grants, memory
from hydratui.agents.create import craft_text, crafts
from hydratui.agents.roster import Agent, find, roster
from hydratui.paths import Home

IDS = ("ada", "iris", "otto")


@pytest.fixture(params=IDS)
def starter(home: Home, request: pytest.FixtureRequest) -> Agent:
    return find(home, request.param)


def test_there_are_three_each_with_a_craft_of_its_own(home: Home) -> None:
    assert {agent.id: (agent.name, agent.craft) for agent in roster(home)} == {
        "ada": ("Ada", "general"),
        "otto": ("Otto", "coder"),
        "iris": ("Iris", "researcher"),
    }
    assert {agent.model for agent in roster(home)} == {None}


def test_their_emoji_are_one_character_of_two_cells(starter: Agent) -> None:
    assert len(starter.emoji) == 1
    assert cell_len(starter.emoji) == 2


def test_each_has_six_files_of_plain_prose(starter: Agent) -> None:
    assert sorted(path.name for path in starter.folder.iterdir()) == sorted(f"{starter.id}.{kind}.md" for kind in files.KINDS)
    for kind in files.KINDS:
        text = files.read(starter, kind)
        assert text.endswith("\n")
        assert len(text.strip()) > 100


def test_they_are_granted_the_four_default_tools_and_no_other(starter: Agent) -> None:
    assert grants.granted(starter) == frozenset(grants.DEFAULT)


def test_the_prose_of_the_tools_file_grants_nothing(starter: Agent) -> None:
    prose = "\n".join(line for line in files.read(starter, "tools").splitlines() if not re.match(r"\s*[-*+]", line))
    files.path(starter, "tools").write_text(prose)
    assert grants.granted(starter) == frozenset()


def test_their_memory_begins_empty_and_takes_the_first_note(starter: Agent) -> None:
    assert memory.notes(starter) == []
    start = files.read(starter, "memory")
    memory.save(starter, "The user deploys on Fridays.", "user")
    assert [note.text for note in memory.notes(starter)] == ["The user deploys on Fridays."]
    assert files.read(starter, "memory").startswith(start)


def test_they_know_when_to_remember_and_when_to_recall(starter: Agent) -> None:
    skill = files.read(starter, "skill")
    assert "`remember`" in skill
    assert "`recall`" in skill
    assert "language of the user's message" in files.read(starter, "soul")


def test_they_leave_the_prompt_to_the_conversation(starter: Agent) -> None:
    size = sum(len(files.read(starter, kind).encode()) for kind in files.KINDS)
    assert size + len(craft_text(starter.craft).encode()) < 6_144


def test_every_craft_says_something_of_its_own() -> None:
    assert {"general", "coder", "researcher", "writer"} <= set(crafts())
    texts = [craft_text(craft) for craft in crafts()]
    assert all(800 < len(text.encode()) < 2_048 for text in texts)
    assert len({text.splitlines()[0] for text in texts}) == len(texts)
