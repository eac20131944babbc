"""Measure on the battlefield: inches between characters or places, sight, and what blocks it.

    f3 e2          from base to base, and who sees whom
    f3 12,8.25     a leg, whether it is legal now, and what the character would see from there
    12,8.25        the same for the active character
    from 12,8.25   only what it would see from there
    f3             all enemies, the nearest first

Names can replace ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ....core.errors import UnknownName
from ....core.plane import base_gap, ceil_sqrt, is_in_front, squared_distance
from ....core.sentences import capitalize_first, join_words
from ..rules.battlefield import enemies_of, is_standing, is_within, side_of, thing_x, thing_y
from ..rules.combat.line_of_sight import find_sight_blocker
from ..state import FIRST_OBJECTIVE, MAX_CHARACTERS, ObjectiveStatus, SkirmishState
from ..text.names import (
    all_things,
    blocker_id,
    blocker_name,
    current_seat,
    find_thing,
    inches_phrase,
    name_of,
    place_text,
    thing_id,
)
from ..text.notation import parse_place
from ..text.prompts import DECISION_PHASES, ready_characters
from .preview import default_character, preview
from .scene import ON_BATTLEFIELD

USAGE = "say what to measure: measure f3 e2, measure f3 12,8.25, or measure f3 for all enemies"
NO_THING = -1
FROM_WORD = "from"
FILLER_WORDS = frozenset({"to", "and", FROM_WORD})


class RulerEnd(NamedTuple):
    """One end of a measurement."""

    name: str
    x: int
    y: int
    radius: int = 0
    thing: int = NO_THING  # a character or an objective; NO_THING: a place

    @property
    def is_character(self) -> bool:
        return 0 <= self.thing < MAX_CHARACTERS


def measure(s: SkirmishState, text: str) -> tuple[str, ...]:
    """Return the measurement in sentences; raise UnknownName if it names nothing on the table."""
    words = text.split()
    ends = parse_ends(s, words)
    if len(ends) == 1 and ends[0].is_character:
        return tuple(distances_to_enemies(s, ends[0]))
    if len(ends) == 1:
        piece = default_character(s)
        if piece is None:
            raise UnknownName(USAGE)
        ends = [end_at_thing(s, piece), ends[0]]
        if words[0].lower() == FROM_WORD:
            return tuple(sight_sentences(preview_leg(s, *ends)))
    first, second = ends
    if first.is_character and second.is_character:
        return tuple(between_characters(s, first, second))
    if second.is_character:
        first, second = second, first
    if first.is_character:
        return tuple(path_to_place(s, first, second))
    return (f"{capitalize_first(first.name)} and {second.name}: {distance_text(first, second)}.",)


# Parse the ends


def parse_ends(s: SkirmishState, words: list[str]) -> list[RulerEnd]:
    """Parse one end or two; names may have several words."""
    words = [word for word in words if word.lower() not in FILLER_WORDS]
    whole = find_end(s, " ".join(words))
    if whole is not None:
        return [whole]
    for split in range(1, len(words)):
        first, second = find_end(s, " ".join(words[:split])), find_end(s, " ".join(words[split:]))
        if first is not None and second is not None:
            return [first, second]
    raise UnknownName(USAGE)


def find_end(s: SkirmishState, text: str) -> RulerEnd | None:
    """Find a thing on the table, or parse a place."""
    place = parse_place(text)
    if place is not None:
        return RulerEnd(place_text(*place), *place)
    thing = find_thing(s, text, all_things(s)) if text else None
    return end_at_thing(s, thing) if thing is not None and is_thing_on_battlefield(s, thing) else None


def end_at_thing(s: SkirmishState, thing: int) -> RulerEnd:
    radius = s.radius[thing] if thing < MAX_CHARACTERS and is_standing(s, thing) else 0
    name = f"{name_of(s, thing)} ({thing_id(thing)})"
    return RulerEnd(name, thing_x(s, thing), thing_y(s, thing), radius, thing)


def is_thing_on_battlefield(s: SkirmishState, thing: int) -> bool:
    if thing >= FIRST_OBJECTIVE:
        return bool(s.objective_status[thing - FIRST_OBJECTIVE] in (ObjectiveStatus.FREE, ObjectiveStatus.CARRIED))
    return s.status[thing] in ON_BATTLEFIELD


# Sentences


def distance_text(first: RulerEnd, second: RulerEnd) -> str:
    return inches_phrase(ceil_sqrt(squared_distance(first.x, first.y, second.x, second.y)))


def between_characters(s: SkirmishState, first: RulerEnd, second: RulerEnd) -> Iterable[str]:
    """Say how far two characters are from each other, and whether they see each other (K1.1, K4.4)."""
    away = gap_between(first, second)
    yield f"{capitalize_first(first.name)} and {second.name}: {inches_phrase(away)} from base to base."
    found = find_sight_blocker(s, first.thing, first.x, first.y, second.thing, second.x, second.y)
    if found:
        blocker = f"{blocker_name(s, found)} ({blocker_id(found)})"
        yield f"Neither sees the other: {blocker} is in between (K4.4)."
    else:
        yield f"{capitalize_first(facing_text(s, first, second))}; {facing_text(s, second, first)}."
    for shooter, target in ((first, second), (second, first)):
        limit = s.shooting_range[shooter.thing]
        if limit and side_of(shooter.thing) != side_of(target.thing):
            bases = (shooter.x, shooter.y, shooter.radius, target.x, target.y, target.radius)
            within = "is within range" if is_within(*bases, limit) else "is out of range"
            yield f"{capitalize_first(target.name)} {within} of {shooter.name}, {inches_phrase(limit)}."


def gap_between(first: RulerEnd, second: RulerEnd) -> int:
    return max(base_gap(first.x, first.y, first.radius, second.x, second.y, second.radius), 0)


def facing_text(s: SkirmishState, viewer: RulerEnd, target: RulerEnd) -> str:
    """Say whether one character sees another, if nothing is in between (K4.4)."""
    if is_in_front(s.face_x[viewer.thing], s.face_y[viewer.thing], target.x - viewer.x, target.y - viewer.y):
        return f"{viewer.name} sees {target.name}"
    return f"{viewer.name} looks away from {target.name}, but could turn"


def distances_to_enemies(s: SkirmishState, viewer: RulerEnd) -> Iterable[str]:
    """List all enemies, the nearest first."""
    theirs = enemies_of(s, viewer.thing)
    enemies = [end_at_thing(s, enemy) for enemy in theirs if is_standing(s, enemy)]
    for enemy in sorted(enemies, key=lambda end: gap_between(viewer, end)):
        found = find_sight_blocker(s, viewer.thing, viewer.x, viewer.y, enemy.thing, enemy.x, enemy.y)
        sight = f"hidden by {blocker_name(s, found)}" if found else "in sight"
        yield f"{capitalize_first(enemy.name)}: {inches_phrase(gap_between(viewer, enemy))}, {sight}."


def path_to_place(s: SkirmishState, character: RulerEnd, place: RulerEnd) -> Iterable[str]:
    """Describe a leg of a character to a place or a thing (K3.4)."""
    start = place_text(character.x, character.y)
    yield f"From {character.name}, at {start}, to {place.name}: {distance_text(character, place)}."
    found = find_sight_blocker(s, character.thing, character.x, character.y, NO_THING, place.x, place.y)
    if found:
        yield f"{capitalize_first(blocker_name(s, found))} ({blocker_id(found)}) blocks the line of sight (K4.4)."
    if can_move_now(s, character.thing):
        yield from preview_sentences(preview_leg(s, character, place))


def preview_leg(s: SkirmishState, character: RulerEnd, place: RulerEnd) -> Mapping[str, Any]:
    to = [place.x / 1000, place.y / 1000]
    return preview(s, current_seat(s), {"who": thing_id(character.thing), "to": to, "exact": True})


def can_move_now(s: SkirmishState, piece: int) -> bool:
    """Return whether a character is active, or can be activated now."""
    if s.phase not in DECISION_PHASES:
        return False
    return piece == s.actor - 1 if s.actor else piece in ready_characters(s)


def preview_sentences(previewed: Mapping[str, Any]) -> Iterable[str]:
    """Describe the preview of a leg."""
    if not previewed["possible"]:
        clause = int(previewed["clause"])
        yield f"{capitalize_first(previewed['sentence'])} (K{clause // 100}.{clause % 100})."
        return
    yield f"{capitalize_first(previewed['text'])}."
    yield from sight_sentences(previewed)


def sight_sentences(previewed: Mapping[str, Any]) -> Iterable[str]:
    """Say which enemies would be in sight at the end of a leg, and what hides the others (K4.4)."""
    if not previewed["possible"]:
        return
    names = [(f"{enemy['name']} ({enemy['id']})", enemy) for enemy in previewed["sight"]]
    hidden = [f"{name} by {enemy['blocker']['name']}" for name, enemy in names if not enemy["sees"]]
    yield f"From there in sight: {join_words([name + shot_text(enemy) for name, enemy in names if enemy['sees']])}."
    if hidden:
        yield f"Hidden: {join_words(hidden)}."


def shot_text(enemy: Mapping[str, Any]) -> str:
    """Return `, a shot: 50% to wound, shoots back: 33%`."""
    shot = f", a shot: {enemy['odds'].rpartition(', ')[2]}" if enemy["shoots"] else ""
    return f"{shot}, shoots back: {enemy['shot']}" if enemy["shot"] else shot
