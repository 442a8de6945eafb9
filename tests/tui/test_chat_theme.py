"""Both themes can be read, and every agent has a colour of its own."""

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from hydratui.tui.theme import ACCENTS, DARK, LIGHT, THEMES, accents, choose, readable

_TEXT = ("foreground", "primary", "error", "warning", "success", "text-muted", *(f"agent-{number}" for number in range(ACCENTS)))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2, 1 to 21."""
    lighter, darker = sorted((_luminance(Color.parse(one)), _luminance(Color.parse(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Color) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _colours(theme: Theme) -> dict[str, str]:
    return {**theme.to_color_system().generate(), **theme.variables}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("behind", ["background", "surface", "code"])
def test_text_has_enough_contrast(theme: Theme, behind: str) -> None:
    colours = _colours(theme)
    ratios = {name: round(contrast(colours[name], colours[behind]), 2) for name in _TEXT}
    # WCAG 2.2, 1.4.3: 4.5 to 1 for text of normal size.
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_code_has_enough_contrast(theme: Theme) -> None:
    colours = _colours(theme)
    assert contrast(colours["code-text"], colours["code"]) >= 7


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_cursor_s_bar_leaves_text_readable(theme: Theme) -> None:
    colours = _colours(theme)
    bar = Color.parse(colours["background"]).blend(Color.parse(colours["primary"]), 0.22).hex
    ratios = {name: contrast(colours[name], bar) for name in ("foreground", *(f"agent-{number}" for number in range(ACCENTS)))}
    # 1.4.11: 3 to 1 for what marks a state; the words are bold there.
    assert {name: round(ratio, 2) for name, ratio in ratios.items() if ratio < 3} == {}


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
def test_in_every_theme_of_textual_what_is_secondary_is_quieter_than_the_text(name: str) -> None:
    colours = readable(_colours(BUILTIN_THEMES[name]))
    if colours["text-muted"].startswith("ansi"):
        return  # the terminal's own colours, which nobody here knows
    text, quiet = (contrast(colours[each], colours["background"]) for each in ("foreground", "text-muted"))
    assert 2.5 <= quiet < text


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
def test_in_every_theme_of_textual_what_is_secondary_and_every_agent_can_be_read(name: str) -> None:
    theme = BUILTIN_THEMES[name]
    ours = (DARK if theme.dark else LIGHT).variables
    colours = readable({**ours, **_colours(theme)})
    if colours["background"].startswith("ansi"):
        return  # the terminal's own colours, which nobody here knows
    # Some have text of their own below 4.5; what is ours is no fainter than that.
    floor = min(4.5, contrast(colours["foreground"], colours["background"]) - 0.1)
    names = ("text-muted", *(f"agent-{number}" for number in range(ACCENTS)))
    ratios = {each: round(contrast(colours[each], colours["background"]), 2) for each in names}
    assert {each: ratio for each, ratio in ratios.items() if ratio < floor} == {}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_with_sixteen_colours_no_text_has_that_of_what_is_behind_it(theme: Theme) -> None:
    colours = _colours(theme)
    drawn = {name: RichColor.parse(colours[name][:7]).downgrade(ColorSystem.STANDARD).number for name in (*_TEXT, "background", "surface")}
    assert {name for name in _TEXT if drawn[name] in (drawn["background"], drawn["surface"])} == set()


def test_the_first_eight_agents_have_eight_accents_and_adding_one_keeps_them() -> None:
    ids = ["ada", "iris", "otto", "bea", "carl", "dora", "emil"]
    before = accents(ids)
    assert len(set(before.values())) == len(ids)
    after = accents([*ids, "zoe"])
    assert {agent: after[agent] for agent in ids} == before
    assert set(accents([f"a{number}" for number in range(20)]).values()) <= set(range(ACCENTS))


@pytest.mark.parametrize(
    ("configured", "environment", "name"),
    [
        (None, {}, DARK.name),
        (None, {"COLORFGBG": "15;0"}, DARK.name),
        (None, {"COLORFGBG": "0;15"}, LIGHT.name),
        (None, {"COLORFGBG": "0;default;15"}, LIGHT.name),
        (None, {"COLORFGBG": "nonsense"}, DARK.name),
        ("light", {}, LIGHT.name),
        ("dark", {"COLORFGBG": "0;15"}, DARK.name),
        ("nord", {}, "nord"),
        ("auto", {"COLORFGBG": "0;15"}, LIGHT.name),
    ],
)
def test_the_theme_goes_by_the_settings_then_by_the_terminal(configured: str | None, environment: dict[str, str], name: str) -> None:
    assert choose(configured, environment) == name


def test_what_the_terminal_says_counts_more_than_its_environment() -> None:
    assert choose(None, {"COLORFGBG": "0;15"}, dark=True) == DARK.name
    assert choose("auto", {"COLORFGBG": "15;0"}, dark=False) == LIGHT.name
    assert choose("nord", {}, dark=False) == "nord"
