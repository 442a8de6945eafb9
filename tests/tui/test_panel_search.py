"""The search over everything: live, by keys alone, and from what was found to where it was said."""

import pytest

from hydratui.agents.create import set_field
from hydratui.agents.roster import find
from hydratui.commands.command import OpenSearch
from hydratui.commands.handle import handle
from hydratui.commands.routing import context
from hydratui.commands.search_filters import wish
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, channels, tasks
from hydratui.tui.screens.search import SearchScreen
from hydratui.tui.widgets.place_list import PlaceList
from tests.tui.conftest import OpenApp
from tests.tui.panel_host import Host, page, settled, shown, until
from tests.tui.pictures import Pictures
from tests.tui.story import Clock, Worker


@pytest.fixture
def past(worker: Worker, clock: Clock) -> None:
    """Some months in three channels."""
    clock.on("2026-10-21")
    worker.said(
        "ada", "should the backup plan move to nights?", "Yes. The **backup plan** moves to Tuesday nights; the first run is on the 27th."
    )
    clock.on("2026-10-21", "16:05")
    worker.said(
        "otto",
        "Write the script for it",
        "It runs `restic backup` first, then checks the plan of the week against what is there. " * 3,
        channel="otto",
    )
    clock.on("2026-11-02")
    worker.said("iris", "家族の写真をバックアップしてください and a backup plan for them", "Done.", channel="iris")
    worker.said("iris", "lunch?", "Soup.", channel="iris")
    clock.on("2026-11-30")
    failed = tasks.submit(worker.store, "otto", "Run the backup as the plan says")
    worker.begin(failed)
    worker.fail(failed, "The disk is full.")


def screen(home: Home, store: Store, typed: str = "") -> Host:
    return Host(SearchScreen(home, store, typed))


def words(app: Host) -> str:
    found = app.screen
    assert isinstance(found, SearchScreen)
    return found._words.value


async def test_what_was_said_anywhere_comes_by_date_with_its_words_marked(home: Home, store: Store, past: None) -> None:
    app = screen(home, store, "backup plan")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: "4 found" in page(app))
        lines = [" ".join(line.split()) for line in shown(app)]
        days = [line for line in lines if "2026" in line]
        assert [day.split("  ")[0].split(" 2026")[0] for day in days] == [
            "Mon 30 Nov",
            "Mon 2 Nov",
            "Wed 21 Oct",
        ]
        assert any("▸ 10:30 you main Run the backup as the plan says failed" in line for line in lines)
        assert any("you main should the backup plan move to nights?" in line for line in lines)
        assert any("Ada Yes. The **backup plan** moves" in line for line in lines)
        strips = app.screen._compositor.render_strips()
        marks = {segment.text for strip in strips for segment in strip if segment.style is not None and segment.style.underline}
        assert marks == {"backup", "plan"}


async def test_typing_narrows_it_live_and_the_first_is_chosen(home: Home, store: Store, past: None) -> None:
    app = screen(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "Type words that were said" in page(app)
        await pilot.press(*"back")
        await until(pilot, lambda: "4 found" in page(app))
        await pilot.press(*"up", "space", *"tues")
        await until(pilot, lambda: "1 found" in page(app) and "Tuesday nights" in page(app))
        assert "lunch" not in page(app)


async def test_nothing_found_is_said_with_what_to_do(home: Home, store: Store, past: None) -> None:
    app = screen(home, store, "zebra")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Nothing that was said matches “zebra”. Try fewer or other words." in page(app))
        await pilot.press("enter", "down", "y", "up")
        assert isinstance(app.screen, SearchScreen)


async def test_a_filter_is_completed_by_tab(home: Home, store: Store, past: None) -> None:
    app = screen(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press(*"backup", "space", *"ag")
        await until(pilot, lambda: "agent:" in page(app) and "tab complete" in page(app))
        await pilot.press("tab", "o")
        await until(pilot, lambda: "Otto, coder" in page(app))
        await pilot.press("tab")
        assert words(app) == "backup agent:otto "
        await until(pilot, lambda: "2 found" in page(app) and "Tuesday" not in page(app))
        await pilot.press(*"channel:ot", "tab")
        assert words(app) == "backup agent:otto channel:otto "
        await until(pilot, lambda: "1 found" in page(app))
        await pilot.press(*"since:2027", "space")
        await until(pilot, lambda: "Nothing that was said" in page(app))


async def test_esc_closes_what_is_offered_and_then_the_search(home: Home, store: Store, past: None) -> None:
    app = screen(home, store)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await pilot.press(*"agent:")
        await until(pilot, lambda: "esc close" in page(app))
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, SearchScreen) and "esc back" in page(app)
        await pilot.press("escape")
        await settled(pilot)
        assert not isinstance(app.screen, SearchScreen)


async def test_a_filter_that_names_nobody_is_said_and_nothing_is_shown_for_it(home: Home, store: Store, past: None) -> None:
    app = screen(home, store, "backup agent:zo")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: 'There is no agent "zo"' in page(app))
        assert "Tuesday" not in page(app)


