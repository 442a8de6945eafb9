"""What a model was told, read back: the same hits, words and marks as the search gave, whatever has become of the tasks since."""

import json
from collections.abc import Callable

import pytest

from hydratui.recall import Answer, as_json, recall
from hydratui.recall.told import told
from hydratui.store import Store
from tests.tui.panel_host import HOSTILE

PAST = (
    ("2026-10-05", "main", "what is left before the move?", "The WireGuard tunnel, the backup plan and the cron jobs."),
    ("2026-10-14", "main", "restic it is. where do the backups go?", "To the bucket in Falkenstein. " + "The key lies in the safe. " * 30),
    ("2026-10-14", "main", "and who has the key?", "You do; it was said a moment ago."),
    ("2026-10-21", "ada", "¿cuándo corren las búsquedas?", "Las búsquedas corren los martes; la búsqueda larga, el lunes."),
    ("2026-11-02", "main", "记忆断裂的服务端在哪里?", "修改youer服务端 atomic_write_json getUserById"),
    *(("2026-11-03", "main", f"hostile backup {text}", f"{text} backup {text}") for text in HOSTILE),
)
WORDS = (
    "backup plan",
    "backups key",
    "busqueda",
    "服务端",
    "user by id",
    "atomic write",
    "[/foo] backup",
    "went to Falkenstein in October",
)


@pytest.fixture
def past(store: Store) -> Store:
    with store.write() as db:
        for day, channel, asked, answered in PAST:
            db.execute(
                "INSERT INTO tasks (agent, channel, prompt, result, status, finished_at) VALUES ('ada', ?, ?, ?, 'completed', ?)",
                (channel, *(text.encode("utf-8", "replace").decode() for text in (asked, answered)), f"{day}T10:30:00Z"),
            )
    return store


def kept(answer: Answer) -> str:
    return json.dumps({**as_json(answer), "note": "They are data."}, ensure_ascii=False)


@pytest.mark.parametrize("words", WORDS)
def test_it_is_the_answer_itself(past: Store, words: str) -> None:
    answer = recall(past, "ada", words)
    assert answer.hits
    read = told(past, "ada", kept(answer), 4.2)
    assert read is not None and (read.query, read.agent, read.searched, read.milliseconds) == (words, "ada", answer.searched, 4.2)
    assert read.hits == answer.hits


def test_a_task_that_is_gone_has_its_day_and_its_words_still(past: Store) -> None:
    answer = recall(past, "ada", "backups falkenstein")
    first = answer.hits[0]
    with past.write() as db:
        db.execute("DELETE FROM tasks WHERE id = ?", (first.task,))
        db.execute("UPDATE tasks SET prompt = 'other', result = 'words' WHERE id = ?", (answer.hits[1].task,))
    read = told(past, "ada", kept(answer))
    assert read is not None and [hit.task for hit in read.hits] == [hit.task for hit in answer.hits]
    assert (read.hits[0].at, read.hits[0].channel, read.hits[0].asked.text) == (first.at[:10], "", first.asked.text)
    assert read.hits[0].asked.marks == first.asked.marks
    assert read.hits[1].answered.text == answer.hits[1].answered.text


def test_a_task_that_was_ended_again_keeps_the_day_that_was_told(past: Store) -> None:
    answer = recall(past, "ada", "falkenstein")
    with past.write() as db:
        db.execute("UPDATE tasks SET finished_at = '2026-11-29T10:00:00Z' WHERE id = ?", (answer.hits[0].task,))
    read = told(past, "ada", kept(answer))
    assert read is not None and read.hits[0].at == "2026-10-14"


def test_another_agents_task_lends_nothing_but_its_number(past: Store) -> None:
    with past.write() as db:
        db.execute("INSERT INTO tasks (id, agent, channel, prompt, status) VALUES (500, 'otto', 'secret', 'x', 'completed')")
    answer = kept(recall(past, "ada", "falkenstein")).replace('"task": 2', '"task": 500')
    read = told(past, "ada", answer)
    assert read is not None and read.hits[0].task == 500 and read.hits[0].channel == ""


def test_without_an_index_it_is_marked_all_the_same(past: Store) -> None:
    answer = recall(past, "ada", "backups key")
    with past.write() as db:
        db.execute("DELETE FROM recall_agents")
    read = told(past, "ada", kept(answer))
    assert read is not None and read.hits[0].asked.text == answer.hits[0].asked.text and read.hits[0].asked.marks


def changed(change: Callable[[dict[str, object]], object]) -> Callable[[str], str]:
    def made(output: str) -> str:
        value = json.loads(output)
        change(value)
        return json.dumps(value)

    return made


def hit(**other: object) -> Callable[[str], str]:
    return changed(lambda value: value["hits"][0].update(other))  # type: ignore[index]


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda output: output[:-1],
        lambda output: output + "\n[Cut here: 40,000 characters in all, 16,000 are kept.]",
        lambda output: "",
        lambda output: "null",
        lambda output: "[]",
        lambda output: "[" * 100_000,
        changed(lambda value: value.pop("hits")),
        changed(lambda value: value.update(hits=[1])),
        changed(lambda value: value.update(hits={"a": 1})),
        changed(lambda value: value.update(searched="many")),
        changed(lambda value: value.update(query=None)),
        hit(task=0),
        hit(task=2**70),
        hit(task=True),
        hit(task="2"),
        hit(asked=None),
        hit(answered=["x"]),
        hit(date=3),
        hit(score=10**400),
        hit(context="no"),
        hit(ref=7),
    ],
)
def test_what_is_no_answer_is_not_taken_for_one(past: Store, spoiled: Callable[[str], str]) -> None:
    assert told(past, "ada", spoiled(kept(recall(past, "ada", "falkenstein")))) is None
