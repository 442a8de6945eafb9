"""One turn with a language model: ask, stream, call tools, ask again, until it has answered."""

import asyncio
from collections.abc import Callable

from pydantic_ai import Agent, AgentRun, ModelRequestNode
from pydantic_ai.exceptions import ContentFilterError, OutputTokenLimitExceeded
from pydantic_ai.messages import FunctionToolResultEvent, PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import Model
from pydantic_ai.usage import UsageLimits

from hydratui import text
from hydratui.errors import ModelError
from hydratui.models.catalogue import Choice
from hydratui.models.clients import opened
from hydratui.models.failures import Cut, sentence
from hydratui.models.messages import history, prompt, sendable
from hydratui.models.remote import Patience
from hydratui.models.sight import blindness, cannot_see, is_blind
from hydratui.models.toolset import OwnTools
from hydratui.models.turn import CallRefused, Event, Spent, TextDelta, ToolStarted, Turn

MAX_ROUNDS = 25
"""Requests in one turn at most: a model that still calls tools then is going in circles."""


async def converse(turn: Turn, choice: Choice, patience: Patience, emit: Callable[[Event], None]) -> None:
    """Runs the turn to its end and tells every event as it happens.

    Raises:
        ModelError: The model can't be used or its answer was cut.
    """
    told = _Told(emit)
    if turn.images and is_blind(choice.model):
        raise cannot_see(choice)
    try:
        async with opened(choice, patience) as model:
            await _converse(turn, model, patience, told)
    except Exception as error:
        failure = blindness(error, choice) if turn.images else None
        failure = failure or sentence(error, choice)
        if failure is None:
            raise
        if told.any_text:
            failure = ModelError(f"{failure} What had arrived is kept.")
        elif told.any_call:
            failure = ModelError(str(failure))
        raise failure from error


class _Told:
    """Passes events on, with a blank line between what the model says before a tool call and after it.

    Once anything of the turn was seen or done, another try of the whole turn would do it twice.
    """

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self.any_text = False
        self.any_call = False
        self._new_paragraph = False

    def event(self, event: Event) -> None:
        self.any_call = self.any_call or isinstance(event, ToolStarted)
        self._emit(event)

    def text(self, more: str) -> None:
        if more:
            self._emit(TextDelta(f"\n\n{more.lstrip()}" if self._new_paragraph else more))
            self.any_text = True
            self._new_paragraph = False

    def request_ended(self, tokens_in: int, tokens_out: int) -> None:
        self._emit(Spent(tokens_in, tokens_out))
        self._new_paragraph = self.any_text


async def _converse(turn: Turn, model: Model, patience: Patience, told: _Told) -> None:
    agent = Agent(
        model,
        name="hydratui",
        instructions=sendable(turn.system) or None,
        toolsets=[OwnTools(turn.tools, told.event, MAX_ROUNDS)],
        retries={"tools": MAX_ROUNDS, "output": 1},
        deps_type=type(None),
    )
    limits = UsageLimits(request_limit=MAX_ROUNDS)
    async with agent.iter(prompt(turn), message_history=history(turn.history), usage_limits=limits) as run:
        async for node in run:
            if Agent.is_model_request_node(node):
                await _request(node, run, patience, told)
            elif Agent.is_call_tools_node(node):
                async with node.stream(run.ctx) as events:
                    async for event in events:
                        if isinstance(event, FunctionToolResultEvent) and event.part.outcome == "retried":
                            told.event(CallRefused(event.part.tool_name, text.one_line(str(event.part.content))))


async def _request(node: ModelRequestNode[None, str], run: AgentRun[None, str], patience: Patience, told: _Told) -> None:
    clock = asyncio.get_running_loop().time
    async with asyncio.timeout(patience.first) as deadline:
        async with node.stream(run.ctx) as stream:
            async for event in stream:
                deadline.reschedule(clock() + patience.between)
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                    told.text(event.part.content)
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                    told.text(event.delta.content_delta)
            response = stream.response
    told.request_ended(response.usage.input_tokens, response.usage.output_tokens)
    # A reason that the library has no word for is a reason all the same.
    match response.finish_reason or (response.provider_details or {}).get("finish_reason"):
        case None:
            raise Cut
        case "length":
            raise OutputTokenLimitExceeded("length")
        case "content_filter":
            raise ContentFilterError("content_filter")
