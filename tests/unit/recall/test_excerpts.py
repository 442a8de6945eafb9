"""What is shown of a hit, and what is offered when there is none."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hydratui.recall import no_match, recall
from hydratui.recall.excerpt import LENGTH, Wanted, excerpt
from hydratui.recall.tokens import concepts, language, raw_words
from hydratui.store import Store
from tests.unit.recall.past import happened, texts


def marked(text: str, query: str) -> list[str]:
    shown = excerpt(text, Wanted(concepts(query)), language(raw_words(text)))
    return [shown.text[start:end] for start, end in shown.marks]


@pytest.mark.parametrize(
    ("text", "query", "marks"),
    [
        ("We organized two meetings.", "who organizes the meeting", ["organized", "meetings"]),
        ("we went home", "go", ["went"]),
        ("call getUserById(7) now", "user", ["getUserById"]),
        ("see src/main.py there", "main", ["main"]),
        ("l'avion est parti", "avion", ["avion"]),
        ("les avions sont partis", "avion", ["avions"]),
        ("La BÚSQUEDA terminó", "busqueda", ["BÚSQUEDA"]),
        ("we met at the cafe\u0301 again", "café", ["cafe\u0301"]),
        ("昨天讨论了记忆断裂的问题", "记忆断裂", ["记忆断裂"]),
        ("昨天喝了很多水。", "水", ["水"]),
        ("written in C++ then", "c++", ["C++"]),
        ("nothing of it", "relay", []),
    ],
)
def test_the_matched_words_are_marked_whole(text: str, query: str, marks: list[str]) -> None:
    assert marked(text, query) == marks


def test_the_part_that_matched_is_shown_and_cut_at_whole_words() -> None:
    text = "lorem ipsum dolor " * 60 + "the relay replies again " + "sit amet elit " * 60
    shown = excerpt(text, Wanted(concepts("relay replies")), "en")
    assert [shown.text[start:end] for start, end in shown.marks] == ["relay", "replies"]
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert set(shown.text.strip("…").split()) <= set(text.split())
    assert len(shown.text) <= LENGTH + 2


def test_without_a_match_the_beginning_is_shown() -> None:
    shown = excerpt("good morning " * 50, Wanted(concepts("relay")), "en")
    assert shown.text.startswith("good morning good")
    assert shown.marks == ()


@given(st.text(max_size=600), st.text(max_size=40))
def test_any_text_is_shown_as_one_line_with_marks_in_order(text: str, query: str) -> None:
    shown = excerpt(text, Wanted(concepts(query)), language(raw_words(text)), length=80)
    assert "\n" not in shown.text
    assert "\x1b" not in shown.text
    ends = [0]
    for start, end in shown.marks:
        assert ends[-1] <= start < end <= len(shown.text)
        ends.append(end)


@given(st.lists(st.sampled_from(["ก็", "ดี", "ำ", "नि", "य", "é", "e\u0301", " ", "水"]), min_size=60, max_size=200).map("".join))
def test_no_letter_is_cut_from_its_marks(text: str) -> None:
    shown = excerpt(text, Wanted(concepts("水")), None, length=40).text.strip("…")
    line = " ".join(text.split())
    at = line.find(shown)
    if at >= 0 and shown:
        after = line[at + len(shown) : at + len(shown) + 1]
        assert at == 0 or not unicodedata.category(shown[0]).startswith("M") or line.count(shown) > 1
        assert not after or not unicodedata.category(after).startswith("M") or line.count(shown) > 1


def test_a_result_full_of_escapes_is_shown_inert(store: Store) -> None:
    happened(store, "colour\x1b[31m please", "crimson\x1b]52;c;aGk=\x07 \u202eevil")
    (hit,) = recall(store, "ada", "crimson").hits
    assert "\x1b" not in hit.asked.text + hit.answered.text
    assert "\u202e" not in hit.answered.text
    assert texts(recall(store, "ada", "crimson evil")) == ["crimson", "evil"]


@pytest.mark.parametrize(
    ("held", "typed", "nearest"),
    [
        ("the backup is done", "backpu", ("backup",)),
        ("the backups are done", "bakcups", ("backups",)),
        ("Caroline called", "carolne", ("caroline",)),
        ("la búsqueda de los datos", "busqeda", ("búsqueda",)),
        ("deploy to kubernetes", "kubern", ("kubernetes",)),
        ("the backup is done", "zebra", ()),
        ("the backup is done", "of", ()),
    ],
)
def test_nearest_words_are_offered_as_they_are_written(store: Store, held: str, typed: str, nearest: tuple[str, ...]) -> None:
    happened(store, held)
    answer = recall(store, "ada", typed)
    assert answer.nearest == nearest


def test_the_sentence_for_nothing_found_names_the_nearest_word(store: Store) -> None:
    happened(store, "the backup is done")
    assert no_match(recall(store, "ada", "backpu")) == "Nothing in ada's 1 task matches backpu. Did you mean backup?"
    assert no_match(recall(store, "ada", "  ")) == "Type the words to look for in ada's 1 task."
    assert no_match(recall(store, "ada", "zebra " * 40)).endswith("zebra zebra….")
