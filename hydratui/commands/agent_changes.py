"""Changes of an agent that reach beyond its folder: its tasks and channels follow a new name, and are kept when it goes."""

from hydratui.agents import create
from hydratui.agents.roster import Agent, find
from hydratui.paths import Home
from hydratui.store import ownership
from hydratui.store.database import Store


def rename(home: Home, store: Store, agent_id: str, name: str) -> Agent:
    """Gives an agent a new name, and with it a new id: folder, files, tasks and channels.

    Raises:
        HydraError: A task of the agent is running, an agent of that id exists, or one that is gone has left tasks under it.
            Nothing was changed.
    """
    agent = find(home, agent_id)
    renamed: list[Agent] = []
    try:
        ownership.rename_agent(store, agent.id, create.id_from_name(name), lambda: renamed.append(create.rename(home, agent, name)))
    except BaseException:
        for moved in renamed:
            create.rename(home, moved, agent.name)
        raise
    return renamed[0]


def delete(home: Home, store: Store, agent_id: str) -> Agent:
    """Deletes an agent's folder and takes its waiting tasks from the queue; all its messages stay.

    Raises:
        HydraError: A task of the agent is running. Nothing was changed.
    """
    agent = find(home, agent_id)
    ownership.retire_agent(store, agent.id, lambda: create.delete(agent))
    return agent
