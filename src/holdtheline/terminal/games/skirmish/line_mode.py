"""Play on an open table line by line: typed orders with coordinates, measuring, odds and explanations."""

from __future__ import annotations

from collections.abc import Callable

from ....core.definition import CHANCE
from ....table.session import Table
from ....table.text import refusal_text
from ...line_mode.console import MAX_MOVES_LISTED, ReadLine, WriteLine
from ...line_mode.play import LineMode
from ...orders import give_orders
from . import queries

EXAMPLE_CLAUSE = 101
COMMANDS_HELP = """\
roll: roll the dice, when it is time to roll; Enter does the same. With your own dice, type the face.
undo: undo your last move, until a die is rolled.
board: the table as a drawing. show or who: all characters in words. battle: the story and the aim.
moves: some of the legal moves, numbered. moves WORD: only moves with that word. A number makes that move.
again: what has happened since your last order. log: everything that has happened.
rules: the rulebook. rules CLAUSE, such as rules {clause}: one clause.
quit: stop playing; the game is saved."""


class OpenTableLineMode(LineMode):
    """A game on an open table."""

    def __init__(self, table: Table, read: ReadLine, write: WriteLine) -> None:
        super().__init__(table, read, write)
        self._commands |= {
            "who": self._print_position,
            "again": self._print_last_turn,
            "log": lambda: self._print_steps(self.table.steps),
            "battle": self._print_briefing,
            "moves": lambda: self._print_matching_moves(""),
        }
        self._commands_with_text: dict[str, Callable[[str], None]] = {
            "measure": lambda text: self.say("\n".join(queries.measure_lines(self.table.state, text))),
            "why": lambda text: self.say(queries.explain_order(self.table.state, self.seat, text)),
            "moves": self._print_matching_moves,
        }

    def play(self) -> None:
        if not self.table.steps:
            self._print_briefing()
            self.say("")
        super().play()

    # Input

    def _play_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() in self._commands_with_text:
            self._commands_with_text[word.lower()](rest.strip())
        elif self.table.turn == CHANCE or not line or line.isdecimal():
            super()._play_line(line)
        else:
            self._give_orders(line)

    def _give_orders(self, line: str) -> None:
        """Play orders; those before a refused one stand and can be undone."""
        steps, error = give_orders(self.table, line)
        for step in steps:
            self._print_events(step)
        if error is None:
            self._print_question()
            return
        if steps:
            self.say(f"Played so far: {'; '.join(step.play for step in steps)}. Then:")
        self._refuse(refusal_text(error))

    # Commands

    def _print_help(self) -> None:
        clause = self.table.game.definition.clause_id(EXAMPLE_CLAUSE)
        self.say(f"{queries.ORDERS_HELP}\n{queries.QUESTIONS_HELP}\n{COMMANDS_HELP.format(clause=clause)}")

    def _print_briefing(self) -> None:
        for style, line in queries.briefing_lines(self.table.game):
            self.say(f"{line}:" if style == "head" else line)

    def _print_position(self) -> None:
        self.say("\n".join(queries.roster_lines(self.table.state, self.seat)))
        self._print_prompt()

    def _print_odds(self, text: str) -> None:
        if self.table.turn < 0 or not text or text.isdecimal():
            super()._print_odds(text)
            return
        self._print_odds_of(*queries.preview_order(self.table.state, self.seat, text))

    def _print_matching_moves(self, words: str) -> None:
        if self.table.turn < 0:
            self.say(self._roll_text())
            return
        super()._print_matching_moves(words)
        self.say("You can type any other point that the rules allow.")

    def _print_last_turn(self) -> None:
        """Print the steps from the last decision of a person."""
        self._print_steps(self.table.steps[queries.find_last_decision(self.table) :])

    # Output

    def _print_question(self) -> None:
        """Print the prompt, and the characters to use or the targets of the active character."""
        table = self.table
        if table.is_over:
            return
        self.say("")
        self._print_prompt()
        if not table.waits_for_person:
            return
        if table.turn == CHANCE:
            self.say(self._roll_text())
            return
        moves = table.state.legal_moves()
        if len(moves) <= MAX_MOVES_LISTED:
            for number, move in enumerate(moves, 1):
                self.say(f"{number}: {move.label} ({move.text})")
            return
        for line in queries.mark_lines(table.state, self.seat):
            self.say(line)
        self.say(f"Type an order, such as: {moves[1].text} (or help).")


LINE_MODE = OpenTableLineMode
