import json
from collections.abc import Mapping
from typing import Any

import pytest
from llmock.pytest_plugin import LLMock

from hydratui.config import Config
from hydratui.errors import HydraError, ModelError
from hydratui.models import turn as turns
from hydratui.models.turn import CallRefused, Event, Exchange, Spent, TextDelta, ToolEnded, ToolStarted
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
    listen,
    remembering,
    served,
    speak,
    text_of,
)

both = pytest.mark.parametrize("model", [OPENAI, ANTHROPIC])
HISTORY = (Exchange("What is the relay?", "The old server.", "2026-09-21T10:32:05Z"),)


def said(message: Mapping[str, Any]) -> tuple[str, str]:
    """Role and text of a message of a request, of either protocol."""
    content = message["content"]
    return message["role"], content if isinstance(content, str) else "".join(part["text"] for part in content)


def sent(llmock: LLMock) -> list[Any]:
    """The bodies of the requests, in order."""
    return [json.loads(record.body) if isinstance(record.body, str | bytes) else record.body for record in llmock.requests]


@both
async def test_an_answer_comes_in_pieces_and_ends_with_what_it_cost(model: str, llmock: LLMock) -> None:
    llmock.reply("You deploy on Fridays.")
    events = await answered(a_turn(), model)
    assert text_of(events) == "You deploy on Fridays."
    assert sum(isinstance(event, TextDelta) for event in events) > 1
    assert isinstance(events[-1], Spent)
    assert events[-1].tokens_in > 0
    assert events[-1].tokens_out > 0


@both
async def test_the_model_is_given_the_system_prompt_the_history_and_the_prompt(model: str, llmock: LLMock) -> None:
    llmock.reply("It is.")
    await answered(a_turn(history=HISTORY), model)
    (body,) = sent(llmock)
    talk = [said(message) for message in body["messages"]]
    system = said({"role": "system", "content": body["system"]}) if "system" in body else talk.pop(0)
    assert system == ("system", "You are Ada.")
    assert talk == [("user", "What is the relay?"), ("assistant", "The old server."), ("user", "When do I deploy?")]
    assert body["model"] == model.partition(":")[2]


@both
async def test_an_exchange_without_an_answer_and_lone_surrogates_do_no_harm(model: str, llmock: LLMock) -> None:
    llmock.reply("Yes.")
    history = (Exchange("?", "", "2026-09-21T10:32:05Z"), Exchange("a\ud800b", "c\udfff", "2026-09-21T10:32:05Z"))
    assert text_of(await answered(a_turn(history=history, prompt="x\udc00y"), model)) == "Yes."
    (body,) = sent(llmock)
    assert [said(message)[1] for message in body["messages"] if said(message)[0] != "system"] == ["a\ufffdb", "c\ufffd", "x\ufffdy"]


