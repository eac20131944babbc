"""Prompts for a seat: what to decide, what a die is for, and the result of the game.

The state has only what the seat may know: a morale of 0 is hidden and is not mentioned."""

from __future__ import annotations

from ....core.definition import CHANCE, DRAWN, EVERYONE, LOST, OUTCOME_TEXTS, WON
from ....core.sentences import capitalize_first, join_words, plural
from ..rules.fire import attack_dice, attack_hit_number, can_fire_during_move
from ..rules.morale import morale_level
from ..rules.movement import can_continue_move, why_not_stop
from ..rules.moves import pieces_able_to_act
from ..rules.retreat import must_take_leader
from ..rules.sequence_of_play import turn
from ..rules.terrain import DIE_MODIFIER
from ..rules.victory import find_winner, victory_points
from ..state import SIDE_NAMES, SIDES, CivilWarState, Clause, LastTurnWinner, Phase
from .names import hex_name, is_leader, morale_name, piece_name, pieces_of_side, with_leader_text
from .notation import hit_text

LESSON_TURNS = 2
"""A battle this short is a lesson, which says itself what scores."""
MAX_NAMED_HEXES = 2
"""More hexes worth VP than this are not listed at the start: the map marks them."""


def prompt(s: CivilWarState, seat: int) -> str:
    """Return a sentence that says what a seat must do now, or what the next die is for."""
    if s.phase == Phase.OVER:
        return f"{outcome_text(s, seat)}: {result_text(s)[1]}."
    side = turn(s)
    if side == CHANCE:
        return roll_prompt(s)
    decision = decision_prompt(s)
    return capitalize_first(decision) if seat == side else f"{capitalize_first(SIDE_NAMES[side])} decides: {decision}"


def decision_prompt(s: CivilWarState) -> str:
    match s.phase:
        case Phase.ACT:
            return action_prompt(s)
        case Phase.MOVE:
            return move_prompt(s)
        case Phase.RETREAT:
            return retreat_prompt(s)
        case Phase.DISPLACE:
            place = hex_name(s, s.retreat_hex - 1)
            friend, unit_name = piece_name(s, s.displaced - 1), piece_name(s, s.shaken_unit - 1)
            return f"{friend} must make room for {unit_name} in {place}: choose a hex."
        case Phase.FLIGHT:
            return flight_prompt(s)
        case _:
            place, attacker = hex_name(s, s.target - 1), piece_name(s, s.actor - 1)
            leader = s.leader_at[s.target - 1] - 1
            if leader >= 0:
                return f"only {piece_name(s, leader)} is in {place}: {attacker} may advance and overrun him, or stay."
            return f"{place} is empty: {attacker} may advance, or stay."


def retreat_prompt(s: CivilWarState) -> str:
    """Ask for a hex, and for the leader's choice if he has one (C4.3)."""
    unit, leader = s.shaken_unit - 1, s.leader_at[s.target - 1] - 1
    place = hex_name(s, s.hex_of[unit] - 1)
    if leader < 0 or must_take_leader(s, unit):
        return f"{piece_name(s, unit)} must retreat from {place}: choose a hex."
    return (
        f"{piece_name(s, unit)} must retreat from {place}: choose a hex; {piece_name(s, leader)} goes along or stays."
    )


def flight_prompt(s: CivilWarState) -> str:
    leader = s.mover - 1
    name, place = piece_name(s, leader), hex_name(s, s.hex_of[leader] - 1)
    if s.hexes_moved == 0:
        return f"{name} may flee from {place}, up to {s.steps_left} hexes: choose the next hex, or stay."
    choice = "choose the next hex" if why_not_stop(s) else "choose the next hex, or stop"
    return f"{name} flees and is in {place}: {choice}."


def action_prompt(s: CivilWarState) -> str:
    """Say what can be done; the turn and the action points stand above the map."""
    if s.ap == 0:
        return "no AP left: end the turn."
    can_enter = sum(0 < s.entry_turn[piece] <= s.turn for piece in pieces_of_side(s, s.side))
    ready = sum(s.hex_of[piece] != 0 and not is_leader(s, piece) for piece in pieces_able_to_act(s))
    if not ready and not can_enter and not len(pieces_able_to_act(s)):
        return "all units have acted: end the turn."
    if not ready and not can_enter:
        return "all units have acted; a leader can still move. Move him, or end the turn."
    more = f", {can_enter} can enter" if can_enter else ""
    return f"{plural(ready, 'unit')} can still act{more}. Choose one, or end the turn."


