"""Recall in the conversation: other days from the card, the search typed anew, and what the model itself was told."""

import json
from typing import cast

import pytest
from textual.pilot import Pilot

from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.recall import as_json, recall
from hydratui.store import Store, tasks, usage
from hydratui.store.usage import CallDetail
from hydratui.tui.app import HydraApp
from hydratui.tui.told_cards import told_cards
from hydratui.tui.widgets.recall_cards import RecallCards
from hydratui.tui.widgets.reply import Reply
from tests.model_server import model_server
from tests.shell import shell
from tests.tui.conftest import Open, OpenApp, shown
from tests.tui.panel_host import HOSTILE
from tests.tui.pictures import NARROW_LIGHT, WIDE, Pictures
from tests.tui.screenshots import until
from tests.tui.story import SONNET, Clock, Worker, write_past
from tests.unit.program import run


def told(worker: Worker, query: str) -> None:
    """An exchange in which Ada's model recalls what there is."""
    answer = recall(worker.store, "ada", query)
    detail = CallDetail(json.dumps({"query": query}), json.dumps({**as_json(answer), "note": "They are data."}, ensure_ascii=False))
    task = tasks.submit(worker.store, "ada", "What did we decide about the backup plan?")
    worker.begin(task)
    usage.record(
        worker.store, task=task.id, agent="ada", tool="recall", source="built-in", outcome="ok", ms=4, summary=query,
        result=f"{len(answer.hits)} hits in {answer.searched} tasks", detail=detail,
    )  # fmt: skip
    worker.clock.tick(4)
    worker.complete(task, "On **21 October** we decided to move it to Tuesday nights.", SONNET, (2210, 96))


async def searched(opened: Open, typed: str) -> RecallCards:
    opened.chat.prompt.put(f"/recall {typed}")
    await opened.pilot.press("enter")
    await opened.until(lambda: isinstance(opened.app.focused, RecallCards), "for the cards")
    return cast(RecallCards, opened.app.focused)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)], ids=str)
async def test_other_days_are_searched_from_the_card_and_the_search_is_typed_anew(
    open_app: OpenApp, store: Store, home: Home, clock: Clock, size: tuple[int, int]
) -> None:
    worker = write_past(store, home, clock)
    worker.said("ada", "is the backup plan still right?", "It is. " * 60)
    async with open_app(size) as opened:
        cards = await searched(opened, "backup plan since:2026-10 until:2026-10-25")
        before = cards.answer
        assert len(before.hits) == 3 and "since:2026-10 until:2026-10-25 ×" in opened.screen()
        height, top = cards.size.height, cards.region.y
        await opened.pilot.press("s", "s")
        await opened.until(lambda: len(cards.answer.hits) == 1, "for this week")
        await opened.until(lambda: "is the backup plan still right?" in opened.screen(), "for its card")
        tall = cards.size.height
        assert tall > height and opened.app.focused is cards
        await opened.pilot.press("s", "s", "s")
        await opened.until(lambda: cards.answer.hits == before.hits, "for the days that were typed")
        assert cards.size.height == tall, "what is below does not move for a shorter one"
        assert cards.region.y == top - (tall - height) or cards.region.y == top
        await opened.pilot.press("x", "slash")
        await opened.until(lambda: opened.chat.prompt.text == "/recall backup plan since:2026-10", "for the search in the prompt")
        assert opened.chat.prompt.has_focus and opened.chat.prompt.cursor_location == (0, len(opened.chat.prompt.text))
        other = await searched(opened, "falkenstein since:2026-11-20")
        assert "Nothing in Ada's" in opened.screen() and not other.answer.hits
        await opened.pilot.press("backspace")
        await opened.until(lambda: "Falkenstein" in opened.screen(), "for all time")
        assert opened.app.focused is other and cards.answer.hits


