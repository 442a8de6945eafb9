"""The front matter of an agent's card: ``key: value`` lines between two ``---``, at the top of ``<id>.agent.md``."""

import re
from pathlib import Path

from hydratui.errors import HydraError

_FENCE = b"---"
_BOM = b"\xef\xbb\xbf"
# A card of HydraOps names its model under a heading of its own.
_MODEL_HEADING = re.compile(r"^## Model[ \t]*\r?\n+([^\r\n#]+)", re.MULTILINE)


def fields(path: Path) -> dict[str, str]:
    """The fields of a card, keys in lower case, values without the quotes around them; empty when there is no file."""
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    lines = _head(data)
    found = {}
    for line in lines:
        key, colon, value = line.decode("utf-8", "replace").partition(":")
        if colon:
            found[key.strip().lower()] = value.strip().strip("\"'")
    if not found.get("model") and (heading := _MODEL_HEADING.search(data.decode("utf-8", "replace"))):
        found["model"] = heading[1].strip().strip("-*` ").strip()
    return found


def with_field(data: bytes, key: str, value: str) -> bytes:
    """A card's bytes with one field set: only that line changes, or is added; without front matter, one is put on top.

    Raises:
        HydraError: The value has a line end in it.
    """
    if "\n" in value or "\r" in value:
        raise HydraError(f"The {key} must be on one line.")
    entry = f"{key}: {value}".rstrip().encode("utf-8")
    bom = _BOM if data.startswith(_BOM) else b""
    body = data[len(bom) :]
    end = b"\r\n" if b"\r\n" in body else b"\n"
    head = _head(data)
    if not _closed(body):
        return bom + end.join([_FENCE, entry, _FENCE, b""]) + body
    lines = body.splitlines(keepends=True)
    for number, line in enumerate(head, 1):
        if line.partition(b":")[0].strip().lower() == key.encode():
            lines[number] = entry + lines[number][len(lines[number].rstrip(b"\r\n")) :]
            return bom + b"".join(lines)
    lines.insert(len(head) + 1, entry + end)
    return bom + b"".join(lines)


def _closed(body: bytes) -> bool:
    lines = body.splitlines()
    return bool(lines) and lines[0].rstrip() == _FENCE and any(line.rstrip() == _FENCE for line in lines[1:])


def _head(data: bytes) -> list[bytes]:
    body = data.removeprefix(_BOM)
    if not _closed(body):
        return []
    lines = [line.rstrip() for line in body.splitlines()]
    return lines[1 : lines.index(_FENCE, 1)]
