"""The coarse parts of a Markdown text: an agent's fields at its top, its code, the blocks that read the same alone."""

from collections.abc import Sequence


def fields_end(lines: Sequence[str]) -> int:
    """How many lines the fields between two lines of dashes take at the top; 0 when there are none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((at + 1 for at, line in enumerate(lines) if at and line.rstrip() == "---"), 0)


def code_lines(lines: Sequence[str]) -> list[bool]:
    """For each line, whether it is code between fences or one of the fences."""
    found = []
    fence = ""
    for line in lines:
        mark = line.lstrip(" ")[:3]
        at_fence = mark in ("```", "~~~") and fence in ("", mark)
        found.append(bool(fence) or at_fence)
        if at_fence:
            fence = "" if fence else mark
    return found


def blocks(text: str) -> list[str]:
    """A text in pieces that read the same alone: cut before a line that begins at the margin after a blank one, outside code."""
    lines = text.split("\n")
    top = fields_end(lines)
    code = code_lines(lines[top:])
    found = [lines[:top], []]
    for at, line in enumerate(lines[top:]):
        inside = at > 0 and code[at] and code[at - 1]
        if not inside and line and not line[0].isspace() and found[-1] and not found[-1][-1].strip():
            found.append([])
        found[-1].append(line)
    return [block for each in found if (block := "\n".join(each)).strip()]
