"""When something is due again: cron expressions, read, said in words, and reckoned in a time zone.

An expression that names its hours runs once at each time that it names, by the clock on the wall: a time that the clock leaves
out in spring runs right after the gap, one that comes twice in autumn runs the first time alone. With every hour (``*``) it runs by
the time that passes.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from hydratui.errors import HydraError
from hydratui.text import clipped

if TYPE_CHECKING:
    from cronsim import CronSim

EXAMPLE = "0 9 * * 1-5"
NAMES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
FIELDS = ("minute", "hour", "day of the month", "month", "weekday")
INTERVAL = re.compile(r"(\d{1,5})\s?([mhd])", re.ASCII | re.IGNORECASE)
_RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
WRITTEN = ("0 to 59", "0 to 23", "1 to 31, or L for the last", "1 to 12, or JAN to DEC", "0 to 7, or SUN to SAT")
_LIBRARY = {"Bad minute": 0, "Bad hour": 1, "Bad day-of-month": 2, "Bad month": 3, "Bad day-of-week": 4}
_MOST_CHARACTERS = 200
_ORDINAL = re.compile(r"\b(\d*)(?<!1)([123])th\b")
# The library says: at minute 0 past every second hour.
_SPAN = re.compile(r"\*/([2-9]|[1-5]\d) \* \* \* \*|0 \*/([2-9]|1\d) \* \* \*")
_SUFFIX = {"1": "st", "2": "nd", "3": "rd"}
_DAY_MINUTES = 24 * 60
_SLACKS = (timedelta(0), timedelta(hours=3), timedelta(days=3))
"""How far a clock may be put, in three tries: not at all, for summer, and by the days that a zone may leave out."""


def checked(expression: str, zone: str) -> str:
    """The expression as five fields, when it can be used in that zone.

    Args:
        expression: Five fields; a name such as ``@daily``; or a span such as ``30m``, ``2h`` or ``1d``.
        zone: Name of a time zone, such as ``Europe/Madrid``.

    Raises:
        HydraError: It can't be read or never comes, or there is no such zone. The sentence gives an example.
    """
    five = _five(expression)
    moments = _upcoming(five, datetime(2000, 1, 1, tzinfo=zone_info(zone)))
    if next(moments, None) is None:
        raise HydraError(f'"{five}" never comes. An example that does is {EXAMPLE}.')
    return five


def spoken(expression: str) -> str:
    """What an expression means: ``At 09:00 on Monday through Friday``."""
    five = _five(expression)
    if plain := _SPAN.fullmatch(five):
        minutes, hours = plain.groups()
        if minutes and 60 % int(minutes) == 0:
            return f"Every {minutes} minutes"
        if hours and 24 % int(hours) == 0:
            return f"Every {hours} hours"
    words = _upcoming(five, datetime(2000, 1, 1, tzinfo=UTC)).explain()
    # The library writes 21th.
    return _ORDINAL.sub(lambda found: f"{found[1]}{found[2]}{_SUFFIX[found[2]]}", words)


def following(expression: str, zone: str, after: datetime, count: int = 3) -> list[datetime]:
    """The next times after a moment, in that zone; fewer than `count` when no more come within 50 years."""
    where = zone_info(zone)
    moments = _upcoming(_by_the_wall(_five(expression)), after.astimezone(where))
    found: list[datetime] = []
    last = after
    while len(found) < count and (moment := next(moments, None)) is not None:
        # Of an hour that comes twice the library gives the first, also to one who asks in the second.
        if (instant := moment.astimezone(UTC)) > last:
            found.append(instant.astimezone(where))
            last = instant
    return found


def latest(expression: str, zone: str, until: datetime) -> datetime | None:
    """The last time up to a moment, that moment included; None when there was none within 50 years."""
    where, wall = zone_info(zone), _by_the_wall(_five(expression))
    # Python compares two moments of one zone by the clock on the wall.
    until = until.astimezone(UTC)
    for slack in _SLACKS:
        # Backwards the library is right, and comes to an end, only on a clock that is never put.
        clock = until.astimezone(where).replace(tzinfo=None) - slack + timedelta(seconds=1)
        start = next(_upcoming(wall, clock, back=True), None)
        if start is None:
            return None
        # A time that the clock leaves out or gives twice: the earlier of what it can mean.
        after = min(start.replace(tzinfo=where, fold=fold).astimezone(UTC) for fold in (0, 1)) - timedelta(seconds=1)
        found = None
        while (later := following(expression, zone, after, 1)) and later[0] <= until:
            found = after = later[0]
        if found is not None:
            return found
    return None


def zone_info(name: str) -> ZoneInfo:
    """The time zone of that name.

    Raises:
        HydraError: There is none; the sentence names those that are spelled alike.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        close = _zones_like(name)
        hint = f"Did you mean {' or '.join(close)}?" if close else "Write it as in Europe/Madrid, America/New_York or UTC."
        raise HydraError(f'There is no time zone "{clipped(name, 60)}". {hint}') from None


