"""What the index holds of one task, made from its row."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from hydratui.recall.tokens import MAX_RESULT, text_tokens

WIDTH = 3
"""Bytes of a token's code."""

BREAK = bytes(WIDTH)
"""Stands between the tokens of the prompt and those of the result, so that none of them are neighbours."""

# As bytes, since bare SQL may have stored what is not UTF-8, and SQLite's substr ends at a NUL. A character has at most four bytes.
ROW = f"id, channel, coalesce(finished_at, created_at), CAST(prompt AS BLOB), substr(CAST(result AS BLOB), 1, {4 * MAX_RESULT})"

Row = tuple[int, str, str | None, bytes | None, bytes | None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One task in the index.

    Attributes:
        task: Its number.
        channel: Its conversation.
        at: When it was finished, in seconds since 1970, UTC.
        language: Which of `LANGUAGES` it is in, counted from 1; 0 for none.
        terms: Its distinct tokens, joined by blanks, as FTS5 gets them.
        words: Its tokens in order, as `code` writes them, with one `BREAK`.
    """

    task: int
    channel: str
    at: int
    language: int
    terms: str
    words: bytes


class _Codes(dict[str, bytes]):
    def __missing__(self, token: str) -> bytes:
        code = (zlib.crc32(token.encode()) % 0xFFFFFF + 1).to_bytes(WIDTH, "big")
        if len(self) >= 50_000:
            self.clear()
        self[token] = code
        return code


_CODES = _Codes()


def code(token: str) -> bytes:
    """Three bytes for a token. Two tokens share theirs once in 16 million."""
    return _CODES[token]


def entry(row: Row) -> Entry:
    """The index entry of a row of `ROW`."""
    task, channel, finished, prompt, result = row
    asked, answered, language = text_tokens(as_text(prompt), as_text(result))
    words = b"".join(map(_CODES.__getitem__, asked)) + BREAK + b"".join(map(_CODES.__getitem__, answered))
    return Entry(task, str(channel), seconds(finished), language, terms(asked, answered), words)


def terms(*parts: Iterable[str]) -> str:
    """The distinct tokens of several lists, joined by blanks."""
    return " ".join(dict.fromkeys(token for part in parts for token in part))


def as_text(stored: bytes | None) -> str:
    """A text as it lies in the file, whatever its bytes are."""
    return "" if stored is None else stored.decode("utf-8", "replace")


def seconds(stamp: str | None) -> int:
    """A stamp as seconds since 1970; 0 for what is no date."""
    try:
        moment = datetime.fromisoformat(str(stamp))
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError, OSError):
        return 0
