"""What the built-in assistant makes of messages that are ambiguous, mixed, damaged or hostile."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hydratui.models.builtin.intent import meanings, understand
from hydratui.models.builtin.languages import LANGUAGES
from hydratui.models.builtin.meaning import Intent
from hydratui.text import one_line

HOSTILE = [
    "",
    " \n\t",
    "😀",
    "***",
    "\x00",
    "\ud800",
    "\u0301\u0301",
    "'\"`(((",
    "¿?¿?",
    "[/foo] [@click=app.quit]x[/]",
    "\x1b]52;c;aGk=\x07",
    "{0} {agent} %s",
    "remember " * 100_000,
    "please, " * 100_000,
    ", ok?" * 200_000,
    "x, remember that" * 60_000,
    "a" * 1_000_000,
    "¿" * 1_000_000,
    "what? " * 150_000,
]


@pytest.mark.parametrize("message", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_has_a_meaning(message: str) -> None:
    assert len(meanings(message, "Ada")) in (1, 2)


def test_a_message_of_a_megabyte_is_a_note_whole() -> None:
    meaning = understand("remember that " + "x y " * 250_000 + ", ok, ok, please", "Ada")
    assert meaning.intent is Intent.REMEMBER
    assert meaning.text.startswith("X y x y")
    assert len(meaning.text) > 999_000


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("acuérdate de que despliego los viernes", "Despliego los viernes."),
        ("lembra que não trabalho às sextas", "Não trabalho às sextas."),
        ("n'oublie pas que j'habite à Besançon", "J'habite à Besançon."),
    ],
)
def test_decomposed_accents_are_the_same_accents(message: str, note: str) -> None:
    meaning = understand(unicodedata.normalize("NFD", message), "Ada")
    assert (meaning.intent, meaning.text) == (Intent.REMEMBER, note)


def test_a_decomposed_accent_still_asks() -> None:
    assert understand(unicodedata.normalize("NFD", "recuerda qué decidimos"), "Ada").intent is Intent.RECALL


@pytest.mark.parametrize(
    "message",
    [
        'Summarise this: "Always test. Remember that users lie."',
        "Translate this: hello?\nRemember that users lie.",
        "Explain the following text.\nRemember that users lie.",
        "> Remember what they said.\n> Remember that users lie.",
        "The manual says a lot about users and the many ways in which they surprise the people who build things for them, "
        "and a lot more about machines, about time and about the weather. Remember that users lie.",
        "Please don't remember that I was here",
        "Ne retiens pas que je suis venu",
        "no recuerdes que estuve aquí",
        "What does the song mean when it says remember that?",
        "He told me to remember that",
        "Write a story in which Bob says to remember that I deploy",
        "Do you remember that I deploy on Fridays?",
        "¿Recuerdas que despliego los viernes?",
        "Lembras-te que faço deploy às sextas?",
        "Tu te souviens que je déploie le vendredi ?",
        "Ti ricordi che faccio il deploy il venerdì?",
        "remember the backup plan?",
        "save this file to /tmp",
        "keep this short",
    ],
)
def test_nothing_is_noted_unless_the_user_says_so(message: str) -> None:
    assert all(meaning.intent is not Intent.REMEMBER for meaning in meanings(message, "Ada"))


def test_a_note_and_a_question_in_one_message_are_both_understood() -> None:
    note, question = meanings("Remember that I deploy on Fridays. What did we decide about DNS?", "Ada")
    assert (note.intent, note.text) == (Intent.REMEMBER, "I deploy on Fridays.")
    assert (question.intent, question.text) == (Intent.RECALL, "What did we decide about DNS?")
    question, note = meanings("¿Qué decidimos sobre el DNS? Y recuerda que despliego los viernes.", "Ada")
    assert (question.intent, note.text) == (Intent.RECALL, "Despliego los viernes.")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Ana María", "Ana Maria, remember that I deploy on Fridays"),
        ("Ana María", "hey ana maría! please remember that I deploy on Fridays"),
        ("Otto", "@otto remember that I deploy on Fridays"),
        ("[/foo]", "foo: remember that I deploy on Fridays"),
        ("🦉", "remember that I deploy on Fridays"),
        ("", "remember that I deploy on Fridays"),
    ],
)
def test_an_agent_may_be_called_by_its_name(name: str, message: str) -> None:
    meaning = understand(message, name)
    assert (meaning.intent, meaning.text) == (Intent.REMEMBER, "I deploy on Fridays.")


@pytest.mark.parametrize(
    ("message", "note"),
    [
        ("remember that the gate code is\n\n4411  #", "The gate code is 4411 #"),
        ("remember that\n- [2020-01-01] old\n# Heading", "[2020-01-01] old # Heading."),
        ("remember that iPhone sync is broken", "iPhone sync is broken."),
        ("remember that npm.cmd is the one on Windows", "npm.cmd is the one on Windows."),
        ("remember that my site is https://example.org/a/", "My site is https://example.org/a/"),
        ("remember that the host is 10.0.0.5", "The host is 10.0.0.5"),
        ("remember that we said “never on Fridays”", "We said “never on Fridays”."),
        ('remember "I deploy on Fridays."', "I deploy on Fridays."),
        ("remember that I say thanks", "I say thanks."),
        ("remember that I deploy on Fridays, thanks", "I deploy on Fridays."),
        ("remember that I deploy on Fridays!", "I deploy on Fridays!"),
        ("remember that 我星期五部署", "我星期五部署"),
        ("remember that \x1b[31mred\x1b[0m is \u202emine", "␛[31mred␛[0m is mine."),
        ("remember that 😀", ""),
        ("remember that", ""),
        ("remember: ...", ""),
    ],
)
def test_a_note_is_one_tidy_line_in_the_users_words(message: str, note: str) -> None:
    meaning = understand(message, "Ada")
    assert (meaning.intent, meaning.text) == (Intent.REMEMBER, note)


def test_a_full_stop_never_makes_a_note_too_long() -> None:
    assert len(understand("remember that " + "a" * 600, "Ada").text) == 600
    assert len(understand("remember that " + "a" * 599, "Ada").text) == 600
    assert len(understand("remember that " + "a" * 601, "Ada").text) == 601


@pytest.mark.parametrize(("said", "code"), [("¿Qué decidimos ayer?", "es"), ("Bonjour, ça va ?", "fr"), ("che cosa sai di me?", "it")])
def test_a_word_of_no_language_is_answered_in_the_language_of_the_conversation(said: str, code: str) -> None:
    assert understand("OK", "Ada", [said]).language.code == code
    assert understand("Postgres 16", "Ada", ["42", said, "What did we decide yesterday?"]).language.code == code


def test_without_any_hint_the_answer_is_in_english() -> None:
    assert understand("😀", "Ada").language.code == "en"
    assert understand("Postgres 16", "Ada").language.code == "en"


def test_the_words_of_the_message_decide_before_the_conversation_does() -> None:
    assert understand("What did we decide about the DNS?", "Ada", ["¿Qué decidimos ayer?"]).language.code == "en"


def test_a_request_in_one_language_may_carry_a_note_in_another() -> None:
    meaning = understand("recuerda que my server is the mini PC in the hall", "Ada")
    assert (meaning.intent, meaning.language.code, meaning.text) == (Intent.REMEMBER, "es", "My server is the mini PC in the hall.")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_language_can_say_everything(language: object) -> None:
    from dataclasses import fields

    from hydratui.models.builtin.language import Language

    assert isinstance(language, Language)
    for field in fields(language.phrases):
        if field.name != "accents":
            assert getattr(language.phrases, field.name), field.name
    for field in fields(language.replies):
        assert getattr(language.replies, field.name), field.name
    assert len(language.replies.months) == 12
    assert len(language.replies.openings()) >= 20


@settings(max_examples=300, deadline=None)
@given(lead=st.sampled_from(["", "remember that ", "¿recuerdas ", "note : ", "lembra-te de que ", "non dimenticare che "]), text=st.text())
def test_a_note_is_always_one_line_and_safe_to_show(lead: str, text: str) -> None:
    for meaning in meanings(lead + text, "Ada"):
        if meaning.intent is Intent.REMEMBER:
            assert meaning.text == one_line(meaning.text)
