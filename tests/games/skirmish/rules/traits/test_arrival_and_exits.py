"""Late arrivals, enclosed rooms and their exit, the goal that is rolled for, and whose turn it is."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.movement.terrain import nearest_exit
from holdtheline.games.skirmish.rules.moves import MoveKind, pack_move
from holdtheline.games.skirmish.state import ENEMIES, FRIENDS, EndingKind, ObjectiveStatus

from ...battle_builder import Stage, acting, commanded, stage

LATE = "Bo 12 1 status=1 arrives=2"
DOOR = "door 10 22 14 24 exit"
AWAY = "Orc 2 22; Gob 22 22"
LEAVE = pack_move(MoveKind.LEAVE, 0, 0, 0)

# Arrivals


@pytest.mark.clause("K1.4")
def test_who_comes_later_is_not_there_before() -> None:
    battle = stage(f"Ada 12 4; {LATE}", "Orc 12 20").play(6)
    assert battle.status("Bo") == "WAITS"
    assert (battle.why_not("activate Bo"), battle.why_not("activate Ada")) == ("K2.2", "")
    assert battle.play("activate Ada").why_not("leg 12 1") == ""


@pytest.mark.clause("K1.4")
def test_and_comes_in_at_the_opening_of_its_round() -> None:
    battle = stage(f"Ada 12 4; {LATE}", "Orc 12 20").play(6, "pass", "pass")
    assert (battle.phase, battle.status("Bo")) == ("OPEN", "WAITS")
    assert battle.events(6) == ["ROUND_OPENED K2.1", "ARRIVED K1.4"]
    assert (battle.status("Bo"), battle.place("Bo"), battle.why_not("activate Bo")) == ("STANDS", (12, 1), "")


@pytest.mark.clause("K1.4")
def test_if_its_place_is_taken_it_arrives_at_the_nearest_free_place() -> None:
    """In rings of a quarter inch around (12, 1), first towards the middle: straight up 1.25 is not free, as
    Ada at (12, 1.3) reaches up to 1.8; 1.5 is."""
    battle = stage(f"Ada 12 1.3; {LATE}", "Orc 12 20").play(6, "pass", "pass", 6)
    x, y = battle.place("Bo")
    assert (x - 12) ** 2 + (y - 1.3) ** 2 >= 1
    assert (x - 12) ** 2 + (y - 1) ** 2 <= 1


@pytest.mark.clause("K1.4")
def test_where_there_is_no_room_within_4_inches_it_waits_another_round() -> None:
    """Ada's base is 10 inches across."""
    battle = stage(f"Ada 12 1 base=10 move=6; {LATE}", "Orc 12 20").play(6, "pass", "pass", 6)
    assert battle.status("Bo") == "WAITS"
    battle.play("activate Ada", "leg 12 7", "pass", 6)
    assert (battle.status("Bo"), battle.place("Bo")) == ("STANDS", (12, 1))


@pytest.mark.clause("K1.4")
def test_it_does_not_come_in_behind_a_wall() -> None:
    """Ada fills the place below the wall, so that the only free ones are above."""
    blocked = "house 0 0 10.9 3; house 13.1 0 24 3; wall 0 2.2 24 2.2"
    battle = stage(f"Ada 12 0.8; Di 12 8; {LATE}", "Orc 12 20", ground=blocked).play(6, "pass", "pass", 6)
    assert battle.status("Bo") == "WAITS"


@pytest.mark.clause("K1.4", "K2.3")
def test_a_side_that_is_still_to_come_is_not_gone() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 5 slots=0; Gob 12 22 status=1 arrives=2").play("fight Orc", 4)
    assert battle.phase == "ACTING"
    battle.play("stay", 1)
    assert (battle.status("Gob"), battle.turn()) == ("STANDS", 1)


@pytest.mark.clause("K5.1")
def test_who_has_come_in_is_the_generals_to_command() -> None:
    battle = commanded("Ada 12 4", "Orc 2 22; Gob 12 22 status=1 arrives=2").play(6, "pass")
    battle.play("pass")
    assert battle.play(1).status("Gob") == "STANDS"
    assert [battle.field("done", name) for name in ("Orc", "Gob")] == [1, 0]
    battle.play("pass")
    assert battle.field("done", "Gob") == 1


# A closed room


def in_room(name: str, friends: str, enemies: str = AWAY, **more: object) -> Stage:
    return acting(name, friends, enemies, ground=DOOR, enclosed=1, **more)


@pytest.mark.clause("K3.2")
def test_who_touches_the_exit_of_a_closed_room_may_leave() -> None:
    """The exit begins at y = 22, less the tolerance of contact."""
    battle = in_room("Ada", "Ada 12 21.45; Bo 2 2")
    assert battle.why_not("leave") == ""
    assert LEAVE in battle.legal_moves()
    assert battle.events("leave") == ["OFF_THE_TABLE K3.2"]
    assert (battle.status("Ada"), battle.phase, battle.turn()) == ("LEFT", "CHOOSE", 1)
    assert (battle.s.company_lost[0], battle.s.company_fled[0]) == (0, 0)


