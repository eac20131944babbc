"""The game of towers, played slowly and from the rulebook alone, one soldier after the other.

It shares nothing with the package. Player p defends lane p; the soldiers of player p walk on lane
1 - p. A soldier is known by its number on its owner's roster, a tower by its cell (row, column).
The tests give the orders of both commanders; the unit AIs are the built-in ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Ruleset = dict[str, Any]
Cell = tuple[int, int]
Order = tuple[Any, ...]
"""("build", unit, row, column), ("hire", unit), ("send", soldier, timestep, column), ("home", soldier),
("mind", unit, mind)."""
Refusal = tuple[int, Order, str]  # player, order, clause
Event = tuple[Any, ...]  # what it is, and whom it is about

PLAYERS = (0, 1)
COLUMNS = 7  # T1.1
TIMESTEPS = 100  # T2.1
MOST_SOLDIERS = 255  # T2.6
TOWERS = ("missile", "rocket", "frost", "blockade")
SOLDIERS = ("shield", "rifle", "bomb", "horse")
MINDS = ("usual", "thrifty", "hunter")  # T8.1


def tower(cost: int, health: int, reach: int, damage: int, **special: bool) -> dict[str, Any]:
    plain = {"whole_cell": False, "freezes": False}
    return {"cost": cost, "health": health, "range": reach, "damage": damage, **plain, **special}


def soldier(cost: int, health: int, reach: int, damage: int, **special: Any) -> dict[str, Any]:
    plain = {"speed": 1, "moves_every": 1, "front_only": False, "jumps": False}
    return {"cost": cost, "health": health, "range": reach, "damage": damage, **plain, **special}


COURSE: Ruleset = {
    "deployment_row": 20,
    "gold": 100,
    "hp": 10,
    "income_per": "turn",
    "gold_for_scorers": False,
    "zero_health_attacks": False,
    "towers_see_deployment_row": False,
    "units": {
        "missile": tower(3, 10, 2, 2),
        "rocket": tower(3, 10, 2, 1, whole_cell=True),
        "frost": tower(3, 10, 1, 1, freezes=True),
        "blockade": tower(1, 30, 0, 0),
        "shield": soldier(2, 5, 0, 1),
        "rifle": soldier(2, 3, 2, 1),
        "bomb": soldier(3, 3, 1, 3),
        "horse": soldier(3, 3, 1, 1, speed=2, jumps=True),
    },
}

STANDARD: Ruleset = {
    "deployment_row": 19,
    "gold": 16,
    "hp": 10,
    "income_per": "turn",
    "gold_for_scorers": False,
    "zero_health_attacks": False,
    "towers_see_deployment_row": True,
    "units": {
        "missile": tower(4, 12, 4, 2),
        "rocket": tower(4, 10, 3, 1, whole_cell=True),
        "frost": tower(2, 10, 2, 1, freezes=True),
        "blockade": tower(1, 25, 0, 0),
        "shield": soldier(3, 10, 1, 1),
        "rifle": soldier(3, 4, 3, 3),
        "bomb": soldier(2, 6, 1, 15, moves_every=2, front_only=True),
        "horse": soldier(3, 7, 1, 2, speed=2, jumps=True),
    },
}

EXAMPLE: Ruleset = {
    "deployment_row": 19,
    "gold": 12,
    "hp": 10,
    "income_per": "turn",
    "gold_for_scorers": False,
    "zero_health_attacks": False,
    "towers_see_deployment_row": True,
    "units": {
        "missile": tower(3, 10, 4, 3),
        "rocket": tower(3, 10, 3, 1, whole_cell=True),
        "frost": tower(3, 10, 1, 1, freezes=True),
        "blockade": tower(1, 30, 0, 0),
        "shield": soldier(2, 6, 1, 1),
        "rifle": soldier(2, 3, 3, 3),
        "bomb": soldier(3, 3, 1, 6, moves_every=2, front_only=True),
        "horse": soldier(3, 3, 1, 2, speed=2, jumps=True),
    },
}
"""Numbers that the cases of the clauses reckon with: they stay when `standard` is tuned."""


@dataclass
class Tower:
    unit: str
    row: int
    column: int
    health: int

    @property
    def cell(self) -> Cell:
        return self.row, self.column


@dataclass
class Hired:
    """A soldier on the roster, and the timestep and column of its entry, or None while it is at home."""

    unit: str
    entry: tuple[int, int] | None = None


@dataclass
class Soldier:
    """A soldier on a lane. `arrival` counts up over all who come into any cell of the lane."""

    number: int
    unit: str
    row: int
    column: int
    health: int
    arrival: int
    last_move: int | None = None
    frozen: bool = False

    @property
    def cell(self) -> Cell:
        return self.row, self.column


class Twin:
    """One game. `turn` counts the turns played; `frames[timestep][lane]` tells of the last one."""

    def __init__(
        self, ruleset: Ruleset, frost: str = "step", turn_limit: int = 100, tower_bounty: str = "price"
    ) -> None:
        if frost not in ("step", "turn"):
            raise ValueError(f"frost is step or turn, not {frost}")
        self.bounty = {"price": 0, "price_plus_one": 1}[tower_bounty]
        self.ruleset = ruleset
        self.frost = frost
        self.turn_limit = turn_limit
        self.hp: list[int] = [ruleset["hp"], ruleset["hp"]]  # T1.3
        self.gold: list[int] = [ruleset["gold"], ruleset["gold"]]
        self.turn = 0
        self.winner: int | str | None = None
        self.frames: list[list[list[Event]]] = []
        self.built: list[list[Tower]] = [[], []]  # by lane, in the order built
        self.hired: list[list[Hired]] = [[], []]  # by player
        self.minds = [dict.fromkeys((*TOWERS, *SOLDIERS), "usual") for _ in PLAYERS]
        self.walking: list[list[Soldier]] = [[], []]  # by lane, in the order deployed
        self.arrivals = 0

    @property
    def towers(self) -> list[list[tuple[str, int, int, int]]]:
        return [[(t.unit, t.row, t.column, t.health) for t in lane] for lane in self.built]

    @property
    def rosters(self) -> list[list[str]]:
        return [[hired.unit for hired in roster] for roster in self.hired]

    @property
    def entries(self) -> list[list[tuple[int, int] | None]]:
        return [[hired.entry for hired in roster] for roster in self.hired]

    # A turn

    def play_turn(self, plans: list[list[Order]]) -> list[Refusal]:
        """Play a turn: both plan, then the timesteps, then income; then check for the end of the game (T2.1)."""
        if self.winner is not None:
            raise ValueError("the game is over")
        refused = self._plan(plans)
        self.frames = [[self._timestep(lane, now) for lane in PLAYERS] for now in range(TIMESTEPS)]
        self.walking = [[], []]  # T2.5
        for player in PLAYERS:  # T6.1
            self.gold[player] += TIMESTEPS if self.ruleset["income_per"] == "timestep" else 1
        self.turn += 1
        self.winner = self._winner()
        return refused

    def _winner(self) -> int | str | None:
        alive = [player for player in PLAYERS if self.hp[player] > 0]
        if len(alive) == 1:  # T7.1
            return alive[0]
        if not alive:
            return "draw"
        if self.turn < self.turn_limit:
            return None
        if self.hp[0] == self.hp[1]:  # T7.2
            return "draw"
        return 0 if self.hp[0] > self.hp[1] else 1

    # Planning

    def _plan(self, plans: list[list[Order]]) -> list[Refusal]:
        """Give orders; a refused order is skipped, the others count (T6.2)."""
        refused = []
        for player in PLAYERS:
            for order in plans[player]:
                clause = self.why_not(player, order)
                if clause is None:
                    self._carry_out(player, order)
                else:
                    refused.append((player, order, clause))
        return refused

    def why_not(self, player: int, order: Order) -> str | None:
        """Return the first clause that forbids an order now, or None."""
        match order:
            case ("build", unit, row, column) if unit in TOWERS:
                return self._why_not_build(player, unit, row, column)
            case ("hire", unit) if unit in SOLDIERS:
                if len(self.hired[player]) >= MOST_SOLDIERS:
                    return "T2.6"
                return None if self._cost(unit) <= self.gold[player] else "T6.2"
            case ("send", number, timestep, column):
                if not self._owns(player, number):
                    return "T6.2"
                return None if 0 <= timestep < TIMESTEPS and 0 <= column < COLUMNS else "T2.3"
            case ("home", number):
                return None if self._owns(player, number) else "T6.2"
            case ("mind", unit, mind) if mind in MINDS:
                if unit in TOWERS and not self._can_shoot(unit):
                    return "T4.3"
                return "T8.1" if self.minds[player][unit] == mind else None
        raise ValueError(f"not an order: {order}")

    def _why_not_build(self, player: int, unit: str, row: int, column: int) -> str | None:
        if self._cost(unit) > self.gold[player]:
            return "T6.2"
        last_row = self.ruleset["deployment_row"] - 1
        if row == last_row + 1:
            return "T1.2"
        if not (0 <= row <= last_row and 0 <= column < COLUMNS):
            return "T4.1"  # outside the lane
        if self._tower_at(player, (row, column)) is not None:
            return "T4.1"  # one a cell
        if sum(tower.row == row for tower in self.built[player]) + 1 == COLUMNS:
            return "T4.2"
        return None

    def _carry_out(self, player: int, order: Order) -> None:
        match order:
            case ("build", unit, row, column):
                self.gold[player] -= self._cost(unit)
                self.built[player].append(Tower(unit, row, column, self._stats(unit)["health"]))
            case ("hire", unit):
                self.gold[player] -= self._cost(unit)
                self.hired[player].append(Hired(unit))
            case ("send", number, timestep, column):
                self.hired[player][number].entry = (timestep, column)
            case ("home", number):
                self.hired[player][number].entry = None
            case ("mind", unit, mind):
                self.minds[player][unit] = mind

    def _owns(self, player: int, number: int) -> bool:
        return 0 <= number < len(self.hired[player])

    def _cost(self, unit: str) -> int:
        cost: int = self._stats(unit)["cost"]
        return cost

    def _stats(self, unit: str) -> dict[str, Any]:
        stats: dict[str, Any] = self.ruleset["units"][unit]
        return stats

    # A timestep on one lane

    def _timestep(self, lane: int, now: int) -> list[Event]:
        """Play a timestep on one lane, with the events in order (T3.1)."""
        events: list[Event] = []
        self._enter(lane, now, events)
        for tower in self.built[lane]:
            self._tower_acts(lane, tower, events)
        for soldier in list(self.walking[lane]):
            self._soldier_acts(lane, soldier, now, events)
        self._clean_up(lane, events)
        return events

    def _enter(self, lane: int, now: int, events: list[Event]) -> None:
        """Let all soldiers of this timestep enter in the order of the roster, with full health (T2.3, T2.4)."""
        for number, hired in enumerate(self.hired[1 - lane]):
            if hired.entry is None or hired.entry[0] != now:
                continue
            column = hired.entry[1]
            row, health = self.ruleset["deployment_row"], self._stats(hired.unit)["health"]
            soldier = Soldier(number, hired.unit, row, column, health, self._next_arrival())
            self.walking[lane].append(soldier)
            events.append(("enter", number, column))

    def _next_arrival(self) -> int:
        self.arrivals += 1
        return self.arrivals

    def _clean_up(self, lane: int, events: list[Event]) -> None:
        """Remove the fallen, then the destroyed towers, then frost that has ended (T3.3, T4.4, T6.1)."""
        for soldier in self.walking[lane]:
            if soldier.health <= 0:
                self.gold[lane] += 1
                events.append(("fell", soldier.number))
        for tower in self.built[lane]:
            if tower.health <= 0:
                self.gold[1 - lane] += self._cost(tower.unit) + self.bounty
                events.append(("destroyed", tower.cell))
        self.walking[lane] = [soldier for soldier in self.walking[lane] if soldier.health > 0]
        self.built[lane] = [tower for tower in self.built[lane] if tower.health > 0]
        if self.frost == "step":
            for soldier in self.walking[lane]:
                soldier.frozen = False

    # Towers: none is at 0 when it acts, since soldiers hit after it and the clean-up follows them

    def _tower_acts(self, lane: int, tower: Tower, events: list[Event]) -> None:
        """Let a tower attack one soldier in range, or all in its cell (T4.3)."""
        stats = self._stats(tower.unit)
        in_range = self._in_range(lane, tower)
        target = self._target(in_range, self.minds[lane][tower.unit])
        if target is None or not self._can_shoot(tower.unit):
            return
        crowd = [soldier for soldier in in_range if soldier.cell == target.cell]
        crowd.sort(key=lambda soldier: -soldier.arrival)
        for soldier in crowd if stats["whole_cell"] else [target]:
            events.append(("shot", tower.cell, soldier.number))
            soldier.health -= stats["damage"]
            soldier.frozen = soldier.frozen or stats["freezes"]

    def _can_shoot(self, unit: str) -> bool:
        """Return whether a tower can shoot; a blockade cannot."""
        stats = self._stats(unit)
        return bool(stats["damage"] or stats["freezes"])

    def _target(self, in_range: list[Soldier], mind: str) -> Soldier | None:
        """Return the target: the lowest row, then the lowest column, then the last to enter the cell (T8.1)."""
        in_order = sorted(in_range, key=lambda soldier: (soldier.cell, -soldier.arrival))
        if mind == "usual":
            return in_order[0] if in_order else None
        upright = [soldier for soldier in in_order if soldier.health > 0]
        if mind == "hunter":
            upright.sort(key=lambda soldier: soldier.health)  # those with the same stay in their order
        return upright[0] if upright else None

    def _in_range(self, lane: int, tower: Tower) -> list[Soldier]:
        """Return the soldiers in range, also those with 0 health or less before the clean-up (T3.3, T3.4)."""
        reach = self._stats(tower.unit)["range"]
        visible = [
            soldier
            for soldier in self.walking[lane]
            if self.ruleset["towers_see_deployment_row"] or soldier.row != self.ruleset["deployment_row"]
        ]
        return [soldier for soldier in visible if distance(soldier.cell, tower.cell) <= reach]

    # Soldiers

    def _soldier_acts(self, lane: int, soldier: Soldier, now: int, events: list[Event]) -> None:
        """Let a soldier choose and act; a choice that is not allowed is lost (T3.2, T8.2)."""
        if soldier.frozen:
            return
        choice, tower, cell = self._choice(lane, soldier)
        if choice == "attack" and tower is not None and self._may_attack(soldier, tower):
            tower.health -= self._stats(soldier.unit)["damage"]
            events.append(("hit", soldier.number, tower.cell))
        if choice == "move" and self._may_move(soldier, now):
            soldier.row, soldier.column = cell
            soldier.last_move, soldier.arrival = now, self._next_arrival()
            events.append(("move", soldier.number, soldier.row, soldier.column))
        if choice == "score" and soldier.health > 0:
            self._score(lane, soldier)
            events.append(("score", soldier.number))

    def _choice(self, lane: int, soldier: Soldier) -> tuple[str, Tower | None, Cell]:
        """Return what to do, the tower to attack, and the cell to move to (T8.1)."""
        mind, here = self.minds[1 - lane][soldier.unit], soldier.cell
        if mind == "hunter":
            prey = [one for one in self.built[lane] if one.health > 0 and self._may_attack(soldier, one)]
            if prey:
                return "attack", min(prey, key=lambda tower: tower.health), here  # the first of equals
        if soldier.row == 0:
            return "score", None, here
        for cell in self._ways(soldier, mind):
            if self._tower_at(lane, cell) is None:
                return "move", None, cell
        return "attack", self._tower_at(lane, (soldier.row - 1, soldier.column)), here

    def _ways(self, soldier: Soldier, mind: str) -> list[Cell]:
        """Return the cells that a soldier would move to, the preferred one first."""
        row, column = soldier.cell
        cells = [(row - 1, column)]
        if self._stats(soldier.unit)["jumps"]:  # T5.2, T5.4
            cells.insert(0, (row - 2, column))
        if mind == "thrifty":
            cells += [(row - 1, column - 1), (row - 1, column + 1)]
        return [(row, column) for row, column in cells if row >= 0 and 0 <= column < COLUMNS]

    def _may_attack(self, soldier: Soldier, tower: Tower) -> bool:
        """Return whether a soldier may attack; a destroyed tower stays a target until the clean-up (T3.3, T5.2)."""
        if soldier.health < 0 or (soldier.health == 0 and not self.ruleset["zero_health_attacks"]):
            return False
        stats = self._stats(soldier.unit)
        if stats["front_only"]:
            return tower.cell == (soldier.row - 1, soldier.column)
        in_range: bool = distance(soldier.cell, tower.cell) <= stats["range"]
        return in_range

    def _may_move(self, soldier: Soldier, now: int) -> bool:
        """Return whether a soldier may move: entering is no move, and the first move is free (T5.3)."""
        if soldier.health <= 0:
            return False
        if soldier.last_move is None:
            return True
        rested: bool = now - soldier.last_move >= self._stats(soldier.unit)["moves_every"]
        return rested

    def _score(self, lane: int, soldier: Soldier) -> None:
        """Take 1 HP from the defender and remove the soldier at once (T5.4)."""
        self.hp[lane] -= 1
        self.walking[lane].remove(soldier)
        if self.ruleset["gold_for_scorers"]:
            self.gold[lane] += 1

    def _tower_at(self, lane: int, cell: Cell) -> Tower | None:
        """Return the tower that closes a cell, also a destroyed one before the clean-up (T4.1)."""
        for tower in self.built[lane]:
            if tower.cell == cell:
                return tower
        return None


def distance(one: Cell, other: Cell) -> int:
    """Return the Chebyshev distance (T3.4)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
