"""A rod laid on the table: inches between two of those who stand there, or places, sight, and the blocker.

    f3 e2          from base to base, and who sees whom
    f3 12,8.25     a leg, whether it could be gone now, and what one would see from there
    12,8.25        the same for whoever is active
    from 12,8.25   only what would be seen from there
    f3             all enemies, the nearest first

Names may stand for ids, and nothing on the table is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...core.errors import UnknownName
from ...core.plane import gap, is_ahead, root_up, square
from .ghost import trial, usual
from .moving import thing_x, thing_y
from .names import (
    all_characters,
    blocker_id,
    blocker_name,
    capital,
    characters_of,
    inches,
    listed_words,
    name_of,
    objectives_of,
    place_words,
    seat_now,
    thing_id,
    thing_named,
)
from .orders import place_said
from .sight import blocker
from .space import is_within, side_of, stands
from .state import CHARACTERS, FIRST_OBJECTIVE, Lies, There
from .text import DECISIONS, ready_now

HOW = "say what is measured: measure f3 e2, measure f3 12,8.25, or measure f3 for all enemies"
NOBODY = -1
FROM = "from"
FILLERS = frozenset({"to", "and", FROM})


class End(NamedTuple):
    """One end of the rod."""

    name: str
    x: int
    y: int
    radius: int = 0
    thing: int = NOBODY
    """A character or an objective; NOBODY: a place."""

    @property
    def is_character(self) -> bool:
        return 0 <= self.thing < CHARACTERS


def measure(s: Any, text: str) -> tuple[str, ...]:
    """In sentences; UnknownName, where somebody is meant who is not on the table."""
    words = text.split()
    ends = ends_in(s, words)
    if len(ends) == 1 and ends[0].is_character:
        return tuple(to_enemies(s, ends[0]))
    if len(ends) == 1:
        piece = usual(s)
        if piece is None:
            raise UnknownName(HOW)
        ends = [end_of(s, piece), ends[0]]
        if words[0].lower() == FROM:
            return tuple(seen(ghost_of(s, *ends)))
    one, other = ends
    if one.is_character and other.is_character:
        return tuple(between(s, one, other))
    if other.is_character:
        one, other = other, one
    return tuple(to_place(s, one, other) if one.is_character else apart(one, other))


# What is meant


def ends_in(s: Any, words: list[str]) -> list[End]:
    """One end or two; names may have several words."""
    words = [word for word in words if word.lower() not in FILLERS]
    whole = end_named(s, " ".join(words))
    if whole is not None:
        return [whole]
    for at in range(1, len(words)):
        both = end_named(s, " ".join(words[:at])), end_named(s, " ".join(words[at:]))
        if both[0] is not None and both[1] is not None:
            return [both[0], both[1]]
    raise UnknownName(HOW)


def end_named(s: Any, text: str) -> End | None:
    """Somebody or something on the table, or a place."""
    place = place_said(text)
    if place is not None:
        return End(place_words(*place), *place)
    thing = thing_named(s, text, [*all_characters(s), *objectives_of(s)]) if text else None
    return end_of(s, thing) if thing is not None and is_on_table(s, thing) else None


def end_of(s: Any, thing: int) -> End:
    radius = int(s.radius[thing]) if thing < CHARACTERS and stands(s, thing) else 0
    name = f"{name_of(s, thing)} ({thing_id(thing)})"
    return End(name, int(thing_x(s, thing)), int(thing_y(s, thing)), radius, thing)


def is_on_table(s: Any, thing: int) -> bool:
    if thing >= FIRST_OBJECTIVE:
        return bool(s.o_lies[thing - FIRST_OBJECTIVE] in (Lies.FREE, Lies.CARRIED))
    return bool(s.there[thing] in (There.STANDS, There.LIES))


# What is told


def apart(one: End, other: End) -> Iterable[str]:
    yield f"{capital(one.name)} and {other.name}: {inches(root_up(square(one.x, one.y, other.x, other.y)))}."


def between(s: Any, one: End, other: End) -> Iterable[str]:
    """K1.1, K4.4: two characters."""
    away = gap_of(one, other)
    yield f"{capital(one.name)} and {other.name}: {inches(away)} from base to base."
    found = int(blocker(s, one.thing, one.x, one.y, other.thing, other.x, other.y))
    if found:
        hides = f"{blocker_name(s, found)} ({blocker_id(found)})"
        yield f"Neither sees the other: {hides} is in between (K4.4)."
    else:
        yield f"{capital(looks(s, one, other))}; {looks(s, other, one)}."
    for shooter, target in ((one, other), (other, one)):
        limit = int(s.shoots[shooter.thing])
        if limit and side_of(shooter.thing) != side_of(target.thing):
            near = (shooter.x, shooter.y, shooter.radius, target.x, target.y, target.radius)
            within = "is within range" if is_within(*near, limit) else "is out of range"
            yield f"{capital(target.name)} {within} of {shooter.name}, {inches(limit)}."


def gap_of(one: End, other: End) -> int:
    return max(int(gap(one.x, one.y, one.radius, other.x, other.y, other.radius)), 0)


def looks(s: Any, one: End, other: End) -> str:
    """K4.4: in the forward half or not; nothing is in between."""
    if is_ahead(s.face_x[one.thing], s.face_y[one.thing], other.x - one.x, other.y - one.y):
        return f"{one.name} sees {other.name}"
    return f"{one.name} looks away from {other.name}, but could turn"


def to_enemies(s: Any, one: End) -> Iterable[str]:
    """All enemies, the nearest first."""
    theirs = characters_of(s, 1 - int(side_of(one.thing)))
    enemies = [end_of(s, other) for other in theirs if stands(s, other)]
    for other in sorted(enemies, key=lambda end: gap_of(one, end)):
        found = int(blocker(s, one.thing, one.x, one.y, other.thing, other.x, other.y))
        sight = f"hidden by {blocker_name(s, found)}" if found else "in sight"
        yield f"{capital(other.name)}: {inches(gap_of(one, other))}, {sight}."


def to_place(s: Any, one: End, other: End) -> Iterable[str]:
    """K3.4: a leg of a character to a place or a thing."""
    yield f"From {one.name}, at {place_words(one.x, one.y)}, to {other.name}: {leg_inches(one, other)}."
    found = int(blocker(s, one.thing, one.x, one.y, NOBODY, other.x, other.y))
    if found:
        yield f"{capital(blocker_name(s, found))} ({blocker_id(found)}) blocks the line of sight (K4.4)."
    if can_go(s, one.thing):
        yield from tried(ghost_of(s, one, other))


def ghost_of(s: Any, one: End, other: End) -> Mapping[str, Any]:
    to = [other.x / 1000, other.y / 1000]
    return trial(s, seat_now(s), {"who": thing_id(one.thing), "to": to, "exact": True})


def leg_inches(one: End, other: End) -> str:
    return inches(root_up(square(one.x, one.y, other.x, other.y)))


def can_go(s: Any, piece: int) -> bool:
    """Whether it is active, or can be used now."""
    if s.phase not in DECISIONS:
        return False
    return piece == s.actor - 1 if s.actor else piece in ready_now(s)


def tried(told: Mapping[str, Any]) -> Iterable[str]:
    """What the ghost of a leg says."""
    if not told["possible"]:
        clause = int(told["clause"])
        yield f"{capital(told['sentence'])} (K{clause // 100}.{clause % 100})."
        return
    yield f"{capital(told['text'])}."
    yield from seen(told)


def seen(told: Mapping[str, Any]) -> Iterable[str]:
    """K4.4: who would be in sight at the end of a leg, and what hides the others."""
    if not told["possible"]:
        return
    plain = [f"{one['name']} ({one['id']}){shot_words(one)}" for one in told["sight"] if one["sees"]]
    hidden = [
        f"{one['name']} ({one['id']}) by {one['blocker']['name']}" for one in told["sight"] if not one["sees"]
    ]
    yield f"From there in sight: {listed_words(plain)}."
    if hidden:
        yield f"Hidden: {listed_words(hidden)}."


def shot_words(one: Mapping[str, Any]) -> str:
    """`, who can be shot (50%)`."""
    can = f", a shot: {one['odds'].rpartition(', ')[2]}" if one["shoots"] else ""
    return f"{can}, shoots back: {one['shot']}" if one["shot"] else can
