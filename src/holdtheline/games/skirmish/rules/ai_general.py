"""The AI general: which enemy acts, and what it does according to its list (K5).

Its decisions are moves like those of a person. Its intentions are in the state: the line it follows, its target and
the end of its next leg. First come the lines of the list (K5.2 to K5.9), each as a function that returns a move, or
NO_MOVE if the line does not apply; then the list, the fights, and the order of the characters (K5.1)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.plane import base_gap
from ..state import (
    BATTLEFIELD_SIZE,
    CONTACT_GAP,
    ENEMIES,
    FIRST_OBJECTIVE,
    MAX_CHARACTERS,
    THING_COUNT,
    AiLine,
    CharacterStatus,
    Clause,
    Phase,
    SkirmishState,
)
from .battlefield import characters_of_side, has_trait, is_engaged, is_near_point, side_of, thing_x, thing_y
from .combat.line_of_sight import can_view
from .combat.melee import begin_fight, count_opponents, nth_opponent, why_not_fight
from .combat.shooting import why_not_shoot
from .combat.shooting_positions import find_shooting_way
from .events import EventKind, Log
from .movement.approach import fan_leg, leg_towards, leg_towards_exit
from .movement.bends import NO_WAY, TWO_LEGS
from .movement.charges import find_charge
from .movement.legs import can_be_charged, longest_leg
from .movement.terrain import is_on_battlefield
from .moves import MoveKind, pack_move, why_not_leave
from .objectives import can_carry, choose_by_die, is_carrying_off, is_tool, why_not_pick_up
from .traits.captives import is_bringing_back
from .traits.catalog import TAKES_CAPTIVES
from .traits.target_filters import is_avoided, is_preferred, next_target

LOOK_BACK_DISTANCE = 200
"""How far behind itself a character looks when it turns around."""
NO_MOVE = 0
LINE_COUNT = len(AiLine)
BITS_PER_LINE = 4
"""In the state's `ai_list`."""
CENTRE_LINE = LINE_COUNT + 1
"""K5.9 (ruling): the line after the last."""
RETURN_LINE = CENTRE_LINE + 1
"""Before the list: back to the middle of a pool (trait `returns_to`)."""


@kernel
def gap_to_thing(s: SkirmishState, thing: int) -> int:
    """Return the distance from the active character's base to a thing."""
    piece = s.actor - 1
    return base_gap(s.x[piece], s.y[piece], s.radius[piece], thing_x(s, thing), thing_y(s, thing), 0)


@kernel
def log_ai_line(s: SkirmishState, clause: int, line: int, thing: int, log: Log) -> None:
    """Log which line of the list the active character follows, and the thing it is about (-1: none)."""
    log_event(log, clause, EventKind.LINE_FOLLOWED, (s.actor - 1, line, thing + 1, 0))


@kernel
def leg_or_stay(s: SkirmishState, x: int, y: int) -> int:
    """Return a leg to this place, or to stay if the active character stands there."""
    piece = s.actor - 1
    if x == s.x[piece] and y == s.y[piece]:
        return pack_move(MoveKind.STAY, 0, 0, 0)
    return pack_move(MoveKind.LEG, 0, x, y)


@kernel
def has_load(s: SkirmishState, piece: int) -> bool:
    """Return whether a character carries something other than a tool, which serves it on the table (trait `lends`)."""
    return s.carries[piece] != 0 and not is_tool(s, s.carries[piece] - 1)


@kernel
def carry_objective_off(s: SkirmishState) -> int:
    """Carry an objective towards the nearest edge or exit (K5.2)."""
    if not has_load(s, s.actor - 1):
        return NO_MOVE
    if why_not_leave(s) == 0 and is_carrying_off(s, s.actor - 1):
        return pack_move(MoveKind.LEAVE, 0, 0, 0)
    x, y = leg_towards_exit(s, True)
    return leg_or_stay(s, x, y)


