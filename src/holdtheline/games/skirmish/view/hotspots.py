"""What can be clicked: hotspots with their keys and labels, and the move that clicks mean.

Click one of your own characters to activate it. Then click an enemy to fight, shoot or charge it, whichever is
possible first; an objective to pick it up; a place to go there. Click `shoot` or `charge` before an enemy to
choose which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from ....core.view_types import ClickPath, Hotspot
from ..rules.battlefield import enemies_of, is_engaged, is_standing, side_of
from ..rules.combat.melee import why_not_fight
from ..rules.combat.shooting import why_not_shoot
from ..rules.move_generation import MAX_MOVES, legal_moves
from ..rules.movement.bends import NO_WAY
from ..rules.movement.charges import charge_ends, find_charge
from ..rules.moves import MoveKind, move_kind, move_x, move_y, pack_move, why_not_leave
from ..state import FIRST_OBJECTIVE, CharacterStatus, ObjectiveStatus, Phase, SkirmishState
from ..text.names import all_characters, all_objectives, current_seat, place_text, thing_id, thing_with_id
from ..text.notation import DecodedMove, decode_move, leg_label, parse_place
from ..text.prompts import DECISION_PHASES
from .board import character_label, objective_label

BUTTONS = {
    "pass": ("e", "pass"),
    "stay": ("s", "end activation"),
    "leave": ("x", "leave by the exit"),
    "shoot": ("a", "shoot an enemy"),
    "charge": ("c", "charge an enemy"),
}
"""The key and label of each button; no client uses these keys for its own commands."""
BUTTON_MOVES = {"pass": MoveKind.PASS, "stay": MoveKind.STAY, "leave": MoveKind.LEAVE}
PLACE_PREFIX = "go-"


def place_id(x: int, y: int) -> str:
    return f"{PLACE_PREFIX}{place_text(x, y)}"


# Charges, which are slow to find


def charge_targets(s: SkirmishState) -> dict[int, tuple[int, ...]]:
    """Return the first leg of each possible charge, with the enemies it leads to."""
    return find_charge_legs(s.words.tobytes())


@lru_cache(maxsize=1)
def find_charge_legs(words: bytes) -> dict[int, tuple[int, ...]]:
    s, legs = SkirmishState(np.frombuffer(words, np.int64)), dict[int, tuple[int, ...]]()
    actor = s.actor - 1
    if s.phase != Phase.ACTING or s.charged or is_engaged(s, actor):
        return legs
    for target in enemies_of(s, actor):
        if is_standing(s, target):
            how, x, y, _, _ = find_charge(s, target, True)
            if how != NO_WAY:
                code = pack_move(MoveKind.LEG, 0, x, y)
                legs[code] = (*legs.get(code, ()), target)
    return legs


# From moves to clicks


def clicks(s: SkirmishState, code: int) -> tuple[ClickPath, ...]:
    move = decode_move(s, code)
    return () if move is None else tuple(ClickPath(tuple(ids)) for ids in click_paths(s, code, move))


def click_paths(s: SkirmishState, code: int, move: DecodedMove) -> Iterator[Sequence[str]]:
    id_ = thing_id(move.thing)
    match move.kind:
        case MoveKind.ACTIVATE | MoveKind.PICK_UP | MoveKind.FIGHT:
            yield [id_]
        case MoveKind.SHOOT:
            yield ["shoot", id_]
            if why_not_fight(s, move.thing) != 0:
                yield [id_]
        case MoveKind.LEG:
            yield [place_id(move.x, move.y)]
            for target in charge_targets(s).get(code, ()):
                yield ["charge", thing_id(target)]
                if why_not_fight(s, target) != 0 and why_not_shoot(s, target) != 0:
                    yield [thing_id(target)]
        case MoveKind.FACE:
            yield ["face", place_id(move.x, move.y)]
        case _:
            yield [move.kind.name.lower()]


# From clicks to moves


def move_from_clicks(s: SkirmishState, seat: int, clicked: Sequence[str]) -> int | None:
    """Return the move that these clicks mean, legal or not."""
    if s.phase not in DECISION_PHASES or seat != current_seat(s) or not clicked:
        return None
    move = decode_clicks(s, list(clicked))
    return None if move is None else pack_move(*move)


def decode_clicks(s: SkirmishState, clicked: list[str]) -> DecodedMove | None:
    if len(clicked) == 1 and clicked[0] in BUTTON_MOVES:
        return DecodedMove(BUTTON_MOVES[clicked[0]])
    last, thing = clicked[-1], thing_with_id(s, clicked[-1])
    if last.startswith(PLACE_PREFIX):
        place = parse_place(last.removeprefix(PLACE_PREFIX))
        kind = MoveKind.FACE if clicked[0] == "face" else MoveKind.LEG
        return None if place is None else DecodedMove(kind, 0, *place)
    if thing is None or len(clicked) > 2:
        return None
    if s.phase == Phase.CHOOSE:
        return DecodedMove(MoveKind.ACTIVATE if thing < FIRST_OBJECTIVE else MoveKind.PICK_UP, thing)
    return move_at_thing(s, thing, clicked[0] if len(clicked) == 2 else "")


def move_at_thing(s: SkirmishState, thing: int, how: str) -> DecodedMove | None:
    """Return what a click on a thing means for the active character."""
    actor = s.actor - 1
    if thing >= FIRST_OBJECTIVE or s.status[thing] == CharacterStatus.LIES:
        return DecodedMove(MoveKind.PICK_UP, thing)
    if thing == actor:
        return None
    if side_of(thing) == side_of(actor):
        return DecodedMove(MoveKind.ACTIVATE, thing)
    if how == "shoot":
        return DecodedMove(MoveKind.SHOOT, thing)
    if how == "charge":
        return charge_move(s, thing)
    if why_not_fight(s, thing) == 0 or s.charged or is_engaged(s, actor):
        return DecodedMove(MoveKind.FIGHT, thing)
    if why_not_shoot(s, thing) == 0:
        return DecodedMove(MoveKind.SHOOT, thing)
    charge = charge_move(s, thing)
    return DecodedMove(MoveKind.SHOOT, thing) if s.shooting_range[actor] and s.legs else charge


def charge_move(s: SkirmishState, target: int) -> DecodedMove:
    """Return the first leg of a charge; if there is none, the straight leg, so that the rules say why not."""
    if not is_standing(s, target):
        return DecodedMove(MoveKind.FIGHT, target)
    return DecodedMove(MoveKind.LEG, 0, *charge_ends(s, target)[0])


# Hotspots


def hotspots(s: SkirmishState, seat: int) -> tuple[Hotspot, ...]:
    """Return what this seat can click now, legal or not."""
    if s.phase not in DECISION_PHASES or seat != current_seat(s):
        return ()
    if s.phase == Phase.CHOOSE:
        return (
            button_hotspot("pass"),
            *character_hotspots(s, [piece for piece in all_characters(s) if is_standing(s, piece)], s.side),
        )
    actor = s.actor - 1
    things = [piece for piece in all_characters(s) if is_standing(s, piece) or s.status[piece] == CharacterStatus.LIES]
    free = [thing for thing in all_objectives(s) if s.objective_status[thing - FIRST_OBJECTIVE] == ObjectiveStatus.FREE]
    return (
        *map(button_hotspot, available_buttons(s)),
        *character_hotspots(s, things, 1 - side_of(actor)),
        *(Hotspot(thing_id(thing), "", objective_label(s, thing)) for thing in free),
        *(Hotspot(place_id(x, y), "", leg_label(s, actor, x, y)) for x, y in offered_legs(s)),
    )


def button_hotspot(id_: str) -> Hotspot:
    return Hotspot(id_, *BUTTONS[id_])


def available_buttons(s: SkirmishState) -> list[str]:
    actor = s.actor - 1
    if s.charged or is_engaged(s, actor):
        return []
    names = ["stay", "charge"]
    if s.shooting_range[actor]:
        names.insert(1, "shoot")
    if why_not_leave(s) == 0:
        names.append("leave")
    return names


def character_hotspots(s: SkirmishState, pieces: list[int], side: int) -> Iterator[Hotspot]:
    """Yield the hotspots of characters; the first nine of one side have a digit as their key."""
    for piece in pieces:
        number = int(thing_id(piece)[1:])
        key = str(number) if side_of(piece) == side and number <= 9 else ""
        yield Hotspot(thing_id(piece), key, character_label(s, piece))


def offered_legs(s: SkirmishState) -> list[tuple[int, int]]:
    """Return the ends of the legs among the legal moves that are listed."""
    buffer = np.zeros(MAX_MOVES, np.int64)
    codes = buffer[: legal_moves(s, buffer)].tolist()
    return [(move_x(code), move_y(code)) for code in codes if move_kind(code) == MoveKind.LEG]
