"""What hub and runner say to each other: everything arrives as it was sent, in messages that fit, and nothing else is believed."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.config import Config
from hydratui.errors import HydraError, ModelError, UsageError
from hydratui.models.turn import Answering, CallRefused, Exchange, Spent, TextDelta, ToolEnded, ToolStarted, Turn
from hydratui.store import Store, queue, tasks
from hydratui.store.queue import Claim
from hydratui.workers.elsewhere import baggage, hub, wire
from hydratui.workers.elsewhere.bus import MAX_MESSAGE, Ticket
from hydratui.workers.elsewhere.line import Line
from hydratui.workers.elsewhere.nats_address import address
from hydratui.workers.elsewhere.nats_bus import NatsBus
from hydratui.workers.elsewhere.nats_connection import STREAM, connected
from hydratui.workers.elsewhere.open_job import OpenJob
from hydratui.workers.elsewhere.reporter import Reporter
from hydratui.workers.elsewhere.wire import Begin, Call, Done, Failed, Leave, Malformed, OtherVersion, Part, Reply, Report, Said
from hydratui.workers.place import AttemptLost
from tests.model_turns import remembering
from tests.nats_server import MISSING, NATS_SERVER, nats_server
from tests.unit.program import run

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()))
KEY, OTHER = "k" * 32, "o" * 32
TURN = Turn("You are Ada.", (Exchange("a?", "b \ud800", "2026-11-30T10:00:00Z"),), "prompt \0 ñ", (remembering(),), "Ada", ("- a note",))


@pytest.fixture
def claim(store: Store) -> Claim:
    tasks.submit(store, "ada", "hello")
    taken = queue.claim(store, "worker")
    assert taken is not None
    return taken


@given(ANY_TEXT, ANY_TEXT)
def test_every_text_arrives_as_it_was_sent(text: str, other: str) -> None:
    said = [wire.encode_said(TextDelta(text)), wire.encode_said(TextDelta(other))]
    assert wire.request(wire.encode_report("j", KEY, 3, said)) == Report("j", KEY, 3, (TextDelta(text), TextDelta(other)))
    call = Call("j", KEY, 0, "remember", {"note": text, other: [1, None, {"x": 0.5}]})
    assert wire.request(wire.encode(call)) == call
    assert wire.reply(wire.encode_reply(Reply(result=text))) == Reply(result=text)
    turn = Turn(text, (Exchange(other, text, ""),), other, (), text, (other,))
    assert baggage.unpack(list(baggage.pack(turn, None)), _never) == (turn, None)


@pytest.mark.parametrize(
    "said",
    [
        ToolStarted("remember"),
        ToolEnded("remember"),
        CallRefused("forget", "There is no such tool."),
        Spent(7, 3),
        Answering("box:words"),
        Done(),
        Failed("Nothing answers.", None),
        Failed("Wait.", 2.5),
    ],
    ids=str,
)
def test_every_event_arrives_as_it_was_sent(said: Said) -> None:
    assert wire.request(wire.encode_report("j", KEY, 0, [wire.encode_said(said)])) == Report("j", KEY, 0, (said,))


@pytest.mark.parametrize("request_", [Begin("j", KEY, "s", "far"), Part("j", KEY, 2), Leave("j", KEY)], ids=str)
def test_every_request_arrives_as_it_was_sent(request_: Begin | Part | Leave) -> None:
    assert wire.request(wire.encode(request_)) == request_


@pytest.mark.parametrize(
    "reply",
    [Reply(), Reply(gone=True), Reply(taken=True), Reply(parts=3), Reply(part="eA=="), Reply(result=""), Reply(refused="no")],
    ids=str,
)
def test_every_reply_arrives_as_it_was_sent(reply: Reply) -> None:
    assert wire.reply(wire.encode_reply(reply)) == reply


@given(st.binary(max_size=200) | st.from_regex(rb'\{"(do|job|key|said)": ?["\[]?[a-z0-9]*["\]]?\}', fullmatch=True))
def test_what_is_none_of_ours_is_refused(data: bytes) -> None:
    for read in (wire.request, wire.reply, wire.ticket):
        with pytest.raises(Malformed):
            read(data)


def test_a_ticket_holds_nothing_of_the_task_and_one_of_another_version_is_told_apart() -> None:
    ticket = Ticket("j", "h", "s", again=2)
    data = wire.encode_ticket(ticket)
    assert wire.ticket(data) == Ticket("j", "h", "s")
    with pytest.raises(OtherVersion, match="version 2, this runner knows 1"):
        wire.ticket(data.replace(b'"version": 1', b'"version": 2'))


def test_a_retry_can_not_be_asked_for_in_numbers_that_are_none() -> None:
    for word in ("NaN", "Infinity", "-Infinity"):
        with pytest.raises(Malformed):
            wire.request(b'{"do": "report", "job": "j", "key": "k", "number": 0, "said": [["failed", "x", %s]]}' % word.encode())
    for sent, taken in ((-5, 0), (1e99, wire.LONGEST_RETRY)):
        report = wire.request(wire.encode_report("j", KEY, 0, [wire.encode_said(Failed("x", sent))]))
        assert isinstance(report, Report)
        assert report.said == (Failed("x", taken),)


def test_a_turn_of_megabytes_travels_in_parts_that_fit_and_a_larger_one_is_refused() -> None:
    turn = Turn("s" * 700_000, (), "\0é" * 500_000, (remembering(),), "Ada")
    parts = baggage.pack(turn, "box:words")
    assert max(len(wire.encode_reply(Reply(part=part))) for part in parts) <= MAX_MESSAGE
    far, model = baggage.unpack(list(parts), _never)
    assert (far.system, far.prompt, model) == (turn.system, turn.prompt, "box:words")
    assert [(tool.name, tool.description, tool.schema) for tool in far.tools] == [
        (tool.name, tool.description, tool.schema) for tool in turn.tools
    ]
    with pytest.raises(ModelError, match="go to a runner"):
        baggage.pack(Turn("s" * baggage.MAX_TURN, (), "", (), "Ada"), None)
    with pytest.raises(Malformed):
        baggage.unpack(["eA=="], _never)


async def _never(_: str, __: Mapping[str, object]) -> str:
    raise AssertionError


class Ear(Line):
    """The line to a hub that takes every report."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()
        self.reports: list[Report] = []
        self.longest = 0

    async def ask(self, message: bytes) -> Reply:
        report = wire.request(message)
        assert isinstance(report, Report)
        self.reports.append(report)
        self.longest = max(self.longest, len(message))
        self.heard.set()
        return Reply()


