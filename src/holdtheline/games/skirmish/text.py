"""A battle in words: what is asked, which die is rolled and for what, how it ended."""

from __future__ import annotations

from typing import Any

from ...core.contract import CHANCE, DRAWN, EVERYBODY, WON
from .fighting import needed, to_fight
from .losses import BREAKS, RALLIES
from .moving import longest_leg, pace_now
from .names import (
    THE_SIDES,
    capital,
    characters_of,
    company_name,
    decimal,
    fewer_words,
    name_of,
    plural,
    seat_name,
    seat_now,
    terrain_name,
    the,
)
from .orders import face_words
from .outcome import result
from .rounds import AI_STARTS
from .space import is_engaged, side_of, stands
from .state import (
    FIRST_OBJECTIVE,
    FRIENDS,
    IS_ROLLED_GOAL,
    MOST_OBJECTIVES,
    Clause,
    End,
    Phase,
)

DECISIONS = (Phase.CHOOSE, Phase.ACTING)
FEW = 3

# What is asked


def prompt(s: Any, seat: int) -> str:
    """What is to be done now. Of a die: what it is for."""
    if s.phase == Phase.OVER:
        return f"{verdict(s, seat)}: {ending(s)[1]}."
    if s.phase not in DECISIONS:
        return capital(DICE[Phase(s.phase)](s))
    who = seat_now(s)
    asked = ask_whom(s) if s.phase == Phase.CHOOSE else ask_what(s)
    return capital(asked if seat == who else f"{seat_name(s, who)} decides: {asked}")


def ask_whom(s: Any) -> str:
    """Whom to activate; of many the list of moves has the names."""
    ready = [name_of(s, piece) for piece in ready_now(s)]
    names = f" ({', '.join(ready)})" if len(ready) <= FEW else ""
    return f"round {s.round} of {s.rounds}: use one of {len(ready)}{names}, or pass."


def ready_now(s: Any) -> list[int]:
    """Those whom the general of this turn can still activate in this round."""
    mine = [piece for piece in characters_of(s, int(s.side)) if stands(s, piece) and not s.done[piece]]
    return mine if s.side != FRIENDS else [piece for piece in mine if s.owner[piece] == s.general]


def ask_what(s: Any) -> str:
    """What the active character has left."""
    name = name_of(s, s.actor - 1)
    if s.charged:
        return f"{name} has charged: choose whom it fights."
    if is_engaged(s, s.actor - 1):
        return f"{name} is in melee: choose whom it fights."
    return f"{name} {left_words(s)}."


def left_words(s: Any) -> str:
    """`can move up to 6 inches (or twice 3), shoot up to 12 inches, or stay`."""
    actor, longest = int(s.actor) - 1, int(longest_leg(s))
    can = []
    if longest:
        half = f" (or twice {decimal(int(pace_now(s)) // 2)})" if s.legs == 0 else ""
        can.append(f"move up to {decimal(longest)} inches{half}")
    if s.shoots[actor]:
        less = " (1 less to the attack)" if s.legs else ""
        can.append(f"shoot up to {decimal(s.shoots[actor])} inches{less}")
    if to_fight(s):
        can.append("fight")
    return f"can {', '.join([*can, 'or stay'])}" if can else "has nothing left: stay"


# Dice


def roll_to_start(s: Any) -> str:
    start = f"roll for who starts. 1 to {AI_STARTS}: the enemies, else the friends."
    return f"round {s.round} of {s.rounds}: {start}"


def roll_a_blow(s: Any) -> str:
    striker, target, is_shot = int(s.striker) - 1, int(s.target) - 1, s.phase == Phase.SHOOTING
    how = BLOWS[Phase(s.phase)]
    least = face_words(int(needed(s, striker, target, is_shot)))
    return f"{name_of(s, striker)} {how} {name_of(s, target)}: {least} wounds."


BLOWS = {
    Phase.SHOOTING: "shoots at",
    Phase.FIGHTING: "fights",
    Phase.BACK: "strikes back at",
    Phase.FREE_BLOW: "strikes at the fleeing",
}


def roll_for_rout(s: Any) -> str:
    return f"roll for {company_name(s, s.tested - 1)}: {BREAKS} or less routs."


def roll_to_rally(s: Any) -> str:
    return f"roll for {name_of(s, s.actor - 1)}, who routs: {RALLIES} or more recovers."


def roll_for_whom(s: Any) -> str:
    enemies = plural(int(to_fight(s)), "enemy", "enemies")
    return f"roll for whom {name_of(s, s.actor - 1)} fights, of {enemies} in contact."


