"""Fire, close combat, morale, retreat and advance: a chain of single dice and small decisions (C3 to C6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import note
from ...core.hexes import DIRECTIONS, NOWHERE
from ...core.kernel import kernel
from .battle import Terrain
from .ground import (
    ARTILLERY,
    CAVALRY,
    DIE,
    GUNBOAT,
    LEADER,
    SPIRIT,
    can_stand,
    far,
    has_room,
    holds_any_of,
    leader_with,
    next_to,
    side_of,
    to_edge,
    to_friends,
)
from .happened import Happened
from .moving import arrive, can_go_on, eliminate, end_move
from .state import MORALES, Clause, Phase

DICE = 3  # C3.1, C4.1
RANGE = np.array([0, 2, 1, 3, 3, 0])
"""By kind."""
HITS_AT = np.array([0, 4, 3, 3, 3, 0])
"""What hits at a range, less the range itself: infantry 5 at 1 and 6 at 2, artillery 4, 5, 6 (C3.2)."""
CLOSE = 4  # C4.1: what hits in close combat
UNIT_FAILS, GUNS_FAIL = 1, 2
FLIGHT_HEXES = 3  # C5.3


# The numbers of an attack


@kernel
def range_of(s: Any, piece: Any) -> Any:
    """C3.1, and option hill_guns."""
    reach = RANGE[s.kind[piece]]
    if s.hill_guns and s.kind[piece] == ARTILLERY and s.terrain[s.at[piece] - 1] == Terrain.HILL:
        reach += 1
    return reach


@kernel
def dice_of(s: Any, piece: Any, away: Any) -> Any:
    """C3.1: artillery rolls one more at range 1."""
    return DICE + 1 if s.kind[piece] == ARTILLERY and away == 1 else DICE


@kernel
def number_to_hit(s: Any, piece: Any, away: Any) -> Any:
    """C3.2, without terrain; 6 is the worst."""
    if s.kind[piece] == CAVALRY:
        return 5
    return min(HITS_AT[s.kind[piece]] + away, 6)


@kernel
def needed(s: Any) -> Any:
    """The number that hits in the combat in course, without terrain."""
    if s.assault:
        return CLOSE
    return number_to_hit(s, s.actor - 1, far(s, s.at[s.actor - 1] - 1, s.target - 1))


@kernel
def level_of(s: Any, piece: Any) -> Any:
    """C4.4: the morale of a unit where it stands, 1 green to 3 gold."""
    here = s.at[piece] - 1
    raised = s.morale[piece] + SPIRIT[s.terrain[here]]
    leader = s.leader_at[here]
    if leader != 0 and side_of(leader - 1) == side_of(piece):
        raised += 1
    return min(max(raised, 1), MORALES)


@kernel
def colour_of(s: Any, face: Any) -> Any:
    """C4.4: three green, two black and one gold face; option morale_die: two of each."""
    if s.even_die:
        return (face + 1) // 2
    if face <= 3:
        return 1
    return 2 if face <= 5 else 3


# Beginning


@kernel
def begin_fire(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.ap -= 1
    if s.mover != 0:
        end_move(s)
    engage(s, piece, hex_)
    open_fire(s, log)


@kernel
def open_fire(s: Any, log: Any) -> None:
    away = far(s, s.at[s.actor - 1] - 1, s.target - 1)
    s.assault = 0
    s.dice = dice_of(s, s.actor - 1, away)
    s.phase = Phase.DICE
    note(log, Clause.C3_1, Happened.FIRED, (s.actor - 1, s.target - 1, s.dice, needed(s)))


@kernel
def begin_assault(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.ap -= 2
    engage(s, piece, hex_)
    s.assault = 1
    s.dice = DICE
    note(log, Clause.C4_1, Happened.ASSAULTED, (piece, hex_, s.dice, CLOSE))
    if s.attacker_check:
        s.dice = 1
        s.phase = Phase.CHECK
    else:
        s.phase = Phase.DICE


@kernel
def engage(s: Any, piece: Any, hex_: Any) -> None:
    s.acted[piece] = 1
    s.actor = piece + 1
    s.target = hex_ + 1
    if s.unit_at[hex_] != 0:
        s.struck[s.unit_at[hex_] - 1] = 1
    if s.guns_at[hex_] != 0:
        s.struck[s.guns_at[hex_] - 1] = 1


@kernel
def roll_check(s: Any, face: Any, log: Any) -> None:
    """Option attacker_check: whoever does not dare fires."""
    piece = s.actor - 1
    level = level_of(s, piece)
    shy = 1 if colour_of(s, face) == level else 0
    s.shown[piece] = 1
    note(log, Clause.C4_1, Happened.DARED, (piece, face, level, shy))
    if shy:
        open_fire(s, log)
    else:
        s.dice = DICE
        s.phase = Phase.DICE


# Dice


@kernel
def roll_die(s: Any, face: Any, log: Any) -> None:
    """C3.2, C4.1."""
    helps = DIE[s.terrain[s.target - 1]]
    hit = 1 if face + helps >= needed(s) else 0
    s.hits += hit
    if face == 1:
        s.ones += 1
    s.dice -= 1
    note(log, Clause.C4_1 if s.assault else Clause.C3_2, Happened.DIE_ROLLED, (face, hit, helps, 0))
    if s.dice == 0:
        if s.ones > 0 and s.leader_at[s.target - 1] != 0:
            s.dice = s.ones if s.assault or s.risk_per_one else 1
            s.phase = Phase.LEADER
        else:
            suffer(s, log)


@kernel
def roll_for_leader(s: Any, face: Any, log: Any) -> None:
    """C3.4, C4.2: another 1 eliminates him."""
    leader = s.leader_at[s.target - 1] - 1
    dies = 1 if face == 1 else 0
    note(log, Clause.C4_2 if s.assault else Clause.C3_4, Happened.LEADER_ROLLED, (leader, face, dies, 0))
    s.dice -= 1
    if dies:
        eliminate(s, leader, log)
        s.dice = 0
    if s.dice == 0:
        suffer(s, log)


@kernel
def suffer(s: Any, log: Any) -> None:
    """C3.3: infantry or cavalry first, the rest to artillery."""
    here = s.target - 1
    left = s.hits
    if s.unit_at[here] != 0:
        left = lose_blocks(s, s.unit_at[here] - 1, left, log)
    if s.guns_at[here] != 0:
        left = lose_blocks(s, s.guns_at[here] - 1, left, log)
    if s.unit_at[here] == 0 and s.guns_at[here] == 0:
        all_are_gone(s, log)
    elif s.assault and s.hits > 0:
        begin_morale(s, log)
    else:
        finish(s)


@kernel
def lose_blocks(s: Any, piece: Any, hits: Any, log: Any) -> Any:
    """How many hits are left over."""
    blocks = min(hits, s.strength[piece])
    if blocks == 0:
        return hits
    s.strength[piece] -= blocks
    note(log, Clause.C3_3, Happened.SUFFERED, (piece, blocks, s.strength[piece], 0))
    if s.strength[piece] == 0:
        eliminate(s, piece, log)
    return hits - blocks


# Morale (C4.3)


@kernel
def begin_morale(s: Any, log: Any) -> None:
    here = s.target - 1
    s.checked = s.unit_at[here] if s.unit_at[here] != 0 else s.guns_at[here]
    s.dice = s.hits
    s.phase = Phase.MORALE


@kernel
def roll_morale(s: Any, face: Any, log: Any) -> None:
    piece, here = s.checked - 1, s.target - 1
    level = level_of(s, piece)
    fails = 1 if colour_of(s, face) == level else 0
    s.shown[piece] = 1
    s.dice -= 1
    note(log, Clause.C4_3, Happened.MORALE_ROLLED, (piece, face, level, fails))
    if fails:
        s.fails |= GUNS_FAIL if s.kind[piece] == ARTILLERY else UNIT_FAILS
        s.dice = 0
    if s.dice == 0:
        if s.kind[piece] != ARTILLERY and s.guns_at[here] != 0:
            s.checked = s.guns_at[here]
            s.dice = s.hits
        else:
            next_retreat(s, log)


# Retreat (C5)


@kernel
def next_retreat(s: Any, log: Any) -> None:
    """The next unit that must go chooses its hex; when none is left, what follows."""
    here = s.target - 1
    s.checked = 0
    while s.fails != 0 and s.checked == 0:
        if s.fails & UNIT_FAILS:
            s.fails &= ~UNIT_FAILS
            s.checked = s.unit_at[here]
        else:
            s.fails &= ~GUNS_FAIL
            s.checked = s.guns_at[here]
        if not can_retreat(s, s.checked - 1):
            note(log, Clause.C5_2, Happened.NO_RETREAT, (s.checked - 1, here, 0, 0))
            eliminate(s, s.checked - 1, log)
            s.checked = 0
    if s.checked != 0:
        s.phase = Phase.RETREAT
    elif s.unit_at[here] == 0 and s.guns_at[here] == 0:
        all_are_gone(s, log)
    else:
        finish(s)


@kernel
def can_retreat(s: Any, piece: Any) -> Any:
    here = s.at[piece] - 1
    for direction in range(DIRECTIONS):
        there = next_to(s, here, direction)
        if there != NOWHERE and why_no_way_back(s, piece, there) == 0:
            return True
    return False


@kernel
def why_no_way_back(s: Any, piece: Any, hex_: Any) -> Any:
    """C5.1, C5.2: why a unit cannot fall back to this hex, whoever is next to it."""
    here, side = s.at[piece] - 1, side_of(piece)
    if far(s, here, hex_) != 1:
        return Clause.C5_1
    if not can_stand(s, s.kind[piece], hex_) or holds_any_of(s, hex_, 1 - side):
        return Clause.C5_2
    homeward = to_edge(s, hex_, side) <= to_edge(s, here, side)
    if not homeward and to_friends(s, hex_, piece) >= to_friends(s, here, piece):
        return Clause.C5_1
    if not has_room(s, s.kind[piece], hex_) and not can_make_room(s, in_the_way(s, piece, hex_), here):
        return Clause.C5_2
    return 0


@kernel
def why_no_retreat(s: Any, piece: Any, hex_: Any) -> Any:
    """The same, and not next to the attacker unless there is no other hex."""
    clause = why_no_way_back(s, piece, hex_)
    attacker = s.at[s.actor - 1] - 1
    if clause != 0 or far(s, hex_, attacker) > 1:
        return clause
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[piece] - 1, direction)
        if there == NOWHERE or far(s, there, attacker) <= 1:
            continue
        if why_no_way_back(s, piece, there) == 0:
            return Clause.C5_1
    return 0


@kernel
def in_the_way(s: Any, piece: Any, hex_: Any) -> Any:
    """The friend whose place a retreating unit needs."""
    return (s.guns_at[hex_] if s.kind[piece] == ARTILLERY else s.unit_at[hex_]) - 1


@kernel
def can_make_room(s: Any, friend: Any, left: Any) -> Any:
    """C5.2: whether a friend can be displaced, not to the hex that is being left."""
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[friend] - 1, direction)
        if there != NOWHERE and why_no_room(s, friend, there, left) == 0:
            return True
    return False


@kernel
def why_no_room(s: Any, friend: Any, hex_: Any, left: Any) -> Any:
    if far(s, s.at[friend] - 1, hex_) != 1 or hex_ == left:
        return Clause.C5_2
    if not can_stand(s, s.kind[friend], hex_) or holds_any_of(s, hex_, 1 - side_of(friend)):
        return Clause.C5_2
    return 0 if has_room(s, s.kind[friend], hex_) else Clause.C5_2


@kernel
def retreat(s: Any, hex_: Any, log: Any) -> None:
    piece = s.checked - 1
    if has_room(s, s.kind[piece], hex_):
        fall_back(s, hex_, log)
        next_retreat(s, log)
        return
    s.displaced = in_the_way(s, piece, hex_) + 1
    s.into = hex_ + 1
    note(log, Clause.C5_2, Happened.NEEDS_ROOM, (piece, hex_, s.displaced - 1, 0))
    s.phase = Phase.DISPLACE


@kernel
def displace(s: Any, hex_: Any, log: Any) -> None:
    note(log, Clause.C5_2, Happened.MADE_ROOM, (s.displaced - 1, s.into - 1, hex_, 0))
    arrive(s, s.displaced - 1, hex_, log)
    into = s.into - 1
    s.displaced = 0
    s.into = 0
    fall_back(s, into, log)
    next_retreat(s, log)


@kernel
def fall_back(s: Any, hex_: Any, log: Any) -> None:
    """C4.3: the leader goes with the unit, if nobody stays with him and there is a place for him."""
    piece, here = s.checked - 1, s.target - 1
    leader = s.leader_at[here]
    if leader != 0 and (has_company(s, here, piece) or s.leader_at[hex_] != 0):
        leader = 0
    note(log, Clause.C4_3, Happened.RETREATED, (piece, here, hex_, leader))
    arrive(s, piece, hex_, log)
    if leader != 0:
        arrive(s, leader - 1, hex_, log)


@kernel
def has_company(s: Any, hex_: Any, piece: Any) -> Any:
    """Whether another unit stays in the hex, because it need not retreat."""
    unit, guns = s.unit_at[hex_], s.guns_at[hex_]
    return (unit != 0 and unit != piece + 1 and not s.fails & UNIT_FAILS) or (
        guns != 0 and guns != piece + 1 and not s.fails & GUNS_FAIL
    )


# When nobody is left


@kernel
def all_are_gone(s: Any, log: Any) -> None:
    """A leader who is left alone flees (C5.3); then the attacker may advance (C4.5)."""
    here = s.target - 1
    leader = s.leader_at[here] - 1
    if leader < 0:
        offer_advance(s)
        return
    s.mover = leader + 1
    s.steps = FLIGHT_HEXES
    s.phase = Phase.FLIGHT
    if not can_go_on(s):
        note(log, Clause.C5_3, Happened.NO_FLIGHT, (leader, here, 0, 0))
        clear_way(s)
        eliminate(s, leader, log)
        offer_advance(s)


@kernel
def clear_way(s: Any) -> None:
    """Nobody is on his way any more."""
    s.mover = 0
    s.steps = 0


@kernel
def end_flight(s: Any) -> None:
    end_move(s)
    offer_advance(s)


@kernel
def offer_advance(s: Any) -> None:
    if can_advance(s):
        s.phase = Phase.ADVANCE
    else:
        finish(s)


@kernel
def can_advance(s: Any) -> Any:
    """C4.5, and option fire_advance. Whoever cannot move or stand there is not asked."""
    piece, hex_ = s.actor - 1, s.target - 1
    kind = s.kind[piece]
    if s.moves_from[piece] > s.number or kind == GUNBOAT or kind == LEADER:
        return False
    if s.assault:
        return True
    return s.fire_advance != 0 and far(s, s.at[piece] - 1, hex_) == 1


@kernel
def follower(s: Any) -> Any:
    """The leader + 1 who may follow the attacker: he who is with it, unless he cannot move yet."""
    leader = leader_with(s, s.actor - 1)
    return leader if leader != 0 and s.moves_from[leader - 1] <= s.number else 0


@kernel
def advance(s: Any, with_leader: Any, log: Any) -> None:
    piece, hex_ = s.actor - 1, s.target - 1
    here = s.at[piece] - 1
    leader = s.leader_at[here] if with_leader else 0
    note(log, Clause.C4_5, Happened.ADVANCED, (piece, here, hex_, leader))
    arrive(s, piece, hex_, log)
    if leader != 0:
        s.acted[leader - 1] = 1
        arrive(s, leader - 1, hex_, log)
    finish(s)


@kernel
def finish(s: Any) -> None:
    """The combat is over."""
    s.actor = 0
    s.target = 0
    s.assault = 0
    s.dice = 0
    s.hits = 0
    s.ones = 0
    s.checked = 0
    s.fails = 0
    s.phase = Phase.ACT


# Rally (C6.1)


@kernel
def begin_rally(s: Any, piece: Any, log: Any) -> None:
    leader = leader_with(s, piece) - 1
    s.ap -= 1
    s.acted[piece] = 1
    s.acted[leader] = 1
    note(log, Clause.C6_1, Happened.RALLYING, (piece, leader, 0, 0))
    s.actor = piece + 1
    s.dice = 1
    s.phase = Phase.RALLY


@kernel
def roll_rally(s: Any, face: Any, log: Any) -> None:
    piece = s.actor - 1
    level = level_of(s, piece)
    restored = colour_of(s, face) != level
    s.shown[piece] = 1
    if restored:
        s.strength[piece] += 1
    note(log, Clause.C6_1, Happened.RALLIED, (piece, face, level, s.strength[piece] if restored else 0))
    finish(s)
