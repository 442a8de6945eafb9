"""The process that runs one call of an add-on. It has nothing of hydratui but this file, and none of its keys.

A line of JSON comes in on standard input: the file, the function, its arguments. A line of JSON goes out: the result, or what went
wrong. What the add-on prints goes to the standard error.
"""

import asyncio
import importlib.util
import inspect
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space that a call may take, where the system can say so."""


def main() -> None:
    """Runs the call."""
    asked = json.loads(sys.stdin.buffer.readline())
    _limit()
    threading.Thread(target=_end_with_the_worker, daemon=True).start()
    # What the add-on prints must not be taken for its answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    path = Path(asked["file"])
    try:
        answer: dict[str, object] = {"result": _called(path, asked["function"], asked["arguments"])}
    except BaseException as error:
        answer = {"error": _said(error, path)}
    answers.write(json.dumps(answer))
    answers.flush()
    # Threads that the add-on has left running are not waited for.
    os._exit(0)


def _limit() -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limits.
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_with_the_worker() -> None:
    """Waits until the worker is gone, also when it was killed, and takes all down that this call has started."""
    while os.read(0, 4_096):
        pass
    if os.name == "nt":
        os._exit(1)
    os.killpg(0, signal.SIGKILL)


def _called(path: Path, name: str, arguments: Mapping[str, Any]) -> str:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    sys.path.insert(0, str(path.parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    function = getattr(module, name)
    result = function(**_typed(function, arguments))
    if inspect.isawaitable(result):
        result = asyncio.run(_awaited(result))
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)


def _typed(function: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with dates for texts where the function wants dates."""
    wanted = {name: str(parameter.annotation) for name, parameter in inspect.signature(function).parameters.items()}
    return {
        name: date.fromisoformat(value) if isinstance(value, str) and "date" in wanted.get(name, "") else value
        for name, value in arguments.items()
    }


async def _awaited(result: Any) -> Any:
    return await result


def _said(error: BaseException, path: Path) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    if isinstance(error, SyntaxError) and error.filename == str(path):
        lines = [error.lineno]
    where = f" ({path.name}, line {lines[-1]})" if lines else f" ({path.name})"
    return f"{type(error).__name__}: {error}{where}"


if __name__ == "__main__":
    main()
