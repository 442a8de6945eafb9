"""What processes have to say: one log for each in ``logs/``, rotated and pruned, and never a word of a prompt or an answer."""

import copy
import logging
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from hydratui.errors import HydraError, ModelError, NoteRefused
from hydratui.paths import Home
from hydratui.store.alive import is_gone
from hydratui.store.database import host
from hydratui.text import one_line

LOG_BYTES = 1_000_000
OLD_FILES = 2
KEPT_FILES = 10
"""Files of processes that are gone."""
# The second form is that of earlier versions, which had one log for all workers.
_NAME = re.compile(r"(?:[a-z]+-(?P<pid>[0-9]+)|worker)\.log(?:\.[0-9]+)?")
_FORMAT = "%(asctime)s %(levelname)s %(message)s"
log = logging.getLogger("hydratui.logs")


def keep_log(home: Home, role: str) -> Path:
    """Sends what this process has to say to ``logs/<role>-<pid>.log``, and clears away logs of processes that are long gone.

    ``HYDRATUI_LOG=debug`` in the environment has it say more.

    Args:
        home: The data folder.
        role: What the process is, one word in small letters: ``worker``, ``ask``, ``app``.

    Raises:
        HydraError: The log can't be written.
    """
    file = home.logs / f"{role}-{os.getpid()}.log"
    try:
        home.logs.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=OLD_FILES, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise HydraError(f"{file} can't be written ({error.strerror}). Make the folder writable, or free some space.") from error
    _say_to(handler)
    _prune(home)
    return file


def say_log() -> None:
    """Prints what this process has to say on the standard error, for one that has no data folder."""
    _say_to(logging.StreamHandler())


def _say_to(handler: logging.Handler) -> None:
    handler.setFormatter(_Discreet(_FORMAT))
    root, ours = logging.getLogger(), logging.getLogger("hydratui")
    for earlier in [each for each in root.handlers if isinstance(each.formatter, _Discreet)]:
        root.removeHandler(earlier)
        earlier.close()
    root.addHandler(handler)
    ours.setLevel(logging.DEBUG if os.environ.get("HYDRATUI_LOG", "").lower() == "debug" else logging.INFO)
    logging.captureWarnings(True)
    # A full disk is said by the store; what is printed by default when a line can't be written would show the line's values.
    logging.raiseExceptions = False


def catch_strays() -> None:
    """Sends to the log what Python would print: errors of threads, and errors where none can be handled."""
    threading.excepthook = lambda stray: _stray("a thread stopped on", stray.exc_type, stray.exc_value, stray.exc_traceback)
    sys.unraisablehook = lambda stray: _stray("nobody could handle", stray.exc_type, stray.exc_value, stray.exc_traceback)


class _Discreet(logging.Formatter):
    """Says what happened and where, without the values that an error or a library may quote: they can be a user's words."""

    def format(self, record: logging.LogRecord) -> str:
        said = copy.copy(record)
        if record.name.partition(".")[0] == "hydratui":
            if isinstance(record.args, tuple):
                said.args = tuple(map(_discreet, record.args))
            said.msg = one_line(said.getMessage())
        else:
            said.msg = f"{record.name} had something to say ({record.module}, line {record.lineno})"
        if record.exc_info and (error := record.exc_info[1]) is not None:
            said.msg = "\n".join([said.msg, *_frames(error)])
        said.args, said.exc_info, said.exc_text, said.stack_info = None, None, None, None
        return super().format(said)


def _discreet(value: object) -> object:
    """Our own sentences are written for a log, but those that pass on what somebody else has said."""
    if isinstance(value, BaseException) and (not isinstance(value, HydraError) or isinstance(value, ModelError | NoteRefused)):
        return type(value).__name__
    return value


def _frames(error: BaseException) -> Iterator[str]:
    """Where an error was raised, the outermost call first, and its kind; those that led to it before it."""
    if (before := error.__cause__ or error.__context__) is not None:
        yield from _frames(before)
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f"  {code.co_filename}, line {trace.tb_lineno}, in {code.co_name}"
        trace = trace.tb_next
    yield f"  {type(error).__module__}.{type(error).__qualname__}"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _frames(part)


def _stray(what: str, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    log.error("%s %s", what, kind.__name__, exc_info=(kind, error, trace) if error is not None else None)


def _prune(home: Home) -> None:
    """Removes the logs of processes that are gone, but for the newest."""
    old: list[tuple[float, Path]] = []
    for file in home.logs.iterdir():
        name = _NAME.fullmatch(file.name)
        # What a living process has open can't be removed on Windows.
        if name is not None and (name["pid"] is None or os.name == "nt" or is_gone(int(name["pid"]), host())):
            with suppress(FileNotFoundError):
                old.append((file.stat().st_mtime, file))
    for _, file in sorted(old, reverse=True)[KEPT_FILES:]:
        # Another process that starts clears away the same files.
        with suppress(OSError):
            file.unlink()
