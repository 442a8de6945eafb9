"""When something is due again: expressions read, said in words, and right on the days when clocks are put."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import tzlocal

from hydratui import cron
from hydratui.errors import HydraError


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def coming(expression: str, zone: str, after: str, count: int = 3) -> list[str]:
    return [moment.isoformat() for moment in cron.following(expression, zone, at(after), count)]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("0 9 * * 1-5", "At 09:00 on Monday through Friday"),
        (" 0  9 * * mon-fri ", "At 09:00 on Monday through Friday"),
        ("@hourly", "At the start of every hour"),
        ("@Daily", "At 00:00 every day"),
        ("@weekly", "At 00:00 on Sunday"),
        ("30m", "Every 30 minutes"),
        ("1h", "At the start of every hour"),
        ("2h", "Every 2 hours"),
        ("1d", "At 00:00 every day"),
        ("1m", "Every minute"),
        ("0 0 21,22,23,31 * *", "At 00:00 on the 21st, the 22nd, the 23rd, and the 31st day of month"),
        ("0 0 L * *", "At 00:00 on the last day of every month"),
        ("0 0 11 * *", "At 00:00 on the 11th day of every month"),
        ("0 8 * * 1#2", "At 08:00 on the second Monday of the month"),
    ],
)
def test_an_expression_is_said_in_plain_words(expression: str, words: str) -> None:
    assert cron.spoken(expression) == words


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("", "A schedule needs a time: minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5."),
        ("0 9 * *", '"0 9 * *" has 4 fields; a schedule has five (minute, hour,'),
        ("0 0 9 * * 1-5", '"0 0 9 * * 1-5" has 6 fields; a schedule has five and no seconds'),
        ("60 9 * * *", "the minute can't be 60 (0 to 59;"),
        ("0 25 * * *", "the hour can't be 25 (0 to 23;"),
        ("0 9 32 * *", "the day of the month can't be 32 (1 to 31,"),
        ("0 9 * 13 *", "the month can't be 13 (1 to 12,"),
        ("0 9 * * FUNDAY", "the weekday can't be FUNDAY (0 to 7,"),
        ("0 */0 * * *", "the hour can't be */0"),
        ("0 22-2 * * *", "the hour 22-2 runs backwards; write 22-23,0-2."),
        ("0 0 30 2 *", '"0 0 30 2 *" never comes: none of its months has such a day.'),
        ("0 0 31 4,6 */2", "never comes"),
        ("@reboot", '"@reboot" is no time that is known. The names are @hourly, @daily'),
        ("45m", '"45m" divides no hour and no day evenly. Write for instance 30m, 2h or 1d'),
        ("7h", "evenly"),
        ("0m", "evenly"),
        ("99999d", "evenly"),
        ("every morning", '"every morning" has 2 fields'),
        ("\ud800 9 * * *", "the minute can't be \ufffd"),
        ("\x1b[31m 9 * * *", "the minute can't be ␛[31m"),
        ("٣ 9 * * *", "the minute can't be ٣"),
        (f"{','.join(['1'] * 200)} 9 * * *", "200 fit"),
    ],
)
def test_what_can_t_be_a_schedule_is_said_in_one_sentence_with_an_example(expression: str, sentence: str) -> None:
    with pytest.raises(HydraError) as caught:
        cron.checked(expression, "Europe/Madrid")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert cron.EXAMPLE in str(caught.value) or "write" in str(caught.value) or "fit" in str(caught.value)


@pytest.mark.parametrize(
    ("zone", "hint"),
    [
        ("Madrid", "Did you mean Europe/Madrid?"),
        ("europe/madrid", "Did you mean Europe/Madrid?"),
        ("new york", "Did you mean America/New_York?"),
        ("Europe/Madird", "Europe/Madrid"),
        ("../../etc/passwd", "Write it as in Europe/Madrid"),
        ("Europe", "There is no time zone"),
        ("a\0b", "There is no time zone"),
        ("\ud800", "There is no time zone"),
        ("x" * 5_000, "Write it as in Europe/Madrid"),
        ("", "Write it as in Europe/Madrid"),
    ],
)
def test_an_unknown_zone_is_said_with_those_that_are_spelled_alike(zone: str, hint: str) -> None:
    with pytest.raises(HydraError) as caught:
        cron.checked("0 9 * * *", zone)
    assert hint in str(caught.value)


def test_a_time_that_the_clock_leaves_out_in_spring_runs_once_right_after_the_gap() -> None:
    assert coming("30 2 * * *", "Europe/Madrid", "2026-03-28T12:00Z") == [
        "2026-03-29T03:00:00+02:00",
        "2026-03-30T02:30:00+02:00",
        "2026-03-31T02:30:00+02:00",
    ]
    assert coming("30 2 * * *", "Europe/Madrid", "2026-03-29T01:00Z", 1) == ["2026-03-30T02:30:00+02:00"]
    assert coming("30 2 * * *", "America/New_York", "2026-03-07T22:00Z", 1) == ["2026-03-08T03:00:00-04:00"]
    assert coming("*/30 2 * * *", "Europe/Madrid", "2026-03-28T12:00Z", 2) == ["2026-03-29T03:00:00+02:00", "2026-03-30T02:00:00+02:00"]


@pytest.mark.parametrize("asked", ["2026-10-25T00:30Z", "2026-10-25T00:45Z", "2026-10-25T01:10Z", "2026-10-25T01:30Z"])
def test_a_time_that_comes_twice_in_autumn_runs_the_first_time_alone(asked: str) -> None:
    assert coming("30 2 * * *", "Europe/Madrid", "2026-10-25T00:29Z", 1) == ["2026-10-25T02:30:00+02:00"]
    assert coming("30 2 * * *", "Europe/Madrid", asked, 1) == ["2026-10-26T02:30:00+01:00"]


def test_every_hour_goes_by_the_time_that_passes() -> None:
    assert coming("30 * * * *", "Europe/Madrid", "2026-10-25T00:00Z") == [
        "2026-10-25T02:30:00+02:00",
        "2026-10-25T02:30:00+01:00",
        "2026-10-25T03:30:00+01:00",
    ]
    assert coming("0 */2 * * *", "Europe/Madrid", "2026-10-24T22:30Z") == [
        "2026-10-25T02:00:00+02:00",
        "2026-10-25T04:00:00+01:00",
        "2026-10-25T06:00:00+01:00",
    ]


def test_zones_without_daylight_saving_keep_their_hour() -> None:
    assert coming("0 9 * * *", "Asia/Kolkata", "2026-03-07T22:00Z", 1) == ["2026-03-08T09:00:00+05:30"]
    # Summer time began here at midnight, last in 2018; since 2019 there is none.
    assert coming("0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00Z", 2) == ["2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00"]
    assert coming("0 0 * * *", "America/Sao_Paulo", "2026-11-01T12:00Z", 1) == ["2026-11-02T00:00:00-03:00"]


def test_rare_days_are_found() -> None:
    assert coming("0 0 29 2 *", "UTC", "2026-01-01T00:00Z", 2) == ["2028-02-29T00:00:00+00:00", "2032-02-29T00:00:00+00:00"]
    latest = cron.latest("0 0 29 2 *", "UTC", at("2026-01-01T00:00Z"))
    assert latest is not None
    assert latest.date() == date(2024, 2, 29)


def test_no_times_are_no_times() -> None:
    assert cron.following("* * * * *", "UTC", at("2026-01-01T00:00Z"), 0) == []


DAYS = {
    "Europe/Madrid": ["2026-03-29", "2026-10-25"],
    "America/New_York": ["2026-03-08", "2026-11-01"],
    "America/Sao_Paulo": ["2018-11-04", "2018-02-18", "2026-03-08"],
    "Asia/Kolkata": ["2026-03-08"],
    "America/Santiago": ["2026-04-05", "2026-09-06"],
    "America/Havana": ["2026-03-08", "2026-11-01"],
}
MINUTES = {"*": range(60), "*/15": range(0, 60, 15), "0,30": (0, 30), "59": (59,), "10-20/5": (10, 15, 20)}
HOURS = {"*": range(24), "*/2": range(0, 24, 2), "2": (2,), "0": (0,), "0,2": (0, 2), "1-3": (1, 2, 3), "23": (23,)}
WEEKDAYS = {"*": range(7), "0": (6,), "1-5": range(5)}


def counted(minute: str, hour: str, weekday: str, zone: str, start: datetime, end: datetime) -> Iterator[datetime]:
    """The times after `start` up to `end`, minute by minute, by the rule that the module's own text gives."""
    where = ZoneInfo(zone)
    if hour == "*":
        moment = start.replace(second=0) + timedelta(minutes=1)
        while moment <= end:
            clock = moment.astimezone(where)
            if clock.minute in MINUTES[minute] and clock.weekday() in WEEKDAYS[weekday]:
                yield moment
            moment += timedelta(minutes=1)
        return
    days = [(start + timedelta(days=number)).date() for number in range(-2, 8)]
    for day in (day for day in days if day.weekday() in WEEKDAYS[weekday]):
        for hours, minutes in ((h, m) for h in HOURS[hour] for m in MINUTES[minute]):
            named = datetime(day.year, day.month, day.day, hours, minutes)  # noqa: DTZ001 - what is named is a time on the wall
            while (real := named.replace(tzinfo=where)).astimezone(UTC).astimezone(where).replace(tzinfo=None) != named:
                named += timedelta(minutes=1)
            if start < real.astimezone(UTC) <= end:
                yield real.astimezone(UTC)


