"""The terminal line by line: for screen readers, for pipes, and for whoever likes it plain.

No boxes, no colours, nothing that moves. Every answer to a line is a sentence or a few.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core import rulebook
from ..core.contract import CHANCE
from ..core.dice import FACES
from ..core.drawing import Drawing, as_text
from ..core.errors import HtlError, NotSaved
from ..table.session import Done, Table
from ..table.words import complaint, options_text, sentence, step_text, verdict, viewer_of
from .words import chance_text, good_bye, hint_lines, odds_of, play_text

if TYPE_CHECKING:
    from ..core.game import State
    from ..core.record import Record

FINE, STOPPED = 0, 130
WIDEST = 78
MOVES_TOLD = 12
HINT_SECONDS = 2.0
"""That a hint is worked on where it is not exact: said once, it cannot get better while one looks."""
LONGEST_NUMBER = 6
ASK = "> "
QUIT = ("quit", "q", "exit")

HELP = """\
Type the number of a move in the list, or the move itself.
roll: roll the dice. An empty line does the same where a die is to be rolled.
undo: take your last move back.
moves: every legal move, numbered.
show: the position in words. board: the same as a drawing.
odds and a move, or its number: what it may lead to, before you make it.
hint: the chance to win, and the best moves.
rules: the rulebook. rules and a clause, such as {clause}: that clause.
quit: leave; the game is saved."""

Read = Callable[[str], str]
Write = Callable[[str], None]


class Leaving(Exception):
    """Somebody asked to quit."""


def play(table: Table, read: Read | None = None, write: Write | None = None) -> int:
    """Play at this table until the game is over or somebody leaves; the exit code."""
    path = table.path
    line_table = line_table_for(table, read or input, write or print_line)
    code = FINE
    try:
        try:
            line_table.play()
        except (EOFError, Leaving):
            pass
        except KeyboardInterrupt:
            code = STOPPED
        line_table.say("")
        for line in good_bye(table, path):
            line_table.say(line)
    except BrokenPipeError:
        return FINE
    return code


def replay(record: Record, write: Write | None = None) -> int:
    """Tell a record step by step; the exit code. BadRecord says where it cannot be trusted."""
    tell = write or print_line
    try:
        for line in story_of(record):
            for part in wrapped(line):
                tell(part)
    except BrokenPipeError:
        return FINE
    except KeyboardInterrupt:
        return STOPPED
    return FINE


def story_of(record: Record) -> list[str]:
    """A record in sentences."""
    game = record.game(plain=True)
    lines = [heading_of(game.contract.title, options_text(game))]
    if game.contract.together is not None:
        from . import planlines

        return [*lines, *planlines.story_of(record), *_end_of(record.replay(plain=True))]
    last, positions = 0, not (game.contract.has_map or game.contract.is_open)
    state = game.start()
    for moment in record.moments(plain=True):
        if moment.step < last or (moment.step == last and moment.step):
            lines += ["", f"Back to step {moment.step}."]
        elif moment.step:
            done = Done(moment.step, moment.seat, moment.play, moment.events)
            lines += ["", f"Step {moment.step}: {step_text(done, game.seats)}."]
            lines += [str(event) for event in moment.events]
        last, state = moment.step, moment.state
        lines += [sentence(state.position())] if positions else []
    return [*lines, *_end_of(state)]


def _end_of(state: State) -> list[str]:
    outcome = state.outcome
    if outcome is None:
        return ["", "The game is not finished."]
    return ["", f"{verdict(outcome, state.game.sides, [])}: {outcome.reason} ({outcome.clause})."]


def heading_of(title: str, options: str) -> str:
    return f"{title}, {options}." if options else f"{title}."


def print_line(line: str) -> None:
    """Print a line, and what the terminal cannot show as question marks."""
    coding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(line.encode(coding, "replace").decode(coding), flush=True)


def wrapped(text: str) -> list[str]:
    """The text in lines that fit; a word that is too long, such as a path, is left whole."""
    width = max(min(shutil.get_terminal_size((WIDEST, 24)).columns - 1, WIDEST), 20)
    lines: list[str] = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    return lines


class LineTable:
    """A table at which one line is said after the other."""

    def __init__(self, table: Table, read: Read, write: Write) -> None:
        self.table = table
        self._read = read
        self._write = write
        self._commands: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "u": self._undo,
            "moves": self._tell_moves,
            "show": self._tell_position,
            "board": self._tell_board,
            "hint": self._tell_hint,
            "h": self._tell_hint,
            "help": self._tell_help,
            "?": self._tell_help,
            **dict.fromkeys(QUIT, self._quit),
        }

    @property
    def seat(self) -> int:
        """The seat whose view is told."""
        return viewer_of(self.table)

    def say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)

    @property
    def ask(self) -> str:
        """What stands before the line that somebody types."""
        return ASK

    def play(self) -> None:
        """The whole game."""
        game = self.table.game
        self.say(heading_of(game.contract.title, options_text(game)))
        self.say(game.contract.sentence)
        self.say("Type help for what you can type.")
        self._tell_question()
        while not self.table.is_over:
            if not self.table.waits_for_person:
                self._let_computer_act()
            else:
                self._take_line()

    # A line

    def _take_line(self) -> None:
        try:
            line = self._read(self.ask).strip()
        except UnicodeDecodeError:
            self._refuse("this line cannot be read as text")
            return
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if word == "rules":
                self._tell_rules(rest)
            elif word == "odds":
                self._tell_odds(rest.strip())
            elif line.lower() in self._commands:
                self._commands[line.lower()]()
            else:
                self._take_step(line)
        except HtlError as error:
            self._refuse(complaint(error))

    def _take_step(self, line: str) -> None:
        if self.table.turn != CHANCE and not line:
            self._refuse("say a number or a move; help tells more")
        elif self.table.turn != CHANCE and line.isdecimal() and len(line) < LONGEST_NUMBER:
            self._take_number(int(line))
        elif self.table.turn == CHANCE and not self.table.dice_are_mine and line.lower() in ("", "roll"):
            self._roll_on()
        else:
            self._tell(play_text(self.table, line))
            self._tell_question()

    def _take_number(self, number: int) -> None:
        moves = self.table.state.moves()
        if not 1 <= number <= len(moves):
            self._refuse(f"the moves have the numbers 1 to {len(moves)}")
            return
        self._tell(self.table.play(moves[number - 1]))
        self._tell_question()

    def _roll_on(self) -> None:
        """Roll every die until somebody has to decide."""
        while self.table.turn == CHANCE:
            self._tell(self.table.roll())
        self._tell_question()

    def _let_computer_act(self) -> None:
        acting = self.table.players[self.table.turn]
        assert acting is not None
        try:
            done = self.table.let_player_act()
        except NotSaved as error:
            self.say(f"{complaint(error)} Press Enter to try again.")
            if self._read(ASK).strip().lower() in QUIT:
                raise Leaving from error
            return
        self.say(f"{acting.name.capitalize()} plays {done.play}.")
        self._tell(done)
        self._tell_question()

    # Commands

    def _undo(self) -> None:
        self.say(f"Taken back: {self.table.undo().play}.")
        self._tell_question()

    def _quit(self) -> None:
        raise Leaving

    def _tell_moves(self) -> None:
        if self.table.turn == CHANCE:
            self.say(self._how_to_roll())
            return
        for number, move in enumerate(self.table.state.moves(), 1):
            self.say(f"{number}: {move.label} ({move.text})")

    def _tell_position(self) -> None:
        self.say(sentence(f"position: {self.table.state.position()}"))
        self._ask_again()

    def _tell_board(self) -> None:
        for line in as_text(self._drawing()).split("\n"):
            self._write(line)

    def _drawing(self) -> Drawing:
        return list(self.table.state.drawing(self.seat))

    def _tell_odds(self, text: str) -> None:
        """What a move may lead to; it is not made."""
        state = self.table.state
        if state.turn < 0:
            self.say("A die is to be rolled; no move waits for odds.")
            return
        moves = state.moves()
        if not text:
            self.say("Say which move: odds and its text, or its number in the list of moves.")
            return
        if text.isdecimal() and len(text) < LONGEST_NUMBER and not 1 <= int(text) <= len(moves):
            self._refuse(f"the moves have the numbers 1 to {len(moves)}")
            return
        move = moves[int(text) - 1] if text.isdecimal() and len(text) < LONGEST_NUMBER else state.move(text)
        refusal = state.why_not(move)
        if refusal is not None:
            raise refusal
        self.say(f"{move.label}:")
        odds = odds_of(state, self.seat, move)
        for odd in odds:
            self.say(f"{chance_text(odd)}: {odd.label}")
        if not odds:
            self.say("No die is rolled for this.")

    def _tell_hint(self) -> None:
        from ..table.hints import hint_within, no_hints, waiting

        why = no_hints(self.table)
        if why is not None:
            self.say(why)
            return
        self.say(sentence(waiting()))
        hint = hint_within(self.table.state.seen_by(self.seat), self.seat, HINT_SECONDS)
        if hint is None:
            self.say("Nothing is to be decided now.")
            return
        for line in hint_lines(hint, MOVES_TOLD):
            self.say(line)

    def _tell_help(self) -> None:
        clause = rulebook.read(self.table.game.name).clauses[-1].id
        self.say(HELP.format(clause=clause))

    def _tell_rules(self, clause: str) -> None:
        book = rulebook.read(self.table.game.name)
        self.say(rulebook.plain(book.clause(clause).markdown if clause.strip() else book.text))

    # What is said

    def _tell(self, done: Done) -> None:
        for event in done.events:
            self.say(str(event))

    def _refuse(self, why: str) -> None:
        self.say(sentence(why))
        self._ask_again()

    def _tell_question(self) -> None:
        """Where things stand, what is asked, and what can be answered."""
        if self.table.is_over:
            return
        self.say("")
        self.say(sentence(f"position: {self.table.state.position()}"))
        self._ask_again()
        if not self.table.waits_for_person:
            return
        if self.table.turn == CHANCE:
            self.say(self._how_to_roll())
            return
        moves = self.table.state.moves()
        if len(moves) > MOVES_TOLD:
            example = moves[len(moves) // 2]
            self.say(f"There are {len(moves)} moves; moves lists them. Write one like this:")
            self.say(f"{example.text} ({example.label})")
            return
        for number, move in enumerate(moves, 1):
            self.say(f"{number}: {move.label}")

    def _ask_again(self) -> None:
        self.say(self.table.state.prompt(self.seat))

    def _how_to_roll(self) -> str:
        if self.table.dice_are_mine:
            return f"Type what your die shows, 1 to {FACES}."
        return "Press Enter to roll."


def line_table_for(table: Table, read: Read, write: Write) -> LineTable:
    """Where seats plan at once, orders are sealed; a map and an open table have words of their own."""
    contract = table.game.contract
    if contract.together is not None:
        from .planlines import PlanLines

        return PlanLines(table, read, write)
    if contract.has_map:
        from .fieldlines import FieldLines

        return FieldLines(table, read, write)
    if contract.is_open:
        from .openlines import OpenLines

        return OpenLines(table, read, write)
    return LineTable(table, read, write)
