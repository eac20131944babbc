"""Why a step is refused: one sentence with the clause, with names and inches."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog
from holdtheline.core.errors import IllegalMove
from holdtheline.games.skirmish.rules import moves
from holdtheline.games.skirmish.text.refusals import refusal

from ..battle_builder import Stage, stage


def refused(staged: Stage, step: str | int) -> str:
    """Return the clause and the sentence of a refusal."""
    clause = staged.why_not(step)
    assert clause, f"{step} is legal"
    code = staged.code(step)
    return f"{clause}: {refusal(staged.s, code, int(moves.why_not(staged.s, code)))}"


def acting(name: str = "Ada", **how: object) -> Stage:
    """Return a battle in which the friends have begun and this one is active."""
    return stage(**how).play(6, f"activate {name}")  # type: ignore[arg-type]


# Whom to use


@pytest.mark.clause("K2.2")
def test_before_a_character_is_used_nothing_else_can_be_done():
    assert refused(stage().play(6), "stay") == "K2.2: no character is active: use one first, or pass"
    assert refused(stage().play(6), "leg 12 6") == "K2.2: no character is active: use one first, or pass"


@pytest.mark.clause("K2.2")
def test_the_enemy_is_not_used_in_the_friends_turn():
    assert refused(stage().play(6), "activate Orc") == "K2.2: e1 belongs to the enemies, and it is the friends' turn"


@pytest.mark.clause("K2.2")
def test_nobody_is_used_twice_in_a_round():
    staged = stage("Ada 12 4; Bea 6 4", "Orc 12 20").play(6, "activate Ada", "stay", "activate Orc", "stay")
    assert refused(staged, "activate Ada") == "K2.2: f1 has already been activated this round"


@pytest.mark.clause("K6.1")
def test_each_general_uses_only_those_of_his_own():
    staged = stage("Ada 12 4; Bea 6 4 general=1", generals=2).play(6)
    assert (
        refused(staged, "activate Bea") == "K6.1: f2 belongs to the second general, and it is the first general's turn"
    )


@pytest.mark.clause("K2.2")
@pytest.mark.parametrize(
    ("there", "words"),
    [
        ("status=1 arrives=3", "arrives in round 3, and this is round 1"),
        ("status=3", "lies on the ground"),
        ("status=4", "has fallen"),
        ("status=5", "has fled off the table"),
        ("status=6", "has left the table"),
    ],
)
def test_who_is_not_on_the_table_is_not_used(there, words):
    staged = stage(f"Ada 12 4; Bea 6 4 {there}").play(6)
    assert refused(staged, "activate Bea") == f"K2.2: f2 {words}"


@pytest.mark.clause("K2.2")
def test_one_after_the_other():
    staged = acting(friends="Ada 12 4; Bea 6 4")
    assert refused(staged, "activate Bea") == "K2.2: f1 is active: finish its activation first, or stay"
    assert refused(staged, "pass") == "K2.2: f1 is active: finish its activation first, or stay"


# Dice


@pytest.mark.clause("K2.1")
def test_a_die_comes_first_and_none_comes_unasked():
    assert refused(stage(), "pass") == "K2.1: roll the die first, 1 to 6"
    assert refused(stage().play(6), 3) == "K2.2: there is no die to roll now"


@pytest.mark.clause("K2.3")
def test_after_the_end_nothing_can_be_done():
    staged = stage(rounds=1).play(6, "pass", "pass")
    assert refused(staged, "pass") == "K2.3: the battle is over"


# Legs


@pytest.mark.clause("K3.4")
def test_a_refused_leg_says_by_how_many_inches_it_is_too_long():
    assert refused(acting(), "leg 12 10.5") == "K3.4: too far: it is 6.5″, and f1 has 6″"
    half = acting().play("leg 12 6")
    assert refused(half, "leg 12 9.25") == "K3.4: too far: it is 3.3″, and f1 has 3″ left"


@pytest.mark.clause("K3.4")
def test_a_leg_through_water_counts_double():
    staged = acting(ground="water 0 5 24 7")
    assert refused(staged, "leg 12 8").startswith("K3.4: too far: crossing the water t1 doubles 4″ to 8″,")
    assert refused(staged, "leg 12 8").endswith("and f1 has 6″")


@pytest.mark.clause("K3.4")
def test_a_leg_leads_somewhere_and_after_the_whole_move_there_is_none():
    assert refused(acting(), "leg 12 4") == "K3.4: f1 already stands at 12,4"
    far = acting(friends="Ada 12 4 range=20").play("leg 12 9")
    assert refused(far, "leg 12 10") == "K3.4: f1 has used its move: a leg of more than 3″"


@pytest.mark.clause("K1.1")
def test_a_leg_and_a_look_stay_on_the_table():
    staged = acting(friends="Ada 22 4")
    off = "K1.1: 24.5,4 is off the table, which is 24 by 24 inches"
    assert refused(staged, "leg 24.5 4") == refused(staged, "face 24.5 4") == off


@pytest.mark.clause("K1.3")
def test_who_or_what_is_in_the_way_is_named():
    assert refused(acting(ground="wall 10 6 14 6"), "leg 12 9") == "K1.3: the wall t1 is in the way"
    assert refused(acting(friends="Ada 12 4; Bea 12 6"), "leg 12 9") == "K1.3: f2 is in the way"
    cliff = "K1.3: only climbers may enter the cliff t1, and f1 cannot climb"
    assert refused(acting(ground="cliff 10 6 14 8"), "leg 12 9") == cliff


@pytest.mark.clause("K3.7")
def test_who_was_too_far_away_at_the_start_is_not_touched():
    assert (
        refused(acting(enemies="Orc 12 11.03"), "leg 12 10")
        == "K3.7: too far to charge: e1 was 6.03″ away at the start, and f1 moves 6″"
    )


@pytest.mark.clause("K3.4")
def test_fear_keeps_away_and_a_tether_holds():
    fear = acting(enemies="Orc 12 10 fear=3000")
    assert refused(fear, "leg 12 7") == "K3.4: too close to e1: unengaged enemies keep 3″ away from it"
    tether = acting(friends="Ada 12 4 tether=2000 tether_x=12000 tether_y=4000")
    assert refused(tether, "leg 12 8") == "K3.4: too far: f1 stays within 2″ of 12,4, and this is 3.5″ away"


@pytest.mark.clause("K3.4")
def test_nobody_stands_over_a_gap():
    staged = acting(ground="gap 0 6 24 8 roll=4")
    assert refused(staged, "leg 12 7") == "K3.4: f1 cannot stand over the gap t1: cross it, or stop before it"


# Pivots


@pytest.mark.clause("K3.4")
def test_one_turns_once_before_a_leg_and_towards_something():
    assert refused(acting(), "face 12 4") == "K3.4: f1 stands at 12,4: choose another place to turn towards"
    assert refused(acting().play("face 1 1"), "face 2 2") == "K3.4: f1 has already turned since its last leg"
    far = acting(friends="Ada 12 4 range=20").play("leg 12 9")
    assert refused(far, "face 1 1") == "K3.4: f1 has used its whole move and cannot turn"


# Melee


@pytest.mark.clause("K3.3")
def test_who_is_in_melee_fights_on():
    staged = acting(enemies="Orc 12 5; Elf 13 4")
    for step in ("stay", "leg 12 2", "shoot Orc", "face 1 1"):
        assert refused(staged, step) == "K3.3: f1 is in melee with e1 and e2 and must fight"


@pytest.mark.clause("K3.7")
def test_a_character_that_charged_two_fights_one_of_them():
    staged = acting(enemies="Orc 11.4 8; Elf 12.6 8").play("leg 12 7.2")
    assert refused(staged, "stay") == "K3.7: f1 has charged and must fight e1 or e2 now"


@pytest.mark.clause("K3.8")
def test_one_fights_whom_one_touches():
    staged = acting(friends="Ada 12 4; Bea 13 4", enemies="Orc 12 8; Elf 12 20 status=4")
    assert refused(staged, "fight Orc") == "K3.8: too far: e1 is 3″ away, and melee needs contact"
    assert refused(staged, "fight Bea") == "K3.8: f2 is on the same side as f1"
    assert refused(staged, "fight Elf") == "K3.8: e2 has fallen"
    long = acting(friends="Ada 12 4 reach=2", enemies="Orc 12 8")
    assert refused(long, "fight Orc") == "K3.8: too far: e1 is 3″ away, and f1 reaches 2″"


# Shots


@pytest.mark.clause("K3.5")
def test_a_refused_shot_says_how_far_the_target_is_out_of_range():
    staged = acting(friends="Ada 12 4 range=10")
    assert refused(staged, "shoot Orc") == "K3.5: too far: e1 is 15″ away, and f1 shoots 10″"
    assert refused(acting(), "shoot Orc") == "K3.5: f1 does not shoot"


@pytest.mark.clause("K4.4")
def test_what_blocks_sight_is_named():
    walled = acting(friends="Ada 12 4 range=20", ground="wall 10 9 14 9")
    assert refused(walled, "shoot Orc") == "K4.4: the wall t1 blocks the line of sight to e1"
    crowded = acting(friends="Ada 12 4 range=20", enemies="Orc 12 20; Elf 12 10")
    assert refused(crowded, "shoot Orc") == "K4.4: e2 blocks the line of sight to e1"


@pytest.mark.clause("K3.5")
def test_switches_and_traits_of_shots_are_named():
    melee = acting(friends="Ada 12 4 range=20; Bea 12 11", enemies="Orc 12 12", shoot_into_melee=0)
    assert refused(melee, "shoot Orc") == "K3.5: e1 is in melee, and the option shoot_into_melee is off"
    once = acting(friends="Ada 12 4 range=20 traits=512")
    once.s.shot_at[once.number("Orc")] = 1
    assert refused(once, "shoot Orc") == "K3.5: e1 has already been shot at this round: f1 needs another target"


# Things


@pytest.mark.clause("K3.1")
def test_a_refusal_says_why_a_thing_cannot_be_picked_up():
    near = acting(things="crown 12 4.9; orb 12 8; cup 12 5 enemies")
    assert refused(near, "pick_up orb") == "K3.1: too far: the o2 is 3.5″ away, and f1 reaches 1″"
    assert refused(near, "pick_up cup") == "K3.1: f1 may not carry the o3; the enemies may"
    near.play("pick_up crown")
    assert refused(near, "pick_up orb") == "K3.1: f1 already carries the o1"


@pytest.mark.clause("K3.1")
def test_things_are_picked_up_first():
    moved = acting(things="crown 12 7").play("leg 12 6")
    assert (
        refused(moved, "pick_up crown")
        == "K3.1: f1 has already moved: an objective can be picked up only at the start of an activation"
    )


@pytest.mark.clause("K3.1")
def test_a_thing_that_is_carried_cannot_be_taken():
    staged = stage("Ada 12 4; Bea 13.5 4", things="crown 12.75 4").play(6, "activate Ada", "pick_up crown", "stay")
    staged.play("activate Orc", "stay", "activate Bea")
    assert refused(staged, "pick_up crown") == "K3.1: f1 carries the o1"


@pytest.mark.clause("K3.1")
def test_only_the_fallen_are_carried_and_not_by_all():
    staged = acting(friends="Ada 12 4; Bea 13 4; Cle 12 5 status=3 traits=2048; Dot 11 4 status=3")
    assert (
        refused(staged, "pick_up Bea")
        == "K3.1: f2 is on its feet: only a character that lies on the ground can be picked up"
    )
    assert refused(staged, "pick_up Cle") == "K3.1: f1 cannot carry the fallen"
    assert refused(staged, "pick_up Dot") == "K3.1: f4 cannot be carried"


# Leaving


@pytest.mark.clause("K3.2")
def test_one_leaves_a_closed_room_by_its_exit():
    assert refused(acting(), "leave").startswith("K3.2: this battlefield has no exit")
    room = acting(ground="door 10 22 14 24 exit", enclosed=1)
    assert refused(room, "leave") == "K3.2: f1 does not touch the exit"


# With names


@pytest.mark.clause("K3.4")
def test_a_refusal_at_the_table_has_names_and_its_clause():
    state = catalog.load("skirmish", plain=True).start()
    state.play(6)
    state.play("use Oda Verrin")
    with pytest.raises(IllegalMove) as refusal:
        state.play("go 13.5,9")
    assert str(refusal.value) == "go 13.5,9: too far: it is 6.7″, and Oda Verrin has 6″ (K3.4)"
    assert str(state.why_not("go 13.5,5.5")) == "go 13.5,5.5: Hask is in the way (K1.3)"
