"""Games and commanders for the tests of bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from holdtheline.core.catalog import load
from holdtheline.core.game import Game, State
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander, Orders
from holdtheline.games.towers.bots.commander_view import View

GAME = load("towers", plain=True)


def rich(game: Game = GAME, gold: int = 40) -> State:
    state = game.start()
    state.record.gold[0] = state.record.gold[1] = gold
    return state


class CommanderIdle(Commander):
    def plan(self, view: View) -> Orders:
        return Orders(view)


class CommanderAda(Commander):
    """Two rifles and a tower in the first turn; all it saw is kept."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def plan(self, view: View) -> Orders:
        self.views.append(view)
        orders = Orders(view)
        if view.turn == 1:
            orders.build("missile", row=3, column=2)
            for _ in range(2):
                orders.hire("rifle")
                orders.send(orders.soldiers[-1].number, step=0, column=3)
        return orders


def bot(plan: Callable[[View], Any], **unit_ais: Any) -> CommanderPlayer:
    """Return a player whose plan is this function."""
    members = {"plan": lambda self, view: plan(view), "unit_ais": unit_ais}
    return CommanderPlayer(type("CommanderBob", (Commander,), members), act_seconds=0.05, plan_seconds=0.05)


def with_ais(**unit_ais: Any) -> CommanderPlayer:
    """Return a player with these AIs that sends two rifles into an empty lane."""
    ada = CommanderAda()
    return bot(ada.plan, **unit_ais)


def play(state: State, *players: CommanderPlayer, until: int = 1) -> State:
    """Play this many turns, move by move."""
    while state.current_player >= 0 and state.record.turns_played < until:
        state.play(players[state.current_player].choose(state))
    return state
