"""`hydratui serve`: the page is there for who has its address, and no other page can drive the app."""

import signal
from collections.abc import Iterator

import aiohttp
import pytest

from hydratui.agents.create import seed_starters
from hydratui.cli import serve
from hydratui.cli.browser.address import is_own, is_own_authority
from hydratui.paths import Home
from hydratui.store import Store, front_ends
from tests.recovery.conftest import until
from tests.serving import Serving
from tests.unit.program import run, within


@pytest.fixture
def serving(home: Home) -> Iterator[Serving]:
    """The server over the data folder of the test."""
    with Serving() as server:
        yield server


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Store]]:
    """A server for all tests that it survives, and the store of its data folder."""
    home = Home(tmp_path_factory.mktemp("shared") / "home")
    seed_starters(home)
    store = Store.open(home.database)
    with Serving("--home", str(home.root)) as server:
        yield server, store
    store.close()


def _headers(serving: Serving, **more: str) -> dict[str, str]:
    return {"Origin": serving.root, **more}


async def _painted(connection: aiohttp.ClientWebSocketResponse) -> None:
    """Waits until the app has painted its first screen."""
    shown = b""
    while b"AGENTS" not in shown:
        message = await connection.receive(30)
        assert message.type == aiohttp.WSMsgType.BINARY, message
        shown += message.data


async def test_the_page_comes_with_its_address_alone_and_loads_nothing_from_elsewhere(shared: tuple[Serving, Store]) -> None:
    serving, _ = shared
    async with aiohttp.ClientSession() as session:
        async with session.get(serving.address) as answer:
            page = await answer.text()
            assert answer.status == 200
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "http://" not in page
        assert "https://" not in page
        for file in ("page.js", "static/js/textual.js", "static/css/xterm.css", "static/fonts/RobotoMono-VariableFont_wght.ttf"):
            async with session.get(serving.address + file) as answer:
                assert answer.status == 200, file
        for path in ("/", "/ws", "/static/js/textual.js", "/wrong/", "/wrong/ws"):
            async with session.get(serving.root + path) as answer:
                assert answer.status == 404, path


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost"},
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "127.0.0.1@evil.example"},
    ],
)
async def test_another_page_gets_neither_the_page_nor_a_connection(shared: tuple[Serving, Store], headers: dict[str, str]) -> None:
    serving, store = shared
    async with aiohttp.ClientSession() as session:
        async with session.get(serving.address, headers=headers) as answer:
            assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(serving.address + "ws", headers=headers)
        assert refused.value.status == 403
    assert front_ends.open_(store) == 0


async def test_a_connection_that_does_not_say_where_it_comes_from_is_refused(shared: tuple[Serving, Store]) -> None:
    serving, _ = shared
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(serving.address + "ws")
        assert refused.value.status == 403


async def test_the_app_ends_with_its_tab_and_ctrl_c_ends_all(serving: Serving, store: Store) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(serving.address + "ws?width=100&height=30", headers=_headers(serving)) as first:
            await _painted(first)
            until(lambda: front_ends.open_(store) == 1, "the app to be entered as open")
        until(lambda: front_ends.open_(store) == 0, "the app to end with its tab")

        async with session.ws_connect(serving.address + "ws?width=100&height=30", headers=_headers(serving)) as second:
            await _painted(second)
            until(lambda: front_ends.open_(store) == 1, "the second app to be entered")
            serving.process.send_signal(signal.SIGINT)
            while (await second.receive(30)).type == aiohttp.WSMsgType.BINARY:
                pass
            until(lambda: serving.process.poll() is not None, "the server to end")
            assert serving.process.returncode == 0
    assert front_ends.open_(store) == 0


async def test_the_app_leaves_when_the_server_is_killed(serving: Serving, store: Store) -> None:
    socket = serving.address + "ws?width=100&height=30"
    async with aiohttp.ClientSession() as session, session.ws_connect(socket, headers=_headers(serving)) as connection:
        await _painted(connection)
        until(lambda: front_ends.open_(store) == 1, "the app to be entered as open")
        serving.process.kill()
        until(lambda: front_ends.open_(store) == 0, "the app to leave")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20", "box.example", ""])
def test_an_address_that_others_can_reach_is_refused(host: str) -> None:
    ended = run("serve", "--host", host, "--port", "0")
    assert ended.status == 2
    assert "no login" in ended.err


def test_a_port_that_is_taken_is_named(shared: tuple[Serving, Store]) -> None:
    serving, _ = shared
    ended = run("serve", "--port", serving.root.rsplit(":", 1)[1])
    assert ended.status == 1
    assert "can't be used" in ended.err


def test_without_textual_serve_it_says_what_to_install(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    ended = within(capsys, "serve")
    assert ended.status == 1
    assert "pip install 'hydratui[serve]'" in ended.err


def test_only_names_of_this_machine_are_its_own() -> None:
    assert all(map(is_own, ["localhost", "127.0.0.1", "127.8.8.8", "::1"]))
    assert all(map(is_own_authority, ["localhost:80", "127.0.0.1", "[::1]:8421"]))
    assert not any(
        map(is_own_authority, ["", ":80", "localhost.evil.example", "a@127.0.0.1", "127.0.0.1/..", "2130706433", "[::1", "0.0.0.0"])
    )
