"""A clock that is set, or a machine that was asleep, makes no worker look dead to another."""

import pytest

from hydratui.workers import clock
from hydratui.workers.clock import Clock


class Time:
    def __init__(self) -> None:
        self.wall, self.ticks = 1_000_000.0, 50.0

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.ticks


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(clock, "time", made)
    return made


@pytest.mark.parametrize(("wall", "ticks"), [(1, 1), (1.5, 1), (0.2, 1), (4, 4)])
def test_a_clock_that_only_ticks_has_not_jumped(time: Time, wall: float, ticks: float) -> None:
    watched = Clock()
    time.wall += wall
    time.ticks += ticks
    assert not watched.jumped()
    assert not watched.unsettled


@pytest.mark.parametrize(
    ("wall", "ticks"), [(-3_600, 1), (3_600, 1), (40, 40), (28_800, 0)], ids=["put back", "put forward", "stopped", "asleep"]
)
def test_a_jump_is_noticed_once_and_settles_in_two_seconds(time: Time, wall: float, ticks: float) -> None:
    watched = Clock()
    time.wall += wall
    time.ticks += ticks
    assert watched.jumped()
    assert watched.unsettled
    assert not watched.jumped()
    time.wall += 2.1
    time.ticks += 2.1
    assert not watched.jumped()
    assert not watched.unsettled
