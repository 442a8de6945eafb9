"""Text that tries to be more than text (faults.md, the terminal), and a data folder in which everything that can be is made of it."""

import re
from collections.abc import Iterable
from typing import Any

import tomlkit
from rich.cells import cell_len
from textual._context import visible_screen_stack
from textual.app import App

from hydratui.agents import files
from hydratui.agents.create import create
from hydratui.agents.roster import Agent, find
from hydratui.paths import Home
from hydratui.store import Store, held, mcp_status, schedules, tasks
from hydratui.store import typed as typed_lines
from hydratui.store.attachments import Attachment, Content
from hydratui.store.mcp_status import Seen
from tests.mcp_settings import name_common_servers
from tests.tui.story import Call, Worker

MARKUP = (
    "[@click=app.quit]x[/] [red [bold]b[/bold]",
    "[/foo] [link=http://x.y]z[/link] $error {braces}",
)
"""Has to be seen as it was typed."""
UNSAFE = (
    "\x1b[31mred\x1b[0m \x1b[2J \x1b]0;title\x07 \x1b]52;c;eA==\x07 \x1b]8;;http://x.y\x07link\x1b]8;;\x07",
    "\x9b31m \x9d0;t\x9c \x85 \x7f lone \ud800 surrogate and \x00 NUL \u202egnp.exe \u2066x\u2069 \u200f \u061c",
    "\ufeffmark \U000e0041tag \u2028line\u2029 line\r\nline\rline\nline\tx\x0b\x0c",
)
"""Has to do nothing."""
ODD = (
    "👩‍👩‍👧‍👦 🇩🇪 ☎️ 家族 क्षि e\u0301 \u200b\u200d\u2060 Z\u0335\u0321\u0322\u0300\u0301 שלום עולם مرحبا",
    "x" * 400 + "家" * 200,
)
"""Has to keep its columns straight."""
HOSTILE = (*MARKUP, *UNSAFE, *ODD)
LIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]",
)
"""What moves the cursor, colours, links, reorders or can't be written."""


def strips(app: App[Any]) -> list[Any]:
    """What goes to the terminal, a line each."""
    # What is below a question shows through it.
    visible_screen_stack.set(app._background_screens)
    return app.screen._compositor.render_strips()


def check_inert(app: App[Any], where: str = "") -> str:
    """Nothing on the screen acts, and every line is as wide as the screen. Gives what is shown."""
    lines = []
    for strip in strips(app):
        for segment in strip:
            if segment.style is not None:
                assert segment.style.link is None and "@click" not in segment.style.meta, f"{where}: {segment.text!r} is live"
        lines.append("".join(segment.text for segment in strip))
        assert not LIVE.search(lines[-1]), f"{where}: {lines[-1]!r}"
        assert cell_len(lines[-1]) == app.size.width, f"{where}: {cell_len(lines[-1])} cells in {lines[-1]!r}"
    return "\n".join(lines)


def storable(text: str) -> str:
    """The text as a database can hold it: without a lone surrogate."""
    return text.encode("utf-8", "replace").decode()


def raw(*texts: str) -> bytes:
    """The texts as a careless program would write them, a paragraph each, with bytes that are no text."""
    return b"\n\n".join(text.encode("utf-8", "surrogatepass") + b" \xff\xfe" for text in texts) + b"\n"


def write_hostile(home: Home, store: Store, worker: Worker) -> None:
    """Fills a data folder whose first agent is Ada: names, files, settings, logs, and all that the store holds."""
    for number, text in enumerate(HOSTILE):
        _rename(create(home, f"Mal {number:02}"), text)
    _rename(ada := find(home, "ada"), MARKUP[0])
    _write_files(ada)
    _write_settings(home, store, worker)
    home.profile.write_bytes(raw(*HOSTILE))
    home.logs.mkdir(exist_ok=True)
    for name in ("worker", "[red", "a\x1b[31m\u202e"):
        (home.logs / f"{name}.log").write_bytes(raw(*HOSTILE))
    for text in map(storable, reversed(HOSTILE)):
        _write_task(store, worker, text)
        schedules.add(store, "ada", text, "0 9 * * *", zone="UTC")
        typed_lines.record(store, "main", text, None, keep=True)
    _write_unfinished(store, worker)
    with store.write() as db:
        db.execute("UPDATE workers SET host = ?, model = ?", (storable(UNSAFE[1]), storable(MARKUP[0])))
        db.execute("UPDATE schedules SET trouble = prompt, cron = CASE id WHEN 2 THEN '[/foo]' ELSE cron END")


