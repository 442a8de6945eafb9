"""The roster, the card, the grants, creating and renaming."""

import pytest

from hydratui.agents import create, files, frontmatter, memory
from hydratui.agents.grants import DEFAULT, allows, granted
from hydratui.agents.ids import id_from_name
from hydratui.agents.roster import find, first, roster
from hydratui.errors import HydraError, UnknownAgent
from hydratui.paths import Home


def test_the_starters_are_there_with_their_names_and_four_grants(home: Home) -> None:
    assert [agent.id for agent in roster(home)] == ["ada", "iris", "otto"]
    assert first(home).name == "Ada"
    for agent in roster(home):
        assert granted(agent) == frozenset(DEFAULT)
        assert agent.craft in create.crafts()
        assert all(files.path(agent, kind).is_file() for kind in files.KINDS)


def test_seeding_again_changes_nothing(home: Home) -> None:
    create.delete(find(home, "otto"))
    assert not create.seed_starters(home)
    assert [agent.id for agent in roster(home)] == ["ada", "iris"]


def test_an_unknown_agent_is_named_with_the_ones_that_exist(home: Home) -> None:
    with pytest.raises(UnknownAgent, match=r"no agent 'zoe'\. The agents are: ada, iris, otto"):
        find(home, "zoe")
    for trick in ("../ada", "ada/../otto", "", "ADA", "a" * 65):
        with pytest.raises(UnknownAgent):
            find(home, trick)


def test_an_empty_folder_says_what_to_do(home: Home) -> None:
    for agent in roster(home):
        create.delete(agent)
    with pytest.raises(HydraError, match="hydratui agents new"):
        first(home)


@pytest.mark.parametrize(
    ("name", "agent_id"),
    [
        ("Ana María", "ana_maria"),
        ("Łukasz", "lukasz"),
        ("Søren Ø", "soren_o"),
        ("Bob-2", "bob-2"),
        ("  X  Y ", "x_y"),
        ("François", "francois"),
    ],
)
def test_a_name_gives_an_id(name: str, agent_id: str) -> None:
    assert id_from_name(name) == agent_id


@pytest.mark.parametrize(
    ("name", "agent_id"),
    [("Анна", "anna"), ("Йозеф Щука", "iozef_shchuka"), ("Ελένη", "eleni"), ("さくら", "sakura"), ("ガイ", "gai"), ("김민준", "gimminjun"),
     ("Ａｄａ", "ada"), ("日本 Ada", "ada")],
)  # fmt: skip
def test_a_name_in_another_script_is_spelled_in_latin_letters_where_unicode_says_how(name: str, agent_id: str) -> None:
    assert id_from_name(name) == agent_id


def test_a_name_that_spells_no_id_gets_a_numbered_one(home: Home) -> None:
    assert [create.create(home, name).id for name in ("日本", "😀", "عمر", "-")] == ["agent_1", "agent_2", "agent_3", "agent_4"]
    assert (find(home, "agent_1").name, find(home, "agent_3").name) == ("日本", "عمر")


def test_a_new_name_that_spells_no_id_leaves_the_one_that_is_there(home: Home) -> None:
    renamed = create.rename(home, find(home, "ada"), "日本")
    assert (renamed.id, renamed.name) == ("ada", "日本")
    assert create.rename(home, renamed, "Анна").id == "anna"


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "needs a name"), ("   ", "needs a name"), ("a" * 65, "too long"), ("main", "channel of all"), ("ΜΑΙΝ", "channel of all")],
)
def test_a_name_that_can_be_none_is_refused(home: Home, name: str, said: str) -> None:
    with pytest.raises(HydraError, match=said):
        create.create(home, name)


def test_a_path_in_a_name_is_made_harmless() -> None:
    assert id_from_name("../x/..") == "x"


def test_a_new_agent_has_six_files_and_is_born_with_four_grants(home: Home) -> None:
    made = create.create(home, "Ana María", emoji="🌿", model="openai:gpt-5", craft="coder")
    assert (made.id, made.name, made.emoji, made.model, made.craft) == ("ana_maria", "Ana María", "🌿", "openai:gpt-5", "coder")
    assert sorted(file.name for file in made.folder.iterdir()) == sorted(f"ana_maria.{kind}.md" for kind in files.KINDS)
    assert granted(made) == frozenset(DEFAULT)
    with pytest.raises(HydraError, match="already"):
        create.create(home, "ANA MARIA")


