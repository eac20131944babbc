"""A scenario as JSON values, with every field of its file."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ..state import SEATS, Side
from .model import Piece, Scenario, VictoryHex


def enum_text(member: IntEnum | None) -> str:
    """Return the word of a scenario file for a member, or an empty text for None."""
    return "" if member is None else member.name.lower()


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as its file has it, with every field given."""
    return {
        "title": scenario.title,
        "date": scenario.date,
        "place": scenario.place,
        "history": scenario.history,
        "sources": list(scenario.sources),
        "favours": enum_text(scenario.favours),
        "turns": scenario.turns,
        "first": enum_text(scenario.first),
        "winner": enum_text(scenario.winner),
        "map": scenario.ground.letters,
        **{SEATS[side]: side_json(scenario, side) for side in Side},
        "names": {scenario.ground.name_of(hex_): label for hex_, label in scenario.labels},
        "points": [victory_hex_json(scenario, points) for points in scenario.points],
        "pieces": [piece_json(scenario, piece) for piece in scenario.pieces],
    }


def side_json(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "command": scenario.command[side],
        "vp": scenario.vp[side],
        "home": enum_text(scenario.home[side]),
        "rallies": scenario.rallies[side],
        "moves_from": scenario.moves_from[side],
    }


def victory_hex_json(scenario: Scenario, points: VictoryHex) -> dict[str, Any]:
    return {
        "hex": scenario.ground.name_of(points.hex),
        "worth": points.worth,
        "for": [SEATS[side] for side in points.scorers],
        "held": enum_text(points.held),
    }


def piece_json(scenario: Scenario, piece: Piece) -> dict[str, Any]:
    return {
        "side": SEATS[piece.side],
        "kind": enum_text(piece.kind),
        "name": piece.name,
        "hex": scenario.ground.name_of(piece.hex),
        "strength": piece.strength,
        "morale": enum_text(piece.morale),
        "turn": piece.turn,
        "fixed": piece.fixed,
    }
