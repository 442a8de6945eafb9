import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from llmock.pytest_plugin import LLMock

from hydratui.config import Config, ProviderSettings
from hydratui.models import catalogue, discover, keys


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine is found: the local providers are moved to a port where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    moved = {name: replace(one, base_url=url) if one.local else one for name, one in catalogue.PROVIDERS.items()}
    monkeypatch.setattr(catalogue, "PROVIDERS", moved)
    monkeypatch.setattr(discover, "PROVIDERS", moved)


@contextmanager
def listing(body: bytes, status: int = 200) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
    """A server that answers every GET so; gives its base URL and the headers of what it was asked."""
    asked: list[Mapping[str, str]] = []

    class Listing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append({"path": self.path, **{name.lower(): value for name, value in self.headers.items()}})
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listing)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


def models(*names: str) -> bytes:
    return json.dumps({"object": "list", "data": [{"id": name, "object": "model"} for name in names]}).encode()


def test_nothing_is_found_where_nothing_is() -> None:
    assert discover.found() == []
    assert discover.default(Config()) is None


def test_the_settings_name_the_model_and_nobody_is_asked() -> None:
    assert discover.default(Config(default_model="kimi:kimi-k3")) == "kimi:kimi-k3"


def test_a_key_in_the_environment_is_found_with_the_well_known_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-1")
    (one,) = discover.found()
    assert (one.provider.id, one.base_url, one.models) == (
        "anthropic",
        "https://api.anthropic.com",
        catalogue.PROVIDERS["anthropic"].models,
    )
    assert discover.default(Config()) == f"anthropic:{one.models[0]}"


def test_a_key_in_the_key_file_is_found() -> None:
    keys.save_key("deepseek", "sk-1")
    assert discover.default(Config()) == "deepseek:deepseek-flash"


def test_a_local_server_is_found_with_its_chat_models() -> None:
    with listing(models("nomic-embed-text", "qwen3:4b", "llama3.2:1b")) as (url, asked):
        config = Config(providers={"ollama": ProviderSettings(url)})
        (one,) = discover.found(config)
        assert (one.provider.id, one.base_url, one.models) == ("ollama", url, ("qwen3:4b", "llama3.2:1b"))
        assert discover.default(config) == "ollama:qwen3:4b"
        assert {row["path"] for row in asked} == {"/v1/models"}
        assert all("authorization" not in row for row in asked)


def test_a_server_of_ones_own_is_found_and_is_given_no_key_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORK_KEY", "w-1")
    with listing(models("big")) as (url, asked):
        config = Config(providers={"attic": ProviderSettings(url), "work": ProviderSettings(url, "WORK_KEY")})
        assert [(one.provider.id, one.models) for one in discover.found(config)] == [("attic", ("big",)), ("work", ("big",))]
        assert sorted(row.get("authorization", "") for row in asked) == ["", "Bearer w-1"]


def test_keys_come_before_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", "m-1")
    with listing(models("qwen3:4b")) as (url, _):
        config = Config(providers={"ollama": ProviderSettings(url)})
        assert [one.provider.id for one in discover.found(config)] == ["mistral", "ollama"]


def test_the_address_in_the_environment_is_asked_for_its_models(monkeypatch: pytest.MonkeyPatch) -> None:
    with listing(models("text-embedding-4", "house-model", "gpt-6.1-sol")) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        # Well-known models come first, then the server's own in its order.
        assert discover.default(Config()) == "openai:gpt-6.1-sol"


def test_the_mock_servers_of_both_protocols_are_found(llmock: LLMock) -> None:
    assert {one.provider.id for one in discover.found()} >= {"openai"}
    assert all(record.path.endswith("/v1/models") for record in llmock.requests)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"<html>my dev server</html>", 200),
        (b"[]", 200),
        (b'{"data": 7}', 200),
        (b'{"data": [1, {"id": 2}]}', 200),
        (models("m"), 404),
        (b"", 200),
    ],
)
def test_what_answers_but_is_no_model_server_is_left_out(body: bytes, status: int) -> None:
    with listing(body, status) as (url, _):
        assert discover.found(Config(providers={"attic": ProviderSettings(url)})) == []


@pytest.mark.parametrize(("provider", "able", "noted"), [("llamacpp", False, True), ("llamacpp", True, False), ("ollama", False, False)])
def test_a_llama_cpp_server_that_drops_tools_is_noted(provider: str, able: bool, noted: bool) -> None:
    with listing(json.dumps({"data": [{"id": "m"}], "chat_template_caps": {"supports_tools": able}}).encode()) as (url, _):
        (one,) = discover.found(Config(providers={provider: ProviderSettings(url)}))
        assert ("can't remember or recall by itself" in one.note) is noted


def test_a_port_that_listens_and_says_nothing_is_left_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        assert discover.found(Config(providers={"attic": ProviderSettings(url)})) == []


@pytest.mark.parametrize("url", ["ftp://x/v1", "not a url", "http://", "http://127.0.0.1:99999/v1", "http://a b/v1"])
def test_an_address_that_is_none_is_left_out(url: str) -> None:
    assert discover.found(Config(providers={"attic": ProviderSettings(url)})) == []
