"""What the keys do with what is pointed at: open, unfold, copy, quote, try again, and hand it to another program."""

import json

import pytest

from hydratui.paths import Home
from hydratui.recall import as_json, recall
from hydratui.store import Store, tasks, usage
from hydratui.store.usage import CallDetail
from hydratui.tui import editor, pager
from hydratui.tui.screens.task import TaskScreen
from hydratui.tui.widgets.recall_cards import RecallCards
from tests.tui.conftest import Open, OpenApp
from tests.tui.story import Call, Worker
from tests.tui.test_chat_pointer import hints, pointed, press

HOSTILE = "a\x1b[31mred\x1b]52;c;aGk=\x07 [@click=app.quit]x[/] \u202egnp.exe \u2028 [/foo]"
SAFE = "a␛[31mred␛]52;c;aGk=␇ [@click=app.quit]x[/] gnp.exe \n [/foo]"


def called(worker: Worker, task: tasks.Task, tool: str, arguments: object, output: str, outcome: usage.Outcome = "ok") -> None:
    """Writes down a call of a tool with what is kept of it."""
    usage.record(
        worker.store, task=task.id, agent=task.agent, tool=tool, source="built-in", outcome=outcome, ms=4.0, summary="in short",
        result="it went", detail=CallDetail(json.dumps(arguments, ensure_ascii=False), output),
    )  # fmt: skip


async def copied(opened: Open, *keys: str) -> str:
    """What is on the clipboard after some keys and `y`."""
    opened.app.copy_to_clipboard("")
    await press(opened, *keys, "y")
    await opened.until(lambda: "clipboard." in opened.screen())
    return opened.app.clipboard


async def test_an_answer_is_copied_with_its_date_a_question_and_code_as_they_were_written(open_app: OpenApp, worker: Worker) -> None:
    code = "\tif true; then\n\t\techo 'a\tb'\n\tfi\n" + "".join(f"line {number}\n" for number in range(500))
    answer = f"Here **it** is:\n\n```sh\n{code}```\n\n- and\n  ```\n  in a list\n  ```"
    worker.said("ada", "a question\n\twith a tab", answer)
    async with open_app() as opened:
        assert await copied(opened, "alt+up") == f"2026-11-30 10:34:16 · main · task 1\nAda:\n{answer}"
        assert await copied(opened, "left") == "in a list"
        assert await copied(opened, "left") == code.removesuffix("\n")
        await press(opened, "up")
        for _ in range(400):
            if pointed(opened).startswith("a question"):
                break
            await press(opened, "up")
        assert await copied(opened) == "a question\n\twith a tab"


async def test_code_that_streams_in_is_copied_as_far_as_it_is_there_and_so_is_its_answer(
    open_app: OpenApp, store: Store, worker: Worker
) -> None:
    task = tasks.submit(store, "ada", "go on")
    worker.begin(task)
    worker.stream(task, "First words.\n\n```py\none = 1\n```\n\nthen\n\nmore\n\n```py\ntwo")
    async with open_app() as opened:
        await opened.until(lambda: "two" in opened.screen())
        assert await copied(opened, "alt+up", "right", "right") == "two"
        worker.stream(task, " = 2\n\tthree")
        await opened.until(lambda: "three" in opened.screen())
        assert await copied(opened) == "two = 2\n\tthree"
        assert await copied(opened, "left") == "one = 1"
        assert (await copied(opened, "up")).endswith("Ada:\nFirst words.\n\n```py\none = 1\n```\n\nthen\n\nmore\n\n```py\ntwo = 2\n\tthree")
        worker.complete(task, "```\nother code\n```")
        await opened.until(lambda: "other code" in opened.screen())
        await press(opened, "right")
        assert await copied(opened) == "other code"


async def test_a_quotation_goes_below_the_draft_with_the_cursor_after_it(open_app: OpenApp, home: Home, worker: Worker) -> None:
    worker.said("ada", "q", f"first\n\n{HOSTILE}\n\n```py\nx = '```'\n```")
    async with open_app() as opened:
        prompt = opened.chat.prompt
        await opened.type("look")
        await press(opened, "alt+up", "q")
        quoted = "\n".join(f"> {line}".rstrip() for line in f"first\n\n{SAFE}\n\n```py\nx = '```'\n```".split("\n"))
        assert prompt.text == f"look\n\n{quoted}\n\n" and prompt.has_focus and prompt.cursor_at_end_of_text
        assert not pointed(opened)
        prompt.clear_draft()
        await press(opened, "alt+up", "right", "q")
        assert prompt.text == "> ````py\n> x = '```'\n> ````\n\n", "code stands between fences, longer than any in it"
        await opened.type("so")
        assert prompt.text.endswith("````\n\nso")


