"""The entries of MCP servers: in config.toml, in the common mcp.json, and what is wrong with some of them."""

import json
from pathlib import Path

import pytest

from hydratui import config
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.tools.mcp.settings import Server, find, servers, switch
from tests.mcp_settings import name_common_servers, name_servers


def known(home: Home) -> dict[str, Server]:
    return {server.name: server for server in servers(home, config.load(home))}


def only(home: Home, **entry: object) -> Server:
    name_servers(home, one=entry)
    return known(home)["one"]


def test_there_are_none_without_an_entry(home: Home) -> None:
    assert servers(home, config.load(home)) == ()


def test_a_program_and_an_address_are_read_from_the_settings(home: Home) -> None:
    name_servers(
        home,
        time={"command": "uvx", "args": ["mcp-server-time"], "env": {"TZ": "UTC"}, "cwd": "/tmp", "timeout": 5},
        docs={"url": "https://mcp.example.org/v1", "headers": {"X-Team": "blue"}, "enabled": False},
    )
    time, docs = known(home)["time"], known(home)["docs"]
    assert (time.command, time.args, dict(time.env), time.cwd, time.timeout) == ("uvx", ("mcp-server-time",), {"TZ": "UTC"}, "/tmp", 5.0)
    assert (docs.url, dict(docs.headers), docs.enabled, docs.timeout) == ("https://mcp.example.org/v1", {"X-Team": "blue"}, False, 60.0)
    assert not time.problem and not docs.problem


def test_the_common_file_of_other_programs_is_read_with_the_keys_that_they_add(home: Home) -> None:
    name_common_servers(
        home,
        {
            "My Server": {"command": "npx", "args": ["-y", "thing"], "autoApprove": ["x"], "timeout": 600_000, "type": "stdio"},
            "sleeping": {"command": "npx", "disabled": True},
            "web": {"type": "http", "url": "http://localhost:3000/mcp"},
        },
    )
    found = known(home)
    assert (found["my_server"].command, found["my_server"].timeout, found["my_server"].problem) == ("npx", 60.0, "")
    assert not found["sleeping"].enabled and found["web"].url == "http://localhost:3000/mcp"


def test_what_the_settings_say_of_a_server_of_the_common_file_comes_on_top(home: Home) -> None:
    name_common_servers(home, {"git": {"command": "uvx", "args": ["mcp-server-git"], "disabled": True}})
    name_servers(home, git={"enabled": True, "timeout": 9})
    git = known(home)["git"]
    assert (git.command, git.args, git.enabled, git.timeout, git.source) == ("uvx", ("mcp-server-git",), True, 9.0, "mcp.json")


def test_a_variable_is_taken_from_the_environment_only_where_it_is_written(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "a-token-of-the-user")
    server = only(home, command="run", args=["--at", "${PLACE:-here}"], env={"TOKEN": "${GITHUB_TOKEN}", "PLAIN": "$GITHUB_TOKEN"})
    assert server.args == ("--at", "here") and dict(server.env) == {"TOKEN": "a-token-of-the-user", "PLAIN": "$GITHUB_TOKEN"}
    assert "a-token-of-the-user" in server.secrets


def test_a_variable_that_is_not_set_is_named(home: Home) -> None:
    assert (
        only(home, command="run", env={"TOKEN": "${NOWHERE_SET}"}).problem
        == "it needs the environment variable NOWHERE_SET, which is not set"
    )


def test_the_key_in_a_header_counts_as_a_secret_with_and_without_its_first_word(home: Home) -> None:
    server = only(home, url="https://example.org", headers={"Authorization": "Bearer abcdefgh-12345"})
    assert set(server.secrets) == {"Bearer abcdefgh-12345", "abcdefgh-12345"}


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({}, "it needs a command or a url"),
        ({"command": "a", "url": "http://b"}, "it needs a command or a url"),
        ({"command": 7}, "command must be text"),
        ({"command": "  "}, "command must be text"),
        ({"command": "a", "args": "b"}, "args must be a list"),
        ({"command": "a", "args": [1]}, "args must be a list"),
        ({"command": "a", "env": ["B=c"]}, "env must be a table"),
        ({"command": "a", "env": {"B": 1}}, "env must be a table"),
        ({"command": "a", "tiemout": 5}, '"tiemout" means nothing here'),
        ({"command": "a", "timeout": 0}, "timeout must be"),
        ({"command": "a", "timeout": True}, "timeout must be"),
        ({"command": "a", "timeout": float("nan")}, "timeout must be"),
        ({"command": "a", "enabled": "yes"}, "enabled must be"),
        ({"command": "a\0b"}, "NUL"),
        ({"url": "ftp://example.org"}, "url must be a whole address"),
        ({"url": "example.org/mcp"}, "url must be a whole address"),
        ({"url": "http://[::1"}, "url must be a whole address"),
        ({"url": "http://a", "headers": {"X": "a\r\nY: b"}}, 'the header "X" must be one line'),
    ],
)
def test_an_entry_that_can_not_be_used_says_why(home: Home, entry: dict[str, object], problem: str) -> None:
    assert problem in only(home, **entry).problem


