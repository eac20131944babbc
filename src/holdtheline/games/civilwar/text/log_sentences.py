"""The log: one sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..rules.morale import morale_die_colour
from ..state import SIDE_NAMES, CivilWarState, EventKind
from .names import capitalize, hex_name, morale_name, piece_name, plural, with_leader_text
from .notation import dice_text


def log_text(s: CivilWarState, kind: int, numbers: Sequence[int]) -> str:
    return EVENT_TEXTS[EventKind(kind)](s, *(int(number) for number in numbers))


def ap_rolled_text(s: CivilWarState, side: int, face: int, ap: int, _: int) -> str:
    return f"Turn {s.turn}: {SIDE_NAMES[side]} rolls {face} and has {ap} AP."


def moved_text(s: CivilWarState, piece: int, from_: int, to: int, leader: int) -> str:
    unit = piece_name(s, piece) + with_leader_text(s, leader)
    return f"{unit} moves from {hex_name(s, from_)} to {hex_name(s, to)}."


def extra_hex_text(s: CivilWarState, piece: int, leader: int, *_: int) -> str:
    return f"{piece_name(s, leader)} leads {piece_name(s, piece)} one hex further, for 1 AP."


def entered_text(s: CivilWarState, piece: int, hex_: int, leader: int, _: int) -> str:
    return f"{piece_name(s, piece)}{with_leader_text(s, leader)} enters at {hex_name(s, hex_)}."


def run_over_text(s: CivilWarState, leader: int, piece: int, hex_: int, _: int) -> str:
    return f"{piece_name(s, piece)} overruns {piece_name(s, leader)} in {hex_name(s, hex_)}."


def fired_text(s: CivilWarState, piece: int, target: int, dice: int, number: int) -> str:
    return f"{piece_name(s, piece)} fires at {hex_name(s, target)}: {dice_text(s, dice, number, target)}."


def assaulted_text(s: CivilWarState, piece: int, target: int, dice: int, number: int) -> str:
    return f"{piece_name(s, piece)} assaults {hex_name(s, target)}: {dice_text(s, dice, number, target)}."


def dared_text(s: CivilWarState, piece: int, face: int, level: int, fails: int) -> str:
    result = "it does not attack, and fires instead" if fails else "it attacks"
    return f"{morale_die_text(s, piece, face, level)}: {result}."


def die_rolled_text(s: CivilWarState, face: int, hit: int, modifier: int, _: int) -> str:
    terrain = f" ({'+' if modifier > 0 else '−'}{abs(modifier)} terrain = {face + modifier})" if modifier else ""
    return f"{face}{terrain}: {'hit' if hit else 'no hit'}."


def leader_rolled_text(s: CivilWarState, leader: int, face: int, dies: int, _: int) -> str:
    return f"{face} for {piece_name(s, leader)}: he {'falls' if dies else 'is unhurt'}."


def suffered_text(s: CivilWarState, piece: int, blocks: int, left: int, _: int) -> str:
    return f"{piece_name(s, piece)} loses {plural(blocks, 'block')} and has {left or 'none'} left."


def eliminated_text(s: CivilWarState, piece: int, side: int, hex_: int, _: int) -> str:
    return f"{piece_name(s, piece)} is eliminated in {hex_name(s, hex_)}: 1 VP for {SIDE_NAMES[side]}."


def morale_rolled_text(s: CivilWarState, piece: int, face: int, level: int, fails: int) -> str:
    return f"{morale_die_text(s, piece, face, level)}: {'it must retreat' if fails else 'it stands'}."


def morale_die_text(s: CivilWarState, piece: int, face: int, level: int) -> str:
    """Return `Bee's Brigade (morale black) rolls 4, black`."""
    colour = morale_name(morale_die_colour(s, face))
    return f"{piece_name(s, piece)} (morale {morale_name(level)}) rolls {face}, {colour}"


def retreated_text(s: CivilWarState, piece: int, from_: int, to: int, leader: int) -> str:
    return (
        f"{piece_name(s, piece)}{with_leader_text(s, leader)} retreats from {hex_name(s, from_)} to {hex_name(s, to)}."
    )


def no_retreat_text(s: CivilWarState, piece: int, hex_: int, *_: int) -> str:
    return f"{piece_name(s, piece)} cannot retreat from {hex_name(s, hex_)}."


def made_room_text(s: CivilWarState, piece: int, from_: int, to: int, _: int) -> str:
    return f"{piece_name(s, piece)} makes room in {hex_name(s, from_)} and goes to {hex_name(s, to)}."


def fled_text(s: CivilWarState, leader: int, from_: int, to: int, _: int) -> str:
    return f"{piece_name(s, leader)} flees from {hex_name(s, from_)} to {hex_name(s, to)}."


def no_flight_text(s: CivilWarState, leader: int, hex_: int, *_: int) -> str:
    return f"{piece_name(s, leader)} is alone in {hex_name(s, hex_)} and cannot flee."


def advanced_text(s: CivilWarState, piece: int, from_: int, to: int, leader: int) -> str:
    return (
        f"{piece_name(s, piece)}{with_leader_text(s, leader)} advances from {hex_name(s, from_)} to {hex_name(s, to)}."
    )


def rallied_text(s: CivilWarState, piece: int, face: int, level: int, blocks: int) -> str:
    result = f"it rallies and has {plural(blocks, 'block')}" if blocks else "no block is restored"
    return f"{morale_die_text(s, piece, face, level)}: {result}."


def taken_text(s: CivilWarState, side: int, hex_: int, worth: int, _: int) -> str:
    return f"{capitalize(SIDE_NAMES[side])} takes {hex_name(s, hex_)}, worth {worth} VP."


def turn_ended_text(s: CivilWarState, side: int, union: int, confederate: int, turn: int) -> str:
    return f"{capitalize(SIDE_NAMES[side])} ends its part of turn {turn}. VP: Union {union}, Confederacy {confederate}."


def won_text(s: CivilWarState, side: int, vp: int, by_points: int, _: int) -> str:
    how = f"with {vp} VP" if by_points else f"at the end of the last turn, with {vp} VP"
    return f"{capitalize(SIDE_NAMES[side])} wins {how}."


def drawn_text(s: CivilWarState, union: int, confederate: int, *_: int) -> str:
    return f"The battle is a draw. VP: Union {union}, Confederacy {confederate}."


def stopped_text(s: CivilWarState, piece: int, hex_: int, *_: int) -> str:
    return f"{piece_name(s, piece)} halts in {hex_name(s, hex_)}."


def stayed_text(s: CivilWarState, piece: int, hex_: int, *_: int) -> str:
    return f"{piece_name(s, piece)} does not advance into {hex_name(s, hex_)}."


def rallying_text(s: CivilWarState, piece: int, leader: int, *_: int) -> str:
    return f"{piece_name(s, leader)} rallies {piece_name(s, piece)}."


def needs_room_text(s: CivilWarState, piece: int, hex_: int, friend: int, _: int) -> str:
    return f"{piece_name(s, piece)} falls back on {hex_name(s, hex_)}, where {piece_name(s, friend)} must make room."


EVENT_TEXTS: dict[EventKind, Callable[..., str]] = {
    EventKind.AP_ROLLED: ap_rolled_text,
    EventKind.MOVED: moved_text,
    EventKind.EXTRA_HEX: extra_hex_text,
    EventKind.ENTERED: entered_text,
    EventKind.RUN_OVER: run_over_text,
    EventKind.FIRED: fired_text,
    EventKind.ASSAULTED: assaulted_text,
    EventKind.DARED: dared_text,
    EventKind.DIE_ROLLED: die_rolled_text,
    EventKind.LEADER_ROLLED: leader_rolled_text,
    EventKind.SUFFERED: suffered_text,
    EventKind.ELIMINATED: eliminated_text,
    EventKind.MORALE_ROLLED: morale_rolled_text,
    EventKind.RETREATED: retreated_text,
    EventKind.NO_RETREAT: no_retreat_text,
    EventKind.MADE_ROOM: made_room_text,
    EventKind.FLED: fled_text,
    EventKind.NO_FLIGHT: no_flight_text,
    EventKind.ADVANCED: advanced_text,
    EventKind.RALLIED: rallied_text,
    EventKind.TAKEN: taken_text,
    EventKind.TURN_ENDED: turn_ended_text,
    EventKind.WON: won_text,
    EventKind.DRAWN: drawn_text,
    EventKind.STOPPED: stopped_text,
    EventKind.STAYED: stayed_text,
    EventKind.RALLYING: rallying_text,
    EventKind.NEEDS_ROOM: needs_room_text,
}
