"""Tasks run on another machine, over a real nats-server; kill -9 of runner, server or hub loses none and doubles none."""

import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, attempts, stream, tasks, usage
from tests.nats_server import MISSING, NATS_SERVER
from tests.nursery import Nursery
from tests.recovery.conftest import until
from tests.recovery.machines import Machines, kill, machines

pytestmark = pytest.mark.skipif(NATS_SERVER is None, reason=MISSING)
NOTE = "The user deploys on Fridays."
REMEMBER = ("remember", f'{{"note": "{NOTE}"}}')


@pytest.fixture
def far(tmp_path: Path, home: Home, store: Store, nursery: Nursery) -> Iterator[Machines]:
    with machines(tmp_path, home, store, nursery) as running:
        yield running


def notes(far: Machines, agent: str = "ada") -> list[str]:
    return [note.text for note in memory.notes(find(far.home, agent))]


def test_a_runner_without_a_data_folder_streams_its_answer_into_the_file_and_calls_tools_at_the_hub(far: Machines) -> None:
    far.nursery = None
    far.model.go_on.clear()
    far.model.calls = [REMEMBER, ("remember", '{"note": "Ada is slow.", "agent": "otto"}')]
    far.hub()
    far.runner()
    task = tasks.submit(far.store, "ada", "remember when I deploy")
    far.first_word(task)
    assert far.now(task).status == "running"
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.model, ended.attempts) == ("completed", "one two three", "ollama:words", 1)
    assert (ended.tokens_in, ended.tokens_out) == (3 * 7, 3 * 3)
    assert notes(far) == [NOTE]
    assert notes(far, "otto") == []
    (note,) = memory.notes(find(far.home, "ada"))
    assert (note.origin, note.task) == ("agent", task.id)
    assert [(call.tool, call.outcome) for call in usage.calls(far.store, task.id)] == [("remember", "ok"), ("remember", "blocked")]
    told = [message["content"] for message in far.model.asked[-1]["messages"] if message["role"] == "tool"]  # type: ignore[attr-defined]
    assert told[0].startswith("Saved: - [")
    assert "has no parameter" in told[1]
    assert list((far.folder / "far").iterdir()) == []


@pytest.mark.heavy
def test_a_runner_uses_its_own_settings_and_its_own_model_when_nobody_names_one(far: Machines) -> None:
    far.home.config.write_text("")
    own = far.folder / "far" / "data"
    own.mkdir(parents=True)
    (own / "config.toml").write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{far.model.url}"\n')
    far.hub()
    far.runner()
    ended = far.ended(tasks.submit(far.store, "ada", "hello"))
    assert (ended.status, ended.result, ended.model) == ("completed", "one two three", "box:words")


@pytest.mark.heavy
def test_what_a_runner_lacks_is_said_of_that_runner(far: Machines) -> None:
    far.home.config.write_text('[models]\ndefault = "anthropic:claude-sonnet-5-5"\n')
    far.hub()
    far.runner()
    ended = far.ended(tasks.submit(far.store, "ada", "hello"))
    assert ended.status == "failed"
    assert "Anthropic needs a key" in str(ended.error)
    assert str(ended.error).startswith("On ")


def test_a_killed_runner_loses_no_task_and_doubles_neither_text_nor_note(far: Machines) -> None:
    far.model.go_on.clear()
    far.model.calls = [REMEMBER]
    far.hub()
    first = far.runner("first")
    task = tasks.submit(far.store, "ada", "remember when I deploy")
    far.first_word(task)
    far.runner("second")
    kill(first)
    far.first_word(task, attempt=2)
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts) == ("completed", "one two three", 2)
    assert notes(far) == [NOTE]
    (lost,) = attempts.failed(far.store, task.id)
    assert "was not heard of" in lost.cause
    assert stream.since(far.store, 0, task.id) == []


@pytest.mark.heavy
def test_a_task_that_three_runners_die_of_is_given_up_with_a_sentence(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    task = tasks.submit(far.store, "ada", "long work")
    runner = far.runner("r1")
    for attempt in (1, 2, 3):
        far.first_word(task, attempt)
        another = far.runner(f"r{attempt + 1}")
        kill(runner)
        runner = another
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts) == ("failed", "one ", 3)
    assert "stopped 3 times while it ran this task" in str(ended.error)
    assert "was not heard of" in str(ended.error)


def test_a_killed_server_that_comes_back_loses_nothing(far: Machines) -> None:
    far.model.go_on.clear()
    hub, runner = far.hub(), far.runner()
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    far.nats.kill()
    far.model.go_on.set()
    until(lambda: "is lost and made again" in far.logged(), "the hub to notice")
    far.nats.start()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts, len(far.model.asked)) == ("completed", "one two three", 1, 1)
    after = far.ended(tasks.submit(far.store, "otto", "and now?"))
    assert (after.status, after.attempts) == ("completed", 1)
    assert (hub.poll(), runner.poll()) == (None, None)


@pytest.mark.heavy
def test_a_server_that_comes_back_without_its_store_loses_nothing_either(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    far.runner()
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    far.nats.kill()
    shutil.rmtree(far.nats.folder / "store")
    far.nats.start()
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts, len(far.model.asked)) == ("completed", "one two three", 1, 1)
    assert far.ended(tasks.submit(far.store, "otto", "and now?")).status == "completed"


