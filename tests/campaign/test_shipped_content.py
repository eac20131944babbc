"""The shipped battles and the shipped campaigns."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator

import pytest

from holdtheline.campaign import simulation
from holdtheline.campaign.entries import (
    CampaignHeader,
    Entry,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.rules import apply_entry, start_campaign
from holdtheline.campaign.state import CampaignState, Phase
from holdtheline.campaign.story import files
from holdtheline.campaign.story.files import CampaignTexts
from holdtheline.campaign.story.model import Condition, ConditionKind, Effects, SceneKind, Story
from holdtheline.core.dice import random_stream
from holdtheline.core.scenarios.campaign_battles import BattleResult, Fate, FighterResult, Outcome
from holdtheline.core.state_record import Words
from holdtheline.games.skirmish.cards import card_books
from holdtheline.games.skirmish.rules.traits.catalog import Trait
from holdtheline.games.skirmish.scenario.model import (
    ObjectiveKind,
    Scenario,
    ScenarioPart,
    Side,
    Winner,
    find_trait,
)
from holdtheline.games.skirmish.scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from holdtheline.games.skirmish.scenario.serialize import scenario_to_toml
from holdtheline.games.skirmish.state import EndingKind

CAMPAIGN = "the-last-lamp"
LONGEST_LINE = 115
MARKUP = "<>[]{}&`\\"


@pytest.fixture(scope="module")
def story() -> Story:
    return files.read_story(files.DATA_FOLDER / f"{CAMPAIGN}.toml")


@pytest.fixture(scope="module", params=files.shipped_campaigns())
def any_story(request: pytest.FixtureRequest) -> Story:
    return files.read_story(files.DATA_FOLDER / f"{request.param}.toml")


def scenes_of(story: Story, sort: SceneKind) -> list[str]:
    return [scene.name for scene in story.scenes.values() if scene.kind == sort]


def traits_in(battle: Scenario) -> set[Trait]:
    things: list[Scenario | ScenarioPart] = [
        battle,
        *battle.terrain,
        *battle.companies,
        *battle.characters,
        *battle.objectives,
    ]
    return {one.trait for thing in things for one in thing.traits}


def traits_of(story: Story) -> set[Trait]:
    """Return the traits of battles, members, items and scars, and `travel_on` if a scene uses it."""
    used = set().union(*map(traits_in, scenarios_of(story)))
    used |= {
        one.trait for member in story.members.values() for one in (*member.fighter.card.traits, *member.fighter.traits)
    }
    used |= {one.trait for one in story.company.traits}
    used |= {item.effect.trait.trait for item in story.items.values() if item.effect}
    used |= {scar.effect.trait.trait for scar in story.scars.values()}
    return used | {Trait.TRAVEL_ON for scene in story.scenes.values() if story.travel_on(scene)}


def scenarios_of(story: Story) -> list[Scenario]:
    return [battle.scenario for battle in story.battles.values()]


def passages(story: Story) -> Iterator[tuple[tuple[Condition, ...], Effects]]:
    """Return the conditions and effects of every option and every [[after]]."""
    for scene in story.scenes.values():
        yield from ((choice.conditions, choice.effects) for choice in scene.choices)
        yield from ((after.conditions, after.effects) for after in scene.branches)


def names_in_conditions(story: Story, *asks: ConditionKind) -> set[str]:
    """Return the names that conditions use."""
    terms = itertools.chain.from_iterable(terms for terms, _ in passages(story))
    return {name for term in terms if term.kind in asks for name in term.names}


def twice(names: Iterable[str]) -> list[str]:
    ordered = sorted(name.casefold() for name in names)
    return [name for name, other in itertools.pairwise(ordered) if name == other]


# Battles


def test_there_are_six_battles_and_four_companies() -> None:
    assert set(shipped_scenarios()) >= {
        "greystep",
        "high-weir",
        "lock-vault",
        "long-causeway",
        "millrace",
        "old-sump",
    }
    assert len(card_books.shipped_books()) >= 4


def test_the_long_causeway_has_nine_against_ten() -> None:
    battle = load_scenario("long-causeway")
    assert [len(battle.of_side(side)) for side in Side] == [9, 10]


def test_every_battle_says_how_hard_it_is_and_none_is_hopeless_or_certain(story: Story) -> None:
    """For a fresh company; the benchmark `balance.skirmish_battles` measures the rate and compares it with the card."""
    for battle in (*map(load_scenario, shipped_scenarios()), *scenarios_of(story)):
        assert battle.won_by_book is not None, battle.title
        assert 15 <= battle.won_by_book <= 95, battle.title


def test_no_two_battles_ask_for_the_same_thing() -> None:
    """To carry off, to rescue, to escape, to drive away, to find: each has its own shape."""
    aims = {
        name: (load_scenario(name).aim, {one.when for one in load_scenario(name).endings})
        for name in shipped_scenarios()
    }
    assert twice(aim for aim, _ in aims.values()) == []
    assert EndingKind.ESCAPED in aims["lock-vault"][1]
    assert EndingKind.FEWER in aims["long-causeway"][1]
    assert find_trait(load_scenario("greystep").traits, Trait.ROLLED_GOAL)
    assert [one.kind for one in load_scenario("old-sump").objectives] == [ObjectiveKind.CHARACTER]
    assert {Trait.CROSSED_ON, Trait.HANG_ON, Trait.KNOCK_BACK, Trait.CLIMB} <= traits_in(load_scenario("high-weir"))


def test_nothing_is_called_by_a_name_twice(story: Story) -> None:
    battles = {one.name: one for one in (*map(load_scenario, shipped_scenarios()), *scenarios_of(story))}
    assert twice(one.title for one in battles.values()) == []
    assert twice(card.name for name in card_books.shipped_books() for card in card_books.load_book(name).cards) == []
    assert twice(scene.title for scene in story.scenes.values()) == []
    assert twice([*story.scenes, *story.ends]) == []
    endings = [one.name for battle in scenarios_of(story) for one in battle.endings if one.name]
    assert twice(endings) == []


# The campaign


@pytest.mark.clause("K6.3")
def test_the_campaign_has_eight_battles_and_two_havens(story: Story) -> None:
    assert len(scenes_of(story, SceneKind.BATTLE)) == 8
    assert len(scenes_of(story, SceneKind.HAVEN)) == 2
    assert len({story.scenes[name].battle for name in scenes_of(story, SceneKind.BATTLE)}) == 8


def ways_through(story: Story, name: str) -> Iterator[tuple[str, ...]]:
    """Return every path from this scene to an end."""
    if name in story.ends:
        yield (name,)
        return
    for following in story.scenes[name].successors:
        yield from ((name, *rest) for rest in ways_through(story, following))


def test_every_path_leads_through_both_havens_and_at_least_six_battles(story: Story) -> None:
    ways = list(ways_through(story, story.first))
    battles = scenes_of(story, SceneKind.BATTLE)
    assert all(set(scenes_of(story, SceneKind.HAVEN)) <= set(way) for way in ways)
    counts = [sum(name in battles for name in way) for way in ways]
    assert (min(counts), max(counts)) == (6, 8)
    assert {way[-1] for way in ways} == set(story.ends) - {story.nobody}


@pytest.mark.clause("K6.3")
def test_every_trait_has_its_place_in_a_campaign() -> None:
    stories = [files.read_story(files.DATA_FOLDER / f"{name}.toml") for name in files.shipped_campaigns()]
    used = set().union(*map(traits_of, stories))
    assert [trait.word for trait in Trait if trait not in used] == []


def test_every_flag_that_is_set_is_asked_for_later(any_story: Story) -> None:
    used = set().union(*(effects.sets for _, effects in passages(any_story)))
    assert used == names_in_conditions(any_story, ConditionKind.FLAG, ConditionKind.NO_FLAG)


def test_every_option_of_a_choice_leaves_something_behind(any_story: Story) -> None:
    """Each leads to a different scene, or changes what a later condition checks."""
    for name in scenes_of(any_story, SceneKind.CHOICE):
        options = [one.effects for one in any_story.scenes[name].choices]
        assert len(options) >= 2
        plain = [one.next for one in options if one == Effects(next=one.next, tells=one.tells)]
        assert twice(plain) == [], name
        assert len(set(options)) == len(options), name


def changes(effects: Effects) -> bool:
    """Return whether effects change anything besides the journal."""
    return effects != Effects(tells=effects.tells)


@pytest.mark.clause("K6.2")
def test_every_battle_that_is_lost_or_won_has_a_consequence(story: Story) -> None:
    for name in scenes_of(story, SceneKind.BATTLE):
        scene = story.scenes[name]
        endings = {one.name: one.winner.name.lower() for one in story.battle(scene).scenario.endings if one.name}
        for outcome in ("won", "lost"):
            side = {"won": "friends", "lost": "enemy"}[outcome]
            mine = [one.effects for one in scene.branches if one.when == outcome or endings.get(one.when) == side]
            always = [one.effects for one in scene.branches if not one.when]
            later = name in names_in_conditions(story, ConditionKind.WON if outcome == "won" else ConditionKind.LOST)
            assert later or any(map(changes, mine + always)), (name, outcome)


@pytest.mark.clause("K6.2")
def test_each_of_the_first_company_is_missed_when_dead(story: Story) -> None:
    """The dead are mourned at both havens, but each only once."""
    first, second = scenes_of(story, SceneKind.HAVEN)
    for name in [member.name for member in story.members.values() if member.starts]:
        conditions = [
            [term for term in one.conditions if term.kind == ConditionKind.NO_FLAG]
            for scene in (first, second)
            for one in story.scenes[scene].branches
            if Condition(ConditionKind.DEAD, (name,)) in one.conditions and one.effects.tells
        ]
        assert [len(terms) for terms in conditions] == [0, 1], name


def test_every_recruit_joins_somewhere_and_every_item_can_be_had(any_story: Story) -> None:
    story = any_story
    later = {member.name for member in story.members.values() if not member.starts}
    assert later == set().union(*(effects.recruits for _, effects in passages(story)))
    found = {effects.gives for _, effects in passages(story)} | {one.item for one in story.scenes.values()}
    assert {item.name for item in story.items.values()} <= found | {
        item.name for item in story.items.values() if item.holder
    }
    scars = {effects.scar for _, effects in passages(story) if effects.scar}
    assert set(story.scars) == scars


@pytest.mark.clause("K6.2")
def test_enemies_come_back_until_they_fall(story: Story) -> None:
    returning = [story.recurring_enemies(story.scenes[name]) for name in scenes_of(story, SceneKind.BATTLE)]
    later = [set(story.battle(story.scenes[name]).enemies) for name in scenes_of(story, SceneKind.BATTLE)]
    for name in ("Jory Snape", "Ruse Calder", "Dreth Mulcar", "The Pale Miller"):
        first = next(place for place, names in enumerate(returning) if name in names)
        assert any(name in names for names in later[first + 1 :]), name


def test_a_place_in_every_battle_can_be_filled_by_the_first_company(story: Story) -> None:
    starts = sum(member.starts for member in story.members.values())
    for name in scenes_of(story, SceneKind.BATTLE):
        assert 5 <= len(story.places(story.scenes[name])) <= starts, name


# Played to the end


def invented(state: CampaignState, chance: random.Random) -> BattleResult:
    """Return a random result of the current battle."""
    battle = state.battle().scenario
    assert parse_scenario(scenario_to_toml(battle), f"{battle.name}.toml").characters == battle.characters
    is_won = chance.random() < 0.6
    winner = Winner.FRIENDS if is_won else Winner.ENEMY
    endings = [one.name for one in battle.endings if one.winner == winner]
    people = {name: FighterResult(Fate.FELLED if chance.random() < 0.35 else Fate.STANDS) for name in state.travellers}
    enemies = {one.name: chance.random() < 0.5 for one in battle.of_side(Side.ENEMY)}
    return BattleResult(Outcome.WON if is_won else Outcome.LOST, chance.choice([*endings, ""]), 8, people, enemies)


def lived_through(story: Story, seed: int) -> CampaignState:
    """Play a campaign with random decisions and random battle results."""
    chance, stream = random.Random(seed), random_stream(seed, "choices")
    state = start_campaign(story, CampaignHeader(CampaignTexts(story.name, "", {}), seed))
    while not state.is_over:
        while handed := simulation.random_handover(state, stream):
            state = apply_entry(state, handed)
        if state.phase == Phase.BATTLE:
            entry: Entry = invented(state, chance)
        elif state.phase == Phase.TRAVELLERS:
            entry = TravellersChosen(tuple(state.company.able[: state.max_travellers]))
        else:
            entry = simulation.random_entry(state, no_battle, stream)
        state = apply_entry(state, entry)
    return state


@pytest.mark.clause("K6.2", "K6.3")
def test_the_short_campaign_reaches_every_scene_and_every_end() -> None:
    tale = files.read_story(files.DATA_FOLDER / "the-tongue-of-the-bell.toml")
    states = [lived_through(tale, seed) for seed in range(60)]
    assert {state.scene for state in states} >= set(tale.ends) - {tale.nobody}
    assert set().union(*(state.played for state in states)) == set(tale.scenes)


@pytest.mark.clause("K6.2")
def test_who_was_carried_off_in_the_gorge_is_free_when_the_kilns_go_out() -> None:
    tale = files.read_story(files.DATA_FOLDER / "the-tongue-of-the-bell.toml")
    header = CampaignHeader(CampaignTexts(tale.name, "", {}), 1, aftermath=tale.aftermath, wounds=tale.wounds)
    state = apply_entry(start_campaign(tale, header), TravellersChosen(tuple(tale.members)))
    people = {name: FighterResult(Fate.LEFT, 1) for name in tale.members} | {"Quill Ansey": FighterResult(Fate.TAKEN)}
    state = apply_entry(state, BattleResult(Outcome.WON, "Through the gate", 8, people, {}))
    assert state.company.taken == ["Quill Ansey"]
    state = apply_entry(state, OptionChosen("Go on at once"))
    while state.scene != "the bell speaks":
        if state.phase == Phase.TRAVELLERS:
            assert state.battle_options()  # each battle can be played without him
            entry: Entry = TravellersChosen(tuple(state.company.able))
        elif state.phase == Phase.BATTLE:
            standing = {name: FighterResult(Fate.STANDS) for name in state.travellers}
            entry = BattleResult(Outcome.WON, "", 8, standing, {})
        else:
            entry = SceneExited()
        state = apply_entry(state, entry)
    assert "Quill Ansey" in state.company.alive


def no_battle(setup: Words) -> None:
    raise AssertionError("every battle is invented here")


@pytest.mark.clause("K6.2", "K6.3")
def test_every_scene_and_every_end_is_reached_with_any_survivors(story: Story) -> None:
    states = [lived_through(story, seed) for seed in range(60)]
    assert {state.scene for state in states} >= set(story.ends) - {story.nobody}
    assert set().union(*(state.played for state in states)) == set(story.scenes)
    alive = [len(state.company.alive) for state in states if state.scene == "forty lamps"]
    assert max(alive) <= 6


# Texts


def every_file() -> list[str]:
    folder = files.DATA_FOLDER
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.toml"))


@pytest.mark.parametrize("name", every_file())
def test_a_file_of_a_campaign_begins_with_a_comment_and_has_no_long_lines(name: str) -> None:
    lines = (files.DATA_FOLDER / name).read_text().splitlines()
    assert lines[0].startswith("# ")
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


def test_texts_are_whole_sentences_without_markup(any_story: Story) -> None:
    story = any_story
    texts = [*story.story, *(one for scene in story.scenes.values() for one in scene.story)]
    texts += [one for _, effects in passages(story) for one in effects.tells]
    texts += [one for end in story.ends.values() for one in end.story]
    texts += [one for battle in scenarios_of(story) for one in battle.story]
    texts += [one.text for battle in scenarios_of(story) for one in battle.endings if one.text]
    texts += [member.text for member in story.members.values()]
    texts += [item.text for item in story.items.values()] + [scar.text for scar in story.scars.values()]
    assert all(re.fullmatch(r"[A-Z“].*[.?!]", text) for text in texts)
    assert not any(letter in text for text in texts for letter in MARKUP)
    assert max(map(len, texts)) <= 800
    assert twice(texts) == []


def test_each_scene_and_each_end_has_a_text(any_story: Story) -> None:
    story = any_story
    for scene in story.scenes.values():
        assert 15 <= sum(len(one.split()) for one in scene.story) <= 200, scene.name
    for end in story.ends.values():
        assert sum(len(one.split()) for one in end.story) >= 40, end.name