def roll_to_save(s: Any) -> str:
    target = int(s.target) - 1
    return f"roll for {name_of(s, target)}: {face_words(int(s.saves[target]))} turns the wound away."


def roll_to_cross(s: Any) -> str:
    place = int(s.over) - 1
    crosses = f"{face_words(int(s.t_roll[place]))} crosses {terrain_name(s, place)}"
    return f"roll for {name_of(s, s.actor - 1)}: {crosses}."


def roll_to_hang(s: Any) -> str:
    place = int(s.brink) - 1
    hangs = f"{face_words(int(s.t_roll[place]))} hangs on to {terrain_name(s, place)}"
    return f"roll for {name_of(s, s.target - 1)}: {hangs}."


def roll_for_goal(s: Any) -> str:
    goals = [
        the(s, FIRST_OBJECTIVE + place)
        for place in range(MOST_OBJECTIVES)
        if s.o_kind[place] and s.o_bits[place] & IS_ROLLED_GOAL
    ]
    return f"roll for what is real: {', '.join(goals)}."


DICE = {
    Phase.OPEN: roll_to_start,
    Phase.SHOOTING: roll_a_blow,
    Phase.FIGHTING: roll_a_blow,
    Phase.BACK: roll_a_blow,
    Phase.FREE_BLOW: roll_a_blow,
    Phase.ROUT_TEST: roll_for_rout,
    Phase.RALLY: roll_to_rally,
    Phase.WHICH: roll_for_whom,
    Phase.SAVE: roll_to_save,
    Phase.CROSS: roll_to_cross,
    Phase.HANG: roll_to_hang,
    Phase.GOAL: roll_for_goal,
}


def die(s: Any) -> str:
    """The die that is to be rolled, as the picture names it: there is one."""
    return "die"


def rolls(s: Any) -> int:
    """Whose die it is: that of whoever strikes, tests, saves or acts; anybody's for the AI general."""
    piece = roller(s)
    if piece is None:
        return CHANCE
    seat = int(s.owner[piece]) if side_of(piece) == FRIENDS else int(s.generals)
    return seat if seat < s.generals or s.enemy_seat else CHANCE


def roller(s: Any) -> int | None:
    """The character that a die is rolled for, if there is one."""
    if s.phase in BLOWS:
        return int(s.striker) - 1
    if s.phase in (Phase.SAVE, Phase.HANG):
        return int(s.target) - 1
    if s.phase in (Phase.RALLY, Phase.CROSS, Phase.WHICH):
        return int(s.actor) - 1
    return None


# The end


def verdict(s: Any, seat: int) -> str:
    if seat == EVERYBODY:
        return f"{capital(THE_SIDES[s.winner - 1])} have won" if s.winner else "Nobody has won"
    score = int(result(s, seat))
    return "You have won" if score == WON else "A draw" if score == DRAWN else "You have lost"


def ending(s: Any) -> tuple[int, str]:
    """K2.3: by one of the scenario's own ends, because a side is gone, or after the last round."""
    if s.ended:
        return int(Clause.K2_3), end_words(s, int(s.ended) - 1)
    for side in (0, 1):
        if s.winner == 2 - side and not any(stands(s, piece) for piece in characters_of(s, side)):
            return int(Clause.K2_3), f"nobody of {THE_SIDES[side]} is left"
    winner = f"{THE_SIDES[s.winner - 1]} win" if s.winner else "nobody wins"
    return int(Clause.K2_3), f"the last of {s.rounds} rounds is over, and then {winner}"


def end_words(s: Any, place: int) -> str:
    """One of the scenario's ends, as a part of a sentence."""
    first, second = int(s.e_first[place]), int(s.e_second[place])
    side = THE_SIDES[second - 1] if second in (1, 2) else "somebody"
    have = "has" if side == "somebody" else "have"
    match End(int(s.e_kind[place])):
        case End.GONE:
            return f"nobody of {THE_SIDES[first]} is left"
        case End.ROUNDS:
            return f"{plural(first, 'round')} {'was' if first == 1 else 'were'} played"
        case End.TAKEN:
            return f"{side} {have} carried {the(s, FIRST_OBJECTIVE + first)} off the table"
        case End.FALLEN:
            return f"{name_of(s, first)} has fallen"
        case End.LEFT:
            return f"{name_of(s, first)} has left the table"
        case End.FEWER:
            return fewer_words(company_name(s, first), second)
        case End.ALL_TAKEN:
            return f"{side} {have} carried everything off the table"
        case End.HELD:
            return f"{side} {have} {the(s, FIRST_OBJECTIVE + first)} in hand at the end of the round"
        case End.ESCAPED:
            return f"at least {second} of {THE_SIDES[first]} have got away"
        case _:
            return "the battle is over"
