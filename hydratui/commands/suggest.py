"""What could come next while a user types: commands, their arguments, and agents after an @."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hydratui.agents import create
from hydratui.agents.roster import Agent, roster
from hydratui.commands import (
    agent_cards,
    filters,
    fuzzy,
    gate,
    mcp_servers,
    model_choice,
    schedule_offers,
    search_offers,
    sidebar,
    task_offers,
    themes,
)
from hydratui.commands.command import Command, Context
from hydratui.commands.queue_changes import PLACES
from hydratui.commands.registry import COMMANDS, find, names
from hydratui.store import held
from hydratui.store import typed as typed_lines
from hydratui.store.database import Store
from hydratui.text import one_line

C = TypeVar("C")
SHORTEST_MEANING = 3
"""Letters from which commands are looked for by what they do."""
_TYPING_MENTION = re.compile(r"(?:^|(?<=[\s(,;]))@([A-Za-z0-9_-]{0,64})\Z")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One way to go on.

    Attributes:
        insert: the text that takes the place of `typed[start:end]`; the cursor goes behind it.
        label: what the palette shows first, such as `/remember`.
        hint: the arguments that follow it, such as `<note>`; may be empty.
        summary: one line on what it does or is.
        marks: the characters of the label that were typed, by index.
        start: where the replaced text begins in what was typed.
        end: where it ends (not included).
        offered: it only comes up beside what is complete without it, so enter sends and tab takes it.
    """

    insert: str
    label: str
    hint: str
    summary: str
    marks: tuple[int, ...]
    start: int
    end: int
    offered: bool = False

    def applied(self, typed: str) -> str:
        """What was typed, with this suggestion in it."""
        return typed[: self.start] + self.insert + typed[self.end :]


@dataclass(frozen=True, slots=True)
class _Candidate:
    insert: str
    label: str
    hint: str
    summary: str
    searched: str


def suggest(context: Context, typed: str, cursor: int) -> list[Suggestion]:
    """The suggestions at the cursor, best first; none where nothing can be completed.

    A `/` at the very start offers commands and agents, those that were used most first, a known command offers its argument when
    that is an agent, a model, a task or a command, and an `@` offers agents anywhere in a message.

    Args:
        context: where it is typed.
        typed: the whole text of the prompt.
        cursor: the cursor's index in it.
    """
    before = typed[:cursor]
    if typed.startswith("/"):
        word, blank, rest = before[1:].partition(" ")
        if "/" in word or "\n" in word:
            return []
        if not blank:
            return _ranked(word, _commands(context), typed, 0, cursor) or _meant(context, word, typed, cursor)
        command = find(word)
        if command is not None and command.arguments and command.arguments[0].kind == "words":
            return _filters(rest, cursor)
        if command is not None and command.arguments and command.arguments[0].kind == "search":
            return _filters(rest, cursor) + _offered(search_offers.offered(context, rest), cursor)
        if command is not None and command.arguments and command.arguments[0].kind == "schedule":
            if offers := schedule_offers.offered(context, rest):
                return _offered(offers, cursor)
        elif command is not None and command.arguments:
            words = re.split(r"\s", rest)
            kind = command.arguments[len(words) - 1].kind if len(words) <= len(command.arguments) else None
            if kind in task_offers.KINDS and not words[-1].startswith("@"):
                return _tasks(context, kind, words[-1], cursor)
            if kind in _COMPLETERS:
                return _ranked(words[-1], _COMPLETERS[kind](context), typed, cursor - len(words[-1]), cursor)
            if command.arguments[0].kind in _COMPLETERS:
                return []
    mention = _TYPING_MENTION.search(before)
    if mention is None:
        return []
    return _ranked(mention[1], _agents(context, "@", " "), typed, mention.start(), cursor)


def _ranked(letters: str, candidates: Iterable[_Candidate], typed: str, start: int, cursor: int) -> list[Suggestion]:
    """The candidates that hold the letters, best first and otherwise in their own order."""
    found = []
    end = _end_of_word(typed, cursor)
    blank_follows = typed[end : end + 1].isspace()
    for place, candidate in enumerate(candidates):
        matched = fuzzy.match(letters, candidate.searched)
        if matched is None:
            continue
        offset = len(candidate.label) - len(candidate.searched)
        marks = tuple(mark + offset for mark in matched.marks)
        insert = candidate.insert.rstrip() if blank_follows else candidate.insert
        suggestion = Suggestion(insert, candidate.label, candidate.hint, candidate.summary, marks, start, end)
        found.append((-matched.score, place, suggestion))
    return [suggestion for _, _, suggestion in sorted(found, key=lambda entry: entry[:2])]


def meant(word: str) -> list[Command]:
    """The commands that do what these letters begin to say, or are called so too: ``find`` is /search, ``stop`` is /cancel."""
    if len(word) < SHORTEST_MEANING:
        return []
    said = [(command, (*command.aliases, *re.findall(r"\w+", command.summary.lower()))) for command in COMMANDS]
    return [command for command, words in said if any(each.startswith(word.lower()) for each in words)]


def _meant(context: Context, word: str, typed: str, cursor: int) -> list[Suggestion]:
    end, candidates = _end_of_word(typed, cursor), [_command(context, command) for command in meant(word)]
    return [Suggestion(each.insert, each.label, each.hint, each.summary, (), 0, end) for each in candidates]