@both
async def test_a_tool_is_described_called_and_its_result_told(model: str, llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("remember", {"note": "deploys on Fridays"}, text="I'll save that.").reply("Saved.")
    events = await answered(a_turn(tool), model)
    assert tool.calls == [{"note": "deploys on Fridays"}]
    assert text_of(events) == "I'll save that.\n\nSaved."
    assert [event for event in events if isinstance(event, ToolStarted | ToolEnded)] == [ToolStarted("remember"), ToolEnded("remember")]
    first, second = sent(llmock)
    described = first["tools"][0]
    described = described.get("function", described)
    assert (described["name"], described["description"]) == ("remember", "Save one fact.")
    assert described.get("parameters", described.get("input_schema"))["properties"] == {"note": {"type": "string"}}
    assert "Saved: - [2026-11-30] deploys on Fridays" in json.dumps(second["messages"][-1])


@both
async def test_tools_are_called_over_several_rounds_and_every_round_is_counted(model: str, llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("remember", {"note": "one"}).call_tool("remember", {"note": "two"}).reply("Both are saved.")
    events = await answered(a_turn(tool), model)
    assert tool.calls == [{"note": "one"}, {"note": "two"}]
    assert text_of(events) == "Both are saved."
    assert sum(isinstance(event, Spent) for event in events) == len(llmock.requests) == 3


@both
async def test_what_a_tool_refuses_is_told_to_the_model_in_one_line(model: str, llmock: LLMock) -> None:
    async def refuse(_: Mapping[str, object]) -> str:
        raise HydraError("A note has at most\n600 characters.")

    tool = NotedTool("remember", refuse)
    llmock.call_tool("remember", {"note": "long"}).reply("It is too long.")
    assert text_of(await answered(a_turn(tool), model)) == "It is too long."
    assert "A note has at most 600 characters." in json.dumps(sent(llmock)[-1]["messages"][-1])


@both
async def test_arguments_reach_the_tool_as_the_model_sent_them(model: str, llmock: LLMock) -> None:
    # The tool refuses what does not fit, so that the refusal is counted in one place.
    tool = remembering()
    llmock.call_tool("remember", {"note": 7, "agent": "grace"}).reply("Hm.")
    await answered(a_turn(tool), model)
    assert tool.calls == [{"note": 7, "agent": "grace"}]


@both
async def test_a_tool_that_is_not_granted_is_refused_and_named(model: str, llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("shell", {"command": "rm -rf /"}).reply("I can't.")
    events = await answered(a_turn(tool), model)
    (refused,) = [event for event in events if isinstance(event, CallRefused)]
    assert refused.name == "shell"
    assert "\n" not in refused.reason
    assert not any(isinstance(event, ToolStarted) for event in events)
    assert (tool.calls, text_of(events)) == ([], "I can't.")
    assert "Unknown tool name: 'shell'" in json.dumps(sent(llmock)[-1]["messages"][-1])


@both
async def test_arguments_that_are_no_json_are_refused_in_one_line(model: str, llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("remember", {"note": "x"}).break_tool_call().reply("Sorry.")
    events = await answered(a_turn(tool), model)
    reason = "The arguments of remember were no JSON object. Call it again with one."
    assert [event for event in events if isinstance(event, CallRefused)] == [CallRefused("remember", reason)]
    assert (tool.calls, text_of(events)) == ([], "Sorry.")
    assert reason in json.dumps(sent(llmock)[-1]["messages"][-1])


@pytest.mark.parametrize("arguments", ["", "[]", '"x"', "null", "7"])
async def test_a_call_without_arguments_is_one_with_none_and_what_is_no_object_is_refused(arguments: str) -> None:
    async def handler(request: Request) -> None:
        if len(request.body["messages"]) == 2:  # type: ignore[arg-type]
            await speak(request, chunk(calls=[a_call("remember", arguments)]), chunk(finish="tool_calls"))
        else:
            await speak(request, chunk("Done."), chunk(finish="stop"))

    tool = remembering()
    async with served(handler) as url:
        events = await answered(a_turn(tool), "mine:m", config=at(url))
    assert text_of(events) == "Done."
    assert tool.calls == ([{}] if arguments == "" else [])
    assert any(isinstance(event, CallRefused) for event in events) is (arguments != "")


async def test_several_calls_in_one_answer_all_run() -> None:
    async def handler(request: Request) -> None:
        if len(request.body["messages"]) == 2:  # type: ignore[arg-type]
            calls = [{**a_call("remember", f'{{"note": "{word}"}}'), "id": word} for word in ("one", "two")]
            await speak(request, chunk(calls=calls), chunk(finish="tool_calls"))
        else:
            await speak(request, chunk("Done."), chunk(finish="stop"))

    tool = remembering()
    async with served(handler) as url:
        await answered(a_turn(tool), "mine:m", config=at(url))
    assert tool.calls == [{"note": "one"}, {"note": "two"}]


async def test_a_model_that_only_calls_tools_is_stopped(llmock: LLMock) -> None:
    tool = remembering()
    llmock.call_tool("remember", {"note": "again"}, times=None)
    with pytest.raises(ModelError, match=r"^gpt-6.1-sol went on calling tools without an answer and was stopped\."):
        await answered(a_turn(tool), OPENAI)
    assert len(llmock.requests) == len(tool.calls) == 25


async def test_a_tool_that_breaks_ends_the_turn_and_is_named() -> None:
    async def broken(_: Mapping[str, object]) -> str:
        raise TimeoutError("no\nanswer")

    async def handler(request: Request) -> None:
        await speak(request, chunk(calls=[a_call("remember", '{"note": "x"}')]), chunk(finish="tool_calls"))

    events: list[Event] = []
    async with served(handler) as url:
        with pytest.raises(ModelError, match=r"^The tool remember broke \(TimeoutError: no answer\)\."):
            await listen(a_turn(NotedTool("remember", broken)), "mine:m", events, config=at(url))
    assert events[-1] == ToolEnded("remember")


async def test_thinking_is_not_part_of_the_answer() -> None:
    async def handler(request: Request) -> None:
        thought = json.loads(chunk(""))
        thought["choices"][0]["delta"]["reasoning_content"] = "Let me see."
        await speak(request, json.dumps(thought), chunk("<think>"), chunk("Hm."), chunk("</think>"), chunk("Friday."), chunk(finish="stop"))

    async with served(handler) as url:
        assert text_of(await answered(a_turn(), "mine:m", config=at(url))) == "Friday."


async def test_the_built_in_assistant_answers_where_no_model_is_named() -> None:
    for name in (None, "builtin"):
        events = [event async for event in turns.run(a_turn(prompt="hello"), name, Config())]
        assert text_of(events)
