"""One table in memory: who may act, what version it has, who is to be told when it changes."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..core.contract import CHANCE, OVER
from ..core.errors import HtlError
from ..core.game import Game, State
from ..core.record import Header, Record
from ..table.session import PERSON, Done, Table
from .pen import DatabasePen
from .problems import Problem, problem_of
from .storage import Clash, GameRow, KeyRow, Storage

LOG = logging.getLogger("holdtheline.web")
Wake = Callable[[], None]
MOST_LINES = 5_000
"""Lines of a record that somebody sends, or that undo still adds to."""


def table_of(record: Record, kind: str) -> Table:
    """The table as a record left it. In one that was sent nobody plays on, and nobody need be known."""
    if kind == "upload":
        persons = [PERSON] * len(record.header.seats)
        record = replace(record, header=replace(record.header, seats=persons))
    return Table.again(record, plain=True)


def outcome_text(state: State) -> str | None:
    """How a game ended, as the database keeps it for the list of games; None: it has not."""
    return None if state.outcome is None else json.dumps(asdict(state.outcome))


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of the log as somebody may read it, and its JSON."""

    done: Done
    told: dict[str, Any]
    text: str


class LiveTable:
    """A table as it is in the database. Whoever acts or looks holds its lock."""

    def __init__(
        self, storage: Storage, row: GameRow, header: Header, table: Table, seated: list[KeyRow]
    ) -> None:
        self.id = row.id
        self.kind = row.kind
        self.header = header
        self.table = table
        self.seated = seated
        self.lock = threading.RLock()
        self.users = 0
        self.used = time.monotonic()
        self.is_gone = False
        self.seen: dict[Any, Any] = {}
        """What `views` has made of the table, kept until it changes."""
        self.lines: dict[Any, KeptLine] = {}
        self._watchers: dict[Wake, KeyRow] = {}
        self._has_news = False
        self._pen = DatabasePen(storage, row.id, row.written, self._standing)
        self.table.pen = self._pen

    @property
    def version(self) -> int:
        return self._pen.written

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def is_open(self) -> bool:
        """Whether nobody has a secret any more: the game is over, or all of it came from outside."""
        return self.table.is_over or self.kind == "upload"

    # Who watches

    def watch(self, wake: Wake, key: KeyRow) -> None:
        with self.lock:
            here = self._here()
            self._watchers[wake] = key
            if self._here() != here:
                self._changed()
                self.tell()
            else:
                wake()

    def leave(self, wake: Wake) -> None:
        with self.lock:
            here = self._here()
            self._watchers.pop(wake, None)
            if self._here() != here:
                self._changed()
                self.tell()

    def is_here(self, seat: int) -> bool:
        """Whether somebody who holds this seat looks at the table."""
        return any(key.kind == "seat" and seat in key.seats for key in self._watchers.values())

    def dismiss(self) -> None:
        """This is not the table any more: whoever watches has to look for it again."""
        with self.lock:
            self.is_gone = True
            self._changed()
            self.tell()

    def tell(self) -> None:
        """Wake those who watch, if there is something new. Whoever acted has made its view by then."""
        with self.lock:
            if self._has_news:
                self._has_news = False
                for wake in self._watchers:
                    wake()

    # What is done

    def play(self, key: KeyRow, step: str | int, at: int) -> None:
        with self.lock:
            self._check(key, at)
            if self.table.turn != CHANCE:
                self._check_turn(key)
            self._act(lambda: self.table.play(step))

    def roll(self, key: KeyRow, at: int) -> None:
        """Roll all dice that are due, up to the next decision."""
        with self.lock:
            self._check(key, at)
            if self.table.turn != CHANCE:
                raise Problem("turn", "No die is to be rolled now.")
            if self.table.dice_are_mine:
                raise Problem("turn", "The dice are yours: roll one and say what it shows.")
            self._act(self.table.roll_all)

    def undo(self, key: KeyRow, at: int) -> None:
        with self.lock:
            self._check(key, at)
            if self.version >= MOST_LINES:
                raise Problem("undo", "So much has been taken back that this record is full; play on.")
            self._act(lambda: self.table.undo(key.seats))

    def catch_up(self) -> None:
        """Let computer players act where it is their turn. If one cannot, the table can still be seen."""
        with self.lock:
            before = self.version
            try:
                while self.table.turn >= 0 and self.table.players[self.table.turn] is not None:
                    self.table.let_player_act()
            except Clash as error:
                raise Problem("stale", "The table has gone on; look again.") from error
            except Exception:
                LOG.exception("table %s: the computer player could not move", self.id)
            if self.version != before:
                self._changed()

    def rename(self, seated: list[KeyRow]) -> None:
        with self.lock:
            self.seated = seated
            self._changed()

    # Inside

    def _act(self, step: Callable[[], object]) -> None:
        """Take a step, and let the computer players answer. A refusal means that nothing was done."""
        try:
            step()
        except Clash as error:
            raise Problem("stale", "The table has gone on; look again.") from error
        except HtlError as error:
            raise problem_of(error, self.game.name) from error
        self.catch_up()
        self._changed()

    def _here(self) -> list[bool]:
        return [self.is_here(seat) for seat in range(len(self.game.seats))]

    def _check(self, key: KeyRow, at: int) -> None:
        if self.kind == "upload":
            raise Problem("forbidden", "This is a record: it can be watched, and gone on with as a new game.")
        if key.kind != "seat":
            raise Problem("forbidden", "This link only watches; it has no seat.")
        if at != self.version:
            raise Problem("stale", "The table has gone on; look again.")

    def _check_turn(self, key: KeyRow) -> None:
        if self.table.turn == OVER:
            raise Problem("turn", "The game is over.")
        if self.table.turn not in key.seats:
            raise Problem("turn", f"It is the turn of the {self.game.seats[self.table.turn]}.")

    def _standing(self) -> tuple[int | None, str | None]:
        """The turn and the outcome that the step being written leads to, for the list of games."""
        coming = self.table.coming
        return int(coming.turn), outcome_text(coming)

    def _changed(self) -> None:
        self.seen.clear()
        self._has_news = True
