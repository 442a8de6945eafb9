"""The team by commands: agents are made, copied, renamed, changed and deleted, and none gets what is another's."""

import pytest

from hydratui.agents import files, journal, memory
from hydratui.agents.create import create
from hydratui.agents.grants import granted
from hydratui.agents.roster import find, roster
from hydratui.commands import agent_changes
from hydratui.commands.command import Context, Moved, OpenAgents, OpenProfile, Said
from hydratui.commands.handle import handle
from hydratui.commands.registry import COMMANDS
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError, UnknownAgent, UsageError
from hydratui.paths import Home
from hydratui.recall import recall
from hydratui.store import Store, queue, tasks


@pytest.fixture
def here(home: Home, store: Store) -> Context:
    """The main channel, in which Ada answers."""
    return Context(home, store, "main", find(home, "ada"))


def say(context: Context, typed: str) -> str:
    outcome = handle(context, typed)
    assert isinstance(outcome, Said)
    return outcome.text


def done(store: Store, agent: str, prompt: str) -> None:
    task = tasks.submit(store, agent, prompt)
    claim = queue.claim(store, "test", only=task.id)
    assert claim is not None
    queue.complete(store, claim, "done", "builtin", (0, 0))


def labels(context: Context, typed: str) -> list[str]:
    return [each.label for each in suggest(context, typed, len(typed))]


def test_an_agent_is_made_by_its_name(here: Context) -> None:
    assert say(here, "/create Ana María") == "Ana María is ready as @ana_maria."
    assert say(here, "/create 日本") == "日本 is ready as @agent_1."
    with pytest.raises(HydraError, match="ana_maria already"):
        handle(here, "/create ana maria")
    with pytest.raises(UsageError, match="such as /create"):
        handle(here, "/create")


def test_a_new_agent_does_not_get_the_messages_of_a_deleted_one_of_its_name(here: Context) -> None:
    done(here.store, "otto", "water the tulips")
    handle(here, "/delete otto Otto")
    sentence = "Otto is ready as @otto_2. @otto was an earlier agent, whose messages are still there; /create @otto brings that one back."
    assert say(here, "/create Otto") == sentence
    assert recall(here.store, "otto_2", "tulips").hits == ()
    with pytest.raises(UnknownAgent):
        find(here.home, "otto")
    assert "as @otto_3." in say(here, "/create OTTO")


def test_the_deleted_one_comes_back_by_its_id(here: Context) -> None:
    done(here.store, "otto", "water the tulips")
    handle(here, "/delete otto Otto")
    assert say(here, "/create @otto") == "Otto is ready as @otto. The earlier messages are its own again."
    assert len(recall(here.store, "otto", "tulips").hits) == 1


def test_a_number_that_messages_are_left_under_is_not_given_again(here: Context) -> None:
    say(here, "/create 日本")
    done(here.store, "agent_1", "hello")
    handle(here, "/delete agent_1 日本")
    assert say(here, "/create 中国") == "中国 is ready as @agent_2."


def test_a_rename_says_where_the_messages_are_now(here: Context) -> None:
    tasks.submit(here.store, "ada", "hello", "ada")
    assert handle(here, "/rename ada Ada Lovelace") == Moved(
        "ada", "ada_lovelace", "Ada is Ada Lovelace now, and @ada is @ada_lovelace.", "ada_lovelace"
    )
    assert [task.channel for task in tasks.recent(here.store)] == ["ada_lovelace"]
    assert handle(here, "/rename @ada_lovelace 日本") == Moved("ada_lovelace", "ada_lovelace", "Ada Lovelace is 日本 now.", "ada_lovelace")
    with pytest.raises(UsageError, match="/rename ada Ada Lovelace"):
        handle(here, "/rename otto")


def test_a_numbered_agent_keeps_its_id_when_only_the_spelling_of_its_name_changes(here: Context) -> None:
    done(here.store, "otto", "hello")
    handle(here, "/delete otto Otto")
    say(here, "/create Otto")
    renamed = agent_changes.rename(here.home, here.store, "otto_2", "OTTO")
    assert (renamed.id, renamed.name) == ("otto_2", "OTTO")


def test_a_rename_that_fails_gives_an_id_back_that_no_name_spells(here: Context) -> None:
    say(here, "/create 日本")
    tasks.submit(here.store, "agent_1", "hello")
    here.store.connection.execute("CREATE TRIGGER no BEFORE UPDATE OF agent ON schedules BEGIN SELECT raise(ABORT, 'no'); END")
    here.store.connection.execute(
        "INSERT INTO schedules (agent, channel, prompt, cron, zone, created_at) VALUES ('agent_1', 'agent_1', 'x', '0 9 * * *', 'UTC', 'x')"
    )
    with pytest.raises(Exception, match="no"):
        handle(here, "/rename agent_1 Anna")
    assert find(here.home, "agent_1").name == "日本"
    assert [task.agent for task in tasks.recent(here.store)] == ["agent_1"]


