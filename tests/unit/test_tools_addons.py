"""Add-ons: the user's own functions as tools, in a process of their own that can take nothing along."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from hydratui.agents import grants
from hydratui.agents.files import path
from hydratui.agents.roster import Agent, find
from hydratui.commands import gate
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, outside, tasks, usage
from hydratui.tools.addons.folder import addons, put_example
from hydratui.tools.addons.offers import offers
from hydratui.tools.addons.reading import SECONDS, read
from hydratui.tools.addons.running import LONGEST
from hydratui.tools.caller import Caller
from hydratui.tools.known import problems
from hydratui.tools.tool import Tool, ToolRefused
from hydratui.tools.toolbox import toolbox
from tests.recovery.conftest import until


@pytest.fixture
def ada(home: Home) -> Agent:
    return find(home, "ada")


def write(home: Home, name: str, text: str) -> Path:
    home.addons.mkdir(exist_ok=True)
    file = home.addons / f"{name}.py"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    return file


def grant(agent: Agent, *names: str) -> None:
    path(agent, "tools").write_text("".join(f"- {name}\n" for name in names), encoding="utf-8")


def tools(home: Home, store: Store, agent: Agent) -> dict[str, Tool]:
    caller = Caller(home, store, agent, tasks.submit(store, agent.id, "use it").id, secrets=("stored-key-1234567890",))
    return {tool.name: tool for tool in toolbox(caller, offers(home, agent))}


async def ran(home: Home, store: Store, agent: Agent, body: str, **arguments: object) -> str:
    write(home, "box", f"{textwrap.dedent(body)}\n\nOUTSIDE = False\n")
    grant(agent, "box")
    (tool,) = tools(home, store, agent).values()
    return await tool.call(arguments)


async def failed(home: Home, store: Store, agent: Agent, body: str, **arguments: object) -> str:
    with pytest.raises(HydraError) as caught:
        await ran(home, store, agent, body, **arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_the_example_works_as_it_is_documented(home: Home, store: Store, ada: Agent) -> None:
    file = put_example(home)
    with pytest.raises(HydraError, match="there already"):
        put_example(home)
    assert problems(home) == []
    grant(ada, file.stem)
    made = tools(home, store, ada)
    assert await made["working_days_between"].call({"start": "2026-11-30", "end": "2026-12-06"}) == "5"
    assert await made["working_day_after"].call({"start": "2026-12-04", "days": 1}) == "2026-12-07 (Monday)"
    with pytest.raises(HydraError, match=r"working_day_after failed: ValueError: days must be from 1 to 10,000 \(working_days.py, line 3"):
        await made["working_day_after"].call({"start": "2026-12-04", "days": 0})
    with pytest.raises(ToolRefused, match="must be a date"):
        await made["working_days_between"].call({"start": "tomorrow", "end": "2026-12-06"})
    task = tasks.recent(store)[0].id
    first = usage.calls(store, task)[0]
    assert (first.tool, first.source, first.outcome) == ("working_days_between", "addon:working_days", "ok")
    assert outside.sources(store, task) == []


def test_the_schema_comes_from_the_types_and_the_description_from_the_docstring(home: Home) -> None:
    file = write(
        home,
        "box",
        '''
        import typing
        from typing import Literal, Optional

        SECONDS = 120

        async def look(
            words: str, *, count: int = 3, share: "float" = 0.5, deep: bool = False,
            names: list[str] = [], more: dict[str, int] | None = None, kind: Literal["a", "b"] = "a", at: Optional[str] = None,
        ) -> str:
            """Looks for something.

            Args:
                words: What to look for.
                count (int): How many.
            """
            return words

        def _own(x): ...
        class Thing: ...
        ''',
    )
    addon = read(file)
    assert (addon.problems, addon.seconds, addon.outside, addon.source) == ((), 120, True, "addon:box")
    (function,) = addon.functions
    assert function.description.startswith("Looks for something.")
    assert function.schema["required"] == ["words"]
    assert function.schema["additionalProperties"] is False
    assert function.schema["properties"] == {
        "words": {"type": "string", "description": "What to look for."},
        "count": {"type": "integer", "description": "How many."},
        "share": {"type": "number"},
        "deep": {"type": "boolean"},
        "names": {"type": "array", "items": {"type": "string"}},
        "more": {"type": "object"},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "at": {"type": "string"},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(:\n", "box.py, line 1: invalid syntax"),
        ('x = 1\n\n\ndef f(a):\n    """Does."""\n', "box.py, line 4: a of f has no type"),
        ("def f(a: str): ...\n", "box.py, line 1: f has no docstring"),
        ('def f(a: object):\n    """Does."""\n', "box.py, line 1: the type object can't be told to a model"),
        ('def f(a: int | str):\n    """Does."""\n', "box.py, line 1: a type of several kinds"),
        ('def f(*a: int):\n    """Does."""\n', "box.py, line 1: f takes *args"),
        ('def remember(a: int):\n    """Does."""\n', "box.py, line 1: remember is a built-in tool's name"),
        ('def Größe(a: int):\n    """Does."""\n', "can't be a tool's name"),
        ('def f(agent: str):\n    """Does."""\n', 'box.py: The tool f has a parameter "agent"'),
        ("x = 1\n", "box.py has no function that can be a tool"),
        ("SECONDS = 0\n", "box.py: SECONDS must be a number up to 600"),
        ("x = '\0'\n", "box.py"),
        ("(" * 5_000, "box.py"),
    ],
)
def test_a_broken_one_is_named_with_file_and_line_and_the_others_work(home: Home, store: Store, ada: Agent, text: str, said: str) -> None:
    write(home, "box", text)
    put_example(home)
    assert any(said in problem for problem in problems(home)), problems(home)
    grant(ada, "box", "working_days", "f")
    assert set(tools(home, store, ada)) == {"working_days_between", "working_day_after"}
    assert any(said in problem for problem in gate.gate(store, ada).problems)


def test_a_file_of_a_megabyte_and_one_that_can_not_be_read_are_named(home: Home) -> None:
    write(home, "big", "#" * 1_000_001)
    (home.addons / "gone.py").symlink_to(home.addons / "nowhere")
    (home.addons / "folder.py").mkdir()
    said = "\n".join(problems(home))
    assert "big.py has 1,000,001 bytes" in said
    assert "folder.py can't be read" in said


def test_of_two_with_one_name_the_first_file_has_it(home: Home) -> None:
    for name in ("one", "two"):
        write(home, name, 'def f(a: int):\n    """Does."""\n')
    first, second = addons(home)
    assert [function.name for function in first.functions] == ["f"]
    assert second.functions == ()
    assert second.problems == ("two.py, line 1: one.py has a f already.",)


async def test_a_change_counts_at_once(home: Home, store: Store, ada: Agent) -> None:
    assert await ran(home, store, ada, 'def f() -> str:\n    """Does."""\n    return "one"\n') == "one"
    assert await ran(home, store, ada, 'def f() -> str:\n    """Does."""\n    return "another"\n') == "another"


def test_nothing_is_offered_that_is_not_granted_and_the_folder_is_not_even_read(
    home: Home, ada: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_example(home)
    assert offers(home, ada) == []
    grant(ada, "working_day_after")
    assert [offer.name for offer in offers(home, ada)] == ["working_day_after"]
    grant(ada, *grants.DEFAULT)
    monkeypatch.setattr("hydratui.tools.addons.offers.addons", None)
    assert offers(home, ada) == []


async def test_results_that_are_no_text_are_json_and_what_is_printed_is_not_the_result(home: Home, store: Store, ada: Agent) -> None:
    body = '''
    import asyncio, os, sys

    async def f(n: int) -> dict:
        """Does."""
        print("printed")
        os.write(1, b"written")
        await asyncio.sleep(0)
        return {"n": n, "é": [1.5, None, True]}
    '''
    assert await ran(home, store, ada, body, n=2) == '{"n": 2, "é": [1.5, null, true]}'


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('no\\nluck')", "f failed: ValueError: no luck (box.py, line 4)."),
        ("import no_such_module", "f failed: ModuleNotFoundError"),
        ("exit(3)", "f failed: SystemExit: 3"),
        ("import os; os.abort()", "f crashed (signal 6)."),
        ("import os; os._exit(7)", "f crashed (status 7)."),
        ("import ctypes; ctypes.string_at(0)", "f crashed (signal 11)."),
        ("return 'x' * 5_000_000", "f gave more than 4 MB"),
        ("return bytearray(8 << 30) and ''", "f failed: MemoryError"),
        ("return f()", "f failed: RecursionError"),
    ],
)
async def test_a_crash_is_one_line_and_the_worker_goes_on(home: Home, store: Store, ada: Agent, body: str, said: str) -> None:
    assert said in await failed(home, store, ada, f'def f() -> str:\n    """Does."""\n\n    {body}\n')
    assert LONGEST == 4_000_000


async def test_an_endless_loop_is_stopped_with_all_that_it_has_started(home: Home, store: Store, ada: Agent, tmp_path: Path) -> None:
    body = f'''
    import subprocess, sys
    SECONDS = 1

    def f() -> str:
        """Does."""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
        while True:
            pass
    '''
    assert "took longer than 1 s " in await failed(home, store, ada, body)
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    await asyncio.to_thread(until, lambda: not alive(pid), "its child to end")


async def test_cancelling_ends_it(home: Home, store: Store, ada: Agent, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    body = f'''
    import os, time

    def f() -> str:
        """Does."""
        open({str(mark)!r}, "w").write(str(os.getpid()))
        time.sleep(600)
    '''
    job = asyncio.create_task(ran(home, store, ada, body))
    await asyncio.to_thread(until, lambda: mark.exists() and mark.read_text(encoding="utf-8"), "it to begin")
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    assert not alive(int(mark.read_text(encoding="utf-8")))


def test_it_ends_when_the_worker_is_killed(home: Home, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    body = f'''
    import os, time

    def f() -> str:
        """Does."""
        open({str(mark)!r}, "w").write(str(os.getpid()))
        time.sleep(600)
    '''
    file = write(home, "box", body)
    running = "from hydratui.tools.addons.running import call"
    program = f"import asyncio, pathlib; {running}; asyncio.run(call(pathlib.Path({str(file)!r}), 'f', {{}}, 60))"
    worker = subprocess.Popen([sys.executable, "-c", program])
    until(lambda: mark.exists() and mark.read_text(encoding="utf-8"), "it to begin")
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    until(lambda: not alive(int(mark.read_text(encoding="utf-8"))), "it to end")


async def test_it_has_no_key_and_what_it_gives_is_cleaned_and_fenced(
    home: Home, store: Store, ada: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-user-123")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    body = '''
    import os

    def f() -> str:
        """Does."""
        return " ".join(sorted(os.environ)) + " stored-key-1234567890 \\x1b[31m"
    '''
    write(home, "box", body)
    grant(ada, "box")
    said = await tools(home, store, ada)["f"].call({})
    assert "OPENAI_API_KEY" not in said and "PYTHONPATH" not in said and "HYDRATUI" not in said
    assert "stored-key" not in said and "\x1b" not in said
    assert "f, the add-on box" in said, "fenced, for it may come from anywhere"
    assert [source.name for source in outside.sources(store, tasks.recent(store)[0].id)] == ["the add-on box"]
    assert SECONDS == 30


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # A dead child that nobody has waited for yet counts as ended.
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z")


def test_two_hundred_files_are_read_once(home: Home) -> None:
    for number in range(200):
        write(home, f"box{number}", f'def f{number}(a: int) -> str:\n    """Does."""\n    return "x"\n')
    first = addons(home)
    assert len(first) == 200
    assert all(before is after for before, after in zip(first, addons(home), strict=True))
    file = home.addons / "box7.py"
    file.write_text(file.read_text(encoding="utf-8").replace("f7", "f_seven"), encoding="utf-8")
    os.utime(file, ns=(time.time_ns(), time.time_ns()))
    again = {addon.path.name: addon for addon in addons(home)}
    assert [function.name for function in again["box7.py"].functions] == ["f_seven"]
    assert again["box8.py"] is next(addon for addon in first if addon.path.name == "box8.py")
