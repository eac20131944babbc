"""What a seat sees of a battle, as JSON: characters, things, terrain, and what the active one has left."""

from __future__ import annotations

from typing import Any

from .fighting import to_fight
from .moving import longest_leg, pace_now
from .names import (
    SIDE_WORDS,
    all_characters,
    company_name,
    name_of,
    objectives_of,
    place_words,
    roster_of,
    seat_name,
    seat_now,
    terrain_id,
    thing_id,
    title_of,
)
from .scenarios import known
from .space import is_engaged, side_of, stands
from .state import FIRST_OBJECTIVE, MOST_COMPANIES, MOST_OF_A_SIDE, MOST_TERRAIN, Ground, Lies, Phase, There
from .table import Character, Scenario, Side
from .text import DECISIONS, ready_now
from .traits import Given

INCH = 1000


def board(s: Any, seat: int) -> dict[str, Any]:
    """Lengths and places are inches; null is what is not there."""
    scenario = known(s)
    decides = s.phase in DECISIONS
    return {
        "phase": Phase(int(s.phase)).name.lower(),
        "round": int(s.round),
        "rounds": int(s.rounds),
        "side": SIDE_WORDS[s.side],
        "first": SIDE_WORDS[s.first],
        "general": seat_name(s, seat_now(s)) if decides else None,
        "title": scenario.title if scenario else "",
        "aim": scenario.aim if scenario else "",
        "rules": [one.sentence for one in scenario.traits] if scenario else [],
        "companies": companies_json(s, scenario),
        "characters": [character_json(s, scenario, piece) for piece in all_characters(s)],
        "objectives": [objective_json(s, scenario, thing) for thing in objectives_of(s)],
        "terrain": [terrain_json(s, scenario, place) for place in range(MOST_TERRAIN) if s.t_kind[place]],
        "active": active_json(s),
        "able": [thing_id(piece) for piece in ready_now(s)] if s.phase == Phase.CHOOSE else [],
        "trial": True,
        "go": "stay" if s.phase == Phase.ACTING and not to_fight(s) else None,
    }


def in_inches(thousandths: int) -> float:
    return int(thousandths) / INCH


def place_json(x: int, y: int) -> list[float]:
    return [in_inches(x), in_inches(y)]


def id_or_none(thing: int) -> str | None:
    """Of a thing + 1."""
    return thing_id(int(thing) - 1) if thing else None


# Characters


def companies_json(s: Any, scenario: Scenario | None) -> list[dict[str, Any]]:
    return [
        {
            "name": company_name(s, place),
            "side": SIDE_WORDS[s.c_side[place] - 1],
            "total": int(s.c_total[place]),
            "fallen": int(s.c_lost[place]),
            "fled": int(s.c_fled[place]),
            "rules": sentences(scenario.companies[place].traits) if scenario else [],
        }
        for place in range(MOST_COMPANIES)
        if s.c_side[place]
    ]


