"""Days, weeks, months and years that a question names, in English, Spanish, Portuguese, French and Italian."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from hydratui.recall.date_words import DAYS_AGO, HINTS, MONTHS, NUMBERS, SEASONS, UNITS, WEEKDAYS, WINTER
from hydratui.recall.fold import fold

_LONGEST = 2_000  # characters; what is longer is a text, not a question


@dataclass(frozen=True, slots=True)
class Period:
    """Local days, both included."""

    first: date
    last: date


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_M, _W, _N = _any(MONTHS), _any(WEEKDAYS), _any(NUMBERS)
_U = "|".join(unit.replace(" ", "|") for unit in UNITS.values())
_OF = r"(?:\s+(?:of|de|del|di)|,)?\s*"
_YEAR = r"((?:19|20)\d\d)"
_LAST = r"last|past|previous|pasad[oa]|ultim[oa]|passad[oa]|dernier|derniere|scors[oa]|passat[oa]"
_THIS = r"this|current|est[ea]|esse|essa|nest[ea]|ce|cet|cette|quest[oa]"


def named(query: str, today: date) -> list[Period]:
    """The periods that a question names, none for most questions.

    A month or a season without a year is each one of the last ten years. Of "3/4/2026" both readings are given.

    Args:
        query: The question as it was typed.
        today: The local day that "yesterday" is before.
    """
    if len(query) > _LONGEST or not _may_name_one(query):
        return []
    text = fold(query).replace("’", "'")
    periods: list[Period] = []
    for pattern, read in _patterns():
        rest = []
        end = 0
        for match in pattern.finditer(text):
            found = list(_valid(read, match, today))
            if found:
                periods += found
                rest.append(text[end : match.start()])
                end = match.end()
        # A date within a longer one is not read twice.
        text = " ; ".join([*rest, text[end:]]) if rest else text
    return periods


def _may_name_one(query: str) -> bool:
    """A quick look, since most questions name no date and the patterns take some milliseconds to be made ready."""
    words = re.findall(r"[^\W\d_]+|\d+", fold(query))
    return any(word in HINTS or (word.isdigit() and len(word) in (2, 4)) for word in words)


def _valid(read: Callable[[re.Match[str], date], Iterator[Period]], match: re.Match[str], today: date) -> Iterator[Period]:
    try:
        yield from read(match, today)
    except (ValueError, OverflowError):
        return


def _days_in(year: int, month: int) -> int:
    return (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day


def _month(year: int, number: int) -> Period:
    return Period(date(year, number, 1), date(year, number, _days_in(year, number)))


def _iso(match: re.Match[str], today: date) -> Iterator[Period]:
    day = date(int(match[1]), int(match[2]), int(match[3]))
    yield Period(day, day)


def _slashes(match: re.Match[str], today: date) -> Iterator[Period]:
    first, second, year = (int(part) for part in match.groups())
    year += 2_000 if year < 100 else 0
    for number, day in {(second, first), (first, second)}:
        if number <= 12:
            yield Period(date(year, number, day), date(year, number, day))


def _day_month(match: re.Match[str], today: date) -> Iterator[Period]:
    yield from _one_day(today, match["year"], MONTHS[match["month"]], int(match["day"]))


def _one_day(today: date, year: str | None, month: int, day: int) -> Iterator[Period]:
    for number in [int(year)] if year else range(today.year - 9, today.year + 1):
        if day <= _days_in(number, month):
            yield Period(date(number, month, day), date(number, month, day))


def _only_month(match: re.Match[str], today: date) -> Iterator[Period]:
    number = MONTHS[match["month"]]
    years = [int(match["year"])] if match["year"] else range(today.year - 9, today.year + 1)
    for year in years:
        yield _month(year, number)


def _only_year(match: re.Match[str], today: date) -> Iterator[Period]:
    yield Period(date(int(match[1]), 1, 1), date(int(match[1]), 12, 31))


def _season(match: re.Match[str], today: date) -> Iterator[Period]:
    first = next((month for names, month in SEASONS.items() if match["season"] in names.split()), 12)
    for year in [int(match["year"])] if match["year"] else range(today.year - 9, today.year + 1):
        begins = date(year, first, 1) if first != 12 else date(year - 1, 12, 1)
        yield Period(begins, begins + timedelta(days=91))


def _days_ago(match: re.Match[str], today: date) -> Iterator[Period]:
    word = match[1]
    back = next((days for names, days in DAYS_AGO.items() if word in names.split()), 2)
    day = today - timedelta(days=back)
    yield Period(day, day)


def _unit(word: str) -> str:
    return next(unit for unit, forms in UNITS.items() if re.fullmatch(forms.replace(" ", "|"), word))


def _last(match: re.Match[str], today: date) -> Iterator[Period]:
    yield _whole(_unit(match["unit"]), today, 1)


def _this(match: re.Match[str], today: date) -> Iterator[Period]:
    yield _whole(_unit(match["unit"]), today, 0)


def _ago(match: re.Match[str], today: date) -> Iterator[Period]:
    count = int(match["count"]) if match["count"].isdigit() else NUMBERS[match["count"]]
    yield _whole(_unit(match["unit"]), today, count)


def _whole(unit: str, today: date, back: int) -> Period:
    """The day, week (from Monday), month or year that lies so many back; 0 is the present one."""
    if unit == "day":
        day = today - timedelta(days=back)
        return Period(day, day)
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return Period(monday, monday + timedelta(days=6))
    if unit == "month":
        year, number = divmod(today.year * 12 + today.month - 1 - back, 12)
        return _month(year, number + 1)
    return Period(date(today.year - back, 1, 1), date(today.year - back, 12, 31))


def _weekday(match: re.Match[str], today: date) -> Iterator[Period]:
    # The latest such day before today.
    back = (today.weekday() - WEEKDAYS[match["weekday"]] - 1) % 7 + 1
    yield Period(today - timedelta(days=back), today - timedelta(days=back))


_compiled: list[tuple[re.Pattern[str], Callable[[re.Match[str], date], Iterator[Period]]]] = []


def _patterns() -> list[tuple[re.Pattern[str], Callable[[re.Match[str], date], Iterator[Period]]]]:
    if not _compiled:
        ends = r"(?:st|nd|rd|th|er|o|a|º|°)?"
        seasons = _any([name for names in SEASONS for name in names.split()])
        for pattern, read in (
            (r"(\d{4})-(\d\d?)-(\d\d?)", _iso),
            (r"(\d\d?)[/.](\d\d?)[/.](\d{4}|\d\d)", _slashes),
            (rf"(?P<day>\d\d?){ends}{_OF}(?P<month>{_M}){_OF}(?P<year>{_YEAR})?", _day_month),
            (rf"(?P<month>{_M})\s+(?P<day>\d\d?){ends}(?:,?\s*(?P<year>{_YEAR}))?", _day_month),
            (rf"(?P<month>{_M}){_OF}(?P<year>{_YEAR})", _only_month),
            (rf"(?P<season>{seasons}|{WINTER}){_OF}(?P<year>{_YEAR})", _season),
            (rf"(?P<count>\d{{1,3}}|{_N})\s+(?P<unit>{_U})\s+(?:ago|atras|fa)", _ago),
            (rf"(?:hace|ha|il y a)\s+(?P<count>\d{{1,3}}|{_N})\s+(?P<unit>{_U})", _ago),
            (rf"(?:{_LAST})\s+(?P<unit>{_U})", _last),
            (rf"(?P<unit>{_U})\s+(?:{_LAST})", _last),
            (rf"(?:{_THIS})\s+(?P<unit>{_U})", _this),
            (rf"(?:last|past|on|the other|el|este|la|na|no|le|lo)\s+(?P<weekday>{_W})(?:\s+(?:{_LAST}))?", _weekday),
            (rf"(?P<weekday>{_W})(?:\s+(?:{_LAST}))", _weekday),
            (rf"({_any([name for names in DAYS_AGO for name in names.split()])}|the day before yesterday|l'altro ieri)", _days_ago),
            (
                rf"(?:in|during|since|until|of|en|de|em|no|desde|durante|depuis|nel|ad?|di|last|this|every|mid|early|late)[\s-]+(?P<month>{_M})(?P<year>)",
                _only_month,
            ),
            (rf"(?:in|during|last|this|the|en|el|no|na|em|l'|en|in|d'|nell')\s*(?P<season>{seasons}|{WINTER})(?P<year>)", _season),
            (rf"{_YEAR}", _only_year),
        ):
            _compiled.append((re.compile(rf"(?<![\w.-]){pattern}(?![\w-])"), read))
    return _compiled
