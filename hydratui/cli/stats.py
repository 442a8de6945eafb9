"""`hydratui stats`: what the agents did in the last days."""

from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.session import JsonOption, opened

if TYPE_CHECKING:
    from hydratui.commands.statistics import Statistics, Sum

MOST_DAYS = 36_500


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(stats)


def stats(
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, max=MOST_DAYS, help="How many days, today included.")] = 7,
    as_json: JsonOption = False,
) -> None:
    """Show tasks, failures, tokens, time at work and cost, for each agent and each day. Prices come from config.toml."""
    from hydratui.cli import output
    from hydratui.commands import statistics

    with opened(reading=True) as (home, store):
        seen = statistics.read(home, store, days)
    if as_json:
        output.say_json(_shape(seen))
        return
    total = seen.of(None)
    if not total.tasks:
        output.say("No task has ended today." if days == 1 else f"No task has ended in the last {days} days.")
        return
    head = ("tasks", "failed", "tokens in", "tokens out", "at work", "cost")
    names = {agent: seen.team[agent].name if agent in seen.team else agent for agent in seen.agents}
    output.table([("agent", *head), *((names[agent], *_words(seen.of(agent))) for agent in seen.agents), ("all", *_words(total))])
    if days > 1:
        output.say("")
        part = slice(7 if seen.monthly else None)
        rows = ((first.isoformat()[part], *_words(sum_)) for first, sum_ in seen.by_part(None).items() if sum_.tasks)
        output.table([("month" if seen.monthly else "day", *head), *rows])
    if said := statistics.said_unpriced(total):
        output.say(f"\n{said}")


def _words(done: "Sum") -> tuple[str, ...]:
    from hydratui import times
    from hydratui.commands.statistics import said_cost

    worked = times.duration(done.seconds) if done.seconds else "-"
    return (f"{done.tasks:,}", f"{done.failed:,}", f"{done.tokens_in:,}", f"{done.tokens_out:,}", worked, said_cost(done) or "-")


def _shape(seen: "Statistics") -> dict[str, object]:
    """The statistics as JSON."""
    return {
        "since": seen.since.isoformat(),
        "until": seen.until.isoformat(),
        "all": _figures(seen.of(None)),
        "agents": [{"agent": agent, **_figures(seen.of(agent))} for agent in seen.agents],
        "days": [
            {"day": day.isoformat(), "agent": agent, **_figures(sum_)} for (agent, day), sum_ in sorted(seen.days.items(), key=_place)
        ],
    }


def _place(item: tuple[tuple[str, object], object]) -> tuple[str, str]:
    (agent, day), _ = item
    return str(day), agent


def _figures(done: "Sum") -> dict[str, object]:
    return {
        "tasks": done.tasks,
        "failed": done.failed,
        "tokens_in": done.tokens_in,
        "tokens_out": done.tokens_out,
        "seconds": round(done.seconds, 3),
        "cost": None if done.unpriced and not done.cost else round(done.cost, 6),
        "unpriced": sorted(done.unpriced),
    }
