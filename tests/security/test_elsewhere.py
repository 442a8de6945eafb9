"""What a runner that lies can do: nothing but to answer, badly, the very task that it was given. And who gets that far at all."""

import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nats.aio.client import Client
from nats.js import JetStreamContext

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, stream, tasks, usage
from tests.nats_server import MISSING, NATS_SERVER, empty_home, nats_server
from tests.nursery import Nursery
from tests.recovery.conftest import until
from tests.recovery.machines import Machines, machines

pytestmark = pytest.mark.skipif(NATS_SERVER is None, reason=MISSING)
KEY = "k" * 32
GONE = {"gone": True}


@pytest.fixture
def far(tmp_path: Path, home: Home, store: Store, nursery: Nursery) -> Iterator[Machines]:
    with machines(tmp_path, home, store, nursery, "max_payload: 67108864") as running:
        yield running


@dataclass
class Liar:
    """Somebody who may connect to the server, and knows how runners talk."""

    client: Client
    pull: JetStreamContext.PullSubscription
    ticket: dict[str, Any]

    async def takes(self) -> None:
        """Takes the next ticket, as a runner does."""
        (message,) = await self.pull.fetch(1, timeout=30)
        self.ticket = json.loads(message.data)

    async def says(self, raw: bytes | None = None, **fields: object) -> Any:
        """Asks the hub of its ticket something; without more it is the holder of the ticket's job who asks."""
        message = raw if raw is not None else json.dumps({"job": self.ticket["job"], "key": KEY, **fields}).encode()
        return json.loads((await self.client.request(f"hydratui.hub.{self.ticket['hub']}", message, timeout=10)).data)


@pytest.fixture
async def liar(far: Machines) -> AsyncIterator[Liar]:
    far.hub()
    client = Client()
    await client.connect(far.nats.url)
    until(lambda: "for runners at" in far.logged(), "the hub to be connected")
    yield Liar(client, await client.jetstream().pull_subscribe_bind("runners", "HYDRATUI_JOBS"), {})
    await client.close()


async def test_nonsense_is_refused_and_the_hub_goes_on(far: Machines, liar: Liar) -> None:
    task = tasks.submit(far.store, "ada", "hello")
    await liar.takes()
    nonsense = [
        b"",
        b"\xff\xfe",
        b"[" * 200_000,
        b"1" * 100_000,
        b'{"do": "report"}',
        b'{"do": ["begin"], "job": {}}',
        b"x" * 50_000_000,
        json.dumps({"do": "leave", "job": "0" * 32, "key": KEY}).encode(),
    ]
    for message in nonsense:
        assert await liar.says(message) == GONE, message[:40]
    assert await liar.says(do="begin", secret="0" * 32, runner="liar") == GONE
    for do in ("part", "report", "call", "leave"):
        assert await liar.says(do=do, number=0, said=[["text", "x"]], name="remember", arguments={"note": "x"}) == GONE
    assert (far.now(task).status, stream.text(far.store, task.id), usage.calls(far.store, task.id)) == ("running", "", [])
    until(lambda: "messages from the bus were refused" in far.logged(), "the hub to say so")
    # Its own ticket comes back to the one that does the work.
    far.runner()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts) == ("completed", "one two three", 1)


async def test_nobody_can_speak_for_a_job_that_another_runner_has_even_with_its_ticket(far: Machines, liar: Liar) -> None:
    far.model.go_on.clear()
    far.runner()
    task = tasks.submit(far.store, "ada", "hello")
    far.first_word(task)
    (found,) = [await liar.client.jetstream().get_msg("HYDRATUI_JOBS", 1)]
    liar.ticket = json.loads(found.data or b"")
    assert await liar.says(do="begin", secret=liar.ticket["secret"], runner="liar") == {"taken": True}
    assert await liar.says(do="report", number=0, said=[["text", "a lie"], ["done"]]) == GONE
    assert await liar.says(do="call", number=0, name="remember", arguments={"note": "a lie"}) == GONE
    assert await liar.says(do="leave") == GONE
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts) == ("completed", "one two three", 1)
    assert memory.notes(find(far.home, "ada")) == []


