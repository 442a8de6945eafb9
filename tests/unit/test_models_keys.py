import os
import stat

import pytest

from hydratui.config import Config, ProviderSettings
from hydratui.errors import HydraError
from hydratui.models import keys
from hydratui.models.catalogue import choose


def test_there_is_no_key_at_first() -> None:
    assert keys.key("openai") is None
    assert keys.all_keys() == []


def test_a_saved_key_is_found_and_only_its_owner_can_read_it() -> None:
    path = keys.save_key("openai", "  sk-one\n")
    assert keys.key("openai") == "sk-one"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_saving_one_key_keeps_the_others_and_narrows_a_file_that_others_could_read() -> None:
    path = keys.save_key("openai", "sk-one")
    path.chmod(0o644)
    keys.save_key("anthropic", 'sk-"two"')
    assert keys.stored() == {"openai": "sk-one", "anthropic": 'sk-"two"'}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["keys.toml"]


def test_the_environment_comes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    keys.save_key("gemini", "from-file")
    monkeypatch.setenv("GOOGLE_API_KEY", "from-google\n")
    assert keys.key("gemini") == "from-google"
    monkeypatch.setenv("GEMINI_API_KEY", "from-gemini")
    assert keys.key("gemini") == "from-gemini"
    monkeypatch.setenv("GEMINI_API_KEY", "")
    assert keys.key("gemini") == "from-google"


def test_a_provider_of_ones_own_has_the_key_that_the_settings_name(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(providers={"work": ProviderSettings("https://gate.example.com/v1", "WORK_KEY")})
    monkeypatch.setenv("WORK_KEY", "w-1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-for-work")
    assert keys.key(choose("work:m", config).provider) == "w-1"


def test_all_keys_are_those_of_the_environment_and_the_file_longest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    keys.save_key("openai", "sk-one")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-longest")
    monkeypatch.setenv("WORK_KEY", "w-1")
    assert keys.all_keys() == ["sk-ant-longest", "sk-one"]
    assert keys.all_keys(Config(providers={"work": ProviderSettings("http://a/v1", "WORK_KEY")})) == ["sk-ant-longest", "sk-one", "w-1"]


def test_a_forgotten_key_is_gone() -> None:
    keys.save_key("openai", "sk-one")
    keys.save_key("groq", "gsk-two")
    assert keys.forget_key("openai")
    assert not keys.forget_key("openai")
    assert keys.stored() == {"groq": "gsk-two"}


@pytest.mark.parametrize("value", ["", "  ", "two words", "clé", "sk-\x1b[0m", "a\nb"])
def test_what_can_be_no_key_is_not_saved(value: str) -> None:
    with pytest.raises(HydraError, match="That is no key"):
        keys.save_key("openai", value)
    assert keys.stored() == {}


def test_a_damaged_key_file_is_named_and_left_alone() -> None:
    path = keys.save_key("openai", "sk-one")
    path.write_text("openai = sk-one")
    for attempt in (lambda: keys.key("groq"), lambda: keys.save_key("groq", "gsk-two"), keys.all_keys):
        with pytest.raises(HydraError, match=r"keys\.toml can't be read"):
            attempt()
    assert path.read_text() == "openai = sk-one"
