"""Hostile text in every widget that shows text: a tour of all places over a folder full of it, and no widget class left out."""

from textual import events
from textual.widget import Widget
from textual.widgets import Input, TextArea

from hydratui.agents import files
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store
from tests.tui.conftest import Open, OpenApp
from tests.tui.hostile import HOSTILE, LIVE, MARKUP, check_inert, raw, write_hostile
from tests.tui.story import Worker
from tests.tui.tour import STOPS, classes, go, settled

WIDE, NARROW = (120, 50), (60, 20)
BEGINNINGS = [text.partition("]")[0] for text in MARKUP]
QUIET = {"key names"}
"""Shows nothing but what the program itself says."""


async def test_hostile_text_is_shown_as_typed_and_does_nothing_wherever_text_is_shown(
    open_app: OpenApp, home: Home, store: Store, worker: Worker
) -> None:
    write_hostile(home, store, worker)
    seen: set[type] = set()
    size, other = WIDE, NARROW
    async with open_app(size) as opened:
        for stop in (stop for stop in STOPS if not stop.repeats):
            await go(opened, stop)
            shown = {size: check_inert(opened.app, stop.name)}
            await opened.pilot.resize_terminal(*other)
            await settled(opened)
            shown[other] = check_inert(opened.app, stop.name)
            seen |= {type(node) for node in opened.app.screen.walk_children(Widget, with_self=True) if node.region and node.is_on_screen}
            assert stop.name in QUIET or any(text in shown[WIDE] for text in BEGINNINGS), f"{stop.name}:\n{shown[WIDE]}"
            await _paste(opened, stop.name)
            size, other = other, size
        await opened.pilot.resize_terminal(*WIDE)
        await go(opened, next(stop for stop in STOPS if stop.name == "page"))
        page = opened.screen()
    # As prose, heading, item, code, in a table and in a quotation, of a tool call and its result.
    assert all(page.count(text) >= 6 for text in MARKUP[:1]), page
    never_seen = [kind.__name__ for kind in classes() if not any(issubclass(each, kind) for each in seen)]
    assert not never_seen, f"no stop of tests/tui/tour.py shows {never_seen}: add one that does"
    assert files.path(find(home, "ada"), "soul").read_bytes() == b"theirs " + raw("soul of mine", *HOSTILE)


async def _paste(opened: Open, where: str) -> None:
    """All of it into the line or text that is being typed, where there is one."""
    focused = opened.app.focused
    if isinstance(focused, Input | TextArea) and not getattr(focused, "read_only", False):
        opened.app.post_message(events.Paste(" ".join(HOSTILE)))
        await settled(opened)
        taken = focused.value if isinstance(focused, Input) else focused.text
        assert not LIVE.search(taken.replace("\n", "").replace("\t", "")), where
        assert all(text in taken for text in MARKUP), where
        check_inert(opened.app, where)