@pytest.mark.parametrize("seed", range(60))
def test_the_days_when_clocks_are_put_hold_exactly_what_counting_minutes_gives(seed: int) -> None:
    dice = random.Random(seed)
    zone = dice.choice(sorted(DAYS))
    minute, hour, weekday = dice.choice(sorted(MINUTES)), dice.choice(sorted(HOURS)), dice.choice(sorted(WEEKDAYS))
    expression = f"{minute} {hour} * * {weekday}"
    start = at(f"{dice.choice(DAYS[zone])}T00:00Z") - timedelta(minutes=dice.randrange(2_880))
    end = start + timedelta(days=4)
    right = sorted(set(counted(minute, hour, weekday, zone, start, end)))
    found = [moment.astimezone(UTC) for moment in cron.following(expression, zone, start, len(right) + 1)]
    assert [moment for moment in found if moment <= end] == right
    for _ in range(5):
        asked = start + timedelta(seconds=dice.randrange(4 * 86_400))
        before, behind = [moment for moment in right if moment <= asked], [moment for moment in right if moment > asked]
        following = cron.following(expression, zone, asked, 1)
        assert not behind or following[0].astimezone(UTC) == behind[0]
        latest = cron.latest(expression, zone, asked.astimezone(ZoneInfo(zone)))
        assert latest is not None
        assert latest.astimezone(UTC) == before[-1] if before else latest <= start


