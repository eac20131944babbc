"""A map line by line: pieces in words, their reach, odds, and a curtain between two persons."""

from __future__ import annotations

from ..core import rulebook
from ..core.contract import CHANCE
from ..core.drawing import Drawing
from ..games.civilwar.names import hex_name
from ..games.civilwar.seen import blocks_of, in_words
from ..table.session import Table
from ..table.words import step_text, viewer_of
from .fieldtop import NOBODY, asked_of, drawn_for, is_next_hidden, start_of_their_turn, was_computer
from .hotseat import SharedLines
from .plain import MOVES_TOLD, Read, Write

HELP = """\
Type a move, such as {example}; or its number in the list of moves.
roll: roll the dice. An empty line does the same where a die is to be rolled.
undo: take your last move back.
moves: every legal move, numbered. moves and a name, or another word: only those.
reach and a name: where a unit can go, with the APs, and what it can attack.
odds and a move, or its number: what it may lead to, before you make it.
show: all pieces in words. board: the map as a drawing.
again: the last turn of the other side. log: all that happened.
rules: the rulebook. rules and a clause, such as {clause}: that clause.
quit: leave; the game is saved."""


class FieldLines(SharedLines):
    """A table with a map."""

    def __init__(self, table: Table, read: Read, write: Write) -> None:
        super().__init__(table, read, write)
        self._commands |= {"again": self._tell_again, "log": self._tell_log}
        self._at = NOBODY

    @property
    def seat(self) -> int:
        two = self.table.players.count(None) > 1 and not self.table.is_over
        return self._at if two else viewer_of(self.table)

    def play(self) -> None:
        super().play()
        self.say("")
        self._tell_position()

    # A line

    def _take_line(self) -> None:
        table = self.table
        if was_computer(table) and table.turn == CHANCE and not table.dice_are_mine:
            self._roll_on()
            return
        if is_next_hidden(table, self._at):
            self._change_places(self.table.turn, "decides")
        super()._take_line()

    def _take_step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() == "moves" and self.table.turn >= 0:
            self._tell_moves_with(rest)
        elif word.lower() == "reach" and self.table.turn >= 0:
            self._tell_reach(rest.strip())
        else:
            super()._take_step(line)

    # Commands

    def _tell_help(self) -> None:
        moves = self.table.state.moves() if self.table.turn >= 0 else []
        example = moves[len(moves) // 2].text if moves else "go Burnside C4"
        clause = rulebook.read(self.table.game.name).clauses[-1].id
        self.say(HELP.format(example=example, clause=clause))

    def _tell_moves_with(self, words: str) -> None:
        wanted = words.lower().split()
        for number, move in enumerate(self.table.state.moves(), 1):
            if all(word in f"{move.text} {move.label}".lower() for word in wanted):
                self.say(f"{number}: {move.label} ({move.text})")

    def _tell_reach(self, name: str) -> None:
        state = self.table.state
        spots = [spot for spot in state.spots(self.seat) if spot.id.startswith("piece")]
        found = [spot for spot in spots if name and spot.label.lower().startswith(name.lower())]
        if not found:
            self._refuse("say reach and the name of one of your units")
            return
        record = state.seen_by(self.seat).record
        marks = state.game.contract.marks(record, self.seat, [found[0].id])
        self.say(f"{found[0].label}.")
        for mark in marks:
            self.say(mark.text)
        if not marks:
            self.say("There is nothing that it can do now.")

    def _tell_position(self) -> None:
        state = self.table.state
        seen = state.seen_by_all() if self.seat == NOBODY else state.seen_by(self.seat)
        record = seen.record
        self.say(in_words(record))
        for block in blocks_of(record):
            place = hex_name(record, block.hex)
            where = f"enters at {place} from turn {block.due} on" if block.due else f"in {place}"
            self.say(f"{block.words}, {where}.")

    def _tell_again(self) -> None:
        done = self.table.done
        self._tell_steps(start_of_their_turn(done, self.table.state_after, self.seat))

    def _tell_log(self) -> None:
        self._tell_steps(0)

    def _tell_steps(self, first: int) -> None:
        """The steps with what came of them; a roll is told by that alone."""
        for done in self.table.done[first:]:
            if done.seat != CHANCE:
                self.say(f"{done.number}: {step_text(done, self.table.game.seats)}.")
            self._tell(done)
        if not self.table.done[first:]:
            self.say("Nothing has happened yet.")

    # What is said

    def _drawing(self) -> Drawing:
        return drawn_for(self.table.state, self.seat)

    def _ask_again(self) -> None:
        self.say(asked_of(self.table.state, self.seat))

    def _tell_question(self) -> None:
        table = self.table
        if table.is_over or not table.waits_for_person or is_next_hidden(table, self._at):
            return
        if table.turn >= 0:
            self._at = table.turn
        elif was_computer(table):
            return
        self.say("")
        self._ask_again()
        if table.turn == CHANCE:
            self.say(self._how_to_roll())
            return
        moves = table.state.moves()
        if len(moves) > MOVES_TOLD:
            self.say(f"There are {len(moves)} moves; help tells how to ask for them, and for odds.")
            return
        for number, move in enumerate(moves, 1):
            self.say(f"{number}: {move.label}")
