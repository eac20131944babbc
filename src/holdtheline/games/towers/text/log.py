"""The sentence for every event of the log."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.sentences import plural
from ..rules import moves
from ..state import COLUMNS, LAST_TIMESTEP_EVENT, MAX_SOLDIERS, PLAYERS, EventKind, TowersState, unit_name
from .labels import mind_label
from .names import SEAT_NAMES, place_words, unit_words


def log_text(s: TowersState, kind: int, numbers: Sequence[int]) -> str:
    if kind > LAST_TIMESTEP_EVENT:
        return order_event_text(kind, numbers)
    step, lane = divmod(numbers[0], PLAYERS)
    return f"Timestep {step}, {SEAT_NAMES[lane]} lane: {timestep_event_words(kind, *numbers[1:])}."


def timestep_event_words(kind: int, a: int, b: int, c: int) -> str:
    match kind:
        case EventKind.ENTERED:
            return f"{soldier_number_words(a)}, a {unit_name(c)}, enters in column {b % COLUMNS}"
        case EventKind.SHOT:
            return f"the tower in {place_words(a)} hits {soldier_number_words(b)} for {c}"
        case EventKind.MOVED:
            return f"{soldier_number_words(a)} moves to {place_words(b)}"
        case EventKind.STRUCK:
            return f"{soldier_number_words(a)} hits the tower in {place_words(b)} for {c}"
        case EventKind.SCORED:
            return f"{soldier_number_words(a)} scores in column {b % COLUMNS}; {c} HP left"
        case EventKind.FELL:
            return f"{soldier_number_words(a)} falls in {place_words(b)}"
        case EventKind.RAZED:
            return f"the {unit_words(c)} in {place_words(a)} is destroyed, worth {b} gold"
        case _:
            return f"the tower in {place_words(a)} freezes {soldier_number_words(b)}"


def soldier_number_words(soldier: int) -> str:
    return f"soldier {soldier % MAX_SOLDIERS + 1}"


def order_event_text(kind: int, numbers: Sequence[int]) -> str:
    seat, a, b, c = numbers
    who = SEAT_NAMES[seat].capitalize()
    match kind:
        case EventKind.BUILT:
            return f"{who} builds a {unit_words(a)} in {place_words(b)}; {c} gold left."
        case EventKind.HIRED:
            return f"{who} hires soldier {b + 1}, a {unit_name(a)}; {c} gold left."
        case EventKind.DISMISSED:
            return f"{who} dismisses the {unit_words(a)}; {b} gold left."
        case EventKind.TAKEN_DOWN:
            return f"{who} takes down the {unit_words(a)} in {place_words(b)}; {c} gold left."
        case EventKind.SENT:
            return f"{who} sends soldier {a + 1} into column {c} at timestep {b}."
        case EventKind.SENT_HOME:
            return f"{who} keeps soldier {a + 1} at home."
        case EventKind.MIND_SET:
            return f"{who}: {mind_label(a, b)}."
        case EventKind.ALL_SENT:
            return f"{who} {order_for_all_words(a)}."
        case EventKind.READY:
            return f"{who} has ended the turn."
        case EventKind.LANE_RESULT:
            return f"{who} lane: {a} scored, {b} fell, {plural(c, 'tower')} destroyed."
        case EventKind.INCOME:
            return f"{who} gets {a} gold, and {b} for what it destroyed: it has {c} gold."
        case EventKind.WON:
            return f"{who} wins."
        case _:
            return "The game is a draw."


def order_for_all_words(local: int) -> str:
    if local == moves.ALL_HOME:
        return "keeps all soldiers at home"
    if local == moves.AS_LAST:
        return "sends the soldiers as in the last turn"
    if local < moves.IN_FILE:
        return f"sends all soldiers into column {local - moves.TOGETHER} at timestep 0"
    return f"sends all soldiers into column {local - moves.IN_FILE}, one per timestep"