async def test_with_the_keys_of_vi_the_prompt_is_as_it_was_and_a_quotation_is_gone_on_with(
    open_app: OpenApp, home: Home, worker: Worker
) -> None:
    home.config.write_text('[app]\nkeys = "vi"\n', encoding="utf-8")
    worker.said("ada", "q", "answer")
    async with open_app() as opened:
        await opened.type("yoq")
        assert opened.chat.prompt.text == "yoq"
        await press(opened, "escape")
        assert "normal" in hints(opened)
        await press(opened, "alt+up")
        assert pointed(opened) == "answer"
        await press(opened, "escape")
        assert "normal" in hints(opened) and opened.chat.prompt.text == "yoq"
        await press(opened, "alt+up", "q")
        await opened.type("ex")
        assert opened.chat.prompt.text == "yoq\n\n> answer\n\nex" and "insert" in hints(opened)


async def test_a_failed_task_is_tried_again_where_it_stands(open_app: OpenApp, store: Store, worker: Worker) -> None:
    failed = tasks.submit(store, "ada", "do it")
    worker.begin(failed)
    worker.fail(failed, "The key was refused.", "I began.")
    worker.said("ada", "another", "fine")
    for number in range(12):
        worker.said("otto", f"question {number}", "yes")
    async with open_app((100, 30)) as opened:
        page = opened.chat.transcript
        await press(opened, "alt+up", "r")
        assert opened.chat.prompt.text == "r", "what has not failed has no such key"
        opened.chat.prompt.clear_draft()
        opened.chat.open_channel("main", at=failed.id)
        await opened.pilot.pause()
        await press(opened, "alt+down", "down")
        assert pointed(opened) == "I began." and "r try again" in hints(opened)
        where = page.scroll_y
        await press(opened, "r")
        await opened.until(lambda: "Task 1 is queued again." in opened.screen())
        assert tasks.get(store, failed.id).status == "pending"  # type: ignore[union-attr]
        assert page.scroll_y == where and page.pointer.at is not None and page.pointer.at.widget is page.reply(failed.id)
        assert "try again" not in hints(opened)
        worker.begin(failed)
        worker.complete(failed, "Now it went.")
        await opened.until(lambda: "Now it went." in opened.screen())
        assert pointed(opened) == "Now it went."