@pytest.mark.clause("K3.2")
def test_elsewhere_nobody_leaves() -> None:
    battle = in_room("Ada", "Ada 12 21.449; Bo 2 2")
    assert battle.why_not("leave") == "K3.2"
    assert LEAVE not in battle.legal_moves()
    assert acting("Ada", "Ada 12 23.9", AWAY, ground=DOOR).why_not("leave") == "K3.2"
    assert in_room("Ada", "Ada 0.2 12; Bo 2 2").why_not("leave") == "K3.2"


@pytest.mark.clause("K3.3")
def test_nor_does_who_is_engaged() -> None:
    assert in_room("Ada", "Ada 12 22; Bo 2 2", "Orc 12 21; Gob 22 22").why_not("leave") == "K3.3"


@pytest.mark.clause("K3.2", "K3.4")
def test_one_may_go_there_and_leave_in_one_activation() -> None:
    battle = in_room("Ada", "Ada 11 17.3; Bo 2 2")
    assert pack_move(MoveKind.LEG, 0, 11000, 22000) in battle.legal_moves()
    battle.play("leg 11 22")
    assert battle.phase == "ACTING"
    assert battle.play("leave").status("Ada") == "LEFT"


@pytest.mark.clause("K3.1")
def test_a_carrier_leaves_with_the_thing_by_the_exit_and_not_by_the_edge() -> None:
    battle = in_room("Ada", "Ada 1 12; Bo 2 2", things="crown 1 12").play("pick_up crown", "leg 0.2 12")
    assert battle.status("Ada") == "STANDS"
    battle = in_room("Ada", "Ada 12 20; Bo 2 2", things="crown 12 20").play("pick_up crown", "leg 12 21.6")
    assert (battle.status("Ada"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K3.1")
def test_a_thing_that_stays_is_put_down_first() -> None:
    battle = in_room("Ada", "Ada 12 22; Bo 2 2", things="crown 12 22 stays").play("pick_up crown", "leave")
    assert (battle.status("Ada"), battle.objective_status("crown"), battle.place("crown")) == ("LEFT", "FREE", (12, 22))


@pytest.mark.clause("K3.2")
@pytest.mark.parametrize(("place", "out"), [
    ((2, 12), (10, 22)), ((12, 12), (12, 22)), ((20, 23), (14, 23)), ((12, 23), (12, 23)),
])  # fmt: skip
def test_the_way_out_of_a_room_is_the_nearest_point_of_its_exit(place: tuple[int, int], out: tuple[int, int]) -> None:
    s = stage(ground=DOOR, enclosed=1).s
    x, y, _ = nearest_exit(s, FRIENDS, place[0] * 1000, place[1] * 1000)
    assert (x / 1000, y / 1000) == out


@pytest.mark.clause("K3.2")
def test_a_rout_runs_for_the_exit() -> None:
    battle = in_room("Ada", "Ada 2 12 routs; Bo 2 2")
    x, y = battle.place("Ada")
    assert (x, y) == pytest.approx((2 + 6 * 0.6247, 12 + 6 * 0.7809), abs=0.003)
    battle = in_room("Ada", "Ada 12 18 routs; Bo 2 2")
    assert (battle.status("Ada"), battle.s.company_fled[0]) == ("FLED", 1)


@pytest.mark.clause("K3.2", "K1.3")
def test_a_rout_does_not_end_in_a_base_at_the_edge() -> None:
    """A wall bars the exit, and at the edge the way is cut before it is measured."""
    ground = "door 0 0 1 1 exit; wall 2 0 2 24"
    battle = acting("Ada", "Ada 2.7 0.3 routs; Bo 3.2 2", AWAY, ground=ground, enclosed=1)
    (ax, ay), (bx, by) = battle.place("Ada"), battle.place("Bo")
    assert (ax - bx) ** 2 + (ay - by) ** 2 >= 1
    assert ay >= 0


@pytest.mark.clause("K3.2", "K1.3")
def test_a_rout_that_water_shortens_does_not_end_in_a_base_it_would_have_passed() -> None:
    """The whole way to the exit is clear of Bo; half of it, rounded again, was not."""
    ground = "door 15.121 0 15.321 0.2 exit; water 0 0 24 2"
    friends = "Ada 15.065 5.588 routs; Bo 16.096 2.536"
    battle = acting("Ada", friends, AWAY, ground=ground, enclosed=1)
    (ax, ay), (bx, by) = battle.place("Ada"), battle.place("Bo")
    assert (ax - bx) ** 2 + (ay - by) ** 2 >= 1
    assert 2.5 < ay < 2.6


@pytest.mark.clause("K3.2")
def test_who_stands_at_the_way_out_when_its_rout_begins_leaves_at_once() -> None:
    """Ada's base touches the edge already."""
    battle = stage("Ada 0.4 12 routs; Bo 2 2", AWAY).play(6)
    assert battle.events("activate Ada") == ["ACTIVATED K2.2", "OFF_THE_TABLE K3.2"]
    assert (battle.status("Ada"), battle.place("Ada")) == ("FLED", (0.4, 12))


@pytest.mark.clause("K5.2")
def test_the_generals_carrier_goes_for_the_exit_and_leaves() -> None:
    room = {"ground": DOOR, "enclosed": 1}
    battle = commanded("Ada 2 2", "Orc 12 14; Gob 22 2", things="crown 12 14 enemies", **room)
    assert battle.ai_lines(1) == ["K5.1 crown", "K5.2 nobody"]
    assert battle.place("Orc") == (12, 20)
    battle.play("pass", "pass", 1)
    assert (battle.status("Orc"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K5.2")
def test_the_generals_carrier_who_picks_it_up_at_the_exit_leaves_there() -> None:
    battle = commanded("Ada 2 2", "Orc 12 22; Gob 22 2", things="crown 12 22", ground=DOOR, enclosed=1)
    battle.play(1)
    assert (battle.status("Orc"), battle.objective_status("crown")) == ("LEFT", "LEFT")


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize(("number", "ended", "winner"), [(1, 1, FRIENDS + 1), (2, 0, ENEMIES + 1)])
def test_a_side_of_which_enough_have_left_has_escaped(number: int, ended: int, winner: int) -> None:
    ends = ((EndingKind.ESCAPED, FRIENDS, number, FRIENDS + 1),)
    battle = in_room("Ada", "Ada 12 22; Bo 2 2 status=4", ends=ends).play("leave")
    assert (battle.phase, battle.s.ended, battle.s.winner) == ("OVER", ended, winner)


@pytest.mark.clause("K2.3")
def test_a_side_has_not_escaped_while_one_of_it_is_on_the_table() -> None:
    ends = ((EndingKind.ESCAPED, FRIENDS, 1, FRIENDS + 1),)
    assert in_room("Ada", "Ada 12 22; Bo 2 2", ends=ends).play("leave").phase == "CHOOSE"


# The goal

CHESTS = "iron 3 12 goal; oak 12 12 goal; lead 21 12 goal; cup 5 5"


@pytest.mark.clause("K6.3")
@pytest.mark.parametrize(("face", "real"), [(1, "iron"), (2, "iron"), (3, "oak"), (4, "oak"), (6, "lead")])
def test_before_the_first_round_a_die_chooses_the_goal(face: int, real: str) -> None:
    battle = stage(things=CHESTS)
    assert (battle.phase, battle.turn(), battle.why_not("pass")) == ("GOAL", -1, "K6.3")
    assert battle.events(face) == ["GOAL K6.3"]
    assert battle.phase == "OPEN"
    assert {name for name in ("iron", "oak", "lead", "cup") if battle.objective_status(name) == "FREE"} == {real, "cup"}
    assert [int(row) for row in battle.s.objective_status].count(ObjectiveStatus.LOST) == 2


@pytest.mark.clause("K6.3")
def test_a_face_that_is_left_over_is_rolled_again() -> None:
    battle = stage(things="a 3 12 goal; b 12 12 goal; c 21 12 goal; d 5 5 goal")
    assert battle.events(5) == ["GOAL K6.3"]
    assert battle.phase == "GOAL"
    assert (battle.play(4).objective_status("d"), battle.phase) == ("FREE", "OPEN")


@pytest.mark.clause("K3.1", "K5.8")
def test_an_objective_that_is_not_real_cannot_be_carried() -> None:
    battle = stage("Ada 3 12", AWAY, things=CHESTS).play(6, 6, "activate Ada")
    assert battle.why_not("pick_up iron") == "K3.1"
    battle = commanded("Ada 2 23", "Orc 12 18; Gob 22 22", things="oak 12 6 goal; iron 16 6 goal").play(6)
    assert battle.ai_lines(1) == ["K5.8 iron"]


@pytest.mark.clause("K2.1")
def test_without_such_a_goal_the_round_opens_at_once() -> None:
    assert stage(things="cup 5 5").phase == "OPEN"


# Whose turn it is


@pytest.mark.clause("K6.1")
def test_the_order_of_the_humans_continues_in_the_next_round() -> None:
    """Human 1 acts, 2 passes, 3 acts, and 2 passes again: the next round is for 3 to begin."""
    people = "Ada 4 4 general=0; Bo 8 4 general=1; Cy 12 4 general=2"
    battle = stage(people, "Orc 12 20", generals=3).play(6)
    seats = [battle.turn()]
    battle.play("activate Ada", "stay", "activate Orc", "stay")
    seats.append(battle.turn())
    battle.play("pass")
    seats.append(battle.turn())
    battle.play("activate Cy", "stay")
    seats.append(battle.turn())
    battle.play("pass")
    assert (battle.phase, seats) == ("OPEN", [0, 1, 2, 1])
    assert battle.play(6).turn() == 2


@pytest.mark.clause("K6.1")
def test_the_first_human_begins_the_battle() -> None:
    assert stage("Ada 4 4 general=0; Bo 8 4 general=1", generals=2).play(6).turn() == 0
