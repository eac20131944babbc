"""An open table line by line: orders with coordinates, a rod to measure with, odds, and reasons."""

from __future__ import annotations

from collections.abc import Callable

from ..core.contract import CHANCE
from ..table.session import Done, Table
from ..table.words import complaint, step_text
from .orders import say_orders
from .plain import MOVES_TOLD, LineTable, Read, Write
from .sayings import (
    ORDERS,
    QUESTIONS,
    allowed,
    briefing_of,
    last_decision,
    look_ahead,
    marks_told,
    measured,
    roster_told,
)
from .words import chance_text, odds_of

FIRST_CLAUSE = 101
HELP = """\
roll: roll the dice, as an empty line does where a die is to be rolled. With dice of your own: the face.
undo: take your last move back, until a die is rolled.
board: the table as a drawing. show or who: everybody in words. battle: the story and the aim.
moves: a choice of moves, numbered; moves and a word: only those. A number makes one.
again: what has happened since your last order. log: all that happened.
rules: the rulebook. rules and a clause, such as {clause}: that clause.
quit: leave; the game is saved."""


class OpenLines(LineTable):
    """A table with figures on it."""

    def __init__(self, table: Table, read: Read, write: Write) -> None:
        super().__init__(table, read, write)
        self._commands |= {
            "who": self._tell_position,
            "again": self._tell_again,
            "log": self._tell_log,
            "battle": self._tell_battle,
            "moves": lambda: self._tell_moves_with(""),
        }
        self._with_words: dict[str, Callable[[str], None]] = {
            "measure": self._tell_measured,
            "why": self._tell_why,
            "moves": self._tell_moves_with,
        }

    def play(self) -> None:
        if not self.table.done:
            self._tell_battle()
            self.say("")
        super().play()

    # A line

    def _take_step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() in self._with_words:
            self._with_words[word.lower()](rest.strip())
        elif self.table.turn == CHANCE or not line or line.isdecimal():
            super()._take_step(line)
        else:
            self._give(line)

    def _give(self, line: str) -> None:
        """Orders; those before one that is refused stand, as undo can take them back."""
        steps, error = say_orders(self.table, line)
        for done in steps:
            self._tell(done)
        if error is None:
            self._tell_question()
            return
        if steps:
            self.say(f"Done so far: {'; '.join(done.play for done in steps)}. Then:")
        self._refuse(complaint(error))

    # Commands

    def _tell_help(self) -> None:
        clause = self.table.game.contract.clause_id(FIRST_CLAUSE)
        self.say(f"{ORDERS}\n{QUESTIONS}\n{HELP.format(clause=clause)}")

    def _tell_battle(self) -> None:
        for style, line in briefing_of(self.table.game):
            self.say(f"{line}:" if style == "head" else line)

    def _tell_position(self) -> None:
        for line in roster_told(self.table.state, self.seat):
            self.say(line)
        self._ask_again()

    def _tell_measured(self, text: str) -> None:
        for line in measured(self.table.state, text):
            self.say(line)

    def _tell_why(self, text: str) -> None:
        """Whether the rules allow a move; if not, the clause and the reason are raised."""
        self.say(allowed(self.table.state, self.seat, text))

    def _tell_odds(self, text: str) -> None:
        if self.table.turn < 0 or not text or text.isdecimal():
            super()._tell_odds(text)
            return
        state, move = look_ahead(self.table.state, self.seat, text)
        self.say(f"{move.label}:")
        odds = odds_of(state, self.seat, move)
        for odd in odds:
            self.say(f"{chance_text(odd)}: {odd.label}")
        if not odds:
            self.say("No die is rolled for this.")

    def _tell_moves_with(self, words: str) -> None:
        if self.table.turn < 0:
            self.say(self._how_to_roll())
            return
        wanted = words.lower().split()
        for number, move in enumerate(self.table.state.moves(), 1):
            if all(word in f"{move.text} {move.label}".lower() for word in wanted):
                self.say(f"{number}: {move.label} ({move.text})")
        self.say("Any other place that the rules allow can be typed.")

    def _tell_again(self) -> None:
        """From the last decision of a person on."""
        self._tell_steps(self.table.done[last_decision(self.table) :])

    def _tell_log(self) -> None:
        self._tell_steps(self.table.done)

    def _tell_steps(self, steps: list[Done]) -> None:
        """A roll is told by what came of it."""
        for done in steps:
            if done.seat != CHANCE:
                self.say(f"{done.number}: {step_text(done, self.table.game.seats)}.")
            self._tell(done)
        if not steps:
            self.say("Nothing has happened yet.")

    # What is said

    def _tell_question(self) -> None:
        """What is asked, and what can be answered: whom to use, or whom the active one can strike."""
        table = self.table
        if table.is_over:
            return
        self.say("")
        self._ask_again()
        if not table.waits_for_person:
            return
        if table.turn == CHANCE:
            self.say(self._how_to_roll())
            return
        moves = table.state.moves()
        if len(moves) <= MOVES_TOLD:
            for number, move in enumerate(moves, 1):
                self.say(f"{number}: {move.label} ({move.text})")
            return
        for line in marks_told(table.state, self.seat):
            self.say(line)
        self.say(f"Type an order, such as: {moves[1].text} (help tells more).")
