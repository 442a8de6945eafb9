"""What is offered while a schedule is typed: what the expression means, its next times, and the schedules that there are."""

from dataclasses import dataclass

from hydratui import cron
from hydratui.commands import schedule_changes
from hydratui.commands.command import Context
from hydratui.commands.schedule_commands import CHANGES, parts
from hydratui.errors import HydraError
from hydratui.store import schedules
from hydratui.text import one_line

EXAMPLES = ("0 9 * * 1-5", "*/30 * * * *", "@daily")


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the palette. What it inserts takes the place of the last `replaced` characters before the cursor.

    The first `marked` characters of the label are those that were typed; None is as many as are replaced.
    """

    insert: str
    label: str
    summary: str
    hint: str = ""
    replaced: int = 0
    marked: int | None = None


def offered(context: Context, typed: str) -> list[Offer]:
    """What to offer for the text between the command's name and the cursor; nothing once the message has begun."""
    begun = typed.lstrip()
    words = begun.split()
    if not words:
        changes = [Offer(f"{word} ", word, about, "<number>") for word, about in CHANGES.items()]
        return [*[Offer(f"{each} ", each, cron.spoken(each), "<message>") for each in EXAMPLES], *changes]
    open_word = "" if begun[-1].isspace() else words[-1]
    if words[0].lower() in CHANGES and (len(words) == 1) == (open_word == "") and len(words) < 3:
        return _numbers(context, words[0].lower(), open_word)
    if words[0][0].isalpha():
        return [
            Offer(f"{word} ", word, about, "<number>", len(open_word))
            for word, about in CHANGES.items()
            if len(words) == 1 and word.startswith(open_word.lower())
        ]
    made = parts(context, begun)
    return [] if made.message or not made.when else _expression(made.when, open_word)


def _expression(when: str, open_word: str) -> list[Offer]:
    names = [name for name in cron.NAMES if when.startswith("@") and name.startswith(when.lower())]
    if names and when.lower() not in cron.NAMES:
        return [Offer(f"{name} ", name, cron.spoken(name), "<message>", len(when)) for name in names]
    if when.startswith("@") and not names:
        return []
    fields = when.split()
    single = when.startswith("@") or cron.INTERVAL.fullmatch(when) is not None
    missing = 0 if single else len(cron.FIELDS) - len(fields)
    whole = when + " *" * missing
    field = [] if single or (len(fields) == len(cron.FIELDS) and not open_word) else [_field(len(fields) - bool(open_word))]
    insert = whole[len(when) :] if open_word else whole[len(when) :].lstrip()
    try:
        zone = cron.local_zone()
        cron.checked(whole, zone)
        coming = schedule_changes.upcoming(whole, zone)
    except HydraError as error:
        return [Offer("", when, one_line(str(error))), *field]
    after = "" if not insert and not open_word else " "
    meaning = Offer(insert + after, whole, f"{cron.spoken(whole)} ({zone})", "<message>")
    return [meaning, Offer(insert + after, "next", coming), *(field if missing else [])]


def _field(number: int) -> Offer:
    return Offer("", cron.FIELDS[number], cron.WRITTEN[number])


def _numbers(context: Context, word: str, digits: str) -> list[Offer]:
    found = [each for each in schedules.listed(context.store) if _fits(word, each)]
    rows = schedule_changes.table(context.home, [each for each in found if str(each.id).startswith(digits.lstrip("#"))])
    return [Offer(number, number, one_line(" · ".join(about)), "", len(digits)) for number, *about in rows]


def _fits(word: str, each: schedules.Schedule) -> bool:
    if word in ("pause", "resume"):
        return each.paused == (word == "resume")
    return word == "run" or each.kind == "user"
