"""The public API for authors of bots: import everything from here.

A bot is a file like this one:

    from holdtheline.games.towers.bot import Commander, Orders, UnitAI

    class Marksman(UnitAI):
        def act(self, unit, view):
            towers = view.towers_in_range()
            if towers:
                return unit.strike(*towers[0])
            return unit.go(unit.row - 1, unit.column) if unit.row else unit.score()

    class CommanderAda(Commander):
        unit_ais = {"rifle": Marksman()}

        def plan(self, view):
            orders = Orders(view)
            refusal = orders.hire("rifle")
            if refusal is None:
                orders.send(orders.soldiers[-1].number, step=0, column=3)
            return orders

A unit AI may also be a kernel (`@kernel`, see `bots.unit_kernels`): then its units cost no Python at all while a turn
is played. For kernels there are the codes of actions (`moves`), `distance` and `is_free` from the rules, the sizes
(`COLUMNS`, `CELLS`, `MAX_SOLDIERS`, `MAX_TOWERS`), and the kinds of units as numbers (`UnitNumber`).
"""

from __future__ import annotations

from ...core.bots.faults import BotFault
from ...core.kernel.compiler import kernel
from .bots.bot_player import CommanderPlayer
from .bots.commander import Commander, Orders, UnitAI
from .bots.commander_view import Refusal, View
from .bots.unit_view import Unit, UnitView
from .rules import moves
from .rules.lane import distance, is_free
from .state import CELLS, COLUMNS, MAX_SOLDIERS, MAX_TOWERS
from .state import Unit as UnitNumber

__all__ = [
    "CELLS", "COLUMNS", "MAX_SOLDIERS", "MAX_TOWERS", "BotFault", "Commander", "CommanderPlayer", "Orders", "Refusal",
    "Unit", "UnitAI", "UnitNumber", "UnitView", "View", "distance", "is_free", "kernel", "moves",
]  # fmt: skip
