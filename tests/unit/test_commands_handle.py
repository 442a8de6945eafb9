"""Everything that is typed: commands run at once, all else is queued for its agents."""

import pytest

from hydratui.agents import memory
from hydratui.agents.create import create
from hydratui.agents.roster import find, roster
from hydratui.commands.command import Anew, Context, Found, Leave, OpenAgents, OpenHelp, OpenMemory, Outcome, Said, Sent, Using
from hydratui.commands.handle import handle
from hydratui.commands.routing import context
from hydratui.errors import HydraError, NoteRefused, UnknownAgent, UsageError
from hydratui.paths import Home
from hydratui.store import Store, channels, queue, tasks


@pytest.fixture(autouse=True)
def team(home: Home) -> None:
    for name in ("Berta", "Carlo"):
        create(home, name)


@pytest.fixture
def berta(home: Home, store: Store) -> Context:
    """The main channel, where Berta answers."""
    channels.use(store, "main", "berta")
    return context(home, store)


def said(outcome: Outcome) -> str:
    assert isinstance(outcome, Said)
    return outcome.text


def sent(outcome: Outcome) -> list[tuple[str, str, str]]:
    assert isinstance(outcome, Sent)
    return [(task.agent, task.channel, task.prompt) for task in outcome.tasks]


def answer(store: Store, task_id: int, text: str) -> None:
    claim = queue.claim(store, "test", only=task_id)
    assert claim is not None
    assert queue.complete(store, claim, text, "builtin", (0, 0))


def test_a_message_is_queued_for_the_active_agent(berta: Context) -> None:
    assert sent(handle(berta, "hello")) == [("berta", "main", "hello")]
    assert [task.status for task in tasks.unfinished(berta.store)] == ["pending"]


def test_a_message_to_two_agents_is_two_tasks(berta: Context) -> None:
    assert sent(handle(berta, "@berta @carlo hi")) == [("berta", "main", "hi"), ("carlo", "main", "hi")]


def test_a_slash_and_an_agent_is_a_message_to_it(berta: Context) -> None:
    assert sent(handle(berta, "/carlo write\na poem")) == [("carlo", "main", "write\na poem")]


def test_from_another_agent_s_channel_it_goes_to_the_agent_s_own(home: Home, store: Store) -> None:
    assert sent(handle(context(home, store, "berta"), "/carlo hi")) == [("carlo", "carlo", "hi")]


def test_a_command_s_name_wins_over_an_agent_s_id(home: Home, berta: Context) -> None:
    create(home, "Help")
    assert handle(berta, "/help") == OpenHelp()


@pytest.mark.parametrize("text", ["/usr/bin is full", "/etc/hosts", "//", "/a/b/c\nwhat is this?", " /recall x"])
def test_a_path_or_a_leading_blank_is_a_message(berta: Context, text: str) -> None:
    assert sent(handle(berta, text)) == [("berta", "main", text.strip())]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("/recal", "No command /recal. Did you mean /recall?"),
        ("/RECAL x", "No command /RECAL. Did you mean /recall?"),
        ("/carlos hi", "No command /carlos. Did you mean /carlo?"),
        ("/xyzzy", "No command /xyzzy. See them all with /help"),
        ("/", "A slash begins a command"),
        ("/ help", "A slash begins a command"),
        ("", "nothing to send"),
        ("/carlo", "Type a message after /carlo"),
        ("/help recal", "Did you mean /recall?"),
    ],
)
def test_what_can_t_be_done_is_said_and_queues_nothing(berta: Context, typed: str, sentence: str) -> None:
    with pytest.raises(HydraError) as caught:
        handle(berta, typed)
    assert sentence in str(caught.value)
    assert tasks.unfinished(berta.store) == []


def test_remember_saves_the_user_s_note(berta: Context) -> None:
    told = said(handle(berta, "/remember I deploy on Fridays"))
    note = memory.notes(find(berta.home, "berta"))[-1]
    assert (note.text, note.origin, note.task) == ("I deploy on Fridays", "user", None)
    assert told == f"Saved in Berta's memory: - [{note.date}] I deploy on Fridays"
    assert "knows this already" in said(handle(berta, "/remember I deploy on Fridays"))


@pytest.mark.parametrize("note", ["", "x" * 601])
def test_a_note_that_can_t_be_saved_is_refused(berta: Context, note: str) -> None:
    with pytest.raises(NoteRefused):
        handle(berta, f"/remember {note}")


def test_recall_finds_what_was_done(berta: Context) -> None:
    asked = handle(berta, "Should the backup plan move to nights?")
    assert isinstance(asked, Sent)
    answer(berta.store, asked.tasks[0].id, "Yes, to Tuesday nights.")
    found = handle(berta, "/recall backup plan")
    assert isinstance(found, Found)
    assert found.agent.id == "berta"
    assert [hit.task for hit in found.answer.hits] == [asked.tasks[0].id]


def test_recall_s_filters_are_filters(berta: Context) -> None:
    asked = handle(berta, "Should the backup plan move to nights?")
    assert isinstance(asked, Sent)
    answer(berta.store, asked.tasks[0].id, "Yes.")
    found = handle(berta, "/recall backup plan until:2001")
    assert isinstance(found, Found)
    assert found.answer.hits == ()


