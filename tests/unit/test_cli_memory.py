"""`hydratui memory edit | move | forget | prune | undo | redo` from a script."""

import json

import pytest

from hydratui.agents import files
from hydratui.agents.roster import find
from hydratui.paths import Home
from tests.unit.program import within

Capture = pytest.CaptureFixture[str]
NOTES = "- [2026-01-01] Likes tea\n- [2026-02-01] The user deploys on Fridays\n- The user deploys on Fridays, never on Mondays\n"


@pytest.fixture(autouse=True)
def _three_notes(home: Home) -> None:
    files.path(find(home, "ada"), "memory").write_text(NOTES)


def stored(home: Home) -> str:
    return files.read(find(home, "ada"), "memory")


def test_a_note_is_edited_undone_and_redone(capsys: Capture, home: Home) -> None:
    assert (
        within(capsys, "memory", "edit", "--agent", "ada", "1", "Likes", "green tea").out
        == "Ada knows now: - [2026-01-01] Likes green tea\n"
    )
    assert within(capsys, "memory", "undo").out == "Changed back to: Likes tea\n"
    assert stored(home) == NOTES
    assert json.loads(within(capsys, "memory", "redo", "--json").out) == {"redone": "Changed again to: Likes green tea"}
    assert "Likes green tea" in stored(home)
    refused = within(capsys, "memory", "edit", "9", "x")
    assert (refused.status, "no note on line 9" in refused.err) == (1, True)
    assert within(capsys, "memory", "redo").err == "There is nothing to redo in Ada's memory.\n"


def test_a_note_is_moved(capsys: Capture, home: Home) -> None:
    assert within(capsys, "memory", "move", "1", "down").out == "On line 2 now: Likes tea\n"
    assert json.loads(within(capsys, "memory", "move", "2", "up", "--json").out)["line"] == 1
    assert stored(home) == NOTES
    assert within(capsys, "memory", "move", "1", "up").err == "This is the first note already.\n"
    assert within(capsys, "memory", "move", "1", "sideways").status == 2


def test_several_notes_are_forgotten_as_one(capsys: Capture, home: Home) -> None:
    assert "nothing was deleted" in within(capsys, "memory", "forget", "1", "8").err
    assert within(capsys, "memory", "forget", "3", "1", "3").out == (
        "Ada forgot: The user deploys on Fridays, never on Mondays\nAda forgot: Likes tea\n"
    )
    assert stored(home) == "- [2026-02-01] The user deploys on Fridays\n"
    assert within(capsys, "memory", "undo").out == "Put 2 notes back.\n"
    assert stored(home) == NOTES


def test_pruning_lists_with_reasons_and_deletes_only_when_told(capsys: Capture, home: Home) -> None:
    listed = within(capsys, "memory", "prune").out
    assert listed.startswith("2  2026-02-01  100 % of its words stand in: The user deploys on Fridays") and listed.count("\n") == 1
    (longest,) = json.loads(within(capsys, "memory", "prune", "--by", "longest", "--first", "1", "--json").out)
    assert (longest["line"], longest["reason"], longest["deleted"]) == (3, "45 characters", False)
    assert stored(home) == NOTES
    assert "forgot these 2 notes" in within(capsys, "memory", "prune", "--by", "oldest", "--first", "2", "--delete").out
    assert stored(home) == "- The user deploys on Fridays, never on Mondays\n"
    assert within(capsys, "memory", "prune").out == "No note of Ada's says what another one says.\n"
    assert within(capsys, "memory", "undo").out == "Put 2 notes back.\n"
    assert stored(home) == NOTES


def test_an_empty_memory_has_nothing_to_prune(capsys: Capture, home: Home) -> None:
    files.path(find(home, "ada"), "memory").write_text("")
    for words in (["--by", "oldest"], ["--by", "near", "--delete"]):
        assert within(capsys, "memory", "prune", *words).status == 0
