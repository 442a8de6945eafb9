"""What leaves this machine: the request, to the address that was chosen, and nothing else."""

import json
from collections.abc import Mapping

import pytest

from hydratui.config import Config, ProviderSettings
from hydratui.errors import ModelError
from tests.model_turns import Request, a_turn, answered, at, chunk, served, speak, text_of


async def test_nothing_but_the_request_is_told_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Mapping[str, str]] = []

    async def handler(request: Request) -> None:
        seen.append(request.headers)
        await speak(request, chunk("Hi."), chunk(finish="stop"))

    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-others")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-mine")
    async with served(handler) as url:
        assert text_of(await answered(a_turn(), "mine:m", config=at(url))) == "Hi."
    (headers,) = seen
    assert not {name for name in headers if name.startswith(("x-stainless", "openai-"))}
    assert "mine" not in json.dumps({**headers, "host": ""})
    assert "sk-not-for-others" not in json.dumps(headers)


async def test_a_server_gets_the_key_that_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    async def handler(request: Request) -> None:
        seen.append(request.headers["authorization"])
        await speak(request, chunk("Hi."), chunk(finish="stop"))

    monkeypatch.setenv("WORK_KEY", "w-1")
    async with served(handler) as url:
        config = Config(providers={"work": ProviderSettings(url, "WORK_KEY")})
        await answered(a_turn(), "work:m", config=config)
    assert seen == ["Bearer w-1"]


async def test_a_redirect_is_not_followed_with_the_prompt() -> None:
    reached: list[str] = []

    async def elsewhere(request: Request) -> None:
        reached.append("elsewhere")
        await speak(request, chunk("Gotcha."), chunk(finish="stop"))

    async with served(elsewhere) as other:

        async def handler(request: Request) -> None:
            await request.head("307 Temporary Redirect", location=f"{other}/chat/completions")
            await request.end()

        async with served(handler) as url:
            with pytest.raises(ModelError):
                await answered(a_turn(), "mine:m", config=at(url))
    assert reached == []
