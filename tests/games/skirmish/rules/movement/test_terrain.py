"""Ground that only some cross, or not at full speed, or on a roll (traits, K1.3, K3.4).

Ada stands at (12, 4) and moves 6 inches; her base reaches 0.5 beyond her centre, and rectangles have a
rounding of 0.001.
"""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.moves import MoveKind, move_kind
from holdtheline.games.skirmish.rules.traits.catalog import CLIMBS, SWIMS

from ...battle_builder import Stage, acting, commanded

WATER = "water 0 8 24 10"
CLIFF = "cliff 8 8 16 12"
GAP = "gap 0 8 24 9 roll=4"
AWAY = "Orc 2 22; Gob 22 22"
BRINK = pytest.approx(7.5, abs=0.002)
"""Just before the gap."""


def ends(battle: Stage) -> list[tuple[float, float]]:
    return [((code >> 16 & 65535) / 1000, (code & 65535) / 1000) for code in battle.legal_moves() if is_leg(code)]


def is_leg(code: int) -> bool:
    return int(move_kind(code)) == MoveKind.LEG


# Sharp corners


@pytest.mark.clause("K1.3")
def test_a_base_passes_a_house_and_a_line_sees_along_it_at_a_gap_of_0() -> None:
    """The house ends at x = 11.5, and Ada's base is 0.5 wide."""
    house = "house 8 6 11.5 10"
    assert acting("Ada", "Ada 12 5", AWAY, ground=house).why_not("leg 12 11") == ""
    assert acting("Ada", "Ada 11.999 5", AWAY, ground=house).why_not("leg 11.999 11") == "K1.3"
    orc = "Orc 11.5 14; Gob 22 22"
    assert acting("Ada", "Ada 11.5 4 range=20", orc, ground=house).why_not("shoot Orc") == ""
    assert acting("Ada", "Ada 11.499 4 range=20", orc, ground=house).why_not("shoot Orc") == "K4.4"


# Water


@pytest.mark.clause("K1.3", "K3.4")
def test_a_leg_that_touches_water_counts_double() -> None:
    """The base touches the water at y = 7.5, at a gap of 0, and is in it from there on."""
    battle = acting("Ada", "Ada 12 4", AWAY, ground=WATER)
    assert (battle.why_not("leg 12 7.5"), battle.why_not("leg 12 7.501")) == ("", "K3.4")
    battle = acting("Ada", "Ada 12 7", AWAY, ground=WATER)
    assert (battle.why_not("leg 12 10"), battle.why_not("leg 12 10.001")) == ("", "K3.4")


@pytest.mark.clause("K3.4")
def test_through_water_a_quarter_of_the_move_is_half_of_it() -> None:
    battle = acting("Ada", "Ada 12 7", AWAY, ground=WATER).play("leg 12 8.5")
    assert (battle.why_not("leg 12 10"), battle.why_not("leg 12 10.001")) == ("", "K3.4")
    battle = acting("Ada", "Ada 12 7 range=20", AWAY, ground=WATER).play("leg 12 8.501")
    assert battle.why_not("leg 12 9") == "K3.4"


@pytest.mark.clause("K1.3")
def test_who_swims_is_not_slowed() -> None:
    assert acting("Ada", f"Ada 12 7 traits={SWIMS}", AWAY, ground=WATER).why_not("leg 12 13") == ""


@pytest.mark.clause("K1.3")
def test_water_without_the_trait_slows_nobody() -> None:
    assert acting("Ada", "Ada 12 7", AWAY, ground="hill 0 8 24 10").why_not("leg 12 13") == ""


@pytest.mark.clause("K3.4")
def test_listed_ends_lead_into_the_water_and_up_to_it() -> None:
    battle = acting("Ada", "Ada 12 7", AWAY, ground=WATER)
    assert (12, 10) in ends(battle)
    battle = acting("Ada", "Ada 12 4", AWAY, ground=WATER)
    assert [y for x, y in ends(battle) if x == 12 and y > 7] == [pytest.approx(7.498, abs=0.002)]


@pytest.mark.clause("K5.9")
def test_the_general_wades() -> None:
    """Half of 6 inches straight ahead, rather than a long way around."""
    battle = commanded("Ada 12 3", "Orc 12 14; Gob 22 22", ground="water 0 9 24 13")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Orc") == (12, 11)


