"""Moments and how a person says them. In files and in the database a moment is a UTC stamp; on the screen it is local."""

from datetime import UTC, date, datetime

_DAY = 86_400


def now() -> datetime:
    """This moment, aware, in UTC. Everything that needs the time asks here."""
    return datetime.now(UTC)


def today() -> date:
    """Today's date where the user is."""
    return now().astimezone().date()


def stamp(moment: datetime | None = None) -> str:
    """A moment as it is stored, to the second: ``2026-09-21T10:32:05Z``."""
    # Not strftime: on Linux its %Y gives the year 7 one digit, which nothing can read again.
    return (moment or now()).astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def parse(text: str) -> datetime:
    """The moment of a stamp; one without a zone is taken as UTC.

    Raises:
        ValueError: The text is no ISO 8601 moment.
    """
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def local(text: str) -> datetime:
    """The moment of a stamp where the user is."""
    return parse(text).astimezone()


def local_date(text: str) -> date:
    """The date of a stamp where the user is."""
    return local(text).date()


def spoken_date(day: date) -> str:
    """A date as a person says it: ``Wed 21 Oct 2026``."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def spoken(text: str) -> str:
    """A stamp as a person says it: ``today 10:32``, ``Tue 09:14`` within a week, ``Wed 21 Oct 2026`` before."""
    moment = local(text)
    days = (today() - moment.date()).days
    if days == 0:
        return f"today {moment:%H:%M}"
    if days == 1:
        return f"yesterday {moment:%H:%M}"
    if 0 < days < 7:
        return f"{moment:%a %H:%M}"
    return spoken_date(moment.date())


def day_and_time(moment: datetime) -> str:
    """A moment in its own zone, to be planned with: ``Tue 1 Dec 09:00``, with the year where it is another than now."""
    year = "" if moment.year == now().astimezone(moment.tzinfo).year else f" {moment.year}"
    return f"{moment:%a} {moment.day} {moment:%b}{year} {moment:%H:%M}"


def coming(text: str) -> str:
    """A stamp that is still to come, local: ``today 10:32``, ``tomorrow 09:00``, ``Tue 1 Dec 09:00``."""
    moment = local(text)
    day = {0: "today", 1: "tomorrow"}.get((moment.date() - today()).days)
    return f"{day} {moment:%H:%M}" if day else day_and_time(moment)


def exact(text: str) -> str:
    """A stamp to the second, local: ``2026-10-21 10:32:05``."""
    return f"{local(text):%Y-%m-%d %H:%M:%S}"


def ago(text: str) -> str:
    """How long ago a stamp was, in one unit: ``5 weeks ago``, ``just now``."""
    seconds = (now() - parse(text)).total_seconds()
    if seconds < 60:
        return "just now"
    for unit, length in (("year", 365 * _DAY), ("month", 30 * _DAY), ("week", 7 * _DAY), ("day", _DAY), ("hour", 3600), ("minute", 60)):
        # Weeks up to nine, as people count them, then months.
        if unit == "month" and seconds < 63 * _DAY:
            continue
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count != 1 else ''} ago"
    return "just now"


def duration(seconds: float) -> str:
    """A span in short: ``40 ms``, ``4.2 s``, ``12 s``, ``3 min``, ``2 h``."""
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.0f} h"
