"""Prompts for a seat: what to decide, what a die is for, and the result of the game.

The state no longer holds what the seat may not know: a morale of 0 is hidden and is not mentioned."""

from __future__ import annotations

from ....core.definition import EVERYONE
from ..rules.fire import ATTACK_DICE, attack_hit_number, fire_dice
from ..rules.hex_map import hex_distance
from ..rules.morale import morale_level
from ..rules.movement import can_continue_move, can_fire_during_move
from ..rules.moves import pieces_able_to_act
from ..rules.sequence_of_play import turn
from ..rules.terrain import DIE_MODIFIER
from ..rules.victory import find_winner, victory_points
from ..state import SIDE_NAMES, SIDES, CivilWarState, Clause, LastTurnWinner, Phase
from .names import capitalize, hex_name, is_leader, morale_name, piece_name, pieces_of_side, plural, with_leader_text
from .notation import hit_text


def prompt(s: CivilWarState, seat: int) -> str:
    """Return what a seat must do now, or what the next die is for."""
    if s.phase == Phase.OVER:
        return f"{outcome_text(s, seat)}: {result_text(s)[1]}."
    if s.phase in ROLL_PROMPTS:
        return ROLL_PROMPTS[Phase(s.phase)](s)
    side = turn(s)
    if seat == side:
        return capitalize(DECISION_PROMPTS[Phase(s.phase)](s))
    return f"{capitalize(SIDE_NAMES[side])} decides: {DECISION_PROMPTS[Phase(s.phase)](s)}"


def turn_text(s: CivilWarState) -> str:
    return f"turn {s.turn} of {s.last_turn}"


def action_prompt(s: CivilWarState) -> str:
    if s.ap == 0:
        return f"{turn_text(s)}, no AP left: end the turn."
    can_enter = sum(0 < s.entry_turn[piece] <= s.turn for piece in pieces_of_side(s, s.side))
    ready = sum(s.hex_of[piece] != 0 and not is_leader(s, piece) for piece in pieces_able_to_act(s))
    more = f", {can_enter} can enter" if can_enter else ""
    return f"{turn_text(s)}: {s.ap} AP left, {plural(ready, 'unit')} can still act{more}; or end the turn."


def move_prompt(s: CivilWarState) -> str:
    mover = s.mover - 1
    place = hex_name(s, s.hex_of[mover] - 1)
    if not can_continue_move(s):
        choice = "fire at an enemy, or stop"
    elif can_fire_during_move(s):
        choice = "choose the next hex, an enemy to fire at, or stop"
    else:
        choice = "choose the next hex, or stop"
    return f"{piece_name(s, mover)}{with_leader_text(s, s.mover_leader)} is in {place}: {choice}. {s.ap} AP left."


def retreat_prompt(s: CivilWarState) -> str:
    unit = s.shaken_unit - 1
    return f"{piece_name(s, unit)} must retreat from {hex_name(s, s.hex_of[unit] - 1)}: choose a hex."


def displace_prompt(s: CivilWarState) -> str:
    place = hex_name(s, s.retreat_hex - 1)
    friend, unit = piece_name(s, s.displaced - 1), piece_name(s, s.shaken_unit - 1)
    return f"{friend} must make room for {unit} in {place}: choose a hex."


def flight_prompt(s: CivilWarState) -> str:
    leader = s.mover - 1
    place, or_stop = hex_name(s, s.hex_of[leader] - 1), ", or stop" if s.hexes_moved else ""
    return f"{piece_name(s, leader)} is left alone in {place} and flees: choose the next hex{or_stop}."


def advance_prompt(s: CivilWarState) -> str:
    place, attacker = hex_name(s, s.target - 1), piece_name(s, s.actor - 1)
    return f"{place} is empty: {attacker} may advance, or stay."


DECISION_PROMPTS = {
    Phase.ACT: action_prompt,
    Phase.MOVE: move_prompt,
    Phase.RETREAT: retreat_prompt,
    Phase.DISPLACE: displace_prompt,
    Phase.FLIGHT: flight_prompt,
    Phase.ADVANCE: advance_prompt,
}


