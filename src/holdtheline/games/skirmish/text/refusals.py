"""Why a move is refused, in one sentence with names and inches."""

from __future__ import annotations

from ....core.definition import FIRST_MOVE
from ....core.plane import base_gap, ceil_sqrt, squared_distance
from ....core.sentences import join_words
from ..rules.battlefield import (
    characters_of_side,
    enemies_of,
    has_trait,
    is_engaged,
    is_standing,
    locks_in_melee,
    side_of,
    thing_x,
    thing_y,
    would_touch,
)
from ..rules.combat.line_of_sight import find_sight_blocker
from ..rules.combat.melee import why_not_fight
from ..rules.corrections import can_correct, has_figure
from ..rules.movement.legs import is_legal_contact, longest_leg, move_allowance
from ..rules.movement.paths import CLOSED_TO_LEGS, FIRST_TERRAIN_BLOCKER, find_obstacle, find_obstacle_for
from ..rules.movement.terrain import (
    MANY_GAPS,
    gap_on_path,
    has_exit_door,
    is_on_battlefield,
    is_over_gap,
    is_slowed_by_water,
    path_meets,
)
from ..rules.moves import MoveKind
from ..rules.objectives import can_carry, is_worn
from ..rules.traits.captives import has_room_for_captive
from ..rules.traits.catalog import CAN_BE_CARRIED, SPREADS_FIRE, TAKES_CAPTIVES
from ..rules.traits.fear_and_tethers import find_feared_enemy, leaves_tether
from ..rules.traits.parameters import format_inches
from ..state import (
    BATTLEFIELD_SIZE,
    CONTACT_GAP,
    FIRST_OBJECTIVE,
    IS_WATER,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .names import THE_SIDES, blocker_name, inches_over, name_of, place_text, seat_name, terrain_name, with_article
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
    return action_refusal(s, move)


# Activations


def activation_refusal(s: SkirmishState, move: DecodedMove) -> str:
    if move.kind == MoveKind.CORRECT:
        return correction_refusal(s, move.thing, move.x, move.y)
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


def correction_refusal(s: SkirmishState, piece: int, x: int, y: int) -> str:
    """Say why a figure cannot be put here (K1.1, K1.3)."""
    if s.enemy_seat:
        return "places cannot be corrected against another player"
    if not can_correct(s):
        return "places can be corrected only in a battle with real dice (`--dice mine`)"
    if piece >= FIRST_OBJECTIVE:
        return f"{with_article(s, piece)} is not a character"
    if not has_figure(s, piece):
        return f"{name_of(s, piece)} {absence_text(s, piece)}"
    if not is_on_battlefield(x, y):
        return f"{place_text(x, y)} is not on the table, which ends at {format_inches(BATTLEFIELD_SIZE)}"
    obstacle = find_obstacle(s, piece, x, y, x, y)
    if obstacle:
        return f"at {place_text(x, y)} {name_of(s, piece)} would overlap {blocker_name(s, obstacle)}"
    return f"{name_of(s, piece)} already stands at {place_text(x, y)}"


def absence_text(s: SkirmishState, piece: int) -> str:
    """Say where a character is that does not stand on the table."""
    status = CharacterStatus(s.status[piece])
    if status == CharacterStatus.WAITS and s.arrives[piece]:
        return f"arrives in round {s.arrives[piece]}, and this is round {s.round}"
    holder = s.held_by[piece] - 1
    if status in (CharacterStatus.HELD, CharacterStatus.CARRIED) and holder >= 0:
        return f"{ABSENCE_TEXTS[status]} by {name_of(s, holder)}"
    return ABSENCE_TEXTS[status]


# Actions


def action_refusal(s: SkirmishState, move: DecodedMove) -> str:
    actor = s.actor - 1
    if move.kind in (MoveKind.PASS, MoveKind.ACTIVATE, MoveKind.CORRECT):
        return f"{name_of(s, actor)} is active: finish its activation first, or stay"
    if move.kind == MoveKind.FIGHT:
        return fight_refusal(s, actor, move.thing)
    enemies = enemies_of(s, actor)
    if s.charged:
        targets = " or ".join(name_of(s, enemy) for enemy in enemies if why_not_fight(s, enemy) == 0)
        return f"{name_of(s, actor)} has charged and must fight {targets} now"
    if is_engaged(s, actor):
        opponents = join_words([name_of(s, enemy) for enemy in enemies if locks_in_melee(s, actor, enemy)])
        return f"{name_of(s, actor)} is in melee with {opponents} and must fight"
    match move.kind:
        case MoveKind.LEG:
            return leg_refusal(s, actor, move.x, move.y)
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


def pivot_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    name = name_of(s, actor)
    if reason := off_battlefield_refusal(x, y):
        return reason
    if s.legs > 1 or s.moved_far:
        return f"{name} has used its whole move and cannot turn"
    if s.pivoted:
        return f"{name} has already turned since its last leg"
    return f"{name} stands at {place_text(x, y)}: choose another place to turn towards"


def leave_refusal(s: SkirmishState, actor: int) -> str:
    if not has_exit_door(s, side_of(actor)):
        return "this battlefield has no exit: leave over its edge, carrying something off"
    return f"{name_of(s, actor)} does not touch the exit"


# Things


def pick_up_refusal(s: SkirmishState, actor: int, thing: int) -> str:
    name, what = name_of(s, actor), with_article(s, thing)
    load, verb = (s.wears[actor], "wears") if is_worn(s, thing) else (s.carries[actor], "carries")
    if load:
        return f"{name} already {verb} {with_article(s, load - 1)}"
    if s.legs or s.pivoted:
        return f"{name} has already moved: an objective can be picked up only at the start of an activation"
    if reason := not_on_ground_refusal(s, thing) or carrier_refusal(s, actor, thing):
        return reason
    away = base_gap(s.x[actor], s.y[actor], s.radius[actor], thing_x(s, thing), thing_y(s, thing), 0)
    distance = inches_over(away + 1, s.pickup_reach)
    return f"too far: {what} is {distance} away, and {name} reaches {format_inches(s.pickup_reach)}″"


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
    if side_of(thing) != side_of(actor) and not has_trait(s, actor, TAKES_CAPTIVES):
        return f"{name_of(s, thing)} is an enemy"
    if not has_trait(s, thing, CAN_BE_CARRIED):
        return f"{name_of(s, thing)} cannot be carried"
    if not has_room_for_captive(s, actor):
        return f"the company of {name} already has as many as it can carry"
    return f"{name} cannot carry the fallen"


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
    blocker = find_sight_blocker(s, actor, s.x[actor], s.y[actor], target, s.x[target], s.y[target])
    return f"{blocker_name(s, blocker)} blocks the line of sight to {name_of(s, target)}"


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


# Legs


def gap_at(s: SkirmishState, piece: int, x: int, y: int, other: int) -> int:
    """Return the distance from base to base if the character stood at this place, rounded up."""
    away = ceil_sqrt(squared_distance(x, y, s.x[other], s.y[other]))
    return away - s.radius[piece] - s.radius[other]


def gap_rounded_up(s: SkirmishState, piece: int, other: int) -> int:
    """Return the distance from base to base, rounded up."""
    return gap_at(s, piece, s.x[piece], s.y[piece], other)


def leg_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Say why the active character cannot go straight to this place."""
    return (
        off_battlefield_refusal(x, y)
        or length_refusal(s, actor, x, y)
        or obstacle_refusal(s, actor, x, y)
        or tether_refusal(s, actor, x, y)
        or fear_refusal(s, actor, x, y)
        or contact_refusal(s, actor, x, y)
        or crossing_refusal(s, actor, x, y)
    )


def off_battlefield_refusal(x: int, y: int) -> str:
    if is_on_battlefield(x, y):
        return ""
    side = format_inches(BATTLEFIELD_SIZE)
    return f"{place_text(x, y)} is off the table, which is {side} by {side} inches"


def length_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Say how long the leg is, and how long it may be (K3.4)."""
    name, allowed = name_of(s, actor), longest_leg(s)
    ax, ay = s.x[actor], s.y[actor]
    length = ceil_sqrt(squared_distance(ax, ay, x, y))
    if length == 0:
        return f"{name} already stands at {place_text(x, y)}"
    if allowed == 0:
        half = f"{format_inches(move_allowance(s) // 2)}″"
        return f"{name} has used its move: {'a leg of more than' if s.legs < 2 else 'two legs of at most'} {half}"
    is_slow = is_slowed_by_water(s, actor, ax, ay, x, y)
    if (length * 2 if is_slow else length) <= allowed:
        return ""
    has = f"{name} has {format_inches(allowed)}″" + (" left" if s.legs else "")
    if not is_slow:
        return f"too far: it is {inches_over(length, allowed)}, and {has}"
    waters = [
        terrain_name(s, index)
        for index in range(MAX_TERRAIN)
        if s.terrain_bits[index] & IS_WATER and path_meets(s, index, ax, ay, x, y, s.radius[actor])
    ]
    return f"too far: crossing {join_words(waters)} doubles {doubled_inches(length, allowed)}, and {has}"


def doubled_inches(length: int, limit: int) -> str:
    """Return `10.5″ to 21″`: a length that counts double and is beyond a limit (see `inches_over`)."""
    rounded = (length + 50) // 100 * 100
    displayed = rounded if 2 * rounded > limit else length
    return f"{format_inches(displayed)}″ to {format_inches(2 * displayed)}″"


def obstacle_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name what is in the way (K1.3)."""
    blocker = find_obstacle_for(s, actor, s.x[actor], s.y[actor], x, y, CLOSED_TO_LEGS)
    if not blocker:
        return ""
    name, terrain = blocker_name(s, blocker), blocker - FIRST_TERRAIN_BLOCKER
    if terrain >= 0 and s.terrain_bits[terrain] & NEEDS_CLIMBER:
        return f"only climbers may enter {name}, and {name_of(s, actor)} cannot climb"
    return f"{name} is in the way"


def crossing_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Say why a gap cannot be crossed by this leg (K3.4)."""
    ax, ay = s.x[actor], s.y[actor]
    found = gap_on_path(s, actor, ax, ay, x, y)
    if found == MANY_GAPS:
        return "a leg can cross only one gap, and this one would cross two"
    gap = terrain_name(s, found - 1)
    if is_over_gap(s, actor, x, y):
        return f"{name_of(s, actor)} cannot stand over {gap}: cross it, or stop before it"
    return f"a failed roll would stop {name_of(s, actor)} before {gap}, where it may not end"


def contact_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name an enemy that the leg would touch and that cannot be charged (K3.7)."""
    if is_legal_contact(s, x, y):
        return ""
    touched = (enemy for enemy in enemies_of(s, actor) if is_standing(s, enemy) and would_touch(s, actor, x, y, enemy))
    enemy, allowance = next(touched), move_allowance(s)
    away = gap_at(s, actor, s.start_x, s.start_y, enemy)
    distance = f"{name_of(s, enemy)} was {inches_over(away, allowance)} away at the start"
    return f"too far to charge: {distance}, and {name_of(s, actor)} moves {format_inches(allowance)}″"


def fear_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name an enemy that unengaged enemies keep away from (trait `fear`)."""
    enemy = find_feared_enemy(s, actor, s.x[actor], s.y[actor], x, y, False) - 1
    if enemy < 0:
        return ""
    name, fear = name_of(s, enemy), format_inches(s.fear[enemy])
    return f"too close to {name}: unengaged enemies keep {fear}″ away from it"


def tether_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    if not leaves_tether(s, actor, s.x[actor], s.y[actor], x, y):
        return ""
    centre, limit = (s.tether_x[actor], s.tether_y[actor]), s.tether[actor]
    away = ceil_sqrt(squared_distance(x, y, *centre)) - s.radius[actor]
    stays = f"{name_of(s, actor)} stays within {format_inches(limit)}″ of {place_text(*centre)}"
    return f"too far: {stays}, and this is {inches_over(away, limit)} away"