@kernel
def move_onward(s: SkirmishState, log: Log) -> int:
    """Move on in the direction of a felled enemy; then the list continues (K5.3)."""
    piece = s.actor - 1
    dx, dy = s.onward_x, s.onward_y
    half = longest_leg(s) // 2
    if s.follow_ups == 0 or s.legs > 0 or half == 0 or (dx == 0 and dy == 0):
        return NO_MOVE
    s.onward_x = 0
    s.onward_y = 0
    x, y = fan_leg(s, dx, dy, 0, half, True)
    if x == s.x[piece] and y == s.y[piece]:
        return NO_MOVE
    log_ai_line(s, Clause.K5_3, AiLine.FIGHT, -1, log)
    return pack_move(MoveKind.LEG, 0, x, y)


@kernel
def find_shooting_target(s: SkirmishState) -> int:
    """Return the nearest enemy that can be shot at, or -1 (K5.4)."""
    piece = s.actor - 1
    if s.shooting_range[piece] == 0:
        return -1
    target = next_target(s, piece, -1, AiLine.SHOOT)
    while target >= 0 and why_not_shoot(s, target) != 0:
        target = next_target(s, piece, target, AiLine.SHOOT)
    return target


@kernel
def intend_second_leg(s: SkirmishState, way: int, x: int, y: int) -> None:
    """Remember where a second leg ends, if the way has one."""
    s.has_next_leg = 1 if way == TWO_LEGS else 0
    s.next_leg_x, s.next_leg_y = x, y


@kernel
def move_and_shoot(s: SkirmishState) -> tuple[int, int]:
    """Return the first leg of a move after which an enemy can be shot at, and the nearest such enemy (K5.5)."""
    piece = s.actor - 1
    if s.shooting_range[piece] == 0:
        return NO_MOVE, -1
    target = next_target(s, piece, -1, AiLine.MOVE_AND_SHOOT)
    while target >= 0:
        way, ax, ay, bx, by = find_shooting_way(s, target, True)
        if way != NO_WAY:
            intend_second_leg(s, way, bx, by)
            return pack_move(MoveKind.LEG, 0, ax, ay), target
        target = next_target(s, piece, target, AiLine.MOVE_AND_SHOOT)
    return NO_MOVE, -1


@kernel
def is_sought(s: SkirmishState, piece: int, thing: int, line: int) -> bool:
    """Return whether a character goes for a thing on this line: an objective, or an enemy whom it can capture."""
    is_own = thing < FIRST_OBJECTIVE and side_of(thing) == side_of(piece)
    return not is_own and can_carry(s, piece, thing) and not is_avoided(s, piece, thing, line)


@kernel
def seek_objective(s: SkirmishState, limit: int, line: int) -> tuple[int, int]:
    """Return a leg towards the nearest objective in view within a limit, and this objective (K5.6, K5.8)."""
    piece = s.actor - 1
    if s.carries[piece] != 0:
        return NO_MOVE, -1
    found, nearest = -1, 0
    for thing in range(0 if has_trait(s, piece, TAKES_CAPTIVES) else FIRST_OBJECTIVE, THING_COUNT):
        if is_sought(s, piece, thing, line):
            x, y = thing_x(s, thing), thing_y(s, thing)
            distance = gap_to_thing(s, thing)
            is_better = found >= 0 and is_preferred(s, piece, thing, line) and not is_preferred(s, piece, found, line)
            is_worse = found >= 0 and is_preferred(s, piece, found, line) and not is_preferred(s, piece, thing, line)
            is_nearest = found < 0 or is_better or (distance < nearest and not is_worse)
            if is_nearest and is_near_point(s, piece, x, y, limit) and can_view(s, piece, -1, x, y):
                found, nearest = thing, distance
    if found < 0:
        return NO_MOVE, -1
    reach = s.radius[piece] + s.pickup_reach
    x, y = leg_towards(s, thing_x(s, found), thing_y(s, found), reach + 1, True)
    return leg_or_stay(s, x, y), found


@kernel
def charge_nearest(s: SkirmishState) -> tuple[int, int]:
    """Return the first leg of a charge at the nearest unengaged enemy that can be reached, and this enemy (K5.7)."""
    piece = s.actor - 1
    target = next_target(s, piece, -1, AiLine.CHARGE)
    while target >= 0:
        if can_be_charged(s, target) and not is_engaged(s, target):
            way, ax, ay, bx, by = find_charge(s, target, True)
            if way != NO_WAY:
                intend_second_leg(s, way, bx, by)
                return pack_move(MoveKind.LEG, 0, ax, ay), target
        target = next_target(s, piece, target, AiLine.CHARGE)
    return NO_MOVE, -1


