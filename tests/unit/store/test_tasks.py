"""Tasks: sent, listed, cancelled, tried again, handed to another name."""

import pytest

from hydratui.errors import HydraError
from hydratui.store import Store, channels, ownership, queue, tasks


def answered(store: Store, agent: str, prompt: str, answer: str, channel: str = "main") -> int:
    task = tasks.submit(store, agent, prompt, channel)
    claim = queue.claim(store, "w")
    assert claim is not None
    assert claim.task.id == task.id
    assert queue.complete(store, claim, answer, "builtin", (3, 5))
    return task.id


def test_a_completed_task_has_its_answer_its_model_and_its_tokens(store: Store) -> None:
    task = tasks.get(store, answered(store, "ada", "why?", "because"))
    assert task is not None
    assert (task.status, task.result, task.model, task.tokens_in, task.tokens_out) == ("completed", "because", "builtin", 3, 5)
    assert task.finished_at is not None
    assert task.ended


@pytest.mark.parametrize("prompt", ["", "  \n ", "x" * (tasks.MAX_PROMPT + 1)])
def test_an_empty_or_enormous_message_is_refused(store: Store, prompt: str) -> None:
    with pytest.raises(HydraError, match="message"):
        tasks.submit(store, "ada", prompt)
    assert tasks.recent(store) == []


def test_a_lone_surrogate_is_stored_as_a_sign(store: Store) -> None:
    assert tasks.submit(store, "ada", "bad \ud800 pair").prompt == "bad ? pair"


def test_the_window_pages_backwards_and_forwards(store: Store) -> None:
    ids = [tasks.submit(store, "ada", f"m{number}").id for number in range(10)]
    tasks.submit(store, "otto", "elsewhere", "otto")
    last = tasks.window(store, "main", limit=4)
    assert [task.id for task in last] == ids[6:]
    assert [task.id for task in tasks.window(store, "main", before=last[0].id, limit=4)] == ids[2:6]
    assert [task.id for task in tasks.after(store, "main", ids[2], limit=3)] == ids[3:6]


def test_the_prompt_holds_the_agents_own_ten_latest_of_this_conversation(store: Store) -> None:
    for number in range(12):
        answered(store, "ada", f"q{number}", "a")
    answered(store, "otto", "not mine", "a")
    answered(store, "ada", "elsewhere", "a", "ada")
    assert [task.prompt for task in tasks.context(store, "ada", "main")] == [f"q{number}" for number in range(2, 12)]
    channels.start_anew(store, "main")
    assert tasks.context(store, "ada", "main") == []
    answered(store, "ada", "fresh", "a")
    assert [task.prompt for task in tasks.context(store, "ada", "main")] == ["fresh"]


def test_cancelling_a_waiting_task_ends_it_and_a_running_one_is_asked(store: Store) -> None:
    first, second = tasks.submit(store, "ada", "one"), tasks.submit(store, "ada", "two")
    claim = queue.claim(store, "w")
    assert claim is not None
    assert tasks.cancel(store, second.id).status == "cancelled"
    asked = tasks.cancel(store, first.id)
    assert (asked.status, asked.cancelling) == ("running", True)
    assert [held.task.id for held in queue.cancelled(store, [claim])] == [first.id]
    assert queue.stop(store, claim, "half an ans", None, (0, 0))
    ended = tasks.get(store, first.id)
    assert ended is not None
    assert (ended.status, ended.result, ended.cancelling) == ("cancelled", "half an ans", False)
    with pytest.raises(HydraError, match="nothing to cancel"):
        tasks.cancel(store, first.id)


def test_only_a_failed_or_cancelled_task_is_tried_again(store: Store) -> None:
    task = tasks.submit(store, "ada", "try")
    with pytest.raises(HydraError, match="only a failed"):
        tasks.retry(store, task.id)
    claim = queue.claim(store, "w")
    assert claim is not None
    queue.fail(store, claim, "The key is wrong.", "half", "openai:x", (1, 0))
    again = tasks.retry(store, task.id)
    assert (again.status, again.error, again.result, again.attempts) == ("pending", None, None, 0)
    with pytest.raises(HydraError, match="no task 999"):
        tasks.retry(store, 999)


def test_taking_back_gives_the_newest_waiting_message_and_keeps_the_queue(store: Store) -> None:
    for text in ("one", "two", "three"):
        tasks.submit(store, "ada", text)
    queue.claim(store, "w")
    taken = tasks.take_back(store, "main")
    assert taken is not None
    assert taken.prompt == "three"
    assert [task.prompt for task in tasks.unfinished(store)] == ["one", "two"]
    tasks.take_back(store, "main")
    assert tasks.take_back(store, "main") is None


def test_a_renamed_agent_keeps_its_tasks_and_its_channel(store: Store) -> None:
    answered(store, "ada", "q", "a", "ada")
    channels.keep_draft(store, "ada", "half a thought")
    channels.use(store, "main", "ada")
    assert ownership.rename_agent(store, "ada", "lovelace") == 1
    assert [(task.agent, task.channel) for task in tasks.recent(store)] == [("lovelace", "lovelace")]
    assert channels.draft(store, "lovelace") == "half a thought"
    assert channels.active_agent(store, "main") == "lovelace"


def test_unread_counts_what_ended_since_it_was_seen(store: Store) -> None:
    answered(store, "ada", "q1", "a", "ada")
    tasks.submit(store, "otto", "waiting", "otto")
    assert channels.unread(store, ["main", "ada", "otto"]) == {"ada": 1}
    channels.mark_seen(store, "ada")
    assert channels.unread(store, ["main", "ada", "otto"]) == {}


def test_counting_what_is_unread_reads_no_rows_with_their_long_texts(store: Store) -> None:
    plan = store.connection.execute(f"EXPLAIN QUERY PLAN {channels._ENDED_AFTER}", ("main", 0, 9)).fetchall()
    assert "SEARCH tasks USING INDEX tasks_ended (channel=? AND rowid>?)" in [row[3] for row in plan]