def test_looking_back_over_a_day_that_a_zone_left_out_comes_to_an_end() -> None:
    # Samoa had no 30 December 2011.
    latest = cron.latest("*/7 * * * 1-5", "Pacific/Apia", at("2012-01-01T00:00Z"))
    assert latest is not None
    assert latest.date() == date(2011, 12, 29)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(seed: int) -> None:
    dice = random.Random(seed)
    pieces = [
        "*",
        "1",
        "L",
        "LW",
        "5#2",
        "1-5",
        "*/2",
        "JAN",
        "MON-FRI",
        "0",
        "31",
        "*/7",
        "5L",
        "22-2",
        "1-2-3",
        "*/2/3",
        "#",
        ",",
        "5#2,L",
    ]
    for _ in range(150):
        letters = "".join(dice.choice("0123456789*,-/LW#@ ²٣\0") for _ in range(dice.randrange(1, 6)))
        expression = " ".join(dice.choice([*pieces, letters]) for _ in range(dice.choice([1, 4, 5, 5, 5, 5, 6])))
        try:
            five = cron.checked(expression, "Europe/Madrid")
        except HydraError as error:
            assert "\n" not in str(error)
        else:
            assert cron.checked(five, "Europe/Madrid") == five
            assert cron.spoken(five)


def test_the_zone_is_the_one_that_the_machine_is_set_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    assert cron.local_zone() == "Asia/Kolkata"


def test_a_zone_without_a_name_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: None)
    with pytest.raises(HydraError, match="TZ=Europe/Madrid"):
        cron.local_zone()