@pytest.mark.heavy
def test_a_killed_hub_is_followed_by_another_and_the_old_job_is_let_go(far: Machines) -> None:
    far.model.go_on.clear()
    first = far.hub()
    far.runner()
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    kill(first)
    far.hub()
    far.first_word(task, attempt=2)
    # The runner finds that nobody wants the first one any more.
    until(lambda: far.model.broken == 1, "the request of the old job to be closed", 60)
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts, len(far.model.asked)) == ("completed", "one two three", 2, 2)


def test_cancelling_closes_the_request_on_the_other_machine(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    far.runner()
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    tasks.cancel(far.store, task.id)
    ended = far.ended(task)
    assert (ended.status, ended.result) == ("cancelled", "one ")
    until(lambda: far.model.broken == 1, "the model request to be closed")


@pytest.mark.heavy
def test_without_a_runner_tasks_wait_in_the_queue_and_the_hub_says_so(far: Machines) -> None:
    task = tasks.submit(far.store, "ada", "hello?")
    far.hub()
    until(lambda: "no runner takes jobs" in far.logged(), "the hub to say so")
    assert (far.now(task).status, far.now(task).attempts) == ("pending", 0)
    far.runner()
    assert far.ended(task).status == "completed"


@pytest.mark.heavy
def test_a_runner_takes_no_more_than_it_was_told_to(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    far.runner("far", "--concurrency", "1")
    sent = [tasks.submit(far.store, agent, "long work") for agent in ("ada", "otto", "iris")]
    until(lambda: [piece.text for piece in stream.since(far.store, 0)] == ["one "], "the first word of one", 60)
    assert sorted(far.now(task).status for task in sent) == ["pending", "pending", "running"]
    far.model.go_on.set()
    assert {far.ended(task).status for task in sent} == {"completed"}


@pytest.mark.heavy
def test_a_runner_that_is_told_to_end_hands_its_job_to_another(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    first = far.runner("first")
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    first.send_signal(signal.SIGTERM)
    assert first.wait(20) == 0
    until(lambda: far.model.broken == 1, "its model request to be closed")
    far.runner("second")
    far.first_word(task, attempt=2)
    far.model.go_on.set()
    assert far.ended(task).status == "completed"
    assert [lost.cause.endswith("was stopped.") for lost in attempts.failed(far.store, task.id)] == [True]


@pytest.mark.heavy
def test_a_runner_that_was_asleep_changes_nothing_when_it_wakes(far: Machines) -> None:
    far.model.go_on.clear()
    far.hub()
    sleeper = far.runner("first")
    task = tasks.submit(far.store, "ada", "long work")
    far.first_word(task)
    sleeper.send_signal(signal.SIGSTOP)
    far.runner("second")
    far.first_word(task, attempt=2)
    sleeper.send_signal(signal.SIGCONT)
    until(lambda: far.model.broken == 1, "the sleeper to close its request")
    far.model.go_on.set()
    ended = far.ended(task)
    assert (ended.status, ended.result, ended.attempts) == ("completed", "one two three", 2)


def test_a_long_prompt_and_a_long_answer_arrive_whole(far: Machines) -> None:
    prompt, words = "añ" * 500_000, ["é" * 400_000] * 5
    far.model.words = words
    far.hub()
    far.runner()
    task = tasks.submit(far.store, "ada", prompt)
    ended = far.ended(task, 120)
    assert (ended.status, ended.error) == ("completed", None)
    assert ended.result == "".join(words)
    messages = far.model.asked[0]["messages"]
    assert isinstance(messages, list)
    assert messages[-1]["content"] == prompt


@pytest.mark.heavy
def test_kills_at_random_moments_lose_no_task_and_double_no_note(far: Machines) -> None:
    chance = random.Random(20_261_130)
    agents = ("ada", "otto", "iris")
    far.model.pause, far.model.words, far.model.calls = 0.05, ["one ", "two ", "three "] * 8, [REMEMBER]
    hub, runners = far.hub(), [far.runner("r0"), far.runner("r1")]
    sent = [tasks.submit(far.store, agent, f"work {number}") for number in range(10) for agent in agents]
    for number in range(2, 30):
        time.sleep(chance.uniform(1.5, 4.0))
        match chance.choice(["hub", "runner", "runner", "server"]):
            case "hub":
                kill(hub)
                hub = far.hub()
            case "runner":
                place = chance.randrange(2)
                kill(runners[place])
                runners[place] = far.runner(f"r{number}")
            case "server":
                far.nats.kill()
                time.sleep(chance.uniform(0.0, 8.0))
                far.nats.start()
    for task in sent:
        ended = far.ended(task, 300)
        assert ended.status == "completed" or "stopped 3 times" in str(ended.error), ended
        assert ended.status != "completed" or ended.result == "".join(far.model.words)
    assert [notes(far, agent) for agent in agents] == [[NOTE]] * 3
    assert stream.since(far.store, 0) == []
    assert far.store.connection.pragma("integrity_check") == "ok"
