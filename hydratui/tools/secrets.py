"""Finds keys in a text and takes them out: each stored key's exact value, and the known shapes of keys."""

import base64
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from urllib.parse import quote, quote_plus

REMOVED = "[secret removed]"
_SHORTEST = 8
"""A stored key shorter than this would take ordinary words out of a text; no provider's key is that short."""

# Every shape starts with fixed letters behind a character that can't be part of a key, and none can fail after a long run:
# the search stays linear whatever the text.
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"gh[pousr]_[A-Za-z0-9]{30,255}"  # GitHub
    r"|github_pat_[A-Za-z0-9_]{40,255}"
    r"|glpat-[A-Za-z0-9_-]{20,64}"  # GitLab
    r"|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"  # Amazon
    r"|AIza[A-Za-z0-9_-]{35}"  # Google
    r"|ya29\.[A-Za-z0-9_-]{30,2000}"
    r"|GOCSPX-[A-Za-z0-9_-]{28}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,255}"  # Slack
    r"|xapp-[A-Za-z0-9-]{20,255}"
    r"|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,255}"  # Stripe
    r"|whsec_[A-Za-z0-9+/]{24,128}"
    r"|gsk_[A-Za-z0-9]{40,128}"  # Groq
    r"|xai-[A-Za-z0-9]{40,128}"
    r"|pplx-[A-Za-z0-9]{40,128}"  # Perplexity
    r"|hf_[A-Za-z0-9]{30,128}"  # Hugging Face
    r"|r8_[A-Za-z0-9]{30,128}"
    r"|npm_[A-Za-z0-9]{36}"
    r"|pypi-AgE[A-Za-z0-9_-]{40,255}"
    r"|dop_v1_[a-f0-9]{64}"  # DigitalOcean
    r"|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}"  # SendGrid
    r"|key-[a-f0-9]{32}(?![a-f0-9])"  # Mailgun
    r"|hvs\.[A-Za-z0-9_-]{24,255}"  # Vault
    r"|AGE-SECRET-KEY-1[A-Z0-9]{58}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"  # a Telegram bot
    r")"
)
# "sk-" begins ordinary words too (sk-container-id-1-text-repr-fallback): a key has a long run of letters and digits.
_SK = re.compile(r"(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{20,}")
_SK_RUN = re.compile(r"[A-Za-z0-9]{16,}")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}")
_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = re.compile(r"(?:[A-Za-z0-9+/=:,\s-]|\\[nr])*")
# What may stand inside a key without being part of it: line ends and their escapes, and all that `plain` takes away or shows otherwise.
_SPLIT = re.compile(
    r"(?:\s|\\[nrt]|[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u2400-\u2421\ufeff\ufffd\U000e0000-\U000e007f])+"
)


def redact(text: str, stored: Sequence[str] = ()) -> str:
    """The text with every key in it replaced by ``[secret removed]``, in linear time.

    Args:
        stored: Exact values of stored keys; found also split over lines, in base64, in hex and URL-encoded.
    """
    spans = sorted([*_shaped(text), *(_exact(text, stored) if stored else ())])
    if not spans:
        return text
    pieces, at = [], 0
    for start, end in spans:
        if start >= at:
            pieces += [text[at:start], REMOVED]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def holds(text: str, stored: Sequence[str]) -> bool:
    """Whether one of the stored keys is in the text, in any of the forms that `redact` knows."""
    return next(iter(_exact(text, stored)), None) is not None


def _shaped(text: str) -> Iterator[tuple[int, int]]:
    for shape in (_SHAPES, _JWT):
        yield from (match.span() for match in shape.finditer(text))
    for match in _SK.finditer(text):
        if any(any(map(str.isdigit, run)) for run in _SK_RUN.findall(match[0])):
            yield match.span()
    at = 0
    while begin := _PEM.search(text, at):
        end = _PEM_END.search(text, begin.end()) or _PEM_BODY.match(text, begin.end())
        assert end is not None  # the body may be empty
        at = end.end()
        yield begin.start(), at


def _exact(text: str, stored: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where stored keys are. The search runs over the text without white space, so that a split key is found too."""
    pieces: list[str] = []
    starts: list[int] = []
    inside: list[int] = []
    at = length = 0
    for gap in (*_SPLIT.finditer(text), None):
        end = gap.start() if gap else len(text)
        if end > at:
            pieces.append(text[at:end])
            starts.append(at)
            inside.append(length)
            length += end - at
        at = gap.end() if gap else end
    compact = "".join(pieces)
    for form in _forms(tuple(stored)):
        found = compact.find(form)
        while found >= 0:
            last = found + len(form) - 1
            first_piece, last_piece = bisect_right(inside, found) - 1, bisect_right(inside, last) - 1
            yield starts[first_piece] + found - inside[first_piece], starts[last_piece] + last - inside[last_piece] + 1
            found = compact.find(form, last + 1)


@lru_cache(maxsize=8)
def _forms(stored: tuple[str, ...]) -> frozenset[str]:
    """Every way in which the keys may be written, without white space."""
    return frozenset(form for key in stored if len(key.strip()) >= _SHORTEST for form in _written(key.strip()) if len(form) >= _SHORTEST)


def _written(key: str) -> Iterable[str]:
    raw = key.encode("utf-8")
    yield _SPLIT.sub("", key)
    yield from (quote(key, safe=""), quote_plus(key), raw.hex(), raw.hex().upper(), key[::-1])
    for shift in range(3):
        # Behind `shift` other bytes; the characters that those or the following bytes take part in are left out.
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            coded = encode(b"\0" * shift + raw).decode("ascii").rstrip("=")
            whole = (len(raw) + shift) * 8 // 6
            yield coded[(0, 2, 3)[shift] : whole]
