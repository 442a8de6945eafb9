"""MCP servers over HTTP: real servers on loopback that answer well, refuse, send on, answer without end, or not at all."""

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from hydratui import config
from hydratui.agents.roster import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, mcp_status, workers
from hydratui.store.mcp_status import Seen
from hydratui.tools.caller import Caller
from hydratui.tools.mcp.patience import Patience
from hydratui.tools.mcp.pool import Pool
from tests.mcp_settings import grant, name_servers

TOOLS = [
    {"name": name, "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
    for name in ("echo", "huge", "endless", "fail", "zip", "lose", "hang")
]


class Peer(BaseHTTPRequestHandler):
    """Behaves as its path says."""

    protocol_version = "HTTP/1.1"
    seen: list[Mapping[str, str]]
    elsewhere: str
    lost: list[str]

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        self._plain(405)

    def do_DELETE(self) -> None:
        self._plain(200)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.seen.append(dict(self.headers))
        match self.path:
            case "/closed":
                self._plain(401)
            case "/broken":
                self._plain(500)
            case "/html":
                self._plain(200, b"<html>hello</html>", "text/html")
            case "/away":
                self._plain(307, Location=f"{self.elsewhere}/good")
            case "/moved":
                self._plain(308, Location="/good")
            case "/silent":
                threading.Event().wait(60)
            case _:
                self._answer(json.loads(body))

    def _answer(self, request: dict[str, Any]) -> None:
        if self.headers.get("Mcp-Session-Id") in self.lost:
            self._plain(404)
            return
        match request.get("method"):
            case "initialize":
                result: object = {
                    "protocolVersion": request["params"]["protocolVersion"],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "peer", "version": "1"},
                }
                self._json(request, result, **{"Mcp-Session-Id": f"session-{len(self.lost)}"})
            case "tools/list":
                self._json(request, {"tools": TOOLS})
            case "tools/call":
                self._call(request)
            case None | "notifications/initialized" | "notifications/cancelled":
                self._plain(202)
            case _:
                self._json(request, {})

    def _call(self, request: dict[str, Any]) -> None:
        match request["params"]["name"]:
            case "echo":
                self._json(request, _text(request["params"]["arguments"]["text"]))
            case "huge":
                self._json(request, _text("x" * 50_000_000))
            case "endless":
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                with suppress(OSError):
                    self.wfile.write(b"data: ")
                    while True:
                        self.wfile.write(b"x" * 65_536)
            case "fail":
                self._plain(500)
            case "zip":
                self._plain(200, gzip.compress(b"x" * 50_000_000), "application/json", **{"Content-Encoding": "gzip"})
            case "lose":
                self.lost.append(self.headers["Mcp-Session-Id"])
                self._json(request, _text("lost"))
            case "hang":
                threading.Event().wait(60)

    def _json(self, request: dict[str, Any], result: object, **headers: str) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
        if self.path == "/events":
            self._plain(200, b"event: message\ndata: " + body + b"\n\n", "text/event-stream", **headers)
        else:
            self._plain(200, body, "application/json", **headers)

    def _plain(self, status: int, body: bytes = b"", kind: str = "text/plain", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)


def _text(words: str) -> dict[str, object]:
    return {"content": [{"type": "text", "text": words}]}


