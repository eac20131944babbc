"""Serialize a scenario: as JSON with every field, and as the TOML text that parses to an equal scenario."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ....core.toml.writer import TomlLayout, fields_to_toml
from ..state import FULL_STRENGTH, SEATS, PieceKind, Side
from .model import BattleMap, Piece, Scenario, VictoryHex
from .parse import TABLE_NAMES, TOP_FIELDS


def enum_text(member: IntEnum | None) -> str:
    """Return the word of a scenario file for a member, or an empty string for None."""
    return "" if member is None else member.name.lower()


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as JSON-compatible values, with defaults filled in."""
    return {
        **header_fields(scenario),
        "map": scenario.battle_map.letters,
        **{SEATS[side]: side_json(scenario, side) for side in Side},
        "names": {scenario.battle_map.name_of(hex_): label for hex_, label in scenario.labels},
        "points": [victory_hex_json(scenario, victory_hex) for victory_hex in scenario.victory_hexes],
        "pieces": [piece_json(scenario, piece) for piece in scenario.pieces],
    }


def header_fields(scenario: Scenario) -> dict[str, Any]:
    """Return the fields above the map."""
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
        **({} if scenario.won_by_book is None else {"won_by_book": scenario.won_by_book}),
    }


def side_json(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "command": scenario.command[side],
        "vp": scenario.vp_to_win[side],
        "vp_live": scenario.vp_live[side],
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


# TOML

LAYOUT = TomlLayout(TOP_FIELDS, TABLE_NAMES, paragraphs=("history",), drawings=("map",))


def scenario_to_toml(scenario: Scenario) -> str:
    """Return the text of a file that `parse_scenario` reads as an equal scenario, under the same file name."""
    return fields_to_toml(scenario_to_fields(scenario), LAYOUT)


def scenario_to_fields(scenario: Scenario) -> dict[str, Any]:
    """Return the fields of a file, in the order of the file; a value that may be left out is left out."""
    labels = {scenario.battle_map.name_of(hex_): label for hex_, label in scenario.labels}
    special = special_fields(scenario)
    is_leader = [piece.kind == PieceKind.LEADER for piece in scenario.pieces]
    pieces = [piece_fields(scenario, piece) for piece in scenario.pieces]
    header = {
        field: value for field, value in header_fields(scenario).items() if value or field not in ("history", "sources")
    }
    return {
        **header,
        "map": map_text(scenario.battle_map),
        **{SEATS[side]: side_fields(scenario, side) for side in Side},
        **({"names": labels} if labels else {}),
        "points": [victory_hex_fields(scenario, victory_hex) for victory_hex in scenario.victory_hexes],
        "unit": [fields for fields, leads in zip(pieces, is_leader, strict=True) if not leads],
        "leader": [fields for fields, leads in zip(pieces, is_leader, strict=True) if leads],
        **({"special": special} if special else {}),
    }


def map_text(battle_map: BattleMap) -> str:
    """Return the drawing of a map: one letter a hex, every second row moved by a blank."""
    return "".join(f"{' ' * (row % 2)}{' '.join(letters)}\n" for row, letters in enumerate(battle_map.letters))


def side_fields(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "command": scenario.command[side],
        "vp": scenario.vp_to_win[side],
        **({} if scenario.vp_live[side] == scenario.vp_to_win[side] else {"vp_live": scenario.vp_live[side]}),
        "home": enum_text(scenario.home_edge[side]),
    }


def victory_hex_fields(scenario: Scenario, victory_hex: VictoryHex) -> dict[str, Any]:
    scorers = victory_hex.scorers
    return {
        "hex": scenario.battle_map.name_of(victory_hex.hex),
        "worth": victory_hex.worth,
        "for": "both" if len(scorers) > 1 else SEATS[scorers[0]],
        "held": enum_text(victory_hex.held) or "nobody",
    }


def piece_fields(scenario: Scenario, piece: Piece) -> dict[str, Any]:
    is_leader = piece.kind == PieceKind.LEADER
    return {
        "side": SEATS[piece.side],
        **({} if is_leader else {"kind": enum_text(piece.kind)}),
        "name": piece.name,
        "hex": scenario.battle_map.name_of(piece.hex),
        **({} if is_leader else {"morale": enum_text(piece.morale)}),
        **({} if piece.strength == FULL_STRENGTH[piece.kind] else {"strength": piece.strength}),
        **({"turn": piece.turn} if piece.turn else {}),
    }


def special_fields(scenario: Scenario) -> dict[str, Any]:
    no_rally = [SEATS[side] for side in Side if not scenario.rallies[side]]
    halted = [
        {"side": SEATS[side], "until": scenario.moves_from[side]} for side in Side if scenario.moves_from[side] > 1
    ]
    fixed = [piece.name for piece in scenario.pieces if piece.fixed]
    return {
        **({"no_rally": no_rally} if no_rally else {}),
        **({"halted": halted[0]} if halted else {}),
        **({"fixed": fixed} if fixed else {}),
    }
