"""The strings that broke other programs, in the editors and questions of the memory viewer: as typed, inert, columns straight."""

import pytest

from hydratui.agents import files
from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.tui.screens.memory import MemoryScreen
from tests.tui.panel_host import HOSTILE, Host, page, settled
from tests.tui.test_panel_hostile import NAMES, NARROW, WIDE, agent, nothing_is_live


async def look(app: Host, *keys: str, change: bytes = b"", of: Agent | None = None) -> str:
    """What is shown on a wide screen after some keys, with everything before looked at on a narrow one."""
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        for key in keys:
            if key == "ctrl+s" and of is not None:
                files.path(of, "soul").write_bytes(change)
            await pilot.press(key)
            await settled(pilot)
            nothing_is_live(app, NARROW[0])
        await pilot.resize_terminal(*WIDE)
        await settled(pilot)
        nothing_is_live(app, WIDE[0])
        assert app.is_running
        return page(app)


each = pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=() if number % 3 == 0 else (pytest.mark.heavy,))
        for number, (text, name) in enumerate(zip(HOSTILE, NAMES, strict=True))
    ],
)
"""A third of them here, all of them with the slow proofs."""


@each
async def test_in_a_note_that_is_edited_and_in_pruning(text: str, home: Home) -> None:
    ada = agent(home.agents / "ada", text)
    line = text.replace("\n", " ").replace("\r", " ")
    notes = f"- [2026-10-01] {line} of all the words\n- [2026-99-99] {line} of all the words too\n- {line}\n"
    files.path(ada, "memory").write_text(notes, encoding="utf-8", errors="replace")
    assert "of 600" in await look(Host(MemoryScreen(home, ada)), "enter", "x")
    assert "near-duplicates first" in await look(Host(MemoryScreen(home, ada)), "p", "space", "n")


@each
async def test_in_a_file_that_is_edited_in_its_preview_and_in_a_difference(text: str, home: Home) -> None:
    ada = agent(home.agents / "ada", text)
    raw = b"soul \xff\xfe " + text.encode("utf-8", "surrogatepass")
    files.path(ada, "soul").write_bytes(raw)
    shown = await look(Host(MemoryScreen(home, ada)), "2", "enter", "x", "ctrl+s", change=b"theirs " + raw, of=ada)
    assert "Save mine" in shown and files.path(ada, "soul").read_bytes() == b"theirs " + raw


@each
async def test_in_the_name_of_an_agent_without_the_file(text: str, home: Home) -> None:
    ada = agent(home.agents / "ada", text)
    files.path(ada, "soul").unlink()
    assert "has no ada.soul.md yet" in " ".join((await look(Host(MemoryScreen(home, ada)), "2")).split()) or len(text) > 1000
