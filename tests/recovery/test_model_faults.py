"""Every fault of a model API that `faults.md` names, against an independent mock (llmock), or a server of our own where it can't."""

import asyncio
import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from llmock.pytest_plugin import LLMock

from hydratui.config import Config, ProviderSettings
from hydratui.errors import HydraError, ModelError
from hydratui.models import keys
from tests.model_turns import (
    ANTHROPIC,
    OPENAI,
    Request,
    a_turn,
    answered,
    at,
    failure,
    served,
    text_of,
)

LABELS = {OPENAI: "OpenAI", ANTHROPIC: "Anthropic"}
SENTENCE = "one two three four five six seven eight"
both = pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])


@both
async def test_a_wrong_key_is_said_with_the_command_that_sets_it(model: str, llmock: LLMock) -> None:
    llmock.fail(401)
    error = await failure(model)
    assert str(error) == f"{LABELS[model]} refused the key (401). Save a right one with: hydratui keys set {model.partition(':')[0]}"
    assert error.retry_after is None
    assert len(llmock.requests) == 1


@both
async def test_a_missing_key_names_the_variable_and_the_command(model: str) -> None:
    error = await failure(model)
    name = model.partition(":")[0]
    assert str(error) == f"{LABELS[model]} needs a key: set {name.upper()}_API_KEY, or save one with: hydratui keys set {name}"


async def test_a_key_with_signs_that_no_key_has_is_said_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch, llmock: LLMock) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "“sk-quoted”")
    error = await failure(OPENAI)
    assert str(error) == "The key of OpenAI holds signs that no key has. Save it again with: hydratui keys set openai"
    assert llmock.requests == []


async def test_a_damaged_key_file_is_said() -> None:
    path = keys.save_key("openai", "sk-1")
    path.write_text("openai =")
    assert "keys.toml can't be read" in str(await failure(OPENAI))


@both
async def test_an_unknown_model_is_named(model: str, llmock: LLMock) -> None:
    llmock.fail(404)
    assert f'has no model "{model.partition(":")[2]}". See which there are with: hydratui models' in str(await failure(model))


@both
async def test_a_refused_connection_names_the_address_at_once(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    monkeypatch.setenv(f"{model.partition(':')[0].upper()}_BASE_URL", url)
    error = await failure(model)
    assert str(error) == f"Offline: nothing answers at {url} ({LABELS[model]}). Check the network and the address, or choose another model."
    assert error.retry_after is None


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for localhost that nobody signed, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("needs openssl to make a certificate")
    made, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    asked = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(made)]
    subprocess.run(asked, check=True, capture_output=True)
    return made, key


async def test_a_server_with_a_certificate_that_nobody_signed_is_not_trusted(certificate: tuple[Path, Path]) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    async with server:
        assert str(await failure("mine:m", config=at(url))) == f"The certificate of {url} (mine) is not trusted. Check who answers there."


async def test_a_local_server_that_does_not_run_is_to_be_started() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    error = await failure("ollama:qwen3", config=at(url, "ollama"))
    assert str(error) == f"Offline: nothing answers at {url} (Ollama). Start it, or choose another model."


@pytest.mark.parametrize("url", ["ftp://x/v1", "nonsense", "http://", "http://127.0.0.1:99999/v1", "http://[::1/v1"])
async def test_an_address_that_is_none_is_said(url: str) -> None:
    assert "is no address of a model server, like http://127.0.0.1:8080/v1." in str(await failure("mine:m", config=at(url)))


@both
async def test_too_many_requests_are_waited_for_as_told(model: str, llmock: LLMock) -> None:
    llmock.rate_limit(retry_after=1, times=2).reply("Here.")
    assert text_of(await answered(a_turn(), model)) == "Here."
    assert len(llmock.requests) == 3
    llmock.assert_resilient(strict=True)


@both
async def test_a_longer_wait_is_told_instead_of_waited_for(model: str, llmock: LLMock) -> None:
    llmock.rate_limit(retry_after=60)
    error = await failure(model)
    assert str(error) == f"{LABELS[model]} takes no more requests for the moment (429). Try again in 60 seconds."
    assert error.retry_after == 60
    llmock.assert_resilient()


@both
async def test_too_many_requests_without_end_are_given_up_after_three(model: str, llmock: LLMock) -> None:
    llmock.rate_limit(retry_after=0.2, times=None)
    assert "takes no more requests for the moment (429)" in str(await failure(model))
    assert len(llmock.requests) == 3
    llmock.assert_resilient()


@both
@pytest.mark.parametrize("status", [500, 503, 529])
async def test_a_failure_that_passes_is_not_noticed(model: str, status: int, llmock: LLMock) -> None:
    llmock.fail(status).reply("Here.")
    assert text_of(await answered(a_turn(), model)) == "Here."
    llmock.assert_resilient(strict=True)


@both
async def test_a_failure_that_stays_is_said_after_three_tries(model: str, llmock: LLMock) -> None:
    llmock.fail(500, times=None)
    error = await failure(model)
    assert str(error) == f"{LABELS[model]} failed (500). Try again in 30 seconds."
    assert error.retry_after == 30
    assert len(llmock.requests) == 3
    llmock.assert_resilient(strict=True)


@both
async def test_a_prompt_that_is_too_long_is_said_and_sent_once(model: str, llmock: LLMock) -> None:
    llmock.context_overflow()
    assert str(await failure(model)).startswith(f"The conversation is too long for {model.partition(':')[2]}. Start anew with /new")
    assert len(llmock.requests) == 1


async def test_the_words_of_llama_cpp_for_a_prompt_that_is_too_long_are_known() -> None:
    body = {
        "error": {
            "code": 400,
            "message": "the request exceeds the available context size, try increasing it",
            "type": "exceed_context_size_error",
        }
    }
    assert str(await failure_with("400 Bad Request", body)).startswith("The conversation is too long for m.")


async def test_an_empty_account_is_said_and_not_tried_again() -> None:
    body = {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota", "type": "insufficient_quota"}}
    assert "has nothing left to spend" in str(await failure_with("429 Too Many Requests", body, x_should_retry="false"))


async def test_any_other_refusal_is_quoted_in_one_line_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    body = {"error": {"message": "Bad\nthing \x1b[31mwith sk-very-secret"}}
    said = str(await failure_with("400 Bad Request", body, key_name="MY_KEY"))
    assert said == "mine rejected the request (400): Bad thing ␛[31mwith [key]. Choose another model."


async def failure_with(status: str, body: Mapping[str, object], key_name: str | None = None, **headers: str) -> ModelError:
    async def handler(request: Request) -> None:
        await request.head(status, **headers)
        data = json.dumps(body).encode()
        request.writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await request.end()

    async with served(handler) as url:
        return await failure("mine:m", config=Config(providers={"mine": ProviderSettings(url, key_name)}))


async def test_a_proxy_that_can_not_be_used_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    config = Config(providers={"gate": ProviderSettings("https://gate.example.com/v1")})
    assert "is not of http or https. Change https_proxy, or add gate.example.com to no_proxy." in str(
        await failure("gate:m", config=config)
    )


def test_errors_of_models_are_errors_that_a_front_end_shows() -> None:
    assert issubclass(ModelError, HydraError)
