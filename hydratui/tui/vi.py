"""vi keys for the prompt: two modes and a small set of what vi can do. Whatever is no letter goes on to the prompt as ever."""

from collections.abc import Callable

from textual import events
from textual.widgets import TextArea

from hydratui.tui.vi_motions import INCLUDES_LAST, MOTIONS, first_letter, line_end, line_start, word_end

KEYS = (
    ("esc", "Normal mode: h j k l w b e 0 ^ $ gg G move; i a I A o insert"),
    ("d c y", "In normal mode: delete, change, copy; with a motion, or dd cc yy D C x"),
    ("p u", "In normal mode: put back what was deleted or copied; undo"),
)
"""For the help."""
_MOST_TIMES = 999
_INSERT = "iaIAo"


class Vi:
    """The state of the keys: the mode, a count and an operator that wait for the rest, and what was deleted or copied last.

    It begins in insert mode, where only esc is its own.
    """

    def __init__(self, area: TextArea, past: Callable[[int], bool], changed: Callable[[], None]) -> None:
        """Keys for a text area.

        Args:
            area: What they edit.
            past: Goes a step through what was sent, where the cursor is at the edge for it; gives whether it did.
            changed: Is told that the mode is another one.
        """
        self._area, self._past, self._changed = area, past, changed
        self.inserting = True
        self._count = self._operator = ""
        self._register, self._whole_lines = "", False

    def key(self, event: events.Key) -> bool:
        """Takes a key. Gives whether it was one of these."""
        if self.inserting:
            if event.key != "escape":
                return False
            self._normal()
            return True
        if event.key == "escape":
            waiting = bool(self._count or self._operator)
            self._forget()
            return waiting
        if event.key in ("backspace", "delete"):
            self._letter("h" if event.key == "backspace" else "x")
            return True
        if event.character is None or not event.is_printable:
            self._forget()
            return False
        self._letter("l" if event.character == " " else event.character)
        return True

    def insert(self) -> None:
        """Insert mode, as at the beginning."""
        self._forget()
        if not self.inserting:
            self.inserting = True
            self._changed()

    def _normal(self) -> None:
        self.inserting = False
        self._forget()
        text, at = self._area.text, self._at
        self._go(max(at - 1, line_start(text, at)))
        self._changed()

    def _forget(self) -> None:
        self._count = self._operator = ""

    # Keys in normal mode

    def _letter(self, letter: str) -> None:
        if letter.isdigit() and letter.isascii() and (letter != "0" or self._count):
            self._count += letter
            return
        times = min(int(self._count or 1), _MOST_TIMES)
        counted, operator = bool(self._count), self._operator
        self._forget()
        if operator == "g":
            if letter == "g":
                self._go(0)
        elif operator:
            self._operate(operator, letter, times)
        elif letter in "dcyg":
            self._operator, self._count = letter, str(times) if counted else ""
        elif letter in MOTIONS:
            self._go(self._moved(letter, times))
        elif letter in _INSERT:
            self._begin_insert(letter)
        elif letter in "jk":
            self._up_or_down(letter, times)
        elif letter == "G":
            self._go(len(self._area.text))
        else:
            self._edit(letter, times)

    def _edit(self, letter: str, times: int) -> None:
        if letter == "x":
            self._operate("d", "l", times)
        elif letter in "DC":
            self._operate(letter.lower(), "$", 1)
        elif letter in "pP":
            self._put(times, before=letter == "P")
        elif letter == "u":
            for _ in range(times):
                self._area.undo()
            self._go(self._at)
        elif letter == "/" and not self._area.text:
            self.insert()
            self._area.insert("/")

    def _begin_insert(self, letter: str) -> None:
        text, at = self._area.text, self._at
        self._area.history.checkpoint()
        self.insert()
        if letter == "o":
            self._go(line_end(text, at))
            self._area.insert("\n")
        else:
            self._go({"i": at, "a": min(at + 1, line_end(text, at)), "I": first_letter(text, at), "A": line_end(text, at)}[letter])

    def _up_or_down(self, letter: str, times: int) -> None:
        for _ in range(times):
            if not self._past(-1 if letter == "k" else 1):
                (self._area.action_cursor_up if letter == "k" else self._area.action_cursor_down)()
        self._go(self._at)

    def _moved(self, letter: str, times: int) -> int:
        text, at = self._area.text, self._at
        for _ in range(times):
            at = MOTIONS[letter](text, at)
        return at

    # Deleting, changing, copying, putting back

    def _operate(self, operator: str, letter: str, times: int) -> None:
        text, at = self._area.text, self._at
        if letter == operator:
            self._on_lines(operator, times)
        elif letter in MOTIONS:
            if operator == "c" and letter == "w" and at < len(text) and not text[at].isspace():
                # As in vi, what is changed ends with the word, not with the blanks behind it.
                letter, to = "e", at - 1
                for _ in range(times):
                    to = word_end(text, to)
            else:
                to = self._moved(letter, times)
            start, end = sorted((at, to))
            end = min(end + (letter in INCLUDES_LAST), len(text))
            if letter == "w":
                # The last word of a line does not take the line's end along.
                end = min(end, max(line_end(text, at), start))
            self._register, self._whole_lines = text[start:end], False
            self._take(operator, start, end)

    def _on_lines(self, operator: str, times: int) -> None:
        text = self._area.text
        start = end = line_start(text, self._at)
        for number in range(times):
            end = line_end(text, end + (number > 0 and end < len(text)))
        self._register, self._whole_lines = text[start:end], True
        if operator == "d":
            # The line goes with its end; the last one with the end before it.
            if end < len(text):
                end += 1
            elif start:
                start -= 1
        self._take(operator, start, end)
        if operator == "d":
            self._go(first_letter(self._area.text, min(self._at, len(self._area.text))))

    def _take(self, operator: str, start: int, end: int) -> None:
        if operator == "y":
            self._go(start)
            return
        self._area.history.checkpoint()
        self._area.replace("", self._place(start), self._place(end), maintain_selection_offset=False)
        if operator == "c":
            self.insert()
        self._go(start)

    def _put(self, times: int, *, before: bool) -> None:
        text, at = self._area.text, self._at
        if not self._register and not self._whole_lines:
            return
        self._area.history.checkpoint()
        if self._whole_lines:
            lines = "\n".join([self._register] * times)
            where = line_start(text, at) if before else line_end(text, at)
            put, cursor = (f"{lines}\n", where) if before else (f"\n{lines}", where + 1)
        else:
            where = at if before else min(at + 1, line_end(text, at))
            put = self._register * times
            cursor = where + len(put) - 1
        self._area.insert(put, self._place(where), maintain_selection_offset=False)
        self._go(cursor)

    # Places

    @property
    def _at(self) -> int:
        row, column = self._area.cursor_location
        return sum(len(line) + 1 for line in self._area.document.lines[:row]) + column

    def _place(self, at: int) -> tuple[int, int]:
        before = self._area.text[:at]
        return before.count("\n"), at - (before.rfind("\n") + 1)

    def _go(self, at: int) -> None:
        """Puts the cursor on a character; in normal mode there is none behind the last one of a line."""
        text = self._area.text
        if not self.inserting and at and at == line_end(text, at) and at > line_start(text, at):
            at -= 1
        self._area.move_cursor(self._place(at))
