"""The options of a game, and the initial state of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.definition import LaterVersion
from ....core.options import Option
from ....core.scenarios import scenario_number
from ....core.state_record import Words, fill
from ..rules.hex_map import place_in_hex
from ..state import FULL_STRENGTH, MAX_PIECES, MORALE_LEVELS, NEVER_MOVES, CivilWarState, Phase, Side
from .model import Piece, Scenario
from .parse import SCENARIO_FILES

LIVE_RULES_VERSION = 4
"""The version of the rules of games that the VP for vp_hexes=live changed."""

_scenarios: dict[int, Scenario] = {}
_initial_states: dict[int, CivilWarState] = {}


def scenario_of(s: CivilWarState) -> Scenario:
    """Return the scenario of a state, which has the names that the state lacks."""
    return _scenarios[int(s.scenario_number)]


def initial_state_of(s: CivilWarState) -> CivilWarState:
    """Return the initial state of this battle, without its options."""
    return _initial_states[int(s.scenario_number)]


class FogOption(Option):
    """The option fog, which the heading of a table always names, as its default depends on who plays."""

    def heading_text(self, value: str | int) -> str:
        return {"on": "morale hidden", "off": "morale open"}.get(str(value), "")


OPTIONS = (
    SCENARIO_FILES.option("bull-run", "C7.2", is_public=False),  # C8.1: the text of a file has all morales
    FogOption(
        "fog",
        ("auto", "on", "off"),
        "whether the morale of enemy units is hidden until a roll shows it",
        "C8.1",
        "Enemy morale",
        ("hidden between people", "hidden", "open"),
    ),
    Option("hill_guns", ("off", "on"), "artillery on a hill reaches 4 hexes", "C3.1", "Long guns on hills"),
    Option(
        "hill_sight", ("off", "on"), "only hills block the sight to and from a hill", "C3.5", "Clear sight from hills"
    ),
    Option(
        "rally_only_hit",
        ("off", "on"),
        "a unit rallies only if it was attacked since your last turn",
        "C6.1",
        "Rally only after an attack",
    ),
    Option(
        "fire_advance",
        ("off", "on"),
        "a unit may also advance after fire at an adjacent hex",
        "C4.5",
        "Advance after fire",
    ),
    Option(
        "attacker_check", ("off", "on"), "a unit rolls for morale before it assaults", "C4.1", "Attackers check morale"
    ),
    Option(
        "leader_risk",
        ("source", "per_one"),
        "how many dice you roll for a leader after a 1 in the attack",
        "C3.4",
        "Leaders under fire",
        ("one die", "one die for each 1"),
    ),
    Option(
        "vp_hexes",
        ("end_only", "live"),
        "when the VP of hexes count",
        "C7.1",
        "VP hexes count",
        ("at the end", "as you go"),
    ),
    Option(
        "morale_die",
        ("3-2-1", "2-2-2"),
        "how many faces are green, black and gold",
        "C4.4",
        "Morale die",
        ("3 green, 2 black, 1 gold", "2 of each"),
    ),
    Option("bank_ap", ("off", "on"), "you keep unspent AP for the next turn", "C1.2", "Save action points"),
)


def resolve_options(options: Mapping[str, Any], has_computer: bool, has_real_dice: bool) -> dict[str, Any]:
    """Hide morale in games between people, and not against the computer (C8.1)."""
    fog = options["fog"]
    return {**options, "fog": ("off" if has_computer else "on") if fog == "auto" else fog}


def scenario_from_options(options: Mapping[str, Any]) -> Scenario:
    """Return the scenario; if the options say when VP hexes count, with the VP to win for that."""
    scenario = SCENARIO_FILES.of_value(str(options["scenario"]))
    return scenario.with_vp_hexes(options["vp_hexes"]) if "vp_hexes" in options else scenario


def later_version(options: Mapping[str, Any]) -> LaterVersion | None:
    """Return the later version of a battle whose VP to win with vp_hexes=live are its own."""
    if options["vp_hexes"] != "live":
        return None
    scenario = SCENARIO_FILES.of_value(str(options["scenario"]))
    if not scenario.has_live_vp:
        return None
    return LaterVersion(LIVE_RULES_VERSION, f"with vp_hexes=live, {scenario.title} now needs other VP to win")


def setup(options: Mapping[str, Any]) -> Words:
    """Return the initial state of a game, as a row that the engine copies."""
    scenario = scenario_from_options(options)
    suffix = " live" if later_version(options) else ""  # the same file with other VP to win is another scenario
    number = scenario_number(f"{options['scenario']}{suffix}")
    s = initial_state(scenario)
    _scenarios[number], _initial_states[number] = scenario, s.copy()
    s.scenario_number = number
    for name in ("hill_guns", "hill_sight", "rally_only_hit", "fire_advance", "attacker_check", "bank_ap"):
        setattr(s, name, options[name] == "on")
    s.leader_risk_per_one = options["leader_risk"] == "per_one"
    s.vp_hexes_at_end = options["vp_hexes"] == "end_only"
    s.even_morale_die = options["morale_die"] == "2-2-2"
    s.fog = options["fog"] != "off"
    return s.words


def initial_state(scenario: Scenario) -> CivilWarState:
    """Return the initial state of a scenario, without options."""
    s = CivilWarState.zeros()
    s.width, s.height = scenario.battle_map.width, scenario.battle_map.height
    fill(s.terrain, scenario.battle_map.terrain)
    s.last_turn, s.last_turn_winner = scenario.turns, scenario.last_turn_winner
    s.first_side = s.side = scenario.first_side
    s.turn, s.phase = 1, Phase.AP
    fill(s.command, scenario.command)
    fill(s.vp_to_win, scenario.vp_to_win)
    fill(s.home_edge, scenario.home_edge)
    fill(s.can_rally, scenario.rallies)
    for index, victory_hex in enumerate(scenario.victory_hexes):
        s.victory_hex[index] = victory_hex.hex + 1
        s.victory_hex_vp[index] = victory_hex.worth
        s.victory_hex_scorers[index] = sum(1 << side for side in victory_hex.scorers)
        s.victory_hex_holder[index] = 0 if victory_hex.held is None else victory_hex.held + 1
    for number, piece in numbered_pieces(scenario):
        add_piece(s, number, piece, scenario.moves_from[piece.side])
    return s


def add_piece(s: CivilWarState, number: int, piece: Piece, side_moves_from: int) -> None:
    """Put a piece on the map, or among the reinforcements (C2.8)."""
    s.kind[number] = piece.kind + 1
    s.strength[number] = piece.strength
    s.full_strength[number] = FULL_STRENGTH[piece.kind]
    if piece.morale is not None:
        s.morale[number] = piece.morale + 1
        s.morale_counts[piece.side * MORALE_LEVELS + piece.morale] += 1
    s.moves_from[number] = NEVER_MOVES if piece.fixed else 1 if piece.turn else side_moves_from
    if piece.turn:
        s.entry_turn[number], s.entry_hex[number] = piece.turn, piece.hex + 1
    else:
        place_in_hex(s, number, piece.hex)


def numbered_pieces(scenario: Scenario) -> list[tuple[int, Piece]]:
    """Return the pieces with their numbers in the state."""
    return [
        (side * MAX_PIECES + index, piece)
        for side in Side
        for index, piece in enumerate(piece for piece in scenario.pieces if piece.side == side)
    ]
