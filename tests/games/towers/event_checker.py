"""Follow a turn by its events alone, and fail where a rule of T3 to T5 is broken."""

from __future__ import annotations

from typing import Any

from holdtheline.games.towers.state import COLUMNS, EventKind, is_timestep_event, unit_name

from .engine_game import Field
from .reference_game import distance

STAGES = (
    (EventKind.ENTERED,),
    (EventKind.SHOT, EventKind.FROZE),
    (EventKind.MOVED, EventKind.STRUCK, EventKind.SCORED),
    (EventKind.FELL, EventKind.RAZED),
)
"""T3.1: the four parts of a timestep."""


class Spectator:
    """It knows the towers as they stood before the turn, and the numbers of the units."""

    def __init__(self, field: Field) -> None:
        self.s = field.s
        names = [unit_name(unit) for unit in range(8)]
        self.towers = [
            {row * COLUMNS + column: [names.index(unit), health] for unit, row, column, health in lane}
            for lane in field.towers
        ]
        self.order = [list(lane) for lane in self.towers]
        self.health: dict[int, int] = {}
        self.kind: dict[int, int] = {}
        self.cell: dict[int, int] = {}
        self.moved: dict[int, int] = {}
        self.frozen: dict[int, int] = {}
        self.shots: dict[tuple[int, int], list[int]] = {}
        self.now, self.stage, self.last = -1, 0, [-1, -1]

    def watch(self, log: list[list[int]]) -> None:
        for _, kind, moment, *numbers in log:
            if is_timestep_event(kind):
                self.tick(moment // 2, kind)
                getattr(self, f"see_{EventKind(kind).name.lower()}")(moment, *numbers)

    def tick(self, step: int, kind: int) -> None:
        """Check that timesteps and their parts come in order (T3.1)."""
        stage = next(n for n, kinds in enumerate(STAGES) if kind in kinds)
        assert (step, stage) >= (self.now, self.stage)
        if (step, stage) != (self.now, self.stage):
            self.last = [-1, -1]
        self.now, self.stage = step, stage

    def see_entered(self, moment: int, soldier: int, cell: int, unit: int) -> None:
        assert soldier not in self.health
        assert cell // COLUMNS == self.s.deployment_row
        self.health[soldier], self.kind[soldier] = self.s.health[unit], unit
        self.cell[soldier] = cell

    def see_shot(self, moment: int, cell: int, soldier: int, damage: int) -> None:
        """Check that towers act in the order built, once each, at one soldier or at a cell (T3.1, T3.2, T4.3)."""
        lane = moment % 2
        unit, health = self.towers[lane][cell]
        assert health > 0
        assert damage == self.s.damage[unit] >= 0
        assert distance(divmod(cell, COLUMNS), divmod(self.cell[soldier], COLUMNS)) <= self.s.reach[unit]
        place, hit = self.order[lane].index(cell), self.shots.setdefault((moment, cell), [])
        assert place > self.last[lane] or hit
        assert not hit or (self.s.whole_cell[unit] and self.cell[soldier] == self.cell[hit[0]])
        assert soldier not in hit
        hit.append(soldier)
        self.last[lane] = place
        self.health[soldier] -= damage
        if self.s.freezes[unit]:
            self.frozen[soldier] = self.now

    def see_froze(self, moment: int, cell: int, soldier: int, _: int) -> None:
        assert self.s.freezes[self.towers[moment % 2][cell][0]]

    def acts(self, moment: int, soldier: int, least: int) -> Any:
        """Check that soldiers act in the order deployed, once each, alive and not frozen (T3.1, T3.2, T3.3)."""
        lane = moment % 2
        assert self.last[lane] < soldier
        self.last[lane] = soldier
        assert self.health[soldier] >= least
        frozen = self.frozen.get(soldier)
        assert frozen is None or (frozen < self.now and not self.s.frost_turn)
        return self.kind[soldier]

    def see_moved(self, moment: int, soldier: int, cell: int, _: int) -> None:
        """T4.1, T5.1, T5.3."""
        unit = self.acts(moment, soldier, 1)
        assert cell not in self.towers[moment % 2]
        here, there = divmod(self.cell[soldier], COLUMNS), divmod(cell, COLUMNS)
        assert 0 < distance(here, there) <= self.s.speed[unit]
        assert 0 <= there[0] <= self.s.deployment_row
        assert self.now - self.moved.get(soldier, -1000) >= self.s.moves_every[unit]
        self.cell[soldier], self.moved[soldier] = cell, self.now

    def see_struck(self, moment: int, soldier: int, cell: int, damage: int) -> None:
        """T5.2. A destroyed tower stands until the clean-up."""
        unit = self.acts(moment, soldier, 0 if self.s.zero_health_attacks else 1)
        here = self.cell[soldier]
        if self.s.front_only[unit]:
            assert cell == here - COLUMNS
        else:
            assert distance(divmod(here, COLUMNS), divmod(cell, COLUMNS)) <= self.s.reach[unit]
        assert damage == self.s.damage[unit] >= 0
        self.towers[moment % 2][cell][1] -= damage

    def see_scored(self, moment: int, soldier: int, cell: int, hp: int) -> None:
        """T5.4."""
        self.acts(moment, soldier, 1)
        assert self.cell.pop(soldier) == cell < COLUMNS

    def see_fell(self, moment: int, soldier: int, cell: int, _: int) -> None:
        assert self.health[soldier] <= 0
        assert self.cell.pop(soldier) == cell

    def see_razed(self, moment: int, cell: int, price: int, unit: int) -> None:
        kind, health = self.towers[moment % 2].pop(cell)
        assert (kind, self.s.cost[kind]) == (unit, price)
        assert health <= 0

    def standing(self) -> list[list[tuple[int, int, int]]]:
        """Return the towers that are left, in the order built: kind, cell, health."""
        return [
            [(lane[cell][0], cell, lane[cell][1]) for cell in order if cell in lane]
            for lane, order in zip(self.towers, self.order, strict=True)
        ]
