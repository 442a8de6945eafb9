"""Keys are taken out of every result, in whatever form, and nothing else is."""

import base64
import random
import string
from urllib.parse import quote

import pytest

from hydratui.tools.secrets import REMOVED, holds, redact


def drawn(length: int, letters: str = string.ascii_letters + string.digits, seed: int = 7) -> str:
    """Characters of a key, always the same ones; made here so that no file holds what looks like a key."""
    return "".join(random.Random(seed).choices(letters, k=length))


STORED = "sk-proj-" + drawn(48)
PLAIN = drawn(30, seed=3) + "/+" + drawn(10, seed=4)
"""A stored key of no known shape."""

HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
SHAPES = {
    "OpenAI": "sk-" + drawn(48),
    "OpenAI project": "sk-proj-" + drawn(74) + "_" + drawn(40) + "-" + drawn(20),
    "Anthropic": "sk-ant-api03-" + drawn(93) + "AA",
    "OpenRouter": "sk-or-v1-" + drawn(64, HEX),
    "DeepSeek": "sk-" + drawn(32, HEX),
    "GitHub": "ghp_" + drawn(36),
    "GitHub app": "ghs_" + drawn(36),
    "GitHub fine-grained": "github_pat_" + drawn(22) + "_" + drawn(59),
    "GitLab": "glpat-" + drawn(20),
    "Amazon": "AKIA" + drawn(16, UPPER),
    "Amazon session": "ASIA" + drawn(16, UPPER),
    "Google": "AIza" + drawn(35),
    "Google client": "GOCSPX-" + drawn(28),
    "Google token": "ya29." + drawn(120),
    "Slack": "xoxb-" + drawn(12, string.digits) + "-" + drawn(24),
    "Slack app": "xapp-1-" + drawn(60),
    "Stripe": "sk_live_" + drawn(24),
    "Groq": "gsk_" + drawn(52),
    "xAI": "xai-" + drawn(80),
    "Perplexity": "pplx-" + drawn(48),
    "Hugging Face": "hf_" + drawn(34, string.ascii_letters),
    "npm": "npm_" + drawn(36),
    "PyPI": "pypi-AgEIcHlwaS5vcmc" + drawn(100),
    "DigitalOcean": "dop_v1_" + drawn(64, HEX),
    "SendGrid": "SG." + drawn(22) + "." + drawn(43),
    "Telegram": "123456789:AA" + drawn(33),
    "age": "AGE-SECRET-KEY-1" + drawn(58, UPPER),
    "JWT": "eyJ" + drawn(30) + ".eyJ" + drawn(60) + "." + drawn(43),
}


@pytest.mark.parametrize("kind", SHAPES)
def test_a_key_of_a_known_shape_is_redacted(kind: str) -> None:
    key = SHAPES[kind]
    for text in (key, f"the key is {key}.", f'{{"key": "{key}"}}', f"KEY={key}\n", f"(https://example.org/?k={key}&x=1)"):
        cleaned = redact(text)
        assert REMOVED in cleaned and key[8:] not in cleaned
        assert cleaned.startswith(text[: text.index(key)])


@pytest.mark.parametrize(
    "kind", ["RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]
)
def test_a_private_key_is_redacted_whole_also_when_it_is_cut(kind: str) -> None:
    lines = "\n".join(drawn(64, seed=seed) for seed in range(20))
    assert redact(f"before\n-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----\nafter") == f"before\n{REMOVED}\nafter"
    assert redact(f"before\n-----BEGIN {kind}-----\n{lines}") == f"before\n{REMOVED}"
    escaped = lines.replace("\n", "\\n")
    assert redact(f'{{"key": "-----BEGIN {kind}-----\\n{escaped}"}}') == f'{{"key": "{REMOVED}"}}'


@pytest.mark.parametrize("key", [STORED, PLAIN])
def test_a_stored_key_is_redacted_in_every_form(key: str) -> None:
    raw = key.encode()
    forms = {
        "as it is": key,
        "split over lines": "\n".join(key[at : at + 9] for at in range(0, len(key), 9)),
        "split over indented lines": "\n    ".join(key[at : at + 16] for at in range(0, len(key), 16)),
        "split by escapes": "\\n".join(key[at : at + 16] for at in range(0, len(key), 16)),
        "spaced": " ".join(key),
        "with invisible characters": "\u200b".join(key),
        "backwards": key[::-1],
        "in hex": raw.hex(),
        "in a URL": quote(key, safe=""),
        "in base64": base64.b64encode(raw).decode(),
        "in base64 over lines": base64.encodebytes(raw * 3).decode(),
        "in base64 behind one byte": base64.b64encode(b":" + raw + b"@x").decode(),
        "in base64 behind two bytes": base64.urlsafe_b64encode(b"a:" + raw).decode(),
    }
    for name, form in forms.items():
        text = f"before {form} after"
        assert holds(text, (key,)), name
        cleaned = redact(text, (key,))
        assert REMOVED in cleaned and cleaned.startswith("before ") and cleaned.endswith(" after"), name
        assert not holds(cleaned, (key,)), name
        # At most the few characters that base64 mixes with their neighbours stay.
        assert len(cleaned) - len("before  after") - cleaned.count(REMOVED) * len(REMOVED) <= 6, name


HARMLESS = (
    "sk-container-id-1-text-repr-fallback",
    "sk-estimator-doc-link and sk-toggleable__content",
    "task-1234567890-abcdefghijkl",
    "ask-me-anything-about-anything",
    "xoxo",
    "AKIA is a prefix",
    "eyJ is how a JWT begins",
    "ghp_short",
    "npm_config_registry",
    "hf_hub_download",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "6f1ed002ab5595859014ebf0951522d9b6d1a4c0",
    "550e8400-e29b-41d4-a716-446655440000",
    "10:30 in room 12345678:AA",
    "SG.1 and SG.2",
    "risk-adjusted-returns-of-the-portfolio-2026",
    "https://example.org/sk-learn/stable/modules/generated/sklearn.svm.SVC.html",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_resembles_a_key_stays(text: str) -> None:
    assert redact(text, (STORED, PLAIN)) == text


def test_a_stored_value_that_is_a_word_takes_nothing_out() -> None:
    assert redact("ollama runs on this machine; none", ("ollama", "none", "", "x")) == "ollama runs on this machine; none"


def test_two_keys_next_to_each_other_and_one_inside_another_are_redacted() -> None:
    cleaned = redact(f"{SHAPES['GitHub']} {STORED}{STORED}", (STORED,))
    assert "ghp_" not in cleaned and "sk-" not in cleaned
