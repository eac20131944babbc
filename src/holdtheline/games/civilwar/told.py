"""What happened in a battle, in sentences. Names come from the scenario of the record after the step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .attack import colour_of
from .battle import CALLED
from .ground import DIE
from .happened import Happened
from .names import colour, hex_name, name_of, plural
from .orders import hit_words


def sentence_of(s: Any, kind: int, numbers: Sequence[int]) -> str:
    return SENTENCES[Happened(kind)](s, *(int(number) for number in numbers))


def led(s: Any, leader: int) -> str:
    """` with McDowell`, of a leader + 1."""
    return f" with {name_of(s, leader - 1)}" if leader else ""


def ap_rolled(s: Any, side: int, face: int, ap: int, _: int) -> str:
    return f"Turn {s.number}: {CALLED[side]} rolls {face} and has {ap} AP."


def moved(s: Any, piece: int, from_: int, to: int, leader: int) -> str:
    return f"{name_of(s, piece)}{led(s, leader)} goes from {hex_name(s, from_)} to {hex_name(s, to)}."


def extra_hex(s: Any, piece: int, leader: int, *_: int) -> str:
    return f"{name_of(s, leader)} leads {name_of(s, piece)} one hex further, for 1 AP."


def entered(s: Any, piece: int, hex_: int, leader: int, _: int) -> str:
    return f"{name_of(s, piece)}{led(s, leader)} enters at {hex_name(s, hex_)}."


def run_over(s: Any, leader: int, piece: int, hex_: int, _: int) -> str:
    return f"{name_of(s, piece)} finds {name_of(s, leader)} alone in {hex_name(s, hex_)}."


def fired(s: Any, piece: int, target: int, dice: int, number: int) -> str:
    return f"{name_of(s, piece)} fires at {hex_name(s, target)}: {attack(s, target, dice, number)}."


def assaulted(s: Any, piece: int, target: int, dice: int, number: int) -> str:
    return f"{name_of(s, piece)} assaults {hex_name(s, target)}: {attack(s, target, dice, number)}."


def attack(s: Any, target: int, dice: int, number: int) -> str:
    """Terrain comes off each die."""
    return f"{dice} dice, {hit_words(number - int(DIE[s.terrain[target]]))}"


def dared(s: Any, piece: int, face: int, level: int, shy: int) -> str:
    result = "it dares not, and fires" if shy else "it attacks"
    return f"{morale_die(s, piece, face, level)}: {result}."


def die_rolled(s: Any, face: int, hit: int, terrain: int, _: int) -> str:
    counts = f", {face + terrain} with the terrain" if terrain else ""
    return f"The die shows {face}{counts}: {'a hit' if hit else 'no hit'}."


def leader_rolled(s: Any, leader: int, face: int, dies: int, _: int) -> str:
    return f"The die for {name_of(s, leader)} shows {face}: he {'falls' if dies else 'is unhurt'}."


def suffered(s: Any, piece: int, blocks: int, left: int, _: int) -> str:
    return f"{name_of(s, piece)} loses {plural(blocks, 'block')} and has {left or 'none'} left."


def eliminated(s: Any, piece: int, side: int, hex_: int, _: int) -> str:
    return f"{name_of(s, piece)} is eliminated in {hex_name(s, hex_)}: 1 VP for {CALLED[side]}."


def morale_rolled(s: Any, piece: int, face: int, level: int, fails: int) -> str:
    result = f"{name_of(s, piece)} must retreat" if fails else "it stands"
    return f"{morale_die(s, piece, face, level)}: {result}."


def morale_die(s: Any, piece: int, face: int, level: int) -> str:
    """`The morale die for Bee's Brigade, black here, shows 4, black`."""
    return (
        f"The morale die for {name_of(s, piece)}, {colour(level)} here, "
        f"shows {face}, {colour(colour_of(s, face))}"
    )


def retreated(s: Any, piece: int, from_: int, to: int, leader: int) -> str:
    return f"{name_of(s, piece)}{led(s, leader)} retreats from {hex_name(s, from_)} to {hex_name(s, to)}."


def no_retreat(s: Any, piece: int, hex_: int, *_: int) -> str:
    return f"{name_of(s, piece)} has no way back from {hex_name(s, hex_)}."


def made_room(s: Any, piece: int, from_: int, to: int, _: int) -> str:
    return f"{name_of(s, piece)} makes room in {hex_name(s, from_)} and goes to {hex_name(s, to)}."


def fled(s: Any, leader: int, from_: int, to: int, _: int) -> str:
    return f"{name_of(s, leader)} flees from {hex_name(s, from_)} to {hex_name(s, to)}."


def no_flight(s: Any, leader: int, hex_: int, *_: int) -> str:
    return f"{name_of(s, leader)} is alone in {hex_name(s, hex_)} and cannot flee."


def advanced(s: Any, piece: int, from_: int, to: int, leader: int) -> str:
    return f"{name_of(s, piece)}{led(s, leader)} advances from {hex_name(s, from_)} to {hex_name(s, to)}."


def rallied(s: Any, piece: int, face: int, level: int, blocks: int) -> str:
    result = f"it rallies, and has {plural(blocks, 'block')}" if blocks else "no block is restored"
    return f"{morale_die(s, piece, face, level)}: {result}."


def taken(s: Any, side: int, hex_: int, worth: int, _: int) -> str:
    return f"{capital(CALLED[side])} takes {hex_name(s, hex_)}, worth {worth} VP."


def turn_ended(s: Any, side: int, union: int, confederate: int, turn: int) -> str:
    return (
        f"{capital(CALLED[side])} ends its part of turn {turn}. VP: Union {union}, Confederacy {confederate}."
    )


def won(s: Any, side: int, vp: int, by_number: int, _: int) -> str:
    how = f"with {vp} VP" if by_number else f"at the end of the last turn, with {vp} VP"
    return f"{capital(CALLED[side])} wins {how}."


def drawn(s: Any, union: int, confederate: int, *_: int) -> str:
    return f"The battle is a draw. VP: Union {union}, Confederacy {confederate}."


def stopped(s: Any, piece: int, hex_: int, *_: int) -> str:
    return f"{name_of(s, piece)} halts in {hex_name(s, hex_)}."


def stayed(s: Any, piece: int, hex_: int, *_: int) -> str:
    return f"{name_of(s, piece)} does not advance into {hex_name(s, hex_)}."


def rallying(s: Any, piece: int, leader: int, *_: int) -> str:
    return f"{name_of(s, leader)} rallies {name_of(s, piece)}."


def needs_room(s: Any, piece: int, hex_: int, friend: int, _: int) -> str:
    return (
        f"{name_of(s, piece)} falls back on {hex_name(s, hex_)}, where {name_of(s, friend)} must make room."
    )


def capital(text: str) -> str:
    """Only the first letter, as names have capitals of their own."""
    return text[:1].upper() + text[1:]


SENTENCES: dict[Happened, Callable[..., str]] = {
    Happened.AP_ROLLED: ap_rolled,
    Happened.MOVED: moved,
    Happened.EXTRA_HEX: extra_hex,
    Happened.ENTERED: entered,
    Happened.RUN_OVER: run_over,
    Happened.FIRED: fired,
    Happened.ASSAULTED: assaulted,
    Happened.DARED: dared,
    Happened.DIE_ROLLED: die_rolled,
    Happened.LEADER_ROLLED: leader_rolled,
    Happened.SUFFERED: suffered,
    Happened.ELIMINATED: eliminated,
    Happened.MORALE_ROLLED: morale_rolled,
    Happened.RETREATED: retreated,
    Happened.NO_RETREAT: no_retreat,
    Happened.MADE_ROOM: made_room,
    Happened.FLED: fled,
    Happened.NO_FLIGHT: no_flight,
    Happened.ADVANCED: advanced,
    Happened.RALLIED: rallied,
    Happened.TAKEN: taken,
    Happened.TURN_ENDED: turn_ended,
    Happened.WON: won,
    Happened.DRAWN: drawn,
    Happened.STOPPED: stopped,
    Happened.STAYED: stayed,
    Happened.RALLYING: rallying,
    Happened.NEEDS_ROOM: needs_room,
}
