"""Store data in words, as content that nothing interprets: states, figures, times."""

import math

from textual.content import Content

from hydratui import times
from hydratui.config import BUILTIN
from hydratui.store.attachments import Attachment
from hydratui.store.lapsed import MAX_ATTEMPTS
from hydratui.store.queue import LONGEST_WAIT
from hydratui.store.tasks import Task
from hydratui.text import file_size, one_line, plain

MUTED = "$text-muted"
SEPARATOR = " · "


def text(words: str, style: str = "") -> Content:
    """Any text on any number of lines, shown as typed. A tab would move what follows it from where it is counted to be."""
    safe = plain(words).expandtabs(4)
    return Content.styled(safe, style) if style else Content(safe)


def line(words: str, style: str = "") -> Content:
    """Any text on one line, shown as typed."""
    return Content.styled(one_line(words), style) if style else Content(one_line(words))


def count(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun: ``1 token``, ``812 tokens``, ``12.4k tokens``."""
    short = f"{number / 1000:.1f}k" if number >= 1000 else str(number)
    return f"{short} {one if number == 1 else many or one + 's'}"


def model(name: str | None) -> str:
    """A model's name without its provider: ``openai:gpt-5`` is ``gpt-5``."""
    if not name or name == BUILTIN:
        return "built-in"
    return one_line(name.partition(":")[2] or name)


def attachment(file: Attachment) -> str:
    """A file that came with a message: ``report.pdf · 12 pages · 1.2 MB``."""
    return SEPARATOR.join(part for part in (file.name, file.about, file_size(file.size)) if part)


def clock(stamp: str) -> str:
    """A stamp in a message's corner: the time alone today, else the day too."""
    return times.spoken(stamp).removeprefix("today ")


def elapsed(stamp: str | None) -> str:
    """How long ago a stamp was, in whole seconds, minutes or hours: ``3 s``."""
    if stamp is None:
        return "0 s"
    seconds = max((times.now() - times.parse(stamp)).total_seconds(), 0)
    return elapsed_words(seconds)


def ahead(moment: float) -> str:
    """How long it is until a task is tried again, in whole seconds: ``4 s``; nothing when that may be now.

    Args:
        moment: Seconds since 1970. One out of reach is of a clock that was put back, and counts for nothing.
    """
    seconds = moment - times.now().timestamp()
    return elapsed_words(math.ceil(seconds)) if 0 < seconds <= LONGEST_WAIT else ""


def took(task: Task) -> str | None:
    """How long a task ran, where that is known: ``4 s``, ``under 1 s``."""
    if not task.started_at or not task.finished_at:
        return None
    seconds = (times.parse(task.finished_at) - times.parse(task.started_at)).total_seconds()
    return "under 1 s" if seconds < 1 else elapsed_words(seconds)


def elapsed_words(seconds: float) -> str:
    """A span of whole seconds, as stamps give it."""
    return f"{seconds:.0f} s" if seconds < 100 else times.duration(seconds)


def state(task: Task) -> str:
    """What an unfinished or broken-off task is doing, in words."""
    if task.cancelling and not task.ended:
        return "stopping"
    if task.status == "pending" and task.attempts:
        seconds = ahead(task.not_before)
        return f"tries again in {seconds} ({_which(task.attempts + 1)})" if seconds else "queued again"
    if task.status == "pending":
        return "queued"
    if task.status == "running":
        again = f" ({_which(task.attempts)})" if task.attempts > 1 else ""
        return f"working {elapsed(task.started_at)}{again}"
    return task.status


def _which(attempt: int) -> str:
    """``2nd of 3``."""
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(attempt, f"{attempt}th")
    return f"{ordinal} of {max(MAX_ATTEMPTS, attempt)}"


def figures(task: Task) -> str:
    """What is known of an ended task: ``gpt-5 · 4 s · 812 tokens``."""
    tokens = task.tokens_in + task.tokens_out
    known = [
        model(task.model) if task.model or task.status == "completed" else None,
        took(task),
        count(tokens, "token") if tokens else None,
    ]
    return SEPARATOR.join(part for part in known if part)