def local_zone() -> str:
    """Name of the time zone that this machine is set to.

    Raises:
        HydraError: It is set to none that has a name.
    """
    import tzlocal

    try:
        # The library keeps what it found first; a machine travels while a program runs.
        tzlocal.reload_localzone()
        name = tzlocal.get_localzone_name()
    except (KeyError, ValueError, OSError):
        name = None
    if not name:
        raise HydraError("This machine's time zone has no name. Set one with the environment variable TZ, such as TZ=Europe/Madrid.")
    return name


def _five(expression: str) -> str:
    """The expression as five fields with one blank between them.

    Raises:
        HydraError: It can't be read.
    """
    text = " ".join(expression.split())
    if not text:
        raise HydraError(f"A schedule needs a time: {', '.join(FIELDS[:-1])} and {FIELDS[-1]}, such as {EXAMPLE}.")
    shown = clipped(text, 60)
    if text.startswith("@"):
        if text.lower() not in NAMES:
            raise HydraError(f'"{shown}" is no time that is known. The names are {", ".join(NAMES)}; or write {EXAMPLE}.')
        return NAMES[text.lower()]
    if span := INTERVAL.fullmatch(text):
        return _from_interval(shown, int(span[1]), span[2].lower())
    count = len(text.split())
    if count != len(FIELDS):
        seconds = " and no seconds" if count == len(FIELDS) + 1 else ""
        names = f"{', '.join(FIELDS[:-1])} and {FIELDS[-1]}"
        raise HydraError(f'"{shown}" has {count} field{"s"[: count != 1]}; a schedule has five{seconds} ({names}), such as {EXAMPLE}.')
    if len(text) > _MOST_CHARACTERS:
        raise HydraError(f"The schedule has {len(text):,} characters; {_MOST_CHARACTERS} fit. Write it as in {EXAMPLE}.")
    return text


def _from_interval(shown: str, count: int, unit: str) -> str:
    minutes = count * {"m": 1, "h": 60, "d": _DAY_MINUTES}[unit]
    if minutes and minutes < 60 and 60 % minutes == 0:
        return f"*/{minutes} * * * *" if minutes > 1 else "* * * * *"
    if minutes and minutes % 60 == 0 and _DAY_MINUTES % minutes == 0:
        hours = minutes // 60
        return {1: "0 * * * *", 24: "0 0 * * *"}.get(hours, f"0 */{hours} * * *")
    raise HydraError(f'"{shown}" divides no hour and no day evenly. Write for instance 30m, 2h or 1d, or a cron expression: {EXAMPLE}.')


def _upcoming(five: str, after: datetime, back: bool = False) -> "CronSim":
    """The times after a moment, one after the other; the ones before it, where `back` says so.

    Raises:
        HydraError: A field can't be read, or no month has such a day.
    """
    from cronsim import CronSim, CronSimError

    try:
        return CronSim(five, after, reverse=back)
    except CronSimError as error:
        raise HydraError(_complaint(five, _LIBRARY.get(str(error)))) from None


def _complaint(five: str, number: int | None) -> str:
    if number is None:
        return f'"{clipped(five, 60)}" can\'t be read as a schedule. Write it as in {EXAMPLE}.'
    fields = five.split()
    value = fields[number]
    if number == FIELDS.index("day of the month") and _is_read([*fields[:3], "*", fields[4]]):
        return f'"{clipped(five, 60)}" never comes: none of its months has such a day. An example that does is {EXAMPLE}.'
    ends = re.fullmatch(r"(\d{1,2})-(\d{1,2})", value, re.ASCII)
    low, high = _RANGES[number]
    if ends and low <= int(ends[2]) < int(ends[1]) <= high:
        return f'"{clipped(five, 60)}": the {FIELDS[number]} {value} runs backwards; write {ends[1]}-{high},{low}-{ends[2]}.'
    written = f"{WRITTEN[number]}; as a list, range or step too"
    return f'"{clipped(five, 60)}": the {FIELDS[number]} can\'t be {clipped(value, 30)} ({written}), as in {EXAMPLE}.'


def _is_read(fields: list[str]) -> bool:
    from cronsim import CronSim, CronSimError

    try:
        CronSim(" ".join(fields), datetime(2000, 1, 1, tzinfo=UTC))
    except CronSimError:
        return False
    return True


def _by_the_wall(five: str) -> str:
    """The expression in the form in which the library goes by the clock on the wall, when it names its hours.

    To the library a field that begins with a star is never a time that was named: ``*/30 2 * * *`` would be left out in spring,
    and run twice in autumn.
    """
    minute, hour, rest = five.split(" ", 2)
    if hour in ("*", "*/1"):
        return five
    return f"{minute.replace('*', '0-59')} {hour.replace('*', '0-23')} {rest}"


def _zones_like(name: str) -> list[str]:
    import difflib
    import zoneinfo

    known = sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone)
    wanted = name.strip().lower().replace(" ", "_")[:60]
    # A town is known by its last part: madrid is Europe/Madrid.
    spelled = {zone.lower(): zone for zone in known} | {zone.rpartition("/")[2].lower(): zone for zone in known}
    if wanted in spelled:
        return [spelled[wanted]]
    return list(dict.fromkeys(spelled[close] for close in difflib.get_close_matches(wanted, spelled, n=3, cutoff=0.7)))
