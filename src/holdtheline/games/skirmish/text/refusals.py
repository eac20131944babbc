"""Why a move is refused, in one sentence with names and inches: activations, objectives, shots and fights."""

from __future__ import annotations

from ....core.definition import FIRST_MOVE
from ....core.plane import base_gap
from ....core.sentences import join_words
from ..rules.battlefield import has_trait, is_engaged, is_standing, locks_in_melee, side_of, thing_x, thing_y
from ..rules.combat.line_of_sight import find_sight_blocker
from ..rules.combat.melee import why_no_fight
from ..rules.movement.terrain import is_at_exit, is_on_battlefield
from ..rules.moves import MoveKind
from ..rules.objectives import can_carry
from ..rules.traits.catalog import CAN_BE_CARRIED, CARRIES_FALLEN, SPREADS_FIRE, format_inches
from ..state import CONTACT_GAP, FIRST_OBJECTIVE, CharacterStatus, ObjectiveStatus, Phase, SkirmishState
from .leg_refusals import gap_rounded_up, leg_refusal, off_battlefield_refusal
from .names import (
    THE_SIDES,
    blocker_name,
    characters_of_side,
    inches_over,
    name_of,
    place_text,
    seat_name,
    with_article,
)
from .notation import DecodedMove, decode_move
from .prompts import DECISION_PHASES

ABSENCE_TEXTS = {
    CharacterStatus.NOBODY: "is not there",
    CharacterStatus.WAITS: "has not arrived yet",
    CharacterStatus.LIES: "lies on the ground",
    CharacterStatus.FALLEN: "has fallen",
    CharacterStatus.FLED: "has fled off the table",
    CharacterStatus.LEFT: "has left the table",
    CharacterStatus.CARRIED: "has fallen, and is carried",
    CharacterStatus.HELD: "is held",
}


def refusal(s: SkirmishState, code: int, clause: int) -> str:
    if s.phase == Phase.OVER:
        return "the battle is over"
    if s.phase not in DECISION_PHASES:
        return "roll the die first, 1 to 6"
    if 0 <= code < FIRST_MOVE:
        return "there is no die to roll now"
    move = decode_move(s, code)
    if move is None:
        return "there is no such move"
    if s.phase == Phase.CHOOSE:
        return activation_refusal(s, move)
    return action_refusal(s, move, clause)


# Activations


def activation_refusal(s: SkirmishState, move: DecodedMove) -> str:
    if move.kind != MoveKind.ACTIVATE:
        return "no character is active: use one first, or pass"
    piece, name = move.thing, name_of(s, move.thing)
    if piece >= FIRST_OBJECTIVE:
        return f"{with_article(s, piece)} is not a character"
    if side_of(piece) != s.side:
        return f"{name} belongs to {THE_SIDES[1 - s.side]}, and it is {THE_SIDES[s.side]}' turn"
    if not is_standing(s, piece):
        return f"{name} {absence_text(s, piece)}"
    if s.done[piece]:
        return f"{name} has already been activated this round"
    owner, general = seat_name(s, s.owner[piece]), seat_name(s, s.general)
    return f"{name} belongs to {owner}, and it is {general}'s turn"


def absence_text(s: SkirmishState, piece: int) -> str:
    """Say where a character is that does not stand on the table."""
    status = CharacterStatus(s.status[piece])
    if status == CharacterStatus.WAITS and s.arrives[piece]:
        return f"arrives in round {s.arrives[piece]}, and this is round {s.round}"
    holder = s.held_by[piece] - 1
    if status in (CharacterStatus.HELD, CharacterStatus.CARRIED) and holder >= 0:
        return f"{ABSENCE_TEXTS[status]} by {name_of(s, holder)}"
    return ABSENCE_TEXTS.get(status, "is not there")


# Actions


