"""/sidebar and the settings that it writes: whether the team is shown, and how wide."""

import pytest

from hydratui import config
from hydratui.commands.command import Arranged, Context
from hydratui.commands.handle import handle
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError, UsageError
from hydratui.paths import Home
from hydratui.store import Store


@pytest.fixture
def here(home: Home, store: Store) -> Context:
    """The main channel."""
    return Context(home, store, "main", None)


def test_it_hides_shows_and_widens_and_keeps_that_beside_the_user_s_own_words(here: Context) -> None:
    here.home.config.write_text('# mine\n[app]\ntheme = "dark"  # at night\n', encoding="utf-8")
    assert handle(here, "/sidebar") == Arranged(False, 28)
    assert handle(here, "/sidebar hide") == Arranged(False, 28)
    assert handle(here, "/sidebar 36") == Arranged(True, 36)
    assert handle(here, "/sidebar") == Arranged(False, 36)
    assert handle(here, "/sidebar SHOW") == Arranged(True, 36)
    kept = here.home.config.read_text(encoding="utf-8")
    assert kept.startswith('# mine\n[app]\ntheme = "dark"  # at night\n')
    assert (config.load(here.home).sidebar, config.load(here.home).sidebar_width) == ("shown", 36)


@pytest.mark.parametrize("typed", ["19", "61", "wide", "-30", "28.5", "٣٠x"])
def test_what_is_no_width_is_said_and_changes_nothing(here: Context, typed: str) -> None:
    with pytest.raises(UsageError, match="from 20 to 60, such as /sidebar 28"):
        handle(here, f"/sidebar {typed}")
    assert not here.home.config.exists()


@pytest.mark.parametrize("line", ['sidebar = "gone"', "sidebar_width = 200", 'sidebar_width = "28"', "sidebar_width = true"])
def test_settings_that_can_t_be_meant_are_named(here: Context, line: str) -> None:
    here.home.config.write_text(f"[app]\n{line}\n", encoding="utf-8")
    with pytest.raises(HydraError, match=rf"\[app\] {line.split()[0]} "):
        config.load(here.home)


def test_what_can_follow_is_offered(here: Context) -> None:
    assert [each.label for each in suggest(here, "/sidebar ", 9)][:3] == ["hide", "show", "20"]
    assert [each.label for each in suggest(here, "/sidebar sh", 11)] == ["show"]
