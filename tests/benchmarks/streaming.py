"""From the model to the screen, through a real worker, the file and the app in a pseudo-terminal."""

import tempfile
import time
from pathlib import Path

from hydratui.paths import Home
from tests.benchmarks.measure import PROGRAM, filled, percentile, verdict
from tests.model_server import ModelServer, model_server
from tests.terminal import Terminal

TOKEN_BUDGET_MS = 100.0
FIRST_BUDGET_MS = 150.0


def run(small: bool) -> list[str]:
    """Measures each word of streamed answers, and the first word of short ones."""
    with tempfile.TemporaryDirectory() as folder, model_server() as model:
        home = filled(Path(folder) / "home", 200)
        home.config.write_text(f'[models]\ndefault = "box:words"\n[providers.box]\nbase_url = "{model.url}"\n', encoding="utf-8")
        with Terminal([PROGRAM, "--home", str(home.root)]) as terminal:
            terminal.wait_for("enter send")
            _warm_up(terminal, model)
            words = _words(terminal, model, 40 if small else 300)
            firsts = _firsts(terminal, model, 10 if small else 40)
            terminal.send("\x03\x03\x03")
        _let_worker_end(home)
    token, first = percentile(words, 0.99) * 1000, percentile(firsts, 0.5) * 1000
    return [
        f"token to screen: p50 {percentile(words, 0.5) * 1000:.0f} ms, p99 {token:.0f} ms over {len(words)} words "
        f"(budget {TOKEN_BUDGET_MS:.0f}) {verdict(token <= TOKEN_BUDGET_MS)}",
        f"send to first token on the screen: p50 {first:.0f} ms, p99 {percentile(firsts, 0.99) * 1000:.0f} ms over {len(firsts)} "
        f"(budget {FIRST_BUDGET_MS:.0f}) {verdict(first <= FIRST_BUDGET_MS)}",
    ]


def _warm_up(terminal: Terminal, model: ModelServer) -> None:
    # The first task loads the model library, which the budget leaves out.
    model.words = ["warmth0 "]
    terminal.send("warm up\r")
    terminal.wait_for("warmth0")
    terminal.settle(1.0)


def _words(terminal: Terminal, model: ModelServer, count: int) -> list[float]:
    taken = []
    for answer in range(max(1, count // 50)):
        sent: dict[str, float] = {}
        waiting = [f"w{answer:02d}x{number:03d} " for number in range(min(count, 50))]
        model.words = _Clock(sent, waiting)
        model.pause = 0.05
        terminal.send(f"stream {answer}\r")
        end = time.perf_counter() + 60
        while waiting and time.perf_counter() < end:
            terminal.read(0.005)
            screen = terminal.text
            now = time.perf_counter()
            seen = [word for word in waiting if word.strip() in screen]
            taken += [now - sent[word] for word in seen]
            waiting = [word for word in waiting if word not in seen]
        assert not waiting, f"{len(waiting)} words never showed:\n{terminal.text}"
        terminal.settle(0.5)
    return taken


def _firsts(terminal: Terminal, model: ModelServer, count: int) -> list[float]:
    model.pause = 0.0
    taken = []
    for number in range(count):
        model.words = [f"first{number:03d}"]
        terminal.send(f"ask {number}")
        terminal.wait_for(f"ask {number}")
        begin = time.perf_counter()
        terminal.send("\r")
        terminal.wait_for(f"first{number:03d}")
        taken.append(time.perf_counter() - begin)
        terminal.settle(0.3)
    return taken


class _Clock(list[str]):
    """Words that note when each is taken to be sent."""

    def __init__(self, sent: dict[str, float], words: list[str]) -> None:
        super().__init__(words)
        self._sent = sent

    def __iter__(self):  # type: ignore[no-untyped-def]
        for word in super().__iter__():
            self._sent.setdefault(word, time.perf_counter())
            yield word


def _let_worker_end(home: Home) -> None:
    from hydratui.store import Store, workers

    store = Store.open(home.database)
    end = time.perf_counter() + 20
    while workers.live(store) and time.perf_counter() < end:
        time.sleep(0.1)
    store.close()
