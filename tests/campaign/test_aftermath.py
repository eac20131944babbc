"""After a battle: dice for the felled, wounds and deaths, guests, and enemies who come back."""

from __future__ import annotations

import pytest

from holdtheline.campaign.conditions_and_effects import is_condition_met
from holdtheline.campaign.entries import (
    DieRolled,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.roster import MemberStatus
from holdtheline.campaign.rules import why_not
from holdtheline.campaign.state import CampaignState, JournalEventKind, Phase
from holdtheline.campaign.story.model import Aftermath, Condition, ConditionKind, Story
from holdtheline.core.scenarios.campaign_battles import Fate, Outcome
from holdtheline.games.skirmish.scenario.model import Side

from .lantern_road import (
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
    fought,
    standing,
    start,
    wounds,
)


@pytest.mark.clause("K6.4")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_felled_friend_who_rolls_three_or_less_is_dead(face: int) -> None:
    state = at_the_barn(felled=[PIM], faces=[face])
    assert standing(state, PIM) == MemberStatus.DEAD
    assert [(one.name, one.scene) for one in state.company.memorial] == [(PIM, "the ford")]
    assert wounds(state) == {}


@pytest.mark.clause("K6.4")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_felled_friend_who_rolls_four_or_more_is_back_with_a_wound(face: int) -> None:
    state = at_the_barn(felled=[ODA], faces=[face])
    assert standing(state, ODA) == MemberStatus.THERE
    assert wounds(state) == {ODA: 1}


@pytest.mark.clause("K6.4")
def test_each_felled_friend_rolls_one_die_in_the_order_of_the_sheet() -> None:
    state = after(start(), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, felled=[PIM, ODA, HASK]))
    assert (state.phase, state.waiting) == (Phase.DIE, (ODA, HASK, PIM))
    state = after(state, DieRolled(1), DieRolled(6))
    assert (state.scene, state.waiting) == ("the ford", (PIM,))
    state = after(state, DieRolled(2))
    assert state.scene == "the barn"
    assert [standing(state, name) for name in (ODA, HASK, PIM)] == [2, 1, 2]
    assert wounds(state) == {HASK: 1}


@pytest.mark.clause("K6.4")
def test_a_haven_heals_the_wounds_that_stay() -> None:
    state = at_the_barn(felled=[ODA], faces=[5])
    state = after(state, SceneExited(), DieRolled(1))
    assert (state.scene, wounds(state)) == ("the inn", {})


@pytest.mark.clause("K6.2")
def test_a_wound_that_stays_is_marked_at_the_start_of_the_next_battle() -> None:
    state = at_the_fork(at_the_barn())
    state = at_the_lamp(state, (ODA, HASK, WENNA))  # the mire has hurt Wenna
    state = after(state, TravellersChosen((ODA, HASK, WENNA)))
    marked = {one.name: one.wounds for one in state.battle().scenario.of_side(Side.FRIENDS)}
    assert marked[WENNA] == 1
    assert marked[ODA] == marked[HASK] == 0


def test_a_member_who_has_more_wounds_than_slots_rests() -> None:
    tale = changed('wound = ["travellers"]', 'wound = ["Pim Sallow", "Oda Verrin"]')
    state = after(start(tale, felled_travel=False), TravellersChosen((ODA, PIM)))
    state = after(state, fought(state, Outcome.LOST, felled=[PIM]), DieRolled(6))
    assert wounds(state) == {ODA: 1, PIM: 2}  # Oda has two slots and Pim has one
    assert PIM not in state.company.able
    assert ODA in state.company.able


def test_without_an_aftermath_all_return_unhurt() -> None:
    state = at_the_barn(felled=[ODA, PIM], aftermath=Aftermath.NONE)
    assert state.scene == "the barn"
    assert state.company.alive == [ODA, HASK, PIM, WENNA]
    assert wounds(state) == {}


def test_in_a_harsh_campaign_all_felled_die() -> None:
    state = at_the_barn(felled=[ODA, PIM], aftermath=Aftermath.HARSH)
    assert state.company.alive == [HASK, WENNA]


@pytest.mark.parametrize(
    ("outcome", "fate", "rolls"),
    [
        (Outcome.WON, Fate.SEIZED, False),
        (Outcome.LOST, Fate.SEIZED, True),
        (Outcome.DRAWN, Fate.SEIZED, True),
        (Outcome.LOST, Fate.FLED, False),
        (Outcome.LOST, Fate.LEFT, False),
        (Outcome.WON, Fate.FELLED, True),
    ],
)
def test_who_was_seized_is_freed_by_a_victory_only(outcome: Outcome, fate: Fate, rolls: bool) -> None:
    state = after(start(), TravellersChosen((ODA, HASK)))
    state = after(state, fought(state, outcome, fates={HASK: fate}))
    assert (state.waiting == (HASK,)) == rolls


