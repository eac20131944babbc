"""The log: one sentence for each event.

A template refers to a number of the event by its index in the comment at its `EventKind`, and then says what it means:
`{0:piece}` is the name of piece number 0. `{2:falls/is unhurt}` is a choice: the first text unless the number is 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....core.sentences import capitalize_first, plural
from ..rules.morale import morale_die_colour
from ..state import SIDE_NAMES, CivilWarState, EventKind
from .names import hex_name, morale_name, piece_name, with_leader_text
from .notation import dice_text

MORALE_ROLL = "{0:piece} (morale {2:morale}) rolls {1}, {1:colour}: "
TEMPLATES = {
    EventKind.MOVED: "{0:piece}{3:with} moves from {1:hex} to {2:hex}.",
    EventKind.EXTRA_HEX: "{1:piece} leads {0:piece} one hex further, for 1 AP.",
    EventKind.ENTERED: "{0:piece}{2:with} enters at {1:hex}.",
    EventKind.RUN_OVER: "{1:piece} overruns {0:piece} in {2:hex}.",
    EventKind.DARED: MORALE_ROLL + "{3:it does not attack, and fires instead/it attacks}.",
    EventKind.LEADER_ROLLED: "Roll for {0:piece}: {1}, he {2:falls/is unhurt}.",
    EventKind.SUFFERED: "{0:piece} loses {1:blocks} and has {2:{2}/none} left.",
    EventKind.ELIMINATED: "{0:piece} is eliminated in {2:hex}: 1 VP for {1:side}.",
    EventKind.MORALE_ROLLED: MORALE_ROLL + "{3:it must retreat/it stands}.",
    EventKind.RETREATED: "{0:piece}{3:with} retreats from {1:hex} to {2:hex}.",
    EventKind.NO_RETREAT: "{0:piece} cannot retreat from {1:hex}.",
    EventKind.MADE_ROOM: "{0:piece} makes room in {1:hex} and goes to {2:hex}.",
    EventKind.FLED: "{0:piece} flees from {1:hex} to {2:hex}.",
    EventKind.NO_FLIGHT: "{0:piece} cannot flee from {1:hex}, and stays.",
    EventKind.ADVANCED: "{0:piece}{3:with} advances from {1:hex} to {2:hex}.",
    EventKind.RALLIED: MORALE_ROLL + "{3:it rallies and has {3:blocks}/no block is restored}.",
    EventKind.TAKEN: "{0:Side} takes {1:hex}, worth {2} VP.",
    EventKind.TURN_ENDED: "{0:Side} ends its part of turn {3}. VP: Union {1}, Confederacy {2}.",
    EventKind.WON: "{0:Side} wins {2:with/at the end of the last turn, with} {1} VP.",
    EventKind.DRAWN: "The battle is a draw. VP: Union {0}, Confederacy {1}.",
    EventKind.STOPPED: "{0:piece} halts in {1:hex}.",
    EventKind.STAYED: "{0:piece} does not advance into {1:hex}.",
    EventKind.RALLYING: "{1:piece} rallies {0:piece}.",
    EventKind.NEEDS_ROOM: "{0:piece} falls back on {1:hex}, where {2:piece} must make room.",
}
MEANINGS: dict[str, Callable[[CivilWarState, int], str]] = {
    "": lambda s, number: str(number),
    "piece": piece_name,
    "hex": hex_name,
    "with": with_leader_text,
    "side": lambda s, side: SIDE_NAMES[side],
    "Side": lambda s, side: capitalize_first(SIDE_NAMES[side]),
    "blocks": lambda s, count: plural(count, "block"),
    "morale": lambda s, level: morale_name(level),
    "colour": lambda s, face: morale_name(morale_die_colour(s, face)),
}


@dataclass(frozen=True)
class EventNumber:
    """A number of an event, which a template formats."""

    s: CivilWarState
    value: int

    def __format__(self, meaning: str) -> str:
        if "/" in meaning:
            return meaning.split("/")[0 if self.value else 1]
        return MEANINGS[meaning](self.s, self.value)


def log_text(s: CivilWarState, kind: int, numbers: Sequence[int]) -> str:
    values = [int(number) for number in numbers]
    match kind:
        case EventKind.FIRED | EventKind.ASSAULTED:
            piece, target, dice, hit_number = values
            how = "fires at" if kind == EventKind.FIRED else "assaults"
            return f"{piece_name(s, piece)} {how} {hex_name(s, target)}: {dice_text(s, dice, hit_number, target)}."
        case EventKind.AP_ROLLED:
            side, face, points, _ = values
            gives = (face + 1) // 2  # C1.2
            total = f"{points - gives} + {gives} = {points} AP"
            return f"Turn {s.turn}: {SIDE_NAMES[side]} rolls. Die {face} gives {gives}: {total}."
        case EventKind.DIE_ROLLED:
            face, hit, modifier, _ = values
            sign = "+" if modifier > 0 else "−"
            terrain = f" ({sign}{abs(modifier)} terrain = {face + modifier})" if modifier else ""
            return f"{face}{terrain}: {'hit' if hit else 'no hit'}."
        case _:
            return TEMPLATES[EventKind(kind)].format(*(EventNumber(s, value) for value in values), turn=s.turn)
