"""Marks for the selected character: places to go to, targets with odds, and what hides the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ....core.plane import ceil_sqrt, squared_distance
from ....core.view_types import Mark, MarkOption
from ..rules.battlefield import enemies_of, is_engaged, is_standing, place_character, would_touch
from ..rules.combat.line_of_sight import find_sight_blocker
from ..rules.combat.melee import why_not_fight
from ..rules.combat.shooting import why_not_shoot
from ..rules.movement.charges import contact_point
from ..rules.movement.legs import move_allowance
from ..rules.movement.terrain import NO_GAP, gap_on_path
from ..rules.moves import MoveKind, move_kind, move_x, move_y, pack_move, why_not
from ..rules.sequence_of_play import apply
from ..rules.traits.parameters import format_inches
from ..state import FIRST_OBJECTIVE, Phase, SkirmishState
from ..text.names import (
    all_things,
    approximate_inches,
    blocker_id,
    blocker_name,
    current_seat,
    name_of,
    thing_id,
    thing_with_id,
    with_article,
)
from ..text.notation import blow_purpose, leg_label, move_text
from ..text.prompts import DECISION_PHASES
from ..text.refusals import gap_rounded_up
from .hotspots import charge_targets, offered_legs, place_id
from .odds import crossing_chance, percent_text, wound_chance

MARK_MEANINGS = {
    "near": "up to half a move, in inches",
    "far": "up to the full move, in inches",
    "dear": "objective to pick up",
    "target": "fight, shoot or charge, with the chance to wound",
    "unseen": "in range, but not in sight",
    "blocks": "blocks the line of sight",
}


def marks(s: SkirmishState, seat: int, clicked: Sequence[str]) -> tuple[Mark, ...]:
    """Return the marks of the active character, or of one that was clicked to activate it."""
    found = state_with_active(s, seat, clicked)
    return tuple(active_marks(*found)) if found else ()


def state_with_active(
    s: SkirmishState, seat: int, clicked: Sequence[str]
) -> tuple[SkirmishState, tuple[str, ...]] | None:
    """Return a state in which the clicked character is active, and the move that activates it, if it is not yet."""
    if s.phase not in DECISION_PHASES or seat != current_seat(s):
        return None
    if s.phase == Phase.ACTING:
        return s, ()
    piece = thing_with_id(s, clicked[0]) if clicked else None
    if piece is None or piece >= FIRST_OBJECTIVE:
        return None
    code = pack_move(MoveKind.ACTIVATE, piece, 0, 0)
    if why_not(s, code):
        return None
    after = s.copy()
    apply(after, code, None)
    is_active = after.phase == Phase.ACTING and after.actor == piece + 1
    return (after, (move_text(s, code),)) if is_active else None


def active_marks(s: SkirmishState, before: tuple[str, ...]) -> Iterator[Mark]:
    """Yield all marks; `before` are the moves that activate the character."""
    struck = list(target_marks(s, before))
    yield from struck
    if not s.charged and not is_engaged(s, s.actor - 1):
        yield from pick_up_marks(s, before)
        yield from hidden_marks(s, {mark.id for mark in struck})
        yield from leg_marks(s, before)


def move_texts(s: SkirmishState, before: tuple[str, ...], code: int) -> tuple[str, ...]:
    return (*before, move_text(s, code)) if before else ()


# Targets


ATTACK_VERBS = {MoveKind.FIGHT: "fights", MoveKind.SHOOT: "shoots at", MoveKind.LEG: "can charge"}
ATTACK_SIGNS = {MoveKind.SHOOT: "shoot", MoveKind.LEG: "charge"}


def target_marks(s: SkirmishState, before: tuple[str, ...]) -> Iterator[Mark]:
    """Mark the enemies that it can fight, shoot or charge."""
    actor = s.actor - 1
    charged = {target: code for code, them in charge_targets(s).items() for target in them}
    for target in enemies_of(s, actor):
        if why_not_fight(s, target) == 0:
            yield target_mark(s, before, target, [pack_move(MoveKind.FIGHT, target, 0, 0)])
            continue
        shots = [pack_move(MoveKind.SHOOT, target, 0, 0)] if why_not_shoot(s, target) == 0 else []
        codes = [*shots, *([charged[target]] if target in charged else [])]
        if codes:
            yield target_mark(s, before, target, codes)


def target_mark(s: SkirmishState, before: tuple[str, ...], target: int, codes: list[int]) -> Mark:
    """Mark a target with the chance of each attack; if there are several, each can be clicked."""
    actor, distance = s.actor - 1, approximate_inches(gap_rounded_up(s, s.actor - 1, target))
    texts, options = [], []
    for code in codes:
        kind = MoveKind(move_kind(code))
        is_shot = kind == MoveKind.SHOOT
        after, arrives = state_after_charge(s, target, code) if kind == MoveKind.LEG else (s, Fraction(1))
        chance = percent_text(arrives * wound_chance(after, actor, target, is_shot))
        purpose = blow_purpose(after, actor, target, is_shot)
        verb = ATTACK_VERBS[kind]
        texts.append(f"{name_of(s, actor)} {verb} {name_of(s, target)}, {distance} away: {chance} {purpose}")
        play = "; ".join((*before, move_text(s, code)))
        options.append(MarkOption(f"{ATTACK_SIGNS.get(kind, '')} {chance}".strip(), play))
    sign = options[0].sign.split()[-1]
    several = tuple(options) if len(options) > 1 else ()
    plays = move_texts(s, before, codes[0])
    return Mark(thing_id(target), "target", sign, texts[0], MARK_MEANINGS["target"], plays, several)


def state_after_charge(s: SkirmishState, target: int, code: int) -> tuple[SkirmishState, Fraction]:
    """Return the state after a charge that begins with this leg, and the chance to get there across gaps."""
    actor, after, chance = s.actor - 1, s.copy(), Fraction(1)
    ends = [(move_x(code), move_y(code))]
    if not would_touch(s, actor, *ends[0], target):
        ends.append(contact_point(s, *ends[0], target))
    for x, y in ends:
        gap = gap_on_path(after, actor, after.x[actor], after.y[actor], x, y)
        if gap != NO_GAP:
            chance *= crossing_chance(s, gap - 1)
        place_character(after, actor, x, y)
    return after, chance


def hidden_marks(s: SkirmishState, struck: set[str]) -> Iterator[Mark]:
    """Mark enemies in range that are not in sight, and what hides them unless that is a target too."""
    actor = s.actor - 1
    blocks: dict[str, tuple[str, list[str]]] = {}
    if not s.shooting_range[actor]:
        return
    for target in enemies_of(s, actor):
        is_far = not is_standing(s, target) or gap_rounded_up(s, actor, target) > s.shooting_range[actor]
        if is_far or thing_id(target) in struck:
            continue
        blocker = find_sight_blocker(s, actor, s.x[actor], s.y[actor], target, s.x[target], s.y[target])
        if blocker:
            name = blocker_name(s, blocker)
            text = f"{name_of(s, target)} is in range, and {name} blocks sight"
            yield Mark(thing_id(target), "unseen", "?", text, MARK_MEANINGS["unseen"])
            blocks.setdefault(blocker_id(blocker), (name, []))[1].append(name_of(s, target))
    for id_, (name, names) in blocks.items():
        if id_ in struck:
            continue
        yield Mark(id_, "blocks", "×", f"{name} hides {', '.join(names)}", MARK_MEANINGS["blocks"])


# Places and things


def pick_up_marks(s: SkirmishState, before: tuple[str, ...]) -> Iterator[Mark]:
    actor = s.actor - 1
    for thing in all_things(s):
        code = pack_move(MoveKind.PICK_UP, thing, 0, 0)
        if why_not(s, code) == 0:
            text = f"{name_of(s, actor)} can pick up {with_article(s, thing)}"
            sign = MarkOption("+", "; ".join((*before, move_text(s, code))))
            plays = move_texts(s, before, code)
            yield Mark(thing_id(thing), "dear", "+", text, MARK_MEANINGS["dear"], plays, (sign,))


def leg_marks(s: SkirmishState, before: tuple[str, ...]) -> Iterator[Mark]:
    actor, half = s.actor - 1, move_allowance(s) // 2
    for x, y in offered_legs(s):
        length = ceil_sqrt(squared_distance(s.x[actor], s.y[actor], x, y))
        kind = "near" if length <= half else "far"
        sign = format_inches((length + 50) // 100 * 100)
        code = pack_move(MoveKind.LEG, 0, x, y)
        text = leg_label(s, actor, x, y)
        yield Mark(place_id(x, y), kind, sign, text, MARK_MEANINGS[kind], move_texts(s, before, code))
