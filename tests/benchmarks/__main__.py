"""``python -m tests.benchmarks [--small] [NAME …]``: the budgets of the product, measured on this machine.

Nothing is asserted: a line says what was measured, the budget, and whether it is met.
"""

import importlib
import sys

ROOMS = (
    "startup",
    "quick_commands",
    "history",
    "by_pilot",
    "idle",
    "streaming",
    "many_streams",
    "growth",
    "queue_speed",
    "worker_memory",
    "recall_speed",
    "recall_quality",
    "search_speed",
)


def main(arguments: list[str]) -> None:
    """Runs the named benchmarks, or all."""
    small = "--small" in arguments
    named = [word for word in arguments if not word.startswith("-")]
    for room in named or ROOMS:
        print(f"{room}", flush=True)
        for line in importlib.import_module(f"tests.benchmarks.{room}").run(small):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
