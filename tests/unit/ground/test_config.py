"""Settings: read whole, written one key at a time, wrong ones named."""

from pathlib import Path

import pytest

from hydratui import config
from hydratui.config import Limits, ProviderSettings
from hydratui.errors import HydraError
from hydratui.paths import Home


def write(home: Home, text: str) -> None:
    home.root.mkdir(parents=True, exist_ok=True)
    home.config.write_text(text, encoding="utf-8")


def test_without_a_file_the_defaults_hold(home: Home) -> None:
    assert config.load(home) == config.Config()
    assert config.load(home).outside == "ask"


def test_what_the_file_says_is_read(home: Home) -> None:
    write(home, '[models]\ndefault = "box:qwen"\n[providers.box]\nbase_url = "http://127.0.0.1:9/v1"\n[memory]\noutside = "refuse"\n')
    settings = config.load(home)
    assert settings.default_model == "box:qwen"
    assert settings.providers == {"box": ProviderSettings("http://127.0.0.1:9/v1")}
    assert settings.outside == "refuse"
    assert settings.limits == Limits(worker=8, agent=1)


def test_limits_are_read_for_workers_agents_and_providers(home: Home) -> None:
    write(home, "[limits]\nworker = 4\nagent = 2\n[limits.agents]\nada = 3\n[limits.providers]\nollama = 1\n")
    assert config.load(home).limits == Limits(4, 2, {"ada": 3}, {"ollama": 1})


@pytest.mark.parametrize("line", ["worker = 0", "worker = 65", "agent = true", 'agent = "2"', "agents = 2", "agents = { ada = -1 }"])
def test_a_limit_that_makes_no_sense_is_one_sentence(home: Home, line: str) -> None:
    write(home, f"[limits]\n{line}\n")
    with pytest.raises(HydraError, match="must be"):
        config.load(home)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[models\n", "not valid TOML"),
        ('[memory]\noutside = "maybe"\n', '"ask", "allow" or "refuse"'),
        ("models = 3\n", "must be a table"),
        ("[models]\ndefault = 3\n", "must be text"),
        ('[providers]\nbox = "x"\n', "written [providers.box]"),
        ("[providers.box]\nbase_url = 3\n", "[providers.box] base_url must be text"),
    ],
)
def test_a_wrong_file_is_one_sentence_that_names_it(home: Home, text: str, named: str) -> None:
    write(home, text)
    with pytest.raises(HydraError, match=r"config\.toml") as refusal:
        config.load(home)
    assert named in str(refusal.value)
    assert home.config.read_text(encoding="utf-8") == text


def test_writing_a_key_keeps_every_comment(home: Home) -> None:
    write(home, '# mine\n[models]\n# the good one\ndefault = "a:b" # why\n\n[app]\ntheme = "x"\n')
    config.write(home, "models", "default", "c:d")
    assert home.config.read_text(encoding="utf-8") == '# mine\n[models]\n# the good one\ndefault = "c:d" # why\n\n[app]\ntheme = "x"\n'
    config.write(home, "memory", "outside", "allow")
    assert config.load(home).outside == "allow"


def test_a_file_with_a_byte_order_mark_is_read(home: Home) -> None:
    home.config.write_bytes(b'\xef\xbb\xbf[models]\r\ndefault = "a:b"\r\n')
    assert config.load(home).default_model == "a:b"


def test_a_file_that_is_a_link_stays_one(home: Home, tmp_path: Path) -> None:
    real = tmp_path / "settings" / "mine.toml"
    real.parent.mkdir()
    real.write_text('[app]\ntheme = "x"\n', encoding="utf-8")
    home.config.symlink_to(real)
    config.write(home, "app", "theme", "y")
    assert home.config.is_symlink()
    assert real.read_text(encoding="utf-8") == '[app]\ntheme = "y"\n'
    assert [file.name for file in real.parent.iterdir()] == ["mine.toml"]


def test_a_file_that_cannot_be_written_is_one_sentence(home: Home, tmp_path: Path) -> None:
    home.config.symlink_to(tmp_path / "gone" / "mine.toml")
    with pytest.raises(HydraError, match=r"config\.toml can't be written"):
        config.write(home, "app", "theme", "y")


def test_a_value_where_a_table_should_be_is_not_written_over(home: Home) -> None:
    write(home, "app = 3\n")
    with pytest.raises(HydraError, match="must be a table"):
        config.write(home, "app", "theme", "y")
    assert home.config.read_text(encoding="utf-8") == "app = 3\n"
