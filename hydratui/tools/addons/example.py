"""Working days: an example of an add-on.

A copy of this file in the data folder's ``addons`` gives agents two tools. An agent may use them when its tools file names them
("- working_days_between"), or the whole file ("- working_days").
"""

from datetime import date, timedelta
from typing import Literal

# What these functions give is computed here; nothing of it was written by strangers. Leave this line out in an add-on that reads the web.
OUTSIDE = False
SECONDS = 5

WEEKENDS = {"sat-sun": (5, 6), "fri-sat": (4, 5)}


def working_days_between(start: date, end: date, weekend: Literal["sat-sun", "fri-sat"] = "sat-sun") -> int:
    """Count the working days from one date to another, both included. Public holidays are not known and count as working days.

    start: The first day.
    end: The last day.
    weekend: Which two days are free.
    """
    days = (start + timedelta(days=number) for number in range((end - start).days + 1))
    return sum(day.weekday() not in WEEKENDS[weekend] for day in days)


def working_day_after(start: date, days: int, weekend: Literal["sat-sun", "fri-sat"] = "sat-sun") -> str:
    """Find the date that lies a number of working days after another. Public holidays are not known.

    start: The day from which to count; it is not counted itself.
    days: How many working days, from 1.
    weekend: Which two days are free.
    """
    if not 1 <= days <= 10_000:
        raise ValueError("days must be from 1 to 10,000")
    day = start
    while days:
        day += timedelta(days=1)
        days -= day.weekday() not in WEEKENDS[weekend]
    return f"{day:%Y-%m-%d} ({day:%A})"
