"""Bots for towers: what their authors import, and the player that such a bot is.

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

A unit AI that is a kernel (`@kernel`, see `stepping`) costs no Python at all when a turn is played.
"""

from __future__ import annotations

from ...core.kernel import kernel
from .answers import BotFault
from .botplayer import CommanderPlayer
from .planning import Commander, Orders, UnitAI
from .unitview import Unit, UnitView
from .view import Refusal, View

__all__ = [
    "BotFault", "Commander", "CommanderPlayer", "Orders", "Refusal", "Unit", "UnitAI", "UnitView", "View",
    "kernel",
]  # fmt: skip
