"""Recall cards: what one sees of a hit, and what can be done with it from the keyboard."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hydratui import times
from hydratui.agents.roster import Agent, find
from hydratui.paths import Home
from hydratui.recall import Answer, Excerpt, Hit, recall
from hydratui.store import Store
from hydratui.tui.widgets.recall_cards import RecallCards
from tests.tui.panel_host import Host, page, settled, shown

ADA = Agent("ada", "Ada", "🦉", None, "general", Path("ada"))


def excerpt(text: str, *words: str) -> Excerpt:
    return Excerpt(text, tuple(sorted((text.index(word), text.index(word) + len(word)) for word in words)))


PLAN = Hit(
    212,
    None,
    "2026-10-21T10:32:05Z",
    "main",
    excerpt("should the backup plan move to nights?", "backup", "plan"),
    excerpt("Yes. The backup plan moves to Tuesday nights; the first run is on the 27th.", "backup", "plan"),
    7.3,
)
NEXT = Hit(213, None, "2026-10-21T10:40:00Z", "ada", Excerpt("and the first run?"), Excerpt("On the 27th, at 02:30."), 3.1, context=True)
OLD = Hit(17, None, "2026-09-21T08:00:00Z", "main", excerpt("where do backups go?", "backup"), Excerpt("To the mini PC in the hall."), 2.0)
ANSWER = Answer("backup plan", "ada", 812, "2026-01-01T00:00:00Z", (PLAN, NEXT, OLD), (), 4.2)


@pytest.fixture(autouse=True)
def _late_november(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 15, 0, tzinfo=UTC))


class Listening(Host):
    """Keeps what the cards ask for."""

    def on_recall_cards_opened(self, event: RecallCards.Opened) -> None:
        self.heard.append(event.task_id)

    def on_recall_cards_copied(self, event: RecallCards.Copied) -> None:
        self.heard.append(event.text)

    def on_recall_cards_remembered(self, event: RecallCards.Remembered) -> None:
        self.heard.append(event.hit)

    def on_recall_cards_asked(self, event: RecallCards.Asked) -> None:
        self.heard.append(event.hit)


async def test_a_card_says_when_where_who_and_how_many() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        text = page(app)
        assert "3 hits in 812 tasks since 1 Jan 2026 · 4 ms" in text
        assert "╭ Wed 21 Oct 2026 · main · 5 weeks ago ─" in text
        assert "│ you  should the backup plan move to nights?" in text
        assert "│ Ada  Yes. The backup plan moves" in text
        assert "╰ enter open · y copy · m remember · a ask · c context · ←→ 1 of 3 ─" in text


async def test_matched_words_are_bold_and_underlined() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        marked = [
            segment.text
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.bold and segment.style.underline
        ]
        assert marked == ["backup", "plan", "backup", "plan"]


async def test_the_arrows_go_through_the_cards_and_stop_at_the_ends_and_nothing_below_moves() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        height = app.query_one(RecallCards).size.height
        await pilot.press("right")
        assert "2 of 3" in page(app) and "next to a match" in page(app)
        await pilot.press("right", "right", "right")
        assert "3 of 3" in page(app) and "Mon 21 Sep 2026" in page(app)
        assert app.query_one(RecallCards).size.height == height
        await pilot.press("left", "left", "left", "left")
        assert "1 of 3" in page(app)


async def test_the_keys_open_copy_remember_and_ask_for_the_card_in_sight() -> None:
    app = Listening(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("right", "enter", "y", "m", "a")
        await settled(pilot)
        opened, copied, remembered, asked = app.heard
        assert opened == 213
        assert copied == "2026-10-21 10:40:00 · ada · task 213\nyou: and the first run?\nAda: On the 27th, at 02:30."
        assert remembered is NEXT and asked is NEXT


async def test_with_the_focus_the_exact_time_is_shown_and_without_it_is_not() -> None:
    app = Host(RecallCards(ANSWER, ADA), RecallCards(replace(ANSWER, hits=(OLD,)), ADA))
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "2026-10-21 10:32:05" in page(app)
        await pilot.press("tab")
        assert "2026-10-21 10:32:05" not in page(app) and "2026-09-21 08:00:00" in page(app)


async def test_one_hit_has_no_arrows_and_one_task_is_singular() -> None:
    app = Host(RecallCards(replace(ANSWER, hits=(PLAN,), searched=1), ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "1 hit in 1 task since 1 Jan 2026 ·" in page(app) and "←→" not in page(app)


async def test_at_sixty_columns_the_age_in_words_goes_and_every_key_stays() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(60, 24)) as pilot:
        await settled(pilot)
        assert "Wed 21 Oct 2026 · main" in page(app) and "weeks ago" not in page(app)
        assert "enter open · y copy · m remember · a ask · ←→ 1 of 3" in page(app)


async def test_at_forty_columns_how_many_there_are_is_worth_more_than_the_last_key() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(40, 24)) as pilot:
        await settled(pilot)
        assert "enter open" in page(app) and "←→ 1 of 3" in page(app) and "a ask" not in page(app)


async def test_without_a_hit_it_says_so_with_the_nearest_word_and_takes_no_focus() -> None:
    app = Host(RecallCards(Answer("backpu", "ada", 812, None, (), ("backup",), 1.0), ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "Nothing in Ada's 812 tasks matches backpu. Did you mean backup?" in page(app)
        assert "╭" not in page(app)
        await pilot.press("tab", "enter", "y", "left")
        assert app.focused is None


async def test_a_long_answer_is_cut_at_six_lines_with_an_ellipsis() -> None:
    hit = replace(PLAN, answered=Excerpt("word " * 400))
    app = Host(RecallCards(replace(ANSWER, hits=(hit,)), ADA))
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        lines = [line for line in shown(app) if "word" in line]
        assert len(lines) == 6 and lines[-1].rstrip(" │").endswith("…")


async def test_a_stamp_that_another_program_wrote_wrongly_is_shown_as_it_is() -> None:
    app = Listening(RecallCards(replace(ANSWER, hits=(replace(PLAN, at="yesterday-ish"),)), ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        assert "╭ yesterday-ish · main ─" in page(app)
        assert app.heard[0].startswith("yesterday-ish · main")


async def test_a_real_recall_is_shown_with_its_words_marked(home: Home, store: Store) -> None:
    with store.write() as db:
        db.execute(
            "INSERT INTO tasks (agent, channel, prompt, result, status, finished_at) VALUES ('ada', 'main', ?, ?, 'completed', ?)",
            ("When do the búsquedas run?", "Every night at two.", "2026-10-21T10:32:05Z"),
        )
    answer: Any = recall(store, "ada", "busqueda")
    app = Host(RecallCards(answer, find(home, "ada")))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert "When do the búsquedas run?" in page(app) and "1 hit in 1 task" in page(app)
