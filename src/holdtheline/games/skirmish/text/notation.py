"""The notation of moves: write and parse move texts, label a move, and name its clause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ....core.definition import FIRST_MOVE
from ....core.plane import ceil_sqrt, squared_distance
from ....core.sentences import join_words
from ..rules.battlefield import characters_of_side, count_contacts, enemies_of, has_trait
from ..rules.combat.blows import face_needed
from ..rules.combat.rout import can_rout
from ..rules.movement.legs import would_charge
from ..rules.moves import MoveKind, die_clause, move_kind, move_thing, move_x, move_y, pack_move
from ..rules.traits.catalog import CANNOT_BE_FELLED, ROUTING_BLOW
from ..rules.traits.grab_and_knock_back import can_grab
from ..state import BATTLEFIELD_SIZE, FIRST_OBJECTIVE, Clause, SkirmishState
from .names import (
    all_characters,
    all_things,
    approximate_inches,
    find_thing,
    name_of,
    place_text,
    thing_id,
    with_article,
)

KINDS_WITH_THING = frozenset({MoveKind.ACTIVATE, MoveKind.PICK_UP, MoveKind.SHOOT, MoveKind.FIGHT, MoveKind.CORRECT})
KINDS_WITH_PLACE = frozenset({MoveKind.LEG, MoveKind.FACE, MoveKind.CORRECT})
MOVE_WORDS = {
    MoveKind.PASS: "pass",
    MoveKind.ACTIVATE: "use",
    MoveKind.PICK_UP: "take",
    MoveKind.LEG: "go",
    MoveKind.FACE: "face",
    MoveKind.SHOOT: "shoot",
    MoveKind.FIGHT: "fight",
    MoveKind.STAY: "stay",
    MoveKind.LEAVE: "leave",
    MoveKind.CORRECT: "correct",
}
KIND_BY_WORD = {word: kind for kind, word in MOVE_WORDS.items()}
FILLER_WORDS = {MoveKind.LEG: "to", MoveKind.SHOOT: "at", MoveKind.FACE: "to", MoveKind.FIGHT: "with"}
"""Words that people type and that add nothing."""
MOVE_CLAUSES = {
    MoveKind.PASS: Clause.K2_2,
    MoveKind.ACTIVATE: Clause.K2_2,
    MoveKind.PICK_UP: Clause.K3_1,
    MoveKind.LEG: Clause.K3_4,
    MoveKind.FACE: Clause.K3_4,
    MoveKind.SHOOT: Clause.K3_5,
    MoveKind.FIGHT: Clause.K3_8,
    MoveKind.STAY: Clause.K2_2,
    MoveKind.LEAVE: Clause.K3_2,
    MoveKind.CORRECT: Clause.K1_1,
}
NUMBER_PATTERN = r"([0-9]{1,2}(?:\.[0-9]{1,3})?)"
PLACE_PATTERN = re.compile(rf"{NUMBER_PATTERN}(?: ?, ?| ){NUMBER_PATTERN}")
THING_AND_PLACE = re.compile(rf"(.+?) (?:to )?({PLACE_PATTERN.pattern})")
COORDINATE_LIMIT = 1 << 16
"""The coordinates in a move code are below this."""
MAX_TEXT_LENGTH = 200


class DecodedMove(NamedTuple):
    """The parts of a move code; parts that the kind does not use are 0."""

    kind: MoveKind
    thing: int = 0
    x: int = 0
    y: int = 0


def decode_move(s: SkirmishState, code: int) -> DecodedMove | None:
    """Return the parts of a code; None if no move of this battle, legal or not, has it."""
    if move_kind(code) not in MOVE_WORDS or code < FIRST_MOVE:
        return None
    move = DecodedMove(MoveKind(move_kind(code)), move_thing(code), move_x(code), move_y(code))
    return move if code == pack_move(*move) and names_existing_thing(s, move) else None


def names_existing_thing(s: SkirmishState, move: DecodedMove) -> bool:
    """Return whether a move refers to what its kind needs, and to nothing else."""
    if (move.x or move.y) and move.kind not in KINDS_WITH_PLACE:
        return False
    return move.thing in all_things(s) if move.kind in KINDS_WITH_THING else move.thing == 0


# Texts


def move_text(s: SkirmishState, code: int) -> str:
    """Return `use f3`, `go 12.5,8.25`, `shoot e2`, `correct f3 12.5,8.25`."""
    move = decode_move(s, code)
    if move is None:
        return f"move {code}"
    words = [MOVE_WORDS[move.kind]]
    words += [thing_id(move.thing)] if move.kind in KINDS_WITH_THING else []
    words += [place_text(move.x, move.y)] if move.kind in KINDS_WITH_PLACE else []
    return " ".join(words)


def parse_move(s: SkirmishState, text: str) -> int | None:
    """Parse a move with ids or names: `shoot e2`, `shoot the bow on the mound`, `go to 12.5, 8.25`."""
    words = text.split()
    if not words or len(text) > MAX_TEXT_LENGTH or words[0].lower() not in KIND_BY_WORD:
        return None
    kind = KIND_BY_WORD[words[0].lower()]
    rest = words[1:]
    if rest and rest[0].lower() == FILLER_WORDS.get(kind):
        rest = rest[1:]
    argument = " ".join(rest)
    if kind == MoveKind.CORRECT:
        return parse_correction(s, argument)
    if kind in KINDS_WITH_PLACE:
        place = parse_place(argument)
        return None if place is None else pack_move(kind, 0, *place)
    if kind in KINDS_WITH_THING:
        thing = find_thing(s, argument, possible_things(s, kind))
        return None if thing is None else pack_move(kind, thing, 0, 0)
    return None if argument else pack_move(kind, 0, 0, 0)


def parse_correction(s: SkirmishState, text: str) -> int | None:
    """Parse `f3 12.5,8` or `Oda Verrin to 12.5, 8`."""
    found = THING_AND_PLACE.fullmatch(text)
    thing = find_thing(s, found[1], all_characters(s)) if found else None
    place = parse_place(found[2]) if found else None
    return None if thing is None or place is None else pack_move(MoveKind.CORRECT, thing, *place)


def parse_place(text: str) -> tuple[int, int] | None:
    """Parse a place in inches to thousandths."""
    found = PLACE_PATTERN.fullmatch(text)
    if not found or not text.isascii():
        return None
    x, y = (parse_thousandths(word) for word in found.groups())
    return (x, y) if x < COORDINATE_LIMIT and y < COORDINATE_LIMIT else None


def clamp_to_battlefield(x: int, y: int) -> tuple[int, int]:
    return min(max(x, 0), BATTLEFIELD_SIZE), min(max(y, 0), BATTLEFIELD_SIZE)


def parse_thousandths(word: str) -> int:
    """Convert a number of inches, such as `12.5`, exactly."""
    whole, _, rest = word.partition(".")
    return int(whole) * 1000 + int(f"{rest:0<3}")


def possible_things(s: SkirmishState, kind: MoveKind) -> Iterable[int]:
    """Return the things that a name in this kind of move can refer to."""
    if kind == MoveKind.ACTIVATE:
        return characters_of_side(s, s.side)
    if kind == MoveKind.PICK_UP:
        return all_things(s)
    return characters_of_side(s, 1 - s.side)


# Labels


def move_clause(s: SkirmishState, code: int) -> int:
    if code < FIRST_MOVE:
        return int(die_clause(s))
    move = decode_move(s, code)
    if move is None:
        return int(Clause.K2_2)
    if move.kind == MoveKind.LEG and s.actor and count_contacts(s, s.actor - 1, move.x, move.y):
        return int(Clause.K3_7)
    if move.kind == MoveKind.SHOOT and s.legs:
        return int(Clause.K3_6)
    if move.kind == MoveKind.FIGHT and s.charged:
        return int(Clause.K3_7)
    return int(MOVE_CLAUSES[move.kind])


def move_label(s: SkirmishState, code: int) -> str:
    """Describe what a move does."""
    move = decode_move(s, code)
    if move is None:
        return f"move {code}"
    actor = s.actor - 1
    match move.kind:
        case MoveKind.PASS:
            return "pass"
        case MoveKind.ACTIVATE:
            return f"use {name_of(s, move.thing)}"
        case MoveKind.PICK_UP:
            return f"{name_of(s, actor)} picks up {with_article(s, move.thing)}"
        case MoveKind.LEG:
            return leg_label(s, actor, move.x, move.y)
        case MoveKind.FACE:
            return f"{name_of(s, actor)} turns towards {place_text(move.x, move.y)}"
        case MoveKind.SHOOT:
            return f"{name_of(s, actor)} shoots at {name_of(s, move.thing)}{wound_roll_text(s, move.thing, True)}"
        case MoveKind.FIGHT:
            return f"{name_of(s, actor)} fights {name_of(s, move.thing)}{wound_roll_text(s, move.thing, False)}"
        case MoveKind.LEAVE:
            return f"{name_of(s, actor)} leaves by the exit"
        case MoveKind.CORRECT:
            return f"{name_of(s, move.thing)} stands at {place_text(move.x, move.y)} on the real table"
        case _:
            return f"end {name_of(s, actor)}'s activation"


def leg_label(s: SkirmishState, actor: int, x: int, y: int) -> str:
    if actor < 0:
        return f"go to {place_text(x, y)}"
    length = ceil_sqrt(squared_distance(s.x[actor], s.y[actor], x, y))
    charged = [name_of(s, enemy) for enemy in enemies_charged_at(s, x, y)]
    verb = f"charges {join_words(charged)}," if charged else "goes"
    return f"{name_of(s, actor)} {verb} {approximate_inches(length)} to {place_text(x, y)}"


def enemies_charged_at(s: SkirmishState, x: int, y: int) -> list[int]:
    """Return the enemies that the active character would charge with a leg to this place."""
    return [enemy for enemy in enemies_of(s, s.actor - 1) if would_charge(s, x, y, enemy)]


def wound_roll_text(s: SkirmishState, target: int, is_shot: bool) -> str:
    """Return `: needs 4 or more to wound`, or to fell, or nothing if the target is not a character."""
    actor = s.actor - 1
    if actor < 0 or target >= FIRST_OBJECTIVE:
        return ""
    return f": needs {face_text(face_needed(s, actor, target, is_shot))} {blow_purpose(s, actor, target, is_shot)}"


PURPOSE_TEXTS = {
    "routs": "to rout",
    "is seized": "to seize",
    "is wounded": "to wound",
    "falls": "to fell",
    "stands, as it cannot be felled": "to hit (it cannot be felled)",
}
"""For each effect of a hit, its purpose: `50% to wound`."""


def hit_effect(s: SkirmishState, striker: int, target: int, is_shot: bool) -> str:
    """Say what a hit does if no item turns it away."""
    if not is_shot and has_trait(s, striker, ROUTING_BLOW) and can_rout(s, target):
        return "routs"
    if not is_shot and can_grab(s, striker, target):
        return "is seized"
    if s.wounds[target] < s.slots[target]:
        return "is wounded"
    return "stands, as it cannot be felled" if has_trait(s, target, CANNOT_BE_FELLED) else "falls"


def blow_purpose(s: SkirmishState, striker: int, target: int, is_shot: bool) -> str:
    """Return what a blow is for: `to wound`."""
    return PURPOSE_TEXTS[hit_effect(s, striker, target, is_shot)]


def face_text(face: int) -> str:
    return "a 6" if face >= 6 else f"{face} or more"