async def test_a_task_that_was_tried_again_elsewhere_is_said(
    open_app: OpenApp, store: Store, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = tasks.submit(store, "ada", "do it")
    tasks.cancel(store, failed.id)
    async with open_app() as opened:
        await press(opened, "alt+up")
        retry = tasks.retry

        def late(*given: object) -> tasks.Task:
            monkeypatch.setattr(tasks, "retry", retry)
            retry(store, failed.id)
            return retry(*given)  # type: ignore[arg-type]

        monkeypatch.setattr(tasks, "retry", late)
        await press(opened, "r")
        await opened.until(lambda: "Task 1 is pending; only a failed" in opened.screen())
        await opened.until(lambda: opened.chat.transcript.open_tasks.keys() == {1})


async def test_enter_opens_the_whole_task_and_the_pointer_stands_when_one_comes_back(open_app: OpenApp, worker: Worker) -> None:
    worker.said("ada", "one", "first")
    worker.said("ada", "two", "second")
    async with open_app() as opened:
        await press(opened, "alt+up", "up", "up", "enter")
        await opened.until(lambda: isinstance(opened.app.screen, TaskScreen) and "task 1" in opened.screen())
        await press(opened, "escape")
        assert opened.app.screen is opened.chat and pointed(opened) == "first"
        # What is no task of anybody's can be copied, and has nothing to open.
        opened.chat.prompt.focus()
        opened.chat.prompt.put("/craft")
        await press(opened, "enter")
        await opened.until(lambda: "craft is general" in opened.screen())
        await press(opened, "alt+up")
        assert "enter" not in hints(opened)
        assert await copied(opened) == "Ada's craft is general."


async def test_lines_of_tools_unfold_to_what_was_given_and_what_came_of_it(open_app: OpenApp, store: Store, worker: Worker) -> None:
    task = tasks.submit(store, "ada", "look around")
    worker.begin(task)
    called(worker, task, "web_search", {"query": HOSTILE, "results": 5, "deep": {"in": [1]}}, "".join(f"hit {n}\n" for n in range(99)))
    called(worker, task, "fetch_url", {"url": "http://10.0.0.7/"}, "10.0.0.7 is a private address.", "blocked")
    worker.call(task, Call("old_tool", "from before", "done"))
    async with open_app((120, 50)) as opened:
        await opened.until(lambda: "old_tool" in opened.screen())
        await press(opened, "alt+up", "right", "enter")
        shown = opened.screen()
        assert "▾ web_search" in shown and "query: a␛[31mred" in shown and 'deep: {"in": [1]}' in shown
        assert "hit 15" in shown and "hit 16" not in shown and "… 83 more lines; o opens all of it" in shown
        await press(opened, "right", "enter", "right", "enter")
        assert "url: http://10.0.0.7/" in opened.screen() and "No more was kept of this call." in opened.screen()
        # All three stay open while the answer streams in, and when it is there.
        worker.stream(task, "I have looked.")
        await opened.until(lambda: "I have looked." in opened.screen())
        worker.complete(task, "I have looked around.")
        await opened.until(lambda: "I have looked around." in opened.screen())
        assert opened.screen().count("▾") == 3 and pointed(opened) == "call 3"
        copied_call = await copied(opened, "left", "left")
        assert copied_call.startswith("web_search\nquery: a␛[31mred") and copied_call.endswith("hit 97\nhit 98")
        await press(opened, "enter")
        assert "▸ web_search" in opened.screen() and "hit 15" not in opened.screen() and opened.screen().count("▾") == 2
        assert await copied(opened, "right", "right") == "old_tool from before\ndone"


async def test_a_recall_unfolds_into_the_cards_that_the_model_was_told(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "when is the backup plan due?", "On Tuesday.")
    worker.said("ada", "who checks the backup plan?", "Otto does.")
    told = json.dumps(as_json(recall(store, "ada", "backup plan")))
    task = tasks.submit(store, "ada", "what about it?")
    worker.begin(task)
    called(worker, task, "recall", {"query": "backup plan"}, told)
    called(worker, task, "recall", {"query": "tuesday"}, json.dumps(as_json(recall(store, "ada", "tuesday"))))
    worker.complete(task, "It is due on Tuesday.")
    async with open_app() as opened:
        page = opened.chat.transcript
        await press(opened, "alt+up", "right", "right", "enter", "left", "enter")
        await opened.until(lambda: len(opened.chat.query(RecallCards)) == 2)
        first, second = opened.chat.query(RecallCards)
        children = list(page.children)
        assert (first.answer.query, second.answer.query) == ("backup plan", "tuesday"), "in the order of the calls"
        assert children[children.index(first) - 1] is page.reply(task.id) and children[children.index(second) - 1] is first
        await press(opened, "right", "right")
        assert first.has_focus and pointed(opened) == "RecallCards"
        await press(opened, "right", "right")
        assert second.has_focus, "beyond the last card the arrow goes on"
        await press(opened, "left")
        assert first.has_focus
        await press(opened, "escape")
        assert page.pointer.at is not None and page.pointer.at.widget is page.reply(task.id)
        await press(opened, "right", "enter")
        await opened.until(lambda: list(opened.chat.query(RecallCards)) == [second])
        # They go with the answer.
        page.take_away(task.id)
        await opened.until(lambda: not opened.chat.query(RecallCards))
        assert pointed(opened) == "Otto does."


async def test_where_no_program_can_be_started_it_is_said(open_app: OpenApp, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.said("ada", "one", "first")
    monkeypatch.setenv("PAGER", "")
    monkeypatch.setenv("EDITOR", "vi")
    async with open_app() as opened:
        await press(opened, "alt+up", "o")
        await opened.until(lambda: "can't be handed to a pager. Enter opens the whole task here." in opened.screen())
        await press(opened, "e")
        await opened.until(lambda: "can't be handed to an editor. Enter opens the whole task here." in opened.screen())
        monkeypatch.setattr(pager, "FALLBACKS", ("no-such-pager-anywhere",))
        monkeypatch.setattr(editor, "FALLBACKS", ("no-such-editor-anywhere",))
        monkeypatch.delenv("EDITOR")
        monkeypatch.delenv("VISUAL", raising=False)
        await press(opened, "o")
        await opened.until(lambda: "No pager is known. Set the variable PAGER" in opened.screen())
        await press(opened, "e")
        await opened.until(lambda: "No editor is known. Set the variable EDITOR" in opened.screen())


async def test_the_commands_do_the_same(open_app: OpenApp, store: Store, worker: Worker) -> None:
    worker.said("ada", "one", "first")
    worker.said("otto", "two", "second")
    tasks.submit(store, "ada", "three")
    async with open_app() as opened:

        async def do(typed: str) -> None:
            opened.chat.prompt.put(typed)
            await press(opened, "enter")

        await do("/copy")
        await opened.until(lambda: opened.app.clipboard == "2026-11-30 10:34:20 · main · task 2\nOtto:\nsecond")
        await do("/copy 3")
        await opened.until(lambda: "Task 3 has no answer yet." in opened.screen())
        opened.chat.prompt.clear_draft()
        await do("/quote 1")
        await opened.until(lambda: opened.chat.prompt.text == "> first\n\n")
        opened.chat.prompt.clear_draft()
        await do("/pager 1")
        await opened.until(lambda: "can't be handed to a pager" in opened.screen())
        await opened.type("/copy ")
        await opened.until(lambda: "Otto, completed: two" in opened.screen() and "Ada, completed: one" in opened.screen())
        opened.chat.prompt.clear_draft()
        await do("/task 1")
        await opened.until(lambda: isinstance(opened.app.screen, TaskScreen))
