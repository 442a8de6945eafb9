"""What a query finds, and in which order."""

import base64
import random
from datetime import date

import pytest

from hydratui.recall import as_json, no_match, recall
from hydratui.store import Store
from tests.unit.recall.past import apart, finds, found, happened


def test_a_whole_question_finds_tasks_that_hold_some_of_its_words_best_first(store: Store) -> None:
    half, best, none = apart(store, "the relay is plugged in", "the relay is replying again", "lunch was good")
    assert found(store, "why is the relay not replying") == [best, half]
    assert none not in found(store, "why is the relay not replying")


def test_one_strict_match_comes_first_and_the_four_looser_ones_follow(store: Store) -> None:
    looser = apart(store, "alpha one", "bravo two", "charlie three", "delta four")
    strict = happened(store, "alpha bravo charlie delta", channel="strict")
    hits = found(store, "alpha bravo charlie delta")
    assert hits[0] == strict
    assert sorted(hits[1:]) == looser


@pytest.mark.parametrize(
    "query", ["the of and is", "what is it", "que es lo", "qu'est-ce que c'est", "che cosa è", "o que é", "und der die das"]
)
def test_filler_words_alone_are_no_match(store: Store, query: str) -> None:
    happened(store, "the cat is of the house and what is it que es lo que o que e che cosa qu'est-ce que c'est und der die das", "it is")
    answer = recall(store, "ada", query)
    assert answer.hits == ()
    assert "Nothing in ada's 1 task matches" in no_match(answer)


@pytest.mark.parametrize(
    "query",
    [
        *(
            "foo-bar",
            "node.js",
            "C++",
            "don't",
            "what?",
            "50%",
            "a/b",
            "192.168.1.10",
            "(x",
            "NOT",
            "*",
            "^",
            '"',
            "x:hello",
            "NEAR(a b)",
            "",
        ),
        *(
            "AND OR NOT",
            "tokens:relay",
            '"unbalanced',
            "relay*",
            "-relay",
            "{a b}",
            "relay NEAR/2 x",
            "'; DROP TABLE tasks; --",
            "\\",
            "%",
            "_",
        ),
        *("😀", "***", "   ", "\n\t", "\ud800", "\x00", "a\x00b", "\u202e", "\ufdd0", "\U0010ffff"),
    ],
)
def test_nothing_that_is_typed_is_an_error_or_an_operator(store: Store, query: str) -> None:
    task = happened(store, "foo-bar node.js C++ don't stop 50% a/b 192.168.1.10 relay hello near", "yes")
    assert set(found(store, query)) <= {task}
    assert isinstance(no_match(recall(store, "ada", query)), str)


@pytest.mark.parametrize(
    ("prompt", "query"),
    [
        ("we use foo-bar here", "foo-bar"),
        ("runs on node.js now", "node.js"),
        ("runs on node.js now", "nodejs"),
        ("written in C++ long ago", "C++"),
        ("written in C# long ago", "c#"),
        ("the printer don't print", "printer don't"),
        ("a discount of 50% today", "50%"),
        ("the host is 192.168.1.10 in the rack", "192.168.1.10"),
        ("call getUserById(7)", "user by id"),
        ("call getUserById(7)", "getuserbyid"),
        ("use atomic_write_json there", "atomic write"),
        ("use atomic_write_json there", "atomic_write_json"),
        ("edit src/main.py first", "src/main.py"),
        ("edit src/main.py first", "main.py"),
        ("released v1.0.21 today", "v1.0.21"),
        ("parse the HTTPServer class", "http server"),
        ("the e-mail came back", "email"),
    ],
)
def test_names_of_programs_are_found_whole_and_in_parts(store: Store, prompt: str, query: str) -> None:
    assert finds(prompt, query, store)


