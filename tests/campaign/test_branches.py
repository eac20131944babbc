"""Branches of a campaign, their effects and conditions, and how it ends."""

from __future__ import annotations

import pytest

from holdtheline.campaign.conditions_and_effects import available_options, is_condition_met
from holdtheline.campaign.entries import (
    DieRolled,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.roster import MemberStatus
from holdtheline.campaign.rules import why_not
from holdtheline.campaign.state import CampaignState, Phase
from holdtheline.campaign.story.model import PACK, Condition, ConditionKind
from holdtheline.core.scenarios.campaign_battles import Outcome

from .lantern_road import (
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
    fought,
    standing,
    start,
    wounds,
)


@pytest.mark.clause("K6.3")
def test_what_follows_depends_on_the_ending_by_its_name() -> None:
    assert "bell" in at_the_barn(ending="Bell saved").company.flags
    assert "bell" not in at_the_barn().company.flags


def test_a_lost_battle_scars_the_felled_who_live_and_hurts_those_who_were_there() -> None:
    state = at_the_barn(Outcome.LOST, felled=[HASK, PIM], faces=[4, 1])
    scars = {name: one.scars for name, one in state.company.people.items() if one.scars}
    assert scars == {HASK: ("Lame leg",)}
    assert wounds(state) == {ODA: 1, HASK: 2}


def test_a_scar_is_healed_by_no_haven() -> None:
    state = at_the_fork(at_the_barn(Outcome.LOST, felled=[HASK], faces=[4]))
    assert state.company.people[HASK].scars == ("Lame leg",)
    assert wounds(state) == {}


def test_the_scenes_own_die_decides_whether_a_member_joins() -> None:
    with_dog = after(at_the_barn(), SceneExited(), DieRolled(4))
    without = after(at_the_barn(), SceneExited(), DieRolled(3))
    assert BURR in with_dog.company.alive
    assert BURR not in without.company.alive
    assert at_the_barn().phase == Phase.LEAVE


def test_a_won_battle_and_a_flag_bring_a_recruit_and_a_lost_one_takes_a_member_away() -> None:
    won = at_the_fork(at_the_barn(ending="Bell saved"))
    lost = at_the_fork(at_the_barn(Outcome.LOST))
    assert ORLA in won.company.alive
    assert (standing(lost, PIM), standing(lost, ORLA)) == (MemberStatus.LEFT, MemberStatus.LATER)
    assert lost.company.holders["Old charm"] == ""


def test_who_leaves_leaves_his_items_in_the_pack() -> None:
    state = after(at_the_barn(Outcome.LOST), ItemHandedOver("Boar spear", PIM))
    assert at_the_fork(state).company.holders["Boar spear"] == PACK


def test_only_options_whose_condition_holds_are_offered() -> None:
    many = at_the_fork(at_the_barn(ending="Bell saved"))
    few = at_the_fork(at_the_barn(felled=[ODA, HASK, PIM], faces=[1, 1, 4]))
    assert [one.name for one in available_options(many)] == ["Over the mire", "By the dyke"]
    assert [one.name for one in available_options(few)] == ["Over the mire", "Home"]
    assert why_not(few, OptionChosen("By the dyke")) == "there is no option 'By the dyke' now"


def test_an_option_has_its_effects_and_leads_on() -> None:
    state = after(at_the_fork(at_the_barn(ending="Bell saved")), OptionChosen("By the dyke"))
    assert state.scene == "the lamp"
    assert "bell" not in state.company.flags


def test_the_story_can_kill_and_a_scar_is_not_given_twice() -> None:
    state = after(at_the_fork(at_the_barn()), OptionChosen("Over the mire"), OptionChosen("Run"))
    assert standing(state, WENNA) == MemberStatus.DEAD
    assert state.company.people[ODA].scars == ("One eye",)
    assert state.company.memorial[-1].scene == "the mire"


def test_of_those_who_are_left_some_are_chosen_to_travel_on() -> None:
    state = after(at_the_fork(at_the_barn()), OptionChosen("Over the mire"), OptionChosen("Wait"))
    assert (state.phase, state.travel_on) == (Phase.TRAVEL_ON, 3)
    assert why_not(state, MembersKept((ODA, HASK, PIM, WENNA))) == "you chose 4 to travel on; choose 1 to 3"
    assert why_not(state, MembersKept((BURR,))) == "'Burr' cannot travel on"
    state = after(state, MembersKept((ODA, WENNA)))
    assert state.company.alive == [ODA, WENNA]
    assert state.company.holders["Salt lamp"] == PACK
    assert state.scene == "the lamp"


def test_if_all_can_travel_on_there_is_no_choice() -> None:
    state = at_the_fork(at_the_barn(felled=[PIM], faces=[1]))
    assert after(state, OptionChosen("Over the mire"), OptionChosen("Wait")).scene == "the lamp"


# The end


def lamp(
    state: CampaignState, outcome: Outcome, ending: str = "", faces: tuple[int, ...] = (), **more: object
) -> CampaignState:
    state = after(state, TravellersChosen(tuple(state.company.able)))
    state = after(state, fought(state, outcome, ending, **more))  # type: ignore[arg-type]
    state = after(state, *map(DieRolled, faces))
    if state.phase == Phase.TRAVEL_ON:
        state = after(state, MembersKept(tuple(state.company.alive[:2])))
    return state


@pytest.mark.clause("K6.3")
@pytest.mark.parametrize(
    ("outcome", "ending", "slain", "end"),
    [
        (Outcome.LOST, "", (), "dark road"),
        (Outcome.DRAWN, "timeout", (), "grey road"),
        (Outcome.LOST, "timeout", (), "grey road"),
        (Outcome.WON, "", (), "grey road"),
        (Outcome.WON, "", ("Grey Boar",), "bright road"),
    ],
)
def test_the_first_branch_with_a_next_decides(outcome: Outcome, ending: str, slain: tuple[str, ...], end: str) -> None:
    state = lamp(at_the_lamp(at_the_fork(at_the_barn())), outcome, ending, slain=slain)
    assert (state.scene, state.is_over) == (end, True)
    assert state.end is not None
    assert why_not(state, SceneExited()) == "the campaign is over"


def test_when_nobody_is_left_the_campaign_ends_at_once() -> None:
    tale = changed('dies = ["Wenna Thorne"]', 'dies = ["everybody"]')
    state = after(start(tale), TravellersChosen((ODA,)))
    state = after(at_the_fork(after(state, fought(state))), OptionChosen("Over the mire"), OptionChosen("Run"))
    assert (state.scene, state.company.alive) == ("dark road", [])
    assert len(state.company.memorial) == 4


def test_a_battle_to_which_nobody_can_travel_is_lost_without_a_fight() -> None:
    tale = changed('wound = ["Wenna Thorne"]', 'wound = ["everybody"]')
    state = after(start(tale, felled_travel=False), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, felled=[ODA, HASK, PIM]), DieRolled(1), DieRolled(1), DieRolled(1))
    state = at_the_fork(state)  # only Wenna is left, with one slot
    state = after(state, OptionChosen("Over the mire"))
    assert WENNA in state.company.able
    state.company.wound(WENNA)
    state = after(state, OptionChosen("Wait"))
    assert (state.scene, state.is_over) == ("dark road", True)
    assert state.played["the lamp"].outcome == Outcome.LOST


