"""What real workers leave in their logs: enough to see what happened, and nothing of what was said."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, tasks
from tests.model_server import ModelServer
from tests.nursery import StartQuick
from tests.recovery.conftest import until
from tests.unit.program import run

SECRET = "tulips-in-the-cellar"


@pytest.fixture
def quoting() -> Iterator[str]:
    """The address of a server that refuses every request and quotes it."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

        def do_POST(self) -> None:
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][-1]["content"]
            body = json.dumps({"error": {"message": f"I don't like {said}", "type": "invalid_request_error"}}).encode()
            self.send_response(400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("level", ["", "debug"])
def test_no_word_of_a_prompt_an_answer_a_note_a_tool_call_or_an_error_is_in_a_log(
    home: Home, store: Store, model: ModelServer, quoting: str, quick_worker: StartQuick, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("HYDRATUI_LOG", level)
    model.words = ["the answer is ", SECRET]
    with home.config.open("a", encoding="utf-8") as settings:
        settings.write(f'[providers.strict]\nbase_url = "{quoting}"\n')
    for agent, name in (("ada", "builtin"), ("otto", "strict:words")):
        card = find(home, agent).folder / f"{agent}.agent.md"
        text = card.read_text(encoding="utf-8")
        card.write_text(text.replace("model:\n", f"model: {name}\n"), encoding="utf-8")
    sent = [
        tasks.submit(store, "ada", f"remember that I keep {SECRET}"),
        tasks.submit(store, "ada", f"what did I say about {SECRET}?"),
        tasks.submit(store, "otto", f"say {SECRET}"),
        tasks.submit(store, "iris", f"say {SECRET}"),
    ]
    process = quick_worker("--until-idle")
    process.wait()
    ended = [tasks.get(store, task.id) for task in sent]
    assert [task.status for task in ended if task] == ["completed", "completed", "failed", "completed"]
    assert [SECRET in str(task.result or task.error) for task in ended if task] == [True] * 4
    assert SECRET in memory.notes(find(home, "ada"))[0].text
    assert process.said == ""
    (log,) = home.logs.iterdir()
    text = log.read_text(encoding="utf-8")
    assert SECRET not in text
    assert "cellar" not in text
    assert f"task {sent[2].id} failed: ModelError" in text
    assert f"task {sent[3].id} of iris ended" in text


def test_a_task_of_the_command_line_has_a_log_of_its_own(home: Home, store: Store) -> None:
    home.config.write_text('[models]\ndefault = "builtin"\n', encoding="utf-8")
    assert run("ask", f"remember that I keep {SECRET}").status == 0
    (log,) = home.logs.iterdir()
    assert log.name.startswith("ask-")
    assert SECRET not in log.read_text(encoding="utf-8")


def test_what_a_worker_says_that_can_t_begin_is_kept(home: Home, store: Store) -> None:
    from hydratui.workers.supervise import STARTING, Supervisor

    store.connection.pragma("user_version", 99)
    store.close()
    watch = Supervisor(home)
    # The file is refused by this program as well, so the start itself is asked for.
    assert watch._start() is None
    until(lambda: watch._reap(), "the end of the worker")
    assert "newer hydratui" in (home.logs / STARTING).read_text(encoding="utf-8")
