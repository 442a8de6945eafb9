"""How well a few typed letters fit a name: all of them in order, the starts of words first."""

from dataclasses import dataclass

LETTER, AT_WORD_START, IN_A_ROW, WHOLE_PREFIX = 1.0, 3.0, 2.0, 6.0
# Nothing that is completed here is longer; a pasted text must not cost a quadratic search at every key.
LONGEST = 96


@dataclass(frozen=True, slots=True)
class Match:
    """How good the match is (higher is better) and which characters of the name were matched, in order."""

    score: float
    marks: tuple[int, ...]


def match(letters: str, name: str) -> Match | None:
    """The best way to find the letters in the name, in order and without case.

    Args:
        letters: What was typed; with nothing typed everything matches, with score 0.
        name: The candidate.

    Returns:
        The match, or None when the name does not hold all the letters in this order.
    """
    wanted, text = letters.lower(), name.lower()
    if len(text) != len(name) or len(wanted) > LONGEST:
        return None
    if not wanted:
        return Match(0.0, ())
    text = text[:LONGEST]
    if text.startswith(wanted):
        # All beginnings are worth the same, so that the list's own order decides among them; a whole name comes first.
        return Match(len(wanted) * (LETTER + IN_A_ROW) + WHOLE_PREFIX + (wanted == text), tuple(range(len(wanted))))
    best = _best_paths(wanted, text)
    if not best:
        return None
    score, marks = max(best.values(), key=lambda path: (path[0], [-mark for mark in path[1]]))
    return Match(score + len(wanted) / len(text), marks)


def _best_paths(wanted: str, text: str) -> dict[int, tuple[float, tuple[int, ...]]]:
    """For each place where the last letter can stand, the best score and the places of all letters."""
    paths: dict[int, tuple[float, tuple[int, ...]]] = {-1: (0.0, ())}
    for letter in wanted:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for at, character in enumerate(text):
            if character != letter:
                continue
            options = [(score + LETTER + _bonus(text, at, before), marks) for before, (score, marks) in paths.items() if before < at]
            if options:
                score, marks = max(options)
                longer[at] = (score, (*marks, at))
        paths = longer
    return paths


def _bonus(text: str, at: int, before: int) -> float:
    """What this place is worth beyond its letter: the start of a word, or right after the letter before."""
    if at == 0 or not text[at - 1].isalnum():
        return AT_WORD_START
    return IN_A_ROW if before == at - 1 and before >= 0 else 0.0
