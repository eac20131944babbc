"""The scenario that a game is played with: as an option, as numbers for the rules, and by its number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.battlefiles import MARK, number_of
from ...core.contract import Option, Words
from .battle import FULL, Piece, Points, Scenario, Side
from .checks import MOST_PIECES, MOST_POINTS
from .scenario import FILES
from .state import (
    HEAD,
    MORALES,
    MOST_HEXES,
    NEVER,
    OF_A_PIECE,
    OF_A_POINT,
    OF_A_SIDE,
    PIECES,
    SIDES,
)

scenario_named = FILES.of_value

_known: dict[int, Scenario] = {}


def scenario_of(s: Any) -> Scenario:
    """The scenario of a record, whose names are not in it."""
    return _known[int(s.battle)]


class FogOption(Option):
    """Which of two values is usual depends on who plays, so it is always told which it is."""

    def told(self, value: str | int) -> str:
        return {"on": "morale hidden", "off": "morale open"}.get(str(value), "")


OPTIONS = (
    FILES.option("bull-run", "C7.2", is_open=False),  # C8.1: the text of a file has all morales
    FogOption("fog", ("auto", "on", "off"), "hide morale until it shows; auto: between people", "C8.1"),
    Option("hill_guns", ("off", "on"), "artillery on a hill reaches 4 hexes", "C3.1"),
    Option("hill_sight", ("off", "on"), "to or from a hill, only hills block sight", "C3.5"),
    Option("rally_only_hit", ("off", "on"), "only units attacked since the owner's last turn rally", "C6.1"),
    Option("fire_advance", ("off", "on"), "who fires from the next hex may advance, too", "C4.5"),
    Option("attacker_check", ("off", "on"), "an attacker rolls for morale first", "C4.1"),
    Option(
        "leader_risk", ("source", "per_one"), "dice for a leader under fire: one, or one for each 1", "C3.4"
    ),
    Option("vp_hexes", ("live", "end_only"), "when VP hexes count", "C7.1"),
    Option("morale_die", ("3-2-1", "2-2-2"), "its green, black and gold faces", "C4.4"),
    Option("bank_ap", ("off", "on"), "APs that are left over are kept", "C1.2"),
)


def settled(options: Mapping[str, Any], has_computer: bool) -> dict[str, Any]:
    """C8.1: morale is hidden in games of two people, and not against the computer."""
    fog = options["fog"]
    return {**options, "fog": ("off" if has_computer else "on") if fog == "auto" else fog}


def setup(options: Mapping[str, Any]) -> Words:
    """The numbers that `rules.start` reads, in the order of its fields."""
    value = str(options["scenario"])
    scenario = scenario_named(value)
    number = number_of(value)
    _known[number] = scenario
    switches = (
        options["hill_guns"] == "on",
        options["rally_only_hit"] == "on",
        options["fire_advance"] == "on",
        options["attacker_check"] == "on",
        options["leader_risk"] == "per_one",
        options["vp_hexes"] == "end_only",
        options["morale_die"] == "2-2-2",
        options["hill_sight"] == "on",
        options["bank_ap"] == "on",
        options["fog"] != "off",
    )
    ground = scenario.ground
    head = [number, ground.width, ground.height, scenario.turns, scenario.first, scenario.winner, *switches]
    assert len(head) == len(HEAD)
    sides = [*scenario.command, *scenario.vp, *scenario.home, *scenario.rallies]
    assert len(sides) == len(OF_A_SIDE) * SIDES
    terrain = np.zeros(MOST_HEXES, np.int64)
    terrain[: len(ground.terrain)] = ground.terrain
    points = np.zeros((len(OF_A_POINT), MOST_POINTS), np.int64)
    for place, one in enumerate(scenario.points):
        points[:, place] = point_numbers(one)
    pieces = np.zeros((len(OF_A_PIECE), PIECES), np.int64)
    dealt = np.zeros(SIDES * MORALES, np.int64)
    for number, piece in numbered(scenario):
        pieces[:, number] = piece_numbers(piece, scenario)
        if piece.morale is not None:
            dealt[piece.side * MORALES + piece.morale] += 1
    parts = (np.array([*head, *sides], np.int64), dealt, terrain, points.ravel(), pieces.ravel())
    return np.concatenate(parts)


def numbered(scenario: Scenario) -> list[tuple[int, Piece]]:
    """The pieces with their numbers."""
    return [
        (side * MOST_PIECES + place, piece)
        for side in Side
        for place, piece in enumerate(piece for piece in scenario.pieces if piece.side == side)
    ]


def point_numbers(points: Points) -> tuple[int, ...]:
    scorers = sum(1 << side for side in points.scorers)
    return points.hex + 1, points.worth, scorers, 0 if points.held is None else points.held + 1


def moves_from(piece: Piece, scenario: Scenario) -> int:
    """The first turn in which it can move."""
    if piece.fixed:
        return NEVER
    return 1 if piece.turn else scenario.moves_from[piece.side]


def piece_numbers(piece: Piece, scenario: Scenario) -> tuple[int, ...]:
    return (
        piece.kind + 1,
        piece.strength,
        FULL[piece.kind],
        0 if piece.morale is None else piece.morale + 1,
        0 if piece.turn else piece.hex + 1,
        piece.turn,
        piece.hex + 1 if piece.turn else 0,
        moves_from(piece, scenario),
    )


__all__ = ["MARK", "OPTIONS", "numbered", "scenario_named", "scenario_of", "settled", "setup"]
