"""What the agents did in some days, added up for each of them and each day or month, with what it cost by the user's own prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from hydratui import config, times
from hydratui.agents.roster import Agent, roster
from hydratui.config import BUILTIN, Price
from hydratui.paths import Home
from hydratui.store.daily import Done, daily
from hydratui.store.database import Store

MOST_DAYS = 7_300
"""Of a history that is wanted whole, so many days are shown one after the other; what is older is in the totals."""
UNKNOWN = "an unknown model"
MONTHS_FROM = 92
"""So many days are too many to look at one by one."""
_PER = 1_000_000
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Sum:
    """What was done, added up.

    Attributes:
        tasks: How many ended, less those that were cancelled before they began.
        failed: How many of them failed.
        tokens_in: Tokens that models read.
        tokens_out: Tokens that they wrote.
        seconds: The time at work.
        cost: By the prices that there are, in the user's own money.
        unpriced: The models that have used tokens and have no price.
    """

    tasks: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    unpriced: frozenset[str] = frozenset()

    @property
    def tokens(self) -> int:
        """Tokens of both kinds."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: Sum) -> Sum:
        return Sum(
            self.tasks + other.tasks,
            self.failed + other.failed,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.seconds + other.seconds,
            self.cost + other.cost,
            self.unpriced | other.unpriced,
        )


NOTHING = Sum()


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was done from a day to another.

    Attributes:
        since: The first day; of a history that is wanted whole, the first on which a task ended.
        until: The last day.
        team: The agents that there are.
        agents: Ids: of the team in its order, then of those that are gone and did something in that time.
        days: What each agent did on each day; nothing where it did nothing.
        monthly: Whether the time is so long that its parts are months; else they are days.
        parts: What each agent did in each part, by the part's first day; nothing where it did nothing. None stands for everyone.
        totals: What each agent did in all; None stands for everyone.
    """

    since: date
    until: date
    team: Mapping[str, Agent]
    agents: tuple[str, ...]
    days: Mapping[tuple[str, date], Sum]
    monthly: bool
    parts: Mapping[tuple[str | None, date], Sum]
    totals: Mapping[str | None, Sum]

    def of(self, agent: str | None) -> Sum:
        """What an agent did in all; None for everyone."""
        return self.totals.get(agent, NOTHING)

    def by_part(self, agent: str | None) -> dict[date, Sum]:
        """What an agent did in each part, the oldest first, those with nothing too; None for everyone."""
        return {part: self.parts.get((agent, part), NOTHING) for part in self._firsts()}

    def _firsts(self) -> Iterator[date]:
        day = _first_of_month(self.since) if self.monthly else self.since
        while day <= self.until:
            yield day
            day = _first_of_month(day + 31 * _DAY) if self.monthly else day + _DAY


def read(home: Home, store: Store, days: int | None) -> Statistics:
    """What was done in the last days, today included. Of a million tasks it takes a second.

    Args:
        home: The data folder.
        store: The file.
        days: How many days; None for all that there are.

    Raises:
        HydraError: The settings or the folder of the agents can't be read.
    """
    prices, today = config.load(home).prices, times.today()
    team = {agent.id: agent for agent in roster(home)}
    since = None if days is None else today - (days - 1) * _DAY
    sums: dict[tuple[str, date], Sum] = {}
    for done in daily(store, since, today):
        sums[done.agent, done.day] = sums.get((done.agent, done.day), NOTHING) + _sum(done, prices)
    # A wrong date must not make a row for every month since the year 1.
    first = max(min((day for _, day in sums), default=today), today - MOST_DAYS * _DAY) if since is None else since
    monthly = (today - first).days >= MONTHS_FROM
    parts: dict[tuple[str | None, date], Sum] = {}
    totals: dict[str | None, Sum] = {}
    for (agent, day), sum_ in sums.items():
        part = _first_of_month(day) if monthly else day
        for whose in (agent, None):
            parts[whose, part] = parts.get((whose, part), NOTHING) + sum_
            totals[whose] = totals.get(whose, NOTHING) + sum_
    gone = sorted({agent for agent, _ in sums} - team.keys())
    return Statistics(first, today, team, (*team, *gone), sums, monthly, parts, totals)


def said_cost(done: Sum) -> str:
    """A cost as a person reads it: ``1.23``, ``1.23 +`` when some of it has no price, ``no price`` when nothing has; else nothing."""
    if not done.tokens or (done.unpriced and not done.cost):
        return "no price" if done.unpriced else ""
    amount = "<0.01" if 0 < done.cost < 0.005 else f"{done.cost:,.2f}" if done.cost < 1000 else f"{done.cost:,.0f}"
    return f"{amount} +" if done.unpriced else amount


def said_unpriced(done: Sum) -> str:
    """A sentence about the models that have no price; empty when all have one."""
    if not done.unpriced:
        return ""
    return f"No price for {', '.join(sorted(done.unpriced))}; yours go into config.toml, under [prices]."


def _first_of_month(day: date) -> date:
    return day.replace(day=1)


def _sum(done: Done, prices: Mapping[str, Price]) -> Sum:
    price = prices.get(done.model or "")
    tokens = done.tokens_in + done.tokens_out
    cost = (done.tokens_in * price.input + done.tokens_out * price.output) / _PER if price is not None else 0.0
    unpriced = frozenset({done.model or UNKNOWN}) if price is None and tokens and done.model != BUILTIN else frozenset[str]()
    return Sum(done.tasks, done.failed, done.tokens_in, done.tokens_out, done.seconds, cost, unpriced)
