"""Towers in words for one seat: what happened, what is asked, what it sees, what it can touch.

The record is already without what the seat may not know, so nothing here hides anything; what is known
of nobody but its owner is left out for the other seat, rather than shown as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.contract import EVERYBODY
from . import moves
from .course import winner
from .lane import LAST_FRAME, Happened
from .moves import turn_of
from .orders import (
    SEATS,
    acting_soldier,
    acting_unit,
    acting_words,
    label_of_mind,
    mind_name,
    place_words,
    unit_words,
)
from .seen import planning, verdict
from .state import (
    COLUMNS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    STEPS,
    TOWERS,
    UNITS,
    Clause,
    Phase,
    Picked,
    Stage,
    Unit,
    row_and_column,
    unit_name,
    when_and_where,
)
from .timeline import by_hand

# What happened


def sentence_of(s: Any, kind: int, numbers: Sequence[int]) -> str:
    return frame_sentence(kind, numbers) if kind <= LAST_FRAME else order_sentence(kind, numbers)


def frame_sentence(kind: int, numbers: Sequence[int]) -> str:
    step, lane = divmod(numbers[0], PLAYERS)
    return f"Timestep {step}, {SEATS[lane]} lane: {frame_words(kind, *numbers[1:])}."


def frame_words(kind: int, a: int, b: int, c: int) -> str:
    match kind:
        case Happened.ENTERED:
            return f"{body_words(a)}, a {unit_name(c)}, enters in column {b % COLUMNS}"
        case Happened.SHOT:
            return f"the tower in {place_words(a)} hits {body_words(b)} for {c}"
        case Happened.MOVED:
            return f"{body_words(a)} moves to {place_words(b)}"
        case Happened.STRUCK:
            return f"{body_words(a)} hits the tower in {place_words(b)} for {c}"
        case Happened.SCORED:
            return f"{body_words(a)} scores in column {b % COLUMNS}; {c} HP left"
        case Happened.FELL:
            return f"{body_words(a)} falls in {place_words(b)}"
        case Happened.RAZED:
            return f"the {unit_words(c)} in {place_words(a)} is destroyed, worth {b} gold"
        case _:
            return f"the tower in {place_words(a)} freezes {body_words(b)}"


def body_words(soldier: int) -> str:
    return f"soldier {soldier % MOST_SOLDIERS + 1}"


def order_sentence(kind: int, numbers: Sequence[int]) -> str:
    seat, a, b, c = numbers
    who = SEATS[seat].capitalize()
    match kind:
        case Happened.BUILT:
            return f"{who} builds a {unit_words(a)} in {place_words(b)}; {c} gold left."
        case Happened.HIRED:
            return f"{who} hires soldier {b + 1}, a {unit_name(a)}; {c} gold left."
        case Happened.DISMISSED:
            return f"{who} dismisses the {unit_words(a)}; {b} gold left."
        case Happened.TAKEN_DOWN:
            return f"{who} takes down the {unit_words(a)} in {place_words(b)}; {c} gold left."
        case Happened.SENT:
            return f"{who} sends soldier {a + 1} into column {c} at timestep {b}."
        case Happened.SENT_HOME:
            return f"{who} keeps soldier {a + 1} at home."
        case Happened.MINDED:
            return f"{who}: {label_of_mind(a, b)}."
        case Happened.MUSTERED:
            return f"{who} {muster_words(a)}."
        case Happened.READY:
            return f"{who} is ready."
        case Happened.LANE_TOLD:
            return f"{who} lane: {a} scored, {b} fell, {plural(c, 'tower')} destroyed."
        case Happened.INCOME:
            return f"{who} gets {a} gold, and {b} for what was destroyed: {c} gold."
        case Happened.WON:
            return f"{who} has won."
        case _:
            return "The game is a draw."


def muster_words(local: int) -> str:
    if local == moves.ALL_HOME:
        return "keeps all soldiers at home"
    if local == moves.AS_LAST:
        return "sends the soldiers as in the last turn"
    if local < moves.IN_FILE:
        return f"sends all soldiers into column {local - moves.TOGETHER} at timestep 0"
    return f"sends all soldiers into column {local - moves.IN_FILE}, one a timestep"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {noun}s"


OF_ONE_SEAT = frozenset(
    {
        Happened.BUILT,
        Happened.HIRED,
        Happened.DISMISSED,
        Happened.TAKEN_DOWN,
        Happened.SENT,
        Happened.SENT_HOME,
        Happened.MINDED,
        Happened.MUSTERED,
        Happened.INCOME,  # T8.1: it tells one's gold
    }
)


def audience(kind: int, numbers: Sequence[int]) -> int:
    """T2.2, T8.1: orders and gold are for their own seat."""
    return numbers[0] if kind in OF_ONE_SEAT else EVERYBODY


def reveals(s: Any, after: Any) -> bool:
    """A turn was played, or goes on: sealed orders are open, and what units did."""
    return bool(after.phase == Phase.ACT or after.number != s.number)


def ending(s: Any) -> tuple[int, str]:
    beaten = [SEATS[seat] for seat in range(PLAYERS) if s.hp[seat] <= 0]
    if len(beaten) == PLAYERS:
        return Clause.T7_1, "both have no HP left"
    if beaten:
        return Clause.T7_1, f"{beaten[0]} has no HP left"
    after = f"after {plural(s.number, 'turn')}"
    if s.hp[0] == s.hp[1]:
        return Clause.T7_2, f"{after} both have {s.hp[0]} HP"
    best = int(winner(s))
    return Clause.T7_2, f"{after} {SEATS[best]} has {s.hp[best]} HP and {SEATS[1 - best]} {s.hp[1 - best]}"


# What is asked


def prompt(s: Any, seat: int) -> str:
    if s.phase == Phase.OVER:
        return f"{verdict(s, seat)}: {ending(s)[1]}."
    if s.phase == Phase.ACT:
        return prompt_of_action(s, seat)
    if seat == EVERYBODY:
        return f"Turn {s.number + 1} of {s.turn_limit}. {planning(s)}."
    if s.ready[seat]:
        return f"You are ready. {SEATS[1 - seat].capitalize()} still plans."
    number = f"soldier {s.picked_unit[seat] + 1}"
    match int(s.picked[seat]):
        case Picked.TOWER:
            return f"Choose a cell of your lane for the {unit_words(s.picked_unit[seat])}."
        case Picked.SOLDIER:
            return f"Choose a column for {number}, or keep it at home."
        case Picked.COLUMN:
            return f"Choose a timestep, 0 to {STEPS - 1}, for {number} in column {s.picked_column[seat]}."
    gold = f" You have {s.gold[seat]} gold." if s.gold[seat] else ""
    turn = f"Turn {s.number + 1} of {s.turn_limit}."
    return f"{turn}{gold} Build towers, hire soldiers, send them; then say ready."


def prompt_of_action(s: Any, seat: int) -> str:
    head, owner = f"Timestep {s.step}, {SEATS[s.lane]} lane", int(turn_of(s))
    if owner != seat:
        return f"{head}: {SEATS[owner]} decides for its {acting_words(s)}."
    can = "shoot at a soldier" if s.stage == Stage.TOWERS else "move, attack or score"
    return f"{head}: your {acting_words(s)} acts. It can {can}, or rest."


# What the seat sees


def board(s: Any, seat: int) -> dict[str, Any]:
    """As JSON; null is what the seat cannot know."""
    told = {
        "turn": s.number + (s.phase != Phase.OVER),
        "turn_limit": s.turn_limit,
        "phase": Phase(s.phase).name.lower(),
        "deployment_row": s.deployment_row,
        "players": [player_json(s, who, who == seat or s.phase == Phase.OVER) for who in range(PLAYERS)],
        "units": {unit_name(unit): unit_json(s, unit) for unit in Unit},
        **by_hand(s, seat),
    }
    return {**told, **action_json(s)} if s.phase == Phase.ACT else told


def player_json(s: Any, seat: int, known: bool) -> dict[str, Any]:
    minds = {unit_name(unit): mind_name(s.mind[seat * UNITS + unit]) for unit in Unit}
    return {
        "seat": SEATS[seat],
        "hp": s.hp[seat],
        "gold": s.gold[seat] if known else None,
        "ready": bool(s.ready[seat]),
        "towers": [tower_json(s, seat, place) for place in range(s.towers[seat])],
        "soldiers": [soldier_json(s, seat, number) for number in range(s.soldiers[seat])] if known else None,
        "minds": minds if known else None,
        "picked": picked_json(s, seat) if known else None,
        "showed": [shown_json(s, seat, place) for place in range(s.shown[seat])],
        "results": {"leaked": s.leaked[seat], "felled": s.felled[seat], "razed": s.razed[seat]},
    }


def tower_json(s: Any, lane: int, place: int) -> dict[str, Any]:
    tower = lane * MOST_TOWERS + place
    unit = s.tower_unit[tower]
    row, column = row_and_column(s.tower_cell[tower])
    return {
        "unit": unit_name(unit),
        "row": row,
        "column": column,
        "health": s.tower_health[tower],
        "full_health": s.health[unit],
        "new": s.phase == Phase.PLAN and place >= s.standing[lane],
    }


def entry_json(entry: int) -> dict[str, Any]:
    step, column = when_and_where(entry) or (None, None)
    return {"step": step, "column": column}


def soldier_json(s: Any, seat: int, number: int) -> dict[str, Any]:
    soldier = seat * MOST_SOLDIERS + number
    return {
        "number": number + 1,
        "unit": unit_name(s.soldier_unit[soldier]),
        "new": s.phase == Phase.PLAN and number >= s.veterans[seat],
        **entry_json(s.entry[soldier]),
    }


def shown_json(s: Any, seat: int, place: int) -> dict[str, Any]:
    soldier = seat * MOST_SOLDIERS + place
    return {"unit": unit_name(s.shown_unit[soldier]), **entry_json(s.shown_entry[soldier])}


def picked_json(s: Any, seat: int) -> dict[str, Any] | None:
    match int(s.picked[seat]):
        case Picked.TOWER:
            return {"tower": unit_name(s.picked_unit[seat])}
        case Picked.SOLDIER:
            return {"soldier": s.picked_unit[seat] + 1}
        case Picked.COLUMN:
            return {"soldier": s.picked_unit[seat] + 1, "column": s.picked_column[seat]}
    return None


def unit_json(s: Any, unit: int) -> dict[str, Any]:
    told = {"cost": s.cost[unit], "health": s.health[unit], "range": s.reach[unit], "damage": s.damage[unit]}
    if unit in TOWERS:
        return {**told, "whole_cell": bool(s.whole_cell[unit]), "freezes": bool(s.freezes[unit])}
    switches = {"front_only": bool(s.front_only[unit]), "jumps": bool(s.jumps[unit])}
    return {**told, "speed": s.speed[unit], "moves_every": s.moves_every[unit], **switches}


def action_json(s: Any) -> dict[str, Any]:
    """Where the turn stands, who acts, and who is on the lanes."""
    unit, cell = acting_unit(s)
    row, column = row_and_column(cell)
    number = None if s.stage == Stage.TOWERS else acting_soldier(s) % MOST_SOLDIERS + 1
    acting = {
        "seat": SEATS[turn_of(s)],
        "unit": unit_name(unit),
        "row": row,
        "column": column,
        "number": number,
    }
    return {
        "timestep": s.step,
        "lane": SEATS[s.lane],
        "acting": acting,
        "bodies": {
            SEATS[lane]: [body_json(s, body) for body in bodies_on(s, lane)] for lane in range(PLAYERS)
        },
    }


def bodies_on(s: Any, lane: int) -> list[int]:
    """The soldiers on a lane, in the order deployed."""
    base = (1 - lane) * MOST_SOLDIERS
    return [soldier for soldier in range(base, base + s.entered[lane]) if s.body_cell[soldier]]


def body_json(s: Any, soldier: int) -> dict[str, Any]:
    row, column = row_and_column(s.body_cell[soldier] - 1)
    return {
        "number": soldier % MOST_SOLDIERS + 1,
        "unit": unit_name(s.shown_unit[soldier]),
        "row": row,
        "column": column,
        "health": s.body_health[soldier],
        "frozen": bool(s.body_frozen[soldier]),
    }