async def test_keys_move_from_the_words_to_the_rows_and_back(home: Home, store: Store, past: None) -> None:
    app = screen(home, store, "backup plan")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "4 found" in page(app))
        rows = app.screen.query_one(PlaceList)
        assert rows.has_focus and "y copy" in page(app) and "enter open" in page(app)
        first = rows.place
        await pilot.press("down", "down", "up", "up")
        assert rows.place == first
        await pilot.press("up")
        await settled(pilot)
        assert not rows.has_focus and "y copy" not in page(app)
        await pilot.press("down")
        assert rows.has_focus
        await pilot.press("end", "z")
        assert not rows.has_focus and words(app) == "backup planz"


async def test_the_chosen_one_stays_chosen_while_newer_ones_are_found(home: Home, store: Store, past: None, worker: Worker) -> None:
    app = screen(home, store, "backup plan")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "4 found" in page(app))
        rows = app.screen.query_one(PlaceList)
        await pilot.press("down")
        chosen = rows.place
        found = app.screen
        assert isinstance(found, SearchScreen)
        rows.show(found._found, fresh=False)
        assert rows.place == chosen


async def test_y_copies_the_task_with_its_date(home: Home, store: Store, past: None, monkeypatch: pytest.MonkeyPatch) -> None:
    app = screen(home, store, "tuesday nights")
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "1 found" in page(app))
        await pilot.press("y")
        await settled(pilot)
        assert app.clipboard.startswith("2026-10-21 10:30:04 · main · task 1\n\nyou:\nshould the backup plan")
        assert "Ada:\nYes. The **backup plan** moves" in app.clipboard


async def test_enter_goes_to_the_place_in_its_channel(open_app: OpenApp, store: Store, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await opened.type("/search restic")
        await opened.pilot.press("enter")
        await opened.until(lambda: "1 found" in opened.screen())
        await opened.pilot.press("enter")
        await opened.until(lambda: opened.chat.talk.channel == "otto" and "Write the script for it" in opened.screen())
        assert opened.chat.prompt.has_focus


async def test_search_alone_opens_it_and_esc_comes_back_to_the_draft(open_app: OpenApp, store: Store, past: None) -> None:
    async with open_app((100, 30)) as opened:
        await opened.type("/search")
        await opened.pilot.press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, SearchScreen))
        await opened.pilot.press("escape")
        await opened.until(lambda: opened.app.screen is opened.chat)
        assert opened.chat.prompt.has_focus


def test_the_command_opens_it_and_is_completed_in_the_prompt(home: Home, store: Store, past: None) -> None:
    here = context(home, store)
    assert handle(here, "/search backup agent:ada") == OpenSearch("backup agent:ada")
    assert [each.label for each in suggest(here, "/search backup ch", 17)] == ["channel:"]
    assert [each.label for each in suggest(here, "/search x channel:", 18)] == ["main", "iris", "otto"]
    assert [each.label for each in suggest(here, "/search x si", 12)] == ["since:"]
    chosen = suggest(here, "/search agent:ir", 16)[0]
    assert chosen.applied("/search agent:ir") == "/search agent:iris "


def test_names_with_blanks_are_quoted_and_an_agent_is_meant_by_its_name_too(home: Home, store: Store) -> None:
    tasks.submit(store, "ada", "x", "my notes")
    set_field(home, find(home, "ada"), "name", "Zoë")
    here = context(home, store)
    offered = suggest(here, "/search channel:my", 18)[0]
    assert offered.applied("/search channel:my") == '/search channel:"my notes" '
    assert wish(here, 'plan channel:"my notes" agent:zoe').channels == {"my notes"}
    assert wish(here, "plan agent:zoe").agents == {"ada"}
    with pytest.raises(HydraError, match="There is no agent"):
        wish(here, "agent:nobody")
    with pytest.raises(HydraError, match="needs a name"):
        wish(here, "channel: plan")
    with pytest.raises(HydraError, match="needs a date"):
        wish(here, "since:soon")


def test_channels_are_found_among_many_tasks_by_their_beginning(store: Store) -> None:
    for name in ("a", "ab", "b_", "b%", "main"):
        tasks.submit(store, "ada", "x", name)
    assert channels.used(store) == ["a", "ab", "b%", "b_", "main"]
    assert channels.used(store, "b_") == ["b_"] and channels.used(store, "a") == ["a", "ab"] and channels.used(store, "zz") == []
    assert channels.used(store, most=2) == ["a", "ab"]


async def test_the_search(pictures: Pictures, home: Home, store: Store, past: None) -> None:
    app = screen(home, store, "backup plan")

    async def ready(pilot):  # type: ignore[no-untyped-def]
        await until(pilot, lambda: "4 found" in page(app))
        await pilot.press("down", "down")
        await settled(pilot)

    await pictures(app, ready)


async def test_a_filter_that_is_offered(pictures: Pictures, home: Home, store: Store, past: None) -> None:
    app = screen(home, store)

    async def ready(pilot):  # type: ignore[no-untyped-def]
        await settled(pilot)
        await pilot.press(*"plan", "space")
        await until(pilot, lambda: "4 found" in page(app))
        await pilot.press(*"agent:")
        await until(pilot, lambda: "tab complete" in page(app))

    await pictures(app, ready)