@kernel
def seek_enemy(s: SkirmishState) -> tuple[int, int]:
    """Return a leg towards the nearest enemy in view, and this enemy (K5.9).

    The leg ends short of contact; an enemy within reach would already have been charged (K5.7). With the option
    `join_melee` it charges one that is engaged.
    """
    piece = s.actor - 1
    target = next_target(s, piece, -1, AiLine.SEEK_ENEMY)
    while target >= 0 and not can_view(s, piece, target, s.x[target], s.y[target]):
        target = next_target(s, piece, target, AiLine.SEEK_ENEMY)
    if target < 0:
        return NO_MOVE, -1
    if s.join_melee and is_engaged(s, target):
        way, ax, ay, bx, by = find_charge(s, target, True)
        if way != NO_WAY:
            intend_second_leg(s, way, bx, by)
            return pack_move(MoveKind.LEG, 0, ax, ay), target
    near = s.radius[piece] + s.radius[target] + 2 * CONTACT_GAP
    x, y = leg_towards(s, s.x[target], s.y[target], near, True)
    return leg_or_stay(s, x, y), target


@kernel
def move_to_centre(s: SkirmishState) -> int:
    """Return a move towards the table's centre (K5.9), or turn around if the way there is blocked."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    x, y = leg_towards(s, BATTLEFIELD_SIZE // 2, BATTLEFIELD_SIZE // 2, 1, True)
    if x != ax or y != ay:
        return pack_move(MoveKind.LEG, 0, x, y)
    longer = max(abs(s.face_x[piece]), abs(s.face_y[piece]))
    x, y = (
        ax - s.face_x[piece] * LOOK_BACK_DISTANCE // longer,
        ay - s.face_y[piece] * LOOK_BACK_DISTANCE // longer,
    )
    if s.legs > 0 or not is_on_battlefield(x, y):
        return pack_move(MoveKind.STAY, 0, 0, 0)
    return pack_move(MoveKind.FACE, 0, x, y)


@kernel
def follow_line(s: SkirmishState, line: int, log: Log) -> int:
    """Return the move that a line of the list prescribes, or NO_MOVE if the line does not apply."""
    code, thing = NO_MOVE, -1
    if line == AiLine.CARRY_OFF:
        code = carry_objective_off(s)
    elif line == AiLine.FIGHT:
        return move_onward(s, log)
    elif line == AiLine.SHOOT:
        thing = find_shooting_target(s)
        code = pack_move(MoveKind.SHOOT, thing, 0, 0) if thing >= 0 else NO_MOVE
    elif line == AiLine.MOVE_AND_SHOOT:
        code, thing = move_and_shoot(s)
    elif line == AiLine.FETCH:
        code, thing = seek_objective(s, longest_leg(s), line)
    elif line == AiLine.CHARGE:
        code, thing = charge_nearest(s)
    elif line == AiLine.SEEK_OBJECTIVE:
        code, thing = seek_objective(s, 2 * BATTLEFIELD_SIZE, line)
    else:
        code, thing = seek_enemy(s)
    if code != NO_MOVE:
        s.ai_line = line
        s.ai_target = thing + 1
        log_ai_line(s, Clause.K5_1 + line, line, thing, log)
    return code


@kernel
def bring_back(s: SkirmishState, log: Log) -> int:
    """Return a leg towards the middle of its pool, where it brings those it holds (trait `returns_to`)."""
    s.ai_line = RETURN_LINE
    log_ai_line(s, Clause.K5_1, RETURN_LINE, -1, log)
    corner = s.first_corner[s.returns_to[s.actor - 1] - 1]
    x, y = leg_towards(s, s.corner_x[corner], s.corner_y[corner], 1, True)
    return leg_or_stay(s, x, y)


# The list as a whole


@kernel
def follow_list(s: SkirmishState, log: Log) -> int:
    """Return the move of the first line that applies; if none does, move towards the table's centre."""
    ai_list = s.ai_list[s.actor - 1]
    for index in range(LINE_COUNT):
        line = ai_list >> index * BITS_PER_LINE & 15 if ai_list != 0 else index + 1
        if line != 0:
            code = follow_line(s, line, log)
            if code != NO_MOVE:
                return code
    s.ai_line = CENTRE_LINE
    if ai_list != 0:
        return pack_move(MoveKind.STAY, 0, 0, 0)
    log_ai_line(s, Clause.K5_9, CENTRE_LINE, -1, log)
    return move_to_centre(s)


