"""Marks for the selected piece: reachable hexes with their cost, targets, and what blocks the sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....core.events import empty_log
from ....core.view_types import Mark, MarkOption
from ..rules.fire import fire_range, is_target_unit
from ..rules.hex_map import hex_distance, leader_with, side_of
from ..rules.line_of_sight import find_sight_blocker
from ..rules.moves import MoveKind, legal_move_codes, move_hex, move_kind, move_piece, pack_move, why_not
from ..rules.sequence_of_play import apply, turn
from ..state import CAVALRY, CivilWarState, Phase
from ..text.names import hex_name, hex_notation, is_leader, piece_name, pieces_of_side, with_leader_text
from ..text.notation import move_label, move_text, step_cost_text
from ..text.refusals import obstacle_text
from .hotspots import clicked_piece, hex_id

NO_LOG = empty_log(0)


class MovePath(NamedTuple):
    """A path to a hex, and the state after it."""

    after: CivilWarState
    piece: int
    codes: tuple[int, ...]
    plays: tuple[str, ...]
    kind: str
    how: str


def marks(s: CivilWarState, seat: int, ids: Sequence[str]) -> tuple[Mark, ...]:
    """Return the marks for the clicked piece, with its leader or alone, or for the moving one."""
    if seat != turn(s):
        return ()
    if s.phase == Phase.MOVE and not ids:
        steps = [code for code in next_steps_of(s) if move_kind(code) == MoveKind.STEP]
        return (*move_marks(s, steps), *attack_marks(s, int(s.mover) - 1))
    if s.phase in RETREAT_PHASES:
        return tuple(retreat_marks(s, bool(ids)))
    piece = clicked_piece(s, ids[0]) if s.phase == Phase.ACT and ids else None
    if piece is None or side_of(piece) != seat or s.acted[piece]:
        return ()
    if not s.hex_of[piece]:
        return tuple(entry_marks(s, piece))
    if len(ids) == 1:
        steps = first_steps_of(s, piece, MoveKind.GO, MoveKind.GO_WITH)
        return (*move_marks(s, steps), *attack_marks(s, piece))
    if clicked_piece(s, ids[1]) is not None:
        return tuple(move_marks(s, first_steps_of(s, piece, MoveKind.GO_WITH)))
    assault = ATTACK_SIGNS[MoveKind.ASSAULT]
    return tuple(mark for mark in attack_marks(s, piece) if ids[1] == "assault" and mark.sign.endswith(assault))


# Retreats


RETREAT_PHASES = (Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT)


def retreat_marks(s: CivilWarState, with_leader: bool) -> Iterator[Mark]:
    """Mark the hexes to which the retreating, displaced or fleeing piece can go, with its leader if he was clicked."""
    for code in legal_move_codes(s):
        if move_kind(code) != MoveKind.STOP and (move_kind(code) == MoveKind.RETREAT_WITH) == with_leader:
            yield Mark(hex_id(s, move_hex(code)), "near", "↩", move_label(s, code), "where it can go", ())


# Moves


def entry_marks(s: CivilWarState, piece: int) -> Iterator[Mark]:
    """Mark the hexes where a reinforcement can enter (C2.8)."""
    for code in first_steps_of(s, piece, MoveKind.ENTER):
        yield Mark(hex_id(s, move_hex(code)), "near", "1", move_label(s, code), MARK_MEANINGS["near"], ())


def move_marks(s: CivilWarState, first_codes: list[int]) -> Iterator[Mark]:
    """Mark the hexes that these first steps lead to, each by its cheapest and then shortest path."""
    found: dict[int, MovePath] = {}
    seen: set[tuple[int, int]] = set()
    paths = [extend_path(s, None, code) for code in first_codes]
    start = {int(s.hex_of[piece]) - 1 for piece in (path.piece for path in paths)}
    while paths:
        paths.sort(key=lambda path: (s.ap - path.after.ap, len(path.codes)))
        path = paths.pop(0)
        hex_, along = move_hex(path.codes[-1]), int(path.after.mover_leader)
        if (hex_, along) in seen or hex_ in start:
            continue
        seen.add((hex_, along))
        options = next_steps_of(path.after)
        if hex_ not in found and (not options or pack_move(MoveKind.STOP, 0, 0) in options):
            found[hex_] = end_path(path, options)
        paths += [extend_path(path.after, path, code) for code in options if move_kind(code) == MoveKind.STEP]
    for hex_, path in sorted(found.items()):
        cost = int(s.ap - path.after.ap)
        has_leader = move_kind(path.codes[0]) == MoveKind.GO_WITH
        leader = s.mover_leader or (leader_with(s, path.piece) if has_leader else 0)
        how = f", {path.how}" if path.how else ""
        text = f"{piece_name(s, path.piece)} to {hex_name(s, hex_)}{with_leader_text(s, leader)} ({cost} AP{how})"
        plays = path.plays if len(path.codes) > 1 else ()
        yield Mark(hex_id(s, hex_), path.kind, str(cost), text, MARK_MEANINGS[path.kind], plays)


MARK_MEANINGS = {
    "near": "next hex, and its AP",
    "far": "farther on",
    "dear": "leader's extra hex",
    "target": "⌖ fire, ⚔ assault, and its AP",
    "unseen": "in range, not in sight",
    "blocks": "in the way",
}


def first_steps_of(s: CivilWarState, piece: int, *kinds: MoveKind) -> list[int]:
    """Return the first steps of a piece, in the order of these kinds."""
    codes = [code for code in legal_move_codes(s) if move_piece(code) == piece]
    return [code for kind in kinds for code in codes if move_kind(code) == kind]


def next_steps_of(s: CivilWarState) -> list[int]:
    return legal_move_codes(s) if s.phase == Phase.MOVE else []


def extend_path(s: CivilWarState, path: MovePath | None, code: int) -> MovePath:
    """Return the path with one step more."""
    after = s.copy()
    apply(after, code, NO_LOG)
    before, plays = (path.codes, path.plays) if path else ((), ())
    how = step_cost_text(s, move_hex(code)).partition(", ")[2] if move_kind(code) == MoveKind.STEP else ""
    uses_bonus_hex = move_kind(code) == MoveKind.STEP and after.ap < s.ap
    kind = "dear" if uses_bonus_hex else "far" if before or move_kind(code) == MoveKind.STEP else "near"
    piece = path.piece if path else int(s.mover) - 1 if s.mover else move_piece(code)
    return MovePath(after, piece, (*before, code), (*plays, move_text(s, code)), kind, how)


def end_path(path: MovePath, options: list[int]) -> MovePath:
    """Add a stop to a path of several steps, unless the piece can fire at its end."""
    if len(path.codes) < 2 or not options or any(move_kind(code) == MoveKind.FIRE for code in options):
        return path
    return path._replace(plays=(*path.plays, move_text(path.after, pack_move(MoveKind.STOP, 0, 0))))


# Attacks


ATTACK_SIGNS = {MoveKind.FIRE: "⌖1", MoveKind.ASSAULT: "⚔2"}
"""What to do, and its AP. The browser draws the first letter as an icon, the terminal has its own letters for it."""
ATTACK_TEXTS = {MoveKind.FIRE: "fire for 1 AP", MoveKind.ASSAULT: "assault for 2 AP"}


def attack_marks(s: CivilWarState, piece: int) -> Iterator[Mark]:
    """Mark the enemies in range: the cost to attack them, or what blocks the sight."""
    if is_leader(s, piece) or (s.phase == Phase.MOVE and s.kind[piece] != CAVALRY):
        return
    hidden: dict[int, str] = {}
    enemies = [enemy for enemy in pieces_of_side(s, 1 - s.side) if is_target_unit(s, enemy)]
    for hex_ in sorted({int(s.hex_of[enemy]) - 1 for enemy in enemies}):
        attacks = [kind for kind in ATTACK_SIGNS if not why_not(s, pack_move(kind, piece, hex_))]
        if attacks:
            options = [MarkOption(ATTACK_SIGNS[kind], move_text(s, pack_move(kind, piece, hex_))) for kind in attacks]
            sign = " ".join(option.sign for option in options)
            text = f"{hex_name(s, hex_)}: {' or '.join(ATTACK_TEXTS[kind] for kind in attacks)}"
            yield Mark(hex_id(s, hex_), "target", sign, text, MARK_MEANINGS["target"], options=tuple(options))
        elif 1 < hex_distance(s, s.hex_of[piece] - 1, hex_) <= fire_range(s, piece) and s.phase == Phase.ACT and s.ap:
            between = int(find_sight_blocker(s, s.hex_of[piece] - 1, hex_))
            if between >= 0:
                hidden[between] = ", ".join(filter(None, (hidden.get(between, ""), hex_notation(s, hex_))))
                text = f"in range, not in sight: {obstacle_text(s, between)} in the way"
                yield Mark(hex_id(s, hex_), "unseen", "", f"{hex_name(s, hex_)}: {text}", MARK_MEANINGS["unseen"])
    for hex_, others in sorted(hidden.items()):
        yield Mark(hex_id(s, hex_), "blocks", "", f"{hex_name(s, hex_)}: hides {others}", MARK_MEANINGS["blocks"])
