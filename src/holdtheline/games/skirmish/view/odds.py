"""The odds of a move: exact chances of a shot, a fight, a crossing, or the fight after a charge.

Fights and legs are begun on a copy of the state, so that the rules choose whom they strike."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....core.dice import FACES
from ....core.view_types import Odds
from ..rules.combat.blows import face_needed
from ..rules.moves import MoveKind, why_not
from ..rules.sequence_of_play import apply_move, apply_roll
from ..state import Phase, SkirmishState
from ..text.names import all_characters, name_of, terrain_name
from ..text.notation import blow_purpose, decode_move, face_text, hit_effect

STRIKING_KINDS = frozenset({MoveKind.SHOOT, MoveKind.FIGHT, MoveKind.LEG})


def odds(s: SkirmishState, code: int) -> tuple[Odds, ...]:
    """Return the odds of a strike or a crossing; nothing for other moves."""
    move = decode_move(s, code)
    if move is None or s.phase != Phase.ACTING or move.kind not in STRIKING_KINDS or why_not(s, code):
        return ()
    if move.kind == MoveKind.SHOOT:
        return tuple(blow_odds(s, s.actor - 1, move.thing, True))
    after = s.copy()
    apply_move(after, code, None)
    return tuple(crossing_odds(after) if after.phase == Phase.CROSS else fight_odds(after))


def fight_odds(s: SkirmishState) -> Iterator[Odds]:
    """Yield the odds of a fight that has begun; a swipe has several targets."""
    if s.phase != Phase.FIGHTING:
        return
    for piece in all_characters(s):
        if piece == s.target - 1 or s.swipe_pending[piece]:
            yield from blow_odds(s, s.striker - 1, piece, False)


def crossing_odds(s: SkirmishState) -> Iterator[Odds]:
    """Yield the odds of a leg over a gap, and of the fights it may end with, beyond the gap or before it (K3.4)."""
    gap_index = s.crossing - 1
    gap, chance = terrain_name(s, gap_index), crossing_chance(s, gap_index)
    yield Odds(f"{name_of(s, s.actor - 1)} crosses {gap}", chance)
    for odds_ in fight_odds(after_roll(s, FACES)):
        yield Odds(odds_.label, chance * odds_.chance)
    if chance < 1:
        for odds_ in fight_odds(after_roll(s, 1)):
            yield Odds(f"{odds_.label}, before {gap}", (1 - chance) * odds_.chance)


def after_roll(s: SkirmishState, face: int) -> SkirmishState:
    """Return a copy of the state after this roll."""
    after = s.copy()
    apply_roll(after, face, None)
    return after


def crossing_chance(s: SkirmishState, gap: int) -> Fraction:
    """Return the chance that a leg crosses this gap."""
    return Fraction(FACES + 1 - s.terrain_roll[gap], FACES)


def blow_odds(s: SkirmishState, striker: int, target: int, is_shot: bool) -> Iterator[Odds]:
    """Yield the odds of a hit and of its effect."""
    name = name_of(s, target)
    if s.saves_on[target]:
        yield Odds(f"{name} is hit, before a roll to be saved", hit_chance(s, striker, target, is_shot))
    yield Odds(f"{name} {hit_effect(s, striker, target, is_shot)}", wound_chance(s, striker, target, is_shot))


def hit_chance(s: SkirmishState, striker: int, target: int, is_shot: bool) -> Fraction:
    return Fraction(FACES + 1 - face_needed(s, striker, target, is_shot), FACES)


def percent_text(chance: Fraction) -> str:
    return f"{round(100 * chance)}%"


def wound_chance(s: SkirmishState, striker: int, target: int, is_shot: bool) -> Fraction:
    """Return the chance that a blow hits and is not turned away."""
    not_saved = Fraction(s.saves_on[target] - 1, FACES) if s.saves_on[target] else Fraction(1)
    return hit_chance(s, striker, target, is_shot) * not_saved


def odds_text(s: SkirmishState, striker: int, target: int, is_shot: bool) -> str:
    """Return `4 or more, 50% to wound`; an item that may save the target is included."""
    face = face_text(face_needed(s, striker, target, is_shot))
    chance = percent_text(wound_chance(s, striker, target, is_shot))
    return f"{face}, {chance} {blow_purpose(s, striker, target, is_shot)}"
