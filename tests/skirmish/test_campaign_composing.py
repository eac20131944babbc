"""A scene and those who travel there are an ordinary battle, and its end is what lasts (K6.2, K6.3)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.games.skirmish.campaign.aftermath import fought_in
from holdtheline.games.skirmish.campaign.entries import Became, Chose, Fate, Handed, Travelled
from holdtheline.games.skirmish.campaign.files import told
from holdtheline.games.skirmish.campaign.journey import Journey
from holdtheline.games.skirmish.campaign.story import Outcome
from holdtheline.games.skirmish.layout import numbered
from holdtheline.games.skirmish.scenario import from_text
from holdtheline.games.skirmish.scenarios import OPTIONS, setup
from holdtheline.games.skirmish.state import CHARACTERS, There
from holdtheline.games.skirmish.table import Character, Scenario, Side, given
from holdtheline.games.skirmish.traits import Trait
from holdtheline.games.skirmish.writing import text_of

from .walkers import (
    BURR,
    HASK,
    ODA,
    ORLA,
    PIM,
    WENNA,
    after,
    at_the_barn,
    at_the_fork,
    at_the_lamp,
    changed,
    start,
    story,
    texts,
)


def ford(*who: str, journey: Journey | None = None) -> Scenario:
    return after(journey or start(), Travelled(who)).battle()


def lamp(journey: Journey) -> Scenario:
    return after(journey, Travelled(tuple(journey.company.able))).battle()


def friends(scenario: Scenario) -> list[str]:
    return [one.name for one in scenario.of_side(Side.FRIENDS)]


def somebody(scenario: Scenario, name: str) -> Character:
    return next(one for one in scenario.characters if one.name == name)


@pytest.mark.clause("K6.3")
def test_those_who_travel_take_the_places_of_the_files_friends_in_order() -> None:
    scenario = ford(PIM, ODA)
    assert friends(scenario) == [PIM, ODA]
    assert [somebody(scenario, name).at for name in (PIM, ODA)] == [(8000, 3000), (10_000, 3000)]
    assert [one.name for one in scenario.companies] == ["The Walkers", "The Boars", "The Reeds"]
    assert given(scenario.companies[0].traits, Trait.LIES)  # as the book of the company says


def test_somebody_brings_his_card_his_traits_his_item_and_his_general() -> None:
    scenario = ford(ODA, HASK, PIM)
    assert somebody(scenario, HASK).card.name == "Hask"
    assert (somebody(scenario, ODA).general, somebody(scenario, PIM).general) == (1, 0)
    assert given(somebody(scenario, PIM).traits, Trait.CLIMBS)
    saves = given(somebody(scenario, HASK).traits, Trait.SAVES)
    assert saves
    assert (saves.number(), saves.name(1)) == (4, "Salt lamp")
    assert given(somebody(scenario, ODA).traits, Trait.SAVES) is None


def test_a_scar_changes_the_card_and_a_wound_is_marked() -> None:
    journey = at_the_fork(at_the_barn(Outcome.LOST, felled=[HASK], faces=[4]))
    hask = somebody(lamp(at_the_lamp(journey, (ODA, HASK, WENNA))), HASK)
    assert (hask.card.move, hask.card.attack, hask.card.defence) == (3500, 1, 2)
    wenna = somebody(lamp(at_the_lamp(journey, (ODA, HASK, WENNA))), WENNA)
    assert wenna.wounds == 1


def test_a_bane_counts_only_where_that_enemy_stands() -> None:
    journey = after(at_the_barn(), Handed("Boar spear", ODA))
    here = somebody(lamp(at_the_lamp(at_the_fork(journey))), ODA)
    bane = given(here.traits, Trait.BANE)
    assert bane
    assert bane.values == ("Grey Boar", 2, 1, "Boar spear")
    slain = after(at_the_barn(slain=["Grey Boar"]), Handed("Boar spear", ODA))
    there = somebody(lamp(at_the_lamp(at_the_fork(slain))), ODA)
    assert given(there.traits, Trait.BANE) is None


def test_a_place_at_a_door_is_one_for_somebody_who_arrives_later() -> None:
    journey = at_the_fork(at_the_barn(ending="Bell saved"))
    scenario = lamp(at_the_lamp(journey, (ODA, HASK, PIM)))
    assert [bool(given(one.traits, Trait.ARRIVES)) for one in scenario.of_side(Side.FRIENDS)][:3] == [
        False
    ] * 3
    four = after(journey, Chose("By the dyke"), Travelled((ORLA, ODA, HASK, PIM)))
    late = [one.name for one in four.battle().characters if given(one.traits, Trait.ARRIVES)]
    assert late == [PIM]


def test_guests_fight_along_unless_they_have_joined() -> None:
    without = lamp(at_the_lamp(at_the_fork(at_the_barn())))
    assert friends(without)[-2:] == [ORLA, "Mother Agate"]
    joined = at_the_lamp(at_the_fork(at_the_barn(ending="Bell saved")), (ODA, HASK))
    assert friends(lamp(joined)) == [ODA, HASK, "Mother Agate"]  # Orla has joined and stayed behind


def test_a_recruit_keeps_what_his_own_book_gives_to_every_one_of_it() -> None:
    sisters = at_the_lamp(at_the_fork(at_the_barn(ending="Bell saved")), (ODA, ORLA))
    scenario = lamp(sisters)
    assert somebody(scenario, ORLA).company == somebody(scenario, ODA).company


def test_nothing_names_somebody_who_is_not_there() -> None:
    scenario = ford(ODA, PIM)
    bell, echo = scenario.objectives
    assert given(bell.traits, Trait.CARRIERS).names() == ("friends",)  # type: ignore[union-attr]
    assert given(echo.traits, Trait.CARRIERS).names() == ("The Walkers",)  # type: ignore[union-attr]
    assert [one.name for one in scenario.endings] == ["Bell saved", ""]  # Ketta Marl is not there to fall
    assert scenario.endings[1].count == 2  # not more than there are
    slain = lamp(at_the_lamp(at_the_fork(at_the_barn(slain=["Grey Boar"]))))
    assert given(slain.traits, Trait.ORDER).names() == ("Moth",)  # type: ignore[union-attr]
    assert given(slain.companies[-1].traits, Trait.ROUTS_WITHOUT) is None


def test_losses_of_a_company_are_not_more_than_it_has() -> None:
    tale = changed(
        'battle = "lamp"\nwho = "all"\nreplaces = ["The Lamplighters"]', 'battle = "ford"\nwho = "all"'
    )
    again = at_the_lamp(at_the_fork(at_the_barn(slain=["Young Boar"], tale=tale)))
    scenario = lamp(again)
    boars = next(one for one in scenario.companies if one.name == "The Boars")
    assert given(boars.traits, Trait.ROUTS_AT).number() == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("who", [(ODA,), (ODA, HASK), (PIM, ODA, HASK), (WENNA, ODA, PIM)])
def test_a_composed_battle_is_the_same_after_writing_and_reading(who: tuple[str, ...]) -> None:
    scenario = ford(*who)
    assert from_text(text_of(scenario), "ford.toml") == scenario


def test_a_composed_battle_with_scars_and_guests_is_the_same_after_writing_and_reading() -> None:
    journey = at_the_fork(at_the_barn(Outcome.LOST, felled=[HASK], faces=[4]), face=6)
    scenario = lamp(at_the_lamp(journey, (ODA, HASK, BURR)))
    assert from_text(text_of(scenario), "lamp.toml") == scenario
    assert given(somebody(scenario, HASK).traits, Trait.SCAR)


def test_two_different_cards_of_one_name_are_told_apart() -> None:
    words = texts().story.replace('name = "Stray dog"', 'name = "Boar"')
    words = words.replace(
        'card = "Stray dog"\nname = "Burr"\njoins = "later"', 'card = "Boar"\nname = "Burr"'
    )
    tale = told(texts()._replace(story=words.replace('recruit = ["Burr"]', 'set = ["x"]')))
    journey = after(start(tale), Travelled((ODA, BURR)))
    scenario = journey.battle()
    assert somebody(scenario, BURR).card.name == "Boar"
    assert somebody(scenario, "Grey Boar").card.name != "Boar"
    assert from_text(text_of(scenario), "ford.toml") == scenario


def test_the_options_of_a_battle_can_be_set_up() -> None:
    journey = after(start(generals=4), Travelled((ODA, HASK)))
    options = journey.battle_options()
    assert options["generals"] == 2
    assert options["strike_back"] == "on"
    full = {option.name: option.read(options.get(option.name, option.default)) for option in OPTIONS}
    assert len(setup(full)) > CHARACTERS


# Its end


def ended(scenario: Scenario, there: dict[str, There], winner: int, number: int = 0) -> SimpleNamespace:
    """The last state of a battle, in which everybody else stands."""
    states, wounds = [0] * CHARACTERS, [0] * CHARACTERS
    for place, one in numbered(scenario):
        states[place] = there.get(one.name, There.STANDS)
        wounds[place] = one.wounds
    return SimpleNamespace(there=states, wounds=wounds, winner=winner, ended=number, round=3)


@pytest.mark.clause("K6.2")
@pytest.mark.parametrize(
    ("there", "fate"),
    [
        (There.STANDS, Fate.STANDS),
        (There.WAITS, Fate.STANDS),
        (There.LIES, Fate.FELLED),
        (There.FALLEN, Fate.FELLED),
        (There.CARRIED, Fate.FELLED),
        (There.FLED, Fate.FLED),
        (There.LEFT, Fate.LEFT),
        (There.HELD, Fate.SEIZED),
    ],
)
def test_what_became_of_everybody_is_read_from_the_last_state(there: There, fate: Fate) -> None:
    scenario = ford(ODA, HASK)
    s = ended(scenario, {HASK: there, "Grey Boar": there}, winner=1)
    fought = fought_in(s, scenario, story().members, {HASK: "Grey Boar"})
    assert fought.people[ODA] == Became(Fate.STANDS)
    assert fought.people[HASK] == Became(fate, by="Grey Boar" if fate == Fate.FELLED else "")
    assert fought.enemies["Grey Boar"] == (fate != Fate.FELLED)
    assert fought.enemies["Young Boar"]
    assert (fought.outcome, fought.rounds) == (Outcome.WON, 3)


def test_the_ending_is_known_by_its_name() -> None:
    scenario = ford(ODA, HASK)
    assert fought_in(ended(scenario, {}, 1, number=1), scenario, story().members).ending == "Bell saved"
    assert fought_in(ended(scenario, {}, 2), scenario, story().members).ending == "timeout"
    gone = {ODA: There.FALLEN, HASK: There.FLED}
    lost = fought_in(ended(scenario, gone, 2), scenario, story().members)
    assert (lost.ending, lost.outcome) == ("", Outcome.LOST)
    assert fought_in(ended(scenario, {}, 0), scenario, story().members).outcome == Outcome.DRAWN


@pytest.mark.clause("K6.2")
def test_guests_count_only_if_they_are_members_of_the_story() -> None:
    scenario = lamp(at_the_lamp(at_the_fork(at_the_barn())))
    fought = fought_in(ended(scenario, {ORLA: There.FALLEN}, 1), scenario, story().members)
    assert set(fought.people) == {ODA, HASK, PIM, ORLA} < set(friends(scenario))
    assert fought.people[ORLA].fate == Fate.FELLED


# Names of endings


def test_an_ending_has_a_name_or_none() -> None:
    names = [one.name for one in from_text(texts().battles["ford"], "ford.toml").endings]
    assert names == ["Bell saved", "", ""]


@pytest.mark.clause("K6.3")
def test_no_two_endings_have_one_name() -> None:
    words = texts().battles["ford"].replace('when = "fallen"', 'name = "bell saved"\nwhen = "fallen"')
    with pytest.raises(BadOption, match=r"ending\.name: another ending is called 'bell saved'"):
        from_text(words, "ford.toml")
