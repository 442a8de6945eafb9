"""Sending, streaming, ending, failing, cancelling: what a user sees of it."""

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.store import Store, held, queue, tasks
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.notice import Notice
from hydratui.tui.widgets.reply import Reply
from hydratui.tui.widgets.welcome import Welcome
from tests.tui.conftest import Open, OpenApp
from tests.tui.story import Call, Clock, Worker


async def _send(opened: Open, store: Store, text: str, count: int = 1) -> list[tasks.Task]:
    known = {task.id for task in tasks.recent(store)}
    opened.chat.prompt.put(text)
    await opened.pilot.press("enter")
    await opened.until(lambda: len([task for task in tasks.recent(store) if task.id not in known]) >= count, "for the task")
    await opened.until(lambda: "queued" in opened.screen(), "for the message on the page")
    return sorted((task for task in tasks.recent(store) if task.id not in known), key=lambda task: task.id)


async def test_an_empty_channel_says_what_to_try_and_the_prompt_has_the_focus(open_app: OpenApp) -> None:
    async with open_app() as opened:
        assert opened.app.focused is opened.chat.prompt
        assert "remember that I deploy on Fridays" in opened.screen()
        assert "/recall deploy" in opened.screen()


async def test_a_message_appears_at_once_and_waits_in_words(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        await opened.type("hello there")
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(tasks.recent(store)))
        await opened.until(lambda: "queued" in opened.screen())
        assert opened.chat.prompt.text == ""
        assert not opened.chat.query(Welcome)
        assert "hello there" in opened.screen()
        (task,) = tasks.recent(store)
        assert (task.agent, task.prompt, task.channel) == ("ada", "hello there", "main")