def card_of(scenario: Scenario | None, piece: int) -> Character | None:
    """The character as its file tells it."""
    if scenario is None:
        return None
    return scenario.of_side(Side(piece // MOST_OF_A_SIDE))[piece % MOST_OF_A_SIDE]


def sentences(traits: tuple[Given, ...]) -> list[str]:
    return [one.sentence for one in traits]


def character_json(s: Any, scenario: Scenario | None, piece: int) -> dict[str, Any]:
    there, card = There(int(s.there[piece])), card_of(scenario, piece)
    is_on = there in (There.STANDS, There.LIES)
    return {
        "id": thing_id(piece),
        "name": title_of(s, piece),
        "card": card.card.name if card else "",
        "text": card.card.text if card else "",
        "side": SIDE_WORDS[side_of(piece)],
        "company": int(s.company[piece]),
        "owner": seat_name(s, int(s.owner[piece])),
        "there": there.name.lower(),
        "at": place_json(s.x[piece], s.y[piece]) if is_on else None,
        "facing": [int(s.face_x[piece]), int(s.face_y[piece])] if is_on else None,
        "base": in_inches(2 * int(s.radius[piece])),
        "move": in_inches(s.pace[piece]),
        "attack": int(s.attack[piece]),
        "defence": int(s.defence[piece]),
        "wounds": int(s.wounds[piece]),
        "slots": int(s.slots[piece]),
        "range": in_inches(s.shoots[piece]),
        "traits": sentences(scenario.traits_of(card)) if scenario and card else [],
        "routs": bool(s.routs[piece]),
        "done": bool(s.done[piece]),
        "engaged": bool(stands(s, piece) and is_engaged(s, piece)),
        "carries": id_or_none(s.carries[piece]),
        "held_by": id_or_none(s.held_by[piece]),
        "arrives": int(s.arrives[piece]) if there == There.WAITS else None,
        "label": character_label(s, piece),
    }


def character_label(s: Any, piece: int) -> str:
    """`Oda Verrin, move 6, attack 2, defence 1, wounds 0 of 3, at 12,2.5, has been activated`."""
    there = There(int(s.there[piece]))
    numbers = f"move {in_inches(s.pace[piece]):g}, attack {s.attack[piece]}, defence {s.defence[piece]}"
    shoots = f", shoots {in_inches(s.shoots[piece]):g}" if s.shoots[piece] else ""
    wounds = f", wounds {s.wounds[piece]} of {s.slots[piece]}" if s.slots[piece] else ""
    where = f"at {place_words(s.x[piece], s.y[piece])}" if there == There.STANDS else there.name.lower()
    carries = f", carries {name_of(s, s.carries[piece] - 1)}" if s.carries[piece] else ""
    routs = ", routs" if s.routs[piece] else ""
    done = ", has been activated" if s.done[piece] and there == There.STANDS else ""
    return f"{title_of(s, piece)}, {numbers}{shoots}{wounds}, {where}{carries}{routs}{done}"


# Things and terrain


def objective_json(s: Any, scenario: Scenario | None, thing: int) -> dict[str, Any]:
    place = thing - FIRST_OBJECTIVE
    lies = Lies(int(s.o_lies[place]))
    return {
        "id": thing_id(thing),
        "name": title_of(s, thing),
        "lies": lies.name.lower(),
        "at": place_json(s.o_x[place], s.o_y[place]) if lies in (Lies.FREE, Lies.CARRIED) else None,
        "by": id_or_none(s.o_by[place]),
        "traits": sentences(scenario.objectives[place].traits) if scenario else [],
        "label": objective_label(s, thing),
    }


def objective_label(s: Any, thing: int) -> str:
    """`Toll ledger, at 12,17.25`."""
    place = thing - FIRST_OBJECTIVE
    lies, by = Lies(int(s.o_lies[place])), int(s.o_by[place]) - 1
    where = {
        Lies.FREE: f"at {place_words(s.o_x[place], s.o_y[place])}",
        Lies.CARRIED: f"carried by {name_of(s, by)}",
        Lies.LEFT: f"taken off the table by {name_of(s, by)}",
    }
    return f"{title_of(s, thing)}, {where.get(lies, 'not there')}"


def terrain_json(s: Any, scenario: Scenario | None, place: int) -> dict[str, Any]:
    first, count = int(s.t_first[place]), int(s.t_count[place])
    corners = range(first, first + count)
    return {
        "id": terrain_id(place),
        "kind": Ground(int(s.t_kind[place])).name.lower(),
        "name": roster_of(s).terrain.get(place, ""),
        "corners": [place_json(s.corner_x[corner], s.corner_y[corner]) for corner in corners],
        "rounding": in_inches(s.t_round[place]),
        "rules": sentences(scenario.terrain[place].traits) if scenario else [],
    }


# The active character


def active_json(s: Any) -> dict[str, Any] | None:
    """What the active character has left; null where nobody is active."""
    if not s.actor:
        return None
    is_acting = s.phase == Phase.ACTING
    return {
        "id": thing_id(int(s.actor) - 1),
        "move": in_inches(pace_now(s)),
        "leg": in_inches(longest_leg(s)) if is_acting else 0,
        "legs": int(s.legs),
        "extra": int(s.extra),
        "charged": bool(s.charged),
        "must_fight": bool(is_acting and (s.charged or is_engaged(s, s.actor - 1))),
        "can_turn": bool(is_acting and s.legs < 2 and not s.moved_far and not s.turned),
        "striker": id_or_none(s.striker),
        "target": id_or_none(s.target),
    }
