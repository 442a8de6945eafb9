"""Whatever text comes from outside is shown as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.text import clipped, one_line, plain


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("[/foo] [@click=app.quit]x[/] [red", "[/foo] [@click=app.quit]x[/] [red"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]52;c;cm0gLXJm\x07", "␛]52;c;cm0gLXJm␇"),
        ("\x9b2J", "\ufffd2J"),
        ("over\u202egnp.exe", "overgnp.exe"),
        ("\u2066isolated\u2069", "isolated"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("tab\there", "tab\there"),
        ("nul\x00", "nul␀"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate"),
        ("👩‍👩‍👧 🇪🇸 café कि", "👩‍👩‍👧 🇪🇸 café कि"),
    ],
)
def test_unsafe_characters_are_shown_inert_and_all_others_stay(typed: str, shown: str) -> None:
    assert plain(typed) == shown


@given(st.text())
def test_nothing_that_moves_a_cursor_or_reorders_gets_through(text: str) -> None:
    safe = plain(text)
    assert not any((ord(letter) < 0x20 and letter not in "\t\n") or 0x7F <= ord(letter) < 0xA0 for letter in safe)
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f") & set(safe)
    assert safe.encode("utf-8").decode("utf-8") == safe
    assert plain(safe) == safe


def test_one_line_folds_every_kind_of_white_space() -> None:
    assert one_line("  a\n\n- [2020-01-01]\tb\u2028c  ") == "a - [2020-01-01] b c"


def test_clipped_cuts_after_a_whole_word() -> None:
    assert clipped("the backup plan moves to Tuesday nights", 20) == "the backup plan…"
    assert clipped("short", 20) == "short"
    assert clipped("x" * 50, 20) == "x" * 19 + "…"
