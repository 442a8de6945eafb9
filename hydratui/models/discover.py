"""What can answer without any setting: servers that run on this machine, and keys that are there already."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from hydratui.config import Config
from hydratui.models import keys
from hydratui.models.catalogue import PROVIDERS, Provider, is_local, known

TIMEOUT = 0.5
"""Seconds to wait for a server: what runs on this machine answers in a few milliseconds."""

_MOVED_TIMEOUT = 3.0
_MAX_LIST = 4_000_000
# Servers list models that can't chat beside those that can.
_NO_CHAT = ("embed", "rerank", "whisper", "tts", "moderation", "dall-e", "image", "transcribe")


@dataclass(frozen=True, slots=True)
class Found:
    """A provider that can be used now.

    Attributes:
        provider: The provider.
        base_url: Where it is.
        models: The models it offers, the one to start with first.
        note: What will not work with it and what to do, or "".
    """

    provider: Provider
    base_url: str
    models: tuple[str, ...]
    note: str = ""


def found(config: Config | None = None) -> list[Found]:
    """Everything that can be used now: providers with a key first, then servers that run, in the order of the catalogue.

    Every server is asked for its list of models at the same time, with no key unless it was given one. Nothing is sent to
    a provider at its own address: its well-known models stand for the list.
    """
    providers = list(known(config or Config()).values())
    with ThreadPoolExecutor(max_workers=len(providers)) as threads:
        return sorted(filter(None, threads.map(_look, providers)), key=lambda one: one.provider.local)


def default(config: Config) -> str | None:
    """The model for agents that name none: the one in the settings, else the first that is found, else None.

    It may ask servers for their models, so it is for a thread, not for an event loop.
    """
    if config.default_model:
        return config.default_model
    for one in found(config):
        return f"{one.provider.id}:{one.models[0]}"
    return None


def models(provider: Provider, timeout: float = TIMEOUT) -> tuple[str, ...]:
    """The chat models that a server lists, as it orders them; empty when it does not answer like one.

    Args:
        provider: The server, at the address where it is.
        timeout: Seconds.
    """
    path = urlsplit(provider.base_url).path
    listed = _get(provider, f"{path}/v1/models" if provider.kind == "anthropic" else f"{path}/models", timeout)
    rows = listed.get("data")
    names = [row["id"] for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)] if isinstance(rows, list) else []
    return tuple(name for name in names if not any(word in name.lower() for word in _NO_CHAT))


def _look(provider: Provider) -> Found | None:
    known_here = PROVIDERS.get(provider.id)
    moved = known_here is None or provider.base_url != known_here.base_url
    if not provider.local and (provider.needs_key or not moved) and not keys.key(provider):
        return None
    if not provider.local and not moved:
        return Found(provider, provider.base_url, provider.models)
    listed = models(provider, TIMEOUT if is_local(provider.base_url) else _MOVED_TIMEOUT)
    if not listed:
        return None
    well_known = tuple(name for name in provider.models if name in listed)
    return Found(provider, provider.base_url, well_known + tuple(name for name in listed if name not in well_known), _note(provider))


def _note(provider: Provider) -> str:
    # llama.cpp leaves tools out without a word when the chat template of its model has no place for them.
    if provider.id != "llamacpp":
        return ""
    able = _get(provider, "/props", TIMEOUT).get("chat_template_caps")
    if isinstance(able, dict) and able.get("supports_tools") is False:
        return "It is not told of tools, so it can't remember or recall by itself: start the server with a --chat-template that has them."
    return ""


def _get(provider: Provider, path: str, timeout: float) -> dict[str, object]:
    """The JSON object that a server answers with; an empty one for any other answer and for none."""
    headers = {"Accept": "application/json", "anthropic-version": "2023-06-01"}
    if key := keys.key(provider):
        headers |= {"x-api-key": key} if provider.kind == "anthropic" else {"Authorization": f"Bearer {key}"}
    try:
        address = urlsplit(provider.base_url)
        kind = {"http": HTTPConnection, "https": HTTPSConnection}[address.scheme]
        connection = kind(address.hostname or "", address.port, timeout=timeout)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            answer = json.loads(response.read(_MAX_LIST)) if response.status == 200 else {}
        finally:
            connection.close()
    except (OSError, HTTPException, ValueError, KeyError):
        return {}
    return answer if isinstance(answer, dict) else {}