def move_prompt(s: CivilWarState) -> str:
    mover = s.mover - 1
    place = hex_name(s, s.hex_of[mover] - 1)
    if not can_continue_move(s):
        choice = "fire at an enemy, or stop"
    elif why_not_stop(s):
        choice = "choose the next hex, as a hex takes one leader"
    elif can_fire_during_move(s):
        choice = "choose the next hex, an enemy to fire at, or stop"
    else:
        choice = "choose the next hex, or stop"
    return f"{piece_name(s, mover)}{with_leader_text(s, s.mover_leader)} is in {place}: {choice}."


# Dice


def roll_prompt(s: CivilWarState) -> str:
    actor, shaken, target = s.actor - 1, s.shaken_unit - 1, s.target - 1
    match s.phase:
        case Phase.AP:
            points = max(s.command[s.side] - s.leaders_lost[s.side], 0) + s.banked_ap[s.side]
            roll = f"action points ({points} + 1–3)."
            if s.turn == 1 and s.last_turn > LESSON_TURNS:
                return f"{aim_text(s, s.side)} Roll for its {roll}"
            return f"Roll for {SIDE_NAMES[s.side]}'s {roll}"
        case Phase.CHECK:
            return f"Roll the morale die for {piece_name(s, actor)}: does it attack?{own_colour_text(s, actor)}"
        case Phase.DICE:
            return attack_roll_prompt(s)
        case Phase.LEADER:
            leader = piece_name(s, s.leader_at[target] - 1)
            return f"Roll for {leader} in {hex_name(s, target)}: a 1 eliminates him."
        case Phase.MORALE:
            left = f", {s.dice_left} to roll" if s.dice_left > 1 else ""
            return f"Roll the morale die for {piece_name(s, shaken)}{left}.{own_colour_text(s, shaken)}"
        case _:
            restores = f": any colour but {morale_name(morale_level(s, actor))} restores a block"
            return f"Roll the morale die for {piece_name(s, actor)} to rally{restores if s.morale[actor] else ''}."


def aim_text(s: CivilWarState, side: int) -> str:
    """Return what a side scores VP for, and that the last turn wins for it (C7.1, C7.2)."""
    fields = zip(s.victory_hex, s.victory_hex_vp, s.victory_hex_scorers, strict=True)
    worth = [(hex_ - 1, int(vp)) for hex_, vp, scorers in fields if hex_ and scorers >> side & 1]
    text = f"{capitalize_first(SIDE_NAMES[side])} scores 1 VP for each unit or leader eliminated"
    if worth:
        places = join_words([f"{vp} for {hex_name(s, hex_)}" for hex_, vp in worth])
        many = f"up to {sum(vp for _, vp in worth)} for the hexes marked ★"
        text += f" and{', at the end,' * bool(s.vp_hexes_at_end)} {many if len(worth) > MAX_NAMED_HEXES else places}"
    return f"{text}. It wins after turn {s.last_turn}." if s.last_turn_winner == side else f"{text}."


def attack_roll_prompt(s: CivilWarState) -> str:
    actor, target = s.actor - 1, s.target - 1
    total = int(attack_dice(s))
    number = attack_hit_number(s) - DIE_MODIFIER[s.terrain[target]]
    how = "assaults" if s.assault else "fires at"
    die = f"die {total - s.dice_left + 1} of {total}: {hit_text(number, 'it')}"
    return f"{piece_name(s, actor)} {how} {hex_name(s, target)}, {die}."


def own_colour_text(s: CivilWarState, unit: int) -> str:
    """Name the colour that the unit must not roll, if its morale is known (C8.1)."""
    return f" {capitalize_first(morale_name(morale_level(s, unit)))} is its own colour." if s.morale[unit] else ""


# The end


def outcome_text(s: CivilWarState, seat: int) -> str:
    winner = find_winner(s)
    if winner >= 0 and seat == EVERYONE:
        return f"{capitalize_first(SIDE_NAMES[winner])} won"
    return OUTCOME_TEXTS[DRAWN if winner < 0 else WON if winner == seat else LOST]


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
    return Clause.C7_2, f"{after} {SIDE_NAMES[1 - winner]} has not reached {s.vp_to_win[1 - winner]} VP"
