"""The briefing of a scenario: its summary, its victory conditions and its orders of battle."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.scenarios import BriefingSection, ScenarioSummary
from ....core.sentences import capitalize_first, first_sentence, plural
from ..scenario.model import Piece, Scenario, VictoryHex
from ..scenario.serialize import enum_text
from ..state import FULL_STRENGTH, SIDE_NAMES, LastTurnWinner, PieceKind, Side

NONE_TEXT = ("None.",)
LAST_TURN_TEXTS = {
    LastTurnWinner.UNION: "the Union wins",
    LastTurnWinner.CONFEDERATE: "the Confederacy wins",
    LastTurnWinner.MOST: "the side with more VP wins",
    LastTurnWinner.NOBODY: "it is a draw",
}


MAX_EVEN_WINS = 55
"""A battle is called even if neither side wins more often, in 100 games."""


def summarize(scenario: Scenario) -> ScenarioSummary:
    return ScenarioSummary(
        title=scenario.title,
        date=scenario.date,
        place=scenario.place,
        turns=scenario.turns,
        units=tuple(len(units_by_arrival(scenario, side)) for side in Side),
        favoured_seat=scenario.favoured_side,
        story=first_sentence(scenario.history),
        balance=balance_text(scenario.won_by_book),
    )


def balance_text(won_by_book: int | None) -> str:
    """Say which side wins how often between equal computer players, if that was measured."""
    if won_by_book is None:
        return ""
    side, wins = ("Union", won_by_book) if won_by_book >= 50 else ("Confederacy", 100 - won_by_book)
    word = "Even" if wins <= MAX_EVEN_WINS else "Uneven"
    return f"{word}: the {side} wins {wins} in 100"


def pieces_by_arrival(scenario: Scenario, side: Side) -> list[Piece]:
    """Return the pieces of a side in the order of their arrival, units before leaders."""
    pieces = (piece for piece in scenario.pieces if piece.side == side)
    return sorted(pieces, key=lambda piece: piece.turn)


def units_by_arrival(scenario: Scenario, side: Side) -> list[Piece]:
    return [piece for piece in pieces_by_arrival(scenario, side) if piece.kind != PieceKind.LEADER]


# Sections


def full_briefing(scenario: Scenario) -> tuple[BriefingSection, ...]:
    return (*briefing(scenario), *(order_of_battle(scenario, side) for side in Side))


def briefing(scenario: Scenario) -> tuple[BriefingSection, ...]:
    """Return all sections that are not empty but the orders of battle, which give every morale away."""
    points = tuple(victory_hex_text(scenario, hex_) for hex_ in scenario.victory_hexes)
    others = (
        ("Special rules", tuple(special_rule_lines(scenario))),
        ("Reinforcements (C2.8)", tuple(reinforcement_lines(scenario))),
        ("Sources", scenario.sources),
    )
    return (
        BriefingSection(scenario.title, (f"{scenario.date}, {scenario.place}",), scenario.history),
        BriefingSection("How to win", tuple(victory_lines(scenario))),
        BriefingSection("Hexes worth VP (C7.1)", points or NONE_TEXT),
        BriefingSection("The sides", tuple(side_text(scenario, side) for side in Side)),
        *(BriefingSection(heading, lines) for heading, lines in others if lines),
    )


def victory_lines(scenario: Scenario) -> Iterator[str]:
    first = f"{capitalize_first(SIDE_NAMES[scenario.first_side])} acts first in each turn (C1.1)."
    yield f"The battle has {plural(scenario.turns, 'turn')}. {first}"
    union, confederate = scenario.vp_to_win
    yield f"The Union wins with {union} VP, the Confederacy with {confederate} VP (C7.2)."
    if scenario.has_live_vp:
        yield f"{live_vp_text(scenario)} (C7.2)."
    yield f"After the last turn {LAST_TURN_TEXTS[scenario.last_turn_winner]} (C7.2)."


def live_vp_text(scenario: Scenario) -> str:
    """Return the VP to win with vp_hexes=live, as a sentence without its full stop."""
    union, confederate = scenario.vp_live
    return f"If VP hexes count as you go, the Union wins with {union} VP, the Confederacy with {confederate} VP"


def victory_hex_text(scenario: Scenario, victory_hex: VictoryHex) -> str:
    scorers = " and ".join(SIDE_NAMES[side] for side in victory_hex.scorers)
    holder = "neither side" if victory_hex.held is None else SIDE_NAMES[victory_hex.held]
    return f"{scenario.place_name(victory_hex.hex)}: {victory_hex.worth} VP for {scorers}; held by {holder}."


def side_text(scenario: Scenario, side: Side) -> str:
    command, home = scenario.command[side], scenario.home_edge[side].name.lower()
    return f"{capitalize_first(SIDE_NAMES[side])}: command {command} (C1.2), retreats to the {home} edge (C5.1)."


def special_rule_lines(scenario: Scenario) -> Iterator[str]:
    for side in Side:
        if not scenario.rallies[side]:
            yield f"{capitalize_first(SIDE_NAMES[side])} never rallies (C6.1)."
        if (turn := scenario.moves_from[side]) > 1:
            owner = f"{capitalize_first(SIDE_NAMES[side])}'s"
            yield f"{owner} pieces that start on the map cannot move before turn {turn} (C1.3)."
    for piece in scenario.pieces:
        if piece.fixed:
            yield f"{piece.name} ({SIDE_NAMES[piece.side]}): never moves (C1.3)."


def reinforcement_lines(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each group, by turn, side and hex."""
    coming = sorted({(piece.turn, piece.side, piece.hex) for piece in scenario.pieces if piece.turn})
    for turn, side, hex_ in coming:
        group = [piece.name for piece in scenario.pieces if (piece.turn, piece.side, piece.hex) == (turn, side, hex_)]
        yield f"Turn {turn}, {SIDE_NAMES[side]}: {', '.join(group)} at {scenario.place_name(hex_)}."


def order_of_battle(scenario: Scenario, side: Side) -> BriefingSection:
    """List each piece with its hex, name, kind, blocks and morale."""
    units = len(units_by_arrival(scenario, side))
    leaders = len(pieces_by_arrival(scenario, side)) - units
    heading = f"{capitalize_first(SIDE_NAMES[side])}: {plural(units, 'unit')}, {plural(leaders, 'leader')}"
    rows = [piece_row(scenario, piece) for piece in pieces_by_arrival(scenario, side)]
    return BriefingSection(heading, (format_columns("hex", "name", "kind", "blocks", "morale"), *rows))


def piece_row(scenario: Scenario, piece: Piece) -> str:
    hex_, full = scenario.battle_map.name_of(piece.hex), FULL_STRENGTH[piece.kind]
    where = f"{hex_}, turn {piece.turn}" if piece.turn else hex_
    blocks = str(full) if piece.strength == full else f"{piece.strength} of {full}"
    return format_columns(where, piece.name, enum_text(piece.kind), blocks, enum_text(piece.morale))


def format_columns(where: str, name: str, kind: str, blocks: str, morale: str) -> str:
    return f"{where:<13} {name:<20} {kind:<9} {blocks:<6} {morale}".rstrip()
