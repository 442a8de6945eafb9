"""Looking for something that was sent: the prompt takes the words, the palette offers what holds them, newest first."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hydratui.store.typed import Line
from hydratui.text import one_line, plain
from hydratui.tui.fold import find, folded
from hydratui.tui.widgets.palette import Palette
from hydratui.tui.widgets.prompt import NEWLINES, Prompt

if TYPE_CHECKING:
    from hydratui.commands.suggest import Suggestion

MOST_SHOWN = 50
NONE = "Nothing that was sent matches."
READING = "Reading what was sent …"
HERE, EVERYWHERE = 1_000, 5_000
"""Lines that are looked through, of one channel and of all."""
_LABEL = 300
_BEFORE = 30
_MOVES = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5}


class Past:
    """One such search; the draft that was in the prompt is kept meanwhile."""

    def __init__(self, prompt: Prompt, palette: Palette, channel: str, read: Callable[[str | None], None], end: Callable[[], None]) -> None:
        """Begins.

        Args:
            prompt: Where the words are typed.
            palette: Where it is shown what holds them.
            channel: Whose lines are looked through first.
            read: Has the lines of a channel read, None for those of all; they come back through `give`.
            end: Is called when it is over.
        """
        self.draft = prompt.text
        self._prompt, self._palette, self._channel, self._read, self._end = prompt, palette, channel, read, end
        self._everywhere = False
        self._lines: Sequence[Line] | None = None
        self._placeholder = prompt.placeholder
        prompt.first = self._key
        prompt.put("")
        self._look()

    @property
    def keys(self) -> list[tuple[str, str]]:
        """What keys do now."""
        return [("enter", "take"), ("esc", "back"), ("ctrl+r", "this channel" if self._everywhere else "all channels"), ("↑↓", "move")]

    def give(self, channel: str | None, lines: Sequence[Line]) -> None:
        """Takes the lines that were read, where they are still wanted."""
        if (channel is None) == self._everywhere:
            self._lines = lines
            self.show()

    def show(self) -> None:
        """Shows what holds the words that are in the prompt."""
        words = folded(self._prompt.text).split()
        self._palette.show(self._suggestions(words), READING if self._lines is None else NONE)

    def leave(self) -> None:
        """Ends it, with the draft back in the prompt."""
        self._over(self.draft)

    def _look(self) -> None:
        self._lines = None
        self._prompt.placeholder = "words of what was sent " + ("anywhere" if self._everywhere else "here")
        self._palette.border_title = "sent in all channels" if self._everywhere else "sent in this channel"
        self._read(None if self._everywhere else self._channel)
        self.show()

    def _key(self, key: str) -> bool:
        """What the keys do that choose or end; what is typed goes into the prompt."""
        if key in ("escape", "ctrl+c", "ctrl+g"):
            self.leave()
        elif key in ("enter", "tab"):
            chosen = self._palette.chosen()
            if chosen is not None:
                self._over(chosen.insert)
        elif key == "ctrl+r":
            self._everywhere = not self._everywhere
            self._look()
        elif key in _MOVES:
            self._palette.move(_MOVES[key])
        else:
            return key in NEWLINES
        return True

    def _over(self, text: str) -> None:
        self._prompt.first = None
        self._prompt.placeholder = self._placeholder
        self._palette.border_title = None
        self._palette.hide()
        self._end()
        self._prompt.put(text)

    def _suggestions(self, words: list[str]) -> "list[Suggestion]":
        from hydratui.commands.suggest import Suggestion

        found: list[Suggestion] = []
        seen: set[str] = set()
        for line in reversed(self._lines or ()):
            if line.text in seen or find(words, line.text) is None:
                continue
            seen.add(line.text)
            label, marks = _label(line.text, words)
            where = one_line(line.channel) if self._everywhere else ""
            found.append(Suggestion(line.text, label, "", where, marks, 0, 0, True))
            if len(found) == MOST_SHOWN:
                break
        return found


def _label(text: str, words: list[str]) -> tuple[str, tuple[int, ...]]:
    """A line of a text that shows the words, and the places of their letters in it."""
    whole = " ".join(plain(text).split())
    places = find(words, whole) or []
    start = max(places[0][0] - _BEFORE, 0) if places and places[0][1] > 2 * _BEFORE else 0
    label = ("…" if start else "") + whole[start : start + _LABEL]
    by = start - bool(start)
    return label, tuple(at - by for begin, end in places for at in range(begin, end) if at - by < len(label))
