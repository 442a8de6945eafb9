"""The memory of one worker over ten thousand tasks: what it takes after the first thousand is what it takes after all."""

import tempfile
import time
from pathlib import Path

from hydratui.agents.create import create
from hydratui.store import Store, tasks
from tests.benchmarks.measure import filled, resident_mb, verdict
from tests.benchmarks.own_worker import a_worker
from tests.benchmarks.slow_model import models, slow_model

BUDGET = 1.05
AGENTS = 8
IN_HAND = 60
"""Tasks that wait at any time."""


def run(small: bool) -> list[str]:
    """Has a worker answer by a model on loopback and by the built-in assistant, which calls tools."""
    marks = (200, 500, 1_000) if small else (1_000, 5_000, 10_000)
    with tempfile.TemporaryDirectory() as folder, slow_model() as url:
        return [
            _flat(Path(folder) / "remote", url, "speak call 8 0", "a model on loopback that calls recall", marks),
            _flat(
                Path(folder) / "builtin",
                None,
                "what did we say about the backup plan?",
                "the built-in assistant, which calls it too",
                marks,
            ),
        ]


def _flat(root: Path, url: str | None, prompt: str, model: str, marks: tuple[int, ...]) -> str:
    # As many tasks as are to come: else SQLite's caches, 2 MB of pages a connection, would fill on the way.
    home = filled(root, 10_000)
    home.config.write_text(models(url) if url else '[models]\ndefault = "builtin"\n', encoding="utf-8")
    for number in range(AGENTS):
        create(home, f"agent{number}")
    with a_worker(home, AGENTS) as (store, pid):
        begin, taken = time.perf_counter(), []
        done = sent = 0
        for mark in marks:
            while done < mark:
                while sent - done < IN_HAND and sent < marks[-1]:
                    tasks.submit(store, f"agent{sent % AGENTS}", prompt, "main")
                    sent += 1
                time.sleep(0.02)
                done = sent - _left(store)
            taken.append(resident_mb(pid))
        rate = marks[-1] / (time.perf_counter() - begin)
    ratio = taken[-1] / taken[0]
    steps = ", ".join(f"{mb:.0f} MB after {mark:,}" for mb, mark in zip(taken, marks, strict=True))
    return f"worker, {model}: {steps} tasks, ratio {ratio:.3f} (budget {BUDGET}) {verdict(ratio <= BUDGET)}; {rate:.0f} tasks a second"


def _left(store: Store) -> int:
    return sum(each.running + each.queued for each in tasks.counts(store).values())