def action_refusal(s: SkirmishState, move: DecodedMove, clause: int) -> str:
    actor = s.actor - 1
    if move.kind in (MoveKind.PASS, MoveKind.ACTIVATE):
        return f"{name_of(s, actor)} is active: finish its activation first, or stay"
    if move.kind == MoveKind.FIGHT:
        return fight_refusal(s, actor, move.thing)
    if s.charged:
        return f"{name_of(s, actor)} has charged and must fight {charged_opponents_text(s, actor)} now"
    if is_engaged(s, actor):
        return f"{name_of(s, actor)} is in melee with {melee_opponents_text(s, actor)} and must fight"
    match move.kind:
        case MoveKind.LEG:
            return leg_refusal(s, move.x, move.y, clause)
        case MoveKind.FACE:
            return pivot_refusal(s, actor, move.x, move.y)
        case MoveKind.PICK_UP:
            return pick_up_refusal(s, actor, move.thing)
        case MoveKind.SHOOT:
            return shot_refusal(s, actor, move.thing)
        case MoveKind.LEAVE:
            return leave_refusal(s, actor)
        case _:
            return f"{name_of(s, actor)} cannot do that now"


def melee_opponents_text(s: SkirmishState, actor: int) -> str:
    """Name the enemies that lock it in melee (K3.3)."""
    enemies = characters_of_side(s, 1 - int(side_of(actor)))
    return join_words([name_of(s, enemy) for enemy in enemies if locks_in_melee(s, actor, enemy)])


def charged_opponents_text(s: SkirmishState, actor: int) -> str:
    """Name the enemies that it has charged (K3.7)."""
    enemies = characters_of_side(s, 1 - int(side_of(actor)))
    return " or ".join(name_of(s, enemy) for enemy in enemies if why_no_fight(s, enemy) == 0)


def pivot_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    name = name_of(s, actor)
    if not is_on_battlefield(x, y):
        return off_battlefield_refusal(x, y)
    if s.legs > 1 or s.moved_far:
        return f"{name} has used its whole move and cannot turn"
    if s.pivoted:
        return f"{name} has already turned since its last leg"
    return f"{name} stands at {place_text(x, y)}: choose another place to turn towards"


def leave_refusal(s: SkirmishState, actor: int) -> str:
    name = name_of(s, actor)
    if not s.enclosed:
        return "this battlefield has no exit: leave over its edge, carrying something off"
    if not is_at_exit(s, s.x[actor], s.y[actor], s.radius[actor]):
        return f"{name} does not touch the exit"
    return f"{name} cannot leave now"


# Things


def pick_up_refusal(s: SkirmishState, actor: int, thing: int) -> str:
    name, what = name_of(s, actor), with_article(s, thing)
    if s.carries[actor]:
        return f"{name} already carries {with_article(s, s.carries[actor] - 1)}"
    if s.legs or s.pivoted:
        return f"pick up at the start of an activation: {name} has already moved"
    if reason := not_on_ground_refusal(s, thing) or carrier_refusal(s, actor, thing):
        return reason
    away = base_gap(s.x[actor], s.y[actor], s.radius[actor], thing_x(s, thing), thing_y(s, thing), 0)
    if away >= s.pickup_reach:
        distance = inches_over(int(away) + 1, s.pickup_reach)
        return f"too far: {what} is {distance} away, and {name} reaches {format_inches(s.pickup_reach)}″"
    return f"{name} cannot pick up {what} now"


def not_on_ground_refusal(s: SkirmishState, thing: int) -> str:
    """Say why a thing is not there to be picked up; return "" if it is."""
    if thing < FIRST_OBJECTIVE:
        if s.status[thing] == CharacterStatus.LIES:
            return ""
        where = "is on its feet" if is_standing(s, thing) else absence_text(s, thing)
        return f"{name_of(s, thing)} {where}: only a character that lies on the ground can be picked up"
    index, carrier = thing - FIRST_OBJECTIVE, s.objective_carrier[thing - FIRST_OBJECTIVE] - 1
    match s.objective_status[index]:
        case ObjectiveStatus.CARRIED:
            return f"{name_of(s, carrier)} carries {with_article(s, thing)}"
        case ObjectiveStatus.LEFT:
            return f"{with_article(s, thing)} has left the table with {name_of(s, carrier)}"
        case ObjectiveStatus.FREE:
            return ""
        case _:
            return f"{with_article(s, thing)} is no longer there"


