"""Play battles by chance on the engine and on the oracle, and compare them after each step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.game import Game, State
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.hex_map import place_in_hex, remove_from_hex
from holdtheline.games.civilwar.scenario.setup import scenario_from_options
from holdtheline.games.civilwar.state import COLUMN_LETTERS, MAX_PIECES, PIECE_SLOTS, Phase, PieceKind
from holdtheline.games.civilwar.text.names import piece_notation
from holdtheline.games.civilwar.text.notation import move_text

from ..random_battle import any_battle
from .battle import Oracle
from .orders import NOTHING, Order
from .state import ANSWERS, FACES

CHOICES: dict[str, tuple[str, ...]] = {
    "hill_guns": ("off", "on"),
    "rally_only_hit": ("off", "on"),
    "fire_advance": ("off", "on"),
    "attacker_check": ("off", "on"),
    "leader_risk": ("source", "per_one"),
    "vp_hexes": ("end_only", "live"),
    "morale_die": ("3-2-1", "2-2-2"),
    "hill_sight": ("off", "on"),
    "bank_ap": ("off", "on"),
}
RALLIED = 2  # in the record's `acted`
OFTEN = {"end": 0.15, "stop": 0.4, "stay": 0.5, "assault": 3.0}
"""Otherwise armies that move by chance would hardly meet."""
HEX = re.compile(rf"[{COLUMN_LETTERS}]\d+", re.IGNORECASE)
CLAUSES = {
    "end": "C1.1",
    "go": "C2.1",
    "step": "C2.1",
    "stop": "C2.7",
    "fire": "C3.1",
    "assault": "C4.1",
    "rally": "C6.1",
    "enter": "C2.8",
    "retreat": "C5.1",
    "displace": "C5.2",
    "advance": "C4.5",
    "stay": "C4.5",
}
FACT_CLAUSES = {
    "phase": "C1.1",
    "number": "C1.1",
    "side": "C1.1",
    "ap": "C1.2",
    "hexes": "C1.3",
    "strength": "C3.3",
    "acted": "C1.3",
    "rallied": "C6.1",
    "shown": "C8.1",
    "struck": "C6.1",
    "waiting": "C2.8",
    "holders": "C7.1",
    "kills": "C7.1",
    "lost": "C1.2",
    "mover": "C1.3",
    "along": "C2.5",
    "hexes of a gunboat left": "C2.4",
}


class Difference(NamedTuple):
    clause: str
    text: str


def any_options(chance: Random) -> dict[str, str]:
    return {name: chance.choice(values) for name, values in CHOICES.items()}


# The engine in the words of the oracle


class Reader:
    """Read the engine's moves and record as the oracle would put them."""

    def __init__(self, state: State) -> None:
        s = state.record
        self.width = int(s.width)
        self.numbers = [number for number in range(PIECE_SLOTS) if s.kind[number]]
        self.by_name = {(number // MAX_PIECES, piece_notation(s, number)): number for number in self.numbers}

    def orders(self, state: State) -> dict[Order, int]:
        """Return the legal moves with their codes; the texts of moves say all that the codes do."""
        codes = state.legal_codes()
        orders = {self.order(state, code): code for code in codes}
        assert len(orders) == len(codes), "the engine lists a move twice"
        return orders

    def order(self, state: State, code: int) -> Order:
        text = move_text(state.record, code)
        side = int(state.current_player)
        words, _, leader = text.partition(" with ")
        word, _, rest = words.partition(" ")
        piece, _, last = rest.rpartition(" ")
        if not HEX.fullmatch(last):
            piece, last = rest, ""
        return Order(
            word,
            self.by_name[side, piece] if piece else NOTHING,
            self.hex(last) if last else NOTHING,
            self.by_name[side, leader] if leader else NOTHING,
        )

    def hex(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.width + COLUMN_LETTERS.index(name[0].upper())

    def hex_name(self, hex_: int) -> str:
        return f"{COLUMN_LETTERS[hex_ % self.width]}{hex_ // self.width + 1}"

    def text(self, order: Order) -> str:
        names = {number: name for (_, name), number in self.by_name.items()}
        words = [order.word, names.get(order.piece, "")]
        words += [self.hex_name(order.hex)] if order.hex != NOTHING else []
        words += ["with", names[order.leader]] if order.leader != NOTHING else []
        return " ".join(filter(None, words))

    def facts(self, state: State) -> dict[str, Any]:
        """Return the record in the form of `Oracle.facts`."""
        s, numbers = state.record, self.numbers
        holders = zip(s.victory_hex, s.victory_hex_holder, strict=True)
        sails = s.mover and s.kind[s.mover - 1] == PieceKind.GUNBOAT + 1
        return {
            "phase": int(s.phase),
            "number": int(s.turn),
            "side": int(s.side),
            "ap": int(s.ap),
            "hexes": {number: missing(int(s.hex_of[number])) for number in numbers},
            "strength": {number: int(s.strength[number]) for number in numbers},
            "acted": {number for number in numbers if s.acted[number] and s.hex_of[number]},
            "rallied": {number for number in numbers if s.acted[number] == RALLIED and s.hex_of[number]},
            "shown": {number for number in numbers if s.revealed[number]},
            "struck": {number for number in numbers if s.attacked[number] and s.hex_of[number]},
            "waiting": {number: int(s.entry_turn[number]) for number in numbers if s.entry_turn[number]},
            "holders": {int(hex_) - 1: missing(int(holder)) for hex_, holder in holders if hex_},
            "kills": [int(kills) for kills in s.elimination_vp],
            "lost": [int(lost) for lost in s.leaders_lost],
            "mover": missing(int(s.mover)),
            "along": missing(int(s.mover_leader)) if s.mover else None,
            "hexes of a gunboat left": int(s.steps_left) if sails else None,
        }


def missing(number: int) -> int | None:
    """Return None for 0, or the number less 1: the record stores optional numbers plus 1."""
    return number - 1 if number else None


# Comparing


def fact_difference(state: State, oracle: Oracle, reader: Reader) -> Difference | None:
    """Return the first fact on which the two disagree, the engine's first."""
    facts, oracle_facts = reader.facts(state), oracle.facts()
    for name, fact in facts.items():
        if fact != oracle_facts[name]:
            return Difference(fact_clause(name, oracle), f"{name}: {changed(fact, oracle_facts[name])}")
    if state.current_player != oracle.turn:
        return Difference("C1.1", f"turn: {state.current_player}, {oracle.turn}")
    if oracle.turn == OVER and (state.outcome is None or state.outcome.scores != (oracle.result(0), oracle.result(1))):
        return Difference("C7.2", f"result: {state.outcome}, {oracle.result(0)}")
    return None


def order_difference(mine: set[Order], yours: set[Order], oracle: Oracle, reader: Reader) -> Difference:
    """Return the orders that only the engine or only the oracle allows."""
    only = "; ".join(
        f"only {name}: {', '.join(sorted(map(reader.text, orders))) or 'nothing'}"
        for name, orders in (("the engine", mine - yours), ("the oracle", yours - mine))
    )
    return Difference(order_clause(mine ^ yours, oracle), only)


def changed(fact: Any, oracle_fact: Any) -> str:
    """Return two facts, of dictionaries only the items that differ."""
    if not isinstance(fact, dict):
        return f"{fact}, {oracle_fact}"
    keys = [key for key in sorted({*fact, *oracle_fact}) if fact.get(key) != oracle_fact.get(key)]
    return ", ".join(f"of {key} {fact.get(key)}, {oracle_fact.get(key)}" for key in keys)


def fact_clause(name: str, oracle: Oracle) -> str:
    if name in ("phase", "mover") and oracle.phase in ANSWERS | {Phase.ADVANCE}:
        return {Phase.FLIGHT: "C5.3", Phase.ADVANCE: "C4.5", Phase.DISPLACE: "C5.2"}.get(oracle.phase, "C5.1")
    return FACT_CLAUSES[name]


def order_clause(orders: set[Order], oracle: Oracle) -> str:
    """Return the clause that decides on the first of these orders."""
    order = min(orders)
    if oracle.phase == Phase.FLIGHT:
        return "C5.3"
    if order.word == "retreat" and len({(o.word, o.hex) for o in orders}) < len(orders):
        return "C4.3"
    goes_along = oracle.journey is not None and oracle.journey.along is not None
    if order.word in ("go", "step") and (order.leader != NOTHING or goes_along):
        return "C2.6"
    if order.word == "fire":
        return fire_clause(order, oracle)
    return CLAUSES[order.word]


def fire_clause(order: Order, oracle: Oracle) -> str:
    """Return C3.2 for a shot at a hex in range and in sight, which then cannot hit."""
    unit = oracle.pieces[order.piece]
    assert unit.hex is not None
    in_range = oracle.field.number_at(unit, oracle.field.hexes.apart(unit.hex, order.hex)) is not None
    return "C3.2" if in_range and oracle.field.sees(unit.hex, order.hex) else "C3.1"


# Playing


def any_order(allowed: set[Order], oracle: Oracle, chance: Random) -> Order:
    """Choose a random kind of order, then one of that kind; half of all moves go towards an enemy."""
    orders = sorted(allowed)
    kinds = sorted({order.word for order in orders})
    word = chance.choices(kinds, [OFTEN.get(kind, 1.0) for kind in kinds])[0]
    orders = [order for order in orders if order.word == word]
    enemies = [p.hex for p in oracle.pieces.values() if p.side != oracle.side and p.hex is not None]
    if word in ("go", "step") and enemies and chance.random() < 0.5:
        return min(orders, key=lambda order: min(oracle.field.hexes.apart(order.hex, e) for e in enemies))
    # Retreats go to occupied hexes where they can: friends in the way, and lone leaders, are rare.
    rare = [order for order in orders if word in ("retreat", "displace") and oracle.field.in_hex(order.hex)]
    return chance.choice(rare if rare and chance.random() < 0.7 else orders)


def scatter(state: State, oracle: Oracle, chance: Random) -> None:
    """Move half of the leaders away from their units, each to an empty hex."""
    leaders = [piece for piece in oracle.pieces.values() if piece.leads and piece.hex is not None]
    for leader in chance.sample(leaders, (len(leaders) + 1) // 2):
        leader.hex = chance.choice([h for h in oracle.field.hexes.all if oracle.field.is_empty(leader, h)])
        remove_from_hex(state.record, leader.number)
        place_in_hex(state.record, leader.number, leader.hex)


def play_both(
    scenario: str, seed: int, options: dict[str, str], *, plain: bool, scattered: bool = False
) -> Iterator[Difference]:
    """Play a battle (a name or the text of a file) on both, and yield where they differ.

    After a difference in what is legal the battle goes on with what both allow; after one in a fact it is over.
    """
    chance = Random(f"{scenario} {seed}")
    game: Game = load("civilwar", plain=plain, scenario=scenario, **options)
    state, oracle, steps = (
        game.start(),
        Oracle(scenario_from_options({"scenario": game.options["scenario"]}), options),
        0,
    )
    reader = Reader(state)
    if scattered:
        scatter(state, oracle, chance)

    def place(difference: Difference) -> Difference:
        text = f"seed {seed}, step {steps}, {options}\n{state.position()}\n{difference.text}"
        return Difference(difference.clause, text)

    while True:
        wrong = fact_difference(state, oracle, reader)
        if wrong:
            yield place(wrong)
        if wrong or oracle.turn == OVER:
            return
        if oracle.turn == CHANCE:
            face = chance.choice(FACES)
            oracle.roll(face)
            state.play(face)
        else:
            codes, moves = reader.orders(state), oracle.moves()
            if set(codes) != moves:
                yield place(order_difference(set(codes), moves, oracle, reader))
            if not codes.keys() & moves:
                return
            order = any_order(codes.keys() & moves, oracle, chance)
            oracle.play(order)
            state.play(codes[order])
        steps += 1


def play_named_battle(name: str, seed: int, *, plain: bool) -> Iterator[Difference]:
    """Play a shipped battle, with the default options where the seed is 0."""
    return play_both(name, seed, any_options(Random(f"{name} {seed}")) if seed else {}, plain=plain)


def play_made_battle(seed: int, *, plain: bool) -> Iterator[Difference]:
    """Play a small crowded battle made by chance; in every second one leaders start away from their units."""
    chance = Random(f"made {seed}")
    text, options = CUSTOM_SCENARIO_HEADER + any_battle(chance), any_options(chance)
    return play_both(text, seed, options, plain=plain, scattered=seed % 2 == 1)
