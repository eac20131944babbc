"""Results of battles, as a campaign reads them (K6.2)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from holdtheline.campaign.battle_result import result_from_state
from holdtheline.campaign.entries import TravellersChosen
from holdtheline.core.errors import BadOption
from holdtheline.core.events import Event
from holdtheline.core.scenarios.campaign_battles import Fate, FighterResult, Outcome
from holdtheline.games.skirmish.campaign.result import read_result
from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.scenario.model import Scenario
from holdtheline.games.skirmish.scenario.parse import parse_scenario
from holdtheline.games.skirmish.scenario.setup_fields import find_character_number as number
from holdtheline.games.skirmish.scenario.setup_fields import numbered_characters
from holdtheline.games.skirmish.state import MAX_CHARACTERS, CharacterStatus

from ....campaign.lantern_road import HASK, ODA, ORLA, PIM, after, at_the_barn, at_the_fork, at_the_lamp, start, texts

BOAR = "Grey Boar"


def ford(*who: str) -> Scenario:
    return after(start(), TravellersChosen(who)).battle().scenario


def ended(scenario: Scenario, there: dict[str, CharacterStatus], winner: int, ending: int = 0) -> SimpleNamespace:
    """Return the final state of a battle in which all others stand."""
    states, wounds = [0] * MAX_CHARACTERS, [0] * MAX_CHARACTERS
    for place, one in numbered_characters(scenario):
        states[place] = there.get(one.name, CharacterStatus.STANDS)
        wounds[place] = one.wounds
    held_by = [0] * MAX_CHARACTERS
    return SimpleNamespace(status=states, held_by=held_by, wounds=wounds, winner=winner, ended=ending, round=3)


@pytest.mark.clause("K6.2")
@pytest.mark.parametrize(
    ("there", "fate"),
    [
        (CharacterStatus.STANDS, Fate.STANDS),
        (CharacterStatus.WAITS, Fate.STANDS),
        (CharacterStatus.LIES, Fate.FELLED),
        (CharacterStatus.FALLEN, Fate.FELLED),
        (CharacterStatus.CARRIED, Fate.FELLED),
        (CharacterStatus.FLED, Fate.FLED),
        (CharacterStatus.LEFT, Fate.LEFT),
        (CharacterStatus.HELD, Fate.SEIZED),
    ],
)
def test_the_fate_of_everyone_is_read_from_the_last_state(there: CharacterStatus, fate: Fate) -> None:
    scenario = ford(ODA, HASK)
    s = ended(scenario, {HASK: there, "Grey Boar": there}, winner=1)
    fell = Event("K4.1", EventKind.FELL, (number(scenario, HASK), number(scenario, "Grey Boar")), "")
    fought = read_result(scenario, s, [fell])
    assert fought.people[ODA] == FighterResult(Fate.STANDS)
    assert fought.people[HASK] == FighterResult(fate, felled_by="Grey Boar" if fate == Fate.FELLED else "")
    assert fought.enemies["Grey Boar"] == (fate != Fate.FELLED)
    assert fought.enemies["Young Boar"]
    assert (fought.outcome, fought.rounds) == (Outcome.WON, 3)


def test_the_ending_is_known_by_its_name() -> None:
    scenario = ford(ODA, HASK)
    assert read_result(scenario, ended(scenario, {}, 1, ending=1), []).ending == "Bell saved"
    assert read_result(scenario, ended(scenario, {}, 2), []).ending == "timeout"
    gone = {ODA: CharacterStatus.FALLEN, HASK: CharacterStatus.FLED}
    lost = read_result(scenario, ended(scenario, gone, 2), [])
    assert (lost.ending, lost.outcome) == ("", Outcome.LOST)
    assert read_result(scenario, ended(scenario, {}, 0), []).outcome == Outcome.DRAWN


@pytest.mark.clause("K6.2")
def test_guests_count_only_if_they_are_members_of_the_story() -> None:
    state = at_the_lamp(at_the_fork(at_the_barn()))
    battle = after(state, TravellersChosen(tuple(state.company.able))).battle()
    s = ended(battle.scenario, {ORLA: CharacterStatus.FALLEN}, 1)
    fought = result_from_state(state, battle, s)
    assert set(fought.people) == {ODA, HASK, PIM, ORLA} < set(battle.friends)
    assert fought.people[ORLA].fate == Fate.FELLED


# Names of endings


def test_an_ending_has_a_name_or_none() -> None:
    names = [one.name for one in parse_scenario(texts().battles["ford"], "ford.toml").endings]
    assert names == ["Bell saved", "", ""]


@pytest.mark.clause("K6.3")
def test_no_two_endings_have_one_name() -> None:
    words = texts().battles["ford"].replace('when = "fallen"', 'name = "bell saved"\nwhen = "fallen"')
    with pytest.raises(BadOption, match=r"ending\.name: another ending is called 'bell saved'"):
        parse_scenario(words, "ford.toml")


@pytest.mark.clause("K6.2")
def test_who_was_carried_off_by_the_other_side_is_taken() -> None:
    scenario = ford(ODA, HASK)
    s = ended(scenario, {ODA: CharacterStatus.LEFT, HASK: CharacterStatus.LEFT, BOAR: CharacterStatus.LEFT}, 2)
    s.held_by[number(scenario, ODA)] = number(scenario, BOAR) + 1
    s.held_by[number(scenario, HASK)] = number(scenario, ODA) + 1
    assert {name: one.fate for name, one in read_result(scenario, s, []).people.items()} == {
        ODA: Fate.TAKEN,
        HASK: Fate.LEFT,
    }
    s.held_by[number(scenario, BOAR)] = number(scenario, HASK) + 1
    assert not read_result(scenario, s, []).enemies[BOAR]
