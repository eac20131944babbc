"""What is shipped: six battles, and a campaign in which every trait, choice and loss has its place."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator

import pytest

from holdtheline.core.contract import Words
from holdtheline.core.dice import stream_for
from holdtheline.games.skirmish import cards
from holdtheline.games.skirmish.campaign import files, simulate
from holdtheline.games.skirmish.campaign.entries import Became, Entry, Fate, Fought, Header, Travelled
from holdtheline.games.skirmish.campaign.files import Texts
from holdtheline.games.skirmish.campaign.journey import Awaits, Journey
from holdtheline.games.skirmish.campaign.story import Ask, Effects, Outcome, Sort, Story, Term
from holdtheline.games.skirmish.campaign.unfolding import begun, unfolded
from holdtheline.games.skirmish.scenario import from_text, named, shipped
from holdtheline.games.skirmish.state import End
from holdtheline.games.skirmish.table import Kind, Scenario, Side, Thing, Winner, given
from holdtheline.games.skirmish.traits import Trait
from holdtheline.games.skirmish.writing import text_of

CAMPAIGN = "the-last-lamp"
LONGEST_LINE = 115
MARKUP = "<>[]{}&`\\"


@pytest.fixture(scope="module")
def story() -> Story:
    return files.read(files.FOLDER / f"{CAMPAIGN}.toml")


def scenes_of(story: Story, sort: Sort) -> list[str]:
    return [scene.name for scene in story.scenes.values() if scene.sort == sort]


def traits_in(battle: Scenario) -> set[Trait]:
    things: list[Scenario | Thing] = [
        battle,
        *battle.terrain,
        *battle.companies,
        *battle.characters,
        *battle.objectives,
    ]
    return {one.trait for thing in things for one in thing.traits}


def traits_of(story: Story) -> set[Trait]:
    """Those of its battles, its people and its items, its scars, and whether somebody stays behind."""
    used = set().union(*(traits_in(battle) for battle in story.battles.values()))
    used |= {one.trait for member in story.members.values() for one in (*member.card.traits, *member.traits)}
    used |= {one.trait for one in story.traits}
    used |= {item.trait.trait for item in story.items.values() if item.trait}
    used |= {scar.given.trait for scar in story.scars.values()}
    return used | {Trait.TRAVEL_ON for scene in story.scenes.values() if story.travel_on(scene)}


def passages(story: Story) -> Iterator[tuple[tuple[Term, ...], Effects]]:
    """What is asked, and what follows, of every option and every [[after]]."""
    for scene in story.scenes.values():
        yield from ((choice.terms, choice.effects) for choice in scene.choices)
        yield from ((after.terms, after.effects) for after in scene.afters)


def asked(story: Story, *asks: Ask) -> set[str]:
    """The names that any condition asks for."""
    terms = itertools.chain.from_iterable(terms for terms, _ in passages(story))
    return {name for term in terms if term.ask in asks for name in term.names}


def twice(names: Iterable[str]) -> list[str]:
    seen = sorted(name.casefold() for name in names)
    return [name for name, other in itertools.pairwise(seen) if name == other]


# Battles


def test_there_are_six_battles_and_four_companies() -> None:
    assert set(shipped()) >= {
        "greystep",
        "high-weir",
        "lock-vault",
        "long-causeway",
        "millrace",
        "old-sump",
    }
    assert len(cards.shipped()) >= 4


def test_the_long_causeway_has_nine_against_ten() -> None:
    battle = named("long-causeway")
    assert [len(battle.of_side(side)) for side in Side] == [9, 10]


def test_every_battle_says_how_hard_it_is_and_none_is_hopeless_or_certain(story: Story) -> None:
    """For a fresh company; `python -m benchmarks.skirmish` measures it, and says where a card is wrong."""
    for battle in (*map(named, shipped()), *story.battles.values()):
        assert battle.won_by_book is not None, battle.title
        assert 15 <= battle.won_by_book <= 95, battle.title


def test_no_two_battles_ask_for_the_same_thing() -> None:
    """To carry off, to rescue, to escape, to drive away, to find: each has its own shape."""
    aims = {name: (named(name).aim, {one.when for one in named(name).endings}) for name in shipped()}
    assert twice(aim for aim, _ in aims.values()) == []
    assert End.ESCAPED in aims["lock-vault"][1]
    assert End.FEWER in aims["long-causeway"][1]
    assert given(named("greystep").traits, Trait.ROLLED_GOAL)
    assert [one.kind for one in named("old-sump").objectives] == [Kind.CHARACTER]
    assert {Trait.CROSSED_ON, Trait.HANG_ON, Trait.KNOCK_BACK, Trait.CLIMB} <= traits_in(named("high-weir"))


def test_nothing_is_called_by_a_name_twice(story: Story) -> None:
    battles = {one.name: one for one in (*map(named, shipped()), *story.battles.values())}
    assert twice(one.title for one in battles.values()) == []
    assert twice(card.name for name in cards.shipped() for card in cards.book(name).cards) == []
    assert twice(scene.title for scene in story.scenes.values()) == []
    assert twice([*story.scenes, *story.ends]) == []
    endings = [one.name for battle in story.battles.values() for one in battle.endings if one.name]
    assert twice(endings) == []


# The campaign


@pytest.mark.clause("K6.3")
def test_the_campaign_has_eight_battles_and_two_havens(story: Story) -> None:
    assert len(scenes_of(story, Sort.BATTLE)) == 8
    assert len(scenes_of(story, Sort.HAVEN)) == 2
    assert len({story.scenes[name].battle for name in scenes_of(story, Sort.BATTLE)}) == 8


def ways_through(story: Story, name: str) -> Iterator[tuple[str, ...]]:
    """Every row of scenes from this one to an end."""
    if name in story.ends:
        yield (name,)
        return
    for following in story.scenes[name].ways:
        yield from ((name, *rest) for rest in ways_through(story, following))


def test_every_way_leads_by_both_havens_and_at_least_six_battles(story: Story) -> None:
    ways = list(ways_through(story, story.first))
    battles = scenes_of(story, Sort.BATTLE)
    assert all(set(scenes_of(story, Sort.HAVEN)) <= set(way) for way in ways)
    counts = [sum(name in battles for name in way) for way in ways]
    assert (min(counts), max(counts)) == (6, 8)
    assert {way[-1] for way in ways} == set(story.ends) - {story.nobody}


@pytest.mark.clause("K6.3")
def test_every_trait_has_its_place_in_the_campaign(story: Story) -> None:
    assert [trait.word for trait in Trait if trait not in traits_of(story)] == []


def test_every_flag_that_is_set_is_asked_for_later(story: Story) -> None:
    used = set().union(*(effects.sets for _, effects in passages(story)))
    assert used == asked(story, Ask.FLAG, Ask.NO_FLAG)


def test_every_option_of_a_choice_leaves_something_behind(story: Story) -> None:
    """It leads elsewhere than the others, or it changes what is asked later."""
    for name in scenes_of(story, Sort.CHOICE):
        options = [one.effects for one in story.scenes[name].choices]
        assert len(options) >= 2
        plain = [one.next for one in options if one == Effects(next=one.next, tells=one.tells)]
        assert twice(plain) == [], name
        assert len(set(options)) == len(options), name


def changes(effects: Effects) -> bool:
    """Whether something is different afterwards, beside what was told."""
    return effects != Effects(tells=effects.tells)


@pytest.mark.clause("K6.2")
def test_every_battle_that_is_lost_or_won_has_a_consequence(story: Story) -> None:
    for name in scenes_of(story, Sort.BATTLE):
        scene = story.scenes[name]
        endings = {one.name: one.winner.name.lower() for one in story.scenario(scene).endings if one.name}
        for outcome in ("won", "lost"):
            side = {"won": "friends", "lost": "enemy"}[outcome]
            mine = [
                one.effects for one in scene.afters if one.when == outcome or endings.get(one.when) == side
            ]
            always = [one.effects for one in scene.afters if not one.when]
            later = name in asked(story, Ask.WON if outcome == "won" else Ask.LOST)
            assert later or any(map(changes, mine + always)), (name, outcome)


@pytest.mark.clause("K6.2")
def test_each_of_the_first_company_is_missed_when_dead(story: Story) -> None:
    """At both havens, once each: whoever was mourned at the first is not mourned again."""
    first, second = scenes_of(story, Sort.HAVEN)
    for name in [member.name for member in story.members.values() if member.starts]:
        told = [
            [term for term in one.terms if term.ask == Ask.NO_FLAG]
            for scene in (first, second)
            for one in story.scenes[scene].afters
            if Term(Ask.DEAD, (name,)) in one.terms and one.effects.tells
        ]
        assert [len(terms) for terms in told] == [0, 1], name


def test_whoever_can_join_joins_somewhere_and_every_item_can_be_had(story: Story) -> None:
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
    returning = [story.returning(story.scenes[name]) for name in scenes_of(story, Sort.BATTLE)]
    battles = [story.scenario(story.scenes[name]) for name in scenes_of(story, Sort.BATTLE)]
    later = [{one.name for one in battle.of_side(Side.ENEMY)} for battle in battles]
    for name in ("Jory Snape", "Ruse Calder", "Dreth Mulcar", "The Pale Miller"):
        first = next(place for place, names in enumerate(returning) if name in names)
        assert any(name in names for names in later[first + 1 :]), name


def test_a_place_in_every_battle_can_be_filled_by_the_first_company(story: Story) -> None:
    starts = sum(member.starts for member in story.members.values())
    for name in scenes_of(story, Sort.BATTLE):
        assert 5 <= len(story.places(story.scenes[name])) <= starts, name


# Told to its end


def invented(journey: Journey, chance: random.Random) -> Fought:
    """How the battle that is waited for might have gone."""
    battle = journey.battle()
    assert from_text(text_of(battle), f"{battle.name}.toml").characters == battle.characters
    is_won = chance.random() < 0.6
    winner = Winner.FRIENDS if is_won else Winner.ENEMY
    endings = [one.name for one in battle.endings if one.winner == winner]
    people = {
        name: Became(Fate.FELLED if chance.random() < 0.35 else Fate.STANDS) for name in journey.travellers
    }
    enemies = {one.name: chance.random() < 0.5 for one in battle.of_side(Side.ENEMY)}
    return Fought(Outcome.WON if is_won else Outcome.LOST, chance.choice([*endings, ""]), 8, people, enemies)


def lived_through(story: Story, seed: int) -> Journey:
    """A campaign in which everything but the end of each battle is decided at random."""
    chance, stream = random.Random(seed), stream_for(seed, "choices")
    journey = begun(story, Header(Texts(story.name, "", {}), seed))
    while not journey.is_over:
        while handed := simulate.handing(journey, stream):
            journey = unfolded(journey, handed)
        if journey.awaits == Awaits.BATTLE:
            entry: Entry = invented(journey, chance)
        elif journey.awaits == Awaits.TRAVELLERS:
            entry = Travelled(tuple(journey.company.able[: journey.most]))
        else:
            entry = simulate.next_entry(journey, no_battle, stream)
        journey = unfolded(journey, entry)
    return journey


def no_battle(setup: Words) -> None:
    raise AssertionError("every battle is invented here")


@pytest.mark.clause("K6.2", "K6.3")
def test_every_scene_and_every_end_is_reached_whoever_is_left(story: Story) -> None:
    journeys = [lived_through(story, seed) for seed in range(60)]
    assert {journey.scene for journey in journeys} >= set(story.ends) - {story.nobody}
    assert set().union(*(journey.played for journey in journeys)) == set(story.scenes)
    alive = [len(journey.company.alive) for journey in journeys if journey.scene == "forty lamps"]
    assert max(alive) <= 6


# Texts


def every_file() -> list[str]:
    folder = files.FOLDER
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.toml"))


@pytest.mark.parametrize("name", every_file())
def test_a_file_of_a_campaign_begins_with_a_comment_and_has_no_long_lines(name: str) -> None:
    lines = (files.FOLDER / name).read_text().splitlines()
    assert lines[0].startswith("# ")
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


def test_texts_are_whole_sentences_without_markup(story: Story) -> None:
    texts = [*story.story, *(one for scene in story.scenes.values() for one in scene.story)]
    texts += [one for _, effects in passages(story) for one in effects.tells]
    texts += [one for end in story.ends.values() for one in end.story]
    texts += [one for battle in story.battles.values() for one in battle.story]
    texts += [one.text for battle in story.battles.values() for one in battle.endings if one.text]
    texts += [member.text for member in story.members.values()]
    texts += [item.text for item in story.items.values()] + [scar.text for scar in story.scars.values()]
    assert all(re.fullmatch(r"[A-Z“].*[.?!]", text) for text in texts)
    assert not any(letter in text for text in texts for letter in MARKUP)
    assert max(map(len, texts)) <= 800
    assert twice(texts) == []


def test_each_scene_and_each_end_is_told(story: Story) -> None:
    for scene in story.scenes.values():
        assert 15 <= sum(len(one.split()) for one in scene.story) <= 200, scene.name
    for end in story.ends.values():
        assert sum(len(one.split()) for one in end.story) >= 40, end.name
