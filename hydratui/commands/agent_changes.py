"""Changes of an agent that reach beyond its folder: its tasks and channels follow a new name, and are kept when it goes."""

from hydratui.agents import create
from hydratui.agents.roster import Agent, find
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import tasks
from hydratui.store.database import Store


def rename(home: Home, store: Store, agent_id: str, name: str) -> Agent:
    """Gives an agent a new name, and with it a new id: folder, files, tasks and channels.

    Raises:
        HydraError: a task of the agent is running, or an agent of that id exists. Nothing was changed.
    """
    agent = find(home, agent_id)
    _refuse_while_running(store, agent)
    renamed = create.rename(home, agent, name)
    if renamed.id != agent.id:
        try:
            tasks.rename_agent(store, agent.id, renamed.id)
        except BaseException:
            create.rename(home, renamed, agent.name)
            raise
    return renamed


def delete(home: Home, store: Store, agent_id: str) -> Agent:
    """Deletes an agent's folder and takes its waiting tasks from the queue; all its messages stay.

    Raises:
        HydraError: a task of the agent is running. Nothing was changed.
    """
    agent = find(home, agent_id)
    _refuse_while_running(store, agent)
    for task in tasks.unfinished(store):
        if task.agent == agent.id:
            tasks.cancel(store, task.id)
    create.delete(agent)
    return agent


def _refuse_while_running(store: Store, agent: Agent) -> None:
    running = next((task for task in tasks.unfinished(store) if task.agent == agent.id and task.status == "running"), None)
    if running is not None:
        raise HydraError(f"{agent.name} is working on task {running.id}. Wait for its end, or cancel it first.")
