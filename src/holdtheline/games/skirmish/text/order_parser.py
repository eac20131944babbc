"""Parse an order typed in one go into moves.

    f3 shoot e2               use f3, shoot e2
    charge e2                 the leg, or the two legs, into contact with e2
    go 10,6 then 12,8         two legs
    go 4 up                   a leg of 4 inches: up, down, left or right, as the battlefield is drawn
    go 4 towards e2           a leg of 4 inches in that direction
    go to o1, face e2         to where it lies, towards where it stands

Whether the rules allow the moves is checked elsewhere."""

from __future__ import annotations

import re

from ....core.plane import move_towards
from ..rules.battlefield import is_standing, thing_x, thing_y
from ..rules.movement.charges import charge_ends
from ..rules.moves import MoveKind, pack_move, why_not
from ..rules.sequence_of_play import apply
from ..state import MAX_CHARACTERS, Phase, SkirmishState
from .names import all_things, find_thing, place_text
from .notation import (
    KIND_BY_WORD,
    MAX_TEXT_LENGTH,
    MOVE_WORDS,
    NUMBER_PATTERN,
    PLACE_PATTERN,
    clamp_to_battlefield,
    move_text,
    parse_thousandths,
    possible_things,
)

DIRECTION_VECTORS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
DISTANCE_AND_DIRECTION = re.compile(rf"{NUMBER_PATTERN}(?: inch(?:es)?)? (up|down|left|right)")
DISTANCE_AND_GOAL = re.compile(rf"{NUMBER_PATTERN}(?: inch(?:es)?)? (?:to|towards|toward) (.+)")
TWO_LEGS = re.compile(rf"({PLACE_PATTERN.pattern})(?: then| and| to|;|,)? ({PLACE_PATTERN.pattern})")
CHARGE_WORD = "charge"


def parse_order(s: SkirmishState, seat: int, text: str) -> list[str] | None:
    """Return the texts of the moves; None if the order is a single move, or is not understood."""
    words = text.split()
    if not words or len(text) > MAX_TEXT_LENGTH:
        return None
    first = words[0].lower()
    if first in KIND_BY_WORD or first == CHARGE_WORD:
        return parse_action(s, first, " ".join(words[1:]))
    return parse_character_order(s, seat, words)


def parse_character_order(s: SkirmishState, seat: int, words: list[str]) -> list[str] | None:
    """Parse an order that begins with a character, which is activated first unless it is active."""
    known = {*KIND_BY_WORD, CHARGE_WORD} - {MOVE_WORDS[MoveKind.CORRECT]}  # which is no order to a character
    verbs = (index for index, word in enumerate(words) if word.lower() in known)
    verb = next(verbs, 0)
    who = find_thing(s, " ".join(words[:verb]), possible_things(s, MoveKind.ACTIVATE)) if verb else None
    if who is None or who >= MAX_CHARACTERS:
        return None
    rest = " ".join(words[verb:])
    if s.phase == Phase.ACTING and s.actor == who + 1:
        return parse_order(s, seat, rest) or [rest]
    code = pack_move(MoveKind.ACTIVATE, who, 0, 0)
    use = move_text(s, code)
    if why_not(s, code):
        return [use]
    after = s.copy()
    apply(after, code, None)
    return [use, *(parse_order(after, seat, rest) or [rest])]


def parse_action(s: SkirmishState, word: str, rest: str) -> list[str] | None:
    """Parse an order to the active character."""
    rest = " ".join(rest.split()).lower()
    if word == CHARGE_WORD:
        return parse_charge(s, rest)
    if word not in ("go", "face") or not s.actor:
        return None
    legs = TWO_LEGS.fullmatch(rest.removeprefix("via "))
    if legs and word == "go":
        return [f"go {legs[1]}", f"go {legs[4]}"]
    place = parse_destination(s, rest)
    return None if place is None else [f"{word} {place_text(*place)}"]


def parse_destination(s: SkirmishState, text: str) -> tuple[int, int] | None:
    """Return the place that a direction or a name refers to; None for coordinates, or if it is not understood."""
    x, y = s.x[s.actor - 1], s.y[s.actor - 1]
    if found := DISTANCE_AND_DIRECTION.fullmatch(text):
        length, (dx, dy) = parse_thousandths(found[1]), DIRECTION_VECTORS[found[2]]
        return clamp_to_battlefield(x + dx * length, y + dy * length)
    if (found := DISTANCE_AND_GOAL.fullmatch(text)) and (goal := place_of_thing(s, found[2])):
        return move_towards(x, y, *goal, parse_thousandths(found[1]))
    return place_of_thing(s, text.removeprefix("to "))


def place_of_thing(s: SkirmishState, name: str) -> tuple[int, int] | None:
    thing = find_thing(s, name, all_things(s))
    return None if thing is None else (thing_x(s, thing), thing_y(s, thing))


def parse_charge(s: SkirmishState, name: str) -> list[str] | None:
    """Return the legs of a charge (K3.7); if there is none, the straight leg, so that the rules say why not."""
    target = find_thing(s, name, possible_things(s, MoveKind.FIGHT))
    if target is None or target >= MAX_CHARACTERS or not s.actor or not is_standing(s, target):
        return None
    return [f"go {place_text(*end)}" for end in charge_ends(s, target)]
