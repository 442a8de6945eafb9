"""The app in a real browser: it starts there, takes a message, opens its palette and shows a card."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hydratui.paths import Home
from hydratui.store import Store, front_ends, tasks
from tests.chromium import PROGRAM, chromium
from tests.recovery.conftest import until
from tests.serving import Serving

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed")]

ENTER, ESCAPE = ("Enter", 13), ("Escape", 27)


async def test_send_palette_and_card_in_chromium(home: Home, store: Store, tmp_path: Path) -> None:
    with Serving() as serving:
        async with chromium(tmp_path / "profile") as page:
            await page.open(serving.address)
            await page.wait_for("hydratui", "AGENTS", "Ada")
            await page.until(lambda shown: "enter send" in shown.splitlines()[-1])
            empty = await page.picture()

            await page.type("remember that the backup plan is on Tuesday nights")
            await page.wait_for("the backup plan is on Tuesday")
            await page.press(*ENTER)
            await page.wait_for("built-in · ")
            assert [task.status for task in tasks.window(store, "main")] == ["completed"]
            assert await page.picture() != empty

            await page.type("/rec")
            await page.wait_for("/recall <keywords>")
            await page.press(*ESCAPE)
            await page.type("all backup plan")
            await page.press(*ENTER)
            await page.wait_for("enter open", "y copy")
            await page.call("Emulation.setDeviceMetricsOverride", width=1000, height=500, deviceScaleFactor=1, mobile=False)
            await page.until(lambda shown: "esc back" in shown.splitlines()[-1] and page.rows < 26)

            assert await page.value("document.body.className") == "-loaded -first-byte"
            assert page.complaints == []
            asked = {urlsplit(each).netloc for each in page.requested if not each.startswith("data:")}
            assert asked == {urlsplit(serving.address).netloc}, page.requested
        # The tab is gone, and so is its app.
        until(lambda: front_ends.open_(store) == 0, "an app without a tab to end")
        assert serving.interrupt() == 0


async def test_a_page_from_elsewhere_can_neither_read_nor_connect(home: Home, tmp_path: Path) -> None:
    with Serving() as serving:
        async with chromium(tmp_path / "profile") as page:
            await page.open("about:blank")
            socket = f"{serving.address.replace('http', 'ws')}ws"
            script = f"""new Promise(done => {{
                const socket = new WebSocket("{socket}");
                socket.onopen = () => done("open"); socket.onerror = () => done("refused"); }})"""
            assert await page.value(script) == "refused"
            read = f'fetch("{serving.address}").then(answer => answer.text(), () => "refused")'
            assert await page.value(read) == "refused"
