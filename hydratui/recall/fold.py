"""Folding: what a reader takes for the same letters becomes the same characters."""

from __future__ import annotations

import re
import unicodedata

# Letters with a stroke or joined letters have no decomposition; Arabic and Persian letters that keyboards mix up.
_LETTERS = str.maketrans(
    {
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŋ": "ng", "ĸ": "k",
        "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ۀ": "ه", "ـ": None, "ँ": "ं", "’": "'",
    }
)  # fmt: skip
# Decimal digits of other scripts, to ASCII.
for _zero in (0x0660, 0x06F0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0E50, 0x0ED0, 0x1040, 0x17E0):
    _LETTERS.update({_zero + digit: str(digit) for digit in range(10)})

# Accents, Hebrew points, Arabic harakat, nukta, joiners, soft hyphen, variation selectors. Vowel signs stay: they are letters.
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8"
    "\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]+"
)


def fold(text: str) -> str:
    """Lower case, without accents, points and harakat, compatibility forms as the plain ones, digits as ASCII.

    The length may change ("ß" becomes "ss").
    """
    if text.isascii():
        return text.lower()
    # Twice, since a decomposed capital is only found by the second.
    plain = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(_LETTERS)
    return unicodedata.normalize("NFC", _MARKS.sub("", plain))
