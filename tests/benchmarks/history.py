"""The app over 10,000 and over 100,000 stored messages beside the same over 100: what everyday actions take, and its memory."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from hydratui.store import Store, workers
from tests.benchmarks.actions import ACTIONS, Action, Stage, stage
from tests.benchmarks.measure import lived_in, median, percentile, resident_mb, verdict
from tests.terminal import Terminal

SIZES = (100, 10_000, 100_000)
TIME_BUDGET = 1.5
MEMORY_BUDGET = 1.3
APP_MB = 90.0
WORKER_MB = 60.0


def run(small: bool) -> list[str]:
    """Opens all, does the same in each, in turn, and compares."""
    rounds, sizes = (5, SIZES[:2]) if small else (15, SIZES)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_:
        homes = [lived_in(Path(folder) / str(size), size) for size in sizes]
        stages = [stage(home) for home in homes]
        for each in stages:
            open_.enter_context(each.app)
            each.app.wait_for("enter send")
            each.app.settle(1.0)
        lines = [compared(name, sizes, _taken(act, stages, rounds)) for name, act in ACTIONS.items()]
        lines += _memory(sizes, [each.app for each in stages])
        store = Store.open(homes[-1].database)
        (worker,) = workers.live(store)
        store.close()
        idle = resident_mb(worker.pid)
    return [*lines, f"memory of an idle worker: {idle:.0f} MB (budget {WORKER_MB:.0f}) {verdict(idle <= WORKER_MB)}"]


def _taken(act: Action, stages: Sequence[Stage], rounds: int) -> list[list[float]]:
    """The milliseconds of every round on each stage."""
    taken: list[list[float]] = [[] for _ in stages]
    for turn in range(rounds + 1):
        for on, times in zip(stages, taken, strict=True):
            seconds = act(on, turn)
            # The first time loads what is loaded once.
            if turn:
                times.append(1000 * seconds)
    return taken


def compared(name: str, sizes: Sequence[int], taken: Sequence[Sequence[float]]) -> str:
    """A line about the milliseconds that something took, with the ratios to the first of the sizes."""
    base = median(taken[0])
    ratios = [median(times) / base for times in taken[1:]]
    parts = [
        f"at {size:,} {median(times):.1f} / {percentile(times, 0.99):.0f} ms" + (f", ratio {ratio:.2f}" if ratio else "")
        for size, times, ratio in zip(sizes, taken, [0.0, *ratios], strict=True)
    ]
    return f"{name} (p50 / p99): {'; '.join(parts)} (budget {TIME_BUDGET}) {verdict(max(ratios) <= TIME_BUDGET)}"


def _memory(sizes: Sequence[int], apps: Sequence[Terminal]) -> list[str]:
    taken = [resident_mb(app.pid) for app in apps]
    ratios = [mb / taken[0] for mb in taken[1:]]
    parts = [f"at {sizes[0]:,} {taken[0]:.0f} MB"]
    parts += [f"at {size:,} {mb:.0f} MB, ratio {ratio:.2f}" for size, mb, ratio in zip(sizes[1:], taken[1:], ratios, strict=True)]
    return [
        f"memory of the app: {'; '.join(parts)} (budget {MEMORY_BUDGET}) {verdict(max(ratios) <= MEMORY_BUDGET)}",
        f"memory of the app, the most of them: {max(taken):.0f} MB (budget {APP_MB:.0f}) {verdict(max(taken) <= APP_MB)}",
    ]
