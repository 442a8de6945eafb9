"""The innermost wrapper: whose memory a tool works on comes from the worker, never from the model."""

from collections.abc import Mapping
from dataclasses import dataclass

from hydratui.errors import HydraError
from hydratui.tools.arguments import fit
from hydratui.tools.caller import Caller
from hydratui.tools.tool import Offer, Tool

_AGENT_NAMES = frozenset({"agent", "agents", "agentid", "agentname", "agentids", "asagent", "foragent", "caller", "identity"})


@dataclass(frozen=True, slots=True)
class Bound:
    """A call that carries its caller. Arguments that do not fit the schema are refused before anything runs."""

    offer: Offer
    caller: Caller

    async def __call__(self, arguments: Mapping[str, object]) -> str:
        """Runs the tool for the caller; see `Offer.run` for errors."""
        return await self.offer.run(self.caller, fit(self.offer.name, self.offer.schema, arguments))


def refuse_unfit(offer: Offer) -> None:
    """Refuses an offer that no caller can be bound to.

    Raises:
        HydraError: Its schema has a parameter that names an agent, or lets through what it does not name.
    """
    properties = offer.schema.get("properties", {})
    assert isinstance(properties, Mapping)
    for parameter in properties:
        if str(parameter).casefold().replace("_", "").replace("-", "") in _AGENT_NAMES:
            raise HydraError(
                f'The tool {offer.name} has a parameter "{parameter}": a tool may not be told whose agent it works for. Rename it.'
            )
    if offer.schema.get("additionalProperties") is not False:
        raise HydraError(f'The tool {offer.name} takes parameters that its schema does not name. Set "additionalProperties" to false.')


def bind(offer: Offer, caller: Caller) -> Tool:
    """The tool, bound to its caller.

    Raises:
        HydraError: It can't be; see `refuse_unfit`.
    """
    refuse_unfit(offer)
    return Tool(offer.name, offer.description, offer.schema, Bound(offer, caller), offer.source, offer.gist, offer.outside, offer.keeps)
