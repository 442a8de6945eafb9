"""What is kept of an error that nobody foresaw."""

import traceback

from hydratui import paths, times


def note(error: BaseException) -> str:
    """Adds the traceback to `logs/cli.log` and gives the sentence for the user."""
    log = paths.home().logs / "cli.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as lines:
            lines.write(f"{times.stamp()}\n{''.join(traceback.format_exception(error))}\n")
    except OSError:
        return f"Something unexpected happened ({type(error).__name__}: {error}), and {log} can't be written."
    return f"Something unexpected happened ({type(error).__name__}). The details are in {log}."