@pytest.mark.parametrize("character", ["x", "\x01", "é", "😀", '"'])
async def test_reports_fit_whatever_is_in_them_and_keep_the_order(character: str) -> None:
    ear = Ear()
    reporter = Reporter(ear, "j", KEY)
    texts = [character * 300_000, "a", "b", character * 19_999, "c" * 70_000]
    for text in texts:
        reporter.tell(TextDelta(text))
        reporter.tell(Spent(1, 1))
    reporter.tell(Failed("x" * 1_000_000, None))
    await reporter.run()
    assert ear.longest <= MAX_MESSAGE
    assert [report.number for report in ear.reports] == list(range(len(ear.reports)))
    said = [one for report in ear.reports for one in report.said]
    assert "".join(one.text for one in said if isinstance(one, TextDelta)) == "".join(texts)
    assert sum(isinstance(one, Spent) for one in said) == len(texts)
    assert isinstance(said[-1], Failed)


async def test_small_pieces_become_one_and_silence_is_reported_too() -> None:
    ear = Ear()
    reporter = Reporter(ear, "j", KEY)
    reporting = asyncio.create_task(reporter.run())
    await ear.heard.wait()
    assert ear.reports[0].said == ()
    for word in ("one ", "two ", "three"):
        reporter.tell(TextDelta(word))
    reporter.tell(Done())
    await reporting
    assert [one for report in ear.reports for one in report.said] == [TextDelta("one two three"), Done()]


