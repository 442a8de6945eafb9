"""The strings that broke other programs, in what the store can't hold or hand over: labels and marks of any kind, in one app."""

from pathlib import Path

from hydratui.agents.roster import Agent
from hydratui.commands.suggest import Suggestion
from hydratui.recall import Answer, Excerpt, Hit
from hydratui.tui.screens.help import HelpScreen
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.recall_cards import RecallCards
from tests.tui.hostile import HOSTILE, MARKUP, check_inert
from tests.tui.panel_host import Host, settled


async def test_in_labels_and_in_cards_whose_marks_are_anywhere(tmp_path: Path) -> None:
    cards = []
    for text in HOSTILE:
        agent = Agent("ada", text, text, text, text, tmp_path)
        excerpt = Excerpt(text, ((0, 3), (3, 5), (5, 10_000)))
        hits = tuple(Hit(number, text, text, text, excerpt, excerpt, 1.0, True) for number in (1, 2))
        cards += [RecallCards(Answer(text, "ada", 2, text, found, (text,), 1.0), agent) for found in (hits, ())]
    app = Host(Palette(), *cards)
    async with app.run_test(size=(120, 110)) as pilot:
        app.query_one(Palette).show([Suggestion(text, text, text, text, (0, 1, 2), 0, 1) for text in HOSTILE])
        await settled(pilot)
        screen = check_inert(app)
        assert all(screen.count(text[:20]) >= 6 for text in MARKUP), screen
        assert screen.count("2 hits in 2 tasks") == screen.count("╰ enter open") == len(HOSTILE)
        await pilot.resize_terminal(60, 110)
        await settled(pilot)
        check_inert(app)
        await app.push_screen(HelpScreen(" ".join(HOSTILE)))
        await settled(pilot)
        check_inert(app)