async def test_a_liar_with_a_job_gets_no_further_than_that_job(far: Machines, liar: Liar) -> None:
    task = tasks.submit(far.store, "ada", "hello")
    await liar.takes()
    begun = await liar.says(do="begin", secret=liar.ticket["secret"], runner="liar\x1b[2J")
    assert begun == {"parts": 1}
    for number in (1, -1, 10**30):
        assert await liar.says(do="part", number=number) == GONE
    assert "does not have" in (await liar.says(do="call", number=0, name="delete_everything", arguments={}))["refused"]
    for number in (-1, 500):
        assert "over 500 times" in (await liar.says(do="call", number=number, name="remember", arguments={"note": "x"}))["refused"]
    refused = await liar.says(do="call", number=0, name="remember", arguments={"note": "a lie", "agent": "otto"})
    assert "has no parameter" in refused["refused"]
    # The same call again is the same call: its answer, and nothing more.
    assert await liar.says(do="call", number=0, name="remember", arguments={"note": "another"}) == refused
    for said in (["spent", 10**12, 1], ["spent", -1, 1], ["text", 5], ["model", ""], ["done", 1], "done", [], ["failed", "x", "soon"]):
        assert await liar.says(do="report", number=0, said=[["text", "half "], said]) == GONE, said
    assert await liar.says(do="report", number=1, said=[]) == GONE
    assert await liar.says(do="report", number=0, said=[["text", "a lie\x1b]52;c;eA==\x07"], ["model", "mine\n"]]) == {"gone": False}
    assert await liar.says(do="report", number=0, said=[["text", "twice"]]) == {"gone": False}
    assert await liar.says(do="report", number=1, said=[["done"]]) == {"gone": False}
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.model) == ("completed", "a lie\x1b]52;c;eA==\x07", "mine")
    assert [memory.notes(find(far.home, agent)) for agent in ("ada", "otto")] == [[], []]
    assert await liar.says(do="report", number=2, said=[["text", "more"]]) == GONE
    far.runner()
    assert far.ended(tasks.submit(far.store, "ada", "hello")).result == "one two three"


async def test_an_answer_goes_to_an_inbox_and_to_nothing_else_that_the_hub_may_write_to(far: Machines, liar: Liar) -> None:
    tasks.submit(far.store, "ada", "hello")
    await liar.takes()
    stored = (await liar.client.jetstream().stream_info("HYDRATUI_JOBS")).state.last_seq
    await liar.client.publish(f"hydratui.hub.{liar.ticket['hub']}", b"{}", reply="hydratui.jobs.mine")
    # Answered after it, and so a proof that it was looked at.
    assert await liar.says(b"{}") == GONE
    assert (await liar.client.jetstream().stream_info("HYDRATUI_JOBS")).state.last_seq == stored


def failed(*words: str, **env: str) -> str:
    """The line with which a runner ends that can't begin."""
    folder = Path(env.pop("folder"))
    done = subprocess.run(
        [sys.executable, "-m", "hydratui", "worker", *words],
        env=empty_home(folder, **env),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_a_wrong_login_is_said_without_showing_it(tmp_path: Path) -> None:
    with nats_server(tmp_path / "nats", "authorization { user: ada, password: right }") as nats:
        line = failed("--nats", nats.url.replace("//", "//ada:wrong@"), folder=str(tmp_path / "far"))
    assert "refused the login" in line
    assert "wrong" not in line


def test_a_server_without_jetstream_and_one_with_small_messages_are_named(tmp_path: Path) -> None:
    with nats_server(tmp_path / "plain", jetstream=False) as nats:
        assert "Start the server with: nats-server --jetstream" in failed("--nats", nats.url, folder=str(tmp_path / "far"))
    with nats_server(tmp_path / "small", "max_payload: 65536") as nats:
        assert "Set max_payload to" in failed("--nats", nats.url, folder=str(tmp_path / "far"))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with the openssl program")
def test_over_tls_the_certificate_must_be_trusted(
    tmp_path: Path, home: Home, store: Store, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [*request.split(), "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )
    with machines(tmp_path, home, store, nursery, f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}') as far:
        assert "No safe connection" in failed("--nats", far.nats.url, folder=str(tmp_path / "near"))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        far.hub()
        far.runner("far", SSL_CERT_FILE=str(certificate))
        assert far.ended(tasks.submit(store, "ada", "hello")).result == "one two three"
