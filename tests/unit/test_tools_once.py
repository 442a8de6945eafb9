"""A task that begins again does no tool call twice, and a worker that comes back late does none at all."""

from collections.abc import Mapping

import pytest

from hydratui.agents import memory
from hydratui.agents.roster import Agent, find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, held, queue, tasks, usage
from hydratui.store.queue import Claim, ClaimLost
from hydratui.tools.caller import Caller
from hydratui.tools.once import once
from hydratui.tools.remember import REMEMBER
from hydratui.tools.tool import Offer, Repeats, Tool, ToolRefused
from hydratui.tools.toolbox import toolbox

SCHEMA = {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"], "additionalProperties": False}


@pytest.fixture
def ada(home: Home) -> Agent:
    agent = find(home, "ada")
    tools = agent.folder / "ada.tools.md"
    tools.write_text(tools.read_text(encoding="utf-8") + "\n- post\n", encoding="utf-8")
    return agent


def begin(store: Store, lease: float = 30) -> Claim:
    claim = queue.claim(store, "w", lease=lease)
    assert claim is not None
    return claim


def caller(home: Home, store: Store, agent: Agent, claim: Claim) -> Caller:
    return Caller(home, store, agent, claim.task.id, worker=claim.worker, attempt=claim.task.attempts)


class Post:
    """A tool whose calls can be counted, and that a crash can interrupt."""

    def __init__(self, repeats: Repeats = "never") -> None:
        self.calls: list[object] = []
        self.fails = False
        self.crashes = False
        self.offer = Offer("post", "Posts.", SCHEMA, self._run, repeats=repeats)

    async def _run(self, _: Caller, arguments: Mapping[str, object]) -> str:
        self.calls.append(arguments["what"])
        if self.crashes:
            # As far as the store can tell, the process was killed here.
            raise KeyboardInterrupt
        if self.fails:
            raise HydraError("The post office is closed.")
        return f"posted {arguments['what']} ({len(self.calls)})"

    def tool(self, by: Caller) -> Tool:
        return next(tool for tool in toolbox(by, [self.offer]))


async def test_what_an_earlier_attempt_did_is_answered_with_what_it_got(home: Home, store: Store, ada: Agent) -> None:
    post = Post()
    tasks.submit(store, "ada", "post it")
    tool = post.tool(caller(home, store, ada, begin(store, lease=-1)))
    assert await tool.call({"what": "a"}) == "posted a (1)"
    assert await tool.call({"what": "a"}) == "posted a (2)", "asked for twice in one attempt, it is done twice"
    again = post.tool(caller(home, store, ada, begin(store)))
    assert [await again.call({"what": what}) for what in ("a", "b", "a", "a")] == [
        "posted a (1)",
        "posted b (3)",
        "posted a (2)",
        "posted a (4)",
    ]
    assert post.calls == ["a", "a", "b", "a"]


async def test_a_call_that_a_crash_interrupted_is_not_made_again_unasked(home: Home, store: Store, ada: Agent) -> None:
    post = Post()
    post.crashes = True
    tasks.submit(store, "ada", "post it")
    with pytest.raises(KeyboardInterrupt):
        await post.tool(caller(home, store, ada, begin(store, lease=-1))).call({"what": "a"})
    post.crashes = False
    again = post.tool(caller(home, store, ada, begin(store)))
    with pytest.raises(ToolRefused, match="not known whether it was done"):
        await again.call({"what": "a"})
    assert post.calls == ["a"]
    assert await again.call({"what": "a"}) == "posted a (2)", "the model was told, and asks for it again"


@pytest.mark.parametrize("repeats", ["safely", "freely"])
async def test_a_call_that_sees_by_itself_that_it_was_done_is_made_again_after_a_crash(
    home: Home, store: Store, ada: Agent, repeats: Repeats
) -> None:
    post = Post(repeats)
    post.crashes = True
    tasks.submit(store, "ada", "post it")
    with pytest.raises(KeyboardInterrupt):
        await post.tool(caller(home, store, ada, begin(store, lease=-1))).call({"what": "a"})
    post.crashes = False
    assert await post.tool(caller(home, store, ada, begin(store))).call({"what": "a"}) == "posted a (2)"


async def test_a_call_that_failed_may_be_made_again(home: Home, store: Store, ada: Agent) -> None:
    post = Post()
    post.fails = True
    tasks.submit(store, "ada", "post it")
    with pytest.raises(HydraError, match="closed"):
        await post.tool(caller(home, store, ada, begin(store, lease=-1))).call({"what": "a"})
    post.fails = False
    assert await post.tool(caller(home, store, ada, begin(store))).call({"what": "a"}) == "posted a (2)"


async def test_a_late_worker_calls_nothing_and_leaves_no_row(home: Home, store: Store, ada: Agent) -> None:
    post = Post()
    task = tasks.submit(store, "ada", "post it")
    late = post.tool(caller(home, store, ada, begin(store, lease=-1)))
    begin(store)
    with pytest.raises(ClaimLost):
        await late.call({"what": "a"})
    assert post.calls == []
    assert usage.calls(store, task.id) == []


async def test_a_note_of_a_late_worker_is_not_saved_and_not_held(home: Home, store: Store, ada: Agent) -> None:
    tasks.submit(store, "ada", "remember it")
    late = caller(home, store, ada, begin(store, lease=-1))
    begin(store)
    with pytest.raises(ClaimLost):
        await REMEMBER.run(late, {"note": "Written too late."})
    with pytest.raises(ClaimLost):
        held.hold(store, "ada", late.task, "Held too late.", "example.org", late.fence)
    assert memory.notes(ada) == []
    assert held.held(store) == []


async def test_a_note_that_the_user_took_out_meanwhile_does_not_come_back_with_the_next_attempt(
    home: Home, store: Store, ada: Agent
) -> None:
    tasks.submit(store, "ada", "remember it")
    (tool,) = toolbox(caller(home, store, ada, begin(store, lease=-1)), [REMEMBER])
    said = await tool.call({"note": "The user deploys on Fridays."})
    memory.forget(ada, memory.notes(ada)[0].line)
    (tool,) = toolbox(caller(home, store, ada, begin(store)), [REMEMBER])
    assert await tool.call({"note": "The user deploys on Fridays."}) == said
    assert memory.notes(ada) == []


async def test_a_note_saved_just_before_a_crash_is_in_the_file_once(home: Home, store: Store, ada: Agent) -> None:
    tasks.submit(store, "ada", "remember it")
    first = caller(home, store, ada, begin(store, lease=-1))
    # Killed between the file and the row that says so: the tool alone has run.
    await REMEMBER.run(first, {"note": "The user deploys on Fridays."})
    (tool,) = toolbox(caller(home, store, ada, begin(store)), [REMEMBER])
    assert (await tool.call({"note": "The user deploys on Fridays."})).startswith("Already there")
    assert len(memory.notes(ada)) == 1


def test_a_tool_that_only_reads_is_not_wrapped(home: Home, store: Store, ada: Agent) -> None:
    tasks.submit(store, "ada", "read")
    by = caller(home, store, ada, begin(store))
    tool = Tool("look", "Looks.", SCHEMA, Post().tool(by).call)
    assert once(tool, by, "freely") is tool
    assert once(tool, by, "safely") is not tool
