"""`hydratui stats`, and the prices that it goes by."""

import json

import pytest

from hydratui import config, times
from hydratui.config import Price
from hydratui.errors import HydraError
from hydratui.paths import Home
from hydratui.store import Store, tasks
from tests.unit.program import within

PRICES = '[prices."openai:gpt-5"]\ninput = 1.25\noutput = 10\n'


def done(
    store: Store, agent: str = "ada", model: str | None = "openai:gpt-5", tokens: tuple[int, int] = (0, 0), status: str = "completed"
) -> None:
    task = tasks.submit(store, agent, "hello")
    with store.write() as db:
        db.execute(
            "UPDATE tasks SET status = ?, started_at = ?3, finished_at = ?3, model = ?4, tokens_in = ?5, tokens_out = ?6 WHERE id = ?2",
            (status, task.id, times.stamp(), model, *tokens),
        )


def test_the_user_s_prices_make_the_cost(capsys: pytest.CaptureFixture[str], home: Home, store: Store) -> None:
    home.config.write_text(PRICES, encoding="utf-8")
    done(store, tokens=(2_000_000, 100_000))
    done(store, status="failed")
    said = json.loads(within(capsys, "stats", "--json").out)
    assert said["until"] == times.today().isoformat()
    assert said["all"] == {
        "tasks": 2,
        "failed": 1,
        "tokens_in": 2_000_000,
        "tokens_out": 100_000,
        "seconds": 0.0,
        "cost": 3.5,
        "unpriced": [],
    }
    assert [agent["agent"] for agent in said["agents"]] == ["ada", "iris", "otto"]
    assert [(day["day"], day["agent"], day["cost"]) for day in said["days"]] == [(times.today().isoformat(), "ada", 3.5)]


def test_a_model_without_a_price_is_named_and_costs_nothing_that_is_made_up(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    done(store, tokens=(5, 5))
    done(store, "otto", "builtin")
    shown = within(capsys, "stats").out
    assert "no price" in shown and "No price for openai:gpt-5; yours go into config.toml, under [prices]." in shown
    said = json.loads(within(capsys, "stats", "--json").out)
    assert said["all"]["cost"] is None and said["all"]["unpriced"] == ["openai:gpt-5"]
    assert next(agent for agent in said["agents"] if agent["agent"] == "otto")["cost"] == 0


def test_a_cost_that_holds_a_part_only_has_a_plus(capsys: pytest.CaptureFixture[str], home: Home, store: Store) -> None:
    home.config.write_text(PRICES, encoding="utf-8")
    done(store, tokens=(1_000_000, 0))
    done(store, model="ollama:qwen", tokens=(1, 1))
    assert "1.25 +" in within(capsys, "stats").out


def test_an_agent_that_is_gone_is_counted_under_its_id_made_safe(capsys: pytest.CaptureFixture[str], store: Store) -> None:
    done(store, "gone\x1b[31m", tokens=(1, 1))
    shown = within(capsys, "stats", "--days", "1").out
    assert "gone␛[31m" in shown and "\x1b" not in shown


@pytest.mark.parametrize(("words", "said"), [([], "in the last 7 days."), (["--days", "1"], "No task has ended today.")])
def test_nothing_done_is_a_sentence(capsys: pytest.CaptureFixture[str], home: Home, words: list[str], said: str) -> None:
    assert said in within(capsys, "stats", *words).out


@pytest.mark.parametrize("days", ["0", "-1", "x", "999999999"])
def test_a_number_of_days_that_is_none_is_wrong_usage(capsys: pytest.CaptureFixture[str], home: Home, days: str) -> None:
    assert within(capsys, "stats", "--days", days).status == 2


def test_prices_are_read(home: Home) -> None:
    home.config.write_text(PRICES, encoding="utf-8")
    assert config.load(home).prices == {"openai:gpt-5": Price(1.25, 10.0)}


@pytest.mark.parametrize(
    "wrong",
    [
        "prices = 3",
        '[prices]\n"a:b" = 3',
        '[prices."a:b"]\ninput = 1',
        '[prices."a:b"]\ninput = "1"\noutput = 2',
        '[prices."a:b"]\ninput = true\noutput = 2',
        '[prices."a:b"]\ninput = -1\noutput = 2',
        '[prices."a:b"]\ninput = inf\noutput = 2',
        '[prices."a:b"]\ninput = nan\noutput = 2',
        "[prices.gpt-4.1]\ninput = 1\noutput = 2",
    ],
)
def test_a_price_that_is_none_is_one_sentence(home: Home, wrong: str) -> None:
    home.config.write_text(wrong, encoding="utf-8")
    with pytest.raises(HydraError, match=r"config\.toml.*must be a") as refusal:
        config.load(home)
    assert "\n" not in str(refusal.value)
