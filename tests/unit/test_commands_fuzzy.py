"""A few typed letters find a name: all of them in order, the starts of words first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.commands.fuzzy import match


def best(letters: str, names: list[str]) -> str:
    scored = {name: found.score for name in names if (found := match(letters, name)) is not None}
    return max(scored, key=lambda name: scored[name])


def test_nothing_typed_fits_everything_without_a_mark() -> None:
    found = match("", "remember")
    assert found is not None
    assert found.marks == ()


def test_letters_that_are_missing_or_in_another_order_do_not_fit() -> None:
    assert match("xyz", "remember") is None
    assert match("mer", "rem") is None


@pytest.mark.parametrize(
    ("letters", "winner"),
    [("re", "remember"), ("rec", "recall"), ("mem", "memory"), ("rmb", "remember"), ("m", "memory"), ("rl", "recall")],
)
def test_the_beginning_of_a_name_beats_its_middle(letters: str, winner: str) -> None:
    assert best(letters, ["remember", "recall", "memory", "cancel"]) == winner


def test_among_names_that_begin_so_only_the_whole_name_is_better() -> None:
    scores = {name: found.score for name in ("use", "used", "uselessness") if (found := match("use", name)) is not None}
    assert scores["use"] > scores["used"] == scores["uselessness"]


def test_the_starts_of_words_beat_letters_inside_them() -> None:
    assert best("am", ["pajama_x", "ana_maria"]) == "ana_maria"


def test_the_marks_are_the_starts_of_the_words() -> None:
    found = match("am", "ana_maria")
    assert found is not None
    assert found.marks == (0, 4)


def test_case_does_not_matter() -> None:
    found = match("REC", "recall")
    assert found is not None
    assert found.marks == (0, 1, 2)


@given(st.text(max_size=20), st.text(max_size=60))
def test_the_marks_always_spell_the_letters(letters: str, name: str) -> None:
    found = match(letters, name)
    if found is not None:
        assert "".join(name.lower()[mark] for mark in found.marks) == letters.lower()
        assert list(found.marks) == sorted(set(found.marks))
