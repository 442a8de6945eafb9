"""The commands that hand a task's texts on: what is copied, quoted and read elsewhere is what the store has, to the letter."""

import pytest

from hydratui.commands import task_texts
from hydratui.commands.command import Context, Handed, OpenTask
from hydratui.commands.handle import handle
from hydratui.commands.routing import context
from hydratui.commands.suggest import suggest
from hydratui.errors import HydraError, UsageError
from hydratui.paths import Home
from hydratui.store import Store, queue, stream, tasks
from hydratui.store.tasks import Task


@pytest.fixture
def here(home: Home, store: Store) -> Context:
    """The main channel."""
    return context(home, store)


def asked(here: Context, prompt: str, answer: str | None = None, error: str = "", arrived: str = "") -> Task:
    """A task that is answered, failed, or goes on."""
    task = tasks.submit(here.store, "ada", prompt)
    claim = queue.claim(here.store, "test", only=task.id)
    assert claim is not None
    if arrived:
        stream.append(here.store, [(claim, arrived)])
    if error:
        queue.fail(here.store, claim, error, answer or "", None, (0, 0))
    elif answer is not None:
        queue.complete(here.store, claim, answer, "builtin", (0, 0))
    return task


def test_the_latest_answer_of_the_channel_is_meant_or_the_task_that_is_named(here: Context) -> None:
    asked(here, "one", "first\n\n\tcode")
    asked(here, "two", "second")
    tasks.submit(here.store, "ada", "three")
    copied = handle(here, "/copy")
    assert isinstance(copied, Handed) and (copied.how, copied.task) == ("copy", 2)
    assert copied.text.endswith(" · main · task 2\nAda:\nsecond")
    assert handle(here, "/quote 1") == Handed("quote", "> first\n>\n> \tcode", 1)
    assert handle(here, "/editor #1") == Handed("edit", "first\n\n\tcode", 1)
    paged = handle(here, "/pager 1")
    assert isinstance(paged, Handed) and "you:\none\n\nAda:\nfirst" in paged.text
    assert handle(here, "/task") == OpenTask(2)


def test_what_arrives_is_handed_on_as_far_as_it_is_there_and_what_failed_with_its_reason(here: Context) -> None:
    asked(here, "one", "I began.", error="The key was refused.")
    asked(here, "two", arrived="Half of")
    assert handle(here, "/quote 1") == Handed("quote", "> I began.\n>\n> The key was refused.", 1)
    assert handle(here, "/quote") == Handed("quote", "> Half of", 2)


def test_what_can_t_be_handed_on_is_said(here: Context) -> None:
    with pytest.raises(HydraError, match="Nothing was answered in this channel lately"):
        handle(here, "/copy")
    tasks.submit(here.store, "ada", "three")
    with pytest.raises(HydraError, match="Task 1 has no answer yet"):
        handle(here, "/copy 1")
    tasks.cancel(here.store, 1)
    with pytest.raises(HydraError, match="Task 1 has no answer to hand on"):
        handle(here, "/copy 1")
    with pytest.raises(HydraError, match="There is no task 9"):
        handle(here, "/quote 9")
    with pytest.raises(UsageError, match="is no task number"):
        handle(here, "/pager last")


def test_tasks_are_offered_with_a_few_words_but_those_that_only_wait(here: Context) -> None:
    asked(here, "one", "first")
    asked(here, "two", arrived="half")
    tasks.submit(here.store, "ada", "three")
    for command in ("task", "copy", "quote", "pager", "editor"):
        offers = suggest(here, f"/{command} ", len(command) + 2)
        assert [(each.label, each.summary) for each in offers] == [("2", "Ada, runs: two"), ("1", "Ada, completed: one")]


@pytest.mark.parametrize(
    ("code", "language", "fenced"),
    [
        ("x", "py", "```py\nx\n```"),
        ("a\n```\nb", "", "````\na\n```\nb\n````"),
        ("`````", "md", "``````md\n`````\n``````"),
    ],
)
def test_the_fence_around_quoted_code_is_longer_than_any_in_it(code: str, language: str, fenced: str) -> None:
    assert task_texts.fenced(code, language) == fenced


def test_a_stamp_that_is_no_moment_is_shown_as_it_is(here: Context, store: Store) -> None:
    task = asked(here, "one", "first")
    with store.write() as db:
        db.execute("UPDATE tasks SET finished_at = 'yester\x1bday'")
    copied = handle(here, f"/copy {task.id}")
    assert isinstance(copied, Handed) and copied.text.startswith("yester␛day · main · task 1\n")
