"""Against a real server that we did not write: mcp-server-time, from PyPI."""

import sys
from pathlib import Path

from hydratui import config
from hydratui.agents.roster import find
from hydratui.paths import Home
from hydratui.store import Store, mcp_status, tasks, usage, workers
from hydratui.tools.mcp.pool import Pool
from hydratui.tools.toolbox import Caller, toolbox
from tests.mcp_settings import grant, name_servers

TIME = str(Path(sys.executable).with_name("mcp-server-time"))


async def test_a_real_server_is_connected_called_and_disconnected(home: Home, store: Store) -> None:
    name_servers(home, time={"command": TIME, "args": ["--local-timezone", "UTC"]})
    ada = find(home, "ada")
    grant(ada, "time")
    workers.enlist(store, "w")
    pool = Pool(home, store, "w")
    caller = Caller(home, store, ada, tasks.submit(store, "ada", "what time is it?").id)
    foreign = await pool.offers(ada, config.load(home))
    tools = {tool.name: tool for tool in toolbox(caller, foreign.offers)}
    assert sorted(tools) == ["time_convert_time", "time_get_current_time"] and not foreign.missing
    assert '"timezone": "Europe/Madrid"' in await tools["time_get_current_time"].call({"timezone": "Europe/Madrid"})
    assert "reports an error" in await tools["time_get_current_time"].call({"timezone": "Mars/Olympus"})
    assert mcp_status.seen(store)["time"].state == "connected"
    await pool.close()
    assert mcp_status.seen(store)["time"].state == "idle"
    first, second = usage.calls(store, caller.task)
    assert (first.source, first.outcome, second.outcome) == ("mcp:time", "ok", "ok")
    assert first.result.endswith(" characters") and second.result.startswith("error: ")
