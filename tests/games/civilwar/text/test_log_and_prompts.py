"""What happened in a battle, what is asked, how it ended, and what a seat sees."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from holdtheline.core.definition import CHANCE, EVERYONE, OVER
from holdtheline.core.events import Event
from holdtheline.games.civilwar.rules.moves import MoveKind, move_kind
from holdtheline.games.civilwar.rules.sequence_of_play import turn
from holdtheline.games.civilwar.state import Clause, EventKind
from holdtheline.games.civilwar.text.log import log_text
from holdtheline.games.civilwar.text.notation import move_clause, parse_move
from holdtheline.games.civilwar.text.order_book import action_text
from holdtheline.games.civilwar.text.prompts import prompt, result_text
from holdtheline.games.civilwar.view.board_json import board

from ..battle_states import MILL_CREEK, apply_step, battle, legal

ACT = "turn 3 union, ap 5"


# What happened

EVENTS = {
    EventKind.STOPPED: ((0, 41, 0, 0), "Burnside halts in C4."),
    EventKind.STAYED: ((0, 56, 0, 0), "Burnside does not advance into Matthews Hill (E5)."),
    EventKind.RALLYING: ((0, 12, 0, 0), "McDowell rallies Burnside."),
    EventKind.NEEDS_ROOM: ((0, 41, 1, 0), "Burnside falls back on C4, where Porter must make room."),
    EventKind.AP_ROLLED: ((0, 4, 6, 0), "Turn 3: the Union rolls. Die 4 gives 2: 4 + 2 = 6 AP."),
    EventKind.MOVED: ((0, 28, 41, 13), "Burnside with McDowell moves from C3 to C4."),
    EventKind.EXTRA_HEX: ((0, 12, 0, 0), "McDowell leads Burnside one hex further, for 1 AP."),
    EventKind.ENTERED: ((6, 2, 15, 0), "Willcox with Heintzelman enters at C1."),
    EventKind.RUN_OVER: ((53, 0, 96, 0), "Burnside overruns Bee in Henry House (F8)."),
    EventKind.FIRED: ((2, 56, 3, 6), "Griffin fires at Matthews Hill (E5): 3 dice, none can hit."),
    EventKind.ASSAULTED: (
        (0, 56, 3, 4),
        "Burnside assaults Matthews Hill (E5): 3 dice, each hits on 5 or 6.",
    ),
    EventKind.DARED: (
        (0, 4, 2, 1),
        "Burnside (morale black) rolls 4, black: it does not attack, and fires instead.",
    ),
    EventKind.DIE_ROLLED: ((5, 0, -1, 0), "5 (−1 terrain = 4): no hit."),
    EventKind.LEADER_ROLLED: ((53, 1, 1, 0), "Roll for Bee: 1, he falls."),
    EventKind.SUFFERED: ((40, 1, 2, 0), "Evans loses 1 block and has 2 left."),
    EventKind.ELIMINATED: (
        (40, 0, 56, 0),
        "Evans is eliminated in Matthews Hill (E5): 1 VP for the Union.",
    ),
    EventKind.MORALE_ROLLED: (
        (42, 6, 3, 1),
        "Bee's Brigade (morale gold) rolls 6, gold: it must retreat.",
    ),
    EventKind.RETREATED: ((40, 56, 69, 0), "Evans retreats from Matthews Hill (E5) to Buck Hill (E6)."),
    EventKind.NO_RETREAT: ((40, 56, 0, 0), "Evans cannot retreat from Matthews Hill (E5)."),
    EventKind.MADE_ROOM: ((44, 97, 98, 0), "Bartow makes room in Robinson House (G8) and goes to H8."),
    EventKind.FLED: ((53, 96, 109, 0), "Bee flees from Henry House (F8) to Henry Hill (F9)."),
    EventKind.NO_FLIGHT: ((53, 96, 0, 0), "Bee cannot flee from Henry House (F8), and stays."),
    EventKind.ADVANCED: ((0, 42, 56, 13), "Burnside with McDowell advances from D4 to Matthews Hill (E5)."),
    EventKind.RALLIED: (
        (0, 6, 2, 4),
        "Burnside (morale black) rolls 6, gold: it rallies and has 4 blocks.",
    ),
    EventKind.TAKEN: ((0, 134, 2, 0), "The Union takes Sudley Road (E11), worth 2 VP."),
    EventKind.TURN_ENDED: (
        (1, 2, 3, 4),
        "The Confederacy ends its part of turn 4. VP: Union 2, Confederacy 3.",
    ),
    EventKind.WON: ((1, 6, 1, 0), "The Confederacy wins with 6 VP."),
    EventKind.DRAWN: ((3, 3, 0, 0), "The battle is a draw. VP: Union 3, Confederacy 3."),
}


@pytest.mark.parametrize("kind", list(EventKind), ids=lambda kind: kind.name.lower())
def test_every_event_has_a_sentence_with_names(kind: EventKind) -> None:
    numbers, sentence = EVENTS[kind]
    assert log_text(battle(ACT), kind, numbers) == sentence


def test_the_log_has_the_colour_of_a_morale_die_of_two_faces_each() -> None:
    s = battle(ACT, morale_die="2-2-2")
    assert "rolls 5, gold" in log_text(s, EventKind.RALLIED, (0, 5, 2, 4))


@pytest.mark.parametrize("seed", range(3))
def test_every_event_of_a_battle_has_a_sentence(seed: int) -> None:
    scenario = ("bull-run", "shiloh", "little-round-top")[seed]
    random, s, kinds = Random(seed), battle(scenario=scenario, attacker_check="on"), set()
    while turn(s) != OVER:
        for _, kind, *numbers in apply_step(s, random.choice(legal(s))):
            sentence = log_text(s, kind, numbers)
            kinds.add(kind)
            assert re.fullmatch(r"[A-Z0-9].*[^.]\.", sentence)
            assert not re.search(r"None|nobody|off the map|#\d", sentence)
    assert len(kinds) > 5


def test_a_side_has_no_capital_within_a_line_of_the_order_book() -> None:
    taken = Event("C7.1", EventKind.TAKEN, (0, 134, 2, 0), "The Union takes Sudley Road (E11), worth 2 VP.")
    won = Event("C7.2", EventKind.WON, (0, 6, 1, 0), "The Union wins with 6 VP.")
    assert action_text(battle(ACT), [taken, won]) == (
        "The Union takes Sudley Road (E11), worth 2 VP: the Union wins with 6 VP"
    )


# What is asked


def prompt_at(text: str, seat: int, **options: str) -> str:
    return prompt(battle(text, **options), seat)


def test_the_prompt_says_how_many_units_can_act_and_not_what_stands_above_the_map() -> None:
    assert prompt_at(ACT, 0) == "8 units can still act, 4 can enter. Choose one, or end the turn."
    assert prompt_at("turn 3 union, ap 0", 0) == "No AP left: end the turn."
    assert prompt_at(ACT, 1).startswith("The Union decides: 8 units can still act")
    assert prompt_at(ACT, EVERYONE) == prompt_at(ACT, 1)


@pytest.mark.clause("C7.1")
def test_before_its_first_roll_a_side_reads_what_it_scores_for() -> None:
    union, confederacy = prompt_at("turn 1 union", 0), prompt_at("turn 1 confederate", 1)
    hexes = "at the end, 2 for Sudley Road (E11) and 1 for Manassas Road (I11)"
    aim = f"The Union scores 1 VP for each unit or leader eliminated and, {hexes}."
    assert union == f"{aim} Roll for its action points (4 + 1–3)."
    assert confederacy.startswith(
        "The Confederacy scores 1 VP for each unit or leader eliminated. It wins after turn 18. Roll for"
    )
    as_you_go = prompt_at("turn 1 union", 0, vp_hexes="live")
    assert "eliminated and 2 for Sudley Road (E11)" in as_you_go
    lesson = battle("turn 1 union")
    lesson.last_turn = 2
    assert prompt(lesson, 0) == "Roll for the Union's action points (4 + 1–3)."
    many = prompt(battle(scenario="antietam"), 0)
    assert "and, at the end, up to 5 for the hexes marked ★. Roll for its action points" in many


FIGHT = f"{ACT}; union: Burnside D4 acted; confederate: Evans struck, Latham struck"
COMBAT = "actor union Burnside, target E5, assault"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn 4 confederate", "Roll for the Confederacy's action points (3 + 1–3)."),
        (
            f"{FIGHT}; dice: {COMBAT}, dice 2",
            "Burnside assaults Matthews Hill (E5), die 2 of 3: it hits on 5 or 6.",
        ),
        (
            f"{FIGHT}; morale: {COMBAT}, dice 2, hits 2, checked confederate Evans",
            "Roll the morale die for Evans, 2 to roll. Gold is its own colour.",
        ),
        (
            "turn 3 union, ap 2; union: Burnside 3 C3 acted, McDowell C3 rallied;rally: actor union Burnside, dice 1",
            "Roll the morale die for Burnside to rally: any colour but gold restores a block.",
        ),
    ],
)
def test_a_prompt_at_dice_says_what_the_die_is_for(text: str, words: str) -> None:
    assert prompt_at(text, EVERYONE) == words


@pytest.mark.clause("C8.1")
def test_a_prompt_does_not_speak_of_a_morale_that_is_hidden() -> None:
    s = battle(f"{FIGHT}; morale: {COMBAT}, dice 1, hits 1, checked confederate Evans")
    s.morale[40] = 0
    assert prompt(s, 0) == "Roll the morale die for Evans."


def test_the_side_that_was_attacked_is_asked_where_it_goes() -> None:
    text = (
        f"{ACT}; union: Burnside D4 acted; confederate: Evans struck shown, Latham struck;"
        f"retreat: {COMBAT}, hits 1, checked confederate Evans"
    )
    assert prompt_at(text, 1) == "Evans must retreat from Matthews Hill (E5): choose a hex."
    assert prompt_at(text, 0) == ("The Confederacy decides: Evans must retreat from Matthews Hill (E5): choose a hex.")


def test_a_leader_who_flees_is_asked_for_his_hexes() -> None:
    text = (
        f"{ACT}; union: Burnside G7 acted; confederate: Bee's Brigade lost, Imboden lost, Bee F8;"
        "flight: mover confederate Bee, actor union Burnside, target F8, assault, steps 3, hits 3"
    )
    assert prompt_at(text, 1) == "Bee may flee from Henry House (F8), up to 3 hexes: choose the next hex, or stay."
    on_his_way = text.replace("Bee F8", "Bee E8").replace("steps 3", "steps 2, gone 1")
    assert prompt_at(on_his_way, 1) == "Bee flees and is in E8: choose the next hex, or stop."


@pytest.mark.clause("C4.3")
def test_a_leader_who_may_go_along_is_mentioned() -> None:
    text = (
        f"{ACT}; union: Burnside F7 acted; confederate: Bee's Brigade 3 struck shown, Imboden struck shown;"
        "retreat: actor union Burnside, checked confederate Bee's Brigade, target F8, hits 1, assault"
    )
    question = "Bee's Brigade must retreat from Henry House (F8): choose a hex; Bee goes along or stays."
    assert prompt_at(text, 1) == question


@pytest.mark.clause("C5.3", "C4.5")
def test_an_attacker_is_told_of_a_leader_who_stayed() -> None:
    text = (
        f"{ACT}; union: Burnside F7 acted; confederate: Bee's Brigade lost, Imboden lost, Bee F8;"
        "advance: actor union Burnside, target F8, hits 3, assault, bereft"
    )
    question = "Only Bee is in Henry House (F8): Burnside may advance and overrun him, or stay."
    assert prompt_at(text, 0) == question


# The end, and the board


@pytest.mark.clause("C7.2")
def test_an_ending_says_who_has_the_vp() -> None:
    s = battle(
        "turn 3 union, ap 1; points E11 union, I11 union; "
        "confederate: Evans lost, Latham lost, Bartow lost, Cocke lost",
        vp_hexes="live",
    )
    apply_step(s, 1 << 16)
    assert turn(s) == OVER
    assert result_text(s) == (Clause.C7_2, "the Union has 7 VP, and 7 win")
    assert prompt(s, 0) == "You won: the Union has 7 VP, and 7 win."
    assert prompt(s, 1) == "You lost: the Union has 7 VP, and 7 win."
    assert prompt(s, EVERYONE) == "The Union won: the Union has 7 VP, and 7 win."


@pytest.mark.clause("C7.2")
def test_after_the_last_turn_the_scenario_decides() -> None:
    s = battle("turn 18 confederate, ap 1")
    apply_step(s, 1 << 16)
    assert result_text(s)[1] == "after turn 18 the Union has not reached 6 VP"
    s = battle("turn 12 union, ap 1; points A7 nobody", scenario=MILL_CREEK)
    apply_step(s, 1 << 16)
    assert result_text(s)[1] == "after turn 12 the Union has 0 VP and the Confederacy 0"
    assert prompt(s, 0) == "Draw: after turn 12 the Union has 0 VP and the Confederacy 0."


@pytest.mark.clause("C8.1")
def test_a_board_has_null_for_a_morale_that_is_hidden() -> None:
    s = battle(ACT)
    s.morale[40] = 0
    view = board(s, 0)
    assert json.loads(json.dumps(view)) == view
    pieces = {piece["name"]: piece for piece in view["pieces"]}
    assert pieces["Evans"]["morale"] is None
    assert pieces["Burnside"] == {
        "number": 0,
        "name": "Burnside",
        "side": "union",
        "kind": "infantry",
        "strength": 4,
        "full": 4,
        "morale": "black",
        "shown": False,
        "hex": "C3",
        "due": None,
        "entry": None,
        "acted": False,
        "can_move": True,
    }
    assert (pieces["Howard"]["hex"], pieces["Howard"]["due"], pieces["Howard"]["entry"]) == (None, 5, "C1")
    assert (view["turn"], view["side"], view["ap"], view["under_way"]) == (3, "union", 5, None)
    assert view["terrain"][0] == "w.-.ww......."
    assert view["labels"]["F9"] == "Henry Hill"
    assert view["points"][0] == {"hex": "E11", "worth": 2, "for": ["union"], "holder": "confederate"}


def test_faces_of_dice_and_moves_cite_clauses() -> None:
    s = battle("turn 3 union")
    assert (turn(s), move_clause(s, 3)) == (CHANCE, Clause.C1_2)
    assert move_kind(parse_move(s, "go Burnside C4 with") or 0) == MoveKind.GO_WITH
