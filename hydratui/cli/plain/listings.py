"""What the app has screens for, as text: cards, tasks, notes, the queue, help, statistics, the system."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hydratui import times
from hydratui.agents.roster import Agent, roster
from hydratui.commands.command import Command, Context
from hydratui.commands.queue_changes import counted
from hydratui.errors import HydraError
from hydratui.store import attachments, control, held, tasks, usage
from hydratui.store.database import Store
from hydratui.text import clipped, file_size, one_line

if TYPE_CHECKING:
    from hydratui.recall import Answer
    from hydratui.recall.place import Place

STATS_DAYS = 7
SHORT = 160
"""Characters of a message in a list."""
MOST_PLACES = 10


def hits(answer: "Answer", agent: Agent, when: str = "") -> tuple[str, tuple[int, ...]]:
    """The cards of a search, numbered, and the tasks behind the numbers; `when` says which days were searched."""
    from dataclasses import replace

    from hydratui.recall import no_match

    if not answer.hits:
        return no_match(replace(answer, agent=agent.name), when), ()
    lines = [f"{len(answer.hits)} found in {counted(answer.searched)} of {agent.name}'s."]
    for number, hit in enumerate(answer.hits, 1):
        beside = ", next to a match" if hit.context else ""
        lines.append(f"{number}. {_when(hit.at)}, {times.ago(hit.at)}, in {hit.channel}, task {hit.task}{beside}.")
        lines += [f"   You: {one_line(hit.asked.text)}", f"   {agent.name}: {one_line(hit.answered.text)}"]
    return "\n".join([*lines, _HOW_TO_OPEN]), tuple(hit.task for hit in answer.hits)


def places(found: "Sequence[Place]", more: bool, names: dict[str, str]) -> tuple[str, tuple[int, ...]]:
    """What the user's own search found, numbered, and the tasks behind the numbers."""
    if not found:
        return "Nothing that was said holds these words.", ()
    shown = found[:MOST_PLACES]
    rest = f", the {len(shown)} newest of them here; more words narrow it" if more or len(found) > len(shown) else ""
    lines = [f"{len(found)}{' or more' if more else ''} found{rest}."]
    for number, place in enumerate(shown, 1):
        name = names.get(place.agent, place.agent)
        lines.append(f"{number}. {_when(place.at)}, in {place.channel}, task {place.task}, {place.status}.")
        lines.append(f"   You: {one_line(place.asked.text)}")
        lines += [f"   {name}: {one_line(place.answered.text)}"] if place.answered.text.strip() else []
    return "\n".join([*lines, _HOW_TO_OPEN]), tuple(place.task for place in shown)


_HOW_TO_OPEN = "/open 1 reads the first whole."


def whole(store: Store, names: dict[str, str], number: int) -> str:
    """A task as it was said.

    Raises:
        HydraError: There is none with this number.
    """
    from hydratui.cli.plain.follow import said_call

    task = tasks.get(store, number)
    if task is None:
        raise HydraError(f"There is no task {number}.")
    name = names.get(task.agent, task.agent)
    lines = [f"Task {task.id}, {_when(task.created_at)}, in {task.channel}, {task.status}.", f"You: {task.prompt}"]
    lines += [f"With {file.name}, {file_size(file.size)}." for file in attachments.listed(store, [number]).get(number, [])]
    lines += [said_call(name, call) for call in usage.calls(store, number)]
    lines += [f"{name}: {task.result}"] if task.result else []
    return "\n".join([*lines, *([f"{name} failed: {task.error}"] if task.error else [])])


def memory(store: Store, agent: Agent) -> str:
    """An agent's notes, by their lines in the file, and those that wait for the user."""
    from hydratui.agents import memory as file

    notes = file.notes(agent)
    size = f"{file.size(agent) / 1024:.1f} of {file.MAX_FILE // 1024} KB"
    lines = [f"{agent.name} remembers {len(notes)} note{'' if len(notes) == 1 else 's'}, {size}."]
    lines += [f"Line {note.line}, {note.date or 'no date'}, by {_origin(note.origin, agent)}: {one_line(note.text)}" for note in notes]
    lines += [f"Waiting, from {one_line(note.source)}, /keep {note.id} or /discard {note.id}: {one_line(note.note)}" for note in
              held.held(store, agent.id)]  # fmt: skip
    hint = f"hydratui memory forget LINE --agent {agent.id} takes one out" if notes else "/remember NOTE saves one"
    return "\n".join([*lines, f"{hint}. The files are in {agent.folder}."])