def carrier_refusal(s: SkirmishState, actor: int, thing: int) -> str:
    """Say why this character may not carry a thing; return "" if it may."""
    if can_carry(s, actor, thing):
        return ""
    name = name_of(s, actor)
    if thing >= FIRST_OBJECTIVE:
        return f"{name} may not carry {with_article(s, thing)}; {carriers_text(s, thing - FIRST_OBJECTIVE)}"
    if side_of(thing) != side_of(actor):
        return f"{name_of(s, thing)} is an enemy"
    if not has_trait(s, thing, CAN_BE_CARRIED):
        return f"{name_of(s, thing)} cannot be carried"
    if not has_trait(s, actor, CARRIES_FALLEN):
        return f"{name} cannot carry the fallen"
    return f"{name} may not carry {name_of(s, thing)}"


def carriers_text(s: SkirmishState, index: int) -> str:
    """Name those who may carry an objective."""
    allowed = (s.friend_carriers[index], s.enemy_carriers[index])
    names = []
    for side, bits in enumerate(allowed):
        mine = characters_of_side(s, side)
        carriers = [piece for index, piece in enumerate(mine) if bits >> index & 1]
        if mine and len(carriers) == len(mine):
            names.append(THE_SIDES[side])
        else:
            names += [name_of(s, piece) for piece in carriers]
    return f"{join_words(names)} may"


# Blows


def target_refusal(s: SkirmishState, actor: int, target: int) -> str:
    """Say why a target cannot be struck at all; return "" if it can."""
    if target >= FIRST_OBJECTIVE:
        return f"{with_article(s, target)} is not a character"
    if side_of(target) == side_of(actor):
        return f"{name_of(s, target)} is on the same side as {name_of(s, actor)}"
    return "" if is_standing(s, target) else f"{name_of(s, target)} {absence_text(s, target)}"


def shot_refusal(s: SkirmishState, actor: int, target: int) -> str:
    name = name_of(s, actor)
    if reason := target_refusal(s, actor, target):
        return reason
    if not s.shooting_range[actor]:
        return f"{name} does not shoot"
    away, limit = gap_rounded_up(s, actor, target), s.shooting_range[actor]
    if away > limit:
        distance = inches_over(away, limit)
        return f"too far: {name_of(s, target)} is {distance} away, and {name} shoots {format_inches(limit)}″"
    if not s.shoot_into_melee and is_engaged(s, target):
        return f"{name_of(s, target)} is in melee, and the option shoot_into_melee is off"
    if has_trait(s, actor, SPREADS_FIRE) and s.shot_at[target]:
        return f"{name_of(s, target)} has already been shot at this round: {name} needs another target"
    blocker = int(find_sight_blocker(s, actor, s.x[actor], s.y[actor], target, s.x[target], s.y[target]))
    if blocker:
        return f"{blocker_name(s, blocker)} blocks the line of sight to {name_of(s, target)}"
    return f"{name} cannot shoot at {name_of(s, target)} now"


def fight_refusal(s: SkirmishState, actor: int, target: int) -> str:
    name = name_of(s, actor)
    if reason := target_refusal(s, actor, target):
        return reason
    other, away = name_of(s, target), gap_rounded_up(s, actor, target)
    limit = max(s.reach[actor], CONTACT_GAP)
    if away > limit:
        reach = f"{name} reaches {format_inches(limit)}″" if s.reach[actor] else "melee needs contact"
        return f"too far: {other} is {inches_over(away, limit)} away, and {reach}"
    if s.charged:
        return f"{other} was more than a full move away at the start and cannot be charged"
    return f"{name} has moved without charging {other} and cannot fight it now"
