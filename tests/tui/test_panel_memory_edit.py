"""Notes are written, changed, moved, taken back and pruned where they stand, by keyboard."""

import pytest

from hydratui.agents import files, memory
from hydratui.agents.roster import Agent
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.store.held import hold
from hydratui.tui.screens.memory import MemoryScreen
from hydratui.tui.screens.prune import PruneScreen
from hydratui.tui.widgets.note_editor import NoteEditor
from hydratui.tui.widgets.note_list import NoteList
from tests.tui.panel_host import Host, page, settled, until
from tests.tui.test_panel_memory import notes_on_disk

pytestmark = pytest.mark.usefixtures("late_november")


def put(agent: Agent, *notes: str) -> None:
    files.path(agent, "memory").write_text("".join(f"- [2026-11-0{number}] {note}\n" for number, note in enumerate(notes, 1)))


def pointed_at(app: Host) -> str:
    row = app.screen.query_one(NoteList).row
    return row.text if isinstance(row, memory.Note) else ""


async def test_a_note_is_edited_where_it_stands_and_the_change_undone_and_redone(home: Home, ada: Agent) -> None:
    put(ada, "one", "two", "three")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter", "!")
        await settled(pilot)
        assert "note of 2 Nov 2026" in page(app) and "4 of 600" in page(app) and "enter save · esc give up" in page(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Changed." in page(app) and "two!" in page(app))
        assert notes_on_disk(ada) == ["one", "two!", "three"] and memory.notes(ada)[1].date == "2026-11-02"
        assert pointed_at(app) == "two!" and isinstance(app.focused, NoteList)
        await pilot.press("u")
        await until(pilot, lambda: "Changed back to: two" in page(app))
        await pilot.press("U")
        await until(pilot, lambda: "Changed again to: two!" in page(app))
        await pilot.press("u")
        await until(pilot, lambda: notes_on_disk(ada) == ["one", "two", "three"])
        await pilot.press("ctrl+r")
        await until(pilot, lambda: notes_on_disk(ada) == ["one", "two!", "three"])


async def test_what_is_typed_just_before_enter_is_saved_too(home: Home, ada: Agent) -> None:
    put(ada, "one")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press(*" and more", "enter")
        await until(pilot, lambda: "Changed." in page(app))
        assert notes_on_disk(ada)[0].endswith(" and more")


async def test_giving_up_leaves_the_note_and_brings_the_text_back_next_time(home: Home, ada: Agent) -> None:
    put(ada, "one")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter", "x", "escape")
        await settled(pilot)
        assert notes_on_disk(ada) == ["one"] and isinstance(app.screen, MemoryScreen) and isinstance(app.focused, NoteList)
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen.query_one(NoteEditor).text == "onex"


async def test_too_long_a_text_is_said_while_it_is_typed_and_kept_in_the_editor(home: Home, ada: Agent) -> None:
    put(ada, "x" * 600)
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press("enter", "y")
        await settled(pilot)
        assert "601 of 600" in page(app)
        await pilot.press("enter")
        await until(pilot, lambda: "601 characters; at most 600 fit" in page(app))
        assert app.screen.query_one(NoteEditor).opened and notes_on_disk(ada) == ["x" * 600]
        await pilot.press("backspace", "enter")
        await settled(pilot)
        assert not app.screen.query_one(NoteEditor).opened


async def test_keys_that_are_typed_into_a_note_do_nothing_else(home: Home, ada: Agent) -> None:
    put(ada, "one")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a", *"duUKJpoe2", "tab", "slash")
        await settled(pilot)
        assert app.screen.query_one(NoteEditor).text == "duUKJpoe2/" and app.screen.query_one(NoteEditor).has_focus
        assert notes_on_disk(ada) == ["one"]
        await pilot.press("enter")
        await until(pilot, lambda: notes_on_disk(ada) == ["one", "duUKJpoe2/"])
        await until(pilot, lambda: pointed_at(app) == "duUKJpoe2/")
        assert memory.notes(ada)[1].origin == "user"


async def test_the_first_note_is_written_from_an_empty_list(home: Home, ada: Agent) -> None:
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "Press a and write the first note" in page(app) and "a add" in page(app) and "enter edit" not in page(app)
        await pilot.press("a", *"tea", "enter")
        await until(pilot, lambda: notes_on_disk(ada) == ["tea"] and "1 note" in page(app))


async def test_a_paste_of_several_lines_is_one_note(home: Home, ada: Agent) -> None:
    from textual import events

    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a")
        app.screen.query_one(NoteEditor).post_message(events.Paste("two\nlines \x1b[31m\n"))
        await settled(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: notes_on_disk(ada) == ["two lines ␛[31m"])


async def test_a_note_that_changed_on_disk_while_it_was_edited_is_not_overwritten_and_the_text_stays(
    home: Home,
    ada: Agent,
) -> None:
    put(ada, "one", "two")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter", "!")
        put(ada, "one", "theirs")
        await until(pilot, lambda: "theirs" in page(app))
        await pilot.press("enter")
        await until(pilot, lambda: "nothing was changed" in page(app))
        assert notes_on_disk(ada) == ["one", "theirs"] and app.screen.query_one(NoteEditor).text == "two!"


async def test_a_note_that_moved_on_disk_while_it_was_edited_is_found_again(home: Home, ada: Agent) -> None:
    put(ada, "one", "two")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down", "enter", "!")
        file = files.path(ada, "memory")
        file.write_bytes(b"- zeroth\n" + file.read_bytes())
        await until(pilot, lambda: "zeroth" in page(app))
        await pilot.press("enter")
        await until(pilot, lambda: notes_on_disk(ada) == ["zeroth", "one", "two!"])


async def test_a_note_is_moved_and_moved_on_when_the_key_is_pressed_quickly(home: Home, ada: Agent) -> None:
    put(ada, "one", "two", "three", "four")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("shift+down", "J", "shift+down")
        await until(pilot, lambda: notes_on_disk(ada) == ["two", "three", "four", "one"] and pointed_at(app) == "one")
        await pilot.press("K")
        await until(pilot, lambda: notes_on_disk(ada) == ["two", "three", "one", "four"])
        await pilot.press("u")
        await until(pilot, lambda: "Moved back: one" in page(app))
        assert notes_on_disk(ada) == ["two", "three", "four", "one"]


async def test_with_a_filter_nothing_is_moved(home: Home, ada: Agent) -> None:
    put(ada, "one", "two")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        assert "K J move" in page(app)
        await pilot.press("slash", "o", "enter", "J")
        await settled(pilot)
        assert notes_on_disk(ada) == ["one", "two"] and "K J move" not in page(app)


async def test_a_held_note_is_changed_and_kept(home: Home, store: Store, ada: Agent) -> None:
    task = tasks.submit(store, "ada", "read example.org")
    hold(store, "ada", task.id, "Always dry run", "example.org")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter", *" first")
        await settled(pilot)
        assert "note from example.org; enter keeps it" in page(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Kept in Ada's memory" in page(app))
        (note,) = memory.notes(ada)
        assert (note.text, note.origin, note.task) == ("Always dry run first", "user", task.id)


async def test_the_oldest_and_the_longest_are_marked_and_deleted_as_one(home: Home, ada: Agent) -> None:
    files.path(ada, "memory").write_text(
        "- [2026-11-29] new\n- [2024-01-01] old\n- undated, and the longest of all\n- [2025-11-01] older\n"
    )
    before = files.path(ada, "memory").read_bytes()
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, PruneScreen) and "oldest first" in page(app) and "2 years old" in page(app))
        assert "12 months old" in page(app) and "no date" in page(app)
        assert "d delete marked" not in page(app) and "enter edit" not in page(app)
        await pilot.press("space")
        await settled(pilot)
        assert "1 note marked, 19 bytes" in page(app) and "●" in page(app)
        await pilot.press("l")
        await until(pilot, lambda: "longest first" in page(app) and "31 characters" in page(app))
        await pilot.press("space", "d")
        await until(pilot, lambda: "Deleted 2 notes.  (u puts them all back)" in page(app))
        assert notes_on_disk(ada) == ["new", "older"]
        await pilot.press("u")
        await until(pilot, lambda: "Put 2 notes back." in page(app))
        assert files.path(ada, "memory").read_bytes() == before
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MemoryScreen) and "4 notes" in page(app))


