"""A picture of what it looks like to read by keyboard: lines of tools unfolded, the cards that were told, the pointer at code."""

import json
from typing import Any

import pytest
from textual.pilot import Pilot

from hydratui.paths import Home
from hydratui.recall import as_json, recall
from hydratui.store import Store, tasks, usage
from hydratui.store.usage import CallDetail
from hydratui.tui.app import HydraApp
from tests.tui.conftest import shown
from tests.tui.pictures import Look, Pictures
from tests.tui.screenshots import until
from tests.tui.story import QWEN, Clock, Worker, write_past

FOUND = "".join(
    f"{number}. {title}\n   https://example.org/{number}\n   {about}\n"
    for number, (title, about) in enumerate(
        [
            ("restic: checking a repository", "check reads the structure; --read-data reads every pack and takes as long as a restore."),
            ("How often to run it", "Once a month with --read-data-subset, after every upgrade without it."),
            ("prune and check", "Never at the same time: both lock the repository."),
            ("An incident with a full disk", "What was half-written was found by check, and gone after rebuild-index."),
        ],
        1,
    )
)
ANSWER = "Once a month is enough; the backup plan leaves Sundays free:\n\n```sh\nrestic check --read-data-subset=1/12\n```"


def read_up(store: Store, worker: Worker) -> None:
    """Ada looks in her memory and on the web, and answers with a line of code."""
    task = tasks.submit(store, "ada", "How often should the backups be checked?")
    worker.begin(task)
    answer = recall(store, "ada", "backup plan")
    for tool, given, output, gist, ms in (
        ("recall", {"query": "backup plan"}, json.dumps(as_json(answer)), f"{len(answer.hits)} hits in {answer.searched} tasks", 4.0),
        ("web_search", {"query": "restic check how often", "results": 5}, FOUND, "4 results", 640.0),
    ):
        usage.record(
            store, task=task.id, agent="ada", tool=tool, source="built-in", outcome="ok", ms=ms,
            summary=" ".join(map(str, given.values())), result=gist, detail=CallDetail(json.dumps(given), output),
        )  # fmt: skip
    worker.clock.tick(6)
    worker.complete(task, ANSWER, QWEN, (1210, 88))


@pytest.mark.parametrize(
    ("look", "keys"),
    [
        (Look(120, 40), ("left",)),
        (Look(80, 24, light=True), ("left", "left")),
        (Look(60, 20), ("right", "right", "right", "right")),
    ],
    ids=["at code", "at a tool", "at a card"],
)
async def test_reading(
    pictures: Pictures, home: Home, store: Store, worker: Worker, clock: Clock, look: Look, keys: tuple[str, ...]
) -> None:
    write_past(store, home, clock)
    clock.at(minutes=3)
    read_up(store, worker)

    async def before(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "restic check --" in shown(pilot.app))
        for key in ("alt+up", "right", "enter", "right", "enter", "up", *keys):
            await pilot.press(key)
            await pilot.pause()

    await pictures(HydraApp(home, None), before, looks=[look])