async def test_what_a_worker_writes_streams_in_and_ends_as_markdown(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (task,) = await _send(opened, store, "say something")
        worker.begin(task)
        worker.stream(task, "Here is **half")
        await opened.until(lambda: "half" in opened.screen())
        assert "working" in opened.screen()
        worker.stream(task, " of it** and\n\n- a point")
        await opened.until(lambda: "• a point" in opened.screen())
        worker.complete(task, "Here is **half of it** and\n\n- a point\n- another", "openai:gpt-5", (700, 112))
        await opened.until(lambda: "• another" in opened.screen())
        assert "half of it" in opened.screen() and "**" not in opened.screen()
        assert "gpt-5" in opened.screen() and "812 tokens" in opened.screen()
        assert len(opened.chat.query(Reply)) == 1


async def test_several_agents_stream_at_once(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        sent = await _send(opened, store, "@ada @otto @iris what now?", count=3)
        for task in sent:
            worker.begin(task)
        for round_ in range(3):
            for task in sent:
                worker.stream(task, f"{task.agent} says {round_}. ")
        await opened.until(lambda: all(f"{task.agent} says 2." in opened.screen() for task in sent))
        assert opened.screen().count("what now?") == 1
        await opened.until(lambda: "3 working" in opened.screen())


async def test_a_second_attempt_begins_the_text_again(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (task,) = await _send(opened, store, "go on")
        claim = worker.begin(task)
        worker.stream(task, "first try")
        await opened.until(lambda: "first try" in opened.screen())
        queue.hand_back(store, claim)
        with store.write() as db:
            db.execute("UPDATE tasks SET attempts = 1 WHERE id = ?", (task.id,))
        worker.begin(task)
        worker.stream(task, "second try")
        await opened.until(lambda: "second try" in opened.screen())
        assert "first try" not in opened.screen()


async def test_a_failed_task_keeps_what_had_arrived_and_says_why_and_what_to_do(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (task,) = await _send(opened, store, "try it")
        worker.begin(task)
        worker.fail(task, "The key for OpenAI was refused. Save another with `hydratui keys`.", result="I was about to")
        await opened.until(lambda: "failed" in opened.screen())
        assert "I was about to" in opened.screen()
        assert "The key for OpenAI was refused." in opened.screen()
        await opened.pilot.press("up")
        assert opened.chat.prompt.text == "try it"


async def test_a_cancelled_answer_says_so_where_it_stops(open_app: OpenApp, store: Store, worker: Worker) -> None:
    story = "\n\n".join(f"Part {number}." for number in range(60))
    async with open_app() as opened:
        (task,) = await _send(opened, store, "a long story")
        claim = worker.begin(task)
        worker.stream(task, story)
        await opened.until(lambda: "Part 59." in opened.screen())
        assert queue.stop(store, claim, story, "builtin", (0, 0))
        await opened.until(lambda: "Part 59." in opened.screen() and "Cancelled here." in opened.screen())


async def test_tool_calls_are_one_line_each(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (task,) = await _send(opened, store, "look it up")
        worker.begin(
            task,
            (
                Call("recall", "backup plan", "3 hits in 812 tasks"),
                Call("fetch_url", "http://10.0.0.1", "that address is private", "blocked"),
            ),
        )
        await opened.until(lambda: "▸ recall  backup plan" in opened.screen())
        assert "3 hits in 812 tasks" in opened.screen()
        assert "blocked: that address is private" in opened.screen()


async def test_a_refused_line_gives_a_notice_and_stays_in_the_prompt(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        opened.chat.prompt.put("/nonsense")
        await opened.pilot.press("enter")
        await opened.until(lambda: bool(opened.chat.query(Notice)))
        assert "No command /nonsense" in opened.screen()
        assert opened.chat.prompt.text == "/nonsense"
        assert not tasks.recent(store)


async def test_a_message_from_elsewhere_appears(open_app: OpenApp, store: Store) -> None:
    async with open_app() as opened:
        tasks.submit(store, "otto", "sent from a shell", "main")
        await opened.until(lambda: "sent from a shell" in opened.screen())


async def test_esc_closes_the_palette_then_takes_back_then_cancels(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (first,) = await _send(opened, store, "the first")
        worker.begin(first)
        await opened.until(lambda: "working" in opened.screen())
        (second,) = await _send(opened, store, "the second")
        await opened.pilot.press("slash")
        await opened.until(lambda: opened.chat.palette.shown)
        await opened.pilot.press("escape")
        await opened.until(lambda: not opened.chat.palette.shown)
        await opened.pilot.press("backspace", "escape")
        await opened.until(lambda: opened.chat.prompt.text == "the second")
        assert tasks.get(store, second.id) is None
        await opened.until(lambda: opened.chat.transcript.reply(second.id) is None)
        running = tasks.get(store, first.id)
        assert running is not None and not running.cancelling
        opened.chat.prompt.put("")
        await opened.pilot.press("escape")
        await opened.until(lambda: "stopping" in opened.screen())
        running = tasks.get(store, first.id)
        assert running is not None and running.cancelling


async def test_ctrl_c_clears_then_cancels_then_asks_then_quits(open_app: OpenApp, store: Store, worker: Worker) -> None:
    async with open_app() as opened:
        (task,) = await _send(opened, store, "work")
        worker.begin(task)
        await opened.until(lambda: bool(opened.chat.talk.desk.running))
        opened.chat.prompt.put("a long draft")
        await opened.pilot.press("ctrl+c")
        assert opened.chat.prompt.text == ""
        await opened.pilot.press("up")
        assert opened.chat.prompt.text == "a long draft"
        opened.chat.prompt.put("")
        await opened.pilot.press("ctrl+c")
        await opened.until(lambda: "stopping" in opened.screen())
        queue.stop(store, worker.claims[task.id], "", None, (0, 0))
        await opened.until(lambda: not opened.chat.talk.desk.running)
        await opened.pilot.press("ctrl+c")
        assert opened.app.is_running
        assert "Press ctrl+c again to quit" in opened.screen()
        await opened.pilot.press("ctrl+c")
        assert opened.app._exit


async def test_ctrl_c_copies_a_selection_and_keeps_the_draft(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "what is it?", "It is **forty-two**.")
    async with open_app() as opened:
        opened.chat.prompt.put("a draft")
        reply = opened.chat.query_one(Reply)
        reply.text_select_all()
        await opened.pilot.press("ctrl+c")
        assert "It is forty-two." in opened.app.clipboard
        assert opened.chat.prompt.text == "a draft"


async def test_a_held_note_is_shown_and_kept_with_one_key(open_app: OpenApp, store: Store, worker: Worker, clock: Clock) -> None:
    task = worker.said("iris", "read example.org", "Done.")
    async with open_app() as opened:
        held.hold(store, "iris", task.id, "The moon is made of stone.", "example.org")
        await opened.until(lambda: bool(opened.chat.query(HeldCard)))
        assert "Iris wants to remember" in opened.screen()
        await opened.until(lambda: "needs you" in opened.screen())
        opened.chat.query_one(HeldCard).focus()
        await opened.pilot.press("k")
        await opened.until(lambda: not opened.chat.query(HeldCard))
        assert not held.held(store)
        memory = (opened.app.home.agents / "iris" / "iris.memory.md").read_text(encoding="utf-8")
        assert memory.endswith("- [2026-11-30] The moon is made of stone.\n")


async def test_the_keys_are_shown_on_the_held_note_that_they_settle(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = worker.said("iris", "read example.org", "Done.")
    for note in ("first", "second"):
        held.hold(store, "iris", task.id, note, "example.org")
    async with open_app() as opened:
        await opened.until(lambda: len(opened.chat.query(HeldCard)) == 2)
        first, second = opened.chat.query(HeldCard)
        assert (first.note.note, second.note.note) == ("first", "second")
        assert ["decide" in str(card.border_subtitle) for card in (first, second)] == [True, True]
        await opened.pilot.press("shift+tab")
        await opened.until(lambda: "keep" in str(second.border_subtitle) and "decide" in str(first.border_subtitle))
        await opened.pilot.press("shift+tab")
        await opened.until(lambda: "keep" in str(first.border_subtitle) and "decide" in str(second.border_subtitle))
        await opened.pilot.press("d")
        await opened.until(lambda: [note.note for note in held.held(store)] == ["second"])


async def test_a_held_note_is_discarded_with_one_key(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = worker.said("iris", "read example.org", "Done.")
    held.hold(store, "iris", task.id, "The moon is made of cheese.", "example.org")
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.query(HeldCard)))
        opened.chat.query_one(HeldCard).focus()
        await opened.pilot.press("d")
        await opened.until(lambda: not opened.chat.query(HeldCard))
        assert "cheese" not in (opened.app.home.agents / "iris" / "iris.memory.md").read_text(encoding="utf-8")


async def test_a_held_note_is_edited_in_the_prompt_and_waits_until_it_is_sent(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = worker.said("iris", "read example.org", "Done.")
    number = held.hold(store, "iris", task.id, "The moon is made of cheese.", "example.org")
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.query(HeldCard)))
        opened.chat.query_one(HeldCard).focus()
        await opened.pilot.press("e")
        await opened.until(lambda: opened.chat.prompt.text == f"/keep {number} The moon is made of cheese.")
        assert len(held.held(store)) == 1
        opened.chat.prompt.put(f"/keep {number} The moon is made of stone.")
        await opened.pilot.press("enter")
        await opened.until(lambda: not opened.chat.query(HeldCard))
        assert held.held(store) == []
        (note,) = [note for note in memory.notes(find(opened.app.home, "iris")) if "moon" in note.text]
        assert (note.text, note.origin, note.task) == ("The moon is made of stone.", "user", task.id)


async def test_the_first_search_of_a_long_past_says_how_much_is_left(
    open_app: OpenApp, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hydratui.tui.outcomes.PROGRESS_SECONDS", 0.8)
    with store.write() as db:
        db.executemany(
            """INSERT INTO tasks (agent, channel, prompt, result, status, finished_at)
               VALUES ('ada', 'old', ?, ?, 'completed', '2026-01-01T00:00:00Z')""",
            [(f"question {number} about the backup plan", "an answer with some words in it " * 20) for number in range(20_000)],
        )
    async with open_app() as opened:
        opened.chat.prompt.put("/recall backup plan")
        await opened.pilot.press("enter")
        await opened.until(lambda: "older tasks for the search" in opened.screen(), "for the progress")
        await opened.until(lambda: bool(opened.chat.query("RecallCards")), "for the cards")
        assert "5 hits in 20,000 tasks" in opened.screen()
