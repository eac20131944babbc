"""The board as JSON, for programs and for the browser."""

from __future__ import annotations

from typing import Any

from ....core.events import empty_log
from ..rules.hex_map import side_of
from ..rules.moves import MoveKind, legal_move_codes, pack_move, pieces_able_to_act
from ..rules.sequence_of_play import apply, turn
from ..rules.victory import victory_points, victory_points_at_end
from ..scenario.setup import scenario_of
from ..state import DICE_PHASES, HEX_REFERENCES, PIECE_REFERENCES, SEATS, SIDES, CivilWarState, Phase
from ..text.names import KIND_NAMES, hex_notation, morale_name, piece_name, pieces_of_side
from ..text.notation import move_text
from .hotspots import hex_id, piece_id
from .scene import flags_of


def board(s: CivilWarState, seat: int) -> dict[str, Any]:
    """Return the board as JSON. null means that there is nothing, or that the seat may not know it."""
    return {
        "phase": Phase(s.phase).name.lower(),
        "turn": int(s.turn),
        "turns": int(s.last_turn),
        "side": SEATS[s.side],
        "first": SEATS[s.first_side],
        "ap": int(s.ap),
        "sides": [side_json(s, side) for side in range(SIDES)],
        "pieces": [piece_json(s, piece) for side in range(SIDES) for piece in pieces_of_side(s, side)],
        "points": victory_hexes_json(s),
        "terrain": scenario_of(s).battle_map.letters,
        "labels": {hex_notation(s, hex_): text for hex_, text in scenario_of(s).labels},
        "under_way": action_json(s),
        **input_json(s, seat),
        "sealed": bool(s.fog) and s.phase != Phase.OVER,
    }


def input_json(s: CivilWarState, seat: int) -> dict[str, Any]:
    """Return what a click does here, besides the clicks of each move."""
    able = pieces_able_to_act(s)
    return {
        "able": [piece_id(piece) for piece in able],
        "click_plays": True,
        "go": default_button(s, able),
        "asks": ["end"] if able else [],
        "closing": closing_move(s) if seat == turn(s) else None,
        "plays_itself": forced_move(s) if seat == turn(s) else None,
        "asked_at": hex_id(s, int(s.target) - 1) if s.phase == Phase.ADVANCE and seat == turn(s) else None,
        "rolls_itself": s.phase in DICE_PHASES and s.phase != Phase.AP,
    }


def default_button(s: CivilWarState, able: list[int]) -> str | None:
    """Return the button that is offered first: stop after a step, or end a turn in which nothing is left to do."""
    if s.phase == Phase.ACT:
        return None if able else "end"
    has_moved = s.phase == Phase.MOVE or (s.phase == Phase.FLIGHT and s.hexes_moved > 0)
    return "stop" if has_moved else None


def closing_move(s: CivilWarState) -> dict[str, Any] | None:
    """Return the button that ends the move in progress, and what can be clicked after it."""
    if s.phase != Phase.MOVE:
        return None
    after = s.copy()
    apply(after, pack_move(MoveKind.STOP, 0, 0), empty_log(0))
    return {"id": "stop", "then": [*map(piece_id, pieces_able_to_act(after)), "end"]}


def forced_move(s: CivilWarState) -> str | None:
    """Return the text of the only possible retreat, which needs no decision."""
    codes = legal_move_codes(s) if s.phase in (Phase.RETREAT, Phase.DISPLACE) else []
    return move_text(s, codes[0]) if len(codes) == 1 else None


def side_json(s: CivilWarState, side: int) -> dict[str, Any]:
    return {
        "seat": SEATS[side],
        "vp": int(victory_points(s, side)),
        "held_vp": int(victory_points_at_end(s, side) - victory_points(s, side)),
        "vp_to_win": int(s.vp_to_win[side]),
        "kills": int(s.elimination_vp[side]),
        "leaders_lost": int(s.leaders_lost[side]),
        "command": max(int(s.command[side] - s.leaders_lost[side]), 0),
        "kept_ap": int(s.banked_ap[side]),
        "rallies": bool(s.can_rally[side]),
    }


def piece_json(s: CivilWarState, piece: int) -> dict[str, Any]:
    morale = int(s.morale[piece])
    return {
        "number": piece,
        "name": piece_name(s, piece),
        "side": SEATS[side_of(piece)],
        "kind": KIND_NAMES[s.kind[piece] - 1],
        "strength": int(s.strength[piece]),
        "full": int(s.full_strength[piece]),
        "morale": morale_name(morale) if morale else None,
        "shown": bool(s.revealed[piece]),
        "hex": hex_or_none(s, s.hex_of[piece]),
        "due": int(s.entry_turn[piece]) or None,
        "entry": hex_or_none(s, s.entry_hex[piece]),
        "acted": bool(s.acted[piece]),
        "can_move": bool(s.moves_from[piece] <= s.turn),
    }


def hex_or_none(s: CivilWarState, number: int) -> str | None:
    """Return the name of a hex + 1, or None for 0."""
    return hex_notation(s, int(number) - 1) if number else None


def victory_hexes_json(s: CivilWarState) -> list[dict[str, Any]]:
    return [
        {
            "hex": hex_notation(s, flag.hex),
            "worth": flag.worth,
            "for": [SEATS[side] for side in range(SIDES) if flag.scorers >> side & 1],
            "holder": SEATS[flag.holder - 1] if flag.holder else None,
        }
        for flag in flags_of(s)
    ]


def action_json(s: CivilWarState) -> dict[str, Any] | None:
    """Return the move, combat or rally in progress, with pieces by their numbers, or None."""
    action: dict[str, Any] = {word: piece - 1 for word, name in PIECE_REFERENCES.items() if (piece := getattr(s, name))}
    action |= {word: hex_or_none(s, hex_) for word, name in HEX_REFERENCES.items() if (hex_ := getattr(s, name))}
    if not action:
        return None
    numbers = {"dice": int(s.dice_left), "hits": int(s.hits), "ones": int(s.ones)}
    return {**action, "assault": bool(s.assault), **numbers}
