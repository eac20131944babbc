"""A battle before it is played, in words: in few, as a card, and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from ...core.scenario import Scenarios, Section, Summary
from .battle import CALLED, FULL, LETTERS, Kind, Piece, Points, Scenario, Side, Winner
from .names import SEATS, plural
from .picture import map_picture
from .scenario import named, read
from .scenarios import scenario_named
from .told import capital

NOTHING = ("None.",)
AFTERWARDS = {
    Winner.UNION: "the Union wins",
    Winner.CONFEDERATE: "the Confederacy wins",
    Winner.MOST: "whoever has more VP wins",
    Winner.NOBODY: "it is a draw",
}


def summary(scenario: Scenario) -> Summary:
    return Summary(
        title=scenario.title,
        date=scenario.date,
        place=scenario.place,
        turns=scenario.turns,
        units=tuple(len(units_of(scenario, side)) for side in Side),
        favours=scenario.favours,
    )


def pieces_of(scenario: Scenario, side: Side) -> list[Piece]:
    """In the order of their coming; units before leaders."""
    mine = (piece for piece in scenario.pieces if piece.side == side)
    return sorted(mine, key=lambda piece: piece.turn)


def units_of(scenario: Scenario, side: Side) -> list[Piece]:
    return [piece for piece in pieces_of(scenario, side) if piece.kind != Kind.LEADER]


# The card


def card(scenario: Scenario) -> tuple[Section, ...]:
    return (*briefing(scenario), *(order_of_battle(scenario, side) for side in Side))


def briefing(scenario: Scenario) -> tuple[Section, ...]:
    """All but the orders of battle, which tell every morale."""
    worth = tuple(points_words(scenario, points) for points in scenario.points)
    return (
        Section(scenario.title, (f"{scenario.date}, {scenario.place}",), scenario.history),
        Section("Sources", scenario.sources),
        Section("How it is won", tuple(victory(scenario))),
        Section("Hexes worth VP (C7.1)", worth or NOTHING),
        Section("The sides", tuple(side_words(scenario, side) for side in Side)),
        Section("Special rules", tuple(special(scenario)) or NOTHING),
        Section("Reinforcements (C2.8)", tuple(reinforcements(scenario)) or NOTHING),
    )


def victory(scenario: Scenario) -> Iterator[str]:
    first = f"{capital(CALLED[scenario.first])} acts first in each turn (C1.1)."
    yield f"The battle has {plural(scenario.turns, 'turn')}. {first}"
    union, confederate = scenario.vp
    yield f"The Union wins with {union} VP, the Confederacy with {confederate} VP (C7.2)."
    yield f"After the last turn {AFTERWARDS[scenario.winner]} (C7.2)."


def points_words(scenario: Scenario, points: Points) -> str:
    who = " and ".join(CALLED[side] for side in points.scorers)
    holder = "nobody" if points.held is None else CALLED[points.held]
    return f"{place_words(scenario, points.hex)}: {points.worth} VP for {who}; held by {holder}."


def side_words(scenario: Scenario, side: Side) -> str:
    command, home = scenario.command[side], scenario.home[side].name.lower()
    return f"{capital(CALLED[side])}: command {command} (C1.2), retreats to the {home} edge (C5.1)."


def special(scenario: Scenario) -> Iterator[str]:
    for side in Side:
        if not scenario.rallies[side]:
            yield f"{capital(CALLED[side])} never rallies (C6.1)."
        if (turn := scenario.moves_from[side]) > 1:
            yield f"Whoever of {CALLED[side]} starts on the map does not move before turn {turn} (C1.3)."
    for piece in scenario.pieces:
        if piece.fixed:
            yield f"{piece.name} ({CALLED[piece.side]}): never moves (C1.3)."


def reinforcements(scenario: Scenario) -> Iterator[str]:
    """By turn, and then by side and hex."""
    coming = sorted({(one.turn, one.side, one.hex) for one in scenario.pieces if one.turn})
    for turn, side, hex_ in coming:
        who = [one.name for one in scenario.pieces if (one.turn, one.side, one.hex) == (turn, side, hex_)]
        yield f"Turn {turn}, {CALLED[side]}: {', '.join(who)} at {place_words(scenario, hex_)}."


def order_of_battle(scenario: Scenario, side: Side) -> Section:
    """A line for each piece: where, who, what, strength and morale."""
    units = len(units_of(scenario, side))
    leaders = len(pieces_of(scenario, side)) - units
    heading = f"{capital(CALLED[side])}: {plural(units, 'unit')}, {plural(leaders, 'leader')}"
    rows = [row(scenario, piece) for piece in pieces_of(scenario, side)]
    return Section(heading, (columns("hex", "name", "kind", "blocks", "morale"), *rows))


def row(scenario: Scenario, piece: Piece) -> str:
    hex_, full = scenario.ground.name_of(piece.hex), FULL[piece.kind]
    where = f"{hex_}, turn {piece.turn}" if piece.turn else hex_
    blocks = str(full) if piece.strength == full else f"{piece.strength} of {full}"
    return columns(where, piece.name, word(piece.kind), blocks, word(piece.morale))


def columns(where: str, name: str, kind: str, blocks: str, morale: str) -> str:
    return f"{where:<13} {name:<20} {kind:<9} {blocks:<6} {morale}".rstrip()


def place_words(scenario: Scenario, hex_: int) -> str:
    """`Henry Hill (F9)`, or `F9` where the map has no name."""
    name, label = scenario.ground.name_of(hex_), dict(scenario.labels).get(hex_)
    return f"{label} ({name})" if label else name


def word(one: IntEnum | None) -> str:
    """As the file has it; nothing for None."""
    return "" if one is None else one.name.lower()


# For programs


def facts(scenario: Scenario) -> dict[str, Any]:
    """The battle much as its file has it, with every field given."""
    return {
        "title": scenario.title,
        "date": scenario.date,
        "place": scenario.place,
        "history": scenario.history,
        "sources": list(scenario.sources),
        "favours": word(scenario.favours),
        "turns": scenario.turns,
        "first": word(scenario.first),
        "winner": word(scenario.winner),
        "map": map_rows(scenario),
        **{SEATS[side]: side_facts(scenario, side) for side in Side},
        "names": {scenario.ground.name_of(hex_): label for hex_, label in scenario.labels},
        "points": [points_facts(scenario, points) for points in scenario.points],
        "pieces": [piece_facts(scenario, piece) for piece in scenario.pieces],
    }


def map_rows(scenario: Scenario) -> list[str]:
    """One letter a hex."""
    letters, width = "".join(LETTERS[one] for one in scenario.ground.terrain), scenario.ground.width
    return [letters[at : at + width] for at in range(0, len(letters), width)]


def side_facts(scenario: Scenario, side: Side) -> dict[str, Any]:
    return {
        "command": scenario.command[side],
        "vp": scenario.vp[side],
        "home": word(scenario.home[side]),
        "rallies": scenario.rallies[side],
        "moves_from": scenario.moves_from[side],
    }


def points_facts(scenario: Scenario, points: Points) -> dict[str, Any]:
    return {
        "hex": scenario.ground.name_of(points.hex),
        "worth": points.worth,
        "for": [SEATS[side] for side in points.scorers],
        "held": word(points.held),
    }


def piece_facts(scenario: Scenario, piece: Piece) -> dict[str, Any]:
    return {
        "side": SEATS[piece.side],
        "kind": word(piece.kind),
        "name": piece.name,
        "hex": scenario.ground.name_of(piece.hex),
        "strength": piece.strength,
        "morale": word(piece.morale),
        "turn": piece.turn,
        "fixed": piece.fixed,
    }


SCENARIOS = Scenarios("scenario", named, read, summary, scenario_named, briefing, card, facts, map_picture)
