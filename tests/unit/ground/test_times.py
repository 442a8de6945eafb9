"""Dates as a person says them, from UTC stamps."""

from datetime import UTC, datetime

import pytest

from hydratui import times


@pytest.fixture(autouse=True)
def _late_november(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 11, 30, 12, 0, tzinfo=UTC))


@pytest.mark.parametrize(
    ("stamp", "said"),
    [
        ("2026-11-30T10:32:05Z", "today 10:32"),
        ("2026-11-29T09:14:00Z", "yesterday 09:14"),
        ("2026-11-25T09:14:00Z", "Wed 09:14"),
        ("2026-10-21T09:14:00Z", "Wed 21 Oct 2026"),
        ("2026-12-24T09:14:00Z", "Thu 24 Dec 2026"),
    ],
)
def test_a_stamp_is_said_by_its_distance(stamp: str, said: str) -> None:
    assert times.spoken(stamp) == said


@pytest.mark.parametrize(
    ("stamp", "said"),
    [
        ("2026-11-30T11:59:30Z", "just now"),
        ("2026-11-30T11:40:00Z", "20 minutes ago"),
        ("2026-11-29T12:00:00Z", "1 day ago"),
        ("2026-10-26T12:00:00Z", "5 weeks ago"),
        ("2026-08-01T12:00:00Z", "4 months ago"),
        ("2024-11-01T12:00:00Z", "2 years ago"),
    ],
)
def test_how_long_ago_is_one_unit(stamp: str, said: str) -> None:
    assert times.ago(stamp) == said


@pytest.mark.parametrize(("seconds", "said"), [(0.004, "4 ms"), (4.21, "4.2 s"), (12.4, "12 s"), (185, "3 min"), (7300, "2 h")])
def test_a_span_is_short(seconds: float, said: str) -> None:
    assert times.duration(seconds) == said


def test_a_stamp_and_its_moment_are_the_same() -> None:
    assert times.stamp(times.parse("2026-09-21T10:32:05Z")) == "2026-09-21T10:32:05Z"
    assert times.stamp(times.parse("2026-09-21T12:32:05+02:00")) == "2026-09-21T10:32:05Z"


def test_a_year_of_few_digits_can_be_read_again() -> None:
    assert times.stamp(datetime(7, 1, 2, 3, 4, 5, tzinfo=UTC)) == "0007-01-02T03:04:05Z"
