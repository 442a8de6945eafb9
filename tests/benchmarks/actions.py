"""What a user does in the app, each with its time: from the bytes written to the pseudo-terminal to the last byte that comes back."""

from collections.abc import Callable
from dataclasses import dataclass

from hydratui.agents.roster import roster
from hydratui.paths import Home
from hydratui.store import Store, channels, tasks
from tests.benchmarks.measure import PROGRAM
from tests.terminal import Terminal

COLUMNS, ROWS = 120, 40
PAGE_UP, END, CTRL_DOWN, ESCAPE, BACKSPACE = "\x1b[5~", "\x1b[F", "\x1b[1;5B", "\x1b", "\x7f"
FOCUS_OUT, FOCUS_IN = "\x1b[O", "\x1b[I"


@dataclass(frozen=True, slots=True)
class Stage:
    """An app that runs over a data folder.

    Attributes:
        app: The app in its terminal.
        lasts: The channels as ctrl+down goes through them, each with how its last message begins.
    """

    app: Terminal
    lasts: tuple[tuple[str, str], ...]


def stage(home: Home) -> Stage:
    """Starts the app; it is to be used as a context manager, by its `app`."""
    store = Store.open(home.database)
    names = [channels.MAIN, *(agent.id for agent in roster(home))]
    lasts = tuple((name, tasks.window(store, name, limit=1)[0].prompt.partition(":")[0]) for name in names)
    store.close()
    return Stage(Terminal([PROGRAM, "--home", str(home.root)], COLUMNS, ROWS), lasts)


Action = Callable[[Stage, int], float]


def keystroke(on: Stage, turn: int) -> float:
    """A letter in the prompt."""
    return _typed(on.app, f"k{turn:02d}", "y")


def focus(on: Stage, turn: int) -> float:
    """The terminal loses the focus, has it again, and a letter is typed."""
    return _typed(on.app, f"f{turn:02d}", f"{FOCUS_OUT}{FOCUS_IN}z")


def palette(on: Stage, turn: int) -> float:
    """A slash, until the commands are there."""
    taken = on.app.repainted(lambda: on.app.send("/"), "1 of ")
    _clear(on.app, 1)
    return taken


def scroll(on: Stage, turn: int) -> float:
    """A page up; each time one further, each fifth time from the end again. Some of them load what was said earlier."""
    if turn % 5 == 0:
        on.app.send(END)
        on.app.settle(0.2)
    before = on.app.text
    taken = on.app.repainted(lambda: on.app.send(PAGE_UP))
    assert on.app.text != before, "there was no page above"
    return taken


def switch(on: Stage, turn: int) -> float:
    """Another channel, until its last message is there."""
    name, last = on.lasts[(turn + 1) % len(on.lasts)]
    return on.app.repainted(lambda: on.app.send(CTRL_DOWN), f"hydratui  {name}", last)


def resize(on: Stage, turn: int) -> float:
    """Another width."""
    return on.app.repainted(lambda: on.app.resize(COLUMNS if turn % 2 else COLUMNS - 20, ROWS), "F1 help")


def memory(on: Stage, turn: int) -> float:
    """The memory viewer, of an agent with a few notes."""
    return _viewer(on.app, "otto")


def full_memory(on: Stage, turn: int) -> float:
    """The memory viewer, over a file that is full."""
    return _viewer(on.app, "ada")


def append(on: Stage, turn: int) -> float:
    """A message that is sent, until it is on the page."""
    mark = f"appended{turn:02d}"
    on.app.send(mark)
    on.app.wait_for(mark)
    on.app.settle(0.1)
    # The answer comes soon after, and is not part of it.
    taken = on.app.repainted(lambda: on.app.send("\r"), "Write to an agent", mark, quiet=0.03)
    on.app.settle(0.6)
    return taken


ACTIONS: dict[str, Action] = {
    "keystroke": keystroke,
    "scroll a page": scroll,
    "open the palette": palette,
    "focus out and in": focus,
    "resize": resize,
    "switch channel": switch,
    "memory viewer": memory,
    "memory viewer, 64 KB": full_memory,
    "append": append,
}


def _typed(app: Terminal, before: str, keys: str) -> float:
    app.send(before)
    app.wait_for(before)
    app.settle(0.1)
    taken = app.repainted(lambda: app.send(keys), before + keys[-1])
    _clear(app, len(before) + 1)
    return taken


def _clear(app: Terminal, letters: int) -> None:
    app.repainted(lambda: app.send(BACKSPACE * letters), "Write to an agent")


def _viewer(app: Terminal, agent: str) -> float:
    app.repainted(lambda: app.send(f"/memory {agent}"), f"/memory {agent}")
    taken = app.repainted(lambda: app.send("\r"), "of 64 KB", "Note 1:")
    app.repainted(lambda: app.send(ESCAPE), "Write to an agent")
    return taken
