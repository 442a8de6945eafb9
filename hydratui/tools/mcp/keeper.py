"""Stands between a worker and an MCP server that is a program: a process of its own, run by path, of the standard library alone.

It passes on what the server prints only while that can be a message, a line at a time and none too long; it keeps the server's error
output in a log; and it ends the server with all its children when its own standard input closes, which it does even when the worker is
killed. On Linux it also finds children that have gone to a session of their own: they become the keeper's when their parent ends.

    keeper.py LOG PROGRAM [ARGUMENT…]
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

LONGEST = 4_194_304
"""Bytes of one message."""
TOO_LONG = -32_099
"""Code of the error that takes the place of an answer that is longer."""
GRACE = 1.0
"""Seconds that a server has to end after its input is closed; the library above waits two before it kills."""
LAST_GRACE = 0.4
LOG_BYTES = 131_072
MOST_NOISE = 1_000
"""Lines that are no message."""
MOST_NOISE_BYTES = 67_108_864
_RATE = 1_000
_CHUNK = 65_536
_ID = rb'"id"\s*:\s*(\d{1,18}|"[^"\\]{1,64}")'
# Where the id of an answer is: before anything nested, or after all of it.
_ID_FIRST = re.compile(rb"\s*\{[^{\[]{0,80}?" + _ID)
_ID_LAST = re.compile(_ID + rb'\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')
_UNPRINTABLE = bytes(byte if byte in b"\t\n" or 32 <= byte != 127 else ord("?") for byte in range(256))


NOT_WANTED = ""
"""Why a server is to be ended with which nothing is wrong. Main hears of it, of other reasons, and of the server's own end in one queue."""


class Ended:
    """The server has ended by itself, with this status; below zero it is a signal."""

    def __init__(self, status: int) -> None:
        self.status = status


def main(log: Path, command: list[str]) -> None:
    """Runs the server until it ends or is not wanted any more, and says at the end on the standard error how it went."""
    news: SimpleQueue[Ended | str] = SimpleQueue()
    set_up_child = _adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: news.put(NOT_WANTED))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, preexec_fn=set_up_child
        )
    except (OSError, ValueError) as error:
        _say(f"it can't be started ({getattr(error, 'strerror', None) or error})", None, b"")
        return
    assert server.stdout and server.stderr  # they are pipes
    last = [b""]
    outward = threading.Thread(target=_pass_out, args=(server.stdout.fileno(), news), daemon=True)
    logging = threading.Thread(target=_keep_log, args=(server.stderr.fileno(), log, last), daemon=True)
    others = [threading.Thread(target=each, args=(server, news), daemon=True) for each in (_pass_in, _reap)]
    for thread in (outward, logging, *others):
        thread.start()
    first = news.get()
    if first == NOT_WANTED:
        _await_end(news)
    _end_all()
    for thread in (outward, logging):
        thread.join(LAST_GRACE)
    # How it ends when it is asked to is of no interest.
    _say(first if isinstance(first, str) else "", first.status if isinstance(first, Ended) else None, last[0])
    if os.getpgrp() == os.getpid():
        # What is left is in this process's group, this process included.
        os.killpg(0, signal.SIGKILL)


def _adopt_orphans() -> Callable[[], None] | None:
    """Makes this process the parent of grandchildren whose own parent ends. Gives what a child does first: it ends with its parent."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    libc, keeper = ctypes.CDLL(None), os.getpid()
    child_subreaper, parent_death_signal = 36, 1
    libc.prctl(child_subreaper, 1, 0, 0, 0)

    def set_up() -> None:
        libc.prctl(parent_death_signal, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != keeper:
            os._exit(1)

    return set_up


def _await_end(news: "SimpleQueue[Ended | str]") -> None:
    """Waits a while for the server to end by itself."""
    deadline = time.monotonic() + GRACE
    with suppress(Empty):
        while not isinstance(news.get(timeout=max(0.0, deadline - time.monotonic())), Ended):
            pass


def _reap(server: "subprocess.Popen[bytes]", news: "SimpleQueue[Ended | str]") -> None:
    """Takes note of the end of the server, and of every orphan."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, 0)
            if pid == server.pid:
                news.put(Ended(os.waitstatus_to_exitcode(status)))


def _pass_in(server: "subprocess.Popen[bytes]", news: "SimpleQueue[Ended | str]") -> None:
    """Hands on what the worker writes. When it writes no more, the server's input is closed, which asks it to end."""
    assert server.stdin  # it is a pipe
    deaf = False
    while chunk := _read(0):
        # To one that reads no more nothing is written, but the end of our own input must still be seen.
        deaf = deaf or not _taken(server.stdin.fileno(), chunk)
    with suppress(OSError):
        server.stdin.close()
    news.put(NOT_WANTED)


