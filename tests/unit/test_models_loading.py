"""When the libraries of language models load, and which; each in a process of its own."""

import os
import subprocess
import sys

import pytest
from llmock.pytest_plugin import LLMock

from tests.model_turns import ANTHROPIC, OPENAI

SIDE_BY_SIDE = """
import asyncio, sys
from hydratui.models import turn
from hydratui.config import Config
async def answer(model):
    events = [event async for event in turn.run(turn.Turn("s", (), "hi", (), "Ada"), model, Config())]
    return "".join(event.text for event in events if isinstance(event, turn.TextDelta))
async def main():
    print(await asyncio.gather(*(answer(model) for model in sys.argv[1:] * 3)))
asyncio.run(main())
"""


@pytest.mark.heavy
def test_the_first_turns_of_a_worker_may_all_come_at_once_and_for_several_providers(llmock: LLMock) -> None:
    llmock.reply("Hello.", times=None)
    done = subprocess.run(
        [sys.executable, "-c", SIDE_BY_SIDE, OPENAI, ANTHROPIC], env={**os.environ, **llmock.env()}, capture_output=True, text=True
    )
    assert done.stdout.strip() == str(["Hello."] * 6), done.stderr


LOADED = """
import asyncio, sys
from hydratui.models import catalogue, discover, keys, remote, turn
from hydratui.config import Config
heavy = ("pydantic", "pydantic_ai", "openai", "anthropic", "httpx2", "rich", "textual", "tomlkit")
print(sorted(set(heavy) & set(sys.modules)))
async def answer():
    async for event in turn.run(turn.Turn("s", (), "hi", (), "Ada"), sys.argv[1], Config()):
        pass
async def main():
    await asyncio.gather(answer(), answer(), answer())
asyncio.run(main())
print(sorted({"openai", "anthropic", "logfire", "tiktoken", "trafilatura"} & set(sys.modules)))
"""


@pytest.mark.parametrize(("model", "loaded"), [(OPENAI, "openai"), pytest.param(ANTHROPIC, "anthropic", marks=pytest.mark.heavy)])
def test_libraries_load_at_the_first_turns_and_only_those_of_the_provider(model: str, loaded: str, llmock: LLMock) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, model], env={**os.environ, **llmock.env()}, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["[]", f"['{loaded}']"], done.stderr
