"""One table in memory: who may act, what version it has, who is to be told when it changes."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from anyio.to_thread import run_sync as to_thread

from ..core.catalog import contract_of, plain_for_people
from ..core.contract import CHANCE, OVER
from ..core.errors import BadRecord, HtlError, NotSaved, UnknownName
from ..core.game import Game, State
from ..core.record import Record, as_text
from ..table.session import PERSON, Done, Plan, Table
from .noticing import Noticing, noticing_of
from .problems import Problem, problem_of
from .storage import Clash, GameRow, KeyRow, Progress, Storage

EVERYBODY = -1
LOG = logging.getLogger("holdtheline.web")
Wake = Callable[[], None]
ENDED_FOR_GOOD = "the battle is over, and its campaign goes on from there"
MOST_LINES = 5_000
"""Lines of a record that undo still adds to."""
MOST_SENT_LINES = 6_000
"""Lines of a record that somebody sends: one that is full may have been played to its end."""
SECONDS_TO_TRY_AGAIN = 2.0
T = TypeVar("T")


def table_of(record: Record, kind: str) -> Table:
    """The table as a record left it. In one that was sent nobody plays on, and nobody need be known."""
    if kind == "upload":
        persons = [PERSON] * len(record.header.seats)
        record = replace(record, header=replace(record.header, seats=persons))
    return table_again(record)


def table_again(record: Record) -> Table:
    """The table as a record left it, with the rules in the form that people wait for the least."""
    try:
        plain = plain_for_people(contract_of(record.header.game))
    except UnknownName as error:
        raise BadRecord(str(error), line=1) from error
    return Table.again(record, plain=plain)


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
    """A table as it is in the database. It belongs to the event loop: only that changes it.

    Whoever acts holds its lock until the step is saved, and so does whoever reads much of it in a
    thread. What is made of it at once, in the loop, needs no lock.
    """

    def __init__(
        self, storage: Storage, row: GameRow, record: Record, table: Table, seated: list[KeyRow]
    ) -> None:
        self.id = row.id
        self.kind = row.kind
        self.version = row.written
        """How many lines the record has."""
        self.header = record.header
        self.table = table
        self.seated = seated
        self.lock = asyncio.Lock()
        self.users = 0
        self.used = time.monotonic()
        self.is_gone = False
        self.ends_for_good = False
        """Whether its end cannot be taken back: its campaign is iron, or has gone on from there."""
        self.seen: dict[Any, Any] = {}
        """What `views` has made of the table, kept until it changes."""
        self.lines: dict[Any, KeptLine] = {}
        self._storage = storage
        self._watchers: dict[Wake, KeyRow] = {}
        self._thought: Plan | None = None  # what a computer player wants, and is not saved yet
        self._trying: asyncio.Task[None] | None = None
        self._has_news_for: set[int] = set()
        self._noticing = self._noticing_of(record)

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def is_open(self) -> bool:
        """Whether nobody has a secret any more: the game is over, or all of it came from outside."""
        return self.table.is_over or self.kind == "upload"

    @property
    def allows_coach(self) -> bool:
        """As was said when the table was opened; else where one person holds all seats that persons have."""
        said = self.header.coach
        return len({key.seats for key in self.seated}) < 2 if said is None else said

    def version_for(self, key: KeyRow) -> int:
        """How many lines this key can know of: whoever acts says which version was seen."""
        return self.version - self._noticing.hidden_from(key.seats)

    def noticed_by(self, before: State, seat: int, play: str) -> Collection[int]:
        """The seats that notice a step; where seats decide at once, one that is sealed only by its own."""
        seats, contract = range(len(self.table.players)), self.game.contract
        if contract.together is None or seat < 0:
            return seats
        return (seat,) if contract.sealed(before.record, before.code(play, seat)) else seats

    # Who watches

    def watch(self, wake: Wake, key: KeyRow) -> None:
        here = self._here()
        self._watchers[wake] = key
        if self._here() != here:
            self._changed()
            self.tell()
        else:
            wake()

    def leave(self, wake: Wake) -> None:
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
        self.is_gone = True
        self._changed()
        self.tell()

    def tell(self) -> None:
        """Wake those who watch, if there is something new. Whoever acted has made its view by then."""
        news, self._has_news_for = self._has_news_for, set()
        for wake, key in self._watchers.items():
            if EVERYBODY in news or news.intersection(key.seats):
                wake()

    # What is done

    async def play(self, key: KeyRow, step: str | int, at: int) -> None:
        async with self.lock:
            self._check(key, at)
            if self.table.turn == CHANCE:
                self._check_die(key)
            seat = self._deciding(key) if self.table.turn != CHANCE else None
            await self._act(lambda: self._plan(step, seat))

    async def roll(self, key: KeyRow, at: int) -> None:
        """Roll all dice that are due, up to the next decision."""
        async with self.lock:
            self._check(key, at)
            if self.table.turn != CHANCE:
                raise Problem("turn", "No die is to be rolled now.")
            if self.table.dice_are_mine:
                raise Problem("turn", "The dice are yours: roll one and say what it shows.")
            self._check_die(key)
            await self._act(self.table.plan_rolls)

    async def undo(self, key: KeyRow, at: int) -> None:
        async with self.lock:
            self._check(key, at)
            if self.version >= MOST_LINES:
                raise Problem("undo", "So much has been taken back that this record is full; play on.")
            if self._is_final:
                raise Problem("undo", f"This cannot be taken back: {ENDED_FOR_GOOD}.")
            await self._act(lambda: self.table.plan_undo(key.seats))

    def why_no_undo(self, key: KeyRow) -> str | None:
        """Why nothing can be taken back with this key, or None: the last step can."""
        return ENDED_FOR_GOOD if self._is_final else self.table.why_no_undo(key.seats)

    def settle(self) -> None:
        """The campaign has taken how this battle ended."""
        self.ends_for_good = True
        self._changed()

    async def read(self, work: Callable[[], T]) -> T:
        """What takes long to make of the table, made in a thread; nothing changes before that has ended."""

        async def held() -> T:
            async with self.lock:
                return await to_thread(work)

        return await asyncio.shield(asyncio.create_task(held()))

    async def catch_up(self) -> None:
        """Let computer players act where it is their turn. If one cannot, the table can still be seen."""
        if self._waits_for_computer:
            async with self.lock:
                await self._let_computers_act()

    def rename(self, seated: list[KeyRow]) -> None:
        self.seated = seated
        self._changed()

    # Inside

    def may_roll(self, key: KeyRow) -> bool:
        """Whether a die is to be rolled, and it is that of these seats, of a computer player, or nobody's."""
        roller = self.table.roller
        is_ours = roller < 0 or roller in key.seats or self.table.players[roller] is not None
        return self.table.turn == CHANCE and is_ours

    def _check_die(self, key: KeyRow) -> None:
        if not self.may_roll(key):
            raise Problem("turn", f"This die belongs to {self.game.sides[self.table.roller]}.")

    @property
    def _is_final(self) -> bool:
        return self.ends_for_good and self.table.is_over

    @property
    def _waits_for_computer(self) -> bool:
        """Whether a computer player is next, or its dice are, and the table has them."""
        if self.table.turn != CHANCE:
            return self.table.turn >= 0 and not self.table.waits_for_person
        roller = self.table.roller
        return not self.table.dice_are_mine and roller >= 0 and self.table.players[roller] is not None

    async def _act(self, plan: Callable[[], Plan]) -> None:
        """Take a step, and let the computer players answer. A refusal means that nothing was done."""
        try:
            takes_long = self.game.contract.films is not None
            await self._take(await to_thread(plan) if takes_long else plan())
        except Clash as error:
            raise Problem("stale", "The table has gone on; look again.") from error
        except HtlError as error:
            raise problem_of(error, self.game.name) from error
        await self._let_computers_act()

    async def _let_computers_act(self) -> None:
        try:
            while self._waits_for_computer:
                if self._thought is None:
                    rolls = self.table.turn == CHANCE
                    plan = self.table.plan_rolls if rolls else self.table.plan_of_player
                    self._thought = await to_thread(plan)
                await self._take(self._thought)
        except Clash as error:
            raise Problem("stale", "The table has gone on; look again.") from error
        except NotSaved as error:
            LOG.error("table %s: the move of the computer player was not saved: %s", self.id, error)
            self._try_again_soon()
        except Exception:
            LOG.exception("table %s: the computer player could not move", self.id)

    def _try_again_soon(self) -> None:
        """Somebody may wait for this move without asking for it; the player still wants the same."""

        async def again() -> None:
            await asyncio.sleep(SECONDS_TO_TRY_AGAIN)
            self._trying = None
            with suppress(Problem):  # whoever asks next is told
                await self.catch_up()
            self.tell()

        if self._trying is None and self._watchers:
            self._trying = asyncio.create_task(again())

    async def _take(self, plan: Plan) -> None:
        """Write down what is planned, and then do it."""
        texts = [as_text(line).removesuffix("\n") for line in plan.lines]
        noticed, noticing = self._noticed(plan), self._noticing_after(plan)
        progress = replace(self._progress(plan, noticing), is_news=self._is_news(noticed))
        self.version = await self._storage.append(self.id, self.version, texts, progress)
        self.table.take(plan)
        self._thought = None
        self._noticing = noticing
        self._changed({EVERYBODY} if self._is_news(noticed) else set(noticed))

    def _is_news(self, noticed: Collection[int]) -> bool:
        return len(noticed) == len(self.table.players)

    def _here(self) -> list[bool]:
        return [self.is_here(seat) for seat in range(len(self.game.seats))]

    def _check(self, key: KeyRow, at: int) -> None:
        if self.kind == "upload":
            raise Problem("forbidden", "This is a record: it can be watched, and gone on with as a new game.")
        if key.kind != "seat":
            raise Problem("forbidden", "This link only watches; it has no seat.")
        if at > self.version_for(key):  # it was seen elsewhere: what is in memory here is old
            raise Problem("stale", "The table has gone on; look again.") from Clash("seen elsewhere")
        if at != self.version_for(key):
            raise Problem("stale", "The table has gone on; look again.")

    def deciding(self, key: KeyRow) -> int | None:
        """The seat of this key that may decide now; of several the one whose turn it is."""
        if key.kind != "seat":
            return None
        seats = sorted(key.seats, key=lambda seat: seat != self.table.turn)
        return next((seat for seat in seats if self.table.state.can_move(seat)), None)

    def _deciding(self, key: KeyRow) -> int:
        if self.table.turn == OVER:
            raise Problem("turn", "The game is over.")
        seat = self.deciding(key)
        if seat is None:
            raise Problem("turn", f"It is the turn of the {self.game.seats[self.table.turn]}.")
        return seat

    def _plan(self, step: str | int, seat: int | None) -> Plan:
        """A step of this seat; whoever sits there cannot move for another one, nor learn whether it could."""
        whose = self.table.state.whose(self.table.state.code(step, seat))
        if seat is not None and whose != seat:
            raise Problem("turn", f"This is a move of the {self.game.seats[whose]}.")
        return self.table.plan(step, seat)

    def _noticed(self, plan: Plan) -> Collection[int]:
        if plan.back_to is not None:
            gone = self.table.done[plan.back_to]
            return self.noticed_by(self.table.state_after(plan.back_to), gone.seat, gone.play)
        done, _ = plan.steps[0]
        return self.noticed_by(self.table.state, done.seat, done.play)

    def _noticing_of(self, record: Record) -> Noticing:
        """Where nobody has a secret all lines are known, and nothing need be counted."""
        seats = len(self.table.players)
        if self.game.contract.together is None or self.kind == "upload":
            return Noticing(seats)
        return noticing_of(record, seats, self.noticed_by, plain=self.game.plain)

    def _noticing_after(self, plan: Plan) -> Noticing:
        if self.game.contract.together is None:
            return self._noticing
        noticing, before = self._noticing.copy(), self.table.state
        if plan.back_to is not None:
            noticing.back(plan.back_to)
            before = self.table.state_after(plan.back_to)
        for done, after in plan.steps:
            noticing.step((done.seat, self.noticed_by(before, done.seat, done.play)))
            before = after
        return noticing

    def _changed(self, news_for: Collection[int] = (EVERYBODY,)) -> None:
        self.seen.clear()
        self._has_news_for.update(news_for)

    def _progress(self, plan: Plan, noticing: Noticing) -> Progress:
        """How far a plan leads the game, for the list of games, which everybody at the table sees."""
        steps = plan.steps[-1][0].number if plan.steps else plan.back_to
        assert steps is not None
        if self.game.contract.together is not None:
            steps = noticing.known_to_all
        coming = plan.coming
        return Progress(steps, int(coming.turn), coming.turn == OVER, outcome_text(coming))
