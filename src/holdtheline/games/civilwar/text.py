"""A battle in words for one seat: what is asked, what it sees, how it ended.

The record is already without what the seat may not know: a morale of 0 is hidden, and nothing is said of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import EVERYBODY
from .attack import DICE, dice_of, level_of, needed
from .battle import CALLED, LETTERS, Winner
from .checks import MOST_PIECES
from .ground import DIE, far
from .listed import MOST_MOVES, moves
from .moves import Do, do_of, piece_of
from .moving import can_fire_on, can_go_on
from .names import (
    KINDS,
    SEATS,
    colour,
    hex_name,
    hex_word,
    is_leader,
    name_of,
    pieces_of,
    plural,
    roster_of,
)
from .orders import hit_words
from .rules import vp_of, winner
from .state import PIECES, SIDES, Clause, Phase
from .told import capital

# What is asked


def reveals(s: Any, after: Any) -> bool:
    """C8.1: a morale that was hidden has shown."""
    return bool(s.fog and any(after.shown[piece] != s.shown[piece] for piece in range(PIECES)))


def prompt(s: Any, seat: int) -> str:
    """What is to be done now. Of a die: what it is for."""
    if s.phase == Phase.OVER:
        return f"{verdict(s, seat)}: {ending(s)[1]}."
    if s.phase in DICE_PROMPTS:
        return DICE_PROMPTS[Phase(s.phase)](s)
    who = decides(s)
    if seat == who:
        return capital(ASKED[Phase(s.phase)](s))
    return f"{capital(CALLED[who])} decides: {ASKED[Phase(s.phase)](s)}"


def decides(s: Any) -> int:
    """The side that is asked: the one that was attacked, where it goes back."""
    back = s.phase in (Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT)
    return 1 - int(s.side) if back else int(s.side)


def turn_words(s: Any) -> str:
    return f"turn {s.number} of {s.turns}"


def ask_action(s: Any) -> str:
    waiting = sum(s.due[piece] != 0 and s.due[piece] <= s.number for piece in pieces_of(s, s.side))
    can = able(s)
    ready = sum(s.at[piece] != 0 and not is_leader(s, piece) for piece in can)
    more = f", {waiting} can enter" if waiting else ""
    if s.ap == 0:
        return f"{turn_words(s)}, no AP left: end the turn."
    return f"{turn_words(s)}: {s.ap} AP left, {plural(ready, 'unit')} can still act{more}; or end the turn."


def ask_move(s: Any) -> str:
    mover = s.mover - 1
    led = f" with {name_of(s, s.along - 1)}" if s.along else ""
    place = hex_name(s, s.at[mover] - 1)
    further = can_go_on(s)
    what = (
        "choose the next hex, an enemy to fire at, or stop"
        if can_fire_on(s)
        else "choose the next hex, or stop"
    )
    what = what if further else "fire at an enemy, or stop"
    return f"{name_of(s, mover)}{led} is in {place}: {what}. {s.ap} AP left."


def ask_retreat(s: Any) -> str:
    unit = s.checked - 1
    return f"{name_of(s, unit)} must retreat from {hex_name(s, s.at[unit] - 1)}: choose where to."


def ask_room(s: Any) -> str:
    place = hex_name(s, s.into - 1)
    friend, unit = name_of(s, s.displaced - 1), name_of(s, s.checked - 1)
    return f"{friend} must make room for {unit} in {place}: choose where it goes."


def ask_flight(s: Any) -> str:
    leader = s.mover - 1
    place, or_stop = hex_name(s, s.at[leader] - 1), ", or stop" if s.gone else ""
    return f"{name_of(s, leader)} is without a unit in {place} and flees: choose the next hex{or_stop}."


def ask_advance(s: Any) -> str:
    place, attacker = hex_name(s, s.target - 1), name_of(s, s.actor - 1)
    return f"{place} is empty: {attacker} may advance, or stay."


ASKED = {
    Phase.ACT: ask_action,
    Phase.MOVE: ask_move,
    Phase.RETREAT: ask_retreat,
    Phase.DISPLACE: ask_room,
    Phase.FLIGHT: ask_flight,
    Phase.ADVANCE: ask_advance,
}


# Dice


def roll_for_ap(s: Any) -> str:
    points = max(s.command[s.side] - s.lost[s.side], 0) + s.banked[s.side]
    return f"{capital(turn_words(s))}: roll for the APs of {CALLED[s.side]}, {points} and 1 to 3 more."


def roll_to_dare(s: Any) -> str:
    return f"Roll the morale die for {name_of(s, s.actor - 1)}: does it attack?{fear(s, s.actor - 1)}"


def roll_to_hit(s: Any) -> str:
    actor, target = s.actor - 1, s.target - 1
    away = int(far(s, s.at[actor] - 1, target))
    total = DICE if s.assault else int(dice_of(s, actor, away))
    least = int(needed(s)) - int(DIE[s.terrain[target]])
    how = "assaults" if s.assault else "fires at"
    die = f"die {total - s.dice + 1} of {total}: {hit_words(least, 'it')}"
    return f"{name_of(s, actor)} {how} {hex_name(s, target)}, {die}."


def roll_for_leader(s: Any) -> str:
    leader = name_of(s, s.leader_at[s.target - 1] - 1)
    return f"Roll for {leader} in {hex_name(s, s.target - 1)}: a 1 eliminates him."


def roll_for_morale(s: Any) -> str:
    left = f", {s.dice} to roll" if s.dice > 1 else ""
    return f"Roll the morale die for {name_of(s, s.checked - 1)}{left}.{fear(s, s.checked - 1)}"


def roll_to_rally(s: Any) -> str:
    unit = s.actor - 1
    known = f"any colour but {colour(level_of(s, unit))} restores a block" if s.morale[unit] else ""
    return f"Roll the morale die for {name_of(s, unit)} to rally{': ' if known else ''}{known}."


def fear(s: Any, unit: int) -> str:
    """The colour that it must not roll, where its morale is known (C8.1)."""
    return f" {capital(colour(level_of(s, unit)))} is its own colour." if s.morale[unit] else ""


DICE_PROMPTS = {
    Phase.AP: roll_for_ap,
    Phase.CHECK: roll_to_dare,
    Phase.DICE: roll_to_hit,
    Phase.LEADER: roll_for_leader,
    Phase.MORALE: roll_for_morale,
    Phase.RALLY: roll_to_rally,
}


def die(s: Any) -> str:
    """The die that is to be rolled, as the picture names it: there is one."""
    return "die"


def rolls(s: Any) -> int:
    """Whose die it is: that of the side that acts."""
    return int(s.side)


# The end


def verdict(s: Any, seat: int) -> str:
    won = int(winner(s))
    if won < 0:
        return "A draw"
    if seat == EVERYBODY:
        return f"{capital(CALLED[won])} has won"
    return "You have won" if won == seat else "You have lost"


def ending(s: Any) -> tuple[int, str]:
    """C7.2: by a number of VP, or by what the scenario says of the end of its last turn."""
    won, vp = int(winner(s)), [int(vp_of(s, side)) for side in range(SIDES)]
    if won >= 0 and vp[won] >= s.vp[won]:
        return Clause.C7_2, f"{CALLED[won]} has {vp[won]} VP, and {s.vp[won]} win"
    after = f"after turn {s.turns}"
    if s.winner == Winner.MOST:
        both = f"{after} the Union has {vp[0]} VP and the Confederacy {vp[1]}"
        return Clause.C7_2, f"{both}, and more VP win" if won >= 0 else both
    if won < 0:
        return Clause.C7_2, f"{after} neither side has the VP to win"
    other = CALLED[1 - won]
    return Clause.C7_2, f"{after} {CALLED[won]} wins, as {other} has not reached {s.vp[1 - won]} VP"


# What the seat sees


def board(s: Any, seat: int) -> dict[str, Any]:
    """As JSON; null is what is not there, or what the seat cannot know."""
    width = int(s.width)
    letters = "".join(LETTERS[s.terrain[hex_]] for hex_ in range(width * s.height))
    labels = roster_of(s).labels
    return {
        "phase": Phase(s.phase).name.lower(),
        "turn": int(s.number),
        "turns": int(s.turns),
        "side": SEATS[s.side],
        "first": SEATS[s.first],
        "ap": int(s.ap),
        "sides": [side_json(s, side) for side in range(SIDES)],
        "pieces": [piece_json(s, piece) for side in range(SIDES) for piece in pieces_of(s, side)],
        "points": points_json(s),
        "terrain": [letters[at : at + width] for at in range(0, len(letters), width)],
        "labels": {hex_word(s, hex_): text for hex_, text in labels.items()},
        "under_way": under_way(s),
        "able": [f"piece-{piece}" for piece in able(s)],
        "go": usual(s),
        "sealed": bool(s.fog) and s.phase != Phase.OVER,
    }


def able(s: Any) -> list[int]:
    """The pieces that have something to do in this turn; none while something goes on."""
    if s.phase != Phase.ACT or not s.ap:
        return []
    codes = np.empty(MOST_MOVES, np.int64)
    count = moves(s, codes)
    return sorted({int(piece_of(code)) for code in codes[:count] if do_of(code) != Do.END})


def usual(s: Any) -> str | None:
    """What is offered before anything is touched: to stop, or to end a turn without APs."""
    if s.phase == Phase.ACT:
        return None if s.ap else "end"
    return "stop" if s.phase in (Phase.MOVE, Phase.FLIGHT) else None


def side_json(s: Any, side: int) -> dict[str, Any]:
    return {
        "seat": SEATS[side],
        "vp": int(vp_of(s, side)),
        "vp_to_win": int(s.vp[side]),
        "kills": int(s.kills[side]),
        "leaders_lost": int(s.lost[side]),
        "command": max(int(s.command[side] - s.lost[side]), 0),
        "kept_ap": int(s.banked[side]),
        "rallies": bool(s.rallies[side]),
    }


def piece_json(s: Any, piece: int) -> dict[str, Any]:
    morale = int(s.morale[piece])
    return {
        "number": piece,
        "name": name_of(s, piece),
        "side": SEATS[piece // MOST_PIECES],
        "kind": KINDS[s.kind[piece] - 1],
        "strength": int(s.strength[piece]),
        "full": int(s.full[piece]),
        "morale": colour(morale) if morale else None,
        "shown": bool(s.shown[piece]),
        "hex": word_or_none(s, s.at[piece]),
        "due": int(s.due[piece]) or None,
        "entry": word_or_none(s, s.entry[piece]),
        "acted": bool(s.acted[piece]),
        "can_move": bool(s.moves_from[piece] <= s.number),
    }


def word_or_none(s: Any, number: int) -> str | None:
    """Of a hex + 1."""
    return hex_word(s, int(number) - 1) if number else None


def points_json(s: Any) -> list[dict[str, Any]]:
    return [
        {
            "hex": word_or_none(s, hex_),
            "worth": int(s.point_worth[place]),
            "for": [SEATS[side] for side in range(SIDES) if s.point_scorers[place] >> side & 1],
            "holder": SEATS[s.point_holder[place] - 1] if s.point_holder[place] else None,
        }
        for place, hex_ in enumerate(s.point_hex)
        if hex_
    ]


def under_way(s: Any) -> dict[str, Any] | None:
    """The move, the combat or the rally that goes on, if any: pieces by their numbers."""
    pieces = ("mover", "along", "actor", "checked", "displaced")
    told: dict[str, Any] = {name: getattr(s, name) - 1 for name in pieces if getattr(s, name)}
    told |= {name: word_or_none(s, getattr(s, name)) for name in ("target", "into") if getattr(s, name)}
    if not told:
        return None
    return {**told, "assault": bool(s.assault), "dice": int(s.dice), "hits": int(s.hits), "ones": int(s.ones)}
