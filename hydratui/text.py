"""Plain-text safety: whatever comes from a model, a tool, a file or a person is shown as text and does nothing else."""

import re

# C0 without tab and newline, DEL and C1: an escape sequence is dead once its first character is gone.
_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"}
_CONTROLS[0x7F] = "\u2421"
_CONTROLS.update(dict.fromkeys(range(128, 160), "�"))
# Direction marks, embeddings, overrides and isolates, line and paragraph separators, tag characters, the byte order mark.
_CONTROLS.update(
    dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF, *range(0xE0000, 0xE0080)], "")
)
_CONTROLS.update({0x2028: "\n", 0x2029: "\n"})
_UNSAFE = re.compile("[" + "".join(re.escape(chr(code)) for code in _CONTROLS) + "\ud800-\udfff]")
_LINE_END = re.compile("\r\n?")


def plain(text: str) -> str:
    """Text that is safe to show: nothing in it moves a cursor, colours, links, reorders or rings.

    Control characters become their visible pictures (ESC is shown as ␛), direction characters are removed, lone
    surrogates become U+FFFD and every line end becomes ``\\n``. Tabs and newlines stay. The same text goes in and out
    when there is nothing unsafe in it, in linear time.
    """
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    # Nothing unsafe is printable, and to look is twenty times quicker than to look for each.
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _UNSAFE.sub(lambda match: _CONTROLS.get(ord(match[0]), "\ufffd"), text)


def one_line(text: str) -> str:
    """`plain` text on one line: every run of white space is one space, none at the ends."""
    return " ".join(plain(text).split())


def file_size(size: int) -> str:
    """A number of bytes as a file's size: ``300 bytes``, ``12.4 KB``, ``1.2 MB``."""
    if size < 1024:
        return f"{size} byte{'' if size == 1 else 's'}"
    return f"{size / 1024:.1f} KB" if size < 1_048_576 else f"{size / 1_048_576:.1f} MB"


def clipped(text: str, length: int) -> str:
    """One line of at most `length` characters, cut after a whole word where there is one, with an ellipsis."""
    line = one_line(text)
    if len(line) <= length:
        return line
    head = line[: length - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > length // 2 else head).rstrip() + "…"