@contextmanager
def running(elsewhere: str = "") -> Iterator[tuple[str, type[Peer]]]:
    """Runs a server. Gives its address, and what it was sent."""
    peer = type("Here", (Peer,), {"seen": [], "elsewhere": elsewhere, "lost": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), peer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", peer
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def site() -> Iterator[str]:
    with running() as (address, _):
        yield address


class Client:
    """A pool with one server in it."""

    def __init__(self, home: Home, store: Store, url: str, **more: object) -> None:
        name_servers(home, box={"url": url, "timeout": 1, **more})
        self.agent = find(home, "ada")
        grant(self.agent, "box")
        workers.enlist(store, "w")
        self.home, self.store = home, store
        self.caller = Caller(home, store, self.agent, 1)
        self.pool = Pool(home, store, "w", Patience(connect=3, listing=3, first_pause=0.2, leaving=1))

    async def __aenter__(self) -> "Client":
        self.offers = {offer.name: offer for offer in (await self.pool.offers(self.agent, config.load(self.home))).offers}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.pool.close()

    async def call(self, name: str, **arguments: object) -> str:
        try:
            return await self.offers[f"box_{name}"].run(self.caller, arguments)
        except HydraError as error:
            return f"{error}"

    def seen(self) -> Seen:
        return mcp_status.seen(self.store)["box"]


@pytest.mark.parametrize("path", ["/good", "/events", "/moved"])
async def test_a_server_is_asked_in_json_and_in_events_and_where_it_has_moved_to_on_its_own_host(
    home: Home, store: Store, site: str, path: str
) -> None:
    async with Client(home, store, site + path) as client:
        assert client.seen().state == "connected" and len(client.offers) == 7
        assert await client.call("echo", text="hello") == "hello"
    assert client.seen().state == "idle"


@pytest.mark.parametrize(
    ("path", "state", "detail"),
    [
        ("/closed", "failed", "it wants a key (HTTP 401); put it into the headers of its entry"),
        ("/broken", "failed", "it answers with HTTP 500"),
        ("/html", "failed", "its answer can't be used"),
        ("/silent", "timed out", "it did not answer within 3 s"),
    ],
)
async def test_a_server_that_does_not_play_along_is_named(home: Home, store: Store, site: str, path: str, state: str, detail: str) -> None:
    async with Client(home, store, site + path) as client:
        assert (client.seen().state, client.seen().detail) == (state, detail) and not client.offers


async def test_a_server_that_sends_on_to_another_is_not_followed(home: Home, store: Store) -> None:
    with running() as (other, peer), running(other) as (site, _):
        async with Client(home, store, f"{site}/away", headers={"X-Key": "for-one-alone"}) as client:
            assert client.seen().detail == "it sends on to 127.0.0.1; put the final address into its entry"
        assert not peer.seen


async def test_nobody_is_there(home: Home, store: Store) -> None:
    with running() as (site, _):
        pass
    async with Client(home, store, site) as client:
        assert (client.seen().state, client.seen().detail) == ("failed", "it can't be reached (ConnectError)")


async def test_the_headers_are_the_entrys_and_no_proxy_is_asked(home: Home, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEAM_TOKEN", "team-token-123456")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    with running() as (site, peer):
        async with Client(home, store, f"{site}/good", headers={"Authorization": "Bearer ${TEAM_TOKEN}"}) as client:
            assert await client.call("echo", text="team-token-123456") == "[secret removed]"
    assert {headers["Authorization"] for headers in peer.seen} == {"Bearer team-token-123456"}
    assert {headers["User-Agent"] for headers in peer.seen} == {"hydratui"}
    assert not any(name.lower() in ("cookie", "proxy-authorization") for headers in peer.seen for name in headers)


async def test_an_answer_that_is_too_long_packed_or_without_end_is_one_line_and_the_rest_goes_on(
    home: Home, store: Store, site: str
) -> None:
    async with Client(home, store, f"{site}/good", timeout=10) as client:
        assert await client.call("huge") == "The MCP server box gave no answer: its answer had more than 4 MB."
        assert "can't be used" in await client.call("endless")
        assert await client.call("fail") == "The MCP server box gave no answer: it answers with HTTP 500."
        assert await client.call("echo", text="on") == "on"
        assert "packed" in await client.call("zip")


async def test_a_call_without_an_answer_is_given_up(home: Home, store: Store, site: str) -> None:
    async with Client(home, store, f"{site}/good") as client:
        assert "did not answer within 1 s" in await client.call("hang")
        assert await client.call("echo", text="on") == "on"


async def test_a_session_that_the_server_has_forgotten_is_begun_anew(home: Home, store: Store, site: str) -> None:
    async with Client(home, store, f"{site}/good") as client:
        assert await client.call("lose") == "lost"
        assert "gave no answer" in await client.call("echo", text="a")
        for _ in range(200):
            if (told := await client.call("echo", text="anew")) == "anew":
                break
            await asyncio.sleep(0.05)
        assert told == "anew"
