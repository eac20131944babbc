"""The commanders that are built in keep the rules, see no more than their seat, and are worth playing."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from holdtheline.core.dice import random_stream
from holdtheline.core.engine import engine_of
from holdtheline.games.towers import GAME
from holdtheline.games.towers.ai.planner.memory import PlannerMemory, prepare_memory
from holdtheline.games.towers.ai.planner.opponent_model import update_ledger
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.rules.turn_end import winner
from holdtheline.games.towers.state import MAX_SOLDIERS, Phase, Picked, Unit
from holdtheline.players.player import policy_kernel

from ..engine_game import Field, PlainField
from ..reference_game import COURSE, STANDARD, Order, Ruleset

MOST_ORDERS = 2000
"""A planning that takes more of them is one that does not end."""


class Commander:
    """A commander at the table: it is shown a copy, from which its seat's secrets have been taken."""

    def __init__(self, name: str, seed: int = 1, plain: bool = False) -> None:
        door = policy_kernel(GAME, name)
        self.hide = engine_of(GAME, plain).hide
        self.choose: Callable[..., Any] = door.plain if plain else door.compiled
        self.codes = np.zeros(moves.MAX_MOVES, np.int64)
        self.stream = random_stream(seed, name)
        self.memory = prepare_memory({})

    def order(self, field: Field, seat: int) -> int:
        before = field.words.copy()
        self.hide(before, seat)
        return int(self.choose(before, self.codes, self.stream, self.memory))


def plan(field: Field, seat: int, commander: Commander) -> list[int]:
    """Play one planning up to READY; an illegal order fails here."""
    orders = []
    while not orders or orders[-1] != moves.READY:
        code = commander.order(field, seat)
        orders.append(int(moves.local_code(code)))
        assert moves.move_seat(code) == seat
        assert field.play(seat, orders[-1]) == 0, orders
        assert len(orders) < MOST_ORDERS
    return orders


def play_game(field: Field, pair: list[Commander]) -> int:
    """Return the winner (-1: a draw)."""
    while field.s.phase != Phase.OVER:
        for seat in (0, 1):
            plan(field, seat, pair[seat])
    return int(winner(field.s))


def odd(**units: dict[str, int]) -> Ruleset:
    ruleset = deepcopy(STANDARD)
    for name, stats in units.items():
        ruleset["units"][name] |= stats
    return ruleset


FREE = {"cost": 0}
RULESETS: dict[str, Ruleset] = {
    "standard": STANDARD,
    "course": COURSE,
    "original": {**COURSE, "income_per": "timestep", "gold_for_scorers": True, "zero_health_attacks": True},
    "no gold": {**STANDARD, "gold": 0, "hp": 1},
    "rich": {**STANDARD, "gold": 100_000, "hp": 1000, "deployment_row": 20},
    "short": {**STANDARD, "deployment_row": 2, "gold": 60},
    "all free": odd(**dict.fromkeys(STANDARD["units"], FREE)),
    "free soldiers": odd(rifle=FREE, shield=FREE, bomb=FREE, horse=FREE),
    "nothing hurts": odd(missile={"damage": 0}, rocket={"damage": 0}, rifle={"damage": 0}),
}


@pytest.mark.compiled
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize("pair", [("passive", "spam"), ("book", "planner"), ("planner", "book")], ids="-".join)
def test_no_order_breaks_a_rule_and_every_planning_ends(ruleset: Ruleset, pair: tuple[str, str]) -> None:
    field = Field(ruleset, turn_limit=6)
    play_game(field, [Commander(name) for name in pair])
    assert field.turn > 0


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAME.ai.policies)
def test_a_full_lane_and_a_full_roster_leave_nothing_to_buy(name: str) -> None:
    field = Field({**STANDARD, "gold": 5000})
    for row in range(19):
        for column in range(6):
            assert field.give(0, ("build", "blockade", row, column)) is None
    for _ in range(MAX_SOLDIERS):
        assert field.give(0, ("hire", "horse")) is None
    field.play_turn([[], []])
    orders = plan(field, 0, Commander(name))
    bought = [local for local in orders if moves.HIRE <= local < moves.TOWER + 4]
    assert bought == []
    assert field.gold[0] > 1000


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAME.ai.policies)
@pytest.mark.parametrize("half", [moves.TOWER + 3, moves.SOLDIER])
def test_a_plan_that_another_player_began_is_continued(name: str, half: int) -> None:
    field, commander = Field(STANDARD), Commander(name)
    commander.order(field, 0)  # and then another hand gives other orders
    field.give(0, ("hire", "shield"))
    assert field.play(0, half) == 0
    plan(field, 0, commander)
    assert field.s.ready[0] == 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAME.ai.policies)
