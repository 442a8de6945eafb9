"""The user's own search: over all agents and channels, in what an index holds and in what none does."""

import ast
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from hydratui.recall import index
from hydratui.recall.everywhere import FEW, MOST, Found, Wish, search
from hydratui.store import Store
from tests.unit.recall.past import happened

PACKAGE = Path(__file__).parents[3] / "hydratui"
"""Where the program is."""


def completed(store: Store, prompt: str, result: str, *, agent: str = "ada", channel: str = "main", day: str = "2026-03-02") -> int:
    return happened(store, prompt, result, agent=agent, channel=channel, at=f"{day}T10:00:00Z")


def found(store: Store, words: str, **narrowed: object) -> Found:
    *_, last = search(store, Wish(words, **narrowed))  # type: ignore[arg-type]
    return last


def tasks(answer: Found) -> list[int]:
    return [place.task for place in answer.places]


@pytest.fixture(params=["read", "indexed", "some indexed"])
def ready(request: pytest.FixtureRequest) -> list[str]:
    """Makes the indexes of these agents, as the test is run."""
    return {"read": [], "indexed": ["ada", "otto", "iris"], "some indexed": ["otto"]}[request.param]


def prepare(store: Store, agents: Iterable[str]) -> None:
    for agent in agents:
        index.ensure(store, agent)


def test_tasks_of_all_agents_come_newest_first(store: Store, ready: list[str]) -> None:
    first = completed(store, "the backup plan", "moves to Tuesday", agent="ada", day="2026-10-01")
    second = completed(store, "who wrote the plan?", "Otto: the backup is his", agent="otto", day="2026-11-05")
    third = completed(store, "a backup", "the plan is old", agent="iris", day="2026-10-20", channel="iris")
    completed(store, "lunch", "soup", agent="iris", day="2026-10-21")
    prepare(store, ready)
    answer = found(store, "backup plan")
    assert tasks(answer)[:3] == [second, third, first]
    assert answer.words == 2 and not answer.more
    best = answer.places[0]
    assert (best.agent, best.channel, best.words) == ("otto", "main", 2)
    assert [best.asked.text[start:end] for start, end in best.asked.marks] == ["plan"]
    assert [best.answered.text[start:end] for start, end in best.answered.marks] == ["backup"]


def test_what_failed_was_cancelled_or_runs_is_found_too(store: Store, ready: list[str]) -> None:
    completed(store, "hello", "there")
    numbers = [happened(store, f"deploy the tunnel {status}", status=status) for status in ("failed", "cancelled", "running", "pending")]
    prepare(store, ready)
    answer = found(store, "tunnel deploy")
    assert sorted(tasks(answer)) == numbers
    assert {place.status for place in answer.places} == {"failed", "cancelled", "running", "pending"}


def test_what_was_saved_or_changed_after_the_index_was_made_is_found_as_it_is_now(store: Store) -> None:
    old = completed(store, "the zebra crossing", "is painted")
    prepare(store, ["ada"])
    new = completed(store, "one more zebra", "seen")
    with store.write() as db:
        db.execute("UPDATE tasks SET prompt = 'the giraffe' WHERE id = ?", (old,))
    assert tasks(found(store, "zebra")) == [new]
    assert tasks(found(store, "giraffe")) == [old]
    with store.write() as db:
        db.execute("DELETE FROM tasks WHERE id = ?", (new,))
    assert tasks(found(store, "zebra")) == []


def test_a_half_made_index_loses_nothing(store: Store) -> None:
    numbers = [completed(store, f"zebra {number}", "seen") for number in range(20)]
    prepare(store, ["ada"])
    with store.write() as db:
        db.execute("UPDATE recall_agents SET read_to = ?", (numbers[9],))
    assert sorted(tasks(found(store, "zebra"))) == numbers


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("we are deploying it", "deployed"),
        ("she went home", "go home"),
        ("Zażółć gęślą jaźń", "zazolc jazn"),
        ("cafe\u0301 Straße", "CAFÉ strasse"),
        ("在更长的句子里记忆断裂的问题", "记忆断裂"),
        ("call getUserById now", "user by id"),
        ("see src/main.py and node.js, C++", "main.py node.js c++"),
        ("the backup runs", "backu"),
        ("dell'acqua", "acqua"),
        ("my email is new", "e-mail"),
        ("my e-mail is new", "email"),
        ("hello", "x:hello"),
    ],
)
def test_words_are_found_in_other_forms_and_by_their_beginning(store: Store, ready: list[str], said: str, typed: str) -> None:
    number = completed(store, said, "yes", agent="otto")
    prepare(store, ready)
    answer = found(store, typed)
    assert tasks(answer)[:1] == [number]
    assert answer.places[0].words == answer.words or typed == "x:hello"
    # As in recall: what is joined in the words and apart in the text is found, not marked.
    assert answer.places[0].asked.marks or typed == "email"


