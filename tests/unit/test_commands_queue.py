"""The commands of the queue, what they say and what they change."""

import pytest

from hydratui.agents.create import create
from hydratui.agents.roster import find
from hydratui.commands import queue_changes
from hydratui.commands.agent_commands import listing
from hydratui.commands.command import Context, Drafted, OpenQueue, Outcome, Said
from hydratui.commands.handle import handle
from hydratui.commands.routing import context
from hydratui.commands.suggest import Suggestion, suggest
from hydratui.errors import HydraError, UnknownAgent, UsageError
from hydratui.paths import Home
from hydratui.store import Store, channels, control, queue, tasks
from hydratui.store.queue import Claim
from hydratui.store.tasks import Task


@pytest.fixture(autouse=True)
def team(home: Home) -> None:
    for name in ("Berta", "Carlo"):
        create(home, name)


@pytest.fixture
def berta(home: Home, store: Store) -> Context:
    """The main channel, where Berta answers."""
    channels.use(store, "main", "berta")
    return context(home, store)


def ask(berta: Context, *texts: str, agent: str = "berta", channel: str = "main") -> list[Task]:
    return [tasks.submit(berta.store, agent, text, channel) for text in texts]


def begin(berta: Context, task: Task) -> Claim:
    claim = queue.claim(berta.store, "test", only=task.id)
    assert claim is not None and claim.task.id == task.id
    return claim


def said(outcome: Outcome) -> str:
    assert isinstance(outcome, Said)
    return outcome.text


def prompts(berta: Context, agent: str = "berta") -> list[str]:
    return [task.prompt for task in control.waiting(berta.store, agent)]


def test_queue_opens_the_queue(berta: Context) -> None:
    assert handle(berta, "/queue") == OpenQueue()


def test_a_waiting_task_is_edited_where_it_stands(berta: Context) -> None:
    first, second = ask(berta, "a", "b")
    assert handle(berta, f"/edit {first.id}") == OpenQueue(first.id, edit=True)
    assert handle(berta, "/edit") == OpenQueue(second.id, edit=True)


def test_edit_without_a_number_leaves_other_channels_alone(berta: Context) -> None:
    (here,) = ask(berta, "here")
    ask(berta, "elsewhere", agent="carlo", channel="carlo")
    assert handle(berta, "/edit") == OpenQueue(here.id, edit=True)


def test_the_text_of_an_ended_task_is_taken_to_be_sent_again(berta: Context) -> None:
    old, new = ask(berta, "old", "new\nand longer")
    for task in (old, new):
        tasks.cancel(berta.store, task.id)
    assert handle(berta, "/edit") == Drafted("main", "new\nand longer", new.id)
    assert handle(berta, f"/edit #{old.id}") == Drafted("main", "old", old.id)


@pytest.mark.parametrize(
    ("agent", "channel", "prompt", "typed"),
    [
        ("carlo", "main", "hi", "@carlo hi"),
        ("carlo", "carlo", "hi", "hi"),
        ("berta", "main", "/recall is a command", " /recall is a command"),
        ("carlo", "main", "/recall is a command", "@carlo /recall is a command"),
        ("nobody", "main", "hi", "hi"),
    ],
)
def test_what_is_sent_again_goes_to_the_same_agent_as_the_same_message(
    berta: Context, agent: str, channel: str, prompt: str, typed: str
) -> None:
    (task,) = ask(berta, prompt, agent=agent, channel=channel)
    tasks.cancel(berta.store, task.id)
    outcome = handle(berta, f"/edit {task.id}")
    assert outcome == Drafted(channel, typed, task.id)
    again = handle(context(berta.home, berta.store, channel), typed)
    assert [(each.agent, each.prompt) for each in getattr(again, "tasks", ())] == [("berta" if agent == "nobody" else agent, prompt)]


def test_a_running_task_is_not_edited(berta: Context) -> None:
    begin(berta, ask(berta, "a")[0])
    with pytest.raises(HydraError, match=r"Task 1 is running\. Stop it with /cancel 1"):
        handle(berta, "/edit 1")
    with pytest.raises(HydraError, match="Nothing that was sent in this channel waits or has ended"):
        handle(berta, "/edit")


