"""Which tools there are, whoever may use them: for lists and for names that are mistyped."""

from dataclasses import dataclass

from hydratui import config
from hydratui.paths import Home
from hydratui.store import Store, mcp_status
from hydratui.text import one_line
from hydratui.tools.addons.folder import addons
from hydratui.tools.addons.offers import offered, problem
from hydratui.tools.mcp.settings import servers
from hydratui.tools.toolbox import built_in


@dataclass(frozen=True, slots=True)
class Known:
    """A tool that an agent can be granted.

    Attributes:
        source: ``built-in``, ``addon:`` and a file's name, or ``mcp:`` and a server's name.
        about: The first sentence of its description, one line.
    """

    name: str
    source: str
    about: str

    @property
    def group(self) -> str | None:
        """The add-on or MCP server that it comes from, whose name grants it too."""
        return self.source.partition(":")[2] or None


def known(store: Store) -> list[Known]:
    """All tools that there are now, the built-in ones first."""
    home = Home(store.path.parent)
    offers = [*built_in(), *(offered(addon, function) for addon in addons(home) for function in addon.functions)]
    return [*(Known(offer.name, offer.source, about(offer.description)) for offer in offers), *_of_servers(home, store)]


def problems(home: Home) -> list[str]:
    """What is wrong with add-ons, each a sentence that names file and line."""
    found: list[str] = []
    for addon in addons(home):
        found += addon.problems
        found += [f"{addon.path.name}: {said}" for function in addon.functions if (said := problem(offered(addon, function)))]
    return found


def _of_servers(home: Home, store: Store) -> list[Known]:
    """The tools of MCP servers as they were last listed; for a server that was never asked, its own name."""
    seen = mcp_status.seen(store)
    return [
        Known(name, f"mcp:{server.name}", f"of the MCP server {server.name}" if tools else "an MCP server that was not asked yet")
        for server in servers(home, config.load(home))
        if not server.problem
        for tools in [seen[server.name].tools if server.name in seen else ()]
        for name in tools or (server.name,)
    ]


def about(description: str) -> str:
    """The first sentence of a description on one line."""
    return one_line(description).partition(". ")[0].rstrip(".")