def test_a_word_that_is_ended_with_a_blank_is_no_beginning(store: Store, ready: list[str]) -> None:
    completed(store, "the catalogue", "is long", agent="otto")
    prepare(store, ready)
    assert found(store, "cat").places and not found(store, "cat ").places


def test_a_whole_question_finds_what_holds_some_of_its_words_most_words_first(store: Store, ready: list[str]) -> None:
    one = completed(store, "the relay is down", "restarted it", agent="otto", day="2026-10-01")
    two = completed(store, "why is the relay not replying", "a loose cable", agent="ada", day="2026-09-01")
    completed(store, "lunch", "soup", agent="iris")
    prepare(store, ready)
    answer = found(store, "why is the relay still not replying to anybody")
    assert tasks(answer) == [two, one]
    assert answer.places[0].words > answer.places[1].words > 0


def test_one_strict_match_comes_before_looser_ones_and_all_are_shown(store: Store, ready: list[str]) -> None:
    strict = completed(store, "solar inverter offline", "fixed", day="2025-01-01", agent="otto")
    loose = [completed(store, f"solar panel {number}", "fine", day="2026-01-01", agent="ada") for number in range(4)]
    prepare(store, ready)
    assert tasks(found(store, "solar inverter offline")) == [strict, *reversed(loose)]


@pytest.mark.parametrize("typed", ["", "   ", "the", "😀", "***", "NOT", '"', "NEAR(a b)", "(x", "\x00 \ud800", "^", "a* OR"])
def test_no_text_is_an_error_or_an_operator(store: Store, ready: list[str], typed: str) -> None:
    completed(store, "hello world", "how do you do", agent="otto")
    prepare(store, ready)
    assert tasks(found(store, typed)) == []


def test_twenty_thousand_words_work(store: Store, ready: list[str]) -> None:
    number = completed(store, "needle", "hay", agent="otto")
    prepare(store, ready)
    assert tasks(found(store, "needle " + " ".join(f"w{number}" for number in range(20_000)))) == [number]


def test_days_agents_and_channels_narrow_it(store: Store, ready: list[str]) -> None:
    one = completed(store, "the tunnel", "up", agent="ada", day="2026-10-01", channel="main")
    two = completed(store, "the tunnel", "up", agent="otto", day="2026-10-02", channel="otto")
    three = completed(store, "the tunnel", "up", agent="otto", day="2026-11-02", channel="main")
    prepare(store, ready)
    assert tasks(found(store, "tunnel", agents=frozenset({"otto"}))) == [three, two]
    assert tasks(found(store, "tunnel", channels=frozenset({"main"}))) == [three, one]
    assert tasks(found(store, "tunnel", since=date(2026, 10, 2), until=date(2026, 10, 31))) == [two]
    assert tasks(found(store, "", channels=frozenset({"otto"}))) == [two]
    assert tasks(found(store, "bridge", agents=frozenset({"otto"}))) == []


def test_only_the_newest_are_given_where_there_are_too_many(store: Store, ready: list[str]) -> None:
    sql = "INSERT INTO tasks (agent, prompt, result, status, finished_at) VALUES (?, 'tunnel', 'up', 'completed', ?)"
    with store.write() as db:
        for number in range(3 * MOST):
            db.execute(sql, (("ada", "otto")[number % 2], f"2026-0{1 + number // MOST}-01T{number % 24:02d}:{number % 60:02d}:00Z"))
    prepare(store, ready)
    answer = found(store, "tunnel")
    assert len(answer.places) == MOST and answer.more
    assert all(place.at.startswith("2026-03") for place in answer.places)
    assert [place.at for place in answer.places] == sorted((place.at for place in answer.places), reverse=True)


def test_an_import_of_old_tasks_does_not_come_first(store: Store, ready: list[str]) -> None:
    new = completed(store, "tunnel", "up", agent="ada", day="2026-11-01")
    old = completed(store, "tunnel", "up", agent="otto", day="2024-01-01")
    prepare(store, ready)
    assert tasks(found(store, "tunnel")) == [new, old]


def test_with_few_strict_matches_no_more_than_a_few_loose_ones_follow(store: Store, ready: list[str]) -> None:
    for number in range(3 * FEW):
        completed(store, f"solar {number}", "fine", agent=("ada", "otto")[number % 2])
    prepare(store, ready)
    assert len(found(store, "solar inverter").places) == FEW


def test_nothing_is_written_by_a_search(store: Store) -> None:
    completed(store, "the tunnel", "up")
    before = store.connection.total_changes()
    assert found(store, "tunnel").places
    assert store.connection.total_changes() == before


def test_no_tool_model_or_worker_can_reach_the_user_s_own_searches() -> None:
    mine = {"everywhere", "within"}
    for room in ("tools", "models", "workers"):
        for file in (PACKAGE / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
                module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
                assert not mine & {part for name in [module, *names] for part in name.split(".")}, file
