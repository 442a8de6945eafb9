"""Pictures of one app in several sizes and themes, in one run of it: what is resized must look as if it had been opened so."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot

from hydratui.tui import theme
from tests.tui.panel_host import shown

Before = Callable[[Pilot[Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Look:
    """A size of the terminal, in cells, and whether the background is light."""

    width: int
    height: int
    light: bool = False

    @property
    def name(self) -> str:
        """As in the file of the picture: ``80x24-dark``."""
        return f"{self.width}x{self.height}-{'light' if self.light else 'dark'}"


WIDE, WIDE_LIGHT = Look(120, 40), Look(120, 40, light=True)
USUAL, USUAL_LIGHT = Look(80, 24), Look(80, 24, light=True)
NARROW, NARROW_LIGHT = Look(60, 20), Look(60, 20, light=True)
LOOKS = (WIDE, WIDE_LIGHT, USUAL, USUAL_LIGHT, NARROW, NARROW_LIGHT)


class Pictures(Protocol):
    """Opens an app, brings it into a state and compares it with a picture for each look."""

    async def __call__(self, app: App[Any], before: Before | None = None, looks: Sequence[Look] = LOOKS) -> None: ...


def comparing(snapshot: SnapshotAssertion, folder: Path) -> Pictures:
    """Compares with what is kept; ``pytest --snapshot-update`` takes the pictures anew.

    Args:
        snapshot: The test's snapshots.
        folder: Where to put what was seen of those that differ.
    """
    kept = snapshot.use_extension(SVGImageExtension)

    async def compare(app: App[Any], before: Before | None = None, looks: Sequence[Look] = LOOKS) -> None:
        others = []
        async with app.run_test(size=(looks[0].width, looks[0].height)) as pilot:
            await pilot.pause()
            if before is not None:
                await before(pilot)
            for look in looks:
                app.theme = (theme.LIGHT if look.light else theme.DARK).name
                await pilot.resize_terminal(look.width, look.height)
                await _still(pilot)
                seen = app.export_screenshot(title=app.title, simplify=True)
                if seen != kept(name=look.name):
                    others.append(folder / f"{look.name}.svg")
                    others[-1].write_text(seen, encoding="utf-8")
        assert not others, f"looks different now: {', '.join(map(str, others))}"

    return compare


async def _still(pilot: Pilot[Any]) -> None:
    """Waits until nothing changes on the screen any more."""
    await pilot.pause()
    now, before = shown(pilot.app), [""]
    for _ in range(100):
        if now == before:
            return
        await pilot.pause()
        now, before = shown(pilot.app), now
