"""The built-in assistant with its real tools, on a real store and real memory files."""

from dataclasses import dataclass, field

import pytest

from hydratui.agents import files, memory
from hydratui.agents.roster import Agent, find
from hydratui.models import builtin
from hydratui.models.turn import Event, Exchange, Spent, TextDelta, ToolEnded, ToolStarted, Turn
from hydratui.paths import Home
from hydratui.store import Store, outside, queue, tasks
from hydratui.tools.toolbox import Caller, toolbox


@dataclass(slots=True)
class Talk:
    """A conversation with one agent, each message a task of its own, as the worker would run it."""

    home: Home
    store: Store
    agent: Agent
    history: list[Exchange] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    reads: str = ""

    def before(self, asked: str, answered: str) -> int:
        """A completed task of the past."""
        tasks.submit(self.store, self.agent.id, asked)
        claim = queue.claim(self.store, "test")
        assert claim is not None
        assert queue.complete(self.store, claim, answered, "builtin", (0, 0))
        return claim.task.id

    async def say(self, text: str) -> str:
        task = tasks.submit(self.store, self.agent.id, text)
        if self.reads:
            outside.mark(self.store, task.id, self.reads)
        tools = toolbox(Caller(self.home, self.store, self.agent, task.id))
        notes = tuple(f"[{note.date}] {note.text}" if note.date else note.text for note in memory.notes(self.agent))
        turn = Turn("", tuple(self.history), text, tuple(tools), self.agent.name, notes)
        self.events = [event async for event in builtin.run(turn)]
        answer = "".join(event.text for event in self.events if isinstance(event, TextDelta))
        claim = queue.claim(self.store, "test")
        assert claim is not None
        assert queue.complete(self.store, claim, answer, "builtin", (0, 0))
        return answer

    def notes(self) -> list[str]:
        return [note.text for note in memory.notes(self.agent)]


@pytest.fixture
def ada(home: Home, store: Store) -> Talk:
    return Talk(home, store, find(home, "ada"))


async def test_a_fact_is_saved_and_the_saved_bullet_is_shown(ada: Talk) -> None:
    answer = await ada.say("remember that I deploy on Fridays")
    note = memory.notes(ada.agent)[-1]
    assert note.text == "I deploy on Fridays."
    assert f"> [{note.date}] I deploy on Fridays." in answer
    assert [type(event) for event in ada.events[:2]] == [ToolStarted, ToolEnded]
    assert ada.events[-1] == Spent(0, 0)


async def test_the_answer_streams_in_pieces_of_a_few_words(ada: Talk) -> None:
    await ada.say("who are you?")
    pieces = [event.text for event in ada.events if isinstance(event, TextDelta)]
    assert len(pieces) > 10
    assert all(0 < len(piece.split()) <= 4 for piece in pieces)


@pytest.mark.parametrize(
    ("said", "note", "word"),
    [
        ("recuerda que despliego los viernes", "Despliego los viernes.", "Guardado"),
        ("lembra que faço deploy às sextas", "Faço deploy às sextas.", "Guardado"),
        ("souviens-toi que je déploie le vendredi", "Je déploie le vendredi.", "Enregistré"),
        ("ricorda che faccio il deploy il venerdì", "Faccio il deploy il venerdì.", "Salvato"),
    ],
)
async def test_a_fact_is_saved_in_every_language(ada: Talk, said: str, note: str, word: str) -> None:
    assert word in await ada.say(said)
    assert ada.notes() == [note]


async def test_the_same_fact_twice_is_one_note(ada: Talk) -> None:
    await ada.say("remember that I deploy on Fridays")
    assert "already" in await ada.say("please remember: I deploy on Fridays")
    assert ada.notes() == ["I deploy on Fridays."]


async def test_601_characters_are_refused_with_the_count(ada: Talk) -> None:
    answer = await ada.say("recuerda que " + "á" * 601)
    assert "601" in answer
    assert "600" in answer
    assert "demasiado largo" in answer
    assert ada.notes() == []


async def test_a_full_memory_is_said_to_be_full_and_stays_as_it_was(ada: Talk) -> None:
    path = files.path(ada.agent, "memory")
    path.write_text("x" * (memory.MAX_FILE - 10))
    assert "full" in await ada.say("remember that I deploy on Fridays")
    assert path.read_text() == "x" * (memory.MAX_FILE - 10)