@pytest.mark.clause("K5.7")
@pytest.mark.parametrize(("traits", "line"), [(0, "K5.9 Ada"), (SWIMS, "K5.7 Ada")])
def test_the_general_charges_through_water_only_half_as_far(traits: int, line: str) -> None:
    """It touches Ada at (12, 10), 4 inches away. Bent legs, of which water leaves half, lead nowhere."""
    battle = commanded("Ada 12 9", f"Orc 12 14 traits={traits}; Gob 22 22", ground="water 0 11 24 12")
    assert battle.ai_lines(1) == [line]


@pytest.mark.clause("K3.2")
@pytest.mark.parametrize(("traits", "y"), [(0, 17), (SWIMS, 20)])
def test_water_slows_who_routs(traits: int, y: int) -> None:
    battle = commanded("Ada 2 2", f"Orc 12 14 routs traits={traits}; Gob 22 2", ground="water 0 15 24 16")
    assert battle.play(1).place("Orc") == (12, y)


# Cliffs


@pytest.mark.clause("K3.4", "K1.3")
def test_only_those_who_climb_may_enter_a_cliff() -> None:
    assert acting("Ada", "Ada 12 4", AWAY, ground=CLIFF).why_not("leg 12 9") == "K1.3"
    assert acting("Ada", "Ada 12 4", AWAY, ground=CLIFF).why_not("leg 12 7.5") == ""
    climber = acting("Ada", f"Ada 12 4 traits={CLIMBS}", AWAY, ground=CLIFF)
    assert climber.why_not("leg 12 9") == ""
    assert (12, 10) in ends(climber)


@pytest.mark.clause("K5.9")
@pytest.mark.parametrize(("traits", "y"), [(CLIMBS, 8), (0, None)])
def test_the_general_knows_who_climbs(traits: int, y: int | None) -> None:
    battle = commanded("Ada 12 3", f"Orc 12 14 traits={traits}; Gob 22 22", ground=CLIFF).play(1)
    assert battle.place("Orc") == (12, y) if y else battle.place("Orc")[0] != 12


# Gaps


@pytest.mark.clause("K3.4")
def test_no_leg_ends_in_a_gap() -> None:
    battle = acting("Ada", "Ada 12 4", AWAY, ground=GAP)
    for place in ("12 7.501", "12 8.5", "12 9.499"):
        assert battle.why_not(f"leg {place}") == "K3.4"
    assert (battle.why_not("leg 12 7.5"), battle.why_not("leg 12 9.5")) == ("", "")
    assert {y for x, y in ends(battle) if x == 12 and y > 7} == {10}


@pytest.mark.clause("K3.4")
def test_a_gap_is_crossed_on_a_roll() -> None:
    battle = acting("Ada", "Ada 12 4", AWAY, ground=GAP)
    assert battle.events("leg 12 10") == []
    assert (battle.phase, battle.turn(), battle.place("Ada")) == ("CROSS", -1, (12, 4))
    assert battle.why_not("stay") == "K3.4"
    assert battle.events(4)[:2] == ["CROSSED K3.4", "MOVED K3.4"]
    assert (battle.place("Ada"), battle.field("done", "Ada")) == ((12, 10), 1)


@pytest.mark.clause("K3.4")
def test_who_fails_stops_before_it_and_has_used_the_leg() -> None:
    battle = acting("Ada", "Ada 12 4", AWAY, ground=GAP)
    assert battle.events("leg 12 10", 3)[:2] == ["CROSSED K3.4", "MOVED K3.4"]
    assert battle.place("Ada") == (12, BRINK)
    assert battle.field("done", "Ada") == 1


@pytest.mark.clause("K3.4")
def test_after_half_the_move_the_other_half_is_left() -> None:
    """From the brink half a move leads over; who fails stays there, and may try again."""
    battle = acting("Ada", "Ada 12 7.4", AWAY, ground=GAP).play("leg 12 10.4", 1)
    assert battle.place("Ada") == (12, BRINK)
    assert battle.phase == "ACTING"
    assert (battle.why_not("leg 12 9.6"), battle.why_not("leg 12 10.6")) == ("", "K3.4")
    assert battle.play("leg 12 9.6", 4).place("Ada") == (12, 9.6)