def test_a_unit_that_asks_its_owner_gets_an_answer(name: str) -> None:
    field = Field(STANDARD)
    field.give(0, ("hire", "rifle"))
    field.give(0, ("send", 0, 0, 3))
    field.play(0, moves.MIND + 5 * 4 + 3)
    field.play(0, moves.READY)
    field.play(1, moves.READY)
    assert field.s.phase == Phase.ACT
    assert Commander(name).order(field, 0) == moves.encode_move(0, moves.REST)


# What they see


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAME.ai.policies)
def test_what_the_other_player_keeps_secret_changes_no_order(name: str) -> None:
    open_hand, other_hand = Field({**STANDARD, "gold": 40}), Field({**STANDARD, "gold": 40})
    for field in (open_hand, other_hand):
        field.give(1, ("hire", "rifle"))
        field.give(1, ("send", 0, 0, 2))
        field.give(1, ("build", "missile", 9, 4))
        field.play_turn([[], []])
    for order in (("hire", "horse"), ("hire", "bomb"), ("send", 1, 3, 6), ("build", "rocket", 9, 3)):
        assert other_hand.give(1, order) is None
    other_hand.play(1, moves.MIND + 5 * 4 + 2)
    other_hand.play(1, moves.TOWER)
    assert open_hand.words.tolist() != other_hand.words.tolist()
    assert plan(open_hand, 0, Commander(name)) == plan(other_hand, 0, Commander(name))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["book", "planner"])
@pytest.mark.parametrize("column", [0, 3, 6])
def test_an_attack_that_was_shown_is_stopped_when_it_comes_again(name: str, column: int) -> None:
    field = Field(STANDARD)
    rifles: list[Order] = [("hire", "rifle")] * 5 + [("send", n, 0, column) for n in range(5)]
    field.play_turn([[], rifles])
    assert field.hp[0] == 10 - 5
    plan(field, 0, Commander(name))
    assert field.play(1, moves.READY) == 0
    assert field.hp[0] >= 4


@pytest.mark.compiled
def test_nobody_is_sent_to_be_shot_only() -> None:
    field = Field({**STANDARD, "gold": 48})
    for column in range(1, 7):
        for row in (9, 11):
            assert field.give(1, ("build", "missile", row, column)) is None
            assert (column, row) == (6, 11) or field.give(0, ("build", "missile", row, column)) is None
    field.play_turn([[("hire", "rifle")], []])
    for name in ("book", "planner"):
        other = field.copy()
        plan(other, 0, Commander(name))
        assert [entry for entry in other.entries[0] if entry] == []


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["careless", "book", "planner"])
def test_an_open_lane_is_attacked_before_long_and_every_turn_from_then_on(name: str) -> None:
    field, commander, leaked = Field(STANDARD), Commander(name), []
    while field.s.phase != Phase.OVER:
        plan(field, 0, commander)
        assert field.play(1, moves.READY) == 0
        leaked.append(field.s.leaked[1])
    first = next(turn for turn, soldiers in enumerate(leaked) if soldiers)
    assert first <= 3
    assert all(soldiers > 0 for soldiers in leaked[first:])
    assert field.hp[1] <= 0


@pytest.mark.compiled
def test_the_book_attacks_beside_the_towers() -> None:
    """Missiles in columns 0 and 1 reach columns 0 to 5."""
    field = Field(STANDARD)
    for row, column in ((9, 0), (9, 1), (12, 0), (12, 1)):
        assert field.give(1, ("build", "missile", row, column)) is None
    field.play_turn([[], []])
    plan(field, 0, Commander("book"))
    assert {column for _, column in filter(None, field.entries[0])} == {6}
    assert field.play(1, moves.READY) == 0
    assert field.s.leaked[1] == field.s.soldiers[0] > 0


@pytest.mark.compiled
def test_the_book_lets_slow_and_fast_soldiers_reach_the_first_tower_together() -> None:
    field = Field({**STANDARD, "gold": 60})
    assert field.give(1, ("build", "missile", 9, 3)) is None
    army: list[Order] = [("hire", "bomb")] * 3 + [("hire", "shield")] * 9 + [("hire", "horse")] * 9
    field.play_turn([army, []])
    assert field.s.gold[0] == 1
    plan(field, 0, Commander("book"))
    steps = {field.s.soldier_unit[number]: entry[0] for number, entry in enumerate(field.entries[0]) if entry}
    # The missile reaches row 13. A shield runs 6 rows to it in 6 timesteps, a bomb in 12, a horse in 3.
    assert steps == {Unit.BOMB: 0, Unit.SHIELD: 6, Unit.HORSE: 9}