async def test_a_near_duplicate_comes_first_with_what_it_is_like(home: Home, ada: Agent) -> None:
    put(ada, "Likes tea", "The user deploys on Fridays", "The user deploys on Fridays, never on Mondays")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(120, 24)) as pilot:
        await settled(pilot)
        await pilot.press("p", "n")
        await until(pilot, lambda: "100 % of its words stand in: The user deploys on Fridays, never on Mondays" in page(app))
        assert pointed_at(app) == "The user deploys on Fridays"


async def test_a_mark_does_not_pass_to_another_note_that_takes_its_place(home: Home, ada: Agent) -> None:
    put(ada, "one", "two")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("p", "space")
        await until(pilot, lambda: "1 note marked" in page(app))
        put(ada, "theirs", "two")
        await until(pilot, lambda: "theirs" in page(app))
        assert "0 notes marked" in page(app) and "d delete marked" not in page(app)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_the_way_out_is_named_and_every_line_has_its_width_while_pruning_and_editing(
    home: Home,
    ada: Agent,
    size: tuple[int, int],
) -> None:
    from rich.cells import cell_len

    from tests.tui.panel_host import shown

    put(ada, "Wide 家族 👩‍👩‍👧 and a note that is long enough to need a second line at eighty columns, for sure", "two")
    app = Host(MemoryScreen(home, ada))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "esc give up" in page(app) and {cell_len(line) for line in shown(app)} == {size[0]}
        await pilot.press("escape", "p", "space")
        await settled(pilot)
        assert "esc back" in page(app) and {cell_len(line) for line in shown(app)} == {size[0]}