@pytest.mark.parametrize(
    ("prompt", "query"),
    [
        ("昨天讨论了记忆断裂的问题和解决办法", "记忆断裂"),
        ("修改youer服务端的配置", "youer"),
        ("修改youer服务端的配置", "服务端"),
        ("昨天喝了很多水", "水"),
        ("水很多", "水"),
        ("昨日は東京タワーに行きました", "東京"),
        ("ﾃｽﾄを実行する", "テスト"),
        ("어제 학교에서 시험을 봤다", "학교"),
        ("어제 학교에서 시험을 봤다".encode().decode(), "\u1112\u1161\u11a8\u1100\u116d"),
        ("ฉันชอบกินข้าวผัดมาก", "ข้าวผัด"),
        ("ခရီးသွားလမ်းညွှန်", "ခရီး"),
        ("यह कहानी पढ़ाई के बारे में है", "पढ़ाई"),
        ("यह कहानी पढ़ाई के बारे में है", "कहानी"),
        ("we met at the cafe\u0301 again", "café"),
        ("we met at the café again", "cafe"),
        ("הוא אמר שָׁלוֹם לכולם", "שלום"),
        ("قال مُحَمَّدٌ ذلك أمس", "محمد"),
        ("هذا هو الكتاب الجديد", "كتاب"),
        ("wir fahren nach Łódź", "lodz"),
        ("die Straße ist lang", "strasse"),
        ("die STRASSE ist lang", "straße"),
        ("the Øresund bridge", "oresund"),
        ("İSTANBUL harika", "istanbul"),
        ("ISTANBUL harika", "İstanbul"),
        ("pişmiş ılık süt", "ilik"),
        ("l'avion est parti", "avion"),
        ("l’avion est parti", "avion"),
        ("il colore dell'acqua", "acqua"),
        ("la búsqueda terminó", "busqueda"),
        ("la busqueda termino", "búsqueda"),
        ("Đà Nẵng rất đẹp", "da nang"),
        ("вчера купили ещё ёлку", "елку"),
        ("το βιβλίο ΕΊΝΑΙ εδώ: ΒΙΒΛΊΟ", "βιβλιο"),
        ("房间号是１２３４号", "1234"),
        ("कमरा नंबर १२३४ है", "1234"),
    ],
)
def test_every_script_is_found_however_it_is_spelled(store: Store, prompt: str, query: str) -> None:
    assert finds(prompt, query, store)


@pytest.mark.parametrize(
    ("prompt", "query"),
    [
        ("She organized the meetings", "who organizes a meeting"),
        ("We went to the children", "where do we go with the child"),
        ("the best mice were running", "good mouse run"),
        ("El equipo ganó las copas en el partido", "¿quién ganará la copa?"),
        ("A equipe organizou as reuniões para os alunos", "quando organizaram a reunião?"),
        ("Les réunions étaient organisées par la direction", "qui organisait la réunion ?"),
        ("Le riunioni erano organizzate dalla direzione", "chi organizzava la riunione?"),
        ("Die Häuser und die Gärten sind mit dem Zaun verbunden", "das Haus und der Garten"),
        ("las imágenes de los aviones y las mujeres", "la imagen del avión"),
        ("as imagens das mulheres e dos animais", "a mulher e o animal"),
        ("les avions et les maisons de la ville", "la maison et l'avion"),
        ("Команда выиграла большие кубки", "большой кубок"),
    ],
)
def test_other_forms_of_a_word_are_found(store: Store, prompt: str, query: str) -> None:
    assert finds(prompt, query, store)


def test_a_stem_of_one_language_is_no_word_of_another(store: Store) -> None:
    car, caro = apart(store, "the car is in the garage with the others", "el libro es muy caro para la casa")
    assert car not in found(store, "care")
    assert found(store, "cara") == [caro]
    assert found(store, "the cars")[0] == car


def test_a_data_url_and_base64_are_not_words(store: Store) -> None:
    data = base64.b64encode(random.Random(1).randbytes(380_000)).decode()
    task = happened(store, "draw a chart", f"![chart](data:image/png;base64,{data[:3000]}) done {data[3000:]} finished")
    assert found(store, "chart") == [task]
    assert found(store, data[40:90]) == []
    assert found(store, data[100:164]) == []


def test_long_names_and_paths_are_words_all_the_same(store: Store) -> None:
    name = "test_that_the_worker_claims_every_single_task_exactly_once_even_when_killed"
    assert finds(f"run {name} again", "worker claims", store)


def test_a_result_counts_up_to_its_first_4000_characters(store: Store) -> None:
    task = happened(store, "count", "x " * 1_990 + "inside " + "y " * 100 + "outside")
    assert found(store, "inside") == [task]
    assert found(store, "outside") == []


def test_only_completed_tasks_are_found_and_counted(store: Store) -> None:
    done = happened(store, "backup the disk")
    for status in ("pending", "running", "failed", "cancelled"):
        happened(store, "backup the disk", status=status)
    answer = recall(store, "ada", "backup")
    assert [hit.task for hit in answer.hits] == [done]
    assert answer.searched == 1