def test_a_copy_has_the_files_and_grants_but_neither_notes_nor_journal(here: Context) -> None:
    ada = find(here.home, "ada")
    memory.save(ada, "The user deploys on Fridays.", "user")
    files.path(ada, "soul").write_bytes("Дрейф\r\n\xff".encode("latin-1", "replace") + b"\xff")
    files.path(ada, "tools").write_text("- recall\n", encoding="utf-8")
    assert say(here, "/duplicate ada Bea") == "Bea is ready as @bea, with Ada's files and grants. The files still say Ada in places."
    bea = find(here.home, "bea")
    assert (bea.name, bea.emoji, bea.craft, granted(bea)) == ("Bea", ada.emoji, ada.craft, frozenset({"recall"}))
    for kind in ("soul", "skill", "tools", "heartbeat"):
        assert files.path(bea, kind).read_bytes() == files.path(ada, kind).read_bytes()
    assert memory.notes(bea) == [] and memory.size(bea) > 0
    assert sorted(file.name for file in bea.folder.iterdir()) == sorted(f"bea.{kind}.md" for kind in files.KINDS)


def test_the_notes_are_copied_where_that_is_wanted_and_say_that_nobody_knows_who_wrote_them(here: Context) -> None:
    memory.save(find(here.home, "ada"), "The user deploys on Fridays.", "user")
    copy = agent_changes.duplicate(here.home, here.store, "ada", "Bea", with_memory=True).agent
    assert [(note.text, note.origin) for note in memory.notes(copy)] == [("The user deploys on Fridays.", "hand")]
    assert not journal.path(copy).exists()


def test_a_delete_asks_for_the_name_and_says_what_goes(here: Context) -> None:
    memory.save(find(here.home, "otto"), "One note.", "user")
    with pytest.raises(UsageError, match=r"its 1 note, for good; .*its messages stay\. To do it, .*: /delete otto Otto"):
        handle(here, "/delete otto")
    with pytest.raises(UsageError, match="Type the name Otto"):
        handle(here, "/delete otto Ada")
    assert find(here.home, "otto").name == "Otto"
    assert handle(here, "/delete @otto OTTO") == Moved("otto", "main", "Otto is deleted. Its messages stay.")
    assert "otto" not in [agent.id for agent in roster(here.home)]


def test_an_agent_at_work_is_not_deleted(here: Context) -> None:
    tasks.submit(here.store, "otto", "hello")
    assert queue.claim(here.store, "test") is not None
    with pytest.raises(HydraError, match="working on task 1"):
        handle(here, "/delete otto Otto")
    assert find(here.home, "otto").name == "Otto"


def test_the_card_is_changed_a_field_at_a_time(here: Context) -> None:
    assert say(here, "/emoji 🦊") == "Ada is 🦊 now."
    assert say(here, "/craft Writer") == "Ada's craft is writer from the next message on."
    ada = find(here.home, "ada")
    assert (ada.emoji, ada.craft) == ("🦊", "writer")
    assert say(Context(here.home, here.store, "main", ada), "/craft") == "Ada's craft is writer."
    with pytest.raises(HydraError, match="no craft 'cook'"):
        handle(here, "/craft cook")


@pytest.mark.parametrize("typed", ["", "fox", "🦊 🦉", "x" * 20, "🦊" * 17])
def test_what_is_no_emoji_is_refused(here: Context, typed: str) -> None:
    with pytest.raises(HydraError, match="Choose one emoji"):
        handle(here, f"/emoji {typed}")


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧", "🇩🇪", "☎️", "1️⃣", "A"])
def test_what_is_one_is_taken(here: Context, emoji: str) -> None:
    assert say(here, f"/emoji {emoji}") == f"Ada is {emoji} now."


def test_a_command_without_a_screen_says_who_there_is(here: Context) -> None:
    opened = handle(here, "/agents")
    assert isinstance(opened, OpenAgents)
    assert opened.agent == here.agent and "(@otto) idle" in opened.text
    for agent in roster(here.home):
        agent_changes.delete(here.home, here.store, agent.id)
    nobody = handle(Context(here.home, here.store, "main", None), "/agents")
    assert nobody == OpenAgents(None, "There is no agent yet. Make one with /create NAME.")
    assert handle(here, "/profile") == OpenProfile()


def test_arguments_are_completed_by_their_kind(here: Context) -> None:
    create(here.home, "Bea")
    for command in ("agents", "rename", "duplicate", "delete"):
        assert labels(here, f"/{command} be") == ["bea"]
    assert suggest(here, "/rename be", 10)[0].applied("/rename be") == "/rename bea "
    assert labels(here, "/rename bea ") == []
    assert labels(here, "/craft ") == ["coder", "general", "researcher", "writer"]
    assert "🦊" in labels(here, "/emoji ")
    known = {command.name for command in COMMANDS}
    assert {"agents", "create", "rename", "duplicate", "delete", "craft", "emoji", "profile"} <= known
