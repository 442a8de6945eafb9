"""How often recall finds the right task, and what each idea is worth: `python -m tests.benchmarks.recall_quality`.

The questions lie outside the project (``../shared/recall-bench``; LoCoMo is for measuring and is never shipped). Writes the table
`recall_quality.md` beside this file.
"""

import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

from hydratui.recall import index, stems, stopwords, tokens
from hydratui.recall.rank import WEIGHTS, Weights
from hydratui.recall.rows import rows
from hydratui.recall.search import ranked
from hydratui.store import Store
from tests.benchmarks.recall_beside import CONTENDERS, compete

DATA = Path(__file__).resolve().parents[3] / "shared" / "recall-bench"
TABLE = Path(__file__).with_name("recall_quality.md")
_SETS = ("locomo", "es", "hi", "zh", "pt", "fr", "it")
_SECONDS = 600.0
"""So long may another search take for the texts and the questions."""
_ALONE = Weights(next_to=0.0, two_away=0.0, side_by_side=0.0, session=0.0, date=0.0)
_IDEAS: dict[str, dict[str, float]] = {
    "the words of the tasks around it": {"next_to": WEIGHTS.next_to, "two_away": WEIGHTS.two_away},
    "two words side by side": {"side_by_side": WEIGHTS.side_by_side},
    "the best of its conversation": {"session": WEIGHTS.session},
    "dates in the question": {"date": WEIGHTS.date},
}

Shares = dict[str, float]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, whose it is, which set it belongs to, and the references of the tasks that answer it."""

    agent: str
    set: str
    query: str
    gold: frozenset[str]


def run(small: bool) -> list[str]:
    """The lines to print. `small` asks every tenth question and leaves the table file as it is."""
    if not (DATA / "questions.jsonl").exists():
        return [f"skipped: no questions in {DATA}"]
    questions = _questions()[:: 10 if small else 1]
    lines = list(_table(questions))
    if not small:
        TABLE.write_text("\n".join([*_HEAD, *lines, ""]), encoding="utf-8")
    return lines


_HEAD = (
    "# What recall finds",
    "",
    "Share of questions, per cent, with a right task among the five hits (hit@5). Made by `python -m tests.benchmarks.recall_quality`.",
    "The other searches are each given one agent's texts alone; MiniLM is asked the English questions only.",
    "",
)


def _table(questions: list[Question]) -> Iterator[str]:
    yield f"| | {' | '.join(_SETS)} |"
    yield f"|---|{'---|' * len(_SETS)}"
    with tempfile.TemporaryDirectory() as folder:
        plain = apsw.Connection("")
        yield _row("plain FTS5, all words must match", _plain(plain, questions, "unicode61", " "))
        yield _row("plain FTS5, any word", _plain(plain, questions, "unicode61", " OR "))
        yield _row("plain FTS5, any word, porter", _plain(plain, questions, "porter unicode61", " OR "))
        yield from _others(questions)
        store = _filled(Path(folder) / "all.db")
        yield _row("our tokens, BM25 alone", _ours(store, questions, _ALONE))
        for idea, weights in _IDEAS.items():
            yield _row(f"that and {idea}", _ours(store, questions, replace(_ALONE, **weights)))
        yield _row("**all together**", _ours(store, questions, WEIGHTS))
        for idea, weights in _IDEAS.items():
            yield _row(f"all but {idea}", _ours(store, questions, replace(WEIGHTS, **dict.fromkeys(weights, 0.0))))
        store.close()
        for number, (name, without) in enumerate(_TOKENIZERS.items()):
            with without():
                yield _row(f"all but {name}", _ours(_filled(Path(folder) / f"{number}.db"), questions, WEIGHTS))


def _others(questions: list[Question]) -> Iterator[str]:
    """Other searches, each over one agent's texts alone, as if it kept agents apart."""
    refs: dict[str, list[str]] = defaultdict(list)
    texts: dict[str, list[str]] = defaultdict(list)
    for task in _tasks():
        refs[task["agent"]].append(task["ref"])
        texts[task["agent"]].append(f"{task['prompt']}\n{task['result']}")
    asked: dict[str, list[str]] = {owner: [question.query for question in questions if question.agent == owner] for owner in texts}
    for contender in CONTENDERS:
        # What embeds is asked the English questions alone: it knows little else, and all would take it many minutes.
        owners = [owner for owner in texts if contender.name != "minilm" or owner.startswith("locomo")]
        outcome = compete(contender, {owner: texts[owner] for owner in owners}, {owner: asked[owner] for owner in owners}, _SECONDS)
        if isinstance(outcome, str):
            yield f"| {contender.title} | {outcome} |{' |' * (len(_SETS) - 1)}"
            continue
        yield _row(contender.title, _answered(questions, refs, outcome.found))