@pytest.mark.parametrize("typed", ["/recall", "/recall on:today"])
def test_recall_without_a_word_asks_for_one(berta: Context, typed: str) -> None:
    with pytest.raises(HydraError, match="Type the words"):
        handle(berta, typed)


def test_memory_opens_the_active_agent_s_or_another_s(berta: Context) -> None:
    assert handle(berta, "/memory") == OpenMemory(find(berta.home, "berta"))
    assert handle(berta, "/memory @carlo") == OpenMemory(find(berta.home, "carlo"))


def test_use_changes_who_answers_here(berta: Context) -> None:
    assert handle(berta, "/use Carlo") == Using(find(berta.home, "carlo"))
    assert channels.active_agent(berta.store, "main") == "carlo"


def test_use_of_nobody_is_said(berta: Context) -> None:
    with pytest.raises(UsageError, match="Name the agent"):
        handle(berta, "/use")
    with pytest.raises(UnknownAgent, match="carlo"):
        handle(berta, "/use zoe")


def test_a_private_channel_can_t_be_given_to_another(home: Home, store: Store) -> None:
    with pytest.raises(HydraError, match="Berta's own"):
        handle(context(home, store, "berta"), "/use carlo")
    assert handle(context(home, store, "berta"), "/use berta") == Using(find(home, "berta"))


def test_agents_are_listed_with_what_they_do(berta: Context) -> None:
    handle(berta, "one")
    handle(berta, "two")
    assert queue.claim(berta.store, "test") is not None
    opened = handle(berta, "/agents carlo")
    assert isinstance(opened, OpenAgents) and opened.agent is not None and opened.agent.id == "carlo"
    lines = opened.text.splitlines()
    assert len(lines) == len(roster(berta.home))
    assert any("(@berta) working, 1 queued" in line for line in lines)
    assert any("(@carlo) idle" in line for line in lines)


def test_cancel_takes_the_running_task_before_the_queued_one(berta: Context) -> None:
    handle(berta, "one")
    handle(berta, "two")
    claim = queue.claim(berta.store, "test")
    assert claim is not None
    assert said(handle(berta, "/cancel")) == f"Task {claim.task.id} is stopping."


def test_cancel_takes_the_one_queued_last_here(berta: Context) -> None:
    handle(berta, "one")
    last = handle(berta, "two")
    assert isinstance(last, Sent)
    tasks.submit(berta.store, "carlo", "elsewhere", "carlo")
    assert said(handle(berta, "/cancel")) == f"Task {last.tasks[0].id} is cancelled."


@pytest.mark.parametrize("typed", ["/cancel", "/cancel 99", "/cancel one", "/cancel -1", "/cancel " + "9" * 30, "/retry", "/retry 99"])
def test_what_can_t_be_cancelled_or_retried_is_said(berta: Context, typed: str) -> None:
    with pytest.raises(HydraError):
        handle(berta, typed)


def test_an_ended_task_can_t_be_cancelled(berta: Context) -> None:
    asked = handle(berta, "one")
    assert isinstance(asked, Sent)
    answer(berta.store, asked.tasks[0].id, "done")
    with pytest.raises(HydraError, match="is completed already"):
        handle(berta, f"/cancel {asked.tasks[0].id}")


def test_retry_queues_the_latest_failed_task_again(berta: Context) -> None:
    handle(berta, "one")
    handle(berta, "/cancel")
    assert sent(handle(berta, "/retry")) == [("berta", "main", "one")]
    assert [task.status for task in tasks.unfinished(berta.store)] == ["pending"]


def test_new_begins_again_and_keeps_everything(berta: Context) -> None:
    asked = handle(berta, "one")
    assert isinstance(asked, Sent)
    answer(berta.store, asked.tasks[0].id, "done")
    assert handle(berta, "/new") == Anew("main")
    assert tasks.context(berta.store, "berta", "main") == []
    assert len(tasks.window(berta.store, "main")) == 1


def test_model_is_shown_and_set_in_the_agent_s_file_alone(berta: Context) -> None:
    card = find(berta.home, "berta").folder / "berta.agent.md"
    before = card.read_text(encoding="utf-8")
    assert said(handle(berta, "/model")).startswith("Berta uses the default model")
    assert said(handle(berta, "/model openai:some-model")) == "Berta uses openai:some-model."
    changed = card.read_text(encoding="utf-8")
    assert changed == before.replace("model:\n", "model: openai:some-model\n")
    assert said(handle(context(berta.home, berta.store), "/model")) == "Berta uses openai:some-model."
    assert said(handle(berta, "/model default")).startswith("Berta uses the default model")
    assert said(handle(berta, "/model builtin")) == "Berta uses the built-in assistant."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("opnai:gpt", "Did you mean openai:gpt?"),
        ("zzzzzz:x", "The providers are: openai"),
        ("gpt", "provider:model"),
        ("a b", "without blanks"),
    ],
)
def test_an_unknown_model_is_refused_with_the_nearest(berta: Context, typed: str, sentence: str) -> None:
    with pytest.raises(HydraError) as caught:
        handle(berta, f"/model {typed}")
    assert sentence in str(caught.value)
    assert find(berta.home, "berta").model is None


def test_help_and_quit(berta: Context) -> None:
    assert handle(berta, "/help /Recall") == OpenHelp("recall")
    assert handle(berta, "/quit") == Leave()
    assert handle(berta, "/exit") == Leave()
