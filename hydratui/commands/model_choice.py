"""Which models can be named for an agent: checked, offered while typing, and said in words."""

import difflib

from hydratui import config
from hydratui.agents.roster import roster
from hydratui.config import BUILTIN
from hydratui.errors import HydraError
from hydratui.paths import Home

# Words that put an agent back on the default model.
DEFAULT_WORDS = ("default", "none")


def checked(word: str, home: Home) -> str | None:
    """A model's name as an agent's file keeps it, or None for the default.

    Args:
        word: `provider:model`, `builtin` or `default`.
        home: The data folder, whose settings may add providers.

    Raises:
        HydraError: The provider is unknown (the sentence gives the nearest), or one half is missing.
    """
    from hydratui.models import catalogue

    if word.lower() in DEFAULT_WORDS:
        return None
    if word.lower() == BUILTIN:
        return BUILTIN
    if len(word.split()) != 1:
        raise HydraError(f'"{word}" is no model. Write it as provider:model, without blanks.')
    provider, model = catalogue.parse(word)
    known = catalogue.known(config.load(home))
    if provider not in known:
        close = difflib.get_close_matches(provider, known, n=1, cutoff=0.5)
        advice = f"Did you mean {close[0]}:{model}?" if close else f"The providers are: {', '.join(known)}."
        raise HydraError(f'There is no provider "{provider}". {advice}')
    return f"{provider}:{model}"


def offered(home: Home) -> list[tuple[str, str]]:
    """The models to offer, each with a few words about it: those in use first, then those with a key, then the rest.

    Nothing is asked over the network, so the models of a server on this machine are known only where they are in use.
    """
    from hydratui.models import catalogue, keys

    settings = config.load(home)
    offers = {BUILTIN: "the built-in assistant: no key, no network", "default": "the default model"}
    used = {agent.model: f"used by {agent.name}" for agent in roster(home) if agent.model}
    if settings.default_model:
        used.setdefault(settings.default_model, "the default")
    without_key: dict[str, str] = {}
    for provider in catalogue.known(settings).values():
        ready = not provider.needs_key or keys.key(provider) is not None
        for model in provider.models:
            (offers if ready else without_key)[f"{provider.id}:{model}"] = provider.label if ready else f"{provider.label}, no key yet"
    return list({**used, **offers, **without_key}.items())


def spoken(model: str) -> str:
    """A model as a sentence names it."""
    return "the built-in assistant" if model == BUILTIN else model


def default_spoken(home: Home) -> str:
    """The model of agents that name none, as a sentence names it. Servers may be asked: for a thread, not for an event loop."""
    from hydratui.models import discover

    return f"the default model, {spoken(discover.default(config.load(home)) or BUILTIN)}"
