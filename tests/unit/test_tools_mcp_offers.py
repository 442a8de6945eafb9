"""What becomes of the tools that a server lists: names, descriptions, schemas, and what is left out with which reason."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from hydratui.agents.grants import DEFAULT
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, tasks
from hydratui.tools.arguments import fit
from hydratui.tools.mcp.offers import MOST, MOST_TEXT, Offered, offered, touches
from hydratui.tools.mcp.settings import Server
from hydratui.tools.tool import ToolRefused
from hydratui.tools.toolbox import Caller, toolbox
from tests.mcp_peer import LIES
from tests.mcp_settings import grant

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


async def call(_: str, __: Mapping[str, object]) -> str:
    return "done"


def tools(listed: list[object], name: str = "box", neighbours: tuple[str, ...] = ()) -> Offered:
    return offered(Server(name, name, "config.toml", command="x"), listed, call, neighbours)


def tool(name: str, schema: object = None, **more: object) -> dict[str, object]:
    return {"name": name, "inputSchema": {"type": "object"} if schema is None else schema, **more}


def names(found: Offered) -> list[str]:
    return [offer.name for offer in found.offers]


@pytest.mark.parametrize(
    ("server", "theirs", "ours"),
    [
        ("time", "get_current_time", "time_get_current_time"),
        ("git", "git_status", "git_status"),
        ("my-box", "Get Page", "my_box_get_page"),
        ("box", "größe/año", "box_große_ano".replace("ß", "")),
        ("box", "a.b-c:d", "box_a_b_c_d"),
    ],
)
def test_a_name_is_the_servers_and_the_tools_own_in_plain_letters(server: str, theirs: str, ours: str) -> None:
    assert names(tools([tool(theirs)], server)) == [ours]


def test_a_long_name_is_cut_to_64_characters_and_two_that_begin_alike_stay_two() -> None:
    found = names(tools([tool("x" * 100 + "a"), tool("x" * 100 + "b")]))
    assert len(set(found)) == 2 and {len(name) for name in found} == {64}


def test_no_tool_can_pass_for_one_that_every_agent_has() -> None:
    found = [
        *tools([tool("search")], "web").offers,
        *tools([tool("url"), tool("url_now")], "fetch").offers,
        *tools([tool("r")], "mem").offers,
    ]
    assert [offer.name for offer in found] == ["mem_r"]
    assert "could pass for" in tools([tool("search")], "web").skipped[0]
    for offer in found:
        assert not any(offer.name.startswith(name) for name in DEFAULT)


def test_no_tool_can_pass_for_one_of_another_server() -> None:
    found = tools([tool("hub_issues"), tool("status")], "git", ("git_hub", "time"))
    assert names(found) == ["git_status"] and "could pass for one of the server git_hub" in found.skipped[0]


def test_every_lie_in_a_list_costs_its_own_tool_and_no_other() -> None:
    found = tools(list(LIES))
    assert names(found) == ["box_echo", "box_broken_words", "box_told"]
    told = "\n".join(found.skipped)
    for reason in (
        "same name here",
        "no description of a tool",
        "not one of an object",
        "are not an object",
        "takes parameters",
        "whose agent",
    ):
        assert reason in told or reason == "takes parameters", reason
    assert "spoken_to" in told and 'a parameter named "a b"' in told and "5,000 characters" in told
    assert all("\n" not in line and len(line) < 400 for line in found.skipped)


def test_what_our_own_check_reads_of_a_schema_is_of_the_right_kind() -> None:
    offer = next(offer for offer in tools(list(LIES)).offers if offer.name == "box_broken_words")
    assert fit(offer.name, offer.schema, {"n": 3, "b": [1]}) == {"n": 3, "b": [1]}


def test_a_description_is_plain_short_and_marked_as_the_servers() -> None:
    offer = next(offer for offer in tools(list(LIES)).offers if offer.name == "box_told")
    assert offer.description.startswith("A tool of the MCP server box. What that says of it: ")
    assert len(offer.description) < 1_100 and "\x1b" not in offer.description and "\u202e" not in offer.description


def test_arguments_that_the_schema_does_not_name_are_refused_and_the_rest_of_it_stays() -> None:
    schema = {
        "type": "object",
        "additionalProperties": True,
        "anyOf": [{"required": ["a"]}],
        "properties": {
            "a": {"$ref": "#/$defs/A"},
            "enum": {"type": "string", "description": "A parameter with the name of a word."},
            "nested": {"type": "object", "properties": {"minimum": {"type": "string"}}, "additionalProperties": True},
        },
        "required": ["a", "gone", 5],
        "$defs": {"A": {"type": "array", "items": {"type": "integer", "minimum": 2}}},
    }
    (offer,) = tools([tool("x", schema)]).offers
    assert offer.schema["additionalProperties"] is False and "anyOf" not in offer.schema
    assert offer.schema["required"] == ["a"] and offer.schema["$defs"] == schema["$defs"]
    assert offer.schema["properties"] == schema["properties"]
    with pytest.raises(ToolRefused, match='no parameter "other"'):
        fit(offer.name, offer.schema, {"a": [3], "other": 1})


def test_a_schema_nested_without_end_is_refused() -> None:
    schema: dict[str, object] = {"type": "object"}
    for _ in range(90):
        schema = {"type": "object", "properties": {"a": schema}}
    assert "nested too deep" in tools([tool("deep", schema)]).skipped[0]


def test_of_ten_thousand_tools_a_hundred_are_taken() -> None:
    found = tools([tool(f"tool_{n}") for n in range(10_000)])
    assert len(found.offers) == MOST and found.skipped == ("9,900 more: 100 tools of a server are taken",)
    many = tools([*["junk"] * 5_000, tool("late")])
    assert not many.offers and many.skipped[-1] == "4,001 more: 1,000 tools of a server are looked at"


def test_all_tools_of_a_server_together_take_a_bounded_part_of_a_prompt() -> None:
    wide = {"type": "object", "properties": {f"p{n}": {"type": "string", "description": "d" * 500} for n in range(40)}}
    found = tools([tool(f"t{n}", wide) for n in range(50)])
    assert sum(len(json.dumps(offer.schema)) for offer in found.offers) <= MOST_TEXT
    assert 0 < len(found.offers) < 50 and "more than 120,000 characters" in found.skipped[-1]


@pytest.mark.parametrize(
    ("grant", "needed"),
    [
        ("time", True),
        ("time_get_current_time", True),
        ("time_get", True),
        ("tim", False),
        ("timer", False),
        ("git", False),
        ("my_box", True),
        ("my-box", True),
    ],
)
def test_a_server_is_needed_when_a_grant_can_cover_a_tool_of_it(grant: str, needed: bool) -> None:
    servers = [Server(name, name, "config.toml", command="x") for name in ("time", "my-box")]
    assert any(touches(server, [grant]) for server in servers) is needed


async def test_a_tool_of_a_server_does_not_take_the_place_of_one_that_has_its_name_already(home: Home, store: Store) -> None:
    ada = find(home, "ada")
    grant(ada, "box", "box_x")
    caller = Caller(home, store, ada, tasks.submit(store, "ada", "a message").id)
    own = replace(tools([tool("x")]).offers[0], source="addon:box", description="mine")
    (only,) = toolbox(caller, [own, *tools([tool("x")]).offers])
    assert (only.source, only.description) == ("addon:box", "mine")
