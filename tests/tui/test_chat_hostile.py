"""Text that tries to be more than text: in every place of the chat that shows some, it is shown as typed and does nothing."""

import re
from pathlib import Path

import pytest
from textual.content import Content

from hydratui.agents.create import create
from hydratui.paths import Home
from hydratui.store import Store, held, tasks
from hydratui.tui import markdown
from hydratui.tui.page import Page
from hydratui.tui.rows import Row
from hydratui.tui.widgets.held_card import HeldCard
from hydratui.tui.widgets.notice import Notice
from tests.tui.conftest import OpenApp
from tests.tui.story import Call, Worker

MARKUP = ("[/foo]", "[@click=app.quit]x[/]", "[red", "[bold]b[/bold]", "[link=http://x.y]z[/link]", "$error", "{braces}")
ESCAPES = "\x1b[31mred\x1b[0m \x1b]52;c;eA==\x07 \x1b]8;;http://x.y\x07link\x1b]8;;\x07 \x1b[2J \x9b31m \u202eabc\u2066 \ud800"
WIDE = "👩‍👩‍👧‍👦 🇩🇪 漢字 e\u0301 \u200d"
ALL = [*MARKUP, ESCAPES, WIDE]
_LIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def _drawn(rows: list[Row], width: int = 40) -> str:
    return "\n".join(line.prefix.plain + line.content.plain for row in rows for line in row.lines(width))


@pytest.mark.parametrize("text", ALL)
async def test_it_is_inert_everywhere_in_the_chat(open_app: OpenApp, home: Home, store: Store, worker: Worker, text: str) -> None:
    agent = create(home, "Mallory")
    card = agent.folder / "mallory.agent.md"
    card.write_text(
        card.read_text(encoding="utf-8").replace("name: Mallory", f"name: {text.splitlines()[0]}"), encoding="utf-8", errors="replace"
    )
    safe = text.encode("utf-8", "replace").decode()
    done = worker.said(
        "mallory",
        safe,
        f"{safe}\n\n# {safe}\n\n- {safe}\n\n`{safe}`\n\n| {safe.replace('|', '')} |\n|---|\n| x |\n",
        calls=(Call(safe, safe, safe),),
    )
    failed = tasks.submit(store, "mallory", "go", "main")
    worker.begin(failed)
    worker.stream(failed, text)
    held.hold(store, "mallory", done.id, safe, safe)
    async with open_app() as opened:
        await opened.until(lambda: bool(opened.chat.query(HeldCard)))
        worker.fail(failed, safe, result=safe)
        await opened.until(lambda: "failed" in opened.screen())
        opened.chat.note(Notice(text))
        opened.chat.say(text)
        opened.chat.prompt.put(text)
        await opened.pilot.pause()
        screen = opened.screen()
        assert not _LIVE.search(screen.replace("\n", ""))
        if text in MARKUP:
            assert screen.count(text) >= 5
        assert opened.app.is_running


@pytest.mark.parametrize(
    "text", ["[x](javascript:alert(1))", "<b>x</b>", "![p](http://x.y/p.png)", "<http://x.y>", "[a]: http://x.y\n\n[a]"]
)
def test_nothing_in_markdown_is_live_and_links_show_where_they_lead(text: str) -> None:
    for row in markdown.rows(text):
        for line in row.lines(60):
            assert not any("@click" in str(span.style) or "link" in str(span.style) for span in line.content.spans)
    shown = _drawn(markdown.rows("see [the page](http://evil.example/a) now"), 80)
    assert shown == "see the page (http://evil.example/a) now"


def test_an_entity_brings_no_control_or_direction_character_in() -> None:
    assert not _LIVE.search(_drawn(markdown.rows("a &#27; b &#x202e; c &#x9b; d `x`")).replace("\n", ""))


@pytest.mark.parametrize("width", [1, 2, 3, 5, 20])
def test_any_width_can_be_drawn(width: int) -> None:
    text = f"# {WIDE}\n\n- {WIDE} {WIDE}\n\n```\n{WIDE * 5}\n```\n\n| {WIDE} | b | c |\n|---|--:|---|\n| 1 | {WIDE} | 3 |\n\n> {WIDE}"
    rows = markdown.rows(text)
    assert all(row.height(width) == len(list(row.lines(width))) for row in rows)
    assert Page(rows).get_height({}, width) == sum(row.height(width) for row in rows)


def test_a_message_of_two_hundred_kilobytes_is_laid_out() -> None:
    rows = markdown.rows("word " * 20_000 + "\n\n" + "```\n" + "x = 1\n" * 15_000 + "```\n")
    assert Page(rows).get_height({}, 80) > 15_000


def test_only_content_objects_are_drawn_never_markup_strings() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "hydratui" / "tui").rglob("*.py"))
    assert "from_markup" not in source and "to_content" not in source
    assert isinstance(Page(markdown.rows("x")).rows[0].lines(10), object) and Content("[/foo]").plain == "[/foo]"