async def test_a_nearly_full_memory_is_mentioned(ada: Talk) -> None:
    files.path(ada.agent, "memory").write_text("x" * (memory.MAX_FILE * 9 // 10) + "\n")
    assert "% full" in await ada.say("remember that I deploy on Fridays")


async def test_a_note_after_reading_from_outside_is_said_to_wait(ada: Talk) -> None:
    ada.reads = "example.org"
    answer = await ada.say("remember that I deploy on Fridays")
    assert answer.startswith("Not saved yet")
    assert "/memory" in answer
    assert ada.notes() == []


async def test_nothing_to_remember_is_asked_for(ada: Talk) -> None:
    assert "`remember that I deploy on Fridays`" in await ada.say("remember that")
    assert ada.notes() == []


async def test_a_question_is_answered_with_a_dated_quote(ada: Talk) -> None:
    task = ada.before("should the backup plan move to nights?", "Yes. The backup plan moves to Tuesday nights.")
    answer = await ada.say("What did we decide about the backup plan?")
    assert f"task {task}" in answer
    assert "> You: should the backup plan move to nights?" in answer
    assert "> Ada: Yes. The backup plan moves to Tuesday nights." in answer
    assert "1 earlier task searched" in answer


async def test_at_most_three_tasks_are_quoted(ada: Talk) -> None:
    for day in range(6):
        ada.before(f"backup plan of day {day}", "The backup plan is fine.")
    answer = await ada.say("what about the backup plan?")
    assert answer.count("> You:") == 3
    assert "6 earlier tasks searched" in answer


async def test_without_a_match_it_says_so_and_adds_nothing(ada: Talk) -> None:
    ada.before("should the backup plan move to nights?", "Yes.")
    answer = await ada.say("What is the capital of France?")
    assert answer.startswith("Nothing in memory matches that. I looked through 1 earlier task and 0 notes.")
    assert "Paris" not in answer
    assert ">" not in answer


@pytest.mark.parametrize(
    ("said", "answer"),
    [("do you remember the backpu", "Did you mean backup?"), ("¿te acuerdas del backpu?", "¿Querías decir backup?")],
)
async def test_a_misspelt_word_gets_a_suggestion(ada: Talk, said: str, answer: str) -> None:
    ada.before("should the backup plan move to nights?", "Yes.")
    assert answer in await ada.say(said)


async def test_notes_answer_a_question_about_the_user(ada: Talk) -> None:
    await ada.say("remember that I deploy on Fridays")
    answer = await ada.say("when do I deploy?")
    assert answer.startswith("From my notes:\n\n> ")
    assert answer.count("I deploy on Fridays") == 1


async def test_what_was_said_a_moment_ago_is_found_in_the_conversation(ada: Talk) -> None:
    ada.history = [Exchange("the invoice number is 2041", "Thank you, noted.", "2026-10-21T10:00:00Z")]
    answer = await ada.say("what was the invoice number?")
    assert "From this conversation:" in answer
    assert "**21 October 2026**" in answer
    assert "> You: the invoice number is 2041" in answer


async def test_it_does_not_quote_its_own_empty_answers(ada: Talk) -> None:
    for _ in range(3):
        await ada.say("what did we decide about zeppelins?")
    answer = await ada.say("what did we decide about zeppelins?")
    assert answer.startswith("Nothing in memory matches that.")


async def test_a_plain_statement_is_found_later_without_the_answer_it_got(ada: Talk) -> None:
    await ada.say("Zeppelin is the name of my cat")
    answer = await ada.say("who is Zeppelin?")
    assert "> You: Zeppelin is the name of my cat" in answer
    assert "> Ada:" not in answer


async def test_the_notes_are_listed_with_their_dates(ada: Talk) -> None:
    files.path(ada.agent, "memory").write_text("# Notes\n\n- [2026-09-21] I deploy on Fridays.\n- The hall server is Bruno.\n")
    answer = await ada.say("what do you remember about me?")
    assert "2 notes" in answer
    assert "- 21 September 2026: I deploy on Fridays." in answer
    assert "- The hall server is Bruno." in answer
    assert "/memory" in answer
    assert "- 21 de setembro de 2026: I deploy on Fridays." in await ada.say("o que lembras de mim?")


async def test_many_notes_are_listed_from_the_latest(ada: Talk) -> None:
    files.path(ada.agent, "memory").write_text("".join(f"- [2026-09-21] fact {number}\n" for number in range(50)))
    answer = await ada.say("show me your notes")
    assert "the latest 20 of my 50 notes" in answer
    assert "fact 49" in answer
    assert "fact 29" not in answer


async def test_no_notes_yet_is_said_with_an_example(ada: Talk) -> None:
    assert "`recuerda que despliego los viernes`" in await ada.say("¿qué recuerdas?")


async def test_a_note_and_a_question_are_both_answered(ada: Talk) -> None:
    ada.before("should the backup plan move to nights?", "Yes, to Tuesdays.")
    answer = await ada.say("Remember that I deploy on Fridays. What did we decide about the backup plan?")
    assert ada.notes() == ["I deploy on Fridays."]
    assert "Yes, to Tuesdays." in answer


@pytest.mark.parametrize("said", ["who are you?", "help", "¿quién eres?", "aide", "chi sei?", "ajuda", "write me a poem about rain"])
async def test_how_to_connect_a_model_is_told_in_every_language(ada: Talk, said: str) -> None:
    answer = await ada.say(said)
    assert all(name in answer for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "Ollama", "/model"))


async def test_what_needs_a_model_is_declined_in_a_few_lines(ada: Talk) -> None:
    answer = await ada.say("write a poem about rain")
    assert answer.startswith("That needs a language model, and none is connected. I am Ada's built-in assistant")
    assert len(answer.split("\n\n")) == 2


async def test_an_instruction_with_related_tasks_quotes_them_as_the_past(ada: Talk) -> None:
    ada.before("backup script for borg", "It runs nightly at two.")
    answer = await ada.say("improve the borg backup script")
    assert "Earlier tasks that may be about this" in answer
    assert "> Ada: It runs nightly at two." in answer


@pytest.mark.parametrize(("tool", "said"), [("remember", "remember that I deploy on Fridays"), ("recall", "what did we decide?")])
async def test_a_tool_that_is_not_granted_is_named_with_the_line_that_grants_it(ada: Talk, tool: str, said: str) -> None:
    path = files.path(ada.agent, "tools")
    path.write_text(path.read_text().replace(f"- {tool}\n", "").replace(f"- {tool}", ""))
    assert f"`- {tool}`" in await ada.say(said)
    assert ada.notes() == []
