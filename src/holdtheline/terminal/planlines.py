"""Planning line by line: orders in one go, sealed, with a curtain between two persons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import rulebook
from ..core.drawing import as_text
from ..core.errors import NotSaved
from ..core.game import State
from ..games.towers.lane import is_frame
from ..table.history import History
from ..table.session import Done, Table
from ..table.words import complaint, sentence, viewer_of
from . import plan
from .film import NOBODY, TOLD_BY_REPORT, Film, film_at
from .hotseat import SharedLines
from .orders import is_half_given, may_read, plans_now, say_orders, take_back
from .plain import ASK, QUIT, Read, Write

if TYPE_CHECKING:
    from ..core.record import Record

COMMANDS = """\
board, or an empty line: both lanes. show: the same in words. roster: your soldiers and when they enter.
moves: every move, in short. undo: take your last order back.
film: the last turn, timestep by timestep. report: what it was worth.
rules: the rulebook. rules and a clause, such as {clause}: that clause. quit: leave; the game is saved."""


class PlanLines(SharedLines):
    """A table at which seats plan at once."""

    def __init__(self, table: Table, read: Read, write: Write) -> None:
        super().__init__(table, read, write)
        self._commands |= {
            "": self._tell_board,
            "roster": self._tell_roster,
            "film": self._show_film,
            "report": self._tell_report,
        }
        # The person who has read what is on the screen; when a game goes on, nobody knows who that is.
        self._at = NOBODY if self._persons > 1 and table.done else viewer_of(table)
        self._film: Film | None = None

    @property
    def _seen(self) -> State:
        return self.table.state.seen_by(viewer_of(self.table))

    @property
    def _persons(self) -> int:
        return self.table.players.count(None)

    @property
    def ask(self) -> str:
        gold = plan.gold_of(self.table.state.record, viewer_of(self.table))
        return f"{gold} gold {ASK}" if self._is_private else ASK

    @property
    def _is_private(self) -> bool:
        """Whether only the one who plans looks on."""
        return self._persons == 1 or plans_now(self.table, viewer_of(self.table))

    @property
    def _audience(self) -> tuple[int, bool]:
        """With whose eyes a turn is watched, and whether by both."""
        return (self._at, False) if self._persons == 1 else (0, True)

    # A line

    def _take_step(self, line: str) -> None:
        before = len(self.table.done)
        done, error = say_orders(self.table, line)
        self._tell_orders(done)
        if error is not None:
            self._refuse(complaint(error))
        if len(self.table.done) != before:
            self._go_on(before)

    def _tell_orders(self, done: list[Done]) -> None:
        seat = viewer_of(self.table) if not done else done[-1].seat
        for step in done:
            if film_at(self.table.done[: step.number], self.table.state_after, seat) is None:
                for event in step.events:
                    self.say(str(event))

    def _go_on(self, before: int) -> None:
        """Steps were taken: tell the turns that they played, and let whoever is next act."""
        for last in range(before + 1, len(self.table.done) + 1):
            film = film_at(self.table.done[:last], self.table.state_after, *self._audience)
            if film is not None:
                self._film = film
                self._tell_turn(film, self.table.done[last - 1])
        if self.table.is_over or not self.table.waits_for_person:
            return
        if self._needs_curtain:
            self._change_places(viewer_of(self.table), "plans")
        elif self._film is not None and self._film.after == self.table.state:
            self._tell_question()
        elif self._asks_for_more:
            self._ask_again()

    @property
    def _asks_for_more(self) -> bool:
        """Half an order waits for the other half, or a unit for what to do."""
        seat = viewer_of(self.table)
        return is_half_given(self.table.state, seat) or not plans_now(self.table, seat)

    @property
    def _needs_curtain(self) -> bool:
        seat = viewer_of(self.table)
        return self._persons > 1 and seat != self._at and plans_now(self.table, seat)

    def _let_computer_act(self) -> None:
        """What it orders is sealed; only the turn is told."""
        before = len(self.table.done)
        try:
            while not self.table.is_over and not self.table.waits_for_person:
                done = self.table.let_player_act()
                if film_at(self.table.done, self.table.state_after, 0) is not None:
                    break
                for event in done.events:
                    if self._persons and may_read(self.table.game, event, viewer_of(self.table)):
                        self.say(str(event))
        except NotSaved as error:
            self.say(f"{complaint(error)} Press Enter to try again.")
            self._wait()
            return
        self._go_on(before)

    # Commands

    def _undo(self) -> None:
        gone = take_back(self.table)
        self.say(f"Taken back: {', '.join(done.play for done in reversed(gone))}.")
        if self._asks_for_more:
            self._ask_again()

    def _tell_moves(self) -> None:
        seat = viewer_of(self.table)
        self.say("What can come next; a colon stands before what the words can end with.")
        for line in plan.grouped(move.text for move in self.table.state.moves(seat)):
            self.say(line)

    def _tell_position(self) -> None:
        for line in plan.position_lines(self._seen.record, viewer_of(self.table)):
            self.say(line)

    def _tell_roster(self) -> None:
        seat = viewer_of(self.table)
        for line in plan.roster_lines(self._seen.record, seat):
            self.say(line)

    def _tell_help(self) -> None:
        clause = rulebook.read(self.table.game.name).clauses[-1].id
        self.say(plan.HELP)
        self.say(COMMANDS.format(clause=clause))

    def _refuse(self, why: str) -> None:
        self.say(sentence(why))
        if self._asks_for_more:
            self._ask_again()

    def _tell_question(self) -> None:
        """Where things stand in two lines; a plan is long, so it is not told again after every order."""
        if self.table.is_over or not self.table.waits_for_person:
            return
        if self._needs_curtain:
            self._change_places(viewer_of(self.table), "plans")
            return
        seat = viewer_of(self.table)
        hp = self.table.state.record.hp
        self.say("")
        self.say(f"You are {self.table.game.seats[seat]}, with {hp[seat]} HP; they have {hp[1 - seat]}.")
        self._ask_again()

    # The turn

    def _tell_turn(self, film: Film, last: Done) -> None:
        self.say("")
        self.say(f"{film.told['title']} is played.")
        for line in film.marks():
            self.say(line)
        self._tell_report()
        reader = NOBODY if film.neutral else film.seat
        for event in last.events:
            if event.kind not in TOLD_BY_REPORT and may_read(self.table.game, event, reader):
                self.say(str(event))

    def _tell_report(self) -> None:
        if self._film is None:
            self.say("No turn has been played since you sat down.")
            return
        for _, line in self._film.report():
            self.say(line)

    def _show_film(self) -> None:
        """A timestep, and the next one when Enter is pressed."""
        if self._film is None:
            self.say("No turn has been played since you sat down.")
            return
        at = 0
        self.say("Enter shows the next timestep, a number goes there, end leaves the film.")
        while at < len(self._film.moments):
            for line in as_text(self._film.drawing(at)[:-4]).split("\n"):
                self._write(line)
            word = self._read(ASK).strip().lower()
            if word in QUIT or word == "end":
                break
            at = self._frame_of(int(word)) if word.isdecimal() and len(word) < 6 else at + 1
        self.say(sentence("the film is over"))

    def _frame_of(self, step: int) -> int:
        assert self._film is not None
        return next(at for at, moment in enumerate(self._film.moments) if moment.step >= min(step, 100))


def story_of(record: Record) -> Iterator[str]:
    """A record in sentences: the orders of both as they gave them, and every turn with its report."""
    done: list[Done] = []
    states = History(record.game(plain=True))
    for moment in record.moments(plain=True):
        if moment.step < len(states):
            yield f"Taken back: {', '.join(one.play for one in done[moment.step :])}."
            del done[moment.step :]
            states.forget(moment.step)
        states.add(moment.state)
        if moment.step == len(done):
            continue
        done.append(Done(moment.step, moment.seat, moment.play, moment.events))
        film = film_at(done, states.state, 0, neutral=True)
        for event in moment.events:
            if film is None and not is_frame(event.kind):
                yield str(event)
        if film is not None:
            yield from ["", f"Step {moment.step}: {film.told['title'].lower()} is played."]
            yield from film.marks()
            yield from (line for _, line in film.report())
            yield ""