@pytest.mark.parametrize("name", ["recall", "Web_Search", "fetch url", "remember-me", "fetch_url_x"])
def test_no_server_may_have_the_name_of_a_tool_that_every_agent_has(home: Home, name: str) -> None:
    name_common_servers(home, {name: {"command": "a"}})
    assert "every agent has" in next(iter(known(home).values())).problem


def test_of_two_names_that_are_one_to_a_tool_the_second_is_refused(home: Home) -> None:
    name_common_servers(home, {"my-notes": {"command": "a"}, "my_notes": {"command": "b"}, "My Notes": {"command": "c"}})
    assert [server.problem for server in known(home).values() if not server.problem] == [""]
    assert known(home)["my-notes"].command == "a"


@pytest.mark.parametrize("text", ["{", "[]", '{"mcpServers": 5}', "\xff", "[" * 100_000])
def test_a_common_file_that_is_broken_is_named_and_leaves_the_settings_alone(home: Home, text: str) -> None:
    (home.root / "mcp.json").write_text(text, encoding="latin-1")
    name_servers(home, time={"command": "a"})
    found = known(home)
    assert found["mcp.json"].problem and not found["time"].problem


@pytest.mark.parametrize("entry", ["text", 5, ["a"], None])
def test_an_entry_that_is_no_table_is_named(home: Home, entry: object) -> None:
    name_common_servers(home, {"odd": entry, "good": {"command": "a"}})
    assert known(home)["odd"].problem == "it must be a table" and not known(home)["good"].problem


def test_the_old_kind_over_http_is_named(home: Home) -> None:
    name_common_servers(home, {"old": {"type": "sse", "url": "http://localhost/sse"}})
    assert "streamable HTTP" in known(home)["old"].problem


def test_a_switch_changes_one_key_and_no_other_byte(home: Home) -> None:
    text = (
        '# mine\n[models]\ndefault = "builtin"  # for now\n\n[mcp.servers.time] # the clock\ncommand = "uvx"\nargs = ["mcp-server-time"]\n'
    )
    home.config.write_text(text, encoding="utf-8")
    switch(home, "time", False)
    assert home.config.read_text(encoding="utf-8") == text + "enabled = false\n"
    assert not known(home)["time"].enabled
    switch(home, "time", True)
    assert home.config.read_text(encoding="utf-8") == text + "enabled = true\n"


def test_a_server_of_the_common_file_is_switched_in_the_settings(home: Home) -> None:
    file = name_common_servers(home, {"Big Git": {"command": "uvx"}})
    before = file.read_bytes()
    switch(home, "big git", False)
    assert not known(home)["big_git"].enabled and file.read_bytes() == before
    switch(home, "big_git", True)
    assert known(home)["big_git"].enabled and known(home)["big_git"].command == "uvx"


def test_a_name_that_is_not_there_is_answered_with_those_that_are(home: Home) -> None:
    name_servers(home, time={"command": "a"})
    with pytest.raises(HydraError, match=r'no MCP server "tiem".*: time\.'):
        find(home, config.load(home), "tiem")


def test_an_entry_may_hold_any_text_without_harm(home: Home) -> None:
    (home.root / "mcp.json").write_text(json.dumps({"mcpServers": {"\u202e[/red]": {"command": "[bold]"}, "a" * 99: {}}}), encoding="utf-8")
    assert all("at most 40" in server.problem for server in known(home).values())
    assert Path(home.root / "mcp.json").exists()