@pytest.mark.clause("K3.4")
def test_at_the_brink_who_fails_stays_where_it_is() -> None:
    battle = acting("Ada", "Ada 12 7.5 left", AWAY, ground=GAP)
    assert battle.events("leg 12 10", 3) == ["CROSSED K3.4"]
    assert (battle.place("Ada"), battle.phase) == ((12, 7.5), "ACTING")
    assert (battle.field("face_x", "Ada"), battle.field("face_y", "Ada") > 0) == (0, True)


@pytest.mark.clause("K3.7")
def test_a_charge_over_a_gap_is_a_fight_only_on_the_other_side() -> None:
    people = "Ada 12 7", "Orc 12 11; Gob 22 22"
    battle = acting("Ada", *people, ground=GAP).play("leg 12 10", 4)
    assert (battle.phase, battle.target) == ("FIGHTING", "Orc")
    battle = acting("Ada", *people, ground=GAP).play("leg 12 10", 3)
    assert battle.phase == "ACTING"
    assert battle.why_not("fight Orc") == "K3.8"


@pytest.mark.clause("K3.4")
def test_a_leg_leads_over_one_gap_only() -> None:
    battle = acting("Ada", "Ada 12 4 move=9", AWAY, ground=f"{GAP}; gap 0 10.5 24 11 roll=2")
    assert (battle.why_not("leg 12 9.7"), battle.why_not("leg 12 12")) == ("", "K3.4")


@pytest.mark.clause("K3.4")
def test_the_place_before_the_gap_must_be_lawful_too() -> None:
    """Before the gap Ada would stand 1 inch from Dread, whom she fears; over it she is 3.02 away from him."""
    battle = acting("Ada", "Ada 11 4 move=8", "Dread 9 7.5 fear=3000; Gob 22 22", ground=GAP)
    assert battle.why_not("leg 11 11") == "K3.4"
    assert acting("Ada", "Ada 11 4 move=8", "Dread 9 7.5; Gob 22 22", ground=GAP).why_not("leg 11 11") == ""


@pytest.mark.clause("K3.2")
def test_who_routs_stops_before_a_gap() -> None:
    battle = commanded("Ada 2 2", "Orc 12 14 routs; Gob 22 2", ground="gap 0 15 24 16 roll=2").play(1)
    assert battle.place("Orc")[1] < 14.51


@pytest.mark.clause("K5.9")
@pytest.mark.parametrize(("face", "y"), [(4, 8), (3, BRINK)])
def test_the_general_crosses_on_a_roll(face: int, y: object) -> None:
    battle = commanded("Ada 12 2", "Orc 12 14; Gob 22 22", ground="gap 0 10 24 11 roll=4")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.phase == "CROSS"
    battle.play(face)
    assert battle.place("Orc") == (12, y if face == 4 else pytest.approx(11.501, abs=0.002))
    assert battle.field("done", "Orc") == 1


@pytest.mark.clause("K5.9")
def test_the_general_stops_at_the_brink_where_its_leg_would_end_in_the_gap() -> None:
    battle = commanded("Ada 12 2", "Orc 12 14; Gob 22 22", ground="gap 0 7 24 8.5 roll=4").play(1)
    assert battle.place("Orc") == (12, pytest.approx(9.001, abs=0.002))
    assert battle.field("done", "Orc") == 1


@pytest.mark.clause("K5.7")
def test_a_bent_charge_of_the_general_ends_where_it_fails_to_cross() -> None:
    """A pillar is in the straight way, so the first leg leads over the gap aside of it."""
    ground = "gap 0 12.2 24 12.6 roll=6; pillar 12 11 0.3"
    battle = commanded("Ada 12 9.4", "Orc 12 14; Gob 22 22", ground=ground)
    assert battle.ai_lines(1) == ["K5.7 Ada"]
    assert battle.phase == "CROSS"
    battle.play(1)
    assert (battle.field("done", "Orc"), battle.phase) == (1, "CHOOSE")
    assert battle.place("Orc")[1] > 13
