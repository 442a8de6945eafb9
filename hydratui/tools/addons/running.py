"""Runs a call of an add-on in a process of its own, which can crash, hang or fill its memory without taking the worker along."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from hydratui.errors import HydraError
from hydratui.text import clipped, one_line

LONGEST = 4_000_000
"""Bytes of a result that are read."""
_CHILD = Path(__file__).with_name("child.py")
_HANDED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA")


async def call(file: Path, function: str, arguments: Mapping[str, object], seconds: float) -> str:
    """What the function gives.

    Args:
        file: The add-on.
        function: Its function.
        arguments: By name.
        seconds: How long it may take; then it is killed, and all that it has started.

    Raises:
        HydraError: One line: it failed, crashed, took too long, or gave too much.
    """
    # Isolated: neither the present folder nor PYTHON… variables decide what it imports.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-X",
        "utf8",
        str(_CHILD),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=file.parent,
        env={name: value for name, value in os.environ.items() if name.upper() in _HANDED_ON},
        start_new_session=os.name != "nt",
        limit=LONGEST,
    )
    asked = json.dumps({"file": str(file), "function": function, "arguments": arguments})
    try:
        async with asyncio.timeout(seconds):
            answer = await _answer(process, f"{asked}\n".encode())
    except TimeoutError as error:
        raise HydraError(f"{function} took longer than {seconds:.0f} s and was stopped.") from error
    finally:
        _end(process)
        await process.wait()
        assert process.stdin is not None
        process.stdin.close()
    return _result(function, answer, process.returncode)


async def _answer(process: asyncio.subprocess.Process, asked: bytes) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(asked)
        # It stays open: when it closes early, the child knows that this process is gone.
        await process.stdin.drain()
    except (BrokenPipeError, ConnectionResetError):
        # It has ended before it was asked; what it left says why.
        pass
    answer = b""
    while len(answer) <= LONGEST and (more := await process.stdout.read(1 << 16)):
        answer += more
    return answer


def _result(function: str, answer: bytes, status: int | None) -> str:
    if len(answer) > LONGEST:
        raise HydraError(f"{function} gave more than {LONGEST // 1_000_000} MB, which is too much.")
    try:
        said = json.loads(answer)
    except ValueError as error:
        raise HydraError(f"{function} crashed ({_ended(status)}).") from error
    if "error" in said:
        raise HydraError(f"{function} failed: {clipped(one_line(str(said['error'])), 300)}.")
    return str(said["result"])


def _ended(status: int | None) -> str:
    return f"signal {-status}" if status is not None and status < 0 else f"status {status}"


def _end(process: asyncio.subprocess.Process) -> None:
    """Ends the process and whatever it has started."""
    try:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # Nothing of it is left.
        return
