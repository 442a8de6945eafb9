"""Makes offers of the add-ons that an agent is granted."""

from collections.abc import Mapping

from hydratui.agents import grants
from hydratui.agents.roster import Agent
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.text import clipped, plain
from hydratui.tools.addons.folder import addons
from hydratui.tools.addons.reading import Addon, Function
from hydratui.tools.addons.running import call
from hydratui.tools.caller import Caller
from hydratui.tools.identity import refuse_unfit
from hydratui.tools.tool import Offer

_DESCRIPTION = 2_000


def offers(home: Home, agent: Agent) -> list[Offer]:
    """The tools of the add-ons that the agent's file grants. The folder is not looked at for one that has the built-in ones alone."""
    named = grants.granted(agent)
    if named <= frozenset(grants.DEFAULT):
        return []
    return [
        offer
        for addon in addons(home)
        for function in addon.functions
        if grants.allows(named, function.name, addon.path.stem) and problem(offer := offered(addon, function)) is None
    ]


def offered(addon: Addon, function: Function) -> Offer:
    """One tool of an add-on."""

    async def run(_: Caller, arguments: Mapping[str, object]) -> str:
        return await call(addon.path, function.name, arguments, addon.seconds)

    description = clipped(plain(function.description), _DESCRIPTION)
    return Offer(function.name, description, function.schema, run, source=addon.source, outside=addon.outside)


def problem(offer: Offer) -> str | None:
    """Why an offer can be made to nobody, or None when it can."""
    try:
        refuse_unfit(offer)
    except HydraError as error:
        return str(error)
    return None
