"""Check that a state from outside could arise in play.

A state is valid if its position can arise, and writing this position gives the same state again. A check returns the
reason why it fails, or an empty string.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from ....core.state_record import field_values
from ..rules.lane import can_strike
from ..rules.sequence_of_play import has_target
from ..state import (
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    PLAYERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    Stage,
    TowersRuleset,
    TowersState,
    entry_step,
    unit_name,
)
from .names import SEAT_NAMES
from .position_model import NOTHING_PICKED, PlayerPosition, Position, TurnMoment, read_position, write_position

LAST_ENTRY = TIMESTEPS * COLUMNS
MAX_HITS = TIMESTEPS * MAX_TOWERS * MAX_SOLDIERS
INVALID_NUMBER = -1
"""Replaces a cell or an entry that cannot be parsed."""


def check_state(s: TowersState, initial: TowersState) -> str:
    """Return why a state that was read from outside could never arise, or an empty string."""
    if any(field_values(s, name) != field_values(initial, name) for name in (*TowersRuleset.names, "tower_bounty")):
        return "it was played with other rules or options (T1.3)"
    reason = check_counts(s)
    if reason:
        return reason
    position = read_position(s)
    reason = check_position(position, initial)
    if reason:
        return reason
    again = initial.copy()
    write_position(again, position)
    for name in TowersState.names:
        if field_values(s, name) != field_values(again, name):
            return f"its numbers for {name.replace('_', ' ')!r} do not fit the rest (T2.1)"
    return check_acting_unit(s)


def check_counts(s: TowersState) -> str:
    if s.phase not in list(Phase):
        return "there is no such phase (T2.1)"
    for seat in range(PLAYERS):
        if not 0 <= s.towers[seat] <= MAX_TOWERS or not 0 <= s.towers_seen[seat] <= MAX_TOWERS:
            return f"{SEAT_NAMES[seat]} has an impossible number of towers (T4.2)"
        counts = (s.soldiers[seat], s.veterans[seat], s.deployed[seat], s.entered[seat])
        if not all(0 <= count <= MAX_SOLDIERS for count in counts):
            return f"{SEAT_NAMES[seat]} has an impossible number of soldiers (T2.6)"
    return ""


def check_position(position: Position, initial: TowersState) -> str:
    """Check a position; `initial` has the ruleset, and the HP and gold of the start."""
    if not 0 <= position.played <= initial.turn_limit:
        return f"a game has at most {initial.turn_limit} turns (T7.2)"
    is_over = position.played == initial.turn_limit or any(player.hp <= 0 for player in position.players)
    if position.moment and position.played == initial.turn_limit:
        return f"there is no turn after turn {initial.turn_limit} (T7.2)"
    if not position.moment and position.players[0].ready and position.players[1].ready:
        return "when both are ready the turn is played (T2.1)"
    plans = not position.moment and not is_over
    for seat, player in enumerate(position.players):
        ordered = player.ready or player.built or player.hired or player.picked != NOTHING_PICKED
        if ordered and not plans:
            return f"{SEAT_NAMES[seat]} can give no orders now (T2.2)"
        for reason in check_player(position, seat, initial):
            if reason:
                return f"{SEAT_NAMES[seat]}: {reason}"
    return check_moment(position, position.moment, initial) if position.moment else ""


def check_player(position: Position, seat: int, initial: TowersState) -> Iterator[str]:
    """Yield the results of all checks of a player and its lane."""
    player = position.players[seat]
    yield check_towers(player, initial, position.moment is not None)
    yield check_soldiers(player)
    yield check_results(position, seat, initial)
    yield check_wealth(position, seat, initial)
    yield check_picked(player, initial)


def check_towers(player: PlayerPosition, initial: TowersState, acts: bool) -> str:
    towers = player.towers + player.built
    min_health = -MAX_SOLDIERS * max(initial.damage) if acts else 1
    for unit, cell, health in towers:
        if unit not in TOWERS:
            return "there is no such tower (T4.3)"
        if not 0 <= cell < initial.deployment_row * COLUMNS:
            return f"a tower stands in rows 0 to {initial.deployment_row - 1}, columns 0 to 6 (T1.2)"
        if not min_health <= health <= initial.health[unit]:
            return f"a {unit_name(unit)} has no more than {initial.health[unit]} health, and not {health} (T2.5)"
    if any(tower.health != initial.health[tower.unit] for tower in player.built):
        return "a new tower has all its health (T2.5)"
    if len({tower.cell for tower in towers}) < len(towers):
        return "two towers stand in one cell (T4.1)"
    rows = Counter(tower.cell // COLUMNS for tower in towers)
    return next((f"row {row} is closed (T4.2)" for row, count in rows.items() if count == COLUMNS), "")


def check_soldiers(player: PlayerPosition) -> str:
    if len(player.soldiers) + len(player.hired) > MAX_SOLDIERS:
        return f"a player owns at most {MAX_SOLDIERS} soldiers (T2.6)"
    soldiers = [*player.soldiers, *player.hired, *(soldier[:2] for soldier in player.showed)]
    for unit, entry in soldiers:
        if unit not in SOLDIERS:
            return "there is no such soldier (T5.2)"
        if not 0 <= entry <= LAST_ENTRY:
            return f"a soldier enters at a timestep from 0 to {TIMESTEPS - 1} in a column from 0 to 6 (T2.3)"
    order = [(entry_step(entry), index) for _, entry, index in player.showed]
    if any(step < 0 for step, _ in order) or order != sorted(order):
        return "those who were shown entered one after the other (T3.1)"
    if len({index for _, index in order}) < len(order) or not all(
        0 <= index < len(player.soldiers) and player.soldiers[index].unit == unit for unit, _, index in player.showed
    ):
        return "others were shown than there are (T2.4)"
    return "" if all(mind in list(Mind) for _, mind in player.minds) else "there is no such mind (T8.1)"


def check_results(position: Position, seat: int, initial: TowersState) -> str:
    """Check the effects of the last turn, or of this one so far, on a lane."""
    player, other = position.players[seat], position.players[1 - seat]
    leaked, felled, razed = player.results
    if min(player.results) < 0:
        return "nothing happens less than 0 times (T2.5)"
    if position.moment:
        gone = [body.health > 0 for body in player.bodies if body.cell is None]
        if (leaked, felled) != (gone.count(True), gone.count(False)):
            return "soldiers left the lane in another way than it says (T5.4)"
    elif leaked + felled > len(other.showed):
        return "more scored or fell than entered (T5.4)"
    turns = position.played + (position.moment is not None)
    if turns == 0 and (razed or player.towers or player.soldiers):
        return "nothing is there before the first turn (T1.3)"
    if len(player.towers) + razed > initial.deployment_row * (COLUMNS - 1):
        return "more towers fell than there was room for (T4.2)"
    lost = initial.hp[seat] - player.hp
    if not leaked <= lost <= turns * MAX_SOLDIERS or player.hp + leaked <= 0:
        return f"its HP cannot be {player.hp} (T5.4)"
    return ""


def check_wealth(position: Position, seat: int, initial: TowersState) -> str:
    player, other = position.players[seat], position.players[1 - seat]
    prices = [initial.cost[unit] + initial.tower_bounty for unit in TOWERS]
    for_soldiers = player.results[1] + player.results[0] * initial.gold_for_scorers
    minimum, maximum = (for_soldiers + other.results[2] * price for price in (min(prices), max(prices)))
    if not minimum <= player.earned <= maximum:
        return f"it cannot have earned {player.earned} (T6.1)"
    owned = [soldier.unit for soldier in player.soldiers + player.hired]
    owned += [tower.unit for tower in player.towers + player.built]
    spent = sum(initial.cost[unit] for unit in owned)
    max_per_turn = initial.income + MAX_SOLDIERS + MAX_TOWERS * max(prices)
    if player.gold < 0 or player.gold + spent > initial.gold[seat] + position.played * max_per_turn:
        return f"its gold cannot be {player.gold} (T6.1)"
    return ""


def check_picked(player: PlayerPosition, initial: TowersState) -> str:
    what, unit, column = player.picked
    if (what != Picked.NOTHING and player.ready) or player.ready not in (0, 1):
        return "who is ready has no order half given (T2.2)"
    soldiers = range(len(player.soldiers) + len(player.hired))
    fits = {
        Picked.NOTHING: (unit, column) == (0, 0),
        Picked.TOWER: unit in TOWERS and column == 0 and initial.cost[unit % UNIT_COUNT] <= player.gold,
        Picked.SOLDIER: unit in soldiers and column == 0,
        Picked.COLUMN: unit in soldiers and column in range(COLUMNS),
    }
    return "" if what in fits and fits[Picked(what)] else "what is picked cannot be (T2.2)"


def check_moment(position: Position, moment: TurnMoment, initial: TowersState) -> str:
    step, lane, stage, _ = moment
    if step not in range(TIMESTEPS) or lane not in range(PLAYERS) or stage not in (Stage.TOWERS, Stage.SOLDIERS):
        return "the turn cannot stand there (T3.1)"
    for side, player in enumerate(position.players):
        reason = check_entered_soldiers(position, side, step, initial)
        on_lane = [body.frozen for body in player.bodies if body.cell is not None]
        lasts = any(on_lane) and initial.frost_turn
        if player.froze not in range(MAX_HITS) or (bool(player.froze) != any(on_lane) and not lasts):
            reason = reason or "the frost does not fit (T4.3)"
        if reason:
            return f"{SEAT_NAMES[side]} lane: {reason}"
    return ""


def check_entered_soldiers(position: Position, lane: int, step: int, initial: TowersState) -> str:
    player, roster = position.players[lane], position.players[1 - lane].soldiers
    entered = [soldier for soldier in roster if 0 < soldier.entry <= (step + 1) * COLUMNS]
    entered.sort(key=lambda soldier: entry_step(soldier.entry))
    if sorted(body.number for body in player.bodies) != list(range(len(entered))):
        return "others are on the lane than entered so far (T2.3)"
    closed = {tower.cell for tower in player.towers}
    min_health = -MAX_TOWERS * max(initial.damage)
    for number, cell, health, rests, frozen in player.bodies:
        unit = entered[number].unit
        if cell is not None and (cell in closed or cell not in range((initial.deployment_row + 1) * COLUMNS)):
            return f"soldier {number + 1} cannot be there (T5.1)"
        if not min_health <= health <= initial.health[unit] or frozen not in (0, 1):
            return f"soldier {number + 1} cannot be in this state (T3.3)"
        if rests not in range(step + initial.moves_every[unit] + 1):
            return f"soldier {number + 1} cannot rest so long (T5.3)"
    cells = {body.number: body.cell for body in player.bodies}
    left_first = list(takewhile(lambda number: cells[number] is None, range(len(entered))))
    return "" if player.gone in range(len(left_first) + 1) else "fewer have left so far (T3.1)"


def check_acting_unit(s: TowersState) -> str:
    """Check that a turn that is being played waits for a unit that asks its owner and can act (T8.1)."""
    if s.phase != Phase.ACT:
        return ""
    if s.stage == Stage.TOWERS:
        unit = s.tower_unit[s.lane * MAX_TOWERS + s.acting] if s.acting in range(s.towers[s.lane]) else None
        asks = unit is not None and s.mind[s.lane * UNIT_COUNT + unit] == Mind.OWN
        return "" if asks and has_target(s, s.lane, s.acting) else "no tower asks its owner there (T8.1)"
    owner = 1 - s.lane
    if s.acting in range(s.entered[s.lane]):
        soldier = owner * MAX_SOLDIERS + s.acting
        asks = s.mind[owner * UNIT_COUNT + s.deployed_unit[soldier]] == Mind.OWN
        if asks and s.body_cell[soldier] > 0 and can_strike(s, soldier):
            return ""
    return "no soldier asks its owner there (T8.1)"