def test_a_long_query_works(store: Store) -> None:
    task = happened(store, "the needle lies here")
    assert found(store, "hay " * 10_000 + "needle " + "straw " * 10_000) == [task]
    assert found(store, "needle " + "x" * 1_000_000) == [task]


def test_the_answer_says_how_many_tasks_were_searched_and_since_when(store: Store) -> None:
    happened(store, "one", at="2026-03-02T10:00:00Z")
    happened(store, "two", at="2025-01-09T08:30:05Z")
    answer = recall(store, "ada", "nothing like it")
    assert (answer.searched, answer.since) == (2, "2025-01-09T08:30:05Z")
    assert recall(store, "otto", "one").searched == 0
    assert no_match(recall(store, "otto", "one")) == "otto has no completed tasks to search yet."


def test_filters_leave_out_tasks_of_other_days(store: Store) -> None:
    old = happened(store, "backup", at="2026-03-01T23:59:59Z", channel="a")
    new = happened(store, "backup", at="2026-03-02T00:00:00Z", channel="b")
    assert [hit.task for hit in recall(store, "ada", "backup", since=date(2026, 3, 2)).hits] == [new]
    before = recall(store, "ada", "backup", until=date(2026, 3, 1))
    assert [hit.task for hit in before.hits] == [old]
    assert before.searched == 1
    assert recall(store, "ada", "backup", since=date.max, until=date.min).hits == ()


def test_excluded_tasks_make_room_for_others(store: Store) -> None:
    tasks = apart(store, *["backup plan"] * 30)
    hits = recall(store, "ada", "backup", exclude=tasks[10:]).hits
    assert len(hits) == 5
    assert {hit.task for hit in hits} <= set(tasks[:10])


def test_as_many_hits_as_are_wanted(store: Store) -> None:
    tasks = apart(store, *["backup plan"] * 120)
    assert sorted(found(store, "backup", limit=100)) == sorted(tasks[20:])
    assert len(found(store, "backup", limit=0)) == 0


def test_common_words_find_what_holds_them_all(store: Store) -> None:
    with store.write() as db:
        for number in range(2_500):
            db.execute(
                "INSERT INTO tasks (agent, channel, prompt, status, finished_at) VALUES ('ada', ?, ?, 'completed', '2026-03-02')",
                (str(number), ("alpha beta", "beta gamma", "gamma alpha")[number % 3]),
            )
    all_three = happened(store, "alpha beta gamma", channel="right")
    happened(store, "alpha", channel="newer")
    assert found(store, "alpha beta gamma")[0] == all_three


def test_a_task_beside_a_match_says_so(store: Store) -> None:
    before = happened(store, "shall we talk about holidays")
    match = happened(store, "the ferry to Naxos leaves at nine")
    after = happened(store, "good, thanks")
    elsewhere = happened(store, "good, thanks", channel="other")
    hits = {hit.task: hit.context for hit in recall(store, "ada", "when does the ferry to Naxos leave").hits}
    assert hits == {match: False, before: True, after: True}
    assert elsewhere not in hits


def test_the_words_of_the_task_before_count_a_little(store: Store) -> None:
    happened(store, "my bike is in the cellar", channel="bikes")
    beside = happened(store, "it has a flat tyre", channel="bikes")
    alone = happened(store, "it has a flat tyre", channel="other")
    hits = found(store, "bike tyre")
    assert hits.index(beside) < hits.index(alone)


def test_words_side_by_side_count_more(store: Store) -> None:
    apart_, together = apart(store, "the garden of the house has a green door today", "the green house of the garden has a door today")
    assert found(store, "green house") == [together, apart_]


def test_json_has_the_agreed_shape(store: Store) -> None:
    task = happened(store, "how do we back up", "with borg", at="2026-09-21T10:00:00Z")
    answer = recall(store, "ada", "borg")
    (hit,) = answer.hits
    assert as_json(answer) == {
        "query": "borg",
        "agent": "ada",
        "searched": 1,
        "hits": [
            {
                "task": task,
                "ref": None,
                "date": "2026-09-21",
                "asked": "how do we back up",
                "answered": "with borg",
                "score": hit.score,
                "context": False,
            }
        ],
    }
