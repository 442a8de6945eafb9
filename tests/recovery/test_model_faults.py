"""Every fault of a model API that `faults.md` names, against an independent mock (llmock), or a server of our own where it can't."""

import asyncio
import json
import socket
from collections.abc import Mapping
from contextlib import aclosing
from pathlib import Path

import pytest
from llmock.pytest_plugin import LLMock

from hydratui.config import Config, ProviderSettings
from hydratui.errors import HydraError, ModelError
from hydratui.models import catalogue, keys, remote
from hydratui.models.turn import Event, TextDelta, ToolEnded, ToolStarted
from tests.model_turns import (
    ANTHROPIC,
    HASTY,
    OPENAI,
    NotedTool,
    Request,
    a_call,
    a_turn,
    answered,
    at,
    chunk,
    forget_environment,
    listen,
    remembering,
    served,
    speak,
    text_of,
)

LABELS = {OPENAI: "OpenAI", ANTHROPIC: "Anthropic"}
SENTENCE = "one two three four five six seven eight"
both = pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget_environment(monkeypatch, tmp_path)


async def failure(
    model: str, events: list[Event] | None = None, config: Config | None = None, patience: remote.Patience = HASTY
) -> ModelError:
    """The error that a turn ends with: one line, and it says what to do next."""
    with pytest.raises(ModelError) as caught:
        await listen(a_turn(), model, events if events is not None else [], patience, config)
    assert "\n" not in str(caught.value)
    assert "sk-" not in str(caught.value)
    return caught.value


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
    assert str(error) == f"Nothing answers at {url} ({LABELS[model]}). Check the network and the address, or choose another model."
    assert error.retry_after is None


async def test_a_local_server_that_does_not_run_is_to_be_started() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    error = await failure("ollama:qwen3", config=at(url, "ollama"))
    assert str(error) == f"Nothing answers at {url} (Ollama). Start it, or choose another model."


@pytest.mark.parametrize("url", ["ftp://x/v1", "nonsense", "http://", "http://127.0.0.1:99999/v1", "http://[::1/v1"])
async def test_an_address_that_is_none_is_said(url: str) -> None:
    assert f'"{url}" is no address of a model server' in str(await failure("mine:m", config=at(url)))


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
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    body = {"error": {"message": "Bad\nthing \x1b[31mwith sk-very-secret"}}
    said = str(await failure_with("400 Bad Request", body))
    assert said == "mine rejected the request (400): Bad thing ␛[31mwith [key]. Choose another model."


async def failure_with(status: str, body: Mapping[str, object], **headers: str) -> ModelError:
    async def handler(request: Request) -> None:
        await request.head(status, **headers)
        data = json.dumps(body).encode()
        request.writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await request.end()

    async with served(handler) as url:
        return await failure("mine:m", config=at(url))


@both
async def test_a_stream_that_is_cut_is_an_error_with_what_had_arrived(model: str, llmock: LLMock) -> None:
    llmock.reply(SENTENCE).truncate(after_chunks=5)
    events: list[Event] = []
    error = await failure(model, events)
    assert SENTENCE.startswith(text_of(events))
    assert text_of(events)
    assert "ended the answer of" in str(error)
    assert str(error).endswith("What had arrived is kept.")
    assert error.retry_after is None


@both
async def test_a_stream_that_is_cut_before_its_first_word_may_be_tried_again(model: str, llmock: LLMock) -> None:
    llmock.reply(SENTENCE).truncate(after_chunks=1)
    error = await failure(model)
    assert not str(error).endswith("kept.")
    assert error.retry_after == 30


@both
async def test_a_connection_that_breaks_in_the_middle_is_an_error_with_what_had_arrived(model: str, llmock: LLMock) -> None:
    llmock.reply(SENTENCE).disconnect(after_chunks=5)
    events: list[Event] = []
    error = await failure(model, events)
    assert text_of(events)
    assert "broke before the answer was complete" in str(error)
    assert str(error).endswith("What had arrived is kept.")
    assert len(llmock.requests) == 1


@both
async def test_a_chunk_that_is_no_json_is_an_error_with_what_had_arrived(model: str, llmock: LLMock) -> None:
    llmock.reply(SENTENCE).corrupt(after_chunks=5)
    events: list[Event] = []
    error = await failure(model, events)
    assert text_of(events)
    assert "sent something that is no answer" in str(error)


@both
async def test_a_stream_that_falls_silent_is_given_up(model: str, llmock: LLMock) -> None:
    llmock.reply(SENTENCE).stall(after_chunks=5, seconds=20)
    events: list[Event] = []
    error = await failure(model, events)
    assert text_of(events)
    assert "fell silent" in str(error)


@both
async def test_a_model_that_never_begins_is_given_up(model: str, llmock: LLMock) -> None:
    llmock.slow_first_token(20)
    assert "fell silent" in str(await failure(model, patience=remote.Patience(first=0.3)))


async def test_an_answer_that_hit_its_longest_length_is_cut_not_finished() -> None:
    async def handler(request: Request) -> None:
        await speak(request, chunk("As I was say"), chunk(finish="length"))

    events: list[Event] = []
    async with served(handler) as url:
        error = await failure("mine:m", events, at(url))
    assert text_of(events) == "As I was say"
    assert str(error).startswith("m reached its longest answer and was cut.")


