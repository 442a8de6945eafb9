import pytest

from hydratui.config import Config, ProviderSettings
from hydratui.errors import ModelError
from hydratui.models import catalogue


def test_every_provider_of_the_design_is_there() -> None:
    wanted = "openai anthropic gemini groq xai mistral deepseek qwen kimi glm minimax openrouter ollama lmstudio vllm llamacpp"
    assert list(catalogue.PROVIDERS) == wanted.split()


def test_only_servers_of_this_machine_are_spoken_to_without_tls() -> None:
    for provider in catalogue.PROVIDERS.values():
        assert provider.base_url.startswith("http://127.0.0.1:" if provider.local else "https://")
        assert provider.local or (provider.key_names and provider.models and provider.needs_key)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("openai:gpt-6.1-sol", ("openai", "gpt-6.1-sol")),
        (" OpenAI: gpt-6.1-sol ", ("openai", "gpt-6.1-sol")),
        ("ollama:llama3.2:1b", ("ollama", "llama3.2:1b")),
        ("openrouter:anthropic/claude-sonnet-5.5", ("openrouter", "anthropic/claude-sonnet-5.5")),
    ],
)
def test_a_model_is_named_by_its_provider_and_its_name(text: str, parts: tuple[str, str]) -> None:
    assert catalogue.parse(text) == parts


@pytest.mark.parametrize("text", ["", "gpt-6.1-sol", "openai:", ":gpt", "openai: "])
def test_half_a_name_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ModelError, match="provider:model, for example openai:"):
        catalogue.parse(text)


def test_an_unknown_provider_is_refused_with_those_there_are() -> None:
    with pytest.raises(ModelError, match=r'no provider "opnai".*openai, anthropic.*\[providers.opnai\]'):
        catalogue.choose("opnai:gpt-5", Config())


def test_a_name_of_ones_own_is_a_provider_without_a_key() -> None:
    config = Config(providers={"Attic": ProviderSettings("http://attic.local:9000/v1/")})
    choice = catalogue.choose("attic:qwen3", config)
    assert (choice.provider.base_url, choice.provider.needs_key, choice.model) == ("http://attic.local:9000/v1", False, "qwen3")


def test_a_name_of_ones_own_needs_the_key_that_it_names() -> None:
    config = Config(providers={"work": ProviderSettings("https://gate.example.com/v1", "WORK_KEY")})
    provider = catalogue.choose("work:m", config).provider
    assert (provider.key_names, provider.needs_key) == (("WORK_KEY",), True)


def test_a_name_without_an_address_is_no_provider() -> None:
    with pytest.raises(ModelError, match='no provider "attic"'):
        catalogue.choose("attic:m", Config(providers={"attic": ProviderSettings(None, "KEY")}))


def test_settings_come_before_the_environment_and_that_before_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    def address(config: Config) -> str:
        return catalogue.choose("openai:m", config).provider.base_url

    assert address(Config()) == "https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    assert address(Config()) == "http://127.0.0.1:9/v1"
    assert address(Config(providers={"openai": ProviderSettings("http://127.0.0.1:10/v1")})) == "http://127.0.0.1:10/v1"


def test_a_provider_at_another_address_may_do_without_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    assert catalogue.choose("openai:m", Config()).provider.needs_key
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert not catalogue.choose("openai:m", Config()).provider.needs_key


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8080/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://192.168.1.4/v1", True),
        ("http://attic:8080/v1", True),
        ("http://attic.local/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://8.8.8.8/v1", False),
    ],
)
def test_an_address_is_local_on_this_machine_and_its_network(url: str, local: bool) -> None:
    assert catalogue.is_local(url) is local


def test_settings_of_a_known_provider_count_however_its_name_is_written() -> None:
    config = Config(providers={"OpenAI": ProviderSettings("http://127.0.0.1:9/v1/", "MY_KEY")})
    provider = catalogue.choose("openai:some-model", config).provider
    assert (provider.base_url, provider.key_names) == ("http://127.0.0.1:9/v1", ("MY_KEY",))
