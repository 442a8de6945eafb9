"""The id that a name gives an agent: its folder, its files and every @mention are named by it."""

import unicodedata
from collections.abc import Container

from hydratui.agents.roster import ID
from hydratui.errors import HydraError
from hydratui.text import one_line

LONGEST = 64
_RESERVED = frozenset({"main"})
_LATIN = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"}
_GREEK_SOUNDS = "a v g d e z i th i k l m n x o p r s s t y f ch ps o"
_GREEK = dict(zip("αβγδεζηθικλμνξοπρςστυφχψω", _GREEK_SOUNDS.split(" "), strict=True))
_CYRILLIC_SOUNDS = "a b v g g d e ye zh z i i i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya dj j lj nj c dz"
_CYRILLIC = dict(zip("абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяђјљњћџ", _CYRILLIC_SOUNDS.split(" "), strict=True))
_LETTERS = str.maketrans(_LATIN | _GREEK | _CYRILLIC)
# Scripts whose letters are named in Unicode by the syllable that they stand for: "HIRAGANA LETTER SA".
_VOICED = "\u3099\u309a"
_SYLLABLES = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")


def spelled(name: str) -> str:
    """The id that a name spells: ``Ana María`` is ``ana_maria``, ``Анна`` is ``anna``; empty for ``日本``, which spells none."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", one_line(name)).lower())
    kept = (letter for letter in folded if letter in _VOICED or not unicodedata.combining(letter))
    # Syllables have come apart with the accents, and are put together again.
    letters = unicodedata.normalize("NFC", "".join(kept))
    latin = "".join(map(_syllable, letters.translate(_LETTERS)))
    return "".join(letter for letter in latin.replace(" ", "_") if letter.isascii() and (letter.isalnum() or letter in "_-")).strip("_-")


def id_from_name(name: str, taken: Container[str] = ()) -> str:
    """The id for a name; one that spells none gets the first free of ``agent_1``, ``agent_2`` and so on.

    Raises:
        HydraError: The name is empty, its id would be longer than 64 characters, or it is ``main``.
    """
    shown = one_line(name)
    if not shown:
        raise HydraError("An agent needs a name.")
    made = spelled(name) or numbered("agent", taken, 1)
    if len(made) > LONGEST:
        raise HydraError(f"The name is too long: the id that it gives has {len(made)} characters, and {LONGEST} fit. Shorten it.")
    if not ID.fullmatch(made) or made in _RESERVED:
        raise HydraError(f"An agent can't be called {shown!r}: that is the name of the channel of all. Choose another name.")
    return made


def numbered(stem: str, taken: Container[str], first: int = 2) -> str:
    """The first free of ``ada_2``, ``ada_3`` and so on, within the longest that an id may be."""
    number = first
    while (tried := f"{stem[: LONGEST - len(f'_{number}')]}_{number}") in taken:
        number += 1
    return tried


def _syllable(letter: str) -> str:
    name = unicodedata.name(letter, "") if not letter.isascii() else ""
    spoken = next((name.removeprefix(script) for script in _SYLLABLES if name.startswith(script)), "")
    return spoken.lower().removeprefix("small ") if spoken else letter