def _filters(typed: str, cursor: int) -> list[Suggestion]:
    """The filters of a search that the last word may become, or the dates that the last filter takes."""
    last = typed[max(typed.rfind(" "), typed.rfind("\n")) + 1 :]
    start = cursor - len(last)
    name, colon, value = last.partition(":")
    if not colon:
        known = [known for known in filters.NAMES if len(last) > 1 and known.startswith(last.lower())]
        return [
            Suggestion(f"{each}:", f"{each}:", "<date>", filters.NAMES[each], tuple(range(len(last))), start, cursor, True)
            for each in known
        ]
    if name.lower() not in filters.NAMES:
        return []
    dates = [(date, said) for date, said in filters.dates() if date.startswith(value.lower())]
    marks = tuple(range(len(value)))
    return [Suggestion(f"{name}:{date} ", date, "", said, marks, start, cursor, True) for date, said in dates if date != value]


def _tasks(context: Context, kind: str, typed: str, cursor: int) -> list[Suggestion]:
    """The tasks that the number may become. They are only offered: who types 1 and enter does not mean 17."""
    marks, more = tuple(range(len(typed))), " " if kind == "waiting" else ""
    return [
        Suggestion(word + more, word, "", about, marks, cursor - len(typed), cursor, True)
        for word, about in task_offers.offered(context, kind)
        if word.startswith(typed.lower()) and word != typed
    ]


def _offered(offers: Sequence[schedule_offers.Offer], cursor: int) -> list[Suggestion]:
    """What an expression means and the like. It is only offered: it says what is typed already, or what may follow."""
    marks = [tuple(range(each.replaced if each.marked is None else each.marked)) for each in offers]
    return [
        Suggestion(each.insert, each.label, each.hint, each.summary, mark, cursor - each.replaced, cursor, True)
        for each, mark in zip(offers, marks, strict=True)
    ]


def _commands(context: Context) -> list[_Candidate]:
    commands = [_command(context, command) for command in COMMANDS]
    taken = names()
    agents = [
        _Candidate(f"/{agent.id} ", f"/{agent.id}", "<message>", f"Send a message to {agent.name}", agent.id)
        for agent in roster(context.home)
        if agent.id not in taken
    ]
    return by_use(context.store, commands + agents, lambda each: each.searched)


def by_use(store: Store, commands: Iterable[C], name: Callable[[C], str]) -> list[C]:
    """Commands as they are offered where nothing is typed yet: those that were used most first, else in their own order."""
    used = typed_lines.uses(store)
    return sorted(commands, key=lambda each: -used.get(name(each), 0))


def _command(context: Context, command: Command) -> _Candidate:
    after = " " if command.arguments else ""
    summary = command.summary_for(context.agent)
    return _Candidate(f"/{command.name}{after}", f"/{command.name}", command.hint, summary, command.name)


def _agents(context: Context, before: str, after: str) -> list[_Candidate]:
    return [_Candidate(f"{before}{agent.id}{after}", f"{before}{agent.id}", "", _who(agent), agent.id) for agent in roster(context.home)]


def _who(agent: Agent) -> str:
    return f"{agent.emoji} {agent.name}, {agent.craft}"


def _models(context: Context) -> list[_Candidate]:
    return [_Candidate(model, model, "", about, model) for model, about in model_choice.offered(context.home)]


def _tools(context: Context, granted: bool) -> list[_Candidate]:
    """The tools that the active agent has, or those that it has not."""
    if context.agent is None:
        return []
    seen = gate.gate(context.store, context.agent)
    unknown = [_Candidate(name, name, "", "there is no such tool", name) for name, _ in seen.unknown] if granted else []
    return [_Candidate(tool.name, tool.name, "", tool.about, tool.name) for tool in (seen.granted if granted else seen.others)] + unknown


def _names(context: Context) -> list[_Candidate]:
    return [_Candidate(c.name, c.name, c.hint, c.summary_for(context.agent), c.name) for c in COMMANDS]


def _end_of_word(typed: str, cursor: int) -> int:
    """The end of the word that the cursor stands in, so that completing does not leave its tail behind."""
    end = cursor
    while end < len(typed) and not typed[end].isspace():
        end += 1
    return end


def _held(context: Context) -> list[_Candidate]:
    return [_Candidate(f"{note.id} ", str(note.id), "", one_line(note.note), str(note.id)) for note in held.held(context.store)]


def _places(_: Context) -> list[_Candidate]:
    return [_Candidate(place, place, "", about, place) for place, about in PLACES.items()]


def _sizes() -> list[_Candidate]:
    words = [_Candidate(word, word, "", about, word) for word, about in sidebar.WORDS.items()]
    return words + [_Candidate(str(cells), str(cells), "", "cells wide", str(cells)) for cells in sidebar.STEPS]


def _servers(context: Context) -> list[_Candidate]:
    return [_Candidate(each.name, each.name, "", each.line, each.name) for each in mcp_servers.standings(context.home, context.store)]


_COMPLETERS: dict[str | None, Callable[[Context], list[_Candidate]]] = {
    "agent": lambda context: _agents(context, "", ""),
    "whom": lambda context: _agents(context, "", " "),
    "craft": lambda _: [_Candidate(name, name, "", agent_cards.CRAFTS.get(name, ""), name) for name in create.crafts()],
    "emoji": lambda _: [_Candidate(each, each, "", "", each) for each in agent_cards.EMOJI],
    "model": _models,
    "theme": lambda _: [_Candidate(name, name, "", about, name) for name, about in themes.THEMES.items()],
    "sidebar": lambda _: _sizes(),
    "command": _names,
    "place": _places,
    "held": _held,
    "switch": lambda context: [_Candidate(f"{word} ", word, "<server>", f"Switch an MCP server {word}", word) for word in ("on", "off")],
    "server": _servers,
    "tool": lambda context: _tools(context, granted=False),
    "grant": lambda context: _tools(context, granted=True),
}
