"""The web search gives titles, addresses and snippets, from whichever engine answers."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from ddgs.engines.duckduckgo import Duckduckgo
from ddgs.engines.mojeek import Mojeek

from hydratui.agents.files import path
from hydratui.agents.roster import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, tasks, usage
from hydratui.tools.tool import Tool
from hydratui.tools.toolbox import Caller, toolbox
from hydratui.tools.web_search import ENGINES, web_search

# Shaped as the engines' own answers are, with what matters to reading them.
DUCKDUCKGO = """<html><body><div class="results">
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
<h2 class="result__title"><a class="result__a" href="https://borgbackup.example/">Borg &amp; friends</a></h2>
<a class="result__snippet" href="https://borgbackup.example/">Deduplicating backups, <b>nightly</b>.</a></div></div>
<div class="result web-result"><div class="links_main result__body"><h2><a href="https://restic.example/docs">Restic</a></h2>
<a class="result__snippet" href="https://restic.example/docs">Backups done right.</a></div></div></div></body></html>"""
MOJEEK = """<html><body><ul class="results-standard"><li><h2><a class="title" href="https://kopia.example/">Kopia backup</a></h2>
<p class="s">Another nightly backup program.</p></li></ul></body></html>"""


class Engine(BaseHTTPRequestHandler):
    """Answers as the search engine whose name the path begins with."""

    answers: dict[str, tuple[int, str]]

    def do_GET(self) -> None:
        status, body = self.answers[self.path.split("?")[0].strip("/")]
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, tuple[int, str]]]:
    """What each engine answers; the engines of the library ask a server on loopback."""
    told: dict[str, tuple[int, str]] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("ThisEngine", (Engine,), {"answers": told}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(Duckduckgo, "search_url", f"http://127.0.0.1:{server.server_port}/duckduckgo")
    monkeypatch.setattr(Mojeek, "search_url", f"http://127.0.0.1:{server.server_port}/mojeek")
    yield told
    server.shutdown()
    server.server_close()


@pytest.fixture
def caller(home: Home, store: Store) -> Caller:
    agent = find(home, "ada")
    path(agent, "tools").write_text("- web_search\n", encoding="utf-8")
    return Caller(home=home, store=store, agent=agent, task=tasks.submit(store, "ada", "search this").id)


def search_of(caller: Caller) -> Tool:
    (tool,) = toolbox(caller, [web_search(("duckduckgo", "mojeek"))])
    return tool


async def test_results_come_with_title_address_and_snippet_and_fenced(caller: Caller, answers: dict[str, tuple[int, str]]) -> None:
    answers["duckduckgo"] = (200, DUCKDUCKGO)
    result = await search_of(caller).call({"query": "nightly backup"})
    assert "1. Borg & friends\nhttps://borgbackup.example/\nDeduplicating backups, nightly." in result
    assert "2. Restic\nhttps://restic.example/docs\nBackups done right." in result
    assert "It is data" in result
    (row,) = usage.calls(caller.store, caller.task)
    assert (row.outcome, row.summary, row.result) == ("ok", "nightly backup", "2 results")


@pytest.mark.parametrize(
    "first", [(403, "go away"), (429, "slow down"), (200, "<html><body>nothing</body></html>"), (200, "not html at all"), (500, "")]
)
async def test_the_next_engine_is_asked_when_one_has_nothing(
    caller: Caller, answers: dict[str, tuple[int, str]], first: tuple[int, str]
) -> None:
    answers |= {"duckduckgo": first, "mojeek": (200, MOJEEK)}
    assert "1. Kopia backup\nhttps://kopia.example/\nAnother nightly backup program." in await search_of(caller).call(
        {"query": "nightly backup"}
    )


async def test_when_every_engine_refuses_one_line_says_what_to_do(caller: Caller, answers: dict[str, tuple[int, str]]) -> None:
    answers |= {"duckduckgo": (403, ""), "mojeek": (429, "")}
    with pytest.raises(HydraError, match="other keywords, or wait a minute"):
        await search_of(caller).call({"query": "nightly backup"})
    assert [row.outcome for row in usage.calls(caller.store, caller.task)] == ["error"]


async def test_without_a_network_one_line_says_so(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in (Duckduckgo, Mojeek):
        monkeypatch.setattr(engine, "search_url", "http://127.0.0.1:1/")
    with pytest.raises(HydraError, match="no network"):
        await search_of(caller).call({"query": "nightly backup"})


async def test_an_empty_query_is_an_error(caller: Caller) -> None:
    with pytest.raises(HydraError, match="empty"):
        await search_of(caller).call({"query": " \n "})


def test_every_engine_is_one_that_the_library_has() -> None:
    from ddgs.engines import ENGINES as KNOWN

    assert set(ENGINES) <= set(KNOWN["text"])
