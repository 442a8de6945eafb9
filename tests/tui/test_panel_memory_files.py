"""The other five files are read and edited, and what another program writes meanwhile is never lost."""

import pytest
from textual import events

from hydratui.agents import files
from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.tui.blocks import blocks
from hydratui.tui.screens.ask import AskScreen
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.widgets.file_editor import FileEditor
from hydratui.tui.widgets.preview import Preview
from tests.tui.panel_host import Host, page, settled, until


def soul(agent: Agent) -> bytes:
    return files.path(agent, "soul").read_bytes()


def put(agent: Agent, data: bytes) -> None:
    files.path(agent, "soul").write_bytes(data)


def preview(app: Host) -> str:
    shown = app.screen.query_one(Preview)
    return "\n".join(shown.render_line(y).text.rstrip() for y in range(shown.size.height))


async def test_a_file_is_edited_with_how_it_reads_beside_it_and_saved(home: Home, ada: Agent) -> None:
    put(ada, b"# Calm\r\n\r\nand *exact*\xff\r\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        await until(pilot, lambda: "Calm" in preview(app))
        assert "# Calm" in page(app) and "and exact" in preview(app) and "enter edit" in page(app)
        await pilot.press("4", "2", "x", "enter", *"New ")
        await until(pilot, lambda: "# New Calm" in preview(app) or "New # Calm" in preview(app))
        assert "not saved" in page(app) and "ctrl+s save" in page(app) and soul(ada) == b"# Calm\r\n\r\nand *exact*\xff\r\n"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "Saved ada.soul.md." in page(app))
        assert soul(ada) == b"New # Calm\r\n\r\nand *exact*\xff\r\n"
        await pilot.press("escape")
        await settled(pilot)
        assert "enter edit" in page(app) and isinstance(app.screen, MemoryScreen)
        await pilot.press("escape")
        await settled(pilot)
        assert not isinstance(app.screen, MemoryScreen)


