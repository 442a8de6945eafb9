"""/mcp and `hydratui mcp`: which servers there are, how each stands, on and off, and a look at one."""

import json
import subprocess
import sys

import pytest

from hydratui.agents.roster import find
from hydratui.commands.command import Context, Said
from hydratui.commands.handle import handle
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError, UsageError
from hydratui.paths import Home
from hydratui.store import Store, mcp_status, workers
from hydratui.store.mcp_status import Seen
from tests.mcp_peer import entry
from tests.mcp_settings import grant, name_common_servers, name_servers
from tests.unit.program import within


@pytest.fixture
def context(home: Home, store: Store) -> Context:
    return Context(home, store, "main", find(home, "ada"))


def said(context: Context, typed: str) -> str:
    outcome = handle(context, typed)
    assert isinstance(outcome, Said)
    return outcome.text


def test_without_servers_it_says_where_to_name_one(context: Context) -> None:
    assert said(context, "/mcp").startswith("There are no MCP servers. Name one in config.toml")


def test_each_server_is_shown_with_its_state_its_tools_and_who_may_use_it(context: Context) -> None:
    name_servers(context.home, time={"command": "a"}, dark={"command": "a", "enabled": False}, odd={"command": 5}, lost={"url": "http://a"})
    grant(find(context.home, "ada"), "time")
    workers.enlist(context.store, "w")
    mcp_status.write(context.store, "w", "time", Seen("connected", tools=("time_now", "time_then"), skipped=("x: why",)))
    mcp_status.write(context.store, "w", "lost", Seen("timed out", "it did not answer within 20 s"))
    assert said(context, "/mcp").split("\n") == [
        "time: connected; 2 tools; 1 left out; for ada",
        "dark: off; granted to nobody",
        "odd: failed, config.toml: command must be text in quotes; granted to nobody",
        "lost: timed out, it did not answer within 20 s; granted to nobody",
    ]
    assert said(context, "/mcp time").split("\n")[1:] == ["  time_now", "  time_then", "  left out: x: why"]


def test_a_worker_that_is_gone_leaves_no_server_connected(context: Context) -> None:
    name_servers(context.home, time={"command": "a"}, lost={"command": "b"})
    mcp_status.write(context.store, "of another day", "time", Seen("connected", tools=("time_now",)))
    mcp_status.write(context.store, "of another day", "lost", Seen("failed", "it ended with status 1"))
    assert said(context, "/mcp").split("\n") == [
        "time: idle; 1 tool; granted to nobody",
        "lost: failed, it ended with status 1; granted to nobody",
    ]


def test_the_best_that_any_living_worker_says_counts(store: Store) -> None:
    for worker in ("one", "two"):
        workers.enlist(store, worker)
    mcp_status.write(store, "one", "time", Seen("connected"))
    mcp_status.write(store, "two", "time", Seen("failed", "why"))
    mcp_status.write(store, "gone", "time", Seen("connected"))
    assert mcp_status.seen(store)["time"].state == "connected"
    workers.leave(store, "one")
    assert mcp_status.seen(store)["time"].state == "failed"


def test_a_server_is_switched_off_and_on(context: Context) -> None:
    name_servers(context.home, time={"command": "a"})
    assert said(context, "/mcp off time") == "The MCP server time is off; it is disconnected within a second or two."
    assert said(context, "/mcp").startswith("time: off")
    assert said(context, "/mcp on time") == "The MCP server time is on. No agent may use it yet: /grant time."
    assert said(context, "/grant time") == "Ada may use time from the next message on."
    assert said(context, "/mcp on time").endswith("connected when an agent that may use it has a task.")


@pytest.mark.parametrize("typed", ["/mcp off", "/mcp on ", "/mcp off nobody", "/mcp nobody", "/mcp perhaps time"])
def test_what_can_not_be_meant_is_said(context: Context, typed: str) -> None:
    name_servers(context.home, time={"command": "a"})
    with pytest.raises((HydraError, UsageError)):
        handle(context, typed)


def test_the_words_and_the_names_are_completed(context: Context) -> None:
    name_servers(context.home, time={"command": "a"}, tide={"command": "a"})
    assert [each.label for each in suggest(context, "/mcp o", 6)] == ["on", "off"]
    assert [each.applied("/mcp off ti") for each in suggest(context, "/mcp off ti", 11)] == ["/mcp off time", "/mcp off tide"]


def test_hostile_names_and_words_are_shown_as_text(context: Context) -> None:
    name_common_servers(context.home, {"[/red]\x1b[31m": {"command": "a"}, "[@click=app.quit]": 5})
    name_servers(context.home, time={"command": "a"})
    mcp_status.write(context.store, "w", "time", Seen("failed", "\x1b]0;title\x07 [/b] \u202e"))
    shown = said(context, "/mcp")
    assert "\x1b" not in shown and "\x07" not in shown and "\u202e" not in shown and len(shown.split("\n")) == 3


def test_the_command_line_lists_switches_and_checks(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    name_servers(home, box=entry("liar"), dead=entry("dead"), odd={"command": 5})
    listed = json.loads(within(capsys, "mcp", "--json").out)
    assert [(row["name"], row["state"]) for row in listed] == [("box", "idle"), ("dead", "idle"), ("odd", "failed")]
    assert within(capsys, "mcp", "off", "box").out == "The MCP server box is off; it is disconnected within a second or two.\n"
    assert within(capsys, "mcp", "list").out.split("\n")[0].split() == ["box", "off;", "granted", "to", "nobody"]
    checked = within(capsys, "mcp", "check", "box")
    assert checked.status == 0 and checked.out.startswith("box_echo") and "Left out: spoken_to: " in checked.err
    assert json.loads(within(capsys, "mcp", "check", "box", "--json").out)["tools"][0]["tool"] == "box_echo"
    dead = within(capsys, "mcp", "check", "dead")
    assert (dead.status, dead.err) == (1, "The MCP server dead failed: it ended with status 1: Traceback: no module named peer.\n")
    odd = within(capsys, "mcp", "check", "odd")
    assert odd.status == 1 and "command must be text" in odd.err
    nobody = within(capsys, "mcp", "on", "nobody")
    assert nobody.status == 1 and 'no MCP server "nobody"' in nobody.err


def test_without_the_package_it_says_what_to_install(home: Home) -> None:
    name_servers(home, box=entry("good"))
    script = "import sys; sys.modules['mcp'] = None; from hydratui.cli.main import call; sys.exit(call(['mcp', 'check', 'box']))"
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "The MCP server box failed: the package for MCP is missing; install hydratui with its extra: hydratui[mcp].\n"
