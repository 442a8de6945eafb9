"""The command line's door: the one place where errors become a line and a status."""

import errno
import os
import sys
from collections.abc import Callable

from hydratui.cli import output
from hydratui.errors import HydraError, UsageError

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def run() -> None:
    """The program `hydratui`."""
    sys.exit(call(sys.argv[1:]))


def call(words: list[str]) -> int:
    """Runs one command line.

    Args:
        words: What was typed after the program's name.

    Returns:
        The exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
    """
    output.prepare()
    if not words:
        # The most used way in: it does not wait for Typer.
        from hydratui.cli.app import open_app

        return _status(open_app)
    from hydratui.cli.tree import obey

    return _status(lambda: obey(home_first(words)))


def _status(work: Callable[[], object]) -> int:
    try:
        status = work()
        sys.stdout.flush()
    except UsageError as error:
        return _refused(str(error), WRONG_USAGE)
    except HydraError as error:
        return _refused(str(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except SystemExit as error:
        # Typer's own answer to a closed pipe.
        _unread()
        return error.code if isinstance(error.code, int) else FAILED
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _unread()
            return _refused("No space is left where the output or the data goes. Free some and try again.", FAILED)
        from hydratui.cli.crash import note

        return _refused(note(error), FAILED)
    return status if isinstance(status, int) else DONE


def home_first(words: list[str]) -> list[str]:
    """The words with `--home DIR` moved to the front, so that it may stand after the command as well."""
    end = words.index("--") if "--" in words else len(words)
    before: list[str] = []
    moved: list[str] = []
    at = 0
    while at < end:
        if words[at] == "--home" and at + 1 < end:
            moved += words[at : at + 2]
            at += 2
            continue
        (moved if words[at].startswith("--home=") else before).append(words[at])
        at += 1
    return moved + before + words[end:]


def _refused(sentence: str, status: int) -> int:
    try:
        output.complain(sentence)
    except OSError:
        # Where it would be said is full or closed; the status says that something went wrong.
        return status
    return status


def _unread() -> int:
    """Nobody takes our output any more: what is left goes nowhere, and without a second complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return FAILED
