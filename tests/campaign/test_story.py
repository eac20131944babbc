"""Campaign files are checked when they are read: every fault with its file, line and reason (K6.3)."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.campaign.story import parse, validate_battles
from holdtheline.campaign.story.files import (
    is_campaign_text,
    parse_texts,
    read_shipped_texts,
    read_story,
    read_texts,
    shipped_campaigns,
)
from holdtheline.campaign.story.model import Condition, ConditionKind, SceneKind
from holdtheline.core.catalog import definition_of, load
from holdtheline.core.errors import BadFile, BadOption, UnknownName
from holdtheline.core.scenarios.campaign_battles import Outcome
from holdtheline.games.skirmish.scenario.parse import FOLDER as SCENARIO_FOLDER

from .lantern_road import FILE, HASK, ODA, PIM, line_of, refusal, spoiled, story, texts


@pytest.mark.clause("K6.3")
def test_a_campaign_is_read_with_everything_that_it_has() -> None:
    tale = story()
    assert (tale.name, tale.title, tale.company.name) == ("lantern-road", "The Lantern Road", "The Walkers")
    assert list(tale.members) == [ODA, HASK, PIM, "Wenna Thorne", "Orla Flint", "Burr"]
    assert [one.kind for one in tale.scenes.values()] == [
        SceneKind.BATTLE,
        SceneKind.ITEM,
        SceneKind.HAVEN,
        SceneKind.CHOICE,
        SceneKind.CHOICE,
        SceneKind.BATTLE,
    ]
    assert tale.rules == {"strike_back": "on"}
    assert tale.ends["grey road"].outcome == Outcome.DRAWN
    assert tale.scenes["the barn"].branches[0].conditions == (Condition(ConditionKind.ROLLED, numbers=(4, 5, 6)),)
    assert tale.scenes["the fork"].successors == ("the mire", "the lamp", "dark road")


@pytest.mark.parametrize("name", shipped_campaigns())
def test_every_shipped_campaign_can_be_read(name: str) -> None:
    tale = parse_texts(read_shipped_texts(name))
    assert tale.scenes


def test_a_campaigns_own_battle_comes_before_a_shipped_one_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    words = texts().story.replace('battle = "ford"', 'battle = "millrace"')
    (tmp_path / "mine.toml").write_text(words)
    for name in ("millrace", "lamp"):
        (tmp_path / "mine" / f"{name}.toml").write_text(texts().battles["ford" if name == "millrace" else name])
    assert read_story(tmp_path / "mine.toml").battles["millrace"].scenario.title == "The Ford"


def test_a_campaign_has_battles_of_the_game_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert story().game.name == "skirmish"  # it names none
    brawl = replace(definition_of("skirmish"), name="brawl")
    monkeypatch.setattr(parse, "all_definitions", lambda: [definition_of("siege"), definition_of("skirmish"), brawl])
    named = parse_texts(spoiled('title = "The Lantern Road"', 'game = "brawl"\ntitle = "The Lantern Road"'))
    assert named.game is brawl


def test_a_campaign_is_distinguished_from_a_battle() -> None:
    assert is_campaign_text(texts().story)
    assert not is_campaign_text(texts().battles["ford"])


def test_a_battle_file_is_no_campaign_and_a_campaign_file_no_battle(tmp_path: Path) -> None:
    campaign, battle = tmp_path / "road.toml", tmp_path / "ford.toml"
    campaign.write_text(texts().story, encoding="utf-8")
    battle.write_text((SCENARIO_FOLDER / "millrace.toml").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(
        BadOption, match=r"this is a battle, not a campaign; play it with htl play skirmish --scenario ford.toml"
    ):
        read_texts(battle)
    with pytest.raises(BadOption, match=r"a campaign, not a battle; start it with htl campaign start road.toml"):
        load("skirmish", plain=True, scenario=str(campaign))


def test_an_unknown_campaign_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown campaign 'nowhere'"):
        read_shipped_texts("nowhere")


FAULTS = [
    # Names that do not exist
    ('first = "the ford"', 'first = "the fort"', "no scene is called 'the fort'"),
    ('nobody = "dark road"', 'nobody = "the barn"', "no end is called 'the barn'"),
    ('next = "the inn"', 'next = "the pub"', "no scene or end is called 'the pub'"),
    ('item = "Boar spear"', 'item = "Spear"', "no item is called 'Spear'"),
    ('holder = "Hask"', 'holder = "Nobody"', "no member is called 'Nobody'"),
    ('holder = "Hask"', 'holder = "Burr"', "'Burr' joins later"),
    ('holder = "pack"', 'holder = "Hask"', "'Hask' already holds an item of this kind"),
    ('against = "Grey Boar"', 'against = "White Boar"', "no enemy is called 'White Boar'"),
    ('needs = ["Oda Verrin"]', 'needs = ["Oda"]', "no member is called 'Oda'"),
    ('replaces = ["The Lamplighters"]', 'replaces = ["The Lamp Eaters"]', "no company of friends"),
    ('when = "Bell saved"', 'when = "Bell lost"', "it must be 'drawn', 'won', 'lost', 'timeout' or"),
    ('item = "Letter", to', 'item = "Lettre", to', "no item is called 'Lettre'"),
    ('to = "Oda Verrin" }', 'to = "Ode" }', "no member is called 'Ode'"),
    ('name = "Lame leg", who', 'name = "Lame arm", who', "no scar is called 'Lame arm'"),
    ('recruit = ["Burr"]', 'recruit = ["Hask"]', "no member who joins later is called 'Hask'"),
    ('dies = ["Wenna Thorne"]', 'dies = ["Wenna"]', "no member is called 'Wenna'"),
    ('lose = ["Old charm"]', 'lose = ["Charm"]', "no item is called 'Charm'"),
    ('won = "the ford", flag', 'won = "the inn", flag', "no battle is called 'the inn'"),
    ('flag = "bell" }', 'flag = "belt" }', "no flag is called 'belt'"),
    ('slain = "Grey Boar"', 'slain = "Hask"', "no enemy is called 'Hask'"),
    ('played = "the mire"', 'played = "the moor"', "no scene is called 'the moor'"),
    ('has_item = "Letter"', 'has_item = "Latter"', "no item is called 'Latter'"),
    ('battle = "lamp"', 'battle = "lamb"', "the text of the battle 'lamb' is missing"),
    ('card = "Hask"', 'card = "Husk"', "it must be 'Oda Verrin', 'Hask'"),
    ('cards = "quarry-sisters"', 'cards = "quarry"', "it must be 'bell-carriers'"),
    ('first = "the ford"', 'first = "the ford"\ngame = "siege"', "game: it must be 'skirmish', not the text 'siege"),
    # Wrong values
    ('kind = "haven"', 'kind = "heaven"', "it must be 'battle', 'haven', 'choice' or 'item'"),
    ('aftermath = "example"', 'aftermath = "mild"', "it must be 'example', 'none' or 'harsh'"),
    ('strike_back = "on"', 'strike_back = "maybe"', "strike_back 'maybe' does not exist"),
    ('strike_back = "on"', 'generals = 2', 'rules.generals: unknown option; choose from: followup, strike_b'),
    ('outcome = "won"', 'outcome = "great"', "it must be 'drawn', 'won' or 'lost'"),
    ('move = -1.5', 'move = -9', 'scar.move: it must be a number of inches from -6 to 6 with up to 3 decimals, not'),
    ('range = -2\ndefence = -1', 'text = "Nothing."', "a scar must change at least one of these"),
    ('traits = { saves = 5 }', 'traits = { climbs = true }', "an item has at most one trait, saves or bane"),
    ('rolled = [4, 5, 6]', 'rolled = [4, 5, 7]', "rolled: it must be a whole number from 1 to 6"),
    ('at_most = 2', 'at_most = [2, 3]', "at_most: it must be a whole number from 1 to 32"),
    ('at_least = 3', 'at_best = 3', "option.if.at_best: unknown condition; did you mean 'at_least'? Choose from: fl"),
    ('most = 3', 'most = 5', "the battle has places for 4"),
    ('battle = "ford"', 'battle = "../ford"', "it must be the name of a battle file"),
    ('who = "all"', 'who = "some"', "it must be 'chosen' or 'all'"),
    ('joins = "later"\ntext', 'joins = "soon"\ntext', "it must be 'start' or 'later'"),
    ('give = { item = "Letter", to = "Oda Verrin" }', 'give = "Letter"', "it must be as in give = {"),
    ('scar = { name = "One eye", who', 'scar = { scar = "One eye", who', 'option.scar.scar: unknown field; choose f'),
    # What is out of place
    ('dies = ["felled"]', 'flies = ["felled"]', "unknown field"),
    ('wound = ["Wenna Thorne"]', 'wound = ["travellers"]', "'the fork' is not a battle"),
    ('if = { rolled = [4, 5, 6] }', 'when = "won"', "'the barn' is not a battle"),
    ('if = { rolled = [4, 5, 6] }', 'if = { felled = "Hask" }', "after.if.felled: the scene 'the barn' is not a bat"),
    ('roll = "Is somebody asleep in the straw?"\n', "", "no die is rolled before"),
    ('scene = "the mire"\nname = "Run"', 'scene = "the fork"\nname = "Run"', 'scene.kind: it has 1 option; a choice'),
    ('scene = "the mire"\nname = "Wait"', 'scene = "the inn"\nname = "Wait"', "'the inn' is not a choice"),
    ('name = "Run"', 'name = "wait"', "another option is called 'wait'"),
    ('name = "Old charm"', 'name = "salt lamp"', "item.name: another [[item]] is called 'salt lamp' (K6.3)"),
    ('name = "Burr"', 'name = "hask"', "member.name: another [[member]] is called 'hask' (K6.3)"),
    ('name = "Burr"', 'name = "Felled"', "'Felled' is a reserved name"),
    ('name = "grey road"', 'name = "The barn"', "a scene is also called 'The barn'"),
    # Names with markup
    ('name = "Burr"', 'name = "<b>Burr</b>"', "member.name: it must be a name of letters, digits, blanks, hyphens,"),
    ('name = "Burr"', 'name = "Burr\\u001b[31m"', "member.name: it must be a name of letters, digits, blanks, hyphe"),
    ('title = "The Barn"', 'title = "The <i>Barn</i>"', "text must have none of"),
    ('name = "Wait"', 'name = "Wait [link]"', "text must have none of"),
    ('story = "There is soup."', 'story = "<script>soup</script>"', "text must have none of"),
    ('tell = "A dog gets up and follows."', 'tell = "`rm`"', "text must have none of"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "reason"), FAULTS)
def test_an_error_cites_its_line_and_reason(old: str, new: str, reason: str) -> None:
    wrong = spoiled(old, new)
    sentence = refusal(wrong)
    assert sentence.startswith("lantern-road.toml, line ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('next = "the inn"', 'next = "the pub"', 'next = "the pub"'),
        ('when = "Bell saved"', 'when = "Bell lost"', "Bell lost"),
        ('against = "Grey Boar"', 'against = "White Boar"', "White Boar"),
        ('dies = ["Wenna Thorne"]', 'dies = ["Wenna"]', 'dies = ["Wenna"]'),
        ('flag = "bell" }', 'flag = "belt" }', "belt"),
        ('most = 3', 'most = 5', "most = 5"),
    ],
)  # fmt: skip
def test_an_error_cites_the_line_of_the_field(old: str, new: str, words: str) -> None:
    wrong = spoiled(old, new)
    assert f"line {line_of(words, wrong.story)}: " in refusal(wrong)


@pytest.mark.parametrize("name", ["Moth", "gate", "mother agate", "The Boars", "bell"])
def test_no_member_has_the_name_of_something_else_in_a_battle(name: str) -> None:
    member = f'[[member]]\ncard = "Old Tobin"\nname = "{name}"\n\n[[item]]\nname = "Salt lamp"'
    assert f"is called {name!r}" in refusal(spoiled('[[item]]\nname = "Salt lamp"', member))


# Paths


@pytest.mark.clause("K6.3")
def test_scenes_that_form_a_loop_are_refused() -> None:
    sentence = refusal(spoiled('when = "timeout"\nnext = "grey road"', 'when = "timeout"\nnext = "the inn"'))
    assert "the scenes form a loop" in sentence
    assert "each scene is played at most once" in sentence


def test_a_scene_that_leads_to_itself_is_refused() -> None:
    assert "form a loop" in refusal(spoiled('next = "the inn"', 'next = "the barn"'))


def test_a_scene_to_which_nothing_leads_is_refused() -> None:
    sentence = refusal(spoiled('next = "the inn"', 'next = "the fork"'))
    assert sentence.endswith("scene.name: nothing leads to 'the inn' (K6.3)")


def test_an_end_to_which_nothing_leads_is_refused() -> None:
    assert "nothing leads to 'bright road'" in refusal(spoiled('next = "bright road"', 'next = "dark road"'))


def test_a_branch_that_is_never_reached_is_refused() -> None:
    words = '[[after]]\nscene = "the inn"\nnext = "the fork"\n\n[[after]]\nscene = "the inn"\nif = { won'
    sentence = refusal(spoiled('[[after]]\nscene = "the inn"\nif = { won', words))
    assert "this is never reached" in sentence


def test_a_choice_always_has_an_option() -> None:
    sentence = refusal(spoiled('text = "It is shorter."', 'if = { alive = "Hask" }'))
    assert "one of its options must have no `if`" in sentence


# Battles


def test_an_error_in_a_battle_cites_the_battle_file() -> None:
    sentence = refusal(spoiled("at = [8, 3]", "at = [80, 3]", "ford"))
    assert sentence.startswith(f"ford.toml, line {line_of('at = [8, 3]', texts().battles['ford'])}: ")


def test_a_battle_needs_an_enemy_who_does_not_depend_on_an_earlier_one() -> None:
    words = texts().battles["lamp"]
    start = words.index('[[character]]\ncompany = "The Lamp Eaters"\ncard = "Moth"')
    alone = words[:start].replace('["Grey Boar", "Moth"]', '["Grey Boar"]')
    sentence = refusal(texts()._replace(battles={**texts().battles, "lamp": alone}))
    assert "at least one enemy on the table at the start must not depend on an earlier battle" in sentence


def test_the_first_place_is_on_the_table_at_the_start() -> None:
    late = 'at = [10.75, 1]\nfacing = "up"\ntraits = { arrives = { door = "Gate", round = 2 } }\n\n[[character]]'
    wrong = spoiled('at = [8, 4]\nfacing = "up"\n\n[[character]]', late, "lamp")
    assert "the first place must be on the table at the start" in refusal(wrong)


def test_every_member_fits_every_place() -> None:
    fat = 'wounds = 0\nbase = 3\ntext = "It belongs to nobody."'
    sentence = refusal(spoiled('wounds = 0\ntext = "It belongs to nobody."', fat))
    assert "are too near for two like 'Burr'" in sentence


def test_no_base_overlaps_what_stands_beside_a_place() -> None:
    pillar = '[[terrain]]\nkind = "pillar"\ndisc = [8, 4.2, 1]\n\n[[company]]\ncards'
    near = spoiled("[[company]]\ncards", pillar, "ford")
    assert parse_texts(near)
    wide = near.story.replace('wounds = 0\ntext = "It', 'wounds = 0\nbase = 1.8\ntext = "It')
    sentence = refusal(near._replace(story=wide))
    assert "'Burr' cannot take the place of 'Oda Verrin': the base overlaps a pillar" in sentence


def test_a_battle_without_friends_has_no_places(tmp_path: Path) -> None:
    wrong = spoiled('replaces = ["The Lamplighters"]', 'replaces = ["The Quarry Sisters"]\nmost = 3')
    assert "the battle has places for 2" in refusal(wrong)


def test_a_battle_that_is_too_large_with_the_company_in_it_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    longer = spoiled('story = "There is soup."', 'story = "There is no soup."')
    monkeypatch.setattr(validate_battles, "MAX_FILE_BYTES", 1500)
    assert "with the company in it, it is too large for a battle" in refusal(longer)


# Hostile files


def many(heading: str, count: int, fields: str) -> str:
    return texts().story + "".join(f"\n[[{heading}]]\n{fields.format(number)}" for number in range(count))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (many("member", 10_000, 'card = "Hask"\nname = "H{}"\n'), "is too large for a campaign"),
        (many("member", 40, 'card = "Hask"\nname = "H{}"\n'), "there are 46 tables [[member]]; there can be 32"),
        (many("scene", 60, 'name = "s{}"\n'), "there are 66 tables [[scene]]; there can be 60"),
        (many("item", 40, 'name = "i{}"\n'), "there can be 32"),
        (many("end", 40, 'name = "e{}"\n'), "there can be 12"),
        (many("after", 400, 'scene = "the inn"\n'), "there can be 300"),
        ("title = " + "[" * 5000, "its brackets are nested too deeply"),
        ("a" + ".a" * 5000 + " = 1", "a key has too many parts"),
        ("title = 1" + "0" * 6000, "a number in it is too long"),
        ('title = "x"\nmember = 3\n', "it must be one or more tables [[member]], not 3"),
        ("[[scene]]\nname = 5\n", "it is missing"),
        ("", "it is missing"),
    ],
)
def test_a_hostile_file_is_refused_in_one_sentence(words: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "lantern-road.toml"
    path.write_text(words)
    begun = time.process_time()
    with pytest.raises(BadOption) as refused:
        read_texts(path)
    faults = refused.value.faults if isinstance(refused.value, BadFile) else (refused.value,)
    assert any(reason in str(fault) for fault in faults)
    assert "\n" not in str(refused.value)
    assert time.process_time() - begun < 5


def test_a_story_that_is_too_long_is_refused() -> None:
    long = spoiled('story = "There is soup."', f'story = "{"soup " * 200}"')
    assert "a paragraph has 999 letters; it can have 800" in refusal(long)
    paragraphs = "\\n\\n".join(["soup"] * 9)
    assert "it has 9 paragraphs" in refusal(spoiled('story = "There is soup."', f'story = "{paragraphs}"'))


def test_a_campaign_that_is_no_file_is_refused() -> None:
    with pytest.raises(BadOption, match="cannot be read"):
        read_story(FILE.with_name("no-such.toml"))
    with pytest.raises(BadOption, match="cannot be read"):
        read_story(FILE.parent)


def test_all_faults_of_a_campaign_and_its_battles_are_reported_at_once() -> None:
    wrong = spoiled('first = "the ford"', 'first = "the fort"')
    story = wrong.story.replace("at_least = 3", "at_lest = 3").replace("move = -1.5", 'move = "slow"')
    battles = {**wrong.battles, "ford": wrong.battles["ford"].replace("at = [8, 3]", "at = [80, 3]")}
    with pytest.raises(BadFile) as refused:
        parse_texts(wrong._replace(story=story, battles=battles))
    assert [(fault.path, fault.line, fault.field) for fault in refused.value.faults] == [
        ("lantern-road.toml", line_of("the fort", story), "first"),
        ("lantern-road.toml", line_of('"slow"', story), "scar.move"),
        ("lantern-road.toml", line_of("at_lest", story), "option.if.at_lest"),
        ("ford.toml", line_of("at = [80, 3]", battles["ford"]), "character.at"),
    ]


def test_a_fault_of_a_scene_does_not_hide_that_another_battle_is_too_small() -> None:
    wrong = spoiled("\nmost = 3", "\nmost = 5")
    wrong = wrong._replace(story=wrong.story.replace("travel_on = 3", "travel_on = 0"))
    with pytest.raises(BadFile) as refused:
        parse_texts(wrong)
    assert [fault.field for fault in refused.value.faults] == ["scene.most", "scene.travel_on"]
