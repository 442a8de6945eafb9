"""The app over 10,000 stored messages beside the same over 100, and what it takes of memory and processor."""

import tempfile
import time
from pathlib import Path

from hydratui.paths import Home
from hydratui.store import Store, workers
from tests.benchmarks.measure import PROGRAM, cpu_seconds, filled, median, resident_mb, verdict
from tests.terminal import Terminal

TIME_BUDGET = 1.5
MEMORY_BUDGET = 1.3
APP_MB = 90.0
WORKER_MB = 60.0
IDLE_SHARE = 0.005


def run(small: bool) -> list[str]:
    """Opens both, does the same in each, in turn, and compares."""
    rounds = 5 if small else 20
    with tempfile.TemporaryDirectory() as folder:
        few, many = filled(Path(folder) / "few", 100), filled(Path(folder) / "many", 10_000)
        for home in (few, many):
            home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
        with Terminal([PROGRAM, "--home", str(few.root)]) as small_app, Terminal([PROGRAM, "--home", str(many.root)]) as large_app:
            for app in (small_app, large_app):
                app.wait_for("enter send")
                app.settle(1.0)
            lines = []
            for name, act in {"keystroke": _keystroke, "append": _append, "focus": _focus, "resize": _resize}.items():
                pairs = [(act(small_app, few, turn), act(large_app, many, turn)) for turn in range(rounds)]
                a, b = median([pair[0] for pair in pairs]), median([pair[1] for pair in pairs])
                lines.append(_compared(name, "ms", 1000 * b, 1000 * a, TIME_BUDGET))
            lines += _memory(small_app, large_app, many)
            lines.append(_idle(large_app, 5.0 if small else 20.0))
    return lines


def _compared(name: str, unit: str, many: float, few: float, budget: float) -> str:
    ratio = many / few
    return f"{name} at 10,000: {many:.0f} {unit}, at 100: {few:.0f} {unit}, ratio {ratio:.2f} (budget {budget}) {verdict(ratio <= budget)}"


def _keystroke(app: Terminal, home: Home, turn: int) -> float:
    key = f"k{turn:02d}y"
    begin = time.perf_counter()
    app.send(key)
    app.wait_for(key)
    taken = time.perf_counter() - begin
    app.send("\x7f" * len(key))
    app.settle(0.15)
    return taken


def _append(app: Terminal, home: Home, turn: int) -> float:
    """From enter to the message on the page, by the app's own hand; what others write is looked for four times a second."""
    mark = f"appended{turn:02d}"
    app.send(mark)
    app.wait_for(mark)
    begin = time.perf_counter()
    app.send("\r")
    app.wait_for("Write to an agent", mark)
    taken = time.perf_counter() - begin
    app.settle(0.6)
    return taken


def _focus(app: Terminal, home: Home, turn: int) -> float:
    begin = time.perf_counter()
    app.send("\x1b[O")
    app.send("\x1b[I")
    app.send(f"f{turn:02d}z")
    app.wait_for(f"f{turn:02d}z")
    taken = time.perf_counter() - begin
    app.send("\x7f" * 4)
    app.settle(0.15)
    return taken


def _resize(app: Terminal, home: Home, turn: int) -> float:
    begin = time.perf_counter()
    app.resize(100 if turn % 2 else 120, 40)
    app.read(5.0)
    app.send(f"r{turn:02d}z")
    app.wait_for(f"r{turn:02d}z")
    taken = time.perf_counter() - begin
    app.send("\x7f" * 4)
    app.settle(0.15)
    return taken


def _memory(small_app: Terminal, large_app: Terminal, home: Home) -> list[str]:
    few, many = resident_mb(small_app.pid), resident_mb(large_app.pid)
    store = Store.open(home.database)
    (worker,) = workers.live(store)
    store.close()
    idle = resident_mb(worker.pid)
    return [
        _compared("memory of the app", "MB", many, few, MEMORY_BUDGET),
        f"memory of the app: {many:.0f} MB (budget {APP_MB:.0f}) {verdict(many <= APP_MB)}",
        f"memory of an idle worker: {idle:.0f} MB (budget {WORKER_MB:.0f}) {verdict(idle <= WORKER_MB)}",
    ]


def _idle(app: Terminal, seconds: float) -> str:
    app.settle(2.0)
    before, begin = cpu_seconds(app.pid), time.perf_counter()
    while time.perf_counter() - begin < seconds:
        app.read(0.5)
    share = (cpu_seconds(app.pid) - before) / (time.perf_counter() - begin)
    return f"idle: {100 * share:.2f} % of a core over {seconds:.0f} s (budget {100 * IDLE_SHARE} %) {verdict(share <= IDLE_SHARE)}"
