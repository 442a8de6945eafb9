"""What happens to an answer on its way: cut, broken, corrupt, silent, cancelled; and connections that are dropped."""

import asyncio
from collections.abc import Mapping

import pytest
from llmock.pytest_plugin import LLMock

from hydratui.errors import ModelError
from hydratui.models import remote
from hydratui.models.turn import Event
from tests.model_turns import (
    ANTHROPIC,
    OPENAI,
    NotedTool,
    Request,
    a_call,
    a_turn,
    answered,
    at,
    chunk,
    failure,
    remembering,
    served,
    speak,
    text_of,
)

SENTENCE = "one two three four five six seven eight"
both = pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])


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
async def test_a_tool_call_that_is_cut_is_not_run(model: str, llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("remember", {"note": "deploys on Fridays"}).truncate(after_chunks=2)
    with pytest.raises(ModelError, match="ended the answer of"):
        await answered(a_turn(tool), model)
    assert tool.calls == []


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
    error = await failure(model, events, patience=remote.Patience(first=20, between=1))
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


async def test_a_finish_reason_that_nobody_knows_is_one_all_the_same() -> None:
    async def handler(request: Request) -> None:
        await speak(request, chunk("Friday."), chunk(finish="eos_token"))

    async with served(handler) as url:
        assert text_of(await answered(a_turn(), "mine:m", config=at(url))) == "Friday."


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


async def test_a_slow_tool_is_not_a_silent_model() -> None:
    async def slow(_: Mapping[str, object]) -> str:
        await asyncio.sleep(1.5 * patience.between)
        return "done"

    async def handler(request: Request) -> None:
        if len(request.body["messages"]) == 2:  # type: ignore[arg-type]
            await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))
        else:
            await speak(request, chunk("Saved."), chunk(finish="stop"))

    patience = remote.Patience(first=20, between=1)
    async with served(handler) as url:
        assert text_of(await answered(a_turn(NotedTool("remember", slow)), "mine:m", patience, at(url))) == "Saved."
