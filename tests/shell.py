"""A bare SQLite shell: Python's own SQLite, which is another build than ours, in a process of its own.

Never in this process: two builds of SQLite on one file in one process break each other's locks.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_SCRIPT = """
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
for line in sys.stdin:
    sql, bindings = json.loads(line)
    try:
        answer = db.execute(sql, bindings).fetchall()
    except sqlite3.Error as error:
        answer = str(error)
    print(json.dumps(answer), flush=True)
"""


class BareShell:
    """One connection that stays open. Use it as a context manager; leaving it ends the process."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.communicate()

    def execute(self, sql: str, bindings: Sequence[object] = ()) -> list[list[object]]:
        """Runs one statement and gives its rows.

        Raises:
            AssertionError: SQLite refuses it.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([sql, list(bindings)]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert isinstance(answer, list), answer
        return answer


def shell(path: Path, *statements: str) -> list[list[object]]:
    """Runs statements on a file and gives the rows of the last one."""
    with BareShell(path) as bare:
        return [bare.execute(statement) for statement in statements][-1]
