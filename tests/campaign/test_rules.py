"""The rules of campaigns: aftermath, items, branches, conditions and going back (K6.2, K6.4)."""

from __future__ import annotations

import pytest

from holdtheline.campaign.conditions_and_effects import available_options, is_condition_met
from holdtheline.campaign.entries import (
    DieRolled,
    Entry,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    Rewind,
    SavePolicy,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.roster import MemberStatus
from holdtheline.campaign.rules import append_entry, apply_entry, replay_entries, why_not
from holdtheline.campaign.state import CampaignState, JournalEventKind, Phase, SceneStatus, scene_map
from holdtheline.campaign.story.model import PACK, Aftermath, Condition, ConditionKind, Story
from holdtheline.core.errors import IllegalMove
from holdtheline.core.scenarios.campaign_battles import Fate, Outcome
from holdtheline.games.skirmish.scenario.model import Side

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
    start,
    story,
)


def standing(state: CampaignState, name: str) -> MemberStatus:
    return state.company.people[name].status


def wounds(state: CampaignState) -> dict[str, int]:
    return {name: one.wounds for name, one in state.company.people.items() if one.wounds}


# The start


def test_a_campaign_begins_with_those_who_start_and_what_they_hold() -> None:
    state = start()
    assert state.company.alive == [ODA, HASK, PIM, WENNA]
    assert state.company.holders == {"Salt lamp": HASK, "Old charm": PACK, "Boar spear": "", "Letter": ""}
    assert (state.scene, state.phase) == ("the ford", Phase.TRAVELLERS)
    assert (state.min_travellers, state.max_travellers, state.required_travellers) == (1, 3, [ODA])


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ((HASK,), "Oda Verrin must come"),
        ((ODA, HASK, PIM, WENNA), "you chose 4 to travel; choose 1 to 3"),
        ((), "you chose 0 to travel; choose 1 to 3"),
        ((ODA, ODA), "Oda Verrin is named twice"),
        ((ODA, ORLA), "'Orla Flint' cannot travel"),
        ((ODA, "Nobody"), "'Nobody' cannot travel"),
    ],
)
def test_only_those_travel_who_can_and_not_too_many(who: tuple[str, ...], why: str) -> None:
    assert why_not(start(), TravellersChosen(who)) == why


def test_an_entry_of_another_phase_changes_nothing() -> None:
    state = start()
    with pytest.raises(IllegalMove, match="who goes into the battle"):
        apply_entry(state, SceneExited())
    assert state.entries == 0


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (ItemHandedOver("Crown", ODA), "hand over"),
        (TravellersChosen(()), "travel"),
        (DieRolled(1), "roll"),
        (OptionChosen("Wait"), "choose"),
        (SceneExited(), "leave"),
        (MembersKept((ODA,)), "travel on"),
        (Rewind(0), "back"),
    ],
)
def test_a_refusal_calls_the_entry_by_a_plain_word(entry: Entry, name: str) -> None:
    with pytest.raises(IllegalMove, match=f"^{name}: ") as refused:
        append_entry(start(), [], entry)
    assert refused.value.move == name


def test_an_entry_leaves_the_campaign_before_it_as_it_was() -> None:
    state = after(start(), TravellersChosen((ODA, HASK)))
    before = state.copy()
    apply_entry(state, fought(state, Outcome.LOST, felled=[ODA]))
    assert state == before


# The aftermath


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


# Items


def test_an_item_that_is_passed_on_goes_into_the_pack_when_its_holder_dies() -> None:
    state = at_the_barn(felled=[HASK], faces=[1])
    assert state.company.holders["Salt lamp"] == PACK


def test_an_item_that_is_not_passed_on_is_lost_with_its_holder() -> None:
    state = after(start(), ItemHandedOver("Old charm", PIM), TravellersChosen((ODA, PIM)))
    state = after(state, fought(state, felled=[PIM]), DieRolled(1))
    assert state.company.holders["Old charm"] == ""
    assert not state.company.has_item("Old charm")


def test_nobody_holds_two_items_that_save() -> None:
    state = start()
    assert why_not(state, ItemHandedOver("Old charm", HASK)) == "Hask already holds an item of this kind"
    state = after(state, ItemHandedOver("Salt lamp", ODA), ItemHandedOver("Old charm", HASK))
    assert [item.name for item in state.company.items_of(HASK)] == ["Old charm"]


@pytest.mark.parametrize(
    ("handed", "why"),
    [
        (ItemHandedOver("Letter", ODA), "the company has no 'Letter'"),
        (ItemHandedOver("Crown", ODA), "the company has no 'Crown'"),
        (ItemHandedOver("Old charm", ORLA), "there is no 'Orla Flint' in the company"),
        (ItemHandedOver("Old charm", PACK), "Old charm is already there"),
    ],
)
def test_only_what_there_is_is_handed_over_to_those_who_are_there(handed: ItemHandedOver, why: str) -> None:
    assert why_not(start(), handed) == why


def test_items_are_not_handed_over_in_the_middle_of_a_battle() -> None:
    state = after(start(), TravellersChosen((ODA,)))
    assert "before a battle" in why_not(state, ItemHandedOver("Old charm", ODA))


def test_a_found_item_is_in_the_pack_until_a_member_takes_it() -> None:
    state = at_the_barn()
    assert state.company.holders["Boar spear"] == PACK
    state = after(state, ItemHandedOver("Boar spear", PIM))
    assert state.company.holders["Boar spear"] == PIM


def test_a_gift_to_a_dead_member_goes_into_the_pack() -> None:
    alive = at_the_barn(ending="Bell saved")
    dead = at_the_barn(ending="Bell saved", felled=[ODA], faces=[1])
    assert alive.company.holders["Letter"] == ODA
    assert dead.company.holders["Letter"] == PACK


# Branches


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


# Going back, and the map


def test_an_iron_campaign_never_goes_back() -> None:
    state = at_the_barn()
    assert why_not(state, Rewind(0)) == "this campaign is iron: you cannot go back"


def test_a_free_campaign_goes_back_to_the_start_of_a_scene_only() -> None:
    state = at_the_barn(policy=SavePolicy.FREE)
    assert state.starts == {"the ford": 0, "the barn": 2}
    assert why_not(state, Rewind(0)) == why_not(state, Rewind(2)) == ""
    assert why_not(state, Rewind(1)) == "you can go back only to the start of a scene that was played"


def test_going_back_makes_everything_as_it_was() -> None:
    first = start(policy=SavePolicy.FREE)
    travelled = TravellersChosen((ODA, PIM))
    result = fought(after(first, travelled), felled=[PIM])
    entries = [travelled, result, DieRolled(1), SceneExited(), DieRolled(5), Rewind(0)]
    assert replay_entries(story(), first.header, entries) == first
    entries = [travelled, result, DieRolled(1), SceneExited(), Rewind(3), SceneExited(), DieRolled(2)]
    again = replay_entries(story(), first.header, entries)
    assert again == after(first, travelled, result, DieRolled(1), SceneExited(), DieRolled(2))


def test_the_map_shows_what_was_played_where_one_is_and_what_may_come() -> None:
    scenes = scene_map(at_the_fork(at_the_barn()))
    assert scenes == {
        "the ford": SceneStatus.PLAYED,
        "the barn": SceneStatus.PLAYED,
        "the inn": SceneStatus.PLAYED,
        "the fork": SceneStatus.NOW,
        "the mire": SceneStatus.NEXT,
        "the lamp": SceneStatus.NEXT,
    }