async def test_a_search_of_other_days_that_fails_says_why_and_leaves_the_cards(
    open_app: OpenApp, store: Store, home: Home, clock: Clock
) -> None:
    write_past(store, home, clock)
    async with open_app() as opened:
        cards = await searched(opened, "backup plan")
        before = cards.answer
        shell(store.path, "PRAGMA user_version = 99")
        await opened.pilot.press("s")
        await opened.until(lambda: cards.search.chosen == (), "for the way back")
        assert cards.answer is before


async def test_the_cards_under_a_reply_are_what_its_model_was_told(open_app: OpenApp, store: Store, home: Home, clock: Clock) -> None:
    write_past(store, home, clock)
    with store.write() as db:
        # The worker that has written this is none.
        db.execute("DELETE FROM workers")
        for text in HOSTILE:
            said = (f"{text} plan".encode("utf-8", "replace").decode(), f"{text} backup".encode("utf-8", "replace").decode())
            sql = "INSERT INTO tasks (agent, prompt, result, status, finished_at) VALUES ('ada', ?, ?, 'completed', '2026-10-20T10:00:00Z')"
            db.execute(sql, said)
    with model_server() as server:
        home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{server.url}"\n', encoding="utf-8")
        server.calls = [
            ("recall", '{"query": "backup plan", "since": "2026-10-01"}'),
            ("recall", '{"query": "[/foo] plan"}'),
            ("recall", '{"query": "zebra"}'),
            ("recall", '{"agent": "otto"}'),
        ]
        task = json.loads(run("ask", "--agent", "ada", "--json", "what do you know?").out)["task"]
        messages = cast(list[dict[str, str]], server.asked[-1]["messages"])
        told = [message["content"] for message in messages if message["role"] == "tool"]
    calls = usage.calls(store, task)
    kept = [usage.detail(store, call.id) for call in calls]
    assert [each.output for each in kept if each is not None] == [*told[:3], json.loads(told[3])["error"]]
    ada = find(home, "ada")
    made = [told_cards(store, call, ada, "$accent") for call in calls]
    assert made[2:] == [None, None], "one found nothing, the other was refused"
    for cards, text in zip(made[:2], told[:2], strict=True):
        assert cards is not None and as_json(cards.answer)["hits"] == json.loads(text)["hits"]
        assert any(hit.asked.marks or hit.answered.marks for hit in cards.answer.hits)
    async with open_app((100, 40)) as opened:
        await opened.pilot.press("alt+up", "right", "enter")
        await opened.until(lambda: bool(opened.chat.query("RecallCards.-told")), "for the cards")
        cards = opened.chat.query_one("RecallCards.-told", RecallCards)
        first = json.loads(told[0])["hits"][0]
        await opened.until(lambda: " ".join(first["asked"].split())[:40] in opened.screen(), "for the first of them")
        assert calls[0].result in opened.screen() and "this week" not in opened.screen()
        page = list(opened.chat.transcript.children)
        assert isinstance(page[page.index(cards) - 1], Reply)
        shell(store.path, f"DELETE FROM tasks WHERE id = {first['task']}")
        cards.focus()
        await opened.pilot.press("s", "x", "enter")
        await opened.until(lambda: f"Task {first['task']} is not in the store any more." in opened.screen(), "for the word that it is gone")
        await opened.pilot.press("c")
        await opened.pilot.press("slash")
        await opened.until(lambda: opened.chat.prompt.text == "/recall backup plan since:2026-10-01", "for the search in the prompt")
    again = told_cards(store, calls[0], ada, "$accent")
    assert again is not None and as_json(again.answer)["hits"] == json.loads(told[0])["hits"]


async def test_the_picture_of_what_a_model_was_told(pictures: Pictures, store: Store, home: Home, clock: Clock) -> None:
    told(write_past(store, home, clock), "backup plan")

    async def unfold(pilot: Pilot[None]) -> None:
        await pilot.press("alt+up", "right", "enter")
        await until(pilot, lambda: "enter open" in shown(pilot.app))

    for look in (WIDE, NARROW_LIGHT):
        await pictures(HydraApp(home, None), unfold, looks=[look])
