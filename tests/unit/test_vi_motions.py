"""Where vi's keys go."""

import pytest

from hydratui.tui.vi_motions import MOTIONS

TEXT = "one two_2, (drei)\n  vier\n\nfünf 六"


@pytest.mark.parametrize(
    ("letter", "at", "to"),
    [
        ("h", 0, 0),
        ("h", 5, 4),
        ("h", 18, 18),
        ("l", 0, 1),
        ("l", 17, 17),
        ("w", 0, 4),
        ("w", 4, 9),
        ("w", 9, 11),
        ("w", 12, 16),
        ("w", 16, 20),
        ("w", 20, 26),
        ("w", 26, 31),
        ("w", 31, 32),
        ("e", 0, 2),
        ("e", 2, 8),
        ("e", 16, 23),
        ("e", 31, 31),
        ("b", 4, 0),
        ("b", 6, 4),
        ("b", 20, 16),
        ("b", 0, 0),
        ("b", 26, 20),
        ("0", 22, 18),
        ("^", 23, 20),
        ("$", 19, 24),
        ("$", 25, 25),
    ],
)
def test_motions(letter: str, at: int, to: int) -> None:
    assert MOTIONS[letter](TEXT, at) == to


@pytest.mark.parametrize("letter", MOTIONS)
def test_none_leaves_the_text(letter: str) -> None:
    for text in ("", "\n", "a", " ", "a\n", "\n\na b"):
        for at in range(len(text) + 1):
            assert 0 <= MOTIONS[letter](text, at) <= len(text)
