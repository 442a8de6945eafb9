"""What the palette offers while one types."""

from datetime import UTC, datetime

import pytest

from hydratui import times
from hydratui.agents.create import create, set_field
from hydratui.agents.roster import find
from hydratui.commands import filters
from hydratui.commands.registry import COMMANDS
from hydratui.commands.routing import context
from hydratui.commands.suggest import Suggestion, suggest
from hydratui.paths import Home
from hydratui.store import Store, channels


@pytest.fixture(autouse=True)
def team(home: Home, store: Store) -> None:
    for name in ("Berta", "Carlo"):
        create(home, name)
    channels.use(store, "main", "berta")


def offered(home: Home, store: Store, typed: str, cursor: int | None = None) -> list[Suggestion]:
    return suggest(context(home, store), typed, len(typed) if cursor is None else cursor)


def test_a_slash_offers_every_command_in_its_order_and_then_the_agents(home: Home, store: Store) -> None:
    labels = [one.label for one in offered(home, store, "/")]
    assert labels[: len(COMMANDS)] == [f"/{command.name}" for command in COMMANDS]
    assert {"/berta", "/carlo"} <= set(labels[len(COMMANDS) :])


def test_a_command_comes_with_its_hint_and_the_agent_s_name(home: Home, store: Store) -> None:
    best = offered(home, store, "/rem")[0]
    assert (best.label, best.hint, best.summary) == ("/remember", "<note>", "Save a note in Berta's memory")
    assert best.marks == (1, 2, 3)
    assert best.applied("/rem") == "/remember "


def test_letters_out_of_the_middle_find_it_too(home: Home, store: Store) -> None:
    assert "/remember" in [one.label for one in offered(home, store, "/mbr")]


def test_a_command_without_arguments_gets_no_blank(home: Home, store: Store) -> None:
    assert offered(home, store, "/qui")[0].applied("/qui") == "/quit"


def test_completing_inside_a_word_replaces_the_whole_word(home: Home, store: Store) -> None:
    assert offered(home, store, "/recxx plan", 4)[0].applied("/recxx plan") == "/recall plan"


def test_an_agent_with_a_command_s_name_is_offered_once_as_the_command(home: Home, store: Store) -> None:
    create(home, "Help")
    assert [one.label for one in offered(home, store, "/help")].count("/help") == 1


def test_use_completes_agents(home: Home, store: Store) -> None:
    best = offered(home, store, "/use ca")[0]
    assert (best.label, best.applied("/use ca")) == ("carlo", "/use carlo")


def test_help_completes_commands(home: Home, store: Store) -> None:
    assert offered(home, store, "/help rec")[0].applied("/help rec") == "/help recall"


def test_model_completes_what_is_in_use_first(home: Home, store: Store) -> None:
    set_field(home, find(home, "carlo"), "model", "openai:some-model")
    first = offered(home, store, "/model ")[0]
    assert (first.label, first.summary) == ("openai:some-model", "used by Carlo")


def test_model_says_which_providers_have_no_key(home: Home, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0000")
    about = {one.label.partition(":")[0]: one.summary for one in offered(home, store, "/model ")}
    assert about["anthropic"] == "Anthropic"
    assert about["openai"] == "OpenAI, no key yet"
    assert "no key" in about["builtin"]


@pytest.mark.parametrize("typed", ["/remember ca", "/use carlo now", "/usr/bin", "/nothing x", "hello", "mail x@be", "/zzzz", "/re\ncall"])
def test_where_nothing_can_be_completed_nothing_is_offered(home: Home, store: Store, typed: str) -> None:
    assert offered(home, store, typed) == []


def test_an_at_offers_agents_anywhere_in_a_message(home: Home, store: Store) -> None:
    typed = "ask @car please"
    best = offered(home, store, typed, len("ask @car"))[0]
    assert (best.label, best.marks) == ("@carlo", (1, 2, 3))
    assert best.applied(typed) == "ask @carlo please"


def test_a_lone_at_offers_every_agent(home: Home, store: Store) -> None:
    assert {"@berta", "@carlo"} <= {one.label for one in offered(home, store, "hello @")}


def test_a_search_offers_its_filters_and_their_dates(home: Home, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "now", lambda: datetime(2026, 2, 10, 12, 0, tzinfo=UTC))
    (one,) = offered(home, store, "/recall backup si")
    assert (one.label, one.hint, one.applied("/recall backup si")) == ("since:", "<date>", "/recall backup since:")
    dates = [one.label for one in offered(home, store, "/recall backup since:")]
    assert dates == ["today", "yesterday", "2026-02", "2026-01", "2025-12", "2025-11", "2025-10", "2025-09", "2026", "2025"]
    december = offered(home, store, "/recall backup until:2025-1")[0]
    assert december.applied("/recall backup until:2025-1") == "/recall backup until:2025-12 "


def test_what_a_search_offers_is_never_in_the_way_of_its_words(home: Home, store: Store) -> None:
    assert offered(home, store, "/recall ") == []
    assert offered(home, store, "/recall s") == []
    assert offered(home, store, "/recall backup plan") == []
    assert all(one.offered for one in offered(home, store, "/recall on"))
    assert offered(home, store, "/recall http:x") == []


def test_every_date_that_is_offered_can_be_searched_with(home: Home) -> None:
    for word, _ in filters.dates():
        assert filters.period(word, "since:")[0] <= filters.period(word, "since:")[1]
