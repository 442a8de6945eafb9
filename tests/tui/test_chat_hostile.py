"""Markdown and long text that try to be more than text. The rest of what is shown is toured in test_every_widget.py."""

from pathlib import Path

import pytest
from textual.content import Content

from hydratui.tui import markdown
from hydratui.tui.page import Page
from hydratui.tui.rows import Row
from tests.tui.hostile import LIVE

WIDE = "👩‍👩‍👧‍👦 🇩🇪 漢字 e\u0301 \u200d"


def _drawn(rows: list[Row], width: int = 40) -> str:
    return "\n".join(line.prefix.plain + line.content.plain for row in rows for line in row.lines(width))


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
    assert not LIVE.search(_drawn(markdown.rows("a &#27; b &#x202e; c &#x9b; d `x`")).replace("\n", ""))


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
