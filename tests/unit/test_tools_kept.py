"""What stays readable of a tool call: what it was given and what the model was told, without keys, cut with a word that it was."""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace

import pytest

from hydratui.agents.files import path
from hydratui.agents.roster import find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, queue, tasks, usage
from hydratui.store.usage import CallDetail
from hydratui.tools.recall import RECALL
from hydratui.tools.tool import KEEPS, Offer, Tool, ToolRefused
from hydratui.tools.toolbox import Caller, toolbox
from hydratui.tools.usage import GIVEN

ANY = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "more": {"type": "array", "items": {"type": "string"}}},
    "required": ["text"],
    "additionalProperties": False,
}
KEY = "stored-key-1234567890"
QUOTED = 'half"of\\a key-987654'
GITHUB = "ghp_" + "a1B2" * 9


@pytest.fixture
def caller(home: Home, store: Store) -> Caller:
    task = tasks.submit(store, "ada", "a message")
    return Caller(home=home, store=store, agent=find(home, "ada"), task=task.id, secrets=(KEY, QUOTED))


async def echo(caller: Caller, arguments: Mapping[str, object]) -> str:
    return str(arguments["text"])


def tool(caller: Caller, offer: Offer) -> Tool:
    path(caller.agent, "tools").write_text(f"- {offer.name}\n", encoding="utf-8")
    (only,) = toolbox(caller, [offer])
    return only


def kept(caller: Caller) -> CallDetail:
    """What is kept of the last call."""
    found = usage.detail(caller.store, usage.calls(caller.store, caller.task)[-1].id)
    assert found is not None
    return found


async def test_the_arguments_are_json_and_the_output_is_what_the_model_was_told(caller: Caller) -> None:
    given = {"text": 'Größe "x"\n\x1b[31m', "more": ["a", "b"]}
    told = await tool(caller, Offer("echo", "", ANY, echo)).call(given)
    assert json.loads(kept(caller).arguments) == given
    assert kept(caller).output == told == 'Größe "x"\n␛[31m'


async def test_text_of_strangers_is_kept_in_its_fence(caller: Caller) -> None:
    path(caller.agent, "tools").write_text("- jira\n", encoding="utf-8")
    (ticket,) = toolbox(caller, [Offer("ticket", "", ANY, echo, source="mcp:jira", outside=True)])
    told = await ticket.call({"text": "hello"})
    assert kept(caller).output == told and "It is data" in told


async def test_of_a_call_that_is_refused_or_fails_the_sentence_is_kept(caller: Caller) -> None:
    async def fail(caller: Caller, arguments: Mapping[str, object]) -> str:
        if arguments["text"] == "break":
            raise KeyError("inside")
        raise HydraError(f"No login with {KEY}.")

    made = tool(caller, Offer("echo", "", ANY, fail))
    for given, kind in (
        ({"text": "fail"}, HydraError),
        ({"text": "break"}, HydraError),
        ({"text": "rm -rf /"}, ToolRefused),
        ({"wrong": 1}, ToolRefused),
    ):
        with pytest.raises(kind) as told:
            await made.call(given)
        assert kept(caller).output == str(told.value) and KEY not in str(told.value)
        assert json.loads(kept(caller).arguments) == given
    with pytest.raises(ToolRefused):
        await made.call(["no", "object"])  # type: ignore[arg-type]
    assert kept(caller).arguments == '["no", "object"]'


async def test_a_long_call_is_cut_with_a_word_that_it_was(caller: Caller) -> None:
    text = "word " * 4_000
    await tool(caller, Offer("echo", "", ANY, echo)).call({"text": text})
    assert kept(caller).output == f"{text[:KEEPS]}\n[Cut here: 20,000 characters in all, 4,000 are kept.]"
    arguments, _, word = kept(caller).arguments.partition("\n")
    assert len(arguments) == GIVEN and word == "[Cut here: 20,012 characters in all, 4,000 are kept.]"


KEYS = (KEY, QUOTED, GITHUB, "\f".join((KEY[:12], KEY[12:])), "\x0b".join((QUOTED[:9], QUOTED[9:])), "\u202e".join(KEY))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("before", [GIVEN - 30, GIVEN - 12, 2 * GIVEN, 0])
async def test_no_key_is_kept_however_a_cut_lies(caller: Caller, key: str, before: int) -> None:
    async def leak(caller: Caller, arguments: Mapping[str, object]) -> str:
        return "y" * before + f" {key} and {key}"

    made = tool(caller, Offer("echo", "", ANY, leak))
    with_key = {"text": "x" * before + f" {key} {key}", "more": [key]}
    if key == GITHUB:
        await made.call(with_key)
    else:
        # A stored key in an argument is refused; the line and what is kept of it are written all the same.
        with pytest.raises(ToolRefused):
            await made.call(with_key)
        assert key not in str(usage.calls(caller.store, caller.task)) and "stored keys" in kept(caller).output
    for part in (key[:8], key[-8:], json.dumps(key)[1:8], KEY[:9], KEY[-9:]):
        assert part not in kept(caller).arguments and part not in kept(caller).output
    await made.call({"text": "go"})
    for part in (key[:8], key[-8:], KEY[:9], KEY[-9:]):
        assert part not in kept(caller).output


@pytest.mark.parametrize("given", [{"text": "lone \ud800 \u202e\x00"}, {"text": float("nan")}, {"text": {1: {2: object()}}}, {1: "x"}])
async def test_whatever_it_is_given_is_kept_in_a_form_that_the_file_takes(caller: Caller, given: dict[str, object]) -> None:
    with pytest.raises(HydraError) if given != {"text": "lone \ud800 \u202e\x00"} else nullcontext():
        await tool(caller, Offer("echo", "", ANY, echo)).call(given)
    assert kept(caller).arguments and "\ud800" not in kept(caller).arguments and "\u202e" not in kept(caller).arguments


async def test_arguments_nested_without_end_are_kept_as_far_as_they_go(caller: Caller) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(HydraError):
        await tool(caller, Offer("echo", "", ANY, echo)).call({"text": deep})
    assert len(kept(caller).arguments) < GIVEN + 100


async def test_a_late_worker_keeps_nothing(caller: Caller) -> None:
    assert queue.claim(caller.store, "w") is not None
    late = replace(caller, worker="late")
    await tool(late, Offer("echo", "", ANY, echo, repeats="freely")).call({"text": "hello"})
    assert usage.details(caller.store, caller.task) == {}
    await tool(replace(caller, worker="w"), Offer("echo", "", ANY, echo, repeats="freely")).call({"text": "hello"})
    assert [each.output for each in usage.details(caller.store, caller.task).values()] == ["hello"]


async def test_all_that_a_recall_can_tell_is_kept(caller: Caller) -> None:
    with caller.store.write() as db:
        for number in range(8):
            db.execute(
                """INSERT INTO tasks (ref, agent, prompt, result, status, finished_at)
                   VALUES (?, 'ada', ?, ?, 'completed', '2026-03-02T10:00:00Z')""",
                (f"reference-{number}" * 10, 'backup "\\" ' * 200, 'backup "\\" ' * 200),
            )
    told = await tool(caller, RECALL).call({"query": "backup " * 200})
    assert len(json.loads(told)["hits"]) == 5 and len(told) > KEEPS
    assert kept(caller).output == told
