"""The queue from a script: move, edit and cancel tasks, pause and resume agents, see attempts that failed."""

import json
from typing import Any

import pytest

from hydratui.store import Store, control, queue, tasks, usage
from hydratui.store.usage import CallDetail, Outcome
from tests.unit.program import run, within

Capture = pytest.CaptureFixture[str]


def ask(store: Store, *texts: str, agent: str = "ada") -> list[int]:
    return [tasks.submit(store, agent, text).id for text in texts]


def prompts(store: Store) -> list[str]:
    return [task.prompt for task in control.waiting(store, "ada")]


def printed(ended: Any) -> Any:
    assert ended.status == 0, ended.err
    return json.loads(ended.out)


def test_a_waiting_task_is_moved(capsys: Capture, store: Store) -> None:
    ask(store, "a", "b", "c")
    assert within(capsys, "tasks", "move", "3", "first").out == "Task 3 is number 1 of 3 that wait.\n"
    assert prompts(store) == ["c", "a", "b"]
    assert printed(within(capsys, "tasks", "move", "3", "down", "--json"))["task"] == 3
    assert prompts(store) == ["a", "c", "b"]
    assert within(capsys, "tasks", "move", "3", "sideways").status == 2


def test_a_waiting_task_is_edited_from_the_words_or_from_the_standard_input(capsys: Capture, store: Store) -> None:
    ask(store, "a", "b")
    assert within(capsys, "tasks", "edit", "1", "water", "the tulips").out == "Task 1 is changed and keeps its place.\n"
    assert prompts(store) == ["water the tulips", "b"]
    assert printed(run("tasks", "edit", "1", "-", "--json", typed="two\nlines"))["prompt"] == "two\nlines"
    assert prompts(store) == ["two\nlines", "b"]
    refused = within(capsys, "tasks", "edit", "1", " ")
    assert (refused.status, refused.err) == (1, "The message is empty. Write what you want done.\n")


@pytest.mark.parametrize("words", [["move", "1", "first"], ["edit", "1", "x"]])
def test_what_does_not_wait_is_left_alone_with_a_sentence(capsys: Capture, store: Store, words: list[str]) -> None:
    assert "There is no task 1." in within(capsys, "tasks", *words).err
    ask(store, "a")
    claim = queue.claim(store, "test")
    assert claim is not None
    ended = within(capsys, "tasks", *words)
    assert (ended.status, ended.err) == (1, "Task 1 has begun; only a waiting task can be changed.\n")
    assert queue.complete(store, claim, "done", "builtin", (0, 0))
    assert within(capsys, "tasks", *words).err == "Task 1 is completed already; only a waiting task can be changed.\n"


def test_everything_is_cancelled_or_all_of_one_agent(capsys: Capture, store: Store) -> None:
    ask(store, "a", "b")
    ask(store, "c", agent="otto")
    assert queue.claim(store, "test") is not None
    assert within(capsys, "tasks", "cancel", "--all", "--agent", "otto").out == "1 task of Otto's cancelled.\n"
    assert within(capsys, "tasks", "cancel", "--all").out == "2 tasks cancelled; what runs is stopping.\n"
    ask(store, "d")
    assert printed(within(capsys, "tasks", "cancel", "--all", "--agent", "otto", "--json")) == {"cancelled": 0}
    assert within(capsys, "tasks", "cancel", "--all", "--agent", "iris").status == 1
    assert "no agent 'zoe'" in within(capsys, "tasks", "cancel", "--all", "--agent", "zoe").err


@pytest.mark.parametrize("words", [[], ["1", "--all"], ["1", "--agent", "ada"], ["--agent", "ada"]])
def test_it_must_be_said_what_is_cancelled(capsys: Capture, store: Store, words: list[str]) -> None:
    ask(store, "a")
    ended = within(capsys, "tasks", "cancel", *words)
    assert (ended.status, ended.err) == (2, "Name a task by its number, or say --all, or --all --agent ID.\n")
    assert prompts(store) == ["a"]


def test_an_agent_is_paused_and_resumed(capsys: Capture, store: Store) -> None:
    ask(store, "a")
    assert within(capsys, "agents", "pause", "ada").out == "Ada is paused and begins nothing new.\n"
    assert queue.claim(store, "test") is None
    ada = next(agent for agent in printed(within(capsys, "agents", "list", "--json")) if agent["id"] == "ada")
    assert list(ada) == ["id", "name", "emoji", "model", "craft", "state", "running", "queued", "notes"]
    assert (ada["state"], ada["queued"]) == ("paused", 1)
    assert "paused" in within(capsys, "agents").out
    assert printed(within(capsys, "agents", "pause", "ada", "--json"))["state"] == "paused"
    assert within(capsys, "agents", "resume", "ada").out == "Ada goes on with 1 task.\n"
    assert within(capsys, "agents", "resume", "ada").out == "Ada is not paused.\n"
    assert queue.claim(store, "test") is not None
    assert within(capsys, "agents", "pause", "zoe").status == 1


def test_a_task_is_shown_with_the_attempts_that_failed(capsys: Capture, store: Store) -> None:
    ask(store, "a")
    claim = queue.claim(store, "test")
    assert claim is not None and queue.postpone(store, claim, 60, "The server \x1b[31mgave up.")
    shown = within(capsys, "tasks", "show", "1").out
    assert "\nAttempt 1, " in shown and shown.endswith(": The server ␛[31mgave up.\n")
    (failed,) = printed(within(capsys, "tasks", "show", "1", "--json"))["failed_attempts"]
    assert (failed["attempt"], failed["worker"], failed["cause"]) == (1, "test", "The server \x1b[31mgave up.")


def test_a_task_is_shown_with_its_tools_and_on_demand_with_what_each_was_given_and_told(capsys: Capture, store: Store) -> None:
    (task,) = ask(store, "what is new?")
    detail = CallDetail('{"url": "https://example.org"}', "two\nlines \x1b[2J")
    calls: tuple[tuple[str, Outcome, CallDetail | None], ...] = (("fetch_url", "ok", detail), ("remember", "blocked", None))
    for tool, outcome, kept in calls:
        usage.record(store, task=task, agent="ada", tool=tool, source="built-in", outcome=outcome, ms=840, summary="https://example.org",
                     result="9 characters", detail=kept)  # fmt: skip
    plain = within(capsys, "tasks", "show", "1").out
    assert "Called fetch_url https://example.org · 9 characters · 0.8 s\n" in plain
    assert "Called remember https://example.org · blocked: 9 characters · 0.8 s\n" in plain and "given" not in plain
    whole = within(capsys, "tasks", "show", "1", "--calls").out
    assert '0.8 s\n    given {"url": "https://example.org"}\n    two\n    lines ␛[2J\nCalled remember' in whole
    assert "    No more was kept of this call.\n" in whole
    first, second = printed(within(capsys, "tasks", "show", "1", "--json"))["calls"]
    assert (first["arguments"], first["output"], first["tool"], first["ms"]) == (detail.arguments, detail.output, "fetch_url", 840)
    assert (second["arguments"], second["output"], second["outcome"], second["attempt"]) == (None, None, "blocked", 1)