async def test_an_answer_that_was_withheld_is_said() -> None:
    async def handler(request: Request) -> None:
        await speak(request, chunk(finish="content_filter"))

    async with served(handler) as url:
        assert "withheld the answer of m by its content rules" in str(await failure("mine:m", config=at(url)))


async def test_no_answer_at_all_is_said() -> None:
    async def handler(request: Request) -> None:
        await speak(request, chunk(""), chunk(finish="stop"))

    async with served(handler) as url:
        assert str(await failure("mine:m", config=at(url))) == "m gave no answer. Send it again, or choose another model."


async def test_a_page_instead_of_an_answer_is_said() -> None:
    async def handler(request: Request) -> None:
        request.writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 11\r\n\r\n<html>login")
        await request.writer.drain()

    async with served(handler) as url:
        assert str(await failure("mine:m", config=at(url)))


async def test_ollama_may_leave_out_the_finish_reason() -> None:
    async def handler(request: Request) -> None:
        await speak(request, chunk("Friday."))

    async with served(handler) as url:
        assert text_of(await answered(a_turn(), "ollama:m", config=at(url, "ollama"))) == "Friday."
        assert "ended the answer of m before it was complete" in str(await failure("llamacpp:m", config=at(url, "llamacpp")))


async def test_an_idle_connection_that_was_dropped_is_replaced_by_a_fresh_one() -> None:
    places: list[int] = []

    async def handler(request: Request) -> None:
        places.append(request.place)
        if request.place:
            request.writer.close()
        elif len(request.body["messages"]) == 2:  # type: ignore[arg-type]
            await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))
        else:
            await speak(request, chunk("Saved."), chunk(finish="stop"))

    tool = remembering()
    async with served(handler) as url:
        assert text_of(await answered(a_turn(tool), "mine:m", config=at(url))) == "Saved."
    assert places == [0, 1, 0]
    assert len(tool.calls) == 1


async def test_a_server_that_drops_every_connection_is_said() -> None:
    tried: list[int] = []

    async def handler(request: Request) -> None:
        tried.append(request.place)
        request.writer.close()

    async with served(handler) as url:
        assert "broke before the answer was complete" in str(await failure("mine:m", config=at(url)))
    assert tried == [0, 0]


async def test_cancelling_closes_the_request_at_once() -> None:
    closed = asyncio.Event()

    async def handler(request: Request) -> None:
        await request.head()
        await request.send(chunk("One "))
        await request.send(chunk("two "))
        assert await request.reader.read() == b""
        closed.set()

    events: list[Event] = []
    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(), "mine:m", events, remote.PATIENCE, at(url)))
        while text_of(events) != "One two ":
            await asyncio.sleep(0)
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        async with asyncio.timeout(5):
            await closed.wait()
    assert text_of(events) == "One two "


async def test_closing_the_stream_closes_the_request_at_once() -> None:
    closed = asyncio.Event()

    async def handler(request: Request) -> None:
        await request.head()
        await request.send(chunk("One "))
        assert await request.reader.read() == b""
        closed.set()

    async with served(handler) as url:
        async with aclosing(remote.run(a_turn(), catalogue.choose("mine:m", at(url)))) as stream:
            assert await anext(stream) == TextDelta("One ")
        async with asyncio.timeout(5):
            await closed.wait()


async def test_cancelling_while_the_model_is_still_thinking_closes_the_request() -> None:
    asked, closed = asyncio.Event(), asyncio.Event()

    async def handler(request: Request) -> None:
        asked.set()
        assert await request.reader.read() == b""
        closed.set()

    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(), "mine:m", [], remote.PATIENCE, at(url)))
        async with asyncio.timeout(30):
            await asked.wait()
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        async with asyncio.timeout(5):
            await closed.wait()


async def test_cancelling_while_a_tool_runs_ends_the_tool() -> None:
    running, ended = asyncio.Event(), asyncio.Event()

    async def endless(_: Mapping[str, object]) -> str:
        running.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    async def handler(request: Request) -> None:
        await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))

    events: list[Event] = []
    async with served(handler) as url:
        listening = asyncio.create_task(listen(a_turn(NotedTool("remember", endless)), "mine:m", events, HASTY, at(url)))
        async with asyncio.timeout(30):
            await running.wait()
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
    assert ended.is_set()
    assert events[-2:] == [ToolStarted("remember"), ToolEnded("remember")]


async def test_a_slow_tool_is_not_a_silent_model() -> None:
    async def slow(_: Mapping[str, object]) -> str:
        await asyncio.sleep(3 * patience.between)
        return "done"

    async def handler(request: Request) -> None:
        if len(request.body["messages"]) == 2:  # type: ignore[arg-type]
            await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))
        else:
            await speak(request, chunk("Saved."), chunk(finish="stop"))

    patience = remote.Patience(first=5, between=0.1)
    async with served(handler) as url:
        assert text_of(await answered(a_turn(NotedTool("remember", slow)), "mine:m", patience, at(url))) == "Saved."


async def test_a_proxy_that_can_not_be_used_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    config = Config(providers={"gate": ProviderSettings("https://gate.example.com/v1")})
    assert "is not of http or https. Change https_proxy, or add gate.example.com to no_proxy." in str(
        await failure("gate:m", config=config)
    )


def test_errors_of_models_are_errors_that_a_front_end_shows() -> None:
    assert issubclass(ModelError, HydraError)
