"""The filters of a search: `since:` `until:` `on:` among its words, and the dates that they take."""

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta

from hydratui import times
from hydratui.errors import UsageError

NAMES = {"since": "From this day, month or year on", "until": "Up to this day, month or year", "on": "In this day, month or year"}
_MONTHS = 6
_FILTER = re.compile(r"(?:^|(?<=\s))(since|until|on):(\S*)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


@dataclass(frozen=True, slots=True)
class Search:
    """The words to search for and the days to search in, both ends included; None is open."""

    words: str
    since: date | None = None
    until: date | None = None


def search(typed: str) -> Search:
    """Takes the filters out of what was typed; of several of one kind the last counts.

    Raises:
        UsageError: a filter has no date that can be read.
    """
    since: date | None = None
    until: date | None = None
    for found in _FILTER.finditer(typed):
        first, last = period(found[2], f"{found[1].lower()}:")
        if found[1].lower() != "until":
            since = first
        if found[1].lower() != "since":
            until = last
    return Search(parts(typed)[0], since, until)


def parts(typed: str) -> tuple[str, tuple[str, ...]]:
    """The words of what was typed, and its filters one by one, as they are written."""
    return " ".join(_FILTER.sub(" ", typed).split()), tuple(found[0] for found in _FILTER.finditer(typed))


def dates() -> list[tuple[str, str]]:
    """The dates to offer for a filter, each with what it is: today, yesterday, the last months, this year and the last."""
    today = times.today()
    months = [date(today.year - (back >= today.month), (today.month - back - 1) % 12 + 1, 1) for back in range(_MONTHS)]
    return [
        ("today", times.spoken_date(today)),
        ("yesterday", times.spoken_date(today - timedelta(days=1))),
        *((f"{month:%Y-%m}", f"{month:%B %Y}") for month in months),
        *((str(year), f"the year {year}") for year in (today.year, today.year - 1)),
    ]


def period(text: str, name: str) -> tuple[date, date]:
    """The first and the last day of a day, a month, a year, or the words today and yesterday.

    Args:
        text: `2026-09-21`, `2026-09`, `2026`, `today` or `yesterday`.
        name: what the text was given for, for the error.

    Raises:
        UsageError: the text is none of these.
    """
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        day = times.today() - timedelta(days=word == "yesterday")
        return day, day
    found = _DATE.fullmatch(word)
    try:
        if found is None:
            raise ValueError
        year, month, day_of_month = (int(part) if part else None for part in found.groups())
        assert year is not None
        first = date(year, month or 1, day_of_month or 1)
        last_month = month or 12
        last = first if day_of_month else date(year, last_month, calendar.monthrange(year, last_month)[1])
    except ValueError:
        raise UsageError(f'{name} needs a date such as 2026-09-21, 2026-09 or yesterday, not "{text}".') from None
    return first, last
