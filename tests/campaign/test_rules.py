"""The rules of campaigns: the start, items, the end and going back (K6.2, K6.4)."""

from __future__ import annotations

import pytest

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
from holdtheline.campaign.rules import append_entry, apply_entry, replay_entries, why_not
from holdtheline.campaign.state import Phase, SceneStatus, scene_map
from holdtheline.campaign.story.model import PACK
from holdtheline.core.errors import IllegalMove
from holdtheline.core.scenarios.campaign_battles import Outcome

from .lantern_road import (
    HASK,
    ODA,
    ORLA,
    PIM,
    WENNA,
    after,
    at_the_barn,
    at_the_fork,
    fought,
    start,
    story,
)


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
