"""The providers of language models: where each is, what its key is called, how it is spoken to."""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from hydratui.config import Config
from hydratui.errors import ModelError

Kind = Literal["openai", "anthropic"]


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Attributes:
        id: The word before the colon in ``provider:model``.
        label: Its name for people.
        base_url: Address of its API, without a slash at the end.
        key_names: Environment variables that may hold its key, first found wins; none for a server without keys.
        kind: The protocol that it speaks.
        url_name: Environment variable that moves its address, or "".
        vendor: How shared model catalogues spell the maker, to look up what its models can do, or "".
        models: A few well-known model names, the one to start with first.
        local: It is a server on this machine, so its models are asked for rather than known.
        needs_key: It answers nobody without a key.
    """

    id: str
    label: str
    base_url: str
    key_names: tuple[str, ...] = ()
    kind: Kind = "openai"
    url_name: str = ""
    vendor: str = ""
    models: tuple[str, ...] = ()
    local: bool = False
    needs_key: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """A provider, with its address settled, and one of its models."""

    provider: Provider
    model: str


PROVIDERS: Mapping[str, Provider] = {
    provider.id: provider
    for provider in (
        Provider(
            "openai",
            "OpenAI",
            "https://api.openai.com/v1",
            ("OPENAI_API_KEY",),
            url_name="OPENAI_BASE_URL",
            vendor="openai",
            models=("gpt-6.1-terra", "gpt-6.1-sol", "gpt-6-luna", "gpt-5.6-terra"),
        ),
        Provider(
            "anthropic",
            "Anthropic",
            "https://api.anthropic.com",
            ("ANTHROPIC_API_KEY",),
            kind="anthropic",
            url_name="ANTHROPIC_BASE_URL",
            models=("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"),
        ),
        Provider(
            "gemini",
            "Google Gemini",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
            vendor="google",
            models=("gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-3.5-flash-lite"),
        ),
        Provider(
            "groq",
            "Groq",
            "https://api.groq.com/openai/v1",
            ("GROQ_API_KEY",),
            models=("openai/gpt-oss-120b", "openai/gpt-oss-20b", "qwen/qwen3.8-27b"),
        ),
        Provider("xai", "xAI", "https://api.x.ai/v1", ("XAI_API_KEY",), vendor="xai", models=("grok-4.7", "grok-4.3", "grok-build-0.1")),
        Provider(
            "mistral",
            "Mistral",
            "https://api.mistral.ai/v1",
            ("MISTRAL_API_KEY",),
            vendor="mistralai",
            models=("mistral-medium-latest", "mistral-large-latest", "mistral-small-latest", "codestral-latest"),
        ),
        Provider(
            "deepseek",
            "DeepSeek",
            "https://api.deepseek.com",
            ("DEEPSEEK_API_KEY",),
            vendor="deepseek",
            models=("deepseek-flash", "deepseek-v4-pro"),
        ),
        Provider(
            "qwen",
            "Qwen",
            "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
            ("DASHSCOPE_API_KEY", "ALIBABA_API_KEY"),
            vendor="qwen",
            models=("qwen-plus", "qwen-max", "qwen-flash"),
        ),
        Provider(
            "kimi",
            "Kimi",
            "https://api.moonshot.ai/v1",
            ("MOONSHOT_API_KEY", "MOONSHOTAI_API_KEY"),
            vendor="moonshotai",
            models=("kimi-k3", "kimi-k3.1-pro", "kimi-k2.7-code"),
        ),
        Provider(
            "glm", "GLM", "https://api.z.ai/api/paas/v4", ("ZAI_API_KEY",), vendor="z-ai", models=("glm-5.3", "glm-5.3-flash", "glm-4.7")
        ),
        Provider("minimax", "MiniMax", "https://api.minimax.io/v1", ("MINIMAX_API_KEY",), models=("MiniMax-M3", "MiniMax-M2.7")),
        Provider(
            "openrouter",
            "OpenRouter",
            "https://openrouter.ai/api/v1",
            ("OPENROUTER_API_KEY",),
            models=("openrouter/auto", "anthropic/claude-sonnet-5.5", "google/gemini-3.8-flash"),
        ),
        Provider("ollama", "Ollama", "http://127.0.0.1:11434/v1", url_name="OLLAMA_BASE_URL", local=True, needs_key=False),
        Provider("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", local=True, needs_key=False),
        Provider("vllm", "vLLM", "http://127.0.0.1:8000/v1", ("VLLM_API_KEY",), url_name="VLLM_BASE_URL", local=True, needs_key=False),
        Provider("llamacpp", "llama.cpp", "http://127.0.0.1:8080/v1", ("LLAMA_API_KEY",), local=True, needs_key=False),
    )
}


def parse(text: str) -> tuple[str, str]:
    """The provider and the model of ``provider:model``; the model may hold colons and slashes itself.

    Raises:
        ModelError: A half of it is missing.
    """
    provider, colon, model = text.strip().partition(":")
    if not (provider and colon and model.strip()):
        raise ModelError(f'"{text}" names no model: write provider:model, for example openai:{PROVIDERS["openai"].models[0]}.')
    return provider.strip().lower(), model.strip()


def choose(text: str, config: Config) -> Choice:
    """The model that ``provider:model`` names, with the settings and the environment taken into account.

    Raises:
        ModelError: No such provider is known or configured, or a half is missing.
    """
    name, model = parse(text)
    providers = known(config)
    if name not in providers:
        raise ModelError(
            f'There is no provider "{name}": choose one of {", ".join(providers)}, '
            f"or give it a base_url under [providers.{name}] in config.toml."
        )
    return Choice(providers[name], model)


def known(config: Config) -> dict[str, Provider]:
    """Every provider by id, those of the catalogue first, each at the address and with the key names that apply.

    An address comes from ``[providers.NAME] base_url``, else from the provider's environment variable, else from the
    catalogue. A provider that was moved, or that only the settings know, may do without a key.
    """
    found = {name: _settled(provider, config) for name, provider in PROVIDERS.items()}
    for name, settings in config.providers.items():
        if name.lower() not in found and settings.base_url:
            key_names = (settings.api_key_env,) if settings.api_key_env else ()
            found[name.lower()] = Provider(name.lower(), name, settings.base_url.rstrip("/"), key_names, needs_key=bool(key_names))
    return found


def _settled(provider: Provider, config: Config) -> Provider:
    settings = next((one for name, one in config.providers.items() if name.lower() == provider.id), None)
    moved = (settings.base_url if settings else None) or os.environ.get(provider.url_name)
    if settings and settings.api_key_env:
        provider = replace(provider, key_names=(settings.api_key_env,), needs_key=True)
    elif moved:
        provider = replace(provider, needs_key=False)
    return replace(provider, base_url=moved.rstrip("/")) if moved else provider


def is_local(base_url: str) -> bool:
    """Whether an address is on this machine or in a private network."""
    host = urlsplit(base_url).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal")) or "." not in host