def _taken(server: int, chunk: bytes) -> bool:
    """Writes to the server; gives up when it has closed its input, or when it does not read while the worker is gone."""
    os.set_blocking(server, False)
    waiting = select.poll()
    waiting.register(server, select.POLLOUT)
    waiting.register(0, 0)
    view = memoryview(chunk)
    while view:
        try:
            view = view[os.write(server, view) :]
        except BlockingIOError:
            if 0 in dict(waiting.poll()):
                return False
        except OSError:
            return False
    return True


def _pass_out(server: int, news: "SimpleQueue[Ended | str]") -> None:
    """Hands on the server's messages."""
    noise = noise_bytes = passed = 0
    since = time.monotonic()
    for line, length in _lines(server):
        if length > LONGEST:
            noise_bytes += length
            line = _too_long(line)
        elif not line.lstrip().startswith(b"{"):
            noise += bool(line.strip())
            noise_bytes += length
            line = b""
        if noise > MOST_NOISE or noise_bytes > MOST_NOISE_BYTES:
            news.put("it prints to its standard output what is no message")
            return
        if not line:
            continue
        try:
            _write_all(line + b"\n")
        except OSError:
            return
        passed += 1
        if passed % 100 == 0:
            # A server that floods is slowed down here, where it costs nobody else anything.
            time.sleep(max(0.0, 100 / _RATE - (time.monotonic() - since)))
            since = time.monotonic()


def _lines(source: int) -> Iterator[tuple[bytes, int]]:
    """The lines with their lengths; of one that is too long its two ends, joined."""
    parts: list[bytes] = []
    length = 0
    while chunk := _read(source):
        *whole, rest = chunk.split(b"\n")
        for piece in whole:
            yield b"".join([*parts, piece]), length + len(piece)
            parts, length = [], 0
        length += len(rest)
        parts.append(rest)
        if length > LONGEST:
            joined = b"".join(parts)
            parts = [joined[:512], joined[-512:]]
            if length > MOST_NOISE_BYTES:
                yield b"", length
                parts, length = [], 0


def _read(source: int) -> bytes:
    try:
        return os.read(source, _CHUNK)
    except OSError:
        return b""


def _too_long(ends: bytes) -> bytes:
    found = _ID_FIRST.match(ends) or _ID_LAST.search(ends[-512:])
    if found is None:
        return b""
    error = b'{"code":%d,"message":"too long"}' % TOO_LONG
    return b'{"jsonrpc":"2.0","id":%s,"error":%s}' % (found[1], error)


def _write_all(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def _keep_log(source: int, path: Path, last: list[bytes]) -> None:
    """Writes what the server prints to its error output, as much as is of use, and remembers its last line."""
    room = LOG_BYTES
    with suppress(OSError):
        if path.stat().st_size > LOG_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
    try:
        file = path.open("ab", buffering=0)
    except OSError:
        file = None
    while chunk := _read(source):
        if lines := [line for line in chunk.split(b"\n") if line.strip()]:
            last[0] = lines[-1][-300:]
        if file is not None and room > 0:
            with suppress(OSError):
                file.write(chunk[:room].translate(_UNPRINTABLE))
        elif room < -LOG_BYTES:
            time.sleep(0.05)
        room -= len(chunk)


def _end_all() -> None:
    """Asks all that the server has left to end, and soon makes them."""
    deadline = time.monotonic() + LAST_GRACE
    for number in (signal.SIGTERM, signal.SIGKILL):
        if not _signal_all(number):
            return
        while time.monotonic() < deadline and _signal_all(0):
            time.sleep(0.01)
        deadline = time.monotonic() + LAST_GRACE


def _signal_all(number: int) -> bool:
    """Sends a signal to every process that stems from this one. Gives whether there was any."""
    found = _descendants()
    if found is None:
        # Without /proc: the group that all are in, this process among them, which ignores what it sends.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if number == signal.SIGTERM:
            with suppress(OSError):
                os.killpg(0, number)
        return number == signal.SIGTERM
    for pid in found:
        with suppress(OSError):
            os.kill(pid, number)
    return bool(found)


def _descendants() -> list[int] | None:
    """The processes that stem from this one, or None where that can't be seen."""
    children: dict[int, list[int]] = {}
    try:
        numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    except OSError:
        return None
    for pid in numbers:
        # One that ends at this moment can't be read, or not whole.
        with suppress(OSError, ValueError):
            state, parent, *_ = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
            if state != b"Z":
                children.setdefault(int(parent), []).append(pid)
    found, waiting = [], [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _say(why: str, status: int | None, last: bytes) -> None:
    told = {"why": why, "status": status, "last": last.decode("utf-8", "replace")}
    with suppress(OSError):
        os.write(2, json.dumps(told).encode() + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
