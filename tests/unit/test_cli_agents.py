"""`hydratui agents` and `hydratui tasks` from a script."""

import json

import pytest

from hydratui.paths import Home
from hydratui.store import Store, queue, tasks
from tests.terminal import Terminal
from tests.unit.program import PROGRAM, run, within


def test_agents_have_exactly_the_agreed_shape(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tasks.submit(store, "ada", "one")
    tasks.submit(store, "ada", "two")
    assert queue.claim(store, "test") is not None
    ada = next(agent for agent in json.loads(within(capsys, "agents", "--json").out) if agent["id"] == "ada")
    assert list(ada) == ["id", "name", "emoji", "model", "craft", "state", "running", "queued", "notes"]
    assert (ada["name"], ada["model"], ada["state"], ada["running"], ada["queued"]) == ("Ada", None, "working", 1, 1)


def test_an_agent_is_made_shown_renamed_and_deleted(capsys: pytest.CaptureFixture[str], home: Home) -> None:
    made = within(capsys, "agents", "new", "Ana María", "--emoji", "🌷", "--model", "openai:some-model", "--craft", "writer", "--json")
    assert json.loads(made.out) == {"id": "ana_maria", "name": "Ana María", "emoji": "🌷", "model": "openai:some-model", "craft": "writer"}
    shown = json.loads(within(capsys, "agents", "show", "ana_maria", "--json").out)
    assert shown["granted"] == ["fetch_url", "recall", "remember", "web_search"]
    assert sorted(shown["files"]) == ["agent", "heartbeat", "memory", "skill", "soul", "tools"]
    assert "ana_maria" in within(capsys, "agents", "show", "ana_maria").out
    assert within(capsys, "agents", "rename", "ana_maria", "Zoe").out.startswith("Zoe is the new name")
    assert (home.agents / "zoe" / "zoe.memory.md").is_file()
    assert within(capsys, "agents", "delete", "zoe", "--yes").status == 0
    assert not (home.agents / "zoe").exists()


def test_an_agent_is_copied_with_its_notes_where_that_is_wanted(capsys: pytest.CaptureFixture[str], home: Home) -> None:
    within(capsys, "remember", "--agent", "ada", "The user deploys on Fridays.")
    assert within(capsys, "agents", "duplicate", "ada", "Bea").out.startswith("Bea is ready")
    assert json.loads(within(capsys, "agents", "duplicate", "ada", "Анна", "--with-memory", "--json").out)["id"] == "anna"
    notes = {agent: json.loads(within(capsys, "memory", "list", "--agent", agent, "--json").out) for agent in ("bea", "anna")}
    assert ([note["note"] for note in notes["bea"]], [note["note"] for note in notes["anna"]]) == ([], ["The user deploys on Fridays."])


def test_a_new_agent_of_a_deleted_one_s_name_says_that_it_is_another(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tasks.submit(store, "otto", "hello")
    within(capsys, "agents", "delete", "otto", "--yes")
    made = within(capsys, "agents", "new", "Otto")
    assert made.out.startswith("Otto is ready") and "agents/otto_2" in made.out
    assert "Its id is otto_2, since otto was an earlier agent" in made.err
    again = within(capsys, "agents", "new", "Otto", "--again")
    assert again.out.rstrip().endswith("agents/otto") and again.err == ""


def test_what_an_agent_has_done_is_shown(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    task = tasks.submit(store, "ada", "hello")
    with store.write() as db:
        db.execute(
            """UPDATE tasks SET status = 'completed', started_at = '2026-10-01T10:00:00Z', finished_at = '2026-10-01T10:02:00Z',
                 tokens_in = 100, tokens_out = 7 WHERE id = ?""",
            (task.id,),
        )
    shape = json.loads(within(capsys, "agents", "show", "ada", "--json").out)
    assert (shape["tasks"], shape["tokens"], shape["seconds_at_work"]) == ({"completed": 1}, {"input": 100, "output": 7}, 120)
    assert shape["last_active"] == "2026-10-01T10:02:00Z"
    assert "1 completed" in within(capsys, "agents", "show", "ada").out


def test_deleting_without_a_word_needs_a_terminal(home: Home) -> None:
    ended = run("agents", "delete", "ada")
    assert ended.status == 2
    assert "--yes" in ended.err
    assert (home.agents / "ada").is_dir()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "Ada"], "ada already"),
        (["new", "main"], "can't be called"),
        (["new", "Zoe", "--emoji", "tulip"], "Choose one emoji"),
        (["duplicate", "zoe", "Bea"], "no agent 'zoe'"),
        (["duplicate", "ada", "Otto"], "otto already"),
        (["new", "Zoe", "--craft", "cook"], "no craft 'cook'"),
        (["new", "Zoe", "--model", "opnai:x"], "Did you mean openai:x?"),
        (["rename", "zoe", "Ada"], "no agent 'zoe'"),
        (["delete", "zoe", "--yes"], "no agent 'zoe'"),
    ],
)
def test_what_can_t_be_done_to_an_agent_is_said(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    ended = within(capsys, "agents", *words)
    assert ended.status == 1
    assert said in ended.err


def test_no_agents_is_a_sentence(capsys: pytest.CaptureFixture[str], home: Home) -> None:
    for agent in [entry["id"] for entry in json.loads(within(capsys, "agents", "--json").out)]:
        within(capsys, "agents", "delete", agent, "--yes")
    assert json.loads(within(capsys, "agents", "--json").out) == []
    ended = within(capsys, "agents")
    assert ended.status == 1
    assert "hydratui agents new" in ended.err


def test_tasks_have_exactly_the_agreed_shape(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    task = tasks.submit(store, "ada", "one")
    (shape,) = json.loads(within(capsys, "tasks", "list", "--json").out)
    assert shape == {
        "task": task.id,
        "ref": None,
        "agent": "ada",
        "channel": "main",
        "status": "pending",
        "attempts": 0,
        "created_at": task.created_at,
        "finished_at": None,
        "prompt": "one",
        "result": None,
        "error": None,
    }


def test_status_agent_and_limit_narrow_the_tasks(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    numbers = [tasks.submit(store, agent, "hello").id for agent in ("ada", "otto", "ada", "ada")]
    tasks.cancel(store, numbers[3])
    narrowed = within(capsys, "tasks", "--status", "pending", "--agent", "ada", "--limit", "1", "--json")
    assert [task["task"] for task in json.loads(narrowed.out)] == [numbers[2]]
    assert [line.split()[0] for line in within(capsys, "tasks").out.splitlines()] == [str(number) for number in reversed(numbers)]


def test_a_task_is_shown_cancelled_and_tried_again(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    tasks.submit(store, "ada", "water the\ntulips \x1b[0m")
    shown = within(capsys, "tasks", "show", "1").out
    assert "water the\ntulips ␛[0m" in shown
    assert within(capsys, "tasks", "cancel", "1").out == "Task 1 is cancelled.\n"
    assert "is cancelled already" in within(capsys, "tasks", "cancel", "1").err
    assert json.loads(within(capsys, "tasks", "retry", "1", "--json").out)["status"] == "pending"
    assert "can be tried again" in within(capsys, "tasks", "retry", "1").err
    assert queue.claim(store, "test") is not None
    assert within(capsys, "tasks", "cancel", "1").out == "Task 1 is stopping.\n"


def test_a_no_deletes_nothing_and_is_said(home: Home) -> None:
    with Terminal([str(PROGRAM), "agents", "delete", "ada"]) as terminal:
        terminal.wait_for("memory? [y/N]")
        terminal.send("n\r")
        terminal.wait_for("Nothing was deleted.")
        assert terminal.ended() == 1
    assert (home.agents / "ada").is_dir()
