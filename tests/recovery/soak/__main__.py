"""``python -m tests.recovery.soak``: the soak in a process of its own. See `--help`."""

import argparse
import os
import secrets
import sys
import tempfile
from pathlib import Path

from tests.recovery.soak.drive import soak

SEED = "HYDRATUI_SOAK_SEED"


def main() -> int:
    """Runs a soak, prints what is wrong and how to run it again, and gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.recovery.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=30, help="how many processes are killed")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds between two kills, on average")
    parser.add_argument("--patience", type=float, default=90.0, help="seconds that what is left at the end may take")
    parser.add_argument("--seed", default=os.environ.get(SEED) or secrets.token_hex(4), help=f"to run one again (or {SEED})")
    parser.add_argument("--keep", type=Path, help="an empty folder that is kept, instead of one that is thrown away")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="soak-") as apart:
        folder = chosen.keep or Path(apart)
        os.environ["HYDRATUI_KEYS"] = str(folder / "keys.toml")
        os.environ["HYDRATUI_HOME"] = str(folder / "home")
        outcome = soak(folder, chosen.kills, chosen.seed, chosen.pace, chosen.patience)
    print(", ".join(f"{part} {seconds:.1f} s" for part, seconds in outcome.seconds.items()))
    print(", ".join(f"{count} {what}" for what, count in sorted(outcome.counts.items())))
    for problem in outcome.problems:
        print(f"PROBLEM {problem}")
    return 1 if outcome.problems else 0


if __name__ == "__main__":
    sys.exit(main())