async def test_keys_that_are_typed_into_a_file_do_nothing_else(home: Home, ada: Agent) -> None:
    put(ada, b"")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", *"e1uav/")
        await settled(pilot)
        assert app.screen.query_one(FileEditor).text == "e1uav/" and "ada.soul.md" in page(app)
        await pilot.press("enter", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+s")
        await until(pilot, lambda: "Saved" in page(app))
        assert soul(ada) == app.screen.query_one(FileEditor).text.encode()


@pytest.mark.parametrize("key", ["escape", "tab"])
async def test_what_is_not_saved_is_asked_about(home: Home, ada: Agent, key: str) -> None:
    put(ada, b"old\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", "x", key)
        await until(pilot, lambda: isinstance(app.screen, AskScreen) and "ada.soul.md is not saved." in page(app))
        await pilot.press("escape")
        await settled(pilot)
        assert app.screen.query_one(FileEditor).text == "xold\n" and soul(ada) == b"old\n"
        await pilot.press(key)
        await settled(pilot)
        await pilot.press("s")
        await until(pilot, lambda: soul(ada) == b"xold\n" and ("enter edit" in page(app)))
        await until(pilot, lambda: ("ada.skill.md" in page(app)) == (key == "tab"))


async def test_what_is_discarded_is_gone_and_the_file_is_as_it_was(home: Home, ada: Agent) -> None:
    put(ada, b"old\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", "x", "escape")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press("d")
        await settled(pilot)
        assert app.screen.query_one(FileEditor).text == "old\n" and soul(ada) == b"old\n"
        assert sorted(file.name for file in ada.folder.glob("ada.soul*")) == ["ada.soul.md"]


async def test_a_change_on_disk_shows_by_itself_while_nothing_is_being_changed(home: Home, ada: Agent) -> None:
    put(ada, b"old\n" * 30)
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", "down", "down")
        put(ada, b"old\n" * 29 + b"new\n")
        await until(pilot, lambda: app.screen.query_one(FileEditor).text.endswith("new\n"))
        assert app.screen.query_one(FileEditor).cursor_location == (2, 0)


@pytest.mark.parametrize(
    ("key", "file", "beside", "kept"),
    [("m", b"xold\n", "ada.soul.theirs.md", b"theirs\n"), ("t", b"theirs\n", "ada.soul.mine.md", b"xold\n")],
)
async def test_a_change_on_disk_meanwhile_is_shown_and_whichever_is_chosen_the_other_is_kept(
    home: Home, ada: Agent, key: str, file: bytes, beside: str, kept: bytes
) -> None:
    put(ada, b"old\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", "x")
        put(ada, b"theirs\n")
        await until(pilot, lambda: "has changed on disk. ctrl+s shows the difference" in page(app).replace("\n", " "))
        assert app.screen.query_one(FileEditor).text == "xold\n"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        assert "-theirs" in page(app) and "+xold" in page(app) and soul(ada) == b"theirs\n"
        await pilot.press(key)
        await until(pilot, lambda: (ada.folder / beside).exists() and beside in page(app))
        assert soul(ada) == file and (ada.folder / beside).read_bytes() == kept
        assert app.screen.query_one(FileEditor).text.encode() == file


async def test_what_is_not_saved_when_the_app_ends_is_kept_beside_the_file(home: Home, ada: Agent) -> None:
    put(ada, b"old\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter", "x")
        await settled(pilot)
    assert soul(ada) == b"old\n" and (ada.folder / "ada.soul.mine.md").read_bytes() == b"xold\n"


async def test_on_a_narrow_screen_v_shows_how_the_file_reads_and_the_text_again(home: Home, ada: Agent) -> None:
    put(ada, b"# Calm\n\n1. and *exact*\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        await settled(pilot)
        assert "# Calm" in page(app) and "v read" in page(app)
        await pilot.press("v")
        await until(pilot, lambda: "1. and exact" in page(app) and "# Calm" not in page(app))
        await pilot.press("v")
        await until(pilot, lambda: "# Calm" in page(app))
        await pilot.press("v", "enter")
        await until(pilot, lambda: "# Calm" in page(app) and "ctrl+s save" in page(app))


async def test_a_paste_goes_into_a_file_whole_and_safe(home: Home, ada: Agent) -> None:
    put(ada, b"")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "enter")
        app.screen.query_one(FileEditor).post_message(events.Paste("one\r\ntwo \x1b[31m\n" * 20))
        await settled(pilot)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "Saved" in page(app))
        assert soul(ada) == "one\ntwo ␛[31m\n".encode() * 20


async def test_a_file_of_64_kilobytes_draws_only_what_is_in_sight_and_parses_only_what_changes(home: Home, ada: Agent) -> None:
    put(ada, b"".join(b"## Heading %d\n\n- **item** %d\n\nProse.\n\n" % (number, number) for number in range(1500)))
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        await until(pilot, lambda: "Heading 0" in preview(app))
        before = dict(app.screen.query_one(Preview)._parsed)
        await pilot.press("enter", "ctrl+end", *"the end")
        await until(pilot, lambda: "the end" in preview(app))
        after = app.screen.query_one(Preview)._parsed
        assert len(after.keys() - before.keys()) == 1 and all(after[block] is before[block] for block in after.keys() & before.keys())
        assert len(app.screen.query_one(Preview)._drawn) < 100


def test_a_text_is_cut_only_where_its_pieces_read_the_same_alone() -> None:
    text = "---\nname: Ada\n---\nOne\ntwo\n\n- item\n\n  of it\n\n```py\na\n\nb\n```\n\nend\n"
    assert blocks(text) == ["---\nname: Ada\n---", "One\ntwo\n", "- item\n\n  of it\n", "```py\na\n\nb\n```\n", "end\n"]
    assert blocks("") == [] and blocks("---\nno end") == ["---\nno end"]
