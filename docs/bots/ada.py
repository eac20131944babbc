"""The bot of the tutorial: see docs/tutorials/units.md."""

from holdtheline.games.towers.bot import (
    COLUMNS,
    MAX_TOWERS,
    Commander,
    Orders,
    UnitNumber,
    distance,
    is_free,
    kernel,
    moves,
)

# The middle column first: from there a missile reaches every column.
GUARD = [(row, column) for row in (9, 10, 11, 8, 12, 7) for column in (3, 2, 4)]


@kernel
def rifle(s, seat, index):
    """Shoot what shoots. A blockade is only worth a shot if it stands in the way."""
    lane, cell = 1 - seat, s.body_cell[index] - 1
    if cell < COLUMNS:
        return moves.SCORE
    target = weakest_in_range(s, lane, cell)
    if target >= 0:
        return moves.STRIKE + target
    ahead = cell - COLUMNS
    if is_free(s, lane, ahead):
        return moves.GO + ahead
    if cell % COLUMNS > 0 and is_free(s, lane, ahead - 1):
        return moves.GO + ahead - 1
    if cell % COLUMNS < COLUMNS - 1 and is_free(s, lane, ahead + 1):
        return moves.GO + ahead + 1
    return moves.STRIKE + ahead


@kernel
def weakest_in_range(s, lane, cell):
    """Return the cell of the weakest tower in range that can shoot, or -1."""
    best, least = -1, 1000
    for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        near = distance(cell, s.tower_cell[tower]) <= s.reach[UnitNumber.RIFLE]
        if near and s.tower_unit[tower] != UnitNumber.BLOCKADE and 0 < s.tower_health[tower] < least:
            best, least = s.tower_cell[tower], s.tower_health[tower]
    return best


class CommanderAda(Commander):
    unit_ais = {"rifle": rifle}

    def __init__(self):
        self.most = 0  # the most health that attacked us in one turn

    def plan(self, view):
        orders = Orders(view)
        if view.turn == 1:
            orders.mind("missile", "thrifty")
        self.keep_guard(view, orders)
        while orders.hire("rifle") is None:
            pass
        orders.send_all(column=weakest_column(view))
        return orders

    def keep_guard(self, view, orders):
        """Three missiles, and more if a larger army was seen than they can stop."""
        came = sum(view.units[soldier.unit].health for soldier in view.other.showed)
        self.most = max(self.most, came)
        wanted = max(3, self.most // 18)
        guards = sum(1 for tower in orders.towers if tower.unit == "missile")
        for cell in GUARD:
            if guards < wanted and orders.build("missile", *cell) is None:
                guards += 1


def weakest_column(view):
    """Return the column with the least fire; among equals, the one with the fewest towers."""
    return min(range(7), key=lambda column: (fire(view, column), obstacles(view, column)))


def obstacles(view, column):
    return sum(1 for tower in view.other.towers if tower.column == column)


def fire(view, column):
    """Return the damage to one soldier that walks down this column of the other lane."""
    lane, total = view.other.lane, 0
    for tower in lane.towers.values():
        kind = view.units[tower.unit]
        if abs(tower.column - column) <= kind.range:
            first = min(tower.row + kind.range, lane.deployment_row)
            last = max(tower.row - kind.range, 0)
            total += (first - last + 1) * kind.damage
    return total
