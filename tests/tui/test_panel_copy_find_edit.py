"""Copying through a terminal, finding words in notes, and starting the user's editor."""

import base64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.errors import HydraError
from hydratui.tui import clipboard, editor
from hydratui.tui.fold import find, folded
from tests.tui.panel_host import Host


def test_inside_tmux_the_sequence_is_wrapped_with_its_escapes_doubled() -> None:
    inner = base64.b64encode("café".encode()).decode()
    assert clipboard.wrapped("café", {"TMUX": "/tmp/tmux-0/default,1,0"}) == f"\x1bPtmux;\x1b\x1b]52;c;{inner}\a\x1b\\"


def test_inside_screen_it_goes_in_pieces_that_screen_takes() -> None:
    sent = clipboard.wrapped("x" * 1000, {"STY": "1.pts"})
    pieces = sent.split("\x1bP")[1:]
    assert len(pieces) > 3 and all(len(piece) <= 252 and piece.endswith("\x1b\\") for piece in pieces)
    payload = "".join(piece.removesuffix("\x1b\\") for piece in pieces)
    assert base64.b64decode(payload.removeprefix("\x1b]52;c;").removesuffix("\a")) == b"x" * 1000


def test_with_nothing_in_between_nothing_is_sent_twice() -> None:
    assert clipboard.wrapped("x", {}) == ""


@pytest.mark.parametrize(
    ("environment", "text", "said"),
    [
        ({}, "short", "Sent to the terminal's clipboard."),
        ({"TMUX": "x"}, "short", "Sent to the terminal's clipboard, through tmux."),
        ({}, "x" * 200_000, "Sent 200 KB to the terminal's clipboard; many terminals take no more than 74 KB."),
    ],
)
async def test_what_is_said_never_claims_that_it_was_copied(
    environment: dict[str, str], text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = Host()
    async with app.run_test():
        assert clipboard.copy(app, text) == said and app.clipboard == text  # type: ignore[arg-type]


async def test_what_is_copied_is_plain_text() -> None:
    app = Host()
    async with app.run_test():
        clipboard.copy(app, "a\x1b[31mb\ud800\r\nc")  # type: ignore[arg-type]
        assert app.clipboard == "a␛[31mb\ufffd\nc"


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("cafe", "Le Café bleu", ["Café"]),
        ("cafe", "Le Cafe\u0301 bleu", ["Cafe\u0301"]),
        ("lodz", "in Łódź", ["Łódź"]),
        ("strasse", "Hauptstraße 1", ["straße"]),
        ("istanbul", "İSTANBUL", ["İSTANBUL"]),
        ("fri day", "every Friday", ["Friday"]),
        ("a a", "banana", ["a", "a", "a"]),
        ("", "anything", []),
        ("\u0301", "anything", []),
    ],
)
def test_words_are_found_whatever_the_case_and_the_accents(typed: str, text: str, found: list[str]) -> None:
    ranges = find(list(map(folded, typed.split())), text)
    assert ranges is not None and [text[start:end] for start, end in ranges] == found


def test_a_word_that_is_missing_finds_nothing() -> None:
    assert find(["friday", "monday"], "every Friday") is None


@given(st.text(), st.text())
def test_ranges_are_in_order_inside_the_text_and_apart(typed: str, text: str) -> None:
    ranges = find(list(map(folded, typed.split())), text) or []
    ends = [0, *(place for pair in ranges for place in pair)]
    assert ends == sorted(ends) and ends[-1] <= len(text)
    assert all(start < end for start, end in ranges)


def test_visual_comes_before_editor_and_its_arguments_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a b.md"
    assert editor.command(file, 3, {"VISUAL": "code --wait", "EDITOR": "vi"}) == ["code", "--wait", str(file)]
    assert editor.command(file, 3, {"EDITOR": "/usr/bin/nvim -u NONE"}) == ["/usr/bin/nvim", "-u", "NONE", "+3", str(file)]
    assert editor.command(file, None, {"EDITOR": "nano"}) == ["nano", str(file)]


def test_an_editor_that_is_no_command_and_no_editor_at_all_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HydraError, match="EDITOR is not a command"):
        editor.command(tmp_path, None, {"EDITOR": "vi 'oops"})
    monkeypatch.setattr(editor, "FALLBACKS", ("no-such-editor-anywhere",))
    with pytest.raises(HydraError, match="Set the variable EDITOR"):
        editor.command(tmp_path, None, {})
