"""Serialize a scenario as JSON, with every field of its file."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..state import SEATS, Side
from .model import Piece, Scenario, VictoryHex


def enum_text(member: IntEnum | None) -> str:
    """Return the word of a scenario file for a member, or an empty string for None."""
    return "" if member is None else member.name.lower()


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as JSON-compatible values, with defaults filled in."""
    return {
        "title": scenario.title,
        "date": scenario.date,
        "place": scenario.place,
        "history": scenario.history,
        "sources": list(scenario.sources),
        "favours": enum_text(scenario.favoured_side),
        "turns": scenario.turns,
        "first": enum_text(scenario.first_side),
        "winner": enum_text(scenario.last_turn_winner),
        "map": scenario.battle_map.letters,
        **{SEATS[side]: side_json(scenario, side) for side in Side},
        "names": {scenario.battle_map.name_of(hex_): label for hex_, label in scenario.labels},
        "points": [victory_hex_json(scenario, victory_hex) for victory_hex in scenario.victory_hexes],
        "pieces": [piece_json(scenario, piece) for piece in scenario.pieces],
    }


def side_json(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "command": scenario.command[side],
        "vp": scenario.vp_to_win[side],
        "home": enum_text(scenario.home_edge[side]),
        "rallies": scenario.rallies[side],
        "moves_from": scenario.moves_from[side],
    }


def victory_hex_json(scenario: Scenario, victory_hex: VictoryHex) -> dict[str, Any]:
    return {
        "hex": scenario.battle_map.name_of(victory_hex.hex),
        "worth": victory_hex.worth,
        "for": [SEATS[side] for side in victory_hex.scorers],
        "held": enum_text(victory_hex.held),
    }


def piece_json(scenario: Scenario, piece: Piece) -> dict[str, Any]:
    return {
        "side": SEATS[piece.side],
        "kind": enum_text(piece.kind),
        "name": piece.name,
        "hex": scenario.battle_map.name_of(piece.hex),
        "strength": piece.strength,
        "morale": enum_text(piece.morale),
        "turn": piece.turn,
        "fixed": piece.fixed,
    }
