"""What was found elsewhere is gone to with its words marked, and the marks go away."""

from hydratui.paths import Home
from hydratui.store import Store
from hydratui.tui.screens.search import SearchScreen
from hydratui.tui.widgets.find_line import FindLine
from hydratui.tui.widgets.recall_cards import RecallCards
from tests.tui.conftest import OpenApp
from tests.tui.story import Clock, Worker, write_past


async def test_the_words_of_a_search_or_a_card_are_marked_where_they_were_said(
    open_app: OpenApp, home: Home, store: Store, clock: Clock
) -> None:
    worker: Worker = write_past(store, home, clock)
    worker.said("iris", "what deploying costs", "Nothing: each *deploy* is free.", channel="iris")
    async with open_app((100, 24)) as opened:
        page, press = opened.chat.transcript, opened.pilot.press
        # A line that looks for other words is open in the channel that is left.
        await press("ctrl+f", *"plan")
        await opened.until(lambda: page.marked == ("plan",))
        opened.chat.prompt.put("/search deploy costs")
        opened.chat.prompt.focus()
        await press("enter")
        await opened.until(lambda: isinstance(opened.app.screen, SearchScreen) and "found" in opened.screen())
        await press("enter")
        await opened.until(lambda: opened.chat.talk.channel == "iris" and not opened.chat.query(FindLine))
        # Not what was typed, but the forms that were found.
        assert set(page.marked) == {"deploying", "costs", "deploy"}
        await press("escape")
        await opened.until(lambda: page.marked == ())
        opened.chat.change_channel("main")
        opened.chat.prompt.put("/recall tunnel")
        await press("enter")
        await opened.until(lambda: bool(opened.chat.query(RecallCards)))
        await press("enter")
        await opened.until(lambda: page.marked == ("tunnel",) and opened.chat.focused is opened.chat.prompt)
        assert "esc unmark" in opened.screen()
        await press("ctrl+f")
        await opened.until(lambda: page.marked == ("plan",))
        await press("escape")
        await opened.until(lambda: page.marked == () and not opened.chat.query(FindLine))