def queue(context: Context) -> str:
    """What runs and what waits, agent by agent in the order in which it will run."""
    running, waiting, paused = tasks.running(context.store), control.waiting(context.store), control.paused(context.store)
    team = roster(context.home)
    ids = dict.fromkeys([*(agent.id for agent in team), *(task.agent for task in (*running, *waiting))])
    lines = []
    for agent in ids:
        mine, wait = [task for task in running if task.agent == agent], [task for task in waiting if task.agent == agent]
        if mine or wait or agent in paused:
            state = [*([f"{len(mine)} running"] if mine else []), *([f"{len(wait)} waiting"] if wait else [])]
            lines.append(f"{names(team).get(agent, agent)}: {', '.join([*state, *(['paused'] if agent in paused else [])])}.")
            lines += [f"  Task {task.id} {'is stopping' if task.cancelling else 'runs'}: {clipped(task.prompt, SHORT)}" for task in mine]
            lines += [f"  Task {task.id} waits: {clipped(task.prompt, SHORT)}" for task in wait]
    if not lines:
        return "Nothing runs or waits."
    return "\n".join([*lines, "/cancel, /edit and /move take a task's number; /pause and /resume an agent."])


def commands(known: Iterable[Command], own: dict[str, str], agent: Agent | None) -> str:
    """Every command on a line."""
    lines = [f"/{one.name}{' ' + one.hint if one.hint else ''}: {one.summary_for(agent)}." for one in known]
    lines += [f"/{name}: {what}." for name, what in own.items()]
    return "\n".join(
        [
            "Type a message and press enter. @NAME in it asks that agent. A line that ends with a backslash goes on in the next.",
            "While an agent works you can type on; an empty line brings the prompt back. Ctrl+c cancels the task, ctrl+d leaves.",
            *lines,
        ]
    )


def command(one: Command, agent: Agent | None) -> str:
    """One command."""
    also = f" Also: {', '.join(f'/{alias}' for alias in one.aliases)}." if one.aliases else ""
    return f"/{one.name}{' ' + one.hint if one.hint else ''}: {one.summary_for(agent)}.{also}"


def stats(context: Context) -> str:
    """What each agent did in the last days."""
    from hydratui.commands import statistics

    seen = statistics.read(context.home, context.store, STATS_DAYS)
    if not seen.of(None).tasks:
        return f"No task has ended in the last {STATS_DAYS} days."
    who = {agent: seen.team[agent].name if agent in seen.team else agent for agent in seen.agents}
    lines = [f"The last {STATS_DAYS} days:"]
    for agent, name in [*who.items(), (None, "All")]:
        done = seen.of(agent)
        if not done.tasks:
            continue
        cost = statistics.said_cost(done)
        tokens = f"{done.tokens_in:,} tokens read, {done.tokens_out:,} written"
        worked = f"{times.duration(done.seconds)} at work{f', cost {cost}' if cost else ''}"
        lines.append(f"{name}: {counted(done.tasks)}, {done.failed:,} failed, {tokens}, {worked}.")
    return "\n".join([*lines, *filter(None, [statistics.said_unpriced(seen.of(None))])])


def system(context: Context) -> str:
    """What runs behind the app, and whether all is well."""
    from hydratui.commands import health

    lines = [
        f"{finding.name}, {'well' if finding.well else 'problem'}: {one_line(finding.said)}" for finding in health.examine(context.home)
    ]
    return "\n".join([*lines, f"The logs are in {context.home.logs}."])


def profile(context: Context) -> str:
    """What every agent is told about the user."""
    path = context.home.profile
    try:
        said = path.read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        said = ""
    except OSError as error:
        raise HydraError(f"{path} can't be read ({error.strerror}). Make it readable.") from error
    return f"Every agent is told what {path} says. Change it in an editor.\n{said or 'It is empty.'}"


def names(team: Iterable[Agent]) -> dict[str, str]:
    """The agents' names by id."""
    return {agent.id: agent.name for agent in team}


def _when(stamp: str) -> str:
    return f"{times.spoken(stamp)}, exactly {times.exact(stamp)}"


def _origin(origin: str, agent: Agent) -> str:
    return {"user": "you", "agent": agent.name, "web": f"{agent.name} after reading from outside", "hand": "hand in the file"}[origin]
