"""The days that a question names, in five languages, and what they are worth."""

from datetime import date

import pytest

from hydratui import times
from hydratui.recall import recall
from hydratui.recall.dates import Period, named
from hydratui.store import Store
from tests.unit.recall.past import found, happened

TODAY = date(2026, 11, 30)  # a Monday


def day(year: int, month: int, number: int) -> tuple[date, date]:
    return date(year, month, number), date(year, month, number)


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what did we do yesterday", *day(2026, 11, 29)),
        ("¿qué hicimos ayer?", *day(2026, 11, 29)),
        ("o que fizemos ontem", *day(2026, 11, 29)),
        ("o que fizemos anteontem", *day(2026, 11, 28)),
        ("qu'avons-nous fait hier", *day(2026, 11, 29)),
        ("qu'avons-nous fait avant-hier", *day(2026, 11, 28)),
        ("cosa abbiamo fatto ieri", *day(2026, 11, 29)),
        ("cosa abbiamo fatto l'altro ieri", *day(2026, 11, 28)),
        ("the day before yesterday", *day(2026, 11, 28)),
        ("what happened today", *day(2026, 11, 30)),
        ("the plan from last month", date(2026, 10, 1), date(2026, 10, 31)),
        ("el plan del mes pasado", date(2026, 10, 1), date(2026, 10, 31)),
        ("o plano do mês passado", date(2026, 10, 1), date(2026, 10, 31)),
        ("le plan du mois dernier", date(2026, 10, 1), date(2026, 10, 31)),
        ("il piano del mese scorso", date(2026, 10, 1), date(2026, 10, 31)),
        ("la settimana scorsa", date(2026, 11, 23), date(2026, 11, 29)),
        ("last week", date(2026, 11, 23), date(2026, 11, 29)),
        ("this week", date(2026, 11, 30), date(2026, 12, 6)),
        ("il y a trois semaines", date(2026, 11, 9), date(2026, 11, 15)),
        ("hace dos días", *day(2026, 11, 28)),
        ("5 days ago", *day(2026, 11, 25)),
        ("due anni fa", date(2024, 1, 1), date(2024, 12, 31)),
        ("há um mês", date(2026, 10, 1), date(2026, 10, 31)),
        ("last year", date(2025, 1, 1), date(2025, 12, 31)),
        ("on Friday", *day(2026, 11, 27)),
        ("last Monday", *day(2026, 11, 23)),
        ("el martes pasado", *day(2026, 11, 24)),
        ("na segunda-feira", *day(2026, 11, 23)),
        ("on May 3, 2023", *day(2023, 5, 3)),
        ("on 3 June, 2023", *day(2023, 6, 3)),
        ("on 9th December 2023", *day(2023, 12, 9)),
        ("el 3 de octubre de 2025", *day(2025, 10, 3)),
        ("le 1er octobre 2025", *day(2025, 10, 1)),
        ("il 3 ottobre 2025", *day(2025, 10, 3)),
        ("em 3 de outubro de 2025", *day(2025, 10, 3)),
        ("the report of 2026-02-28", *day(2026, 2, 28)),
        ("in August 2023", date(2023, 8, 1), date(2023, 8, 31)),
        ("en agosto de 2023", date(2023, 8, 1), date(2023, 8, 31)),
        ("what was planned in 2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("summer 2023", date(2023, 6, 1), date(2023, 8, 31)),
    ],
)
def test_a_named_day_is_understood(query: str, first: date, last: date) -> None:
    assert named(query, TODAY) == [Period(first, last)]


@pytest.mark.parametrize(("query", "month"), [("in May", 5), ("en mayo", 5), ("em maio", 5), ("en mai", 5), ("a maggio", 5)])
def test_a_month_without_a_year_is_each_of_the_last_ten_years(query: str, month: int) -> None:
    periods = named(query, TODAY)
    assert {(period.first.year, period.first.month) for period in periods} == {(year, month) for year in range(2017, 2027)}


def test_the_third_of_october_is_that_of_any_year() -> None:
    assert Period(date(2026, 10, 3), date(2026, 10, 3)) in named("le 3 octobre", TODAY)


@pytest.mark.parametrize("query", ["3/4/2026", "3.4.2026", "03/04/26"])
def test_a_day_written_in_figures_is_read_both_ways(query: str) -> None:
    assert {period.first for period in named(query, TODAY)} == {date(2026, 4, 3), date(2026, 3, 4)}


@pytest.mark.parametrize(
    "query",
    [
        *(
            "",
            "backup plan",
            "may I ask",
            "version 1.0.21",
            "port 8080",
            "192.168.1.10",
            "2026-13-45",
            "room 1066",
            "the sun",
        ),
        *("99 years in a day", "9" * 500 + " days ago", "\ud800", "yesterdays", "mes amis"),
    ],
)
def test_what_names_no_day_gives_none(query: str) -> None:
    assert named(query, TODAY) == []


def test_a_date_in_the_question_raises_the_tasks_of_that_day_and_hides_no_other(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "today", lambda: TODAY)
    for number in range(10):
        happened(store, "lunch was good", channel=f"other {number}", at=f"2026-0{1 + number % 9}-15T12:00:00Z")
    may = happened(store, "we talked about the backup plan", channel="a", at="2026-05-12T10:00:00Z")
    november = happened(store, "we talked about the backup plan", channel="b", at="2026-11-29T10:00:00Z")
    assert found(store, "what was the backup plan in May") == [may, november]
    assert found(store, "what was the backup plan of yesterday") == [november, may]
    assert found(store, "qual era il backup plan a maggio") == [may, november]


def test_a_day_alone_is_no_word(store: Store) -> None:
    happened(store, "lunch was good", at="2026-05-12T10:00:00Z")
    assert [hit.context for hit in recall(store, "ada", "in May 2026").hits if not hit.context] == []
