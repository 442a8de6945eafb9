"""Recall cards: what one sees of a hit, and what can be done with it from the keyboard."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

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

    def on_recall_cards_refined(self, event: RecallCards.Refined) -> None:
        self.heard.append(event.typed)

    def on_recall_cards_narrowed(self, event: RecallCards.Narrowed) -> None:
        self.heard.append(event.typed)


async def test_a_card_says_when_where_who_and_how_many() -> None:
    app = Host(RecallCards(ANSWER, ADA))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        text = page(app)
        assert "3 hits in 812 tasks since 1 Jan 2026 · 4 ms" in text
        assert "╭ Wed 21 Oct 2026 · main · 5 weeks ago ─" in text
        assert "│ you  should the backup plan move to nights?" in text
        assert "│ Ada  Yes. The backup plan moves" in text
        assert "╰ enter open · y copy · m remember · a ask · / refine · c context · ←→ 1 of 3 ─" in text


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
        assert marked == ["all time", "backup", "plan", "backup", "plan"]


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


@pytest.mark.parametrize(
    ("width", "typed", "head"),
    [
        (100, "backup plan", "3 hits in 812 tasks since 1 Jan 2026 · 4 ms  s all time · this week · this month · this year"),
        (80, "backup plan", "3 hits in 812 tasks · 4 ms  s all time · this week · this month · this year"),
        (60, "backup plan", "3 hits in 812 tasks · 4 ms  s all · week · month · year"),
        (60, "backup since:2026-09", "3 hits  s all · week · month · year · since:2026-09 ×"),
        (40, "backup plan", "3 hits  s all · week · month · year"),
    ],
)
async def test_the_spans_of_time_stand_beside_the_figures_on_one_line_at_any_width(width: int, typed: str, head: str) -> None:
    app = Host(RecallCards(ANSWER, ADA, typed))
    async with app.run_test(size=(width, 24)) as pilot:
        await settled(pilot)
        figures, _, spans = shown(app)[0].strip().partition("   ")
        assert f"{figures}  {spans.strip()}" == head and shown(app)[1].startswith(" ╭")


async def test_s_goes_through_the_spans_and_the_filters_that_were_typed_and_x_takes_them_off() -> None:
    cards = RecallCards(ANSWER, ADA, "backup since:2026-09 plan until:2026-10-25")
    app = Listening(cards)
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert chosen(app) == "since:2026-09 until:2026-10-25"
        await pilot.press("s", "s", "s")
        assert chosen(app) == "month" and "since:2026-09 until:2026-10-25" in page(app)
        await pilot.press("s", "s", "x")
        assert chosen(app) == "since:2026-09"
        await pilot.press("backspace")
        assert chosen(app) == "all time" and "since:2026-09" not in page(app)
        await pilot.press("x", "s", "x", "slash")
        await settled(pilot)
        weeks, filters = "backup plan since:2026-11-30", ("since:2026-11", "since:2026", "since:2026-09 until:2026-10-25", "since:2026-09")
        assert app.heard == ["backup plan", weeks, *(f"backup plan {each}" for each in filters), "backup plan", weeks, *["backup plan"] * 2]


async def test_what_is_found_in_other_days_takes_the_place_of_the_cards_and_nothing_below_moves() -> None:
    cards = RecallCards(ANSWER, ADA)
    app = Host(cards, Static("below", classes="below"))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        await pilot.press("right", "s")
        at = next(number for number, each in enumerate(shown(app)) if "below" in each)
        await pilot.press("s")
        cards.take(replace(ANSWER, hits=()), "backup plan since:2026-11-30")
        await settled(pilot)
        # They were asked for, and others since.
        assert "3 hits" in page(app) and chosen(app) == "this month"
        cards.take(replace(ANSWER, hits=(OLD,), searched=1), "backup plan since:2026-11")
        await settled(pilot)
        assert "1 hit in 1 task" in page(app) and "where do backups go?" in page(app) and "←→" not in page(app)
        assert "below" in shown(app)[at]
        cards.action_span()
        cards.take(replace(ANSWER, hits=(), searched=0), "backup plan since:2026")
        await settled(pilot)
        assert "no hits in 0 tasks" in page(app) and "Ada has no completed tasks this year." in page(app) and "below" in shown(app)[at]
        assert app.focused is cards
        await pilot.press("enter", "y", "m", "a", "c", "left")
        cards.action_widen()
        cards.stay()
        await settled(pilot)
        assert chosen(app) == "this year"
        await pilot.resize_terminal(60, 24)
        await settled(pilot)
        assert "Ada has no completed tasks this year." in page(app) and chosen(app) == "year"


async def test_a_first_search_that_finds_nothing_in_some_days_can_be_widened() -> None:
    cards = RecallCards(replace(ANSWER, hits=(), searched=3), ADA, "zebra since:2026-11-20")
    app = Listening(cards)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "Nothing in Ada's 3 tasks in those days matches backup plan." in page(app) and "since:2026-11-20 ×" in page(app)
        cards.focus()
        await pilot.press("x")
        await settled(pilot)
        assert app.heard == ["zebra"]
        cards.take(replace(ANSWER, hits=()), "zebra")
        await settled(pilot)
        assert "Nothing in Ada's 812 tasks matches" in page(app) and app.focused is cards
        await pilot.press("s")
        await settled(pilot)
        assert app.heard[-1] == "zebra since:2026-11-30"


async def test_what_a_model_was_told_can_be_searched_for_anew_but_has_no_spans() -> None:
    gone = replace(OLD, at="2026-09-21", channel="")
    app = Listening(RecallCards(replace(ANSWER, since=None, hits=(gone,)), ADA, "backup plan since:2026-09", told=True))
    async with app.run_test(size=(100, 24)) as pilot:
        await settled(pilot)
        assert shown(app)[0].strip() == "1 hit in 812 tasks · 4 ms" and "╭ Mon 21 Sep 2026 · deleted · 2 months ago ─" in page(app)
        await pilot.press("s", "x", "backspace", "slash", "y")
        await settled(pilot)
        assert app.heard == [
            "backup plan since:2026-09",
            "2026-09-21 · task 17\nyou: where do backups go?\nAda: To the mini PC in the hall.",
        ]


def chosen(app: Host) -> str:
    """What stands out in the line of figures."""
    strip = app.screen._compositor.render_strips()[0]
    return "".join(segment.text for segment in strip if segment.style and segment.style.bold and segment.style.underline)
