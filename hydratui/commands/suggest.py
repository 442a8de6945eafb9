"""What could come next while a user types: commands, their arguments, and agents after an @."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hydratui.agents.roster import Agent, roster
from hydratui.commands import filters, fuzzy, model_choice
from hydratui.commands.command import Command, Context
from hydratui.commands.registry import COMMANDS, find, names

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

    A `/` at the very start offers commands and agents, a known command offers its argument when that is an agent, a
    model or a command, and an `@` offers agents anywhere in a message.

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
            return _ranked(word, _commands(context), typed, 0, cursor)
        command = find(word)
        if command is not None and command.arguments and command.arguments[0].kind == "words":
            return _filters(rest, cursor)
        if command is not None and command.arguments and command.arguments[0].kind in _COMPLETERS:
            if any(blank.isspace() for blank in rest):
                return []
            return _ranked(rest, _COMPLETERS[command.arguments[0].kind](context), typed, len(word) + 2, cursor)
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


def _commands(context: Context) -> list[_Candidate]:
    commands = [_command(context, command) for command in COMMANDS]
    taken = names()
    agents = [
        _Candidate(f"/{agent.id} ", f"/{agent.id}", "<message>", f"Send a message to {agent.name}", agent.id)
        for agent in roster(context.home)
        if agent.id not in taken
    ]
    return commands + agents


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


def _names(context: Context) -> list[_Candidate]:
    return [_Candidate(c.name, c.name, c.hint, c.summary_for(context.agent), c.name) for c in COMMANDS]


def _end_of_word(typed: str, cursor: int) -> int:
    """The end of the word that the cursor stands in, so that completing does not leave its tail behind."""
    end = cursor
    while end < len(typed) and not typed[end].isspace():
        end += 1
    return end


_COMPLETERS = {"agent": lambda context: _agents(context, "", ""), "model": _models, "command": _names}
