"""Brave's own search API, asked first where the user has a key; the key is in no text."""

import asyncio
import json
import logging
from collections.abc import Mapping

import pytest

from hydratui.agents.files import path
from hydratui.agents.roster import find
from hydratui.errors import HydraError
from hydratui.models import keys
from hydratui.paths import Home
from hydratui.store import Store, tasks, usage
from hydratui.tools.brave import Brave
from hydratui.tools.toolbox import Caller, built_in, toolbox
from hydratui.tools.web_search import web_search
from tests.security.site import Reply, Site, served
from tests.unit.program import run
from tests.unit.test_tools_web_search import MOJEEK, Engine, answers

__all__ = ["Engine", "answers"]

KEY = "BSAkey-1234567890-never-shown"
JSON = {"Content-Type": "application/json"}
# Shaped as the API's own answers are, with what matters to reading them.
ANSWER = {
    "type": "search",
    "query": {"original": "nightly backup", "more_results_available": True},
    "web": {
        "type": "search",
        "results": [
            {
                "title": "Borg &amp; friends",
                "url": "https://borgbackup.example/",
                "description": "<strong>Nightly</strong> &#x27;n more.",
            },
            {"title": "Restic", "url": "https://restic.example/docs", "description": "Done right.", "extra_snippets": ["x"]},
            {"title": "Without an address"},
        ],
    },
}


@pytest.fixture
def caller(home: Home, store: Store) -> Caller:
    agent = find(home, "ada")
    path(agent, "tools").write_text("- web_search\n", encoding="utf-8")
    return Caller(home=home, store=store, agent=agent, task=tasks.submit(store, "ada", "search this").id, secrets=(KEY,))


async def searched(caller: Caller, site: Site, query: str = "nightly backup", results: int = 8, where: str = "search") -> str:
    brave = Brave(KEY, f"http://127.0.0.1:{site.port}/{where}", seconds=2)
    (tool,) = toolbox(caller, [web_search(("mojeek",), brave)])
    return await tool.call({"query": query, "results": results})


def at(query: str, reply: Reply, count: int = 8) -> Mapping[str, Reply]:
    return {f"/search?q={query}&count={count}&text_decorations=false": reply}


async def test_brave_is_asked_first_and_its_results_look_like_any(caller: Caller) -> None:
    async with served(at("nightly+backup", Reply(json.dumps(ANSWER).encode(), JSON))) as site:
        result = await searched(caller, site)
        assert len(site.requests) == 1
    assert "1. Borg & friends\nhttps://borgbackup.example/\nNightly 'n more." in result
    assert "2. Restic\nhttps://restic.example/docs\nDone right." in result and "3." not in result
    (row,) = usage.calls(caller.store, caller.task)
    assert (row.outcome, row.result) == ("ok", "2 results")


async def test_the_key_goes_into_its_header_alone(caller: Caller) -> None:
    seen: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append((await reader.readuntil(b"\r\n\r\n")).decode())
        body = json.dumps(ANSWER).encode()
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nContent-Type: application/json\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        await Brave(KEY, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/search").search("x", 3)
    (request,) = seen
    assert request.count(KEY) == 1 and f"x-subscription-token: {KEY}" in request.replace("X-Subscription-Token", "x-subscription-token")
    assert KEY not in repr(Brave(KEY))


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(b'{"type":"ErrorResponse"}', JSON, 422), "refused the key"),
        (Reply(b"", JSON, 401), "refused the key"),
        (Reply(b"", JSON, 429), "no more searches"),
        (Reply(b"", {"Location": "http://127.0.0.1/stolen"}, 302), "answered 302"),
        (Reply(b"<html>not JSON</html>"), "can't be read"),
        (Reply(b'["a list"]', JSON), "can't be read"),
        (Reply(b'{"web": {"results": [{"url": 1, "title": {}}, 7]}}', JSON), "can't be read"),
        (Reply(b"x" * 100_000, JSON, endless=True), "too large"),
        (Reply(silent=True), "can't be reached"),
    ],
)
async def test_the_other_engines_are_asked_when_brave_has_nothing_to_give(
    caller: Caller, answers: dict[str, tuple[int, str]], reply: Reply, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers["mojeek"] = (200, MOJEEK)
    with caplog.at_level(logging.DEBUG, "hydratui"):
        async with served(at("nightly+backup", reply)) as site:
            assert "1. Kopia backup\nhttps://kopia.example/" in await searched(caller, site)
    assert why in caplog.text and KEY not in caplog.text and "nightly" not in caplog.text


async def test_when_nobody_answers_the_line_says_what_is_wrong_with_brave_too(
    caller: Caller, answers: dict[str, tuple[int, str]], caplog: pytest.LogCaptureFixture
) -> None:
    answers["mojeek"] = (403, "")
    with caplog.at_level(logging.DEBUG, "hydratui"):
        async with served(at("nightly+backup", Reply(KEY.encode(), JSON, 401))) as site:
            with pytest.raises(HydraError, match=r"Brave refused the key; hydratui keys set brave saves another\. No results") as caught:
                await searched(caller, site)
    assert KEY not in str(caught.value) and KEY not in caplog.text


async def test_an_engines_error_is_logged_by_its_kind_alone(
    caller: Caller, answers: dict[str, tuple[int, str]], caplog: pytest.LogCaptureFixture
) -> None:
    (tool,) = toolbox(caller, [web_search(("mojeek",))])
    answers["mojeek"] = (403, "")
    with caplog.at_level(logging.DEBUG, "hydratui"), pytest.raises(HydraError):
        await tool.call({"query": "a very private question"})
    assert "The search engine mojeek failed: " in caplog.text and "private" not in caplog.text


async def test_no_match_at_brave_asks_the_others(caller: Caller, answers: dict[str, tuple[int, str]]) -> None:
    answers["mojeek"] = (200, MOJEEK)
    async with served(at("nightly+backup", Reply(b'{"type": "search"}', JSON))) as site:
        assert "Kopia" in await searched(caller, site)


async def test_a_query_is_cut_to_what_the_api_takes(caller: Caller) -> None:
    async with served(at("+".join(["word"] * 50), Reply(json.dumps(ANSWER).encode(), JSON), 1)) as site:
        result = await searched(caller, site, "word " * 80, 1)
    assert "1. Borg" in result and "2." not in result


async def test_a_key_with_signs_that_no_key_has_is_not_sent() -> None:
    with pytest.raises(HydraError, match="signs that no key has") as caught:
        await Brave("ключ\n").search("x", 1)
    assert "ключ" not in str(caught.value)


def test_the_key_is_saved_listed_masked_and_handed_to_the_search_alone(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("keys", "set", "brave", typed=KEY).status == 0
    assert keys.key("brave") == KEY and KEY in keys.all_keys()
    listed = run("keys", "list")
    assert "brave" in listed.out and KEY not in listed.out
    monkeypatch.setenv("BRAVE_API_KEY", "from-the-environment")
    assert keys.key("brave") == "from-the-environment" and "from-the-environment" in keys.all_keys()
    assert run("keys", "remove", "brave").status == 0
    assert [offer.name for offer in built_in("k")] == [offer.name for offer in built_in()]
