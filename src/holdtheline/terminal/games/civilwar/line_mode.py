"""Play on a hex map line by line: pieces in words, reach, odds, and switching seats between two people."""

from __future__ import annotations

from typing import Any

from ....core import rulebook
from ....core.ascii_art import AsciiBoard
from ....core.definition import CHANCE
from ....games.civilwar.text.names import hex_name
from ....games.civilwar.view.scene import blocks_of, describe_position
from ....table.session import Table
from ....table.text import viewing_seat
from ... import visibility
from ...line_mode.console import MAX_MOVES_LISTED, ReadLine, WriteLine
from ...line_mode.play import HotSeatLineMode

HELP = """\
Type a move, such as {example}; or its number in the list of moves.
roll: roll the dice, when it is time to roll; Enter does the same.
undo: undo your last move.
moves: list every legal move with its number. moves WORD: only moves with that word, such as a name.
reach NAME: where a unit can go, with the APs, and what it can attack.
odds MOVE, or odds NUMBER: what a move can lead to, before you make it.
show: all pieces in words. board: the map as a drawing.
again: the last turn of the other side. log: everything that has happened.
rules: the rulebook. rules CLAUSE, such as rules {clause}: one clause.
quit: stop playing; the game is saved."""


class MapLineMode(HotSeatLineMode):
    """A game on a hex map."""

    def __init__(self, table: Table, read: ReadLine, write: WriteLine) -> None:
        super().__init__(table, read, write)
        self._commands |= {"again": self._print_last_turn, "log": lambda: self._print_steps(table.steps)}

    @property
    def seat(self) -> int:
        is_shared = visibility.count_people(self.table) > 1 and not self.table.is_over
        return self._viewer if is_shared else viewing_seat(self.table)

    def play(self) -> None:
        super().play()
        self.say("")
        self._print_position()

    # Input

    def _handle_line(self) -> None:
        table = self.table
        if visibility.has_computer_just_moved(table) and table.turn == CHANCE and not table.dice_are_mine:
            self._roll_dice()
            return
        if visibility.must_change_seats(table, self._viewer):
            self._change_seats(self.table.turn, "decides")
        super()._handle_line()

    def _play_line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() == "moves" and self.table.turn >= 0:
            self._print_matching_moves(rest)
        elif word.lower() == "reach" and self.table.turn >= 0:
            self._print_reach(rest.strip())
        else:
            super()._play_line(line)

    # Commands

    def _print_help(self) -> None:
        moves = self.table.state.legal_moves() if self.table.turn >= 0 else []
        example = moves[len(moves) // 2].text if moves else "go Burnside C4"
        clause = rulebook.read_rulebook(self.table.game.name).clauses[-1].id
        self.say(HELP.format(example=example, clause=clause))

    def _print_reach(self, name: str) -> None:
        state = self.table.state
        spots = [spot for spot in state.hotspots(self.seat) if spot.id.startswith("piece")]
        found = [spot for spot in spots if name and spot.label.lower().startswith(name.lower())]
        if not found:
            self._refuse("type reach and the name of one of your units")
            return
        record = state.seen_by(self.seat).record
        marks = state.game.definition.view.marks(record, self.seat, [found[0].id])
        self.say(f"{found[0].label}.")
        for mark in marks:
            self.say(mark.text)
        if not marks:
            self.say("This unit cannot do anything now.")

    def _print_position(self) -> None:
        state = self.table.state
        record: Any = (state.seen_by_all() if self.seat == visibility.NO_SEAT else state.seen_by(self.seat)).record
        self.say(describe_position(record))
        for block in blocks_of(record):
            name = hex_name(record, block.hex)
            where = f"enters at {name} from turn {block.entry_turn}" if block.entry_turn else f"in {name}"
            self.say(f"{block.description}, {where}.")

    def _print_last_turn(self) -> None:
        steps = self.table.steps
        self._print_steps(steps[visibility.find_start_of_opponent_turn(steps, self.table.state_after, self.seat) :])

    # Output

    def _drawing(self) -> AsciiBoard:
        return visibility.drawing_for(self.table.state, self.seat)

    def _print_prompt(self) -> None:
        self.say(visibility.prompt_for(self.table.state, self.seat))

    def _print_question(self) -> None:
        table = self.table
        if table.is_over or not table.waits_for_person or visibility.must_change_seats(table, self._viewer):
            return
        if table.turn >= 0:
            self._viewer = table.turn
        elif visibility.has_computer_just_moved(table):
            return
        self.say("")
        self._print_prompt()
        if table.turn == CHANCE:
            self.say(self._roll_text())
            return
        moves = table.state.legal_moves()
        if len(moves) > MAX_MOVES_LISTED:
            self.say(f"There are {len(moves)} moves; type help to see how to list them and their odds.")
            return
        for number, move in enumerate(moves, 1):
            self.say(f"{number}: {move.label}")


LINE_MODE = MapLineMode