def test_an_unknown_craft_is_named(home: Home) -> None:
    with pytest.raises(HydraError, match=r"no craft 'wizard'\. The crafts are: coder"):
        create.create(home, "Merlin", craft="wizard")
    assert not (home.agents / "merlin").exists()


def test_a_deleted_agent_does_not_come_back_with_a_late_note(home: Home) -> None:
    otto = find(home, "otto")
    create.delete(otto)
    with pytest.raises(UnknownAgent, match="is gone"):
        memory.save(otto, "too late", "agent")
    assert sorted(entry.name for entry in home.agents.iterdir()) == ["ada", "iris"]


def test_renaming_moves_folder_and_files_and_changes_the_name(home: Home) -> None:
    ada = find(home, "ada")
    soul = files.path(ada, "soul").read_bytes()
    renamed = create.rename(home, ada, "Ada Lovelace")
    assert (renamed.id, renamed.name) == ("ada_lovelace", "Ada Lovelace")
    assert files.path(renamed, "soul").read_bytes() == soul
    assert not (home.agents / "ada").exists()
    with pytest.raises(HydraError, match="already"):
        create.rename(home, renamed, "Otto")


@pytest.mark.parametrize(
    "card",
    [
        b"---\nname: Ada\nmodel:\nother: kept\n---\n\n# Ada\nmodel: not this one\n",
        b"\xef\xbb\xbf---\r\nname: Ada\r\nmodel: old:one\r\n---\r\nCRLF \xff bytes\r\n",
        b"---\nname: Ada\n---\nno model line\n",
        b"# A card without front matter\n\nmodel: prose\n",
        b"",
        b"---\nnever closed\n",
    ],
)
def test_setting_the_model_changes_that_line_alone(home: Home, card: bytes) -> None:
    ada = find(home, "ada")
    files.path(ada, "agent").write_bytes(card)
    changed = create.set_field(home, ada, "model", "anthropic:claude-x")
    assert changed.model == "anthropic:claude-x"
    after = files.path(ada, "agent").read_bytes()
    before_lines, after_lines = card.splitlines(keepends=True), after.splitlines(keepends=True)
    assert [line for line in before_lines if line not in after_lines] in (
        [],
        [b"model:\n"],
        [b"model: old:one\r\n"],
        [card.splitlines(True)[0]] if card else [],
    )
    again = create.set_field(home, changed, "model", "")
    assert again.model is None


def test_a_value_with_a_line_end_cannot_forge_a_field() -> None:
    with pytest.raises(HydraError, match="one line"):
        frontmatter.with_field(b"---\n---\n", "name", "x\nmodel: evil")


def test_a_card_with_its_model_under_a_heading_is_understood(home: Home) -> None:
    ada = find(home, "ada")
    files.path(ada, "agent").write_text("# Ada\n\nGeneralist.\n\n## Model\ngemini:gemini-flash\n", encoding="utf-8")
    assert find(home, "ada").model == "gemini:gemini-flash"
    assert find(home, "ada").name == "Ada"


def test_a_card_that_is_hostile_is_plain_text(home: Home) -> None:
    files.path(find(home, "ada"), "agent").write_bytes(b"---\nname: [/foo] \x1b[31m\xff\nemoji: \n---\n")
    ada = find(home, "ada")
    assert ada.name == "[/foo] ␛[31m\ufffd"
    assert ada.emoji


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("You may use web_search and recall.\n", set()),
        ("", set()),
        ("- web_search\n* `recall`\n  + github\n", {"web_search", "recall", "github"}),
        ("- Web Search\n", {"web_search"}),
        ("- use recall when you must\n", {"use_recall_when_you_must"}),
        ("-recall\n1. recall\n", set()),
    ],
)
def test_bullets_grant_and_prose_does_not(home: Home, text: str, names: set[str]) -> None:
    ada = find(home, "ada")
    files.path(ada, "tools").write_text(text, encoding="utf-8")
    assert granted(ada) == names


def test_a_grant_is_an_exact_name_a_group_or_a_server() -> None:
    grants = frozenset({"github", "recall"})
    assert allows(grants, "recall")
    assert allows(grants, "github_issues")
    assert allows(grants, "list_files", group="GitHub")
    assert not allows(grants, "githubx")
    assert not allows(grants, "remember")
    assert not allows(frozenset(), "recall")
