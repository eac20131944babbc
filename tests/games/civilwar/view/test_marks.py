"""What is marked when a piece is picked: where it can go, what it can attack, and what hides the rest."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.game import State
from holdtheline.core.view_types import Mark
from holdtheline.games.civilwar.rules.moves import move_piece, why_not
from holdtheline.games.civilwar.rules.sequence_of_play import apply, turn
from holdtheline.games.civilwar.text.notation import parse_move
from holdtheline.games.civilwar.view.hotspots import hex_id
from holdtheline.games.civilwar.view.marks import marks

from ..bare_field import number_of, stage
from ..battle_states import MILL_CREEK, walk

FAR = "infantry Far I7"


def marked(state: State, *clicks: str, seat: int = 0) -> dict[str, Mark]:
    return {mark.id.removeprefix("hex-"): mark for mark in marks(state.record, seat, clicks)}


def of_kind(found: dict[str, Mark], kind: str) -> dict[str, str]:
    return {hex_: mark.sign for hex_, mark in found.items() if mark.kind == kind}


@pytest.mark.clause("C2.1")
def test_infantry_goes_a_hex_and_another_by_forced_march() -> None:
    found = marked(stage("infantry Ames E4", FAR), "piece-0")
    assert of_kind(found, "near") == dict.fromkeys(("D4", "F4", "E3", "F3", "E5", "F5"), "1")
    assert set(of_kind(found, "far").values()) == {"1"}
    assert len(of_kind(found, "far")) == 12
    assert found["E2"].plays == ("go Ames F3", "step E2")
    assert found["E2"].text == "Ames to E2 (1 AP, a forced march)"
    assert found["E3"].plays == ()


@pytest.mark.clause("C2.5")
def test_a_leader_gives_a_hex_where_no_forced_march_leads() -> None:
    found = marked(stage("infantry Ames E4; leader Able E4", "infantry Foe E6"), "piece-0")
    assert found["E5"].kind == "near"
    assert found["D6"].kind == "dear"
    assert found["D6"].sign == "2"
    assert found["D6"].plays[0].endswith("with Able")
    assert "with Able (2 AP, the leader's extra hex)" in found["D6"].text
    alone = marked(stage("infantry Ames E4; leader Able E4", "infantry Foe E6", ap=1), "piece-0")
    assert of_kind(alone, "dear") == {}
    led = marked(stage("infantry Ames E4; leader Able E4", FAR), "piece-0", "piece-1")
    assert led["E2"].plays == ("go Ames F3 with Able", "step E2")


@pytest.mark.clause("C2.2")
def test_cavalry_goes_three_hexes_and_a_long_way_stops_unless_it_can_fire() -> None:
    found = marked(stage("cavalry Cole A4", "infantry Foe D3"), "piece-0")
    assert found["C6"].plays[-1] == "stop" or len(found["C6"].plays) == 3
    beside = found["C4"].plays
    assert len(beside) == 2
    assert "stop" not in beside
    assert all(mark.sign == "1" for mark in found.values() if mark.kind in ("near", "far"))


@pytest.mark.clause("C3.5")
def test_a_target_in_range_and_out_of_sight_names_what_hides_it() -> None:
    foes = "infantry One E6; infantry Two F4; infantry Home I7"
    found = marked(stage("artillery Arne E4", foes, ground="E5 w, F5 w"), "piece-0")
    assert of_kind(found, "target") == {"F4": "⌖1"}
    assert found["E6"].kind == "unseen"
    assert "the woods in" in found["E6"].text
    assert [hex_ for hex_, mark in found.items() if mark.kind == "blocks"] in (["E5"], ["F5"])


@pytest.mark.clause("C4.1")
def test_an_enemy_next_to_it_can_be_fired_at_and_assaulted() -> None:
    state = stage("infantry Ames E4", "infantry Foe F4")
    assert of_kind(marked(state, "piece-0"), "target") == {"F4": "⌖1 ⚔2"}
    assert list(marked(state, "piece-0", "assault")) == ["F4"]
    assert of_kind(marked(stage("infantry Ames E4", "infantry Foe F4", ap=1), "piece-0"), "target") == {"F4": "⌖1"}


def test_nothing_is_marked_for_other_seats_and_for_units_that_have_acted() -> None:
    state = stage("infantry Ames E4 acted", FAR)
    assert marked(state, "piece-0") == marked(state, "piece-40") == marked(state) == {}
    assert marked(state, "piece-0", seat=1) == marked(state, "piece-99") == marked(state, "end") == {}


@pytest.mark.parametrize("scenario", ["bull-run", "shiloh", MILL_CREEK], ids=["bull-run", "shiloh", "own"])
def test_every_way_that_is_marked_can_be_played(scenario: str) -> None:
    for number, s in enumerate(walk(5, scenario=scenario)):
        seat = int(turn(s))
        if seat < 0 or number % 40:
            continue
        for piece in range(seat * 40, seat * 40 + 12):
            for mark in marks(s, seat, [f"piece-{piece}"]):
                leads_there(s.copy(), mark)


def leads_there(s: Any, mark: Mark) -> None:

    if not mark.plays:
        return
    before = int(s.ap)
    mover = -1
    for play in mark.plays:
        code = parse_move(s, play)
        assert code is not None
        assert why_not(s, code) == 0
        apply(s, code, None)
        mover = move_piece(code) if play.startswith("go") else mover
    assert hex_id(s, int(s.hex_of[mover]) - 1) == mark.id
    assert before - int(s.ap) == int(mark.sign)


@pytest.mark.clause("C5.1", "C5.2")
@pytest.mark.clause("C2.8")
def test_a_reinforcement_has_its_entry_hexes_marked() -> None:
    state = stage("infantry Ames A4 turn=1; infantry Bell A4; infantry Home I1", FAR, ground="A5 s, B5 s")
    assert of_kind(marked(state, f"piece-{number_of(state, 'Ames')}"), "near") == dict.fromkeys(("A3", "B3", "B4"), "1")


@pytest.mark.clause("C4.3")
def test_the_hexes_to_which_a_leader_can_go_along_are_marked_when_he_is_clicked() -> None:
    pieces = "infantry Bee E5 green; artillery Guns E5 gold; leader Boss E5; leader Baker E6; infantry Cobb A7; " + FAR
    state = stage("infantry Ames E4", pieces)
    for step in ("assault Ames E5", "roll 4", "roll 2", "roll 2", "roll 4", "roll 1"):
        state.play(step)
    assert of_kind(marked(state, seat=1), "near") == dict.fromkeys(("D5", "D6", "E6"), "↩")
    assert of_kind(marked(state, f"piece-{number_of(state, 'Boss')}", seat=1), "near") == dict.fromkeys(
        ("D5", "D6"), "↩"
    )


def test_a_retreating_unit_has_its_hexes_marked() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 green; infantry Cobb E6; " + FAR)
    for step in ("assault Ames E5", 4, 2, 2, 1):
        state.play(f"roll {step}" if isinstance(step, int) else step)
    assert of_kind(marked(state, seat=1), "near") == dict.fromkeys(("D5", "D6", "E6"), "↩")
    assert [move.text for move in state.legal_moves()] == ["retreat D5", "retreat D6", "retreat E6"]
    assert marked(state, seat=0) == {}
