"""The keys of providers and services: in the environment, else in a file of the user's own outside the data folder."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from hydratui.config import Config
from hydratui.errors import HydraError
from hydratui.models.catalogue import PROVIDERS, Provider, known
from hydratui.paths import keys_file

SERVICES: Mapping[str, tuple[str, ...]] = {"brave": ("BRAVE_API_KEY", "BRAVE_SEARCH_API_KEY")}
"""What takes a key and is no provider of models, by id, with the environment variables that may hold it."""


def key(provider: Provider | str) -> str | None:
    """The key to use: the first of the provider's environment variables that is set, else the one in the key file.

    Args:
        provider: A provider, or the id of one of the catalogue's or of a service.

    Raises:
        HydraError: The key file can't be read.
    """
    name = provider if isinstance(provider, str) else provider.id
    settled = PROVIDERS.get(provider) if isinstance(provider, str) else provider
    for variable in settled.key_names if settled else SERVICES.get(name, ()):
        if value := os.environ.get(variable, "").strip():
            return value
    return stored().get(name)


def stored() -> Mapping[str, str]:
    """The keys in the key file by provider id; empty where there is no file.

    Raises:
        HydraError: The file is no TOML or can't be read.
    """
    path = keys_file()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HydraError(f"The key file {path} can't be read ({error}). Correct it or move it away.") from error
    return {name: value.strip() for name, value in values.items() if isinstance(value, str) and value.strip()}


def save_key(provider: str, value: str) -> Path:
    """Puts a provider's key into the key file, which only its owner may read. Returns the file.

    Raises:
        HydraError: The value is no key, or the file can't be written.
    """
    value = value.strip()
    if not value or not value.isascii() or not value.isprintable() or " " in value:
        raise HydraError("That is no key: a key is one word of letters, digits and signs. Copy it again from the provider's page.")
    return _write({**stored(), provider: value})


def forget_key(provider: str) -> bool:
    """Takes a provider's key out of the key file. Returns whether it was there.

    Raises:
        HydraError: The file can't be read or written.
    """
    keys = dict(stored())
    if keys.pop(provider, None) is None:
        return False
    _write(keys)
    return True


def all_keys(config: Config | None = None) -> list[str]:
    """Every key that this process could send, longest first, for taking them out of texts.

    Args:
        config: The settings, when keys that are named there count as well.

    Raises:
        HydraError: The key file can't be read.
    """
    providers = known(config).values() if config else PROVIDERS.values()
    variables = [name for provider in providers for name in provider.key_names] + [name for names in SERVICES.values() for name in names]
    values = {os.environ.get(name, "").strip() for name in variables}
    return sorted({*values, *stored().values()} - {""}, key=len, reverse=True)


def _write(keys: Mapping[str, str]) -> Path:
    import tomlkit

    path = keys_file()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A temporary file is made with mode 0600, so the keys are at no moment readable by others.
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False) as fresh:
            written = Path(fresh.name)
            try:
                fresh.write(tomlkit.dumps(dict(sorted(keys.items()))))
                fresh.close()
                written.replace(path)
            except BaseException:
                fresh.close()
                written.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise HydraError(f"The key file {path} can't be written ({error}). Set HYDRATUI_KEYS to a file that can.") from error
    return path
