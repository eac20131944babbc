"""What whoever is picked can do from here: places to go to, targets with odds, and what hides others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ...core.contract import Mark
from ...core.plane import root_up, square
from .fighting import why_no_fight, why_no_shot
from .gaps import NO_GAP, gap_on_way
from .moves import Do, packed, why_not, x_of, y_of
from .moving import pace_now, put
from .names import (
    about,
    blocker_id,
    blocker_name,
    characters_of,
    decimal,
    name_of,
    objectives_of,
    seat_now,
    the,
    thing_id,
    thing_with_id,
)
from .obstacles import inches_gap
from .odds import chance_to_cross, chance_to_hurt, purpose
from .orders import leg_label, move_text
from .sight import blocker
from .space import is_engaged, side_of, stands, would_touch
from .state import FIRST_OBJECTIVE, Phase, There
from .text import DECISIONS
from .touch import charges, go_id, legs_now
from .turns import apply
from .ways import charge_end

MEANING = {
    "near": "up to half a move, in inches",
    "far": "up to the full move, in inches",
    "dear": "something to take",
    "target": "fight, shoot or charge, and the chance to hurt",
    "unseen": "in range, not in sight",
    "blocks": "in the way of sight",
}


def marks(s: Any, seat: int, touches: Sequence[str]) -> tuple[Mark, ...]:
    """Of the active character, or of one that was touched to be used."""
    if s.phase not in DECISIONS or seat != seat_now(s):
        return ()
    if s.phase == Phase.ACTING:
        return tuple(of_the_active(s, ()))
    piece = thing_with_id(s, touches[0]) if touches else None
    if piece is None or piece >= FIRST_OBJECTIVE:
        return ()
    code = int(packed(Do.ACTIVATE, piece, 0, 0))
    if why_not(s, code):
        return ()
    after = s.copy()
    apply(after, code, None)
    if after.phase != Phase.ACTING or after.actor != piece + 1:
        return ()
    return tuple(of_the_active(after, (move_text(s, code),)))


def of_the_active(s: Any, before: tuple[str, ...]) -> Iterator[Mark]:
    """`before`: the moves that make it active."""
    struck = list(targets(s, before))
    yield from struck
    if not s.charged and not is_engaged(s, s.actor - 1):
        yield from finds(s, before)
        yield from hidden(s, {mark.id for mark in struck})
        yield from legs(s, before)


def plays(s: Any, before: tuple[str, ...], code: int) -> tuple[str, ...]:
    return (*before, move_text(s, code)) if before else ()


def percent(chance: Any) -> str:
    return f"{round(float(chance) * 100)}%"


# Targets


def targets(s: Any, before: tuple[str, ...]) -> Iterator[Mark]:
    """Whom it can strike now, and whom it can charge."""
    actor = int(s.actor) - 1
    charged = {target: code for code, them in charges(s).items() for target in them}
    for target in characters_of(s, 1 - int(side_of(actor))):
        if why_no_fight(s, target) == 0:
            yield target_mark(s, before, target, int(packed(Do.FIGHT, target, 0, 0)), "fights")
        elif why_no_shot(s, target) == 0:
            yield target_mark(s, before, target, int(packed(Do.SHOOT, target, 0, 0)), "shoots at")
        elif target in charged:
            yield target_mark(s, before, target, charged[target], "can charge")


def target_mark(s: Any, before: tuple[str, ...], target: int, code: int, verb: str) -> Mark:
    actor, is_shot = int(s.actor) - 1, verb == "shoots at"
    then, comes = after_charge(s, target, code) if verb == "can charge" else (s, Fraction(1))
    chance = percent(comes * chance_to_hurt(then, actor, target, is_shot))
    text = (
        f"{name_of(s, actor)} {verb} {name_of(s, target)}, {about(inches_gap(s, actor, target))} away: "
        f"{chance} {purpose(then, actor, target, is_shot)}"
    )
    return Mark(thing_id(target), "target", chance, text, MEANING["target"], plays(s, before, code))


def after_charge(s: Any, target: int, code: int) -> tuple[Any, Fraction]:
    """A copy at the end of a charge that begins with this leg, and the chance to come so far, over gaps."""
    actor, after, chance = int(s.actor) - 1, s.copy(), Fraction(1)
    ends = [(int(x_of(code)), int(y_of(code)))]
    if not would_touch(s, actor, *ends[0], target):
        ends.append(charge_end(s, *ends[0], target))
    for x, y in ends:
        gap = int(gap_on_way(after, actor, after.x[actor], after.y[actor], x, y))
        if gap != NO_GAP:
            chance *= chance_to_cross(s, gap - 1)
        put(after, actor, x, y)
    return after, chance


def hidden(s: Any, struck: set[str]) -> Iterator[Mark]:
    """Enemies in range that are not in sight, and what is in between, unless it is a target itself."""
    actor = int(s.actor) - 1
    blocks: dict[str, tuple[str, list[str]]] = {}
    if not s.shoots[actor]:
        return
    for target in characters_of(s, 1 - int(side_of(actor))):
        is_far = not stands(s, target) or inches_gap(s, actor, target) > s.shoots[actor]
        if is_far or thing_id(target) in struck:
            continue
        found = int(blocker(s, actor, s.x[actor], s.y[actor], target, s.x[target], s.y[target]))
        if found:
            what = blocker_name(s, found)
            text = f"{name_of(s, target)} is in range, and {what} blocks sight"
            yield Mark(thing_id(target), "unseen", "?", text, MEANING["unseen"])
            blocks.setdefault(blocker_id(found), (what, []))[1].append(name_of(s, target))
    for id_, (what, names) in blocks.items():
        if id_ in struck:
            continue
        yield Mark(id_, "blocks", "×", f"{what} hides {', '.join(names)}", MEANING["blocks"])


# Places and things


def finds(s: Any, before: tuple[str, ...]) -> Iterator[Mark]:
    actor = int(s.actor) - 1
    fallen = [one for one in characters_of(s, int(side_of(actor))) if s.there[one] == There.LIES]
    for thing in (*fallen, *objectives_of(s)):
        code = int(packed(Do.PICK_UP, thing, 0, 0))
        if why_not(s, code) == 0:
            text = f"{name_of(s, actor)} can pick up {the(s, thing)}"
            yield Mark(thing_id(thing), "dear", "+", text, MEANING["dear"], plays(s, before, code))


def legs(s: Any, before: tuple[str, ...]) -> Iterator[Mark]:
    actor, half = int(s.actor) - 1, int(pace_now(s)) // 2
    for x, y in legs_now(s):
        length = int(root_up(square(s.x[actor], s.y[actor], x, y)))
        kind = "near" if length <= half else "far"
        sign = decimal((length + 50) // 100 * 100)
        code = int(packed(Do.LEG, 0, x, y))
        text = leg_label(s, actor, x, y)
        yield Mark(go_id(x, y), kind, sign, text, MEANING[kind], plays(s, before, code))
