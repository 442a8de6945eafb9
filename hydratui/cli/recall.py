"""`hydratui recall`: search an agent's finished tasks, for people and for programs."""

import sys
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from hydratui.cli.session import AgentOption, JsonOption, chosen, opened

if TYPE_CHECKING:
    from hydratui.agents.roster import Agent
    from hydratui.recall import Answer

MOST_HITS = 50


def add(app: typer.Typer) -> None:
    """Puts the command into the tree."""
    app.command()(recall)


def recall(
    words: Annotated[list[str], typer.Argument(metavar="WORDS|-", help="What to look for; - reads one query a line.")],
    agent: AgentOption = None,
    limit: Annotated[int, typer.Option(min=1, max=MOST_HITS, help="How many tasks at most.")] = 5,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="From this day, month or year on.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="Up to this day, month or year.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Search an agent's finished tasks."""
    from hydratui.cli import output
    from hydratui.recall import as_json as shape
    from hydratui.recall import recall as find

    first, last = _days(since, until)
    with opened(reading=True) as (home, store):
        owner = chosen(home, agent)
        if words == ["-"]:
            for query in _queries():
                output.say_json(shape(find(store, owner.id, query, limit=limit, since=first, until=last)))
            return
        answer = find(store, owner.id, " ".join(words), limit=limit, since=first, until=last)
    if as_json:
        output.say_json(shape(answer))
    else:
        _show(answer, owner, "in those days" if first or last else "")


def _days(since: str | None, until: str | None) -> tuple[date | None, date | None]:
    if since is None and until is None:
        return None, None
    from hydratui.commands.filters import period

    first = period(since, "--since")[0] if since is not None else None
    last = period(until, "--until")[1] if until is not None else None
    return first, last


def _queries() -> Iterator[str]:
    """The lines of the standard input as they come; ended by line feeds alone, so that there are as many answers as lines."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _show(answer: "Answer", agent: "Agent", when: str) -> None:
    from dataclasses import replace

    from hydratui.cli import output
    from hydratui.recall import no_match
    from hydratui.text import one_line
    from hydratui.times import duration, spoken

    if not answer.hits:
        output.say(no_match(replace(answer, agent=agent.name), when))
        return
    output.say(f"{len(answer.hits)} of {answer.searched:,} tasks · {duration(answer.milliseconds / 1000)}")
    names = ("you", agent.name)
    width = max(map(output.cells, names))
    for hit in answer.hits:
        beside = " · next to a match" if hit.context else ""
        output.say(f"\n{spoken(hit.at)} · {hit.channel} · task {hit.task}{beside}")
        for name, excerpt in zip(names, (hit.asked, hit.answered), strict=True):
            print(f"  {one_line(name)}{' ' * (width - output.cells(name))}  {output.marked(excerpt.text, excerpt.marks)}")
