"""Markdown as the page draws it, whole and while it grows."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hydratui.store.stream import Piece
from hydratui.store.tasks import Task
from hydratui.tui import markdown
from hydratui.tui.rows import Columns, Row
from hydratui.tui.widgets.message import code_blocks
from hydratui.tui.widgets.reply import Reply
from tests.tui.story import SCRIPT, TABLE


def drawn(rows: list[Row], width: int = 60) -> list[str]:
    return [(line.prefix.plain + line.content.plain).rstrip() for row in rows for line in row.lines(width)]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("one\ntwo", ["one", "two"]),
        ("one\n\n\n\ntwo", ["one", "", "two"]),
        ("# A\ntext", ["A", "", "text"]),
        ("- a\n- b\n  - c\n- d", ["• a", "• b", "  ◦ c", "• d"]),
        ("1. a\n2. b", ["1. a", "2. b"]),
        ("9. a\n10. b", ["9. a", "10. b"]),
        ("before\n- a\n\nafter", ["before", "", "• a", "", "after"]),
        ("> a\n> b", ["│ a", "│ b"]),
        ("```\na\n\nb\n```", ["  a", "", "  b"]),
        ("- a\n\n  ```\n  code\n  ```", ["• a", "", "    code"]),
        ("a **b** _c_ ~~d~~ `e`", ["a b c d e"]),
        ("2 * 3 * 4", ["2 * 3 * 4"]),
        ("| a | bb |\n|---|---:|\n| ccc | d |", ["a     bb", "───   ──", "ccc    d"]),
        ("a\n\n---\n\nb", ["a", "", "─" * 60, "", "b"]),
        ("", []),
    ],
)
def test_it_looks_like_this(source: str, lines: list[str]) -> None:
    assert drawn(markdown.rows(source)) == lines


def test_code_is_coloured_in_the_page_s_own_colours_and_wraps_with_an_indent() -> None:
    rows = markdown.rows("```python\ndef f(): return 'a long string that does not fit'\n```")
    (row,) = rows
    first = next(row.lines(40))
    assert {str(span.style) for span in first.content.spans} >= {"$agent-2", "$agent-5"}
    assert all(line.fill == "on $code" for line in row.lines(40))
    assert drawn(rows, 30)[1].startswith("      ")


def test_columns_share_a_width_that_is_too_small_the_widest_giving_first() -> None:
    assert Columns([10, 40, 5]).shared(100) == [10, 40, 5]
    assert Columns([10, 40, 5]).shared(41) == [10, 20, 5]
    assert sum(Columns([30, 40, 50]).shared(36)) == 30


def test_the_rule_of_a_table_that_is_too_wide_stays_one_line_as_wide_as_the_columns() -> None:
    source = "| name | what it does |\n|---|---|\n| box | keeps things in a cell that is much too long for the page |"
    head, rule, *rest = drawn(markdown.rows(source), 30)
    assert rule == "────   " + "─" * 23
    assert head == "name   what it does"
    assert all("─" not in line for line in rest)


def _task(**fields: object) -> Task:
    values: dict[str, object] = {
        "id": 1, "ref": None, "agent": "ada", "channel": "main", "prompt": "?", "result": None, "status": "running", "error": None,
        "model": None, "attempts": 1, "worker": "w", "created_at": "2026-11-30T10:00:00Z", "started_at": "2026-11-30T10:00:00Z",
        "finished_at": None, "tokens_in": 0, "tokens_out": 0, "not_before": 0.0, "cancelling": False,
    }  # fmt: skip
    return Task(**(values | fields))  # type: ignore[arg-type]


RULES = "\n\n# head\n- a\n- b\n\n---\n\n> quote\n> more\n\n\n***\n\nline\n===\n2\n\n<div>\nx\n</div>\n\nend"


@pytest.mark.parametrize(
    "text", [TABLE, SCRIPT + "\n```\n", "a\n\nb\n\n- c\n- d\n\ne", "x\r\n\r\ny", "```\nunclosed\n\ncode", "1. a\n\n   b\n\n2. c", RULES]
)
@pytest.mark.parametrize("step", [1, 3, 17])
def test_what_has_grown_piece_by_piece_is_drawn_like_the_whole(text: str, step: int) -> None:
    reply = Reply(_task(), "Ada", 0)
    for at in range(0, len(text), step):
        reply.feed([Piece(at + 1, 1, 1, text[at : at + step])])
        reply.catch_up()
    assert drawn(reply._body) == drawn(markdown.rows(text.replace("\r\n", "\n")))


def test_pieces_of_another_attempt_are_told_apart() -> None:
    reply = Reply(_task(), "Ada", 0)
    reply.feed([Piece(1, 1, 1, "old"), Piece(2, 1, 2, "new")])
    reply.catch_up()
    assert reply.text == "new"
    reply.feed([Piece(3, 1, 1, "late")])
    reply.catch_up()
    assert reply.text == "new"


_LINES = st.sampled_from(
    ["```", "~~~ py", "    ", "\t", "\tx", "x", "- ", "  - a", "> ", "1. y", "", "# z", "\ta\tb", " \t```", "|a|b|", "|-|-|"]
)


@given(st.lists(_LINES, max_size=12).map("\n".join))
@example("```\n```\n\n```\nx\n\n\n```")
@example("- ```\n  a\n  ```\n- ```\n\tb\n  ```")
def test_each_block_of_code_that_is_drawn_is_one_that_can_be_copied(source: str) -> None:
    drawn_blocks, written = code_blocks(markdown.rows(source)), markdown.code(source)
    assert len(drawn_blocks) == len(written)
    assert all(len(block.rows) == code.rstrip("\n").count("\n") + 1 for block, (code, _) in zip(drawn_blocks, written, strict=True))


def test_code_is_copied_as_it_was_written() -> None:
    assert markdown.code("```py\n\tif x:\n\t\ty = '\t'\n\n```\n\n    indented\n\n> ~~~\n> \tquoted\n> ~~~") == [
        ("\tif x:\n\t\ty = '\t'\n", "py"),
        ("indented", ""),
        ("\tquoted", ""),
    ]