def test_a_change_that_comes_too_late_is_a_draft_and_not_lost(berta: Context) -> None:
    (task,) = ask(berta, "a")
    assert queue_changes.rewritten(berta.store, task, "b") == Said("Task 1 is changed and keeps its place.", "berta")
    begin(berta, task)
    late = queue_changes.rewritten(berta.store, task, "c")
    assert isinstance(late, Drafted)
    assert (late.text, late.why) == ("c", "Task 1 has begun; only a waiting task can be changed. Your text is in the prompt.")
    assert prompts(berta) == [] and tasks.recent(berta.store)[0].prompt == "b"


def test_a_change_of_a_task_that_was_taken_back_is_a_draft_too(berta: Context) -> None:
    (task,) = ask(berta, "a")
    tasks.take_back(berta.store, "main")
    assert isinstance(queue_changes.rewritten(berta.store, task, "b"), Drafted)


@pytest.mark.parametrize(("where", "order"), [("first", "cab"), ("UP", "acb"), ("down", "abc"), (" last", "abc")])
def test_a_task_is_moved_among_its_agent_s(berta: Context, where: str, order: str) -> None:
    third = ask(berta, "a", "b", "c")[2]
    ask(berta, "x", agent="carlo")
    told = said(handle(berta, f"/move {third.id} {where}"))
    assert prompts(berta) == list(order)
    assert told == f"Task {third.id} is number {order.index('c') + 1} of 3 that wait."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("/move", "such as /move 17 first"),
        ("/move one first", "is no task number"),
        ("/move 99 first", "no task 99"),
        ("/edit 99", "no task 99"),
        ("/edit one", "is no task number"),
        ("/cancel ada", "/queue shows the numbers"),
        ("/cancel all", "Nothing runs or waits"),
        ("/cancel @berta", "Nothing of Berta's runs or waits"),
    ],
)
def test_what_can_t_be_done_is_said(berta: Context, typed: str, sentence: str) -> None:
    with pytest.raises(HydraError) as caught:
        handle(berta, typed)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("end", ["begun", "completed"])
def test_a_task_that_does_not_wait_is_not_moved(berta: Context, end: str) -> None:
    claim = begin(berta, ask(berta, "a")[0])
    if end == "completed":
        assert queue.complete(berta.store, claim, "done", "builtin", (0, 0))
    with pytest.raises(HydraError, match=f"{'has begun' if end == 'begun' else 'is completed already'}; only a waiting task"):
        handle(berta, "/move 1 first")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("/move 1", "Say where the task goes: first, up, down, last."),
        ("/move 1 \x1b sideways", "first, up, down, last, not '\\x1b sideways'."),
    ],
)
def test_it_must_be_said_where_a_task_goes(berta: Context, typed: str, sentence: str) -> None:
    ask(berta, "a")
    with pytest.raises(UsageError) as caught:
        handle(berta, typed)
    assert str(caught.value).endswith(sentence)


def test_an_agent_is_paused_and_goes_on(berta: Context) -> None:
    begin(berta, ask(berta, "a")[0])
    ask(berta, "b")
    assert said(handle(berta, "/pause")) == "Berta is paused and begins nothing new. What runs is finished. /resume berta lets it go on."
    assert said(handle(berta, "/pause @berta")).startswith("Berta is paused already.")
    assert said(handle(berta, "/pause Carlo")).startswith("Carlo is paused and begins nothing new. /resume")
    assert control.paused(berta.store) == {"berta", "carlo"}
    assert "(@carlo) paused" in listing(berta)
    assert said(handle(berta, "/resume")) == "Berta goes on with 1 task."
    assert said(handle(berta, "/resume")) == "Berta is not paused."
    assert control.paused(berta.store) == {"carlo"}


@pytest.mark.parametrize("typed", ["/pause zoe", "/resume zoe", "/cancel @zoe"])
def test_nobody_is_neither_paused_nor_resumed(berta: Context, typed: str) -> None:
    with pytest.raises(UnknownAgent):
        handle(berta, typed)


