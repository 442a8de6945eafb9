"""The palette beside the prompt: what it shows, what is chosen, and that it never takes the focus."""

from textual.widgets import Input

from hydratui.agents.roster import find
from hydratui.commands.command import Context
from hydratui.commands.suggest import Suggestion, suggest
from hydratui.paths import Home
from hydratui.store import Store
from hydratui.tui.widgets.palette import Palette
from tests.tui.panel_host import Host, page, settled, shown


def many(count: int) -> list[Suggestion]:
    return [Suggestion(f"/c{number}", f"/c{number}", "", f"Command number {number}", (), 0, 1) for number in range(count)]


async def test_typing_re_offers_remember_with_its_argument_and_the_agents_name(home: Home, store: Store) -> None:
    context = Context(home, store, "main", find(home, "ada"))
    app = Host(Palette())
    async with app.run_test(size=(80, 24)) as pilot:
        palette = app.query_one(Palette)
        palette.show(suggest(context, "/re", 3))
        await settled(pilot)
        row = next(line for line in shown(app) if "/remember" in line)
        assert "/remember <note>" in row and "Save a note in Ada's memory" in row
        chosen = palette.chosen()
        assert chosen is not None and f"▸ {chosen.label}" in page(app)


async def test_letters_that_match_are_bold_and_underlined_and_the_rest_is_not(home: Home, store: Store) -> None:
    app = Host(Palette())
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(Palette).show(suggest(Context(home, store, "main", None), "/rm", 3))
        await settled(pilot)
        marked = [
            segment.text
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.bold and segment.style.underline
        ]
        assert "r" in marked and "m" in marked and "e" not in marked


async def test_the_focus_stays_where_it_is(home: Home) -> None:
    app = Host(Input(), Palette())
    async with app.run_test() as pilot:
        app.query_one(Input).focus()
        app.query_one(Palette).show(many(3))
        await settled(pilot)
        await pilot.click(Palette)
        await pilot.press("tab", "tab")
        assert app.focused is app.query_one(Input)


async def test_one_step_goes_round_at_the_ends_and_a_long_one_stops_there(home: Home) -> None:
    app = Host(Palette())
    async with app.run_test() as pilot:
        palette = app.query_one(Palette)
        palette.show(many(12))
        for delta, expected in ((-1, 11), (1, 0), (5, 5), (50, 11), (-50, 0)):
            palette.move(delta)
            chosen = palette.chosen()
            assert chosen is not None and chosen.label == f"/c{expected}"
        await settled(pilot)


async def test_a_long_list_scrolls_with_the_choice_and_says_how_many_there_are(home: Home) -> None:
    app = Host(Palette())
    async with app.run_test(size=(80, 24)) as pilot:
        palette = app.query_one(Palette)
        palette.show(many(30))
        for _ in range(20):
            palette.move(1)
        await settled(pilot)
        assert "▸ /c20" in page(app) and "21 of 30" in page(app)
        assert "/c2 " not in page(app)


async def test_with_no_match_it_says_so_and_nothing_is_chosen(home: Home) -> None:
    app = Host(Palette())
    async with app.run_test() as pilot:
        palette = app.query_one(Palette)
        palette.show([])
        await settled(pilot)
        assert "No command matches" in page(app)
        palette.move(1)
        assert palette.chosen() is None and palette.shown


async def test_hidden_it_takes_no_room_and_offers_nothing(home: Home) -> None:
    app = Host(Palette())
    async with app.run_test() as pilot:
        palette = app.query_one(Palette)
        palette.show(many(3))
        palette.hide()
        await settled(pilot)
        assert not palette.shown and palette.chosen() is None and palette.size.height == 0


async def test_a_click_picks_the_row_under_it(home: Home) -> None:
    picked: list[str] = []

    class Clicked(Host):
        def on_palette_picked(self, event: Palette.Picked) -> None:
            picked.append(event.suggestion.label)

    app = Clicked(Palette())
    async with app.run_test() as pilot:
        app.query_one(Palette).show(many(30))
        await settled(pilot)
        await pilot.click(Palette, offset=(6, 3))
        await settled(pilot)
        assert picked == ["/c2"]


async def test_on_sixteen_rows_it_leaves_room_for_prompt_and_status_line(home: Home) -> None:
    app = Host(Palette())
    async with app.run_test(size=(60, 16)) as pilot:
        app.query_one(Palette).show(many(30))
        await settled(pilot)
        assert app.query_one(Palette).outer_size.height <= 12
        await pilot.resize_terminal(60, 12)
        await settled(pilot)
        assert app.query_one(Palette).outer_size.height <= 8


async def test_columns_stay_straight_with_emoji_and_wide_characters(home: Home) -> None:
    names = ("/ada", "/👩‍👩‍👧", "/家族", "/🇩🇪x", "/e\u0301")
    app = Host(Palette())
    async with app.run_test(size=(80, 24)) as pilot:
        app.query_one(Palette).show([Suggestion(name, name, "<message>", "HERE", (1,), 0, 1) for name in names])
        await settled(pilot)
        from rich.cells import cell_len

        starts = {cell_len(line[: line.index("HERE")]) for line in shown(app) if "HERE" in line}
        assert len(starts) == 1
        assert {cell_len(line) for line in shown(app)} == {80}
