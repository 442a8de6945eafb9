"""A bare SQLite shell: Python's own SQLite, which is another build than ours, in a process of its own.

Never in this process: two builds of SQLite on one file in one process break each other's locks.
"""

import json
import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import json, sqlite3, sys
rows = []
with sqlite3.connect(sys.argv[1]) as db:
    for statement in json.load(sys.stdin):
        rows = db.execute(statement).fetchall()
print(json.dumps(rows))
"""


def shell(path: Path, *statements: str) -> list[list[object]]:
    """Runs statements on a file and gives the rows of the last one."""
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(path)], input=json.dumps(statements), capture_output=True, text=True, check=True
    )
    rows: list[list[object]] = json.loads(run.stdout)
    return rows
