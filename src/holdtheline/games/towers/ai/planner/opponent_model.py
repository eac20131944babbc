"""A model of the opponent: its unseen gold, the attacks it may send, the towers it may build.

Its gold follows from T6.1 and from what was seen. The model expects the attack of the last turn again, and worse:
every soldier that the unseen gold could have hired.
"""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from ...rules.legality import why_not_build
from ...state import COLUMNS, FIRST_SOLDIER, MAX_SOLDIERS, MAX_TOWERS, UNIT_COUNT, Mind, TowersState, Unit
from ..evaluation import VICTORY_VALUE
from .memory import ATTACK_COUNT, SHOWN_ATTACKS, SOLDIER_KIND_COUNT, PlannerMemory
from .simulation import (
    FILE_PATTERN,
    TOGETHER_PATTERN,
    add_soldiers,
    build_tower,
    deploy_army,
    measure_harm,
    same_mind_for_all,
    set_soldier_minds,
)

HOARD_UNITS = (int(Unit.RIFLE), int(Unit.RIFLE), int(Unit.SHIELD))
HOARD_PATTERNS = (TOGETHER_PATTERN, FILE_PATTERN, FILE_PATTERN)
MAX_HOARD = 40
MAX_FEARED_MISSILES = 3  # that it may build against an attack


@kernel
def observe(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Save what simulations will overwrite, and estimate what the other player may have."""
    other = 1 - seat
    memory.shown_count = s.deployed[other]
    for index in range(s.deployed[other]):
        memory.shown_units[index] = s.deployed_unit[other * MAX_SOLDIERS + index]
        memory.shown_entries[index] = s.deployed_entry[other * MAX_SOLDIERS + index]
    memory.soldiers_before = s.soldiers[seat]
    for index in range(MAX_SOLDIERS):
        is_used = index < s.soldiers[seat]
        memory.entries_before[index] = s.entry[seat * MAX_SOLDIERS + index] if is_used else 0
    for unit in range(UNIT_COUNT):
        memory.minds_before[unit] = s.mind[seat * UNIT_COUNT + unit]
    if memory.ledger_turn != s.turns_played + 1:
        update_ledger(s, seat, memory)
        memory.ledger_turn = s.turns_played + 1


@kernel
def update_ledger(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Subtract what the other player must have spent from what it received (T6.1)."""
    other = 1 - seat
    spent = 0
    for tower in range(other * MAX_TOWERS, other * MAX_TOWERS + s.towers_seen[other]):
        spent += s.cost[s.tower_unit[tower]]
    if s.turns_played == 0 or memory.ledger_turn != s.turns_played:
        memory.gold_received = s.gold[seat] + spent
        memory.price_of_lost_towers = 0
        for kind in range(SOLDIER_KIND_COUNT):
            memory.most_seen[kind] = 0
    else:
        memory.gold_received += s.income + s.earned[other]
        # Income of the last turn that was not for soldiers was for destroyed towers.
        for_towers = s.earned[seat] - s.felled[seat] - s.leaked[seat] * s.gold_for_scorers
        memory.price_of_lost_towers += for_towers - s.razed[other] * s.tower_bounty
    spent += memory.price_of_lost_towers
    for kind in range(SOLDIER_KIND_COUNT):
        count = 0
        for index in range(memory.shown_count):
            count += memory.shown_units[index] == FIRST_SOLDIER + kind
        memory.most_seen[kind] = max(memory.most_seen[kind], count)
        spent += memory.most_seen[kind] * s.cost[FIRST_SOLDIER + kind]
    memory.unspent = max(memory.gold_received - spent, 0)


@kernel
def hoard_size(s: TowersState, memory: PlannerMemory, hoard: int) -> int:
    """Return the number of soldiers of a hoard's kind that the unseen gold could have hired."""
    return min(memory.unspent // max(s.cost[HOARD_UNITS[hoard]], 1), MAX_HOARD)


@kernel
def set_up_attack(s: TowersState, seat: int, memory: PlannerMemory, attack: int, column: int) -> None:
    """Let the other player send what it sent last, running or hunting, and in a hoard all it could have hired."""
    other, hoard = 1 - seat, attack - SHOWN_ATTACKS
    s.soldiers[other] = memory.shown_count
    for index in range(memory.shown_count):
        s.soldier_unit[other * MAX_SOLDIERS + index] = memory.shown_units[index]
        s.entry[other * MAX_SOLDIERS + index] = memory.shown_entries[index]
    hunting = attack == 1 or (hoard >= 0 and HOARD_UNITS[hoard] == Unit.RIFLE)
    set_soldier_minds(s, other, same_mind_for_all(Mind.HUNTER if hunting else Mind.USUAL))
    if hoard >= 0:
        add_soldiers(s, other, HOARD_UNITS[hoard], hoard_size(s, memory, hoard))
        deploy_army(s, other, HOARD_PATTERNS[hoard], column)


@kernel
def estimate_attacks(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Measure the harm of every expected attack; hoards come in the column where they do most."""
    for attack in range(ATTACK_COUNT):
        memory.harm[attack] = -VICTORY_VALUE
        for column in range(COLUMNS if attack >= SHOWN_ATTACKS else 1):
            set_up_attack(s, seat, memory, attack, column)
            harm = measure_harm(s, seat, memory)
            if harm > memory.harm[attack]:
                memory.harm[attack] = harm
                memory.worst_column[attack] = column


@kernel
def build_feared_missiles(s: TowersState, lane: int, memory: PlannerMemory, column: int) -> bool:
    """Let the other player spend a third of its unseen gold on missiles in this column; return whether it does."""
    missile, middle = Unit.MISSILE, s.deployment_row // 2
    price, built = MAX_FEARED_MISSILES * max(s.cost[missile], 1), 0
    for row in range(middle, min(middle + MAX_FEARED_MISSILES, s.deployment_row)):
        if memory.unspent >= price * (built + 1) and why_not_build(s, lane, row * COLUMNS + column) == 0:
            build_tower(s, lane, missile, row * COLUMNS + column)
            built += 1
    return built > 0
