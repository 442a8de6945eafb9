"""What the terminal says of its background never reaches the prompt, and what is typed around it does."""

import pytest
from textual import events
from textual.message import Message

from hydratui.tui import background
from hydratui.tui.background import BackgroundSeen, Parser, is_dark

ANSWER = "\x1b]11;rgb:ffff/ffff/f7f7\x1b\\"


def typed(got: list[Message]) -> str:
    return "".join(event.character or f"<{event.key}>" for event in got if isinstance(event, events.Key))


def said(got: list[Message]) -> list[bool]:
    return [event.dark for event in got if isinstance(event, BackgroundSeen)]


@pytest.mark.parametrize("end", ["\x1b\\", "\a"])
def test_the_answer_is_taken_out_in_whatever_pieces_it_comes(end: str) -> None:
    data = f"ab\x1b]11;rgb:1212/1515/1b1b{end}cd"
    for first in range(len(data) + 1):
        for second in range(first, len(data) + 1, 5):
            parser, got = Parser(), list[Message]()
            for piece in (data[:first], data[first:second], data[second:]):
                if piece:
                    got += [*parser.feed(piece), *parser.tick()]
            assert (typed(got), said(got)) == ("abcd", [True]), (first, second)


def test_an_answer_that_comes_late_is_taken_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE_SECONDS", 0.0)
    got = list(Parser().feed(f"x{ANSWER}y"))
    assert (typed(got), said(got)) == ("xy", [False])


def test_escape_and_alt_stay_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PIECE_SECONDS", 0.0)
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 0.0)
    for sequence, key in (("\x1b", "escape"), ("\x1b]", "right_square_bracket"), ("\x1b[A", "up"), ("\x1bOP", "f1")):
        parser = Parser()
        got = [*parser.feed(sequence), *parser.tick(), *parser.tick()]
        assert [event.key for event in got if isinstance(event, events.Key)] == [key]


def test_an_answer_that_breaks_off_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOST_SECONDS", 0.0)
    parser = Parser()
    got = [*parser.feed("\x1b]11;rgb:12"), *parser.tick(), *parser.feed("ok")]
    assert typed(got) == "ok"


@pytest.mark.parametrize(
    ("answer", "dark"),
    [
        ("rgb:0000/0000/0000", True), ("rgb:ff/ff/ff", False), ("rgba:fdfd/f6f6/e3e3/ffff", False), ("rgb:1/2/3", True),
        ("rgb:0000/0000/ffff", True), ("rgb:ffff/ffff/0000", False), ("#ffffff", None), ("", None), ("rgb:gggg/0/0", None),
    ],
)  # fmt: skip
def test_a_colour_is_dark_or_light(answer: str, dark: bool | None) -> None:
    assert is_dark(answer) is dark
