"""The switches `wounds` and `felled_travel`, and members whom enemies carry off (K6.2, K6.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdtheline.campaign.conditions_and_effects import is_condition_met
from holdtheline.campaign.entries import (
    CampaignHeader,
    DieRolled,
    TravellersChosen,
    format_entry,
    format_header,
    parse_entry,
    parse_header,
)
from holdtheline.campaign.journal import write_journal
from holdtheline.campaign.roster import MemberStatus
from holdtheline.campaign.state import CampaignState
from holdtheline.campaign.story.model import Aftermath, Condition, ConditionKind, Wounds
from holdtheline.core.scenarios.campaign_battles import BattleResult, Fate, Outcome
from holdtheline.games.skirmish.scenario.model import Side

from .lantern_road import HASK, ODA, PIM, WENNA, after, at_the_fork, changed, fought, refusal, spoiled, start, texts

FREED = changed('wound = ["travellers"]', 'free = "taken"')


def with_wounds(result: BattleResult, wounds: dict[str, int]) -> BattleResult:
    people = {name: replace(fighter, wounds=wounds.get(name, 0)) for name, fighter in result.people.items()}
    return replace(result, people=people)


def after_the_ford(hurt: dict[str, int], felled: tuple[str, ...] = (), **settings: object) -> CampaignState:
    state = after(start(**settings), TravellersChosen((ODA, HASK, PIM)))
    return after(state, with_wounds(fought(state, felled=felled), hurt))


def marked(state: CampaignState) -> dict[str, int]:
    return {name: person.wounds for name, person in state.company.people.items() if person.wounds}


# Wounds


@pytest.mark.clause("K6.2")
def test_wounds_of_those_who_did_not_fall_heal_or_stay() -> None:
    assert marked(after_the_ford({ODA: 2, HASK: 1})) == {}
    state = after(after_the_ford({ODA: 2, HASK: 1, PIM: 1}, (PIM,), wounds=Wounds.KEEP), DieRolled(4))
    assert marked(state) == {ODA: 2, HASK: 1, PIM: 1}  # Pim has the one wound of the felled


@pytest.mark.clause("K6.2")
def test_wounds_that_stay_are_marked_in_the_next_battle_and_healed_at_a_haven() -> None:
    state = after_the_ford({ODA: 2}, wounds=Wounds.KEEP)
    traveller = state.company.traveller(ODA)
    assert traveller.wounds == 2
    assert marked(at_the_fork(state)) == {}
    assert any("The wounds of Oda Verrin stay" in line for page in write_journal(state) for line in page.paragraphs)


# The felled travel on


@pytest.mark.clause("K6.4")
def test_the_felled_travel_on_with_every_slot_marked_or_rest() -> None:
    tale = changed('wound = ["travellers"]', 'wound = ["Pim Sallow", "Oda Verrin"]')
    for switch in (True, False):
        state = after(start(tale, felled_travel=switch), TravellersChosen((ODA, PIM)))
        state = after(state, fought(state, Outcome.LOST, felled=[PIM]), DieRolled(6))
        assert state.company.people[PIM].wounds == 2  # Pim has one slot
        assert (PIM in state.company.able) == switch
        assert bool(state.company.resting) != switch


@pytest.mark.clause("K1.4", "K6.4")
def test_who_travels_with_more_wounds_than_slots_has_no_slot_free() -> None:
    state = start()
    state.company.change(PIM, wounds=3)
    state = after(state, TravellersChosen((ODA, PIM)))
    [pim] = [one for one in state.battle().scenario.of_side(Side.FRIENDS) if one.name == PIM]
    assert (pim.wounds, pim.card.wounds) == (1, 1)


# Files and records


def test_a_campaign_file_sets_both_switches() -> None:
    assert (changed("first =", "first =").wounds, changed("first =", "first =").felled_travel) == (Wounds.HEAL, True)
    tale = changed("first =", 'wounds = "keep"\nfelled_travel = "off"\nfirst =')
    assert (tale.wounds, tale.felled_travel) == (Wounds.KEEP, False)
    assert "wounds" in refusal(spoiled("first =", 'wounds = "some"\nfirst ='))
    assert "felled_travel" in refusal(spoiled("first =", 'felled_travel = "maybe"\nfirst ='))


def test_a_saved_campaign_keeps_them_and_an_older_one_plays_as_before() -> None:
    header = CampaignHeader(texts(), seed=1, wounds=Wounds.KEEP, felled_travel=True)
    assert parse_header(format_header(header)) == header
    older = format_header(header).replace('"wounds": "keep", "felled_travel": "on", ', "")
    assert older != format_header(header)
    assert (parse_header(older).wounds, parse_header(older).felled_travel) == (Wounds.HEAL, False)


# Captives


def captured(aftermath: Aftermath = Aftermath.EXAMPLE, outcome: Outcome = Outcome.WON) -> CampaignState:
    state = after(start(FREED, aftermath=aftermath), TravellersChosen((ODA, HASK, PIM)))
    return after(state, fought(state, outcome, fates={PIM: Fate.TAKEN}))


@pytest.mark.clause("K6.2")
def test_who_is_carried_off_is_gone_and_does_not_roll() -> None:
    state = captured()
    assert state.company.alive == [ODA, HASK, WENNA]
    assert (state.company.taken, state.company.people[PIM].status) == ([PIM], MemberStatus.TAKEN)
    assert (state.waiting, state.company.memorial) == ((), ())
    assert is_condition_met(state, Condition(ConditionKind.TAKEN, (PIM,)))
    assert not is_condition_met(state, Condition(ConditionKind.TAKEN, (ODA,)))
    assert is_condition_met(state, Condition(ConditionKind.GONE, (PIM,)))


@pytest.mark.clause("K6.3")
def test_an_effect_frees_captives_who_come_back_with_a_wound() -> None:
    state = captured(outcome=Outcome.LOST)
    assert PIM in state.company.alive
    assert state.company.people[PIM].wounds == 1
    text = " ".join(line for page in write_journal(state) for line in page.paragraphs)
    assert "Pim Sallow was carried off by the enemy. " in text
    assert "Pim Sallow was free again" in text


@pytest.mark.clause("K6.4")
def test_without_an_aftermath_captives_are_back() -> None:
    assert captured(Aftermath.NONE).company.taken == []


@pytest.mark.clause("K6.3")
def test_the_items_of_a_captive_go_into_the_pack() -> None:
    state = after(start(), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, fates={HASK: Fate.TAKEN}))
    assert state.company.holders["Salt lamp"] == "pack"


def test_a_result_with_a_captive_is_written_and_read() -> None:
    state = after(start(), TravellersChosen((ODA, HASK, PIM)))
    result = fought(state, fates={PIM: Fate.TAKEN})
    assert parse_entry(format_entry(result), 2) == result


def test_a_captive_can_be_named_where_a_story_frees_him() -> None:
    assert "no member is called" in refusal(spoiled('wound = ["travellers"]', 'free = "Nobody"'))
    tale = changed('wound = ["travellers"]', 'free = "Pim Sallow"')
    state = after(start(tale), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, Outcome.LOST, fates={HASK: Fate.TAKEN, PIM: Fate.TAKEN}))
    assert state.company.taken == [HASK]
