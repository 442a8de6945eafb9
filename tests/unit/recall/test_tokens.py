"""What a text is cut into; the same for index and query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.recall import stopwords, tokens
from hydratui.recall.entry import BREAK, code, entry, seconds
from hydratui.recall.fold import fold
from hydratui.recall.stems import english
from hydratui.recall.words import pieces, without_data


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("getUserById", ("get", "user", "by", "id", "getuserbyid")),
        ("HTTPServer", ("http", "server", "httpserver")),
        ("atomic_write_json", ("atomic", "write", "json", "atomicwritejson")),
        ("e-mail", ("e", "mail", "email")),
        ("src/main.py", ("src", "main", "py")),
        ("v1.0.21", ("v1", "0", "21", "v1021")),
        ("end.Next", ("end", "next")),
        ("C++", ("cpp",)),
        ("NASA", ("nasa",)),
        ("Straße", ("strasse",)),
        ("修改youer服务", ("修改", "改", "youer", "服务", "务")),
        ("水", ("水",)),
        ("ก็ดี", ("ก็ดี", "ดี")),
        ("x" * 65, ()),
        ("_", ()),
    ],
)
def test_a_raw_word_becomes_its_parts_and_the_whole(raw: str, expected: tuple[str, ...]) -> None:
    assert pieces(raw) == expected


@pytest.mark.parametrize(
    ("forms", "stem"),
    [
        ("organize organizes organized organizing", "organ"),
        ("run runs running ran", "run"),
        ("happy happiness", "happi"),
        ("hope hoping hoped hopes", "hope"),
        ("hop hopping hopped hops", "hop"),
        ("go goes went gone going", "go"),
        ("child children", "child"),
        ("relational", "relat"),
        ("bus", "bus"),
        ("as", "as"),
    ],
)
def test_english_forms_share_a_stem(forms: str, stem: str) -> None:
    assert {english(form) for form in forms.split()} == {stem}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("why is the relay not replying", "en"),
        ("¿dónde está el teatro de la ciudad?", "es"),
        ("onde fica o teatro da cidade e as casas?", "pt"),
        ("où est le théâtre de la ville ?", "fr"),
        ("dove si trova il teatro della città?", "it"),
        ("wo ist das Theater der Stadt?", "de"),
        ("violet sea", None),
        ("relay", None),
        ("", None),
        ("记忆断裂", None),
    ],
)
def test_the_language_is_told_by_its_filler_words(text: str, language: str | None) -> None:
    assert tokens.language(tokens.raw_words(text)) == language


def test_the_word_lists_are_folded() -> None:
    for words in (*stopwords.LATIN.values(), stopwords.AMBIGUOUS):
        assert {word for word in words if fold(word) != word} == set()


@given(st.text(max_size=300))
def test_any_text_gives_tokens_that_fts5_takes_as_they_are(text: str) -> None:
    asked, answered, language = tokens.text_tokens(text, text)
    assert asked == answered
    assert 0 <= language <= len(tokens.LANGUAGES)
    for token in asked:
        assert token
        token.encode()
        # Its ascii tokenizer ends a token at any other ASCII character.
        assert all(letter.isalnum() or letter > "\x7f" for letter in token)
        assert token == token.lower() or not token.isascii()


@given(st.text(max_size=100))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=300))
def test_what_a_query_looks_for_is_what_the_same_text_is_indexed_by(text: str) -> None:
    asked, _, _ = tokens.text_tokens(text, "")
    concepts = tokens.concepts(text)
    if concepts:  # a query of nothing but filler looks for nothing
        # The last letter of a run without spaces is indexed for one-letter queries alone.
        wanted = {token for concept in concepts for token in concept.tokens}
        assert {token for token in asked if len(token) > 1} <= wanted


def test_data_is_blanked_in_place() -> None:
    text = f"see data:image/png;base64,{'iVBORw0KGgo' * 20} and {'Ab1' * 40} here"
    blank = without_data(text)
    assert len(blank) == len(text)
    assert blank.split() == ["see", "and", "here"]
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    assert digest in without_data(f"the sum is {digest} and no other")


def test_an_entry_keeps_the_order_of_tokens_and_the_border_between_question_and_answer() -> None:
    made = entry((7, "main", "2026-03-02T10:00:00Z", b"green house", b"house green"))
    green, house = code("green"), code("hous")
    assert made.words == green + house + BREAK + house + green
    assert made.terms == "green hous"
    assert made.at == 1_772_445_600


@pytest.mark.parametrize("stamp", [None, "", "never", "9999-99-99", "0000-00-00T00:00:00Z", "12"])
def test_what_is_no_date_is_the_beginning_of_time(stamp: str | None) -> None:
    assert seconds(stamp) == 0
