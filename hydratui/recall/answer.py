"""What a recall gives back, and how it is put into words and into JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a text around what matched.

    Attributes:
        text: One line, whole words; "…" where the text goes on.
        marks: Character ranges of the matched words in `text`, in order, not overlapping.
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One task that was found.

    Attributes:
        task: The task's number.
        ref: The reference it was imported with.
        at: When it was finished, a UTC stamp.
        channel: The conversation it stands in.
        asked: Where the prompt matched.
        answered: Where the result matched.
        score: Higher is better; only comparable within one answer.
        context: It holds none of the words itself and stands next to a match.
    """

    task: int
    ref: str | None
    at: str
    channel: str
    asked: Excerpt
    answered: Excerpt
    score: float
    context: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything one recall found.

    Attributes:
        query: What was typed.
        agent: Whose tasks were searched.
        searched: How many completed tasks were searched.
        since: The stamp of the oldest of them, None when there is none.
        hits: Best first.
        nearest: Words that the index does know and that resemble those that it does not.
        milliseconds: How long it took.
    """

    query: str
    agent: str
    searched: int
    since: str | None
    hits: tuple[Hit, ...]
    nearest: tuple[str, ...] = ()
    milliseconds: float = 0.0


def as_json(answer: Answer) -> dict[str, object]:
    """The answer as the command line and the tool give it to programs."""
    return {
        "query": answer.query,
        "agent": answer.agent,
        "searched": answer.searched,
        "hits": [
            {
                "task": hit.task,
                "ref": hit.ref,
                "date": hit.at[:10],
                "asked": hit.asked.text,
                "answered": hit.answered.text,
                "score": hit.score,
                "context": hit.context,
            }
            for hit in answer.hits
        ],
    }


def no_match(answer: Answer, when: str = "") -> str:
    """The sentence for an answer without hits.

    Args:
        answer: What was found.
        when: The days that were searched, in words such as ``this week``; nothing for all.
    """
    if not answer.searched:
        return f"{answer.agent} has no completed tasks {when or 'to search yet'}."
    tasks = "1 task" if answer.searched == 1 else f"{answer.searched:,} tasks"
    among = f"{answer.agent}'s {tasks}{f' {when}' if when else ''}"
    words = " ".join(answer.query.split())
    if not words:
        return f"Type the words to look for in {among}."
    shown = words if len(words) <= 60 else words[:59] + "…"
    sentence = f"Nothing in {among} matches {shown}."
    if answer.nearest:
        sentence += f" Did you mean {' or '.join(answer.nearest)}?"
    return sentence
