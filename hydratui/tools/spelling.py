"""Undoes what shells let one write a command in: quotes, escapes, variables, substitutions."""

import re
from collections.abc import Iterator

_ECHO = re.compile(r"(?:\$\(|`)\s{0,8}(?:echo|printf)\s{1,8}([^()`\n]{0,200})(?:\)|`)")
_ASSIGNED = re.compile(r"(?:^|[\s;&|])([a-z_]\w{0,30})=([^\s;&|]{1,60})")
_BRACED = re.compile(r"\$\{(\w{1,40})[^}\s]{0,40}\}")
_GAP = re.compile(r"\$ifs(?:\$9)?")
_VARIABLE = re.compile(r"\$([a-z_]\w{0,30})")
_EMPTY = re.compile(r"\$[@*\d]|\$(?=['\"])")
_QUOTES = str.maketrans("", "", "\"'")


def spellings(text: str) -> Iterator[str]:
    """The text in small letters as a Unix shell reads it and, where that differs, as Windows does with `/` for `\\`."""
    flat = text.casefold()
    if "$" in flat or "`" in flat:
        flat = _GAP.sub(" ", _BRACED.sub(r"$\1", flat))
        flat = _EMPTY.sub("", _ECHO.sub(r"\1", flat))
    flat = flat.translate(_QUOTES)
    if "$" in flat and (values := dict(_ASSIGNED.findall(flat))):
        flat = _VARIABLE.sub(lambda match: values.get(match[1], match[0]), flat)
    yield flat.replace("\\\n", "").replace("\\", "") if "\\" in flat else flat
    if "\\" in flat or "^" in flat:
        yield flat.replace("^", "").replace("\\", "/")
