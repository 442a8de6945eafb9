"""What was typed, kept for each channel, and how often commands were used."""

import pytest

from hydratui.store import Store, ownership, tasks, typed
from tests.tui.story import Clock, set_clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    set_clock(monkeypatch, standing)
    return standing


def texts(store: Store, channel: str | None = "main", most: int = 100) -> list[str]:
    return [line.text for line in typed.history(store, channel, most)]


def test_commands_and_messages_are_one_history_in_their_order(store: Store, clock: Clock) -> None:
    tasks.submit(store, "ada", "first")
    clock.tick(60)
    typed.record(store, "main", "/recall plan", "recall", keep=True)
    clock.tick(60)
    tasks.submit(store, "ada", "third")
    tasks.submit(store, "ada", "elsewhere", "ada")
    assert texts(store) == ["first", "/recall plan", "third"]
    assert texts(store, "ada") == ["elsewhere"]
    assert texts(store, None) == ["first", "/recall plan", "third", "elsewhere"]
    assert texts(store, most=2) == ["/recall plan", "third"]


def test_a_message_that_named_its_agents_is_there_once_as_it_was_typed(store: Store, clock: Clock) -> None:
    typed.record(store, "main", "@ada @otto hello", None, keep=True)
    tasks.submit(store, "ada", "hello")
    tasks.submit(store, "otto", "hello")
    assert texts(store) == ["@ada @otto hello"]


def test_uses_are_counted(store: Store) -> None:
    for _ in range(3):
        typed.record(store, "main", "/queue", "queue", keep=False)
    typed.record(store, "main", "hello", None, keep=False)
    assert typed.uses(store) == {"queue": 3} and texts(store) == []


def test_only_the_last_lines_of_a_channel_are_kept_and_none_that_is_too_long(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed, "MOST_KEPT", 3)
    for number in range(6):
        typed.record(store, "main", f"/x {number}", "x", keep=True)
    typed.record(store, "ada", "/y", "y", keep=True)
    typed.record(store, "ada", "y" * (typed.LONGEST + 1), None, keep=True)
    assert texts(store) == ["/x 3", "/x 4", "/x 5"] and texts(store, "ada") == ["/y"]


def test_a_lone_surrogate_can_be_typed(store: Store) -> None:
    typed.record(store, "main", "/x \ud800", "x", keep=True)
    assert texts(store) == ["/x ?"]


def test_the_lines_of_a_private_channel_go_with_the_agent_to_its_new_name(store: Store) -> None:
    typed.record(store, "ada", "/memory", "memory", keep=True)
    ownership.rename_agent(store, "ada", "grace")
    assert texts(store, "grace") == ["/memory"] and texts(store, "ada") == []
