"""The gate: what an agent may use is what its file names, and granting or revoking changes that one line."""

import json

import pytest

from hydratui.agents import grants
from hydratui.agents.files import path
from hydratui.agents.roster import Agent, find
from hydratui.commands.command import Context, Said
from hydratui.commands.handle import handle
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError, UsageError
from hydratui.paths import Home
from hydratui.store import Store
from tests.unit.program import within

ODD = (
    b"\xef\xbb\xbf# Tools\r\n\r\nUse **web_search** wisely; - recall is prose.\r\n\r\n* `remember`\r\n"
    b"\t+ Recall \r\n\r\n\xff caf\xe9\r\nno line end"
)


@pytest.fixture
def ada(home: Home) -> Agent:
    return find(home, "ada")


@pytest.fixture
def context(home: Home, store: Store, ada: Agent) -> Context:
    return Context(home, store, "main", ada)


def say(context: Context, typed: str) -> str:
    outcome = handle(context, typed)
    assert isinstance(outcome, Said)
    return outcome.text


def test_granting_adds_one_bullet_behind_the_others_and_leaves_every_other_byte(ada: Agent) -> None:
    file = path(ada, "tools")
    file.write_bytes(ODD)
    assert grants.granted(ada) == {"remember", "recall"}
    assert grants.grant(ada, "Fetch_URL")
    assert file.read_bytes() == ODD.replace(b"\t+ Recall \r\n", b"\t+ Recall \r\n- fetch_url\r\n")
    assert grants.granted(ada) == {"remember", "recall", "fetch_url"}
    assert not grants.grant(ada, "fetch_url")
    assert grants.revoke(ada, "fetch_url")
    assert file.read_bytes() == ODD


def test_a_file_without_a_bullet_or_no_file_at_all_takes_the_first(ada: Agent) -> None:
    file = path(ada, "tools")
    file.write_bytes(b"Nothing here.")
    grants.grant(ada, "recall")
    assert file.read_bytes() == b"Nothing here.\n- recall\n"
    file.unlink()
    grants.grant(ada, "recall")
    assert file.read_bytes() == b"- recall\n"


def test_revoking_takes_out_every_bullet_of_that_name_and_nothing_else(ada: Agent) -> None:
    file = path(ada, "tools")
    file.write_bytes(b"- recall\n- recall_more\n* `RECALL`\ntext about recall\n- not recall at all, prose.\n")
    assert grants.revoke(ada, "recall")
    assert file.read_bytes() == b"- recall_more\ntext about recall\n- not recall at all, prose.\n"
    assert not grants.revoke(ada, "recall")


@pytest.mark.parametrize("name", ["", "../x", "web search!", "a\nb", "ünï", "x" * 200])
def test_what_can_be_no_name_is_refused(ada: Agent, name: str) -> None:
    before = path(ada, "tools").read_bytes()
    with pytest.raises(HydraError):
        grants.grant(ada, name)
    assert path(ada, "tools").read_bytes() == before


def test_tools_says_what_is_granted_what_else_there_is_and_what_is_named_in_vain(context: Context, ada: Agent) -> None:
    path(ada, "tools").write_text("- remember\n- recal\n- zzz\n", encoding="utf-8")
    said = say(context, "/tools")
    assert said.startswith("Ada may use:\n  remember  Save one lasting fact")
    assert "There are also, for /grant:\n  " in said
    for name in ("recall", "web_search", "fetch_url"):
        assert f"\n  {name}  " in said
    assert "names recal, which there is not. Did you mean recall?" in said
    assert said.endswith("names zzz, which there is not.")
    assert "Otto may use" in say(context, "/tools otto")


def test_granting_and_revoking_by_command(context: Context, ada: Agent) -> None:
    path(ada, "tools").write_text("", encoding="utf-8")
    assert "Ada may use no tool." in say(context, "/tools")
    assert say(context, "/grant web_search") == "Ada may use web_search from the next message on."
    assert say(context, "/grant web_search") == "Ada may use web_search already."
    assert grants.granted(ada) == {"web_search"}
    assert say(context, "/revoke web_search") == "Ada may not use web_search any more, from the next message on."
    with pytest.raises(HydraError, match="no grant for 'web_search'"):
        handle(context, "/revoke web_search")
    with pytest.raises(HydraError, match="Did you mean web_search"):
        handle(context, "/grant web_serch")
    for bare in ("/grant", "/revoke"):
        with pytest.raises(UsageError):
            handle(context, bare)
    assert grants.granted(ada) == frozenset()


def test_a_tool_that_a_group_grants_is_revoked_by_the_group(context: Context, ada: Agent) -> None:
    path(ada, "tools").write_text("- web\n", encoding="utf-8")
    assert "  web_search  " in say(context, "/tools").partition("There are also")[0]
    with pytest.raises(HydraError, match="by the group web"):
        handle(context, "/revoke web_search")
    assert "may not use web any more" in say(context, "/revoke web")


def test_the_palette_offers_what_can_be_granted_and_what_can_be_taken_back(context: Context, ada: Agent) -> None:
    path(ada, "tools").write_text("- remember\n- recal\n", encoding="utf-8")
    assert {each.label for each in suggest(context, "/grant ", 7)} == {"recall", "web_search", "fetch_url"}
    assert {each.label for each in suggest(context, "/revoke ", 8)} == {"remember", "recal"}


def test_the_command_line_does_the_same(capsys: pytest.CaptureFixture[str], ada: Agent) -> None:
    listed = json.loads(within(capsys, "tools", "--agent", "ada", "--json").out)
    assert listed["agent"] == "ada"
    assert {row["tool"] for row in listed["tools"] if row["granted"]} == {"web_search", "fetch_url", "remember", "recall"}
    revoked = within(capsys, "tools", "revoke", "recall", "--agent", "ada")
    assert revoked.out == "Ada may not use recall any more, from the next message on.\n"
    assert "recall" not in grants.granted(ada)
    refused = within(capsys, "tools", "grant", "nosuch", "--agent", "ada")
    assert (refused.status, refused.err) == (1, "There is no tool 'nosuch'. /tools lists what there is.\n")
