"""Fear keeps enemies away from a character, a tether keeps a character near to a pool (traits, K3.4).

A base is 1 inch across. So 3 inches from Dread at (12, 12) straight below is (12, 8)."""

from __future__ import annotations

import pytest

from holdtheline.games.skirmish.rules.moves import MoveKind, move_kind, pack_move
from holdtheline.games.skirmish.rules.traits.catalog import NEVER_LOCKS

from ...battle_builder import Stage, acting, commanded

DREAD = "Dread 12 12 fear=3000; Gob 2 22"
POOL = "tether=3000 tether_x=12000 tether_y=12000"
"""3 inches from the point (12, 12) to the base: the centre within 3.5."""


def legs(battle: Stage) -> list[int]:
    return [code for code in battle.legal_moves() if move_kind(code) == MoveKind.LEG]


# Fear


@pytest.mark.clause("K3.4")
def test_a_leg_ends_no_nearer_to_the_bearer_than_fear_allows() -> None:
    battle = acting("Ada", "Ada 12 4", DREAD)
    assert (battle.why_not("leg 12 8"), battle.why_not("leg 12 8.001")) == ("", "K3.4")


@pytest.mark.clause("K3.4")
def test_but_it_may_lead_past_the_bearer() -> None:
    """At (15, 12) it is 2 inches away, at (15, 15.5) 3.61."""
    battle = acting("Ada", "Ada 15.5 9 move=9", "Dread 12 12 fear=3000; Gob 2 22")
    assert (battle.why_not("leg 15 12"), battle.why_not("leg 15 15.5")) == ("K3.4", "")


@pytest.mark.clause("K3.7")
def test_so_the_bearer_is_never_charged() -> None:
    battle = acting("Ada", "Ada 12 8", DREAD)
    assert battle.why_not("leg 12 11") == "K3.4"
    ends = [(code >> 16 & 65535, code & 65535) for code in legs(battle)]
    assert len(ends) > 20
    assert all((x - 12000) ** 2 + (y - 12000) ** 2 >= 4000**2 for x, y in ends)


@pytest.mark.clause("K3.4")
def test_who_begins_nearer_may_stay_as_near_but_comes_no_nearer() -> None:
    battle = acting("Ada", "Ada 12 9", DREAD)
    assert (battle.why_not("leg 12.001 9"), battle.why_not("leg 11.999 9.001")) == ("", "K3.4")
    assert (battle.why_not("leg 12 8.999"), battle.why_not("leg 9 12")) == ("", "")


@pytest.mark.clause("K3.4")
def test_each_leg_counts_from_its_own_start() -> None:
    battle = acting("Ada", "Ada 12 9", DREAD).play("leg 12 8.5")
    assert (battle.why_not("leg 12 8.501"), battle.why_not("leg 13 8.4")) == ("K3.4", "")


@pytest.mark.clause("K3.8")
def test_whom_the_bearer_has_charged_fights_back_unafraid() -> None:
    assert acting("Ada", "Ada 12 11", DREAD).why_not("fight Dread") == ""


@pytest.mark.clause("K3.4")
def test_a_bearer_that_has_fallen_frightens_nobody() -> None:
    assert acting("Ada", "Ada 12 4", "Dread 12 12 fear=3000 status=4; Gob 2 22").why_not("leg 12 10") == ""


@pytest.mark.clause("K3.4")
def test_the_bearers_own_side_comes_near() -> None:
    assert acting("Ada", "Ada 12 4; Bo 12 10 fear=3000").why_not("leg 12 8.9") == ""


@pytest.mark.clause("K3.2")
def test_who_routs_runs_past_the_bearer() -> None:
    battle = acting("Ada", "Ada 12 4 routs; Bo 2 2", "Dread 10.5 1 fear=3000; Gob 2 22")
    assert battle.status("Ada") == "FLED"


@pytest.mark.clause("K5.9")
def test_the_general_goes_towards_the_bearer_as_near_as_it_dares_and_stays_there() -> None:
    battle = commanded("Ada 12 8 fear=3000", "Orc 12 16; Gob 2 22")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    x, y = battle.place("Orc")
    assert x == 12
    assert 12 <= y < 12.003
    battle.play("activate Ada", "stay")
    assert (battle.phase, battle.ai_lines(1)) == ("OPEN", ["K5.9 Ada"])
    assert battle.place("Orc") == (x, y)