def test_everything_is_cancelled_or_all_of_one_agent(berta: Context) -> None:
    begin(berta, ask(berta, "a")[0])
    ask(berta, "b", "c")
    ask(berta, "x", agent="carlo")
    assert said(handle(berta, "/cancel @carlo")) == "1 task of Carlo's cancelled."
    assert said(handle(berta, "/cancel ALL")) == "3 tasks cancelled; what runs is stopping."
    assert [task.status for task in tasks.unfinished(berta.store)] == ["running"]


def test_what_was_cancelled_is_queued_again_in_its_place(berta: Context) -> None:
    ids = [task.id for task in ask(berta, "a", "b", "c")]
    for number in ids[:2]:
        tasks.cancel(berta.store, number)
    assert queue_changes.queued_again(berta.store, ids[:2]) == "2 tasks are queued again."
    assert prompts(berta) == ["a", "b", "c"]
    with pytest.raises(HydraError, match="not cancelled any more"):
        queue_changes.queued_again(berta.store, ids[:1])


def test_an_agent_that_is_gone_can_still_be_emptied(berta: Context) -> None:
    ask(berta, "a", agent="gone")
    assert queue_changes.cancelled_all(berta.store, "gone", "gone") == "1 task of gone's cancelled."


# What is offered while one types


def offered(berta: Context, typed: str) -> list[Suggestion]:
    return suggest(berta, typed, len(typed))


def test_cancel_offers_what_runs_then_what_waits_and_all(berta: Context) -> None:
    begin(berta, ask(berta, "a")[0])
    ask(berta, "b\nx", "c")
    offers = offered(berta, "/cancel ")
    assert [(one.label, one.summary) for one in offers[:3]] == [
        ("1", "Berta, runs: a"),
        ("3", "Berta, waits: c"),
        ("2", "Berta, waits: b x"),
    ]
    assert offers[3].label == "all"
    assert [one.label for one in offered(berta, "/cancel @ca")] == ["@carlo"]


def test_a_number_that_is_typed_is_never_made_another_by_enter(berta: Context) -> None:
    ask(berta, *"abcdefghijkl")
    offers = offered(berta, "/cancel 1")
    assert [one.label for one in offers] == ["12", "11", "10"]
    assert all(one.offered for one in offers)
    assert offers[0].applied("/cancel 1") == "/cancel 12"


def test_move_offers_what_waits_and_then_the_places(berta: Context) -> None:
    begin(berta, ask(berta, "a")[0])
    ask(berta, "b")
    (one,) = offered(berta, "/move ")
    assert (one.label, one.applied("/move ")) == ("2", "/move 2 ")
    assert [each.label for each in offered(berta, "/move 2 ")] == ["first", "up", "down", "last"]
    assert offered(berta, "/move 2 fi")[0].applied("/move 2 fi") == "/move 2 first"
    assert offered(berta, "/move 2 first ") == []


def test_retry_offers_what_failed_and_edit_what_waits_or_ended_here(berta: Context) -> None:
    first, second = ask(berta, "a", "b")
    ask(berta, "c", agent="carlo", channel="carlo")
    tasks.cancel(berta.store, first.id)
    assert [one.label for one in offered(berta, "/retry ")] == [str(first.id)]
    assert [one.label for one in offered(berta, "/edit ")] == [str(second.id), str(first.id)]


def test_pause_and_resume_offer_agents(berta: Context) -> None:
    for command in ("pause", "resume"):
        assert offered(berta, f"/{command} ca")[0].applied(f"/{command} ca") == f"/{command} carlo"


def test_a_hostile_prompt_is_offered_as_plain_text_on_one_line(berta: Context) -> None:
    ask(berta, "[/foo]\n\x1b[31m\u202e" + "x" * 5000)
    assert len(offered(berta, "/cancel ")[0].summary) < 90
    assert "\x1b" not in offered(berta, "/cancel ")[0].summary


def test_the_agent_s_name_is_in_the_sentence(berta: Context) -> None:
    assert queue_changes.paused(berta.store, find(berta.home, "carlo")).startswith("Carlo")
