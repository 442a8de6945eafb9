"""What hub and runner say to each other, as JSON. Whatever arrives is checked in full before anybody acts on it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hydratui.errors import HydraError
from hydratui.models.turn import Answering, CallRefused, Event, Spent, TextDelta, ToolEnded, ToolStarted
from hydratui.text import clipped, one_line
from hydratui.workers.elsewhere.bus import MAX_MESSAGE, Ticket

VERSION = 1
MOST_TOKENS = 1_000_000_000
LONGEST_RETRY = 3_600
_NAME = 200
_SENTENCE = 600


class Malformed(HydraError):
    """A message that is none of ours."""


class OtherVersion(Malformed):
    """A ticket of another version of the program."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A runner has taken the job. `key` is of its own making, and goes with everything that it says from now on."""

    job: str
    key: str
    secret: str
    runner: str


@dataclass(frozen=True, slots=True)
class Part:
    """It asks for a part of the turn, counted from 0."""

    job: str
    key: str
    number: int


@dataclass(frozen=True, slots=True)
class Done:
    """The model has answered."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The model could not be used, or its answer was cut. See `ModelError`."""

    sentence: str
    retry_after: float | None


Said = Event | Done | Failed


@dataclass(frozen=True, slots=True)
class Report:
    """It tells what the model did; with nothing in it, that the runner is alive. Counted from 0."""

    job: str
    key: str
    number: int
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """The model calls a tool. The number is the same when it is asked again."""

    job: str
    key: str
    number: int
    name: str
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Leave:
    """The runner is told to stop and gives the job up."""

    job: str
    key: str


Request = Begin | Part | Report | Call | Leave


@dataclass(frozen=True, slots=True)
class Reply:
    """What the hub answers. With nothing in it: well, go on; and to a call: it still runs, ask again.

    Attributes:
        gone: Nobody wants the job any more, or another runner has it.
        taken: Another runner has it and was heard of a moment ago.
        parts: In how many parts the turn can be had.
        part: One of them, in base64.
        result: What a tool gave.
        refused: What a tool told the model instead.
    """

    gone: bool = False
    taken: bool = False
    parts: int | None = None
    part: str | None = None
    result: str | None = None
    refused: str | None = None


def ticket(data: bytes) -> Ticket:
    """Reads a ticket.

    Raises:
        OtherVersion: It is for a newer or an older runner.
        Malformed: It is none.
    """
    match _object(data):
        case {"version": int(version), "job": str(job), "hub": str(hub), "secret": str(secret)} if version == VERSION:
            return Ticket(job, hub, secret)
        case {"version": int(version)}:
            raise OtherVersion(f"A ticket is of version {version}, this runner knows {VERSION}. Let hub and runners be of one version.")
    raise Malformed("A ticket can't be read.")


def encode_ticket(ticket: Ticket) -> bytes:
    """The ticket for the bus."""
    return _bytes({"version": VERSION, "job": ticket.job, "hub": ticket.hub, "secret": ticket.secret})


def request(data: bytes) -> Request:
    """Reads what a runner says.

    Raises:
        Malformed: It is too long, no JSON, or says what no runner says.
    """
    match _object(data):
        case {"do": "begin", "job": str(job), "key": str(key), "secret": str(secret), "runner": str(runner)} if len(key) >= 32:
            return Begin(job, key, secret, clipped(runner, 80) or "?")
        case {"do": "part", "job": str(job), "key": str(key), "number": int(number)}:
            return Part(job, key, number)
        case {"do": "report", "job": str(job), "key": str(key), "number": int(number), "said": list(said)}:
            return Report(job, key, number, tuple(map(_said, said)))
        case {"do": "call", "job": str(job), "key": str(key), "number": int(number), "name": str(name), "arguments": dict(arguments)}:
            return Call(job, key, number, clipped(name, _NAME), arguments)
        case {"do": "leave", "job": str(job), "key": str(key)}:
            return Leave(job, key)
    raise Malformed("It is nothing that a runner says.")