@pytest.mark.clause("K5.7")
def test_the_general_charges_another_than_the_bearer() -> None:
    battle = commanded("Ada 12 12 fear=3000; Bo 12 20", "Orc 12 16; Gob 2 22")
    assert battle.ai_lines(1) == ["K5.7 Bo"]


@pytest.mark.clause("K5.8")
def test_the_general_walks_around_the_bearer_to_what_lies_behind() -> None:
    """The crown is 11 inches ahead; a full move straight would end 1 inch from Ada."""
    battle = commanded("Ada 11 6 fear=3000", "Orc 12 13; Gob 2 22", things="crown 12 2 enemies")
    assert battle.ai_lines(1) == ["K5.8 crown"]
    (x, y), away = battle.place("Orc"), 4
    assert y < 10
    assert (x - 11) ** 2 + (y - 6) ** 2 >= away**2


# Tethers


@pytest.mark.clause("K3.4")
def test_a_leg_does_not_end_beyond_the_tether() -> None:
    battle = acting("Ada", f"Ada 12 12 {POOL}")
    assert (battle.why_not("leg 12 15.5"), battle.why_not("leg 12 15.501")) == ("", "K3.4")
    assert len(legs(battle)) > 20


@pytest.mark.clause("K3.4")
def test_who_was_brought_beyond_it_comes_back_or_stays_as_far() -> None:
    battle = acting("Ada", f"Ada 12 20 {POOL}", "Orc 2 22")
    assert (battle.why_not("leg 12 20.001"), battle.why_not("leg 12 19")) == ("K3.4", "")


@pytest.mark.clause("K3.4", "K3.2")
def test_a_tether_does_not_hold_who_routs() -> None:
    assert acting("Ada", f"Ada 12 15 routs {POOL}; Bo 2 2", "Orc 2 22").place("Ada") == (12, 21)


@pytest.mark.clause("K5.9")
def test_the_general_goes_towards_the_enemy_until_the_tether_holds() -> None:
    battle = commanded("Ada 12 2", f"Limb 12 12 {POOL}; Gob 2 22")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Limb") == (12, 8.5)
    battle.play("activate Ada", "stay")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    assert battle.place("Limb") == (12, 8.5)


@pytest.mark.clause("K5.7")
def test_the_general_charges_only_as_far_as_the_tether_reaches() -> None:
    """Ada's base is 4 inches away, Bo's 4.5; to touch Ada the limb ends at (12, 8), beyond its 3.5."""
    battle = commanded("Ada 12 7; Bo 17 12", f"Limb 12 12 {POOL}; Gob 2 22")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    battle = commanded("Ada 12 7.5; Bo 17 12", f"Limb 12 12 {POOL}; Gob 2 22")
    assert battle.ai_lines(1) == ["K5.7 Ada"]


# Contact without a charge


@pytest.mark.clause("K5.9", "K5.7")
def test_towards_an_engaged_enemy_the_general_stops_short_of_contact() -> None:
    battle = commanded("Ada 12 10", "Orc 12 14; Gob 12 9")
    assert battle.ai_lines(1) == ["K5.9 Ada"]
    x, y = battle.place("Orc")
    assert x == 12
    assert 11.051 <= y < 11.055


@pytest.mark.clause("K5.8")
def test_nor_does_a_way_to_an_objective_end_in_contact() -> None:
    """The full move would end at (12, 8), where Gob's enemy stands at a gap of 0.02."""
    battle = commanded("Ada 13.02 8", "Orc 12 14; Gob 13.02 7", things="crown 12 3")
    assert battle.ai_lines(1) == ["K5.8 crown"]
    assert battle.phase == "CHOOSE"
    assert battle.why_not("activate Ada") == ""
    x, y = battle.place("Orc")
    assert (x - 13.02) ** 2 + (y - 8) ** 2 > 1.05**2


@pytest.mark.clause("K3.3")
def test_who_never_locks_is_no_exception_to_fear() -> None:
    battle = acting("Ada", f"Ada 12 4 traits={NEVER_LOCKS}", DREAD)
    assert battle.why_not("leg 12 8.001") == "K3.4"
    assert pack_move(MoveKind.LEG, 0, 12000, 8001) not in battle.legal_moves()
