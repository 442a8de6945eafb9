"""Which notes to part with first, and why."""

from datetime import date

import pytest

from hydratui.agents.note import Note
from hydratui.agents.prune import Order, near_duplicates, ordered

TODAY = date(2026, 11, 30)


def notes(*written: str | tuple[str, str]) -> list[Note]:
    pairs = [("2026-11-01", each) if isinstance(each, str) else each for each in written]
    return [Note(line, day, text, "user", None) for line, (day, text) in enumerate(pairs, 1)]


def listed(by: Order, *written: str | tuple[str, str]) -> list[tuple[str, str]]:
    return [(each.note.text, each.reason) for each in ordered(notes(*written), by, TODAY)]


def test_the_oldest_come_first_and_those_without_a_date_last() -> None:
    assert listed(
        "oldest", ("", "undated"), ("2026-11-30", "new"), ("2026-99-99", "odd"), ("2024-11-30", "old"), ("2026-08-01", "older")
    ) == [
        ("old", "2 years old"),
        ("older", "3 months old"),
        ("new", "today"),
        ("undated", "no date"),
        ("odd", "no date"),
    ]


def test_the_longest_come_first_and_equals_keep_their_order() -> None:
    assert [text for text, _ in listed("longest", "aa", "b", "cccc", "dd")] == ["cccc", "aa", "dd", "b"]
    assert listed("longest", "cccc")[0][1] == "4 characters"


def test_a_note_whose_words_another_one_says_too_comes_first_with_the_other_named() -> None:
    assert listed("near", "Likes tea", "The user deploys on Fridays", "The user now deploys on Fridays, never on Mondays") == [
        ("The user deploys on Fridays", "100 % of its words stand in: The user now deploys on Fridays, never on Mondays"),
        ("Likes tea", ""),
        ("The user now deploys on Fridays, never on Mondays", ""),
    ]


def test_of_two_that_say_the_same_the_older_one_goes() -> None:
    assert list(near_duplicates(notes("The user deploys on Fridays", "the user deploys on MONDAYS"))) == [1]
    assert list(near_duplicates(notes("Deploys on Fridays, the user", "The user deploys on Fridays", "fridays: the user deploys on"))) == [
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("The backup key lies in the safe", "The car key lies in the box", False),
        ("The backup key lies in the safe", "The backup key now lies in the old safe", True),
        ("Likes tea", "Likes tea in the morning", False),
        ("Café Łódź est fermé", "café łódź est fermé le lundi", True),
        ("用户每周五部署", "用户每周五晚上部署服务", True),
        ("用户每周五部署", "备份钥匙在保险柜", False),
        ("", "", False),
        ("🦉 🦉 🦉", "🦉 🦉 🦉", False),
    ],
)
def test_three_quarters_of_the_words_make_a_near_duplicate(one: str, other: str, near: bool) -> None:
    assert bool(near_duplicates(notes(one, other))) is near


def test_the_count_of_shared_words_is_the_one_that_comparing_each_with_each_gives() -> None:
    import random

    chance = random.Random(6)
    drawn = notes(*(" ".join(chance.choices("abcdefghijkl", k=chance.randint(1, 9))) for _ in range(150)))
    words = {note.line: set(note.text.split()) for note in drawn}
    expected = {
        note.line
        for note in drawn
        for other in drawn
        if len(words[note.line]) >= 3
        and (len(words[other.line]), other.line) > (len(words[note.line]), note.line)
        and len(words[note.line] & words[other.line]) >= 0.75 * len(words[note.line])
    }
    assert set(near_duplicates(drawn)) == expected


def test_deleting_all_that_are_named_leaves_one_of_those_that_say_the_same() -> None:
    alike = notes(*(f"the user deploys on day {number}" for number in range(40)))
    named = near_duplicates(alike)
    assert len(named) == 39 and alike[-1].line not in named