def _rename(agent: Agent, name: str) -> None:
    """Writes a name into a card, and the same for emoji, model and craft, past every check."""
    line = " ".join(name.split("\n"))
    card = f"---\nname: {line}\nemoji: {line}\nmodel: openai:{line}\ncraft: {line}\n---\n"
    files.path(agent, "agent").write_bytes(card.encode("utf-8", "surrogatepass"))


def _write_files(ada: Agent) -> None:
    lines = [" ".join(re.split("[\r\n]+", text)) for text in HOSTILE]
    notes = [f"- [2026-10-01] {line}\n- [2026-99-99] {line}\n{line}\n- {line}\n" for line in lines]
    files.path(ada, "memory").write_text("".join(notes), encoding="utf-8", errors="surrogatepass")
    files.path(ada, "tools").write_bytes(b"- recall\n" + b"".join(f"- {line}\n".encode("utf-8", "surrogatepass") for line in lines))
    files.path(ada, "skill").unlink()
    for kind in ("soul", "heartbeat"):
        files.path(ada, kind).write_bytes(raw(f"{kind} of mine", *HOSTILE))


def _write_settings(home: Home, store: Store, worker: Worker) -> None:
    safe = [storable(text) for text in HOSTILE]
    settings = tomlkit.document()
    settings["app"] = {"theme": safe[0]}
    settings["keys"] = {**dict.fromkeys(safe, "f3"), "chat.find": safe[1]}
    settings["prices"] = {f"openai:{text}": {"input": 1.0, "output": 2.0} for text in safe}
    home.config.write_text(tomlkit.dumps(settings), encoding="utf-8")
    name_common_servers(home, {text: {"command": text, "args": [text]} for text in safe} | {"fine": {"command": safe[0]}})
    mcp_status.write(store, worker.name, "fine", Seen("failed", " ".join(safe), tuple(safe), tuple(safe)))


def _write_task(store: Store, worker: Worker, text: str) -> None:
    """An exchange made of a text, in a channel of that name and in the main one."""
    table = f"| {text.replace('|', '')} | b |\n|---|--:|\n| 1 | {text} |"
    answer = f"{text}\n\n# {text}\n\n- {text}\n\n`{text}`\n\n{table}\n\n```{text}\n{text}\n```\n\n> {text}\n"
    file = Attachment(text, "text", text, text, 300, "0" * 64)
    task = tasks.submit(store, "ada", f"{text} plan", "main", [Content(file, text)])
    worker.begin(task, (Call(text, text, text), Call("recall", text, text), Call("fetch_url", text, text, "error")))
    worker.complete(task, answer, f"openai:{text}", (640, 172))
    held.hold(store, "ada", task.id, text, text)
    elsewhere = worker.said("ada", f"{text} plan elsewhere", text, model=f"openai:{text}")
    with store.write() as db:
        db.execute("UPDATE tasks SET channel = ? WHERE id = ?", (text, elsewhere.id))


def _write_unfinished(store: Store, worker: Worker) -> None:
    """Tasks that failed, that are tried again, run and wait; and one that a stranger's program wrote, no field of it as it should be."""
    everything = storable(" ".join(HOSTILE[:-1]))
    failed, again, strange = (tasks.submit(store, agent, everything, "main") for agent in ("ada", "otto", "iris"))
    worker.begin(failed)
    worker.fail(failed, everything, result=everything)
    worker.begin(again)
    with store.write() as db:
        db.execute("INSERT INTO failed_attempts (task, attempt, worker, cause, at) VALUES (?, 1, ?, ?, ?)", (again.id, *[everything] * 3))
        db.execute(
            "UPDATE tasks SET agent = ?1, channel = ?1, result = ?1, error = ?1, model = ?1, created_at = ?1, finished_at = ?1, "
            "status = 'failed' WHERE id = ?2",
            (everything, strange.id),
        )
    running = tasks.submit(store, "ada", everything, "main")
    worker.begin(running)
    worker.stream(running, f"{everything}\n\n| {everything}")
    for text in map(storable, HOSTILE):
        tasks.submit(store, "ada", text, "main")


def unseen(screen: str, texts: Iterable[str] = MARKUP) -> list[str]:
    """Which of the texts are not on a screen as they were typed."""
    return [text for text in texts if text not in screen]
