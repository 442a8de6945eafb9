"""`hydratui ask`: whoever is alive does the work, and the reply comes on stdout."""

import json
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hydratui.agents.create import set_field
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, control, tasks, workers
from tests.nursery import Nursery, StartQuick
from tests.unit.program import run, start

PATIENCE = 60.0


@dataclass
class Silent:
    """A model server that takes requests and never answers, until it is told to refuse them."""

    url: str
    asked: threading.Semaphore
    refuse: threading.Event


@pytest.fixture
def silent(home: Home) -> Iterator[Silent]:
    """Such a server on loopback, as the model of Ada."""
    asked, refuse, over = threading.Semaphore(0), threading.Event(), threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            asked.release()
            while not (refuse.is_set() or over.is_set()):
                refuse.wait(0.05)
            self.send_response(401)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    home.config.write_text(f'[providers.silent]\nbase_url = "{url}"\n', encoding="utf-8")
    set_field(home, find(home, "ada"), "model", "silent:model")
    yield Silent(url, asked, refuse)
    over.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_reply_comes_on_stdout_and_the_note_is_saved(home: Home) -> None:
    ended = run("ask", "--agent", "ada", "remember that I deploy on Fridays")
    assert (ended.status, ended.err) == (0, "")
    assert "I deploy on Fridays" in ended.out
    assert ended.out.endswith("\n")
    assert "I deploy on Fridays" in (home.agents / "ada" / "ada.memory.md").read_text(encoding="utf-8")


def test_json_has_exactly_the_agreed_shape(store: Store) -> None:
    ended = run("ask", "--json", "--channel", "script", "-", typed="\ufeffremember that\nI like tulips 🌷")
    assert ended.status == 0
    answer = json.loads(ended.out)
    assert list(answer) == ["task", "agent", "status", "result", "error", "tokens"]
    assert (answer["agent"], answer["status"], answer["error"]) == ("ada", "completed", None)
    assert list(answer["tokens"]) == ["input", "output"]
    task = tasks.get(store, answer["task"])
    assert task is not None
    assert (task.prompt, task.channel, task.result) == ("remember that\nI like tulips 🌷", "script", answer["result"])


def test_no_wait_prints_the_number_and_a_worker_does_it_later(store: Store) -> None:
    ended = run("ask", "--no-wait", "remember that I like tulips")
    assert ended.status == 0
    number = int(ended.out)
    waiting = tasks.get(store, number)
    assert waiting is not None
    assert waiting.status == "pending"
    assert run("worker", "--until-idle").status == 0
    worked = tasks.get(store, number)
    assert worked is not None
    assert worked.status == "completed"


def test_a_live_worker_takes_it(store: Store) -> None:
    worker = start("worker")
    try:
        wait_for(lambda: bool(workers.live(store)))
        row = workers.live(store)[0]
        assert run("ask", "remember that I like tulips").status == 0
        assert [task.worker for task in tasks.recent(store)] == [row.id]
    finally:
        worker.terminate()
        worker.communicate()
    assert workers.live(store) == []


def test_a_failed_task_is_a_line_on_stderr(silent: Silent, store: Store) -> None:
    silent.refuse.set()
    ended = run("ask", "--agent", "ada", "hello")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    (task,) = tasks.recent(store)
    assert task.status == "failed"
    assert task.error is not None
    assert " ".join(task.error.split()) in ended.err


def test_an_interrupt_cancels_the_task_and_is_quiet(silent: Silent, home: Home, store: Store, nursery: Nursery) -> None:
    program = nursery.program(["ask", "--agent", "ada", "hello"], home.root.parent)
    assert silent.asked.acquire(timeout=PATIENCE)
    program.send_signal(signal.SIGINT)
    assert (program.wait(PATIENCE), program.said) == (130, "")
    assert [task.status for task in tasks.recent(store)] == ["cancelled"]
    assert workers.live(store) == []


def test_when_the_worker_dies_the_asking_process_takes_over(
    silent: Silent, home: Home, store: Store, nursery: Nursery, quick_worker: StartQuick
) -> None:
    worker = quick_worker()
    wait_for(lambda: bool(workers.live(store)))
    program = nursery.program(["ask", "--agent", "ada", "hello"], home.root.parent)
    try:
        assert silent.asked.acquire(timeout=PATIENCE)
        worker.kill()
        worker.wait()
        assert silent.asked.acquire(timeout=PATIENCE)
        silent.refuse.set()
        assert program.wait(PATIENCE) == 1
    finally:
        program.kill()
    *waited, last = program.said.splitlines()
    assert last.strip()
    assert all(line.startswith("Attempt 1 of 3 came to nothing: ") for line in waited)
    assert [(task.status, task.attempts) for task in tasks.recent(store)] == [("failed", 2)]


def test_a_question_for_a_paused_agent_says_that_it_waits_and_goes_on_with_the_agent(
    silent: Silent, home: Home, store: Store, nursery: Nursery
) -> None:
    silent.refuse.set()
    control.pause(store, "ada")
    program = nursery.program(["ask", "--agent", "ada", "hello"], home.root.parent)
    try:
        wait_for(lambda: "\n" in program.said)
        assert program.said == "ada is paused; the task waits. `hydratui agents resume ada` lets it go on.\n"
        assert [task.status for task in tasks.recent(store)] == ["pending"]
        control.resume(store, "ada")
        assert program.wait(PATIENCE) == 1
    finally:
        program.kill()
    assert [task.status for task in tasks.recent(store)] == ["failed"]


def wait_for(happened: Callable[[], bool]) -> None:
    """Waits for something that another process does."""
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if happened():
            return
        pause.wait(0.02)
    pytest.fail("it did not happen")
