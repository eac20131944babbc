"""The board as JSON: characters, objectives, terrain and the active character; and traces of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..rules.battlefield import enemies_of, is_engaged, is_standing, side_of
from ..rules.combat.melee import count_opponents, why_not_fight
from ..rules.combat.shooting import can_shoot
from ..rules.corrections import can_correct
from ..rules.events import EventKind
from ..rules.move_generation import MAX_MOVES, legal_moves
from ..rules.movement.legs import longest_leg, move_allowance
from ..rules.moves import MoveKind, pack_move
from ..rules.traits.catalog import TraitInstance
from ..scenario.model import Character, Scenario, Side
from ..scenario.setup import known_scenario
from ..state import (
    FIRST_OBJECTIVE,
    INCH,
    MAX_COMPANIES,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
    TerrainKind,
)
from ..text.names import (
    SIDE_WORDS,
    all_characters,
    all_objectives,
    battle_names,
    company_name,
    current_seat,
    display_name,
    lower_article,
    name_of,
    place_in_inches,
    place_text,
    seat_name,
    terrain_id,
    thing_id,
)
from ..text.notation import move_text
from ..text.prompts import DECISION_PHASES, ready_characters
from .scene import ON_BATTLEFIELD, terrain_corners


def board(s: SkirmishState, seat: int) -> dict[str, Any]:
    """Return what a seat sees; lengths and places are in inches."""
    scenario = known_scenario(s)
    decides = s.phase in DECISION_PHASES
    return {
        "phase": Phase(s.phase).name.lower(),
        "round": s.round,
        "rounds": s.rounds,
        "side": SIDE_WORDS[s.side],
        "first": SIDE_WORDS[s.first_side],
        "general": seat_name(s, current_seat(s)) if decides else None,
        "title": scenario.title if scenario else "",
        "aim": scenario.aim if scenario else "",
        "rules": [trait.sentence for trait in scenario.traits] if scenario else [],
        "companies": companies_json(s, scenario),
        "characters": [character_json(s, scenario, piece) for piece in all_characters(s)],
        "objectives": [objective_json(s, scenario, thing) for thing in all_objectives(s)],
        "terrain": [terrain_json(s, scenario, index) for index in range(MAX_TERRAIN) if s.terrain_kind[index]],
        "active": active_json(s),
        "able": [thing_id(piece) for piece in ready_characters(s)] if s.phase == Phase.CHOOSE else [],
        "trial": True,
        "corrections": s.phase == Phase.CHOOSE and bool(can_correct(s)),
        **input_json(s, seat),
    }


def input_json(s: SkirmishState, seat: int) -> dict[str, Any]:
    """Return what a click does here: it plays at once, unless it would waste an activation."""
    is_acting = s.phase == Phase.ACTING and not count_opponents(s)
    has_moved = bool(s.legs or s.pivoted)
    return {
        "click_plays": True,
        "go": "stay" if is_acting and has_moved else None,
        "asks": ["stay"] if is_acting and not has_moved else ["pass"] if s.phase == Phase.CHOOSE else [],
        "plays_itself": forced_move(s) if s.phase == Phase.ACTING and seat == current_seat(s) else None,
    }


def forced_move(s: SkirmishState) -> str | None:
    """Return the only move of a character that must fight, or that can do nothing more; None if it has a choice."""
    opponents = [enemy for enemy in enemies_of(s, s.actor - 1) if why_not_fight(s, enemy) == 0]
    if s.charged or is_engaged(s, s.actor - 1):
        return move_text(s, pack_move(MoveKind.FIGHT, opponents[0], 0, 0)) if len(opponents) == 1 else None
    buffer = np.zeros(MAX_MOVES, np.int64)
    has_choice = longest_leg(s) > 0 or can_shoot(s) or legal_moves(s, buffer) > 1
    return None if has_choice else move_text(s, int(buffer[0]))


def to_inches(thousandths: int) -> float:
    return int(thousandths) / INCH


def id_or_none(reference: int) -> str | None:
    """Return the id of a thing from a field that holds its number plus 1."""
    return thing_id(reference - 1) if reference else None


# Characters


def companies_json(s: SkirmishState, scenario: Scenario | None) -> list[dict[str, Any]]:
    return [
        {
            "name": company_name(s, index),
            "side": SIDE_WORDS[s.company_side[index] - 1],
            "total": s.company_size[index],
            "fallen": s.company_lost[index],
            "fled": s.company_fled[index],
            "rules": trait_sentences(scenario.companies[index].traits) if scenario else [],
        }
        for index in range(MAX_COMPANIES)
        if s.company_side[index]
    ]


def scenario_character(scenario: Scenario | None, piece: int) -> Character | None:
    """Return the character as its file describes it."""
    if scenario is None:
        return None
    return scenario.of_side(Side(piece // MAX_PER_SIDE))[piece % MAX_PER_SIDE]


def trait_sentences(traits: tuple[TraitInstance, ...]) -> list[str]:
    return [trait.sentence for trait in traits]


def character_json(s: SkirmishState, scenario: Scenario | None, piece: int) -> dict[str, Any]:
    status, character = CharacterStatus(s.status[piece]), scenario_character(scenario, piece)
    is_on = status in ON_BATTLEFIELD
    return {
        "id": thing_id(piece),
        "name": display_name(s, piece),
        "card": character.card.name if character else "",
        "text": character.card.text if character else "",
        "side": SIDE_WORDS[side_of(piece)],
        "company": s.company[piece],
        "owner": seat_name(s, s.owner[piece]),
        "there": status.name.lower(),
        "at": place_in_inches(s.x[piece], s.y[piece]) if is_on else None,
        "facing": [s.face_x[piece], s.face_y[piece]] if is_on else None,
        "base": to_inches(2 * s.radius[piece]),
        "move": to_inches(s.pace[piece]),
        "attack": s.attack[piece],
        "defence": s.defence[piece],
        "wounds": s.wounds[piece],
        "slots": s.slots[piece],
        "range": to_inches(s.shooting_range[piece]),
        "traits": trait_sentences(scenario.traits_of(character)) if scenario and character else [],
        "routs": bool(s.routs[piece]),
        "done": bool(s.done[piece]),
        "engaged": bool(is_standing(s, piece) and is_engaged(s, piece)),
        "carries": id_or_none(s.carries[piece]),
        "wears": id_or_none(s.wears[piece]),
        "held_by": id_or_none(s.held_by[piece]),
        "arrives": s.arrives[piece] if status == CharacterStatus.WAITS else None,
        "label": character_label(s, piece),
    }


def character_label(s: SkirmishState, piece: int) -> str:
    """Return `Oda Verrin, move 6, attack 2, defence 1, wounds 0 of 3, at 12,2.5, has been activated`."""
    status = CharacterStatus(s.status[piece])
    numbers = f"move {to_inches(s.pace[piece]):g}, attack {s.attack[piece]}, defence {s.defence[piece]}"
    shoots = f", shoots {to_inches(s.shooting_range[piece]):g}" if s.shooting_range[piece] else ""
    wounds = f", wounds {s.wounds[piece]} of {s.slots[piece]}" if s.slots[piece] else ""
    where = f"at {place_text(s.x[piece], s.y[piece])}" if status == CharacterStatus.STANDS else status.name.lower()
    carries = f", carries {name_of(s, s.carries[piece] - 1)}" if s.carries[piece] else ""
    carries += f", wears {name_of(s, s.wears[piece] - 1)}" if s.wears[piece] else ""
    routs = ", routs" if s.routs[piece] else ""
    done = ", has been activated" if s.done[piece] and status == CharacterStatus.STANDS else ""
    return f"{display_name(s, piece)}, {numbers}{shoots}{wounds}, {where}{carries}{routs}{done}"


# Things and terrain


def objective_json(s: SkirmishState, scenario: Scenario | None, thing: int) -> dict[str, Any]:
    index = thing - FIRST_OBJECTIVE
    status = ObjectiveStatus(s.objective_status[index])
    return {
        "id": thing_id(thing),
        "name": display_name(s, thing),
        "lies": status.name.lower(),
        "at": place_in_inches(s.objective_x[index], s.objective_y[index])
        if status in (ObjectiveStatus.FREE, ObjectiveStatus.CARRIED)
        else None,
        "by": id_or_none(s.objective_carrier[index]),
        "traits": trait_sentences(scenario.objectives[index].traits) if scenario else [],
        "label": objective_label(s, thing),
    }


def objective_label(s: SkirmishState, thing: int) -> str:
    """Return `Toll ledger, at 12,17.25`."""
    index = thing - FIRST_OBJECTIVE
    status, carrier = ObjectiveStatus(s.objective_status[index]), s.objective_carrier[index] - 1
    where = {
        ObjectiveStatus.FREE: f"at {place_text(s.objective_x[index], s.objective_y[index])}",
        ObjectiveStatus.CARRIED: f"carried by {name_of(s, carrier)}",
        ObjectiveStatus.LEFT: f"taken off the table by {name_of(s, carrier)}",
    }
    return f"{display_name(s, thing)}, {where.get(status, 'not there')}"


def terrain_json(s: SkirmishState, scenario: Scenario | None, index: int) -> dict[str, Any]:
    return {
        "id": terrain_id(index),
        "kind": TerrainKind(s.terrain_kind[index]).name.lower(),
        "name": lower_article(battle_names(s).terrain.get(index, "")),
        "corners": [place_in_inches(*corner) for corner in terrain_corners(s, index)],
        "rounding": to_inches(s.terrain_rounding[index]),
        "rules": trait_sentences(scenario.terrain[index].traits) if scenario else [],
    }


# The active character


def active_json(s: SkirmishState) -> dict[str, Any] | None:
    """Return what the active character can still do; None if no character is active."""
    if not s.actor:
        return None
    is_acting = s.phase == Phase.ACTING
    return {
        "id": thing_id(s.actor - 1),
        "move": to_inches(move_allowance(s)),
        "leg": to_inches(longest_leg(s)) if is_acting else 0,
        "legs": s.legs,
        "extra": s.follow_ups,
        "charged": bool(s.charged),
        "must_fight": bool(is_acting and (s.charged or is_engaged(s, s.actor - 1))),
        "can_turn": bool(is_acting and s.legs < 2 and not s.moved_far and not s.pivoted),
        "striker": id_or_none(s.striker),
        "target": id_or_none(s.target),
    }


MOVE_TRACES = {EventKind.MOVED: "goes", EventKind.FLED: "flees", EventKind.KNOCKED: "thrown"}
AIM_TRACES = {
    EventKind.SHOT: "shoots",
    EventKind.FOUGHT: "fights",
    EventKind.STRUCK_BACK: "fights",
    EventKind.FREE_BLOW: "fights",
}
OTHER_TRACES = {
    EventKind.STRUCK: "result",
    EventKind.SAVED: "result",
    EventKind.WOUNDED: "result",
    EventKind.UNHURT: "result",
    EventKind.ROUTED: "result",
    EventKind.GRABBED: "result",
    EventKind.FELL: "result",
    EventKind.DROWNED: "result",
    EventKind.LINE_FOLLOWED: "listed",
}


def trace(kind: int, numbers: Sequence[int]) -> dict[str, Any] | None:
    """Return what an event leaves on the picture: a path, an aim, a result, or a decision of the AI general."""
    event, (piece, second, third, fourth) = EventKind(kind), (int(number) for number in numbers)
    how = (MOVE_TRACES | AIM_TRACES | OTHER_TRACES).get(event)
    if how is None:
        return None
    return {
        "who": thing_id(piece),
        "how": "charges" if event == EventKind.MOVED and fourth else how,
        "way": [unpack_place(second), unpack_place(third)] if event in MOVE_TRACES else None,
        "at": thing_id(second) if event in AIM_TRACES else None,
    }


def unpack_place(place: int) -> list[float]:
    """Convert a place in one number, as events have it, to inches."""
    return place_in_inches(place >> 16, place & 65535)