def test_a_battle_names_its_fighters_and_no_others() -> None:
    state = after(start(), TravellersChosen((ODA, HASK)))
    other = after(start(), TravellersChosen((ODA, PIM)))
    assert "the fighters are not the members" in why_not(state, fought(other))
    assert "no ending 'Bell lost'" in why_not(state, fought(state, ending="Bell lost"))


# Guests


def at_the_end_of_the_lamp(tale: Story | None = None, **settings: object) -> CampaignState:
    """Play the lamp, where Orla fights as a guest and falls."""
    state = at_the_lamp(at_the_fork(at_the_barn(tale=tale, **settings)))
    state = after(state, TravellersChosen((ODA, HASK, PIM)))
    return after(state, fought(state, Outcome.DRAWN, fates={ORLA: Fate.FELLED}))


JOINS = ('when = "drawn"\nnext', 'when = "drawn"\nrecruit = ["Orla Flint"]\nnext')


@pytest.mark.clause("K6.4")
def test_a_felled_guest_who_is_a_member_rolls_and_if_dead_never_joins() -> None:
    state = at_the_end_of_the_lamp(changed(*JOINS))
    assert (state.phase, state.waiting) == (Phase.DIE, (ORLA,))
    state = after(state, DieRolled(3))
    assert standing(state, ORLA) == MemberStatus.DEAD
    assert [(one.name, one.scene) for one in state.company.memorial] == [(ORLA, "the lamp")]
    assert is_condition_met(state, Condition(ConditionKind.DEAD, (ORLA,)))
    assert is_condition_met(state, Condition(ConditionKind.GONE, (ORLA,)))
    assert not is_condition_met(state, Condition(ConditionKind.ALIVE, (ORLA,)))


@pytest.mark.clause("K6.4")
def test_a_felled_guest_who_comes_back_joins_with_the_wound() -> None:
    state = after(at_the_end_of_the_lamp(changed(*JOINS)), DieRolled(4))
    assert standing(state, ORLA) == MemberStatus.THERE
    assert wounds(state)[ORLA] == 1


@pytest.mark.clause("K6.4")
def test_a_haven_heals_a_guest_who_has_not_joined_without_an_event() -> None:
    state = at_the_barn()
    state.company.wound(ORLA)
    state = after(state, SceneExited(), DieRolled(1))
    assert (state.scene, wounds(state)) == ("the inn", {})
    assert not any(ORLA in one.names for one in state.events if one.kind == JournalEventKind.HEALED)


def test_who_is_no_guest_of_the_battle_has_not_fought_it() -> None:
    state = after(start(), TravellersChosen((ODA, HASK)))
    assert state.guests == []
    assert "the fighters are not the members" in why_not(state, fought(state, fates={ORLA: Fate.FELLED}))


# Dice


def test_the_computers_dice_come_from_the_seed_and_no_other_face_is_taken() -> None:
    state = after(start(dice_are_mine=False, seed=7), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, felled=[ODA, HASK]))
    first = state.next_face
    assert "another face" in why_not(state, DieRolled(first % 6 + 1))
    state = after(state, DieRolled(first))
    again = after(start(dice_are_mine=False, seed=7), TravellersChosen((ODA, HASK, PIM)))
    again = after(again, fought(again, felled=[ODA, HASK]))
    assert again.next_face == first


def test_a_face_that_no_die_has_is_refused() -> None:
    state = after(start(), TravellersChosen((ODA,)))
    state = after(state, fought(state, felled=[ODA]))
    assert why_not(state, DieRolled(7)) == "a die shows 1 to 6"


# Enemies who come back


@pytest.mark.clause("K6.2")
def test_an_enemy_who_survived_comes_back_and_one_who_was_slain_does_not() -> None:
    free = at_the_lamp(at_the_fork(at_the_barn()))
    slain = at_the_lamp(at_the_fork(at_the_barn(slain=["Grey Boar"])))
    for state, names in ((free, ["Grey Boar", "Moth"]), (slain, ["Moth"])):
        state = after(state, TravellersChosen((ODA, HASK, PIM)))
        assert state.battle().enemies == names


def test_an_enemy_of_a_company_that_does_not_come_back_is_forgotten() -> None:
    state = at_the_barn(slain=["Something", "Grey Boar"])
    assert state.absent == {"Grey Boar"}