@kernel
def resolve_opponent_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Let the roll decide which of several enemies in contact to fight (K5.3)."""
    index = choose_by_die(face, count_opponents(s))
    if index < 0:
        log_event(log, Clause.K5_3, EventKind.CHOSEN, (s.actor - 1, face, MAX_CHARACTERS, 0))
        return
    target = nth_opponent(s, index)
    log_event(log, Clause.K5_3, EventKind.CHOSEN, (s.actor - 1, face, target, 0))
    begin_fight(s, target, log)


# Melee (K5.3)


@kernel
def decide_fight(s: SkirmishState, log: Log) -> int:
    """Return a fight with the enemy that was charged or the only one; with several, ask for a roll (K5.3)."""
    count = count_opponents(s)
    has_charged = s.ai_line == AiLine.CHARGE or (s.charged and s.ai_line == AiLine.SEEK_ENEMY)
    if has_charged and why_not_fight(s, s.ai_target - 1) == 0:
        return pack_move(MoveKind.FIGHT, s.ai_target - 1, 0, 0)
    if count == 1:
        if s.charged == 0:
            log_ai_line(s, Clause.K5_3, AiLine.FIGHT, nth_opponent(s, 0), log)
        return pack_move(MoveKind.FIGHT, nth_opponent(s, 0), 0, 0)
    s.phase = Phase.WHICH
    return NO_MOVE


@kernel
def find_objective_in_reach(s: SkirmishState) -> int:
    """Return the nearest thing that the active character can pick up, or -1 (K5.1)."""
    found, nearest = -1, 0
    for thing in range(THING_COUNT):
        if why_not_pick_up(s, thing) == 0:
            distance = gap_to_thing(s, thing)
            if found < 0 or distance < nearest:
                found, nearest = thing, distance
    return found


@kernel
def next_in_order(s: SkirmishState) -> int:
    """Return the character to activate: in the scenario's order, then in sheet order (K5.1).

    There must be one who has not been activated.
    """
    found = -1
    for piece in characters_of_side(s, ENEMIES):
        is_waiting = s.status[piece] == CharacterStatus.STANDS and s.done[piece] == 0
        if is_waiting and (found < 0 or s.rank[piece] < s.rank[found]):
            found = piece
    return found


@kernel
def decide_move(s: SkirmishState, log: Log) -> int:
    """Return the AI general's next move, or NO_MOVE if a roll must come first."""
    if s.phase == Phase.CHOOSE:
        return pack_move(MoveKind.ACTIVATE, next_in_order(s), 0, 0)
    piece = s.actor - 1
    if s.charged or is_engaged(s, piece):
        return decide_fight(s, log)
    if s.has_next_leg:
        s.has_next_leg = 0
        return pack_move(MoveKind.LEG, 0, s.next_leg_x, s.next_leg_y)
    if s.ai_line == 0 and is_bringing_back(s, piece):
        return bring_back(s, log)
    thing = find_objective_in_reach(s)
    if thing >= 0:
        log_ai_line(s, Clause.K5_1, 0, thing, log)
        return pack_move(MoveKind.PICK_UP, thing, 0, 0)
    if not has_load(s, piece) and count_opponents(s) > 0:
        return decide_fight(s, log)
    if s.ai_line == AiLine.MOVE_AND_SHOOT and why_not_shoot(s, s.ai_target - 1) == 0:
        return pack_move(MoveKind.SHOOT, s.ai_target - 1, 0, 0)
    if s.ai_line != 0:
        return pack_move(MoveKind.STAY, 0, 0, 0)
    return follow_list(s, log)
