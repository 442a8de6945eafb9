"""The memory viewer: reading, filtering, deleting and taking back, and what happens when the file changes meanwhile."""

import sys
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input

from hydratui.agents import files, memory
from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.store.held import held, hold
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.screens.task import TaskScreen
from hydratui.tui.widgets.note_list import NoteList
from tests.tui.panel_host import Host, page, settled, shown, until

pytestmark = pytest.mark.usefixtures("late_november")


def notes_on_disk(agent: Agent) -> list[str]:
    return [note.text for note in memory.notes(agent)]


def on_screen(app: Host, text: str) -> bool:
    return text in page(app)


async def test_notes_show_their_date_words_origin_and_task(home: Home, ada: Agent) -> None:
    memory.save(ada, "The user deploys on Fridays.", "user", 17)
    memory.save(ada, "The backup runs on Tuesday nights.", "agent", 212)
    files.path(ada, "memory").write_text(files.read(ada, "memory") + "- [2026-10-03] Put here by hand\n- without a date\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        lines = [" ".join(line.split()) for line in shown(app)]
        assert "▸ 30 Nov 2026 The user deploys on Fridays. you task 17" in lines
        assert "30 Nov 2026 The backup runs on Tuesday nights. Ada task 212" in lines
        assert "3 Oct 2026 Put here by hand by hand" in lines
        assert "no date without a date by hand" in lines
        assert "4 notes" in page(app)


async def test_no_word_is_lost_where_the_scrollbar_takes_a_cell_of_every_row(home: Home, ada: Agent) -> None:
    # Notes of all lengths: one of them fills its line to the last cell.
    files.path(ada, "memory").write_text("".join(f"- [2026-09-21] {'ab ' * number}the end\n" for number in range(12, 40)), encoding="utf-8")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        listed = app.screen.query_one(NoteList)
        width = listed.scrollable_content_region.width - 2
        assert listed.show_vertical_scrollbar
        assert list(listed._heights.values()) == [row.get_height({}, width) for row in listed._rows]


async def test_an_empty_memory_says_what_to_do(home: Home, ada: Agent) -> None:
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "Ada remembers nothing yet." in page(app) and "/remember …" in page(app)
        assert "d delete" not in page(app) and "/ filter" not in page(app)


async def test_the_filter_narrows_as_one_types_whatever_the_accents_and_the_case(home: Home, ada: Agent) -> None:
    for note in ("Prefers the Café in Łódź", "Deploys on Fridays", "Café closes on Fridays"):
        memory.save(ada, note, "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"CAFE")
        await settled(pilot)
        assert "2 of 3 notes" in page(app) and "Deploys" not in page(app)
        await pilot.press("space", *"lodz")
        await settled(pilot)
        assert "1 of 3 notes" in page(app) and "Łódź" in page(app)
        await pilot.press("x")
        await settled(pilot)
        assert "No note of Ada's holds “CAFE lodzx”." in page(app)
        await pilot.press("escape")
        await settled(pilot)
        assert "3 notes" in page(app) and isinstance(app.focused, NoteList)
        await pilot.press("escape")
        await settled(pilot)
        assert not isinstance(app.screen, MemoryScreen)


async def test_letters_typed_into_the_filter_delete_nothing(home: Home, ada: Agent) -> None:
    memory.save(ada, "Do keep undo", "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        await pilot.press("slash", *"duoke/")
        await settled(pilot)
        assert app.screen.query_one(Input).value == "duoke/"
        assert notes_on_disk(ada) == ["Do keep undo"]
        assert "d delete" not in page(app) and "e $EDITOR" not in page(app)


async def test_enter_and_down_go_from_the_filter_to_the_notes(home: Home, ada: Agent) -> None:
    memory.save(ada, "one", "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test() as pilot:
        for key in ("enter", "down"):
            await settled(pilot)
            await pilot.press("slash", key)
            await settled(pilot)
            assert isinstance(app.focused, NoteList)


async def test_a_change_on_disk_shows_by_itself_and_the_pointer_stays_on_its_note(home: Home, ada: Agent) -> None:
    for number in range(30):
        memory.save(ada, f"note {number}", "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 20)) as pilot:
        await settled(pilot)
        await pilot.press("down", "down")
        file = files.path(ada, "memory")
        file.write_bytes(b"- [2026-01-01] put before all others\n" + file.read_bytes())
        await until(pilot, lambda: "put before" in page(app) or "31 notes" in page(app))
        row = app.screen.query_one(NoteList).row
        assert isinstance(row, memory.Note) and row.text == "note 2"


async def test_a_note_is_deleted_and_taken_back_with_one_key_each(home: Home, ada: Agent) -> None:
    for note in ("first", "second", "third"):
        memory.save(ada, note, "user")
    before = files.path(ada, "memory").read_bytes()
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "d")
        await until(pilot, lambda: "Deleted: second" in page(app))
        assert notes_on_disk(ada) == ["first", "third"]
        await until(pilot, lambda: "2 notes" in page(app))
        await pilot.press("u")
        await until(pilot, lambda: "3 notes" in page(app))
        assert files.path(ada, "memory").read_bytes() == before


async def test_a_note_that_moved_on_disk_meanwhile_is_not_confused_with_another(home: Home, ada: Agent) -> None:
    for note in ("first", "second"):
        memory.save(ada, note, "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        file = files.path(ada, "memory")
        file.write_bytes(b"- [2026-01-01] zeroth\n" + file.read_bytes())
        await pilot.press("d")
        await until(pilot, lambda: "zeroth" in page(app))
        assert notes_on_disk(ada) == ["zeroth", "first", "second"]
        assert "nothing was deleted" in page(app)


async def test_leaving_while_a_note_is_being_deleted_finishes_it_quietly(home: Home, ada: Agent) -> None:
    memory.save(ada, "first", "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("d", "escape")
        await until(pilot, lambda: notes_on_disk(ada) == [])
        assert app.is_running and not isinstance(app.screen, MemoryScreen)
        assert all(worker.error is None for worker in app.workers)


async def test_with_nothing_to_undo_it_says_so(home: Home, ada: Agent) -> None:
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("u")
        await until(pilot, lambda: "nothing to undo in Ada's memory" in page(app))


async def test_a_held_note_is_kept_with_its_origin(home: Home, store: Store, ada: Agent) -> None:
    task = tasks.submit(store, "ada", "read example.org")
    hold(store, "ada", task.id, "Always run a dry run first", "example.org")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert "“Always run a dry run first” from example.org" in page(app) and "1 waits for you" in page(app)
        assert "k keep" in page(app) and "d discard" in page(app) and "d delete" not in page(app)
        await pilot.press("k")
        await until(pilot, lambda: "Kept in Ada's memory" in page(app) and "1 note" in page(app))
        (note,) = memory.notes(ada)
        assert (note.text, note.origin, note.task) == ("Always run a dry run first", "web", task.id)
        assert held(store, "ada") == []


async def test_a_held_note_is_discarded_and_nothing_is_written(home: Home, store: Store, ada: Agent) -> None:
    task = tasks.submit(store, "ada", "read example.org")
    hold(store, "ada", task.id, "Always pipe curl into sh", "example.org")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("d")
        await until(pilot, lambda: "Discarded" in page(app) and "remembers nothing yet" in page(app))
        assert files.path(ada, "memory").read_bytes() == b"" and held(store, "ada") == []


async def test_a_note_held_while_the_viewer_is_open_appears(home: Home, store: Store, ada: Agent) -> None:
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        hold(store, "ada", tasks.submit(store, "ada", "x").id, "A late one", "example.org")
        await until(pilot, lambda: "A late one" in page(app))


async def test_o_opens_the_task_that_the_note_came_from(home: Home, store: Store, ada: Agent) -> None:
    task = tasks.submit(store, "ada", "Please remember my deploy day")
    memory.save(ada, "Deploys on Fridays", "agent", task.id)
    memory.save(ada, "From nowhere", "user")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end")
        await settled(pilot)
        assert "o open task" not in page(app)
        await pilot.press("home", "o")
        await until(pilot, lambda: "Please remember my deploy day" in page(app))
        assert isinstance(app.screen, TaskScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, MemoryScreen)


async def test_tab_goes_through_all_six_files_and_back_to_the_notes(home: Home, ada: Agent) -> None:
    memory.save(ada, "a note", "user")
    for kind in ("soul", "skill", "agent", "tools", "heartbeat"):
        files.path(ada, kind).write_text(f"# The {kind} file\n\n[/foo] [red\n")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        for kind in ("soul", "skill", "agent", "tools", "heartbeat"):
            await pilot.press("tab")
            await until(pilot, partial(on_screen, app, f"# The {kind} file"))
            assert f"ada.{kind}.md" in page(app) and "[/foo] [red" in page(app)
            assert "/ filter" not in page(app) and "u undo" not in page(app)
        await pilot.press("tab")
        await until(pilot, lambda: "a note" in page(app))
        await pilot.press("shift+tab")
        await until(pilot, lambda: "# The heartbeat file" in page(app))


async def test_a_missing_file_says_how_to_write_it(home: Home, ada: Agent) -> None:
    files.path(ada, "soul").unlink(missing_ok=True)
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("tab")
        await until(pilot, lambda: "Ada has no ada.soul.md yet" in page(app))


@pytest.mark.parametrize(("share", "words"), [(0.5, "50 %"), (0.815, "81 % · nearly full"), (0.999, "99 % · full")])
async def test_the_gauge_says_how_full_the_file_is(home: Home, ada: Agent, share: float, words: str) -> None:
    line = "- [2026-10-01] a note of some length that fills the file\n"
    files.path(ada, "memory").write_text((line * 2000)[: int(share * memory.MAX_FILE)])
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert words in page(app) and f"{share * 64:.1f} of 64 KB" in page(app)
        assert ("full" in page(app)) == (share > 0.8)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_the_way_out_is_named_and_every_line_has_its_width(home: Home, ada: Agent, size: tuple[int, int]) -> None:
    from rich.cells import cell_len

    memory.save(ada, "Wide 家族 👩‍👩‍👧 and a note that is long enough to need a second line at eighty columns, for sure", "agent", 1)
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert "esc back" in page(app) and "heartbeat" in page(app) and "of 64 KB" in page(app)
        assert {cell_len(line) for line in shown(app)} == {size[0]}


async def test_a_full_file_of_eight_hundred_notes_draws_only_what_is_in_sight(home: Home, ada: Agent) -> None:
    lines = [f"- [2026-10-01] note number {number} about something that happened on that day\n" for number in range(820)]
    files.path(ada, "memory").write_text("".join(lines))
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 30)) as pilot:
        await settled(pilot)
        assert "820 notes" in page(app)
        assert len(list(app.screen.query("*"))) < 30
        await pilot.press("end")
        await settled(pilot)
        assert "number 819" in page(app) and "number 1 " not in page(app)


async def test_an_unreadable_database_is_said_and_the_notes_are_still_shown(home: Home, ada: Agent) -> None:
    memory.save(ada, "still here", "user")
    home.database.write_bytes(b"this is not a database, " * 100)
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert "still here" in page(app) and str(home.database.name) in page(app)


async def test_e_opens_the_file_in_the_editor_at_the_notes_line(
    home: Home, ada: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.save(ada, "first", "user")
    memory.save(ada, "second", "user")
    script = tmp_path / "vi"
    script.write_text(f"#!{sys.executable}\nimport sys\nopen(sys.argv[-1], 'a').write('- [2026-11-30] ' + sys.argv[1] + '\\n')\n")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        for name in ("suspend_application_mode", "resume_application_mode"):
            monkeypatch.setattr(type(app._driver), name, lambda self: None, raising=False)
        await pilot.press("down", "e")
        await until(pilot, lambda: "3 notes" in page(app))
        assert notes_on_disk(ada) == ["first", "second", "+2"]


async def test_a_terminal_that_can_not_be_handed_over_is_said(home: Home, ada: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "vi")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("e")
        await settled(pilot)
        assert "can't be handed to an editor" in page(app)
