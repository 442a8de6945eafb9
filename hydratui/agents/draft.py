"""A Markdown file while it is being edited: its text, and its bytes again, in which only what was edited has changed."""

from dataclasses import dataclass, field
from difflib import SequenceMatcher, unified_diff
from pathlib import Path

from hydratui.agents import files
from hydratui.agents.steps import line_end
from hydratui.errors import HydraError
from hydratui.text import plain

_BOM = b"\xef\xbb\xbf"
CONTEXT = 2
"""Unchanged lines that are shown around a difference."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file as it was read.

    Attributes:
        data: Its bytes, none when it is missing.
        lines: Its lines as they are shown and edited: safe text, without their ends.
    """

    data: bytes
    lines: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        shown = (plain(line.decode("utf-8", "replace")).replace("\n", " ") for line in _raw(self.data))
        object.__setattr__(self, "lines", tuple(shown))

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self.lines)

    def edited(self, text: str) -> bytes:
        """The bytes of the file with this text: a line that was not edited keeps its bytes, whatever they are, and its end."""
        raw, fresh = _raw(self.data), text.split("\n")
        ends = self.data.removeprefix(_BOM).splitlines(keepends=True)
        usual = line_end(self.data)
        made: list[bytes] = []
        for line, old in zip(fresh, _same(self.lines, fresh), strict=True):
            content = plain(line).encode("utf-8") if old is None else raw[old]
            end = usual if old is None or old >= len(ends) else ends[old][len(raw[old]) :]
            made.append(content + (end or usual))
        last = made[-1].rstrip(b"\r\n") if made else b""
        return (_BOM if self.data.startswith(_BOM) else b"") + b"".join([*made[:-1], last])


def load(file: Path) -> Loaded:
    """Reads a file; a missing one is empty.

    Raises:
        HydraError: It is there and can't be read.
    """
    return Loaded(files.read_bytes(file))


def save(file: Path, loaded: Loaded, text: str) -> Loaded:
    """Writes an edited text, if the file still holds what was loaded.

    Raises:
        Overtaken: Another program has changed the file meanwhile; it is as that left it.
        HydraError: The disk is full or the folder is gone or read-only.
    """
    data = loaded.edited(text)
    files.replace(file, data, loaded.data)
    return Loaded(data)


def keep_beside(file: Path, whose: str, data: bytes) -> Path:
    """Writes bytes into a new file beside a file: ``ada.soul.mine.md``, ``ada.soul.mine-2.md``.

    Raises:
        HydraError: The disk is full or the folder is gone or read-only.
    """
    for number in range(1, 1000):
        beside = file.with_name(f"{file.stem}.{whose}{'' if number == 1 else f'-{number}'}.md")
        if not beside.exists():
            files.replace(beside, data, b"")
            return beside
    raise HydraError(f"There are too many files like {file.stem}.{whose}.md in {file.parent}. Delete those that you don't need.")


def difference(theirs: Loaded, mine: str) -> list[str]:
    """What saving would change in the file, line by line: ``-`` goes, ``+`` comes, a blank stays; ``@@`` where lines are left out."""
    lines = unified_diff(theirs.lines, [plain(line) for line in mine.split("\n")], lineterm="", n=CONTEXT)
    return ["@@" if line.startswith("@@") else line for line in list(lines)[2:]]


def _raw(data: bytes) -> list[bytes]:
    """The lines without their ends; behind the last end there is one more, empty."""
    body = data.removeprefix(_BOM)
    lines = body.splitlines()
    return [*lines, b""] if not lines or body.endswith((b"\n", b"\r")) else lines


def _same(old: tuple[str, ...], fresh: list[str]) -> list[int | None]:
    """For each line, which old line it is, or None where it is new."""
    same: list[int | None] = [None] * len(fresh)
    shorter = min(len(old), len(fresh))
    top = next((at for at in range(shorter) if old[at] != fresh[at]), shorter)
    bottom = next((at for at in range(shorter - top) if old[-1 - at] != fresh[-1 - at]), shorter - top)
    same[:top] = range(top)
    if bottom:
        same[-bottom:] = range(len(old) - bottom, len(old))
    middle = SequenceMatcher(None, old[top : len(old) - bottom], fresh[top : len(fresh) - bottom])
    for one, other, size in middle.get_matching_blocks():
        same[top + other : top + other + size] = range(top + one, top + one + size)
    return same