async def test_a_runner_keeps_its_job_while_it_is_heard_of_and_loses_it_for_good_when_not(claim: Claim) -> None:
    job = OpenJob(claim, TURN, None, "hub")
    begin = Begin(job.ticket.job, KEY, job.ticket.secret, "near")
    another = Begin(job.ticket.job, OTHER, job.ticket.secret, "far")
    assert await job.obey(begin, 0.0) == Reply(parts=1)
    # Its answer was lost: it asks again.
    assert await job.obey(begin, 0.0) == Reply(parts=1)
    assert await job.obey(another, 1.0) == Reply(taken=True)
    assert await job.obey(another, 5.0) == Reply(gone=True)
    with pytest.raises(AttemptLost, match="near was not heard of for 5 seconds"):
        await job.next()
    for late in (begin, Report("", KEY, 0, (Done(),)), Call("", KEY, 0, "remember", {"note": "x"}), Leave("", "")):
        assert await job.obey(late, 0.0) == Reply(gone=True)


async def test_a_report_that_comes_twice_counts_once(claim: Claim) -> None:
    job = OpenJob(claim, TURN, None, "hub")
    await job.obey(Begin(job.ticket.job, KEY, job.ticket.secret, "far"), 0.0)
    report = Report(job.ticket.job, KEY, 0, (TextDelta("one"),))
    assert [await job.obey(report, 0.0) for _ in range(3)] == [Reply()] * 3
    await job.obey(Report(job.ticket.job, KEY, 1, (Failed("It broke.", 3.0),)), 0.0)
    assert await job.next() == TextDelta("one")
    with pytest.raises(ModelError, match=r"On far: It broke\.") as caught:
        await job.next()
    assert caught.value.retry_after == 3.0


