"""The filters of a search are taken out of its words and are true filters."""

from datetime import UTC, date, datetime

import pytest

from hydratui import times
from hydratui.commands.filters import Search, period, search
from hydratui.errors import UsageError


def test_words_without_a_filter_stay_as_they_are() -> None:
    assert search("backup plan: when?") == Search("backup plan: when?")


def test_since_and_until_take_the_outer_days_of_a_month() -> None:
    assert search("since:2026-02 backup until:2026-02") == Search("backup", date(2026, 2, 1), date(2026, 2, 28))


def test_on_is_one_day() -> None:
    assert search("backup on:2026-09-21") == Search("backup", date(2026, 9, 21), date(2026, 9, 21))


def test_a_year_is_all_its_days() -> None:
    assert period("2024", "--since") == (date(2024, 1, 1), date(2024, 12, 31))


def test_yesterday_is_counted_from_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert period("yesterday", "on:") == (date(2026, 2, 28), date(2026, 2, 28))


@pytest.mark.parametrize("text", ["", "soon", "2026-13", "2026-02-30", "21.9.2026", "20261", "0000"])
def test_what_is_no_date_is_named_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="2026-09-21"):
        search(f"backup since:{text}")


def test_a_filter_inside_a_word_is_a_word() -> None:
    assert search("resince:2026 x") == Search("resince:2026 x")