def encode(request: Begin | Part | Call | Leave) -> bytes:
    """What a runner says, for the bus; see `encode_report` for reports."""
    fields = {name: getattr(request, name) for name in request.__slots__}
    return _bytes({"do": type(request).__name__.lower(), **fields})


def encode_report(job: str, key: str, number: int, said: list[str]) -> bytes:
    """A report, for the bus, of what `encode_said` has made."""
    head = json.dumps({"do": "report", "job": job, "key": key, "number": number})
    return f'{head[:-1]}, "said": [{",".join(said)}]}}'.encode("utf-8", "surrogatepass")


def encode_said(said: Said) -> str:
    """One thing that a report tells."""
    match said:
        case TextDelta(text):
            fields: list[object] = ["text", text]
        case ToolStarted(name):
            fields = ["started", name[:_NAME]]
        case ToolEnded(name):
            fields = ["ended", name[:_NAME]]
        case CallRefused(name, reason):
            fields = ["refused", name[:_NAME], reason[:_SENTENCE]]
        case Spent(tokens_in, tokens_out):
            fields = ["spent", tokens_in, tokens_out]
        case Answering(model):
            fields = ["model", model]
        case Failed(sentence, retry_after):
            fields = ["failed", sentence[:_SENTENCE], retry_after]
        case Done():
            fields = ["done"]
    return json.dumps(fields, ensure_ascii=False)


def reply(data: bytes) -> Reply:
    """Reads what a hub answers.

    Raises:
        Malformed: It is no answer of a hub.
    """
    match _object(data, limit=4 * MAX_MESSAGE):
        case {"parts": int(parts)}:
            return Reply(parts=parts)
        case {"part": str(part)}:
            return Reply(part=part)
        case {"result": str(result)}:
            return Reply(result=result)
        case {"refused": str(refused)}:
            return Reply(refused=refused)
        case {"taken": True}:
            return Reply(taken=True)
        case {"gone": bool(gone)}:
            return Reply(gone=gone)
    raise Malformed("It is nothing that a hub says.")


def encode_reply(reply: Reply) -> bytes:
    """What a hub answers, for the bus."""
    fields = {name: value for name in Reply.__slots__ if (value := getattr(reply, name)) not in (None, False)}
    return _bytes(fields or {"gone": False})


def _said(value: object) -> Said:
    match value:
        case ["text", str(text)]:
            return TextDelta(text)
        case ["started", str(name)]:
            return ToolStarted(clipped(name, _NAME))
        case ["ended", str(name)]:
            return ToolEnded(clipped(name, _NAME))
        case ["refused", str(name), str(reason)]:
            return CallRefused(clipped(name, _NAME), clipped(reason, _SENTENCE))
        case ["spent", int(tokens_in), int(tokens_out)] if 0 <= tokens_in <= MOST_TOKENS and 0 <= tokens_out <= MOST_TOKENS:
            return Spent(tokens_in, tokens_out)
        case ["model", str(model)] if one_line(model):
            return Answering(clipped(model, _NAME))
        case ["failed", str(sentence), int() | float() | None as retry_after]:
            return Failed(clipped(sentence, _SENTENCE), None if retry_after is None else min(max(0.0, float(retry_after)), LONGEST_RETRY))
        case ["done"]:
            return Done()
    raise Malformed("It reports what no model does.")


def _object(data: bytes, limit: int = MAX_MESSAGE) -> dict[str, Any]:
    if len(data) > limit:
        raise Malformed(f"It has {len(data):,} bytes; {limit:,} fit.")
    try:
        value = json.loads(data.decode("utf-8", "surrogatepass"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"It is no JSON ({type(error).__name__}).") from error
    if not isinstance(value, dict):
        raise Malformed("It is no JSON object.")
    return value


def _no_number(word: str) -> None:
    raise ValueError(word)


def _bytes(fields: Mapping[str, object]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "surrogatepass")