def _answered(questions: list[Question], refs: dict[str, list[str]], found: dict[str, list[list[int]]]) -> Shares:
    left = {owner: iter(places) for owner, places in found.items()}
    questions = [question for question in questions if question.agent in found]

    def hits(question: Question) -> list[str]:
        return [refs[question.agent][place] for place in next(left[question.agent])]

    return _shares(questions, hits)


def _same(word: str) -> str:
    return word


def _cut(*patches: Any) -> Callable[[], ExitStack]:
    """The tokenizer with something taken out, and with empty caches before and after."""

    def enter() -> ExitStack:
        stack = ExitStack()
        stack.callback(_forget)
        for one in patches:
            stack.enter_context(one())
        _forget()
        return stack

    return enter


def _forget() -> None:
    with patch.object(tokens, "_CACHED", 0):
        tokens.forget()


_TOKENIZERS: dict[str, Callable[[], ExitStack]] = {
    "stems": _cut(lambda: patch.dict(stems.LATIN, dict.fromkeys(stems.LATIN, _same)), lambda: patch.object(stems, "other_script", _same)),
    "irregular forms": _cut(lambda: patch.object(stems, "IRREGULAR", {})),
    "dropping filler": _cut(
        lambda: patch.dict(stopwords.LATIN, dict.fromkeys(stopwords.LATIN, frozenset())),
        lambda: patch.object(tokens, "_other_stops", frozenset),
        lambda: patch.object(tokens, "language", lambda raws: None),
    ),
    "telling languages apart": _cut(lambda: patch.object(tokens, "language", lambda raws: "en")),
}


def _questions() -> list[Question]:
    with (DATA / "questions.jsonl").open(encoding="utf-8") as lines:
        return [Question(q["agent"], q["set"], q["query"], frozenset(q["gold"])) for q in map(json.loads, lines)]


def _tasks() -> list[dict[str, str]]:
    with (DATA / "tasks.jsonl").open(encoding="utf-8") as lines:
        return list(map(json.loads, lines))


def _filled(path: Path) -> Store:
    store = Store.open(path)
    with store.write() as db:
        db.executemany(
            """INSERT INTO tasks (ref, agent, channel, prompt, result, status, created_at, finished_at)
               VALUES (:ref, :agent, :channel, :prompt, :result, :status, :created_at, :finished_at)""",
            _tasks(),
        )
    return store


def _ours(store: Store, questions: list[Question], weights: Weights) -> Shares:
    refs = dict(rows(store.connection, "SELECT id, ref FROM tasks"))
    indexes = {question.agent: index.ensure(store, question.agent) for question in questions}

    def hits(question: Question) -> list[str]:
        of_agent = indexes[question.agent]
        wanted = tokens.concepts(question.query, of_agent.languages)
        best = ranked(store.connection, of_agent, question.query, wanted, weights=weights)
        return [refs[one.doc.task] for one in best[:5]]

    return _shares(questions, hits)


def _plain(db: apsw.Connection, questions: list[Question], tokenizer: str, between: str) -> Shares:
    db.execute("DROP TABLE IF EXISTS plain")
    db.execute(f"CREATE VIRTUAL TABLE plain USING fts5 (ref UNINDEXED, agent UNINDEXED, prompt, result, tokenize='{tokenizer}')")
    db.executemany("INSERT INTO plain VALUES (:ref, :agent, :prompt, :result)", _tasks())

    def hits(question: Question) -> list[str]:
        words = [f'"{word}"' for word in question.query.replace('"', " ").split()]
        sql = "SELECT ref FROM plain WHERE plain MATCH ? AND agent = ? ORDER BY rank LIMIT 5"
        return [ref for (ref,) in rows(db, sql, (between.join(words), question.agent))] if words else []

    return _shares(questions, hits)


def _shares(questions: list[Question], hits: Callable[[Question], list[str]]) -> Shares:
    found: dict[str, list[bool]] = defaultdict(list)
    for question in questions:
        found[question.set].append(not question.gold.isdisjoint(hits(question)))
    return {name: 100 * sum(right) / len(right) for name, right in found.items()}


def _row(name: str, shares: Shares) -> str:
    return f"| {name} | {' | '.join(f'{shares[one]:.1f}' if one in shares else '' for one in _SETS)} |"


if __name__ == "__main__":
    for line in run("--small" in sys.argv):
        print(line, flush=True)