async def test_a_call_that_takes_its_time_is_made_once_however_often_it_is_asked_for(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hydratui.workers.elsewhere.open_job.CALL_SECONDS", 0.01)
    tool, ready = remembering(), asyncio.Event()

    async def slow(arguments: Mapping[str, object]) -> str:
        await ready.wait()
        return f"Saved: {arguments['note']}"

    job = OpenJob(claim, Turn("", (), "", (type(tool)("remember", slow, tool.calls),), "Ada"), None, "hub")
    await job.obey(Begin(job.ticket.job, KEY, job.ticket.secret, "far"), 0.0)
    call = Call(job.ticket.job, KEY, 0, "remember", {"note": "x"})
    assert [await job.obey(call, 0.0) for _ in range(3)] == [Reply()] * 3
    ready.set()
    assert await job.obey(call, 0.0) == Reply(result="Saved: x")
    assert tool.calls == [{"note": "x"}]


async def test_a_tool_that_breaks_ends_the_turn_with_its_error(claim: Claim) -> None:
    async def broken(_: Mapping[str, object]) -> str:
        raise KeyError("x")

    tool = remembering()
    job = OpenJob(claim, Turn("", (), "", (type(tool)("remember", broken),), "Ada"), None, "hub")
    await job.obey(Begin(job.ticket.job, KEY, job.ticket.secret, "far"), 0.0)
    assert await job.obey(Call(job.ticket.job, KEY, 0, "remember", {}), 0.0) == Reply(gone=True)
    with pytest.raises(KeyError):
        await job.next()


@pytest.fixture
async def bus(tmp_path: Path) -> AsyncIterator[NatsBus]:
    if NATS_SERVER is None:
        pytest.skip(MISSING)
    with nats_server(tmp_path / "nats") as server:
        async with connected(address(server.url), "a test") as connection:
            yield NatsBus(connection)


async def test_the_bus_keeps_a_ticket_until_it_is_withdrawn_and_gives_it_to_one_at_a_time(bus: NatsBus) -> None:
    ticket = Ticket("j1", "h1", "s1")
    assert await bus.claim(0.1) is None
    for _ in range(2):
        await bus.submit(ticket)
    first = await bus.claim(5)
    assert first is not None
    assert first.ticket == ticket
    assert await bus.claim(0.1) is None
    await first.put_back(0.0)
    again = await bus.claim(5)
    assert again is not None
    assert await bus.waits("j1")
    await bus.withdraw("j1")
    assert not await bus.waits("j1")
    await again.heartbeat()
    await again.finish()
    assert await bus.claim(0.1) is None


async def test_the_bus_knows_how_many_runners_wait(bus: NatsBus) -> None:
    assert await bus.room() == 0
    waiting = [asyncio.create_task(bus.claim(30)) for _ in range(3)]
    async with asyncio.timeout(30):
        while await bus.room() != 3:
            pass
    await bus.submit(Ticket("j1", "h1", "s1"))
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert await bus.room() == 2
    for one in waiting:
        one.cancel()


async def test_a_ticket_that_the_bus_has_lost_is_submitted_again(bus: NatsBus, claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hydratui.workers.elsewhere.hub.CHECK_SECONDS", 0.2)
    async with hub.opened(bus) as running, aclosing(running.run(claim, TURN, "box:words", Config())) as events:
        answering = asyncio.create_task(anext(events))
        lost = await bus.claim(10)
        assert lost is not None
        await bus._stream.purge_stream(STREAM)
        found = await bus.claim(10)
        assert found is not None
        assert found.ticket == lost.ticket
        answering.cancel()
        await asyncio.wait([answering])


def test_an_address_is_checked_and_shown_without_its_password() -> None:
    assert address("box").url == "nats://box:4222"
    assert address("tls://[::1]:5000/").url == "tls://[::1]:5000"
    far = address("nats://ada:secret@box.example")
    assert (far.url, far.shown) == ("nats://ada:secret@box.example:4222", "nats://box.example:4222")
    for wrong in ("", "http://box", "nats://", "nats://box:99999", "nats://box/path", "nats://b\nx", "ws://box"):
        with pytest.raises(UsageError, match="is written like"):
            address(wrong)


def test_a_file_of_credentials_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(HydraError, match="can't be read"):
        address("box", tmp_path / "none")
    (tmp_path / "some").write_text("-----BEGIN NATS USER JWT-----\n")
    with pytest.raises(HydraError, match="holds no credentials"):
        address("box", tmp_path / "some")


@pytest.mark.parametrize("side", ["--hub", "--nats"])
def test_without_a_server_or_without_the_extra_it_says_so_in_one_line(tmp_path: Path, side: str) -> None:
    ended = run("worker", side, "nats://127.0.0.1:9")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "No NATS server answers at nats://127.0.0.1:9. Start it, or correct the address.\n"
    (tmp_path / "nats.py").write_text("raise ImportError")
    ended = run("worker", side, "nats://127.0.0.1:9", env={"PYTHONPATH": str(tmp_path)})
    assert (ended.status, ended.err) == (1, "NATS support is not installed. Install it with: pip install 'hydratui[nats]'\n")


@pytest.mark.parametrize(
    "words", [["--nats", "box", "--hub", "box"], ["--nats", "box", "--until-idle"], ["--creds", "file"], ["--nats", "x y"]]
)
def test_options_that_do_not_go_together_are_wrong_usage(words: list[str]) -> None:
    ended = run("worker", *words)
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1


def test_the_library_loads_only_for_those_who_ask_for_it() -> None:
    script = "import sys, hydratui.cli.tree, hydratui.workers.elsewhere.serve; print([n for n in sys.modules if n.split('.')[0] == 'nats'])"
    done = subprocess.run([sys.executable, "-c", script], env=dict(os.environ), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
