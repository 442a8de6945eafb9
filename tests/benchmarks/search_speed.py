"""How fast the user's own searches answer: ``/search`` over everything, ctrl+f in one channel, and the keys of a screen that does so."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from hydratui.recall import everywhere, index, within
from hydratui.recall.everywhere import Wish
from hydratui.store.database import Store
from tests.benchmarks.measure import PROGRAM, filled, median, percentile, verdict
from tests.benchmarks.recall_speed import AGENTS, Texts, fill
from tests.terminal import Terminal

FIRST_MS = 300.0
FIND_MS = 100.0
"""Until the first match in a channel is there; the rest is counted meanwhile."""
KEY_RATIO = 1.5


def run(small: bool) -> list[str]:
    """The lines to print."""
    with tempfile.TemporaryDirectory() as folder:
        return list(_lines(Path(folder), small))


def _lines(folder: Path, small: bool) -> Iterator[str]:
    tasks, asked = (40_000, 5) if small else (1_000_000, 20)
    texts = Texts()
    store = Store.open(folder / "everything.db")
    fill(store, texts, tasks)
    for number in range(AGENTS):
        index.ensure(store, f"agent{number}")
    for kind, queries in texts.queries(asked).items():
        for words in (5, 2, 1):
            wishes = [Wish(" ".join(query.split()[:words]) + " ") for query in queries]
            yield f"search, {words} {kind} words, {tasks:,} tasks of {AGENTS} agents: {_firsts(store, wishes)}"
        yield f"search, the beginning of one of the {kind} words: {_firsts(store, [Wish(query[:3]) for query in queries])}"
    store.connection.execute("DELETE FROM recall_agents WHERE agent = 'agent0'")
    yield f"search, one agent without an index: {_firsts(store, [Wish(query) for query in texts.queries(asked)['mixed']])}"
    store.close()
    messages = 10_000 if small else 100_000
    home = filled(folder / "home", messages)
    store = Store.open(home.database)
    for looked_for in ("wireguard", "zebra", "no such words"):
        yield f"find {looked_for!r} in a channel of {messages:,} messages: {_found(store, looked_for.split())}"
    store.close()
    yield _keys(home.root, messages, 5 if small else 20)


def _firsts(store: Store, wishes: list[Wish]) -> str:
    firsts, wholes = [], []
    for wish in wishes:
        began = time.perf_counter()
        first = None
        for found in everywhere.search(store, wish):
            if first is None and found.places:
                first = time.perf_counter() - began
        wholes.append(1000 * (time.perf_counter() - began))
        firsts.append(wholes[-1] if first is None else 1000 * first)
    worst = percentile(firsts, 0.99)
    return (
        f"first results median {median(firsts):.0f} ms, p99 {worst:.0f} ms, budget {FIRST_MS:.0f} {verdict(worst <= FIRST_MS)}; "
        f"all median {median(wholes):.0f} ms, longest {max(wholes):.0f} ms"
    )


def _found(store: Store, words: list[str]) -> str:
    began = time.perf_counter()
    first, count = None, 0
    for spots in within.find(store, "main", words):
        count += len(spots)
        if first is None and count:
            first = 1000 * (time.perf_counter() - began)
    whole = 1000 * (time.perf_counter() - began)
    if first is None:
        return f"none, known after {whole:.0f} ms"
    return f"{count:,}, the first after {first:.0f} ms, budget {FIND_MS:.0f} {verdict(first <= FIND_MS)}, all after {whole:.0f} ms"


def _keys(root: Path, messages: int, rounds: int) -> str:
    """From a key to the screen, in the line of ctrl+f, while the channel is searched in the same process, and without."""
    with Terminal([PROGRAM, "--home", str(root)]) as app:
        app.wait_for("enter send")
        app.settle(1.0)
        quiet = [_key(app, f"k{turn:02d}y") for turn in range(rounds)]
        app.send("\x06")
        app.wait_for("find")
        busy = [_key(app, f"b{turn:02d}y", pause=0.2) for turn in range(rounds)]
    ratio = median(busy) / median(quiet)
    return (
        f"keystroke while {messages:,} messages are searched: {1000 * median(busy):.0f} ms, else {1000 * median(quiet):.0f} ms, "
        f"ratio {ratio:.2f} (budget {KEY_RATIO}) {verdict(ratio <= KEY_RATIO)}"
    )


def _key(app: Terminal, text: str, pause: float = 0.0) -> float:
    app.send(text[:-1])
    app.wait_for(text[:-1])
    if pause:
        # The search begins a moment after the last key.
        app.settle(pause)
    began = time.perf_counter()
    app.send(text[-1])
    app.wait_for(text)
    taken = time.perf_counter() - began
    app.send("\x7f" * len(text))
    app.settle(0.15)
    return taken
