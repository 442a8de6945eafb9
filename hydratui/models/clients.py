"""The model object of a choice: its client, its address, its key, and what is known of what it can do."""

import functools
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from ssl import SSLContext
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
from pydantic_ai.models import Model

from hydratui.errors import ModelError
from hydratui.models import keys
from hydratui.models.catalogue import Choice, Provider, is_local
from hydratui.models.remote import Patience
from hydratui.models.retrying import RetryingTransport


@asynccontextmanager
async def opened(choice: Choice, patience: Patience) -> AsyncGenerator[Model, None]:
    """The model, with an HTTP client of its own that is closed at the end.

    Raises:
        ModelError: The provider needs a key and there is none, or the address is none.
    """
    key = _key(choice.provider)
    async with _http(choice.provider.base_url, patience) as http:
        yield _anthropic(choice, key, http) if choice.provider.kind == "anthropic" else _openai(choice, key, http)


def _key(provider: Provider) -> str | None:
    key = keys.key(provider)
    save = f"hydratui keys set {provider.id}"
    if key is None and provider.needs_key:
        raise ModelError(f"{provider.label} needs a key: set {' or '.join(provider.key_names)}, or save one with: {save}")
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ModelError(f"The key of {provider.label} holds signs that no key has. Save it again with: {save}")
    return key


def _http(base_url: str, patience: Patience) -> httpx2.AsyncClient:
    try:
        address = urlsplit(base_url)
        right = address.scheme in ("http", "https") and address.hostname and address.port != 0 and httpx2.URL(base_url)
    except (httpx2.InvalidURL, ValueError):
        right = None
    if not right:
        raise ModelError(f'"{base_url}" is no address of a model server, like http://127.0.0.1:8080/v1. Correct it in config.toml.')
    transport = httpx2.AsyncHTTPTransport(verify=_certificates(), proxy=_proxy(base_url), trust_env=False)
    return httpx2.AsyncClient(
        transport=RetryingTransport(transport, patience.tries, patience.retry),
        timeout=httpx2.Timeout(patience.first, connect=patience.connect),
        trust_env=False,
    )


@functools.cache
def _certificates() -> SSLContext:
    return httpx2.create_ssl_context()


def _proxy(base_url: str) -> str | None:
    # What goes to this machine or its network never takes a detour, whatever the environment says.
    address = urlsplit(base_url)
    if is_local(base_url) or proxy_bypass(address.netloc):
        return None
    proxy = getproxies().get(address.scheme)
    if proxy and not proxy.startswith(("http://", "https://")):
        raise ModelError(
            f"The proxy {proxy} is not of http or https. Change {address.scheme}_proxy, or add {address.hostname} to no_proxy."
        )
    return proxy


def _openai(choice: Choice, key: str | None, http: httpx2.AsyncClient) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles import merge_profile
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    provider = choice.provider
    client = AsyncOpenAI(api_key=key or "none", base_url=provider.base_url, http_client=http, timeout=http.timeout, max_retries=0)
    # Ollama ends some streams without a finish reason; everywhere else its absence is the only sign of a cut.
    cut_shows = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=provider.id != "ollama")
    if provider.id == "openai":
        return OpenAIChatModel(choice.model, provider=OpenAIProvider(openai_client=client), profile=cut_shows)
    # The client took the ids of the user's OpenAI account from the environment; they are nobody else's business.
    client.organization = client.project = None
    known_as = f"{provider.vendor}/{choice.model}" if provider.vendor else choice.model
    profile = merge_profile(OpenAICompatibleProvider.model_profile(known_as), cut_shows)
    service = OpenAICompatibleProvider(provider.id, openai_client=client, profile=lambda _: profile)
    return OpenAIChatModel(choice.model, provider=service)


def _anthropic(choice: Choice, key: str | None, http: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=key or "none",
        base_url=choice.provider.base_url,
        http_client=http,
        timeout=http.timeout,
        max_retries=0,
        open_telemetry=False,
    )
    return AnthropicModel(choice.model, provider=AnthropicProvider(anthropic_client=client))
