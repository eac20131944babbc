"""What a server does before anybody asks for it: solving, and having the rules of long games compiled."""

from __future__ import annotations

import subprocess
import sys
import threading

from ..core.catalog import contract_of, games
from ..core.contract import CHANCE, Contract
from ..core.game import Game
from ..core.kernel import PLAIN, is_warm
from ..players.warm import ENDS_WITH_PARENT
from ..table.hints import hints_for
from .house import House

PATIENTLY = f"""{ENDS_WITH_PARENT}
os.nice(10)
from holdtheline.players.warm import warm
warm()
"""
"""Without the server nobody wants the rules any more."""


class Ahead:
    """Begins when the server does. Until it is done, games are played with the plain rules, only slower."""

    def __init__(self, house: House) -> None:
        self._compiling: subprocess.Popen[bytes] | None = None
        contracts = [contract_of(name) for name in games()]
        call_the_coach(house, contracts)
        long = [contract for contract in contracts if contract.films is not None]
        if is_warm():
            threading.Thread(target=load_all, args=(contracts,), daemon=True).start()
        elif long and not PLAIN:
            # A process of its own, and a patient one: compiling would make everybody wait here.
            quiet = subprocess.DEVNULL
            self._compiling = compiling = subprocess.Popen(
                [sys.executable, "-c", PATIENTLY], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
            )
            house.coach.must_wait = lambda: compiling.poll() is None

    def end(self) -> None:
        if self._compiling is not None:
            self._compiling.terminate()
            self._compiling.wait()


def call_the_coach(house: House, contracts: list[Contract]) -> None:
    """Begin to solve the usual games, so that luck and advice are there when they are wanted."""
    for contract in contracts:
        if contract.solve is not None:
            house.coach.solution(Game(contract, {}, plain=True))


def load_all(contracts: list[Contract]) -> None:
    load([contract for contract in contracts if contract.films is not None])
    if not PLAIN:  # which would take too long to think
        load_thinking(contracts)


def load(contracts: list[Contract]) -> None:
    """Have the compiled rules in memory before the first table needs them."""
    for contract in contracts:
        assert contract.films is not None
        state, ended = Game(contract, {}).start(), False
        while state.turn >= 0 and not ended:
            before = state.record.copy()
            state.play(state.codes()[0], [], frames=False)
            ended = contract.films.ended(before, state.record)


def load_thinking(contracts: list[Contract]) -> None:
    """The same for the coach."""
    for contract in contracts:
        if not contract.is_solved:
            state = Game(contract, {}).start()
            while state.turn == CHANCE:
                state.play(1)
            next(hints_for(state.seen_by(state.turn), state.turn, at_once=2), None)