# What they are worth


def balance(ruleset: Ruleset, first: str, second: str, games: int) -> int:
    """Return the games that the first player wins less those that it loses, seats swapped."""
    total = 0
    for game in range(games):
        names = [first, second] if game % 2 == 0 else [second, first]
        field = Field(ruleset)
        won = play_game(field, [Commander(name, seed=game) for name in names])
        total += 0 if won < 0 else 1 if names[won] == first else -1
    return total


@pytest.mark.compiled
@pytest.mark.parametrize("ruleset", [STANDARD, COURSE], ids=["standard", "course"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("spam", "passive"),
        ("careless", "passive"),
        ("book", "passive"),
        ("book", "spam"),
        ("planner", "passive"),
        ("planner", "spam"),
    ],
)
def test_the_better_commander_wins_nearly_always(ruleset: Ruleset, first: str, second: str) -> None:
    assert balance(ruleset, first, second, 10) >= 6


@pytest.mark.compiled
def test_the_book_beats_the_careless() -> None:
    assert balance(STANDARD, "book", "careless", 20) >= 14


@pytest.mark.compiled
def test_the_planner_beats_the_book() -> None:
    assert balance(STANDARD, "planner", "book", 20) >= 10


@pytest.mark.compiled
def test_a_game_of_the_book_against_itself_ends_with_a_winner_before_the_turn_limit() -> None:
    results = []
    for game in range(20):
        field = Field(STANDARD)
        winner_seat = play_game(field, [Commander("book", seed=2 * game + seat) for seat in (0, 1)])
        results.append((winner_seat >= 0, field.turn))
    assert sum(is_won for is_won, _ in results) >= 17
    assert sorted(turns for _, turns in results)[10] <= 30


@pytest.mark.clause("T4.4")
@pytest.mark.parametrize(("bounty", "earned"), [("price", 4 + 2), ("price_plus_one", 5 + 3)])
def test_the_planner_knows_the_price_of_lost_towers_whatever_they_pay(bounty: str, earned: int) -> None:
    # In turn 2 seat 0 felled 3 soldiers and destroyed a missile tower (price 4) and a frost tower (price 2).
    s, memory = Field(STANDARD, tower_bounty=bounty).s, PlannerMemory.zeros()
    s.turns_played = memory.ledger_turn = 2
    s.earned[0], s.felled[0], s.razed[1] = 3 + earned, 3, 2
    update_ledger(s, 0, memory)
    assert memory.price_of_lost_towers == 4 + 2


@pytest.mark.compiled
def test_the_planner_plans_again_after_an_order_of_another_player() -> None:
    """Its orders depend on those before: to give a unit the mind that it has by now is refused (T8.1)."""
    field, commander, book, early = Field(STANDARD), Commander("planner"), Commander("book"), 0
    while early == 0:
        orders = None
        while orders != moves.READY:
            orders = int(moves.local_code(commander.order(field, 0)))
            assert field.play(0, orders) == 0
            memory = PlannerMemory(commander.memory)
            planned = memory.orders.tolist()[: memory.order_count]
            for mind in planned[memory.next_order - 1 :] if orders != moves.READY else ():
                if mind >= moves.MIND and field.s.picked[0] == Picked.NOTHING:
                    early += field.play(0, mind) == 0
        plan(field, 1, book)


# Plain and compiled


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["passive", "spam", "careless", "book"])
@pytest.mark.parametrize("ruleset", [STANDARD, COURSE], ids=["standard", "course"])
def test_plain_and_compiled_order_alike(ruleset: Ruleset, name: str) -> None:
    orders: list[list[list[int]]] = []
    for plain in (False, True):
        field = (PlainField if plain else Field)(ruleset, turn_limit=4)
        pair = [Commander(name, 5, plain), Commander("book", 6, plain)]
        orders.append([])
        while field.s.phase != Phase.OVER:
            orders[-1] += [plan(field, seat, pair[seat]) for seat in (0, 1)]
    assert orders[0] == orders[1]


@pytest.mark.compiled
def test_the_planner_plans_alike_plain_and_compiled() -> None:
    """With little gold: plain, it takes seconds where it has much to try."""
    field = Field({**STANDARD, "gold": 7, "deployment_row": 8})
    field.play_turn([[("build", "missile", 4, 3)], [("hire", "rifle"), ("hire", "rifle"), ("send", 0, 0, 1)]])
    compiled = plan(field.copy(), 0, Commander("planner", 5))
    plain = PlainField({**STANDARD, "gold": 7, "deployment_row": 8})
    plain.words[:] = field.words
    assert plan(plain, 0, Commander("planner", 5, plain=True)) == compiled
    assert len(compiled) > 3