# Dice


def ap_roll_prompt(s: CivilWarState) -> str:
    points = max(s.command[s.side] - s.leaders_lost[s.side], 0) + s.banked_ap[s.side]
    return f"{capitalize(turn_text(s))}. Roll for {SIDE_NAMES[s.side]}'s action points ({points} + 1–3)."


def check_roll_prompt(s: CivilWarState) -> str:
    return f"Roll the morale die for {piece_name(s, s.actor - 1)}: does it attack?{own_colour_text(s, s.actor - 1)}"


def attack_roll_prompt(s: CivilWarState) -> str:
    actor, target = s.actor - 1, s.target - 1
    away = int(hex_distance(s, s.hex_of[actor] - 1, target))
    total = ATTACK_DICE if s.assault else int(fire_dice(s, actor, away))
    number = attack_hit_number(s) - DIE_MODIFIER[s.terrain[target]]
    how = "assaults" if s.assault else "fires at"
    die = f"die {total - s.dice_left + 1} of {total}: {hit_text(number, 'it')}"
    return f"{piece_name(s, actor)} {how} {hex_name(s, target)}, {die}."


def leader_roll_prompt(s: CivilWarState) -> str:
    leader = piece_name(s, s.leader_at[s.target - 1] - 1)
    return f"Roll for {leader} in {hex_name(s, s.target - 1)}: a 1 eliminates him."


def morale_roll_prompt(s: CivilWarState) -> str:
    left = f", {s.dice_left} to roll" if s.dice_left > 1 else ""
    return f"Roll the morale die for {piece_name(s, s.shaken_unit - 1)}{left}.{own_colour_text(s, s.shaken_unit - 1)}"


def rally_roll_prompt(s: CivilWarState) -> str:
    unit = s.actor - 1
    known = f"any colour but {morale_name(morale_level(s, unit))} restores a block" if s.morale[unit] else ""
    return f"Roll the morale die for {piece_name(s, unit)} to rally{': ' if known else ''}{known}."


def own_colour_text(s: CivilWarState, unit: int) -> str:
    """Name the colour that the unit must not roll, if its morale is known (C8.1)."""
    return f" {capitalize(morale_name(morale_level(s, unit)))} is its own colour." if s.morale[unit] else ""


ROLL_PROMPTS = {
    Phase.AP: ap_roll_prompt,
    Phase.CHECK: check_roll_prompt,
    Phase.DICE: attack_roll_prompt,
    Phase.LEADER: leader_roll_prompt,
    Phase.MORALE: morale_roll_prompt,
    Phase.RALLY: rally_roll_prompt,
}


# The end


def outcome_text(s: CivilWarState, seat: int) -> str:
    winner = find_winner(s)
    if winner < 0:
        return "A draw"
    if seat == EVERYONE:
        return f"{capitalize(SIDE_NAMES[winner])} has won"
    return "You have won" if winner == seat else "You have lost"


def result_text(s: CivilWarState) -> tuple[int, str]:
    """Return the clause and the reason for the result: enough VP, or the end of the last turn (C7.2)."""
    winner, vp = int(find_winner(s)), [int(victory_points(s, side)) for side in range(SIDES)]
    if winner >= 0 and vp[winner] >= s.vp_to_win[winner]:
        return Clause.C7_2, f"{SIDE_NAMES[winner]} has {vp[winner]} VP, and {s.vp_to_win[winner]} win"
    after = f"after turn {s.last_turn}"
    if s.last_turn_winner == LastTurnWinner.MOST:
        both = f"{after} the Union has {vp[0]} VP and the Confederacy {vp[1]}"
        return Clause.C7_2, f"{both}, and more VP win" if winner >= 0 else both
    if winner < 0:
        return Clause.C7_2, f"{after} neither side has the VP to win"
    other = SIDE_NAMES[1 - winner]
    return Clause.C7_2, f"{after} {SIDE_NAMES[winner]} wins, as {other} has not reached {s.vp_to_win[1 - winner]} VP"
