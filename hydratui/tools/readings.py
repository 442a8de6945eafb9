"""The ways in which an argument may be read: as it stands, and under the encodings that a shell or a server undoes."""

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

_DEPTH = 2
"""An encoding inside an encoding is undone as well; deeper is not read by anything."""

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{4})\}?|0?([0-3][0-7]{2}))")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{10,}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?((?:[0-9A-Fa-f]{2}){6,})(?![0-9A-Za-z])")
_PERCENT = re.compile("%[0-9A-Fa-f]{2}")


def readings(text: str) -> Iterator[str]:
    """The text itself first, then what it decodes to. At most a few dozen, all together linear in the length."""
    level, seen = [text], {text}
    yield text
    for _ in range(_DEPTH):
        level = [reading for parent in level for reading in _decoded(parent) if reading not in seen]
        seen.update(level)
        yield from level


def _decoded(text: str) -> Iterator[str]:
    if not text.isascii():
        yield _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if "%" in text and _PERCENT.search(text):
        yield unquote(text, errors="replace")
    if "&" in text and ";" in text:
        yield html.unescape(text)
    if "\\" in text:
        yield _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16) if match[1] or match[2] else int(match[3], 8)), text)
    if found := [decoded for token in _BASE64.findall(text) if (decoded := _from_base64(token))]:
        yield "\n".join(found)
    if found := [decoded for token in _HEX.findall(text) if (decoded := _readable(bytes.fromhex(token)))]:
        yield "\n".join(found)


def _from_base64(token: str) -> str | None:
    token = token.rstrip("=").replace("-", "+").replace("_", "/")
    if len(token) % 4 == 1:
        return None
    try:
        return _readable(base64.b64decode(token + "=" * (-len(token) % 4)))
    except binascii.Error:
        return None


def _readable(data: bytes) -> str | None:
    """The bytes as text when they are one: UTF-8, or the UTF-16 that PowerShell's -EncodedCommand takes."""
    for encoding in ("utf-16-le", "utf-8") if data[1::2].count(0) * 4 > len(data) else ("utf-8",):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if all(character.isprintable() or character in "\n\r\t" for character in text):
            return text
    return None