# Conditions


@pytest.mark.parametrize(
    ("ask", "name", "at_barn", "at_fork"),
    [
        (ConditionKind.FLAG, "bell", True, True),
        (ConditionKind.NO_FLAG, "bell", False, False),
        (ConditionKind.ALIVE, PIM, False, False),
        (ConditionKind.ALIVE, ORLA, False, True),
        (ConditionKind.DEAD, PIM, True, True),
        (ConditionKind.DEAD, ORLA, False, False),
        (ConditionKind.GONE, ORLA, True, False),
        (ConditionKind.GONE, PIM, True, True),
        (ConditionKind.HAS_ITEM, "Letter", True, True),
        (ConditionKind.LACKS_ITEM, "Letter", False, False),
        (ConditionKind.WON, "the ford", True, True),
        (ConditionKind.LOST, "the ford", False, False),
        (ConditionKind.DRAWN, "the ford", False, False),
        (ConditionKind.PLAYED, "the inn", False, True),
        (ConditionKind.UNPLAYED, "the inn", True, False),
        (ConditionKind.ENDED, "Bell saved", True, True),
        (ConditionKind.SURVIVED, "Grey Boar", False, False),
        (ConditionKind.SURVIVED, "Young Boar", True, True),
        (ConditionKind.SURVIVED, "Moth", False, False),
        (ConditionKind.SLAIN, "Grey Boar", True, True),
        (ConditionKind.SLAIN, "Young Boar", False, False),
        (ConditionKind.SLAIN, "Moth", False, False),
    ],
)
def test_a_condition_is_true_or_not(ask: ConditionKind, name: str, at_barn: bool, at_fork: bool) -> None:
    barn = at_the_barn(ending="Bell saved", felled=[PIM], faces=[1], slain=["Grey Boar"])
    assert is_condition_met(barn, Condition(ask, (name,))) == at_barn
    assert is_condition_met(at_the_fork(barn), Condition(ask, (name,))) == at_fork


def test_conditions_of_this_battle_are_true_only_in_it() -> None:
    state = after(start(), TravellersChosen((ODA, PIM)))
    state = after(state, fought(state, felled=[PIM]))
    assert is_condition_met(state, Condition(ConditionKind.FELLED, (PIM,)))
    assert not is_condition_met(state, Condition(ConditionKind.FELLED, (PIM, ODA)))
    assert is_condition_met(state, Condition(ConditionKind.TOOK_PART, (PIM, ODA)))
    assert not is_condition_met(state, Condition(ConditionKind.TOOK_PART, (HASK,)))
    assert not is_condition_met(after(state, DieRolled(6)), Condition(ConditionKind.FELLED, (PIM,)))


def test_conditions_that_count_and_that_ask_the_die() -> None:
    state = start()
    assert is_condition_met(state, Condition(ConditionKind.AT_LEAST, numbers=(4,)))
    assert not is_condition_met(state, Condition(ConditionKind.AT_LEAST, numbers=(5,)))
    assert is_condition_met(state, Condition(ConditionKind.AT_MOST, numbers=(4,)))
    assert not is_condition_met(state, Condition(ConditionKind.AT_MOST, numbers=(3,)))
    state.face = 3
    assert is_condition_met(state, Condition(ConditionKind.ROLLED, numbers=(2, 3)))
    assert not is_condition_met(state, Condition(ConditionKind.ROLLED, numbers=(1, 2)))
