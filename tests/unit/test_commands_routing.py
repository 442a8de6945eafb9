"""Which agents a message goes to, and what each of them reads."""

import pytest

from hydratui.agents.create import create
from hydratui.agents.roster import roster
from hydratui.commands.routing import active, context, mentions, named, private_to, route
from hydratui.errors import HydraError, UnknownAgent
from hydratui.paths import Home
from hydratui.store import Store, channels


@pytest.fixture(autouse=True)
def team(home: Home) -> None:
    for name in ("Berta", "Carlo", "Ana María"):
        create(home, name)


def routed(home: Home, store: Store, text: str, channel: str = "main") -> list[tuple[str, str]]:
    return [(agent.id, prompt) for agent, prompt in route(context(home, store, channel), text)]


def test_without_a_mention_the_first_agent_gets_it(home: Home, store: Store) -> None:
    assert routed(home, store, " hello ") == [(roster(home)[0].id, "hello")]


def test_the_channel_s_chosen_agent_gets_it(home: Home, store: Store) -> None:
    channels.use(store, "main", "carlo")
    assert routed(home, store, "hello") == [("carlo", "hello")]


def test_a_chosen_agent_that_is_gone_gives_way_to_the_first(home: Home, store: Store) -> None:
    channels.use(store, "main", "nobody")
    assert active(home, store, "main") == roster(home)[0]


def test_a_leading_mention_is_an_address_and_is_taken_off(home: Home, store: Store) -> None:
    assert routed(home, store, "@berta, how are you?") == [("berta", "how are you?")]


def test_several_mentioned_agents_get_a_task_each(home: Home, store: Store) -> None:
    assert routed(home, store, "@Berta @carlo write a poem") == [("berta", "write a poem"), ("carlo", "write a poem")]


def test_a_mention_inside_the_sentence_stays_readable(home: Home, store: Store) -> None:
    assert routed(home, store, "ask @carlo's opinion, and @berta's") == [
        ("carlo", "ask @carlo's opinion, and @berta's"),
        ("berta", "ask @carlo's opinion, and @berta's"),
    ]


@pytest.mark.parametrize("text", ["mail x@berta please", "see @nobody", "npm i @berta/ui", "go to @berta.org", "a@@berta", "@bertas cat"])
def test_an_at_word_that_is_no_agent_is_plain_text(home: Home, store: Store, text: str) -> None:
    assert routed(home, store, text) == [(roster(home)[0].id, text)]


def test_an_agent_mentioned_twice_gets_one_task(home: Home) -> None:
    assert [agent.id for agent in mentions("@berta and @BERTA.", roster(home))] == ["berta"]


def test_a_private_channel_belongs_to_its_agent_whoever_is_mentioned(home: Home, store: Store) -> None:
    assert routed(home, store, "@carlo is nice", "berta") == [("berta", "@carlo is nice")]


def test_the_main_channel_is_nobody_s_own(home: Home) -> None:
    (home.agents / "main").mkdir()
    assert private_to("main", roster(home)) is None


@pytest.mark.parametrize("text", ["", "  \n ", "@berta", "@berta @carlo ,"])
def test_nothing_to_send_is_said(home: Home, store: Store, text: str) -> None:
    with pytest.raises(HydraError, match="nothing to send"):
        routed(home, store, text)


def test_with_no_agent_at_all_it_is_said_what_to_do(home: Home, store: Store) -> None:
    import shutil

    shutil.rmtree(home.agents)
    assert active(home, store, "main") is None
    with pytest.raises(HydraError, match="hydratui agents new"):
        routed(home, store, "hello")


@pytest.mark.parametrize("word", ["ana_maria", "@ana_maria", "Ana María", "ANA_MARIA"])
def test_an_agent_is_found_by_id_or_name(home: Home, word: str) -> None:
    assert named(home, word).id == "ana_maria"


def test_an_unknown_agent_is_named_with_those_that_exist(home: Home) -> None:
    with pytest.raises(UnknownAgent, match="berta"):
        named(home, "zoe")
