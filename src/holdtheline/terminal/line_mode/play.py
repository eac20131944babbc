"""Play at a table line by line: read commands and moves, and answer each line in sentences."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...core import rulebook
from ...core.ascii_art import AsciiBoard, drawing_text
from ...core.definition import CHANCE
from ...core.dice import FACES
from ...core.errors import HtlError, NotSaved
from ...core.events import Move
from ...core.game import State
from ...table.history import PlayedStep
from ...table.session import Table
from ...table.text import format_sentence, options_text, refusal_text, step_text, viewing_seat
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..games import find_panel
from ..orders import play_typed_line
from ..text import chance_text, find_odds, goodbye_lines
from ..visibility import NO_SEAT
from .console import (
    MAX_MOVES_LISTED,
    NUMBER_LENGTH_LIMIT,
    PROMPT,
    QUIT_WORDS,
    LineConsole,
    QuitRequested,
    ReadLine,
    WriteLine,
    print_line,
)

if TYPE_CHECKING:
    from ...table.hints import Hint


HINT_SECONDS = 2.0
"""Time for a hint that is not exact: it is printed once and cannot be refined later."""

HELP = """\
Type the number of a move in the list, or the move itself.
roll: roll the dice, when it is time to roll; Enter does the same.
undo: undo your last move.
moves: list every legal move with its number.
show: the position in words. board: the position as a drawing.
odds MOVE, or odds NUMBER: what a move can lead to, before you make it.
hint: the chance to win, and the best moves.
rules: the rulebook. rules CLAUSE, such as rules {clause}: one clause.
quit: stop playing; the game is saved."""


def game_heading(title: str, options: str) -> str:
    return f"{title}, {options}." if options else f"{title}."


def hint_lines(hint: Hint, most: int) -> Iterator[str]:
    """Yield a hint in sentences."""
    if not hint.is_telling:
        yield f"After {hint.simulations} simulations the chances are still too uncertain to state."
        return
    if hint.advice:
        yield hint.advice
        yield from hint.details
    if hint.is_exact:
        yield f"With best play the chance to win is {hint.chance}."
    else:
        yield (
            f"The chance to win is about {hint.chance}, probably {hint.chance.interval}, "
            f"after {hint.simulations} simulations."
        )
    for move, chance, plays, _ in hint.moves[:most]:
        ends = f" ({chance.interval})" if chance.interval else ""
        text = "; ".join(plays) if plays else move.text
        yield f"{chance}{ends}: {move.label} ({text})"
    if len(hint.moves) > most:
        yield f"The other {len(hint.moves) - most} moves are no better."


class LineMode(LineConsole):
    """A game in which every input is a line of text and every answer is sentences."""

    def __init__(self, table: Table, read: ReadLine, write: WriteLine) -> None:
        self.table = table
        self._read = read
        self._write = write
        self._commands: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "u": self._undo,
            "moves": self._print_moves,
            "show": self._print_position,
            "board": self._print_board,
            "hint": self._print_hint,
            "h": self._print_hint,
            "help": self._print_help,
            "?": self._print_help,
            **dict.fromkeys(QUIT_WORDS, self._quit),
        }

    @property
    def seat(self) -> int:
        """The seat whose view is printed."""
        return viewing_seat(self.table)

    @property
    def input_prompt(self) -> str:
        """The text before the input."""
        return PROMPT

    def play(self) -> None:
        """Play until the game is over."""
        game = self.table.game
        self.say(game_heading(game.definition.title, options_text(game)))
        self.say(game.definition.summary)
        self.say("Type help for a list of commands.")
        self._print_question()
        while not self.table.is_over:
            if not self.table.waits_for_person:
                self._play_computer()
            else:
                self._handle_line()

    # Input

    def _handle_line(self) -> None:
        try:
            line = self._read(self.input_prompt).strip()
        except UnicodeDecodeError:
            self._refuse("this line cannot be read as text")
            return
        word, _, rest = line.partition(" ")
        word = word.lower()
        try:
            if word == "rules":
                self._print_rules(rest)
            elif word == "odds":
                self._print_odds(rest.strip())
            elif line.lower() in self._commands:
                self._commands[line.lower()]()
            else:
                self._play_line(line)
        except HtlError as error:
            self._refuse(refusal_text(error))

    def _play_line(self, line: str) -> None:
        if self.table.turn != CHANCE and not line:
            self._refuse("type a number or a move, or help")
        elif self.table.turn != CHANCE and line.isdecimal() and len(line) < NUMBER_LENGTH_LIMIT:
            self._play_number(int(line))
        elif self.table.turn == CHANCE and not self.table.dice_are_mine and line.lower() in ("", "roll"):
            self._roll_dice()
        else:
            self._print_events(play_typed_line(self.table, line))
            self._print_question()

    def _play_number(self, number: int) -> None:
        moves = self.table.state.legal_moves()
        if not 1 <= number <= len(moves):
            self._refuse(f"the moves are numbered 1 to {len(moves)}")
            return
        self._print_events(self.table.play(moves[number - 1]))
        self._print_question()

    def _roll_dice(self) -> None:
        """Roll every die until a seat has to decide."""
        while self.table.turn == CHANCE:
            self._print_events(self.table.roll())
        self._print_question()

    def _play_computer(self) -> None:
        acting = self.table.players[self.table.turn]
        assert acting is not None
        try:
            step = self.table.let_player_act()
        except NotSaved as error:
            self.say(f"{refusal_text(error)} Press Enter to try again.")
            if self._read(PROMPT).strip().lower() in QUIT_WORDS:
                raise QuitRequested from error
            return
        self.say(f"{acting.name.capitalize()} plays {step.play}.")
        self._print_events(step)
        self._print_question()

    # Commands

    def _undo(self) -> None:
        self.say(f"Undone: {self.table.undo().play}.")
        self._print_question()

    def _quit(self) -> None:
        raise QuitRequested

    def _print_moves(self) -> None:
        if self.table.turn == CHANCE:
            self.say(self._roll_text())
            return
        self._print_matching_moves("")

    def _print_matching_moves(self, words: str) -> None:
        """Print the legal moves that contain all these words, each with its number."""
        wanted = words.lower().split()
        for number, move in enumerate(self.table.state.legal_moves(), 1):
            if all(word in f"{move.text} {move.label}".lower() for word in wanted):
                self.say(f"{number}: {move.label} ({move.text})")

    def _print_position(self) -> None:
        self.say(format_sentence(f"position: {self.table.state.position()}"))
        self._print_prompt()

    def _print_board(self) -> None:
        for line in drawing_text(self._drawing()).split("\n"):
            self._write(line)

    def _drawing(self) -> AsciiBoard:
        return list(self.table.state.drawing(self.seat))

    def _print_odds(self, text: str) -> None:
        """Print what a move can lead to, without making it."""
        state = self.table.state
        if state.current_player < 0:
            self.say("Roll the die first; there is no move to give odds for.")
            return
        moves = state.legal_moves()
        if not text:
            self.say("Type odds and a move, or its number in the list of moves.")
            return
        if text.isdecimal() and len(text) < NUMBER_LENGTH_LIMIT and not 1 <= int(text) <= len(moves):
            self._refuse(f"the moves are numbered 1 to {len(moves)}")
            return
        move = moves[int(text) - 1] if text.isdecimal() and len(text) < NUMBER_LENGTH_LIMIT else state.move(text)
        refusal = state.why_not(move)
        if refusal is not None:
            raise refusal
        self._print_odds_of(state, move)

    def _print_odds_of(self, state: State, move: Move) -> None:
        self.say(f"{move.label}:")
        odds = find_odds(state, self.seat, move)
        for odd in odds:
            self.say(f"{chance_text(odd)}: {odd.label}")
        if not odds:
            self.say("This needs no die.")

    def _print_hint(self) -> None:
        from ...table.hints import hint_within, waiting_text, why_no_hints

        why = why_no_hints(self.table)
        if why is not None:
            self.say(why)
            return
        self.say(format_sentence(waiting_text(self.table.game.definition)))
        hint = hint_within(self.table.state.seen_by(self.seat), self.seat, HINT_SECONDS)
        if hint is None:
            self.say("There is nothing to decide now.")
            return
        for line in hint_lines(hint, MAX_MOVES_LISTED):
            self.say(line)

    def _print_help(self) -> None:
        clause = rulebook.read_rulebook(self.table.game.name).clauses[-1].id
        self.say(HELP.format(clause=clause))

    def _print_rules(self, clause: str) -> None:
        book = rulebook.read_rulebook(self.table.game.name)
        self.say(rulebook.plain_text(book.clause(clause).markdown if clause.strip() else book.text))

    # Output

    def _print_steps(self, steps: Sequence[PlayedStep]) -> None:
        """Print steps with their events; a roll is printed only by its events."""
        for step in steps:
            if step.seat != CHANCE:
                self.say(f"{step.number}: {step_text(step, self.table.game.seats)}.")
            self._print_events(step)
        if not steps:
            self.say("Nothing has happened yet.")

    def _print_events(self, step: PlayedStep) -> None:
        for event in step.events:
            self.say(str(event))

    def _refuse(self, why: str) -> None:
        self.say(format_sentence(why))
        self._print_prompt()

    def _print_question(self) -> None:
        """Print the position, the prompt, and the moves if they are few."""
        if self.table.is_over:
            return
        self.say("")
        self.say(format_sentence(f"position: {self.table.state.position()}"))
        self._print_prompt()
        if not self.table.waits_for_person:
            return
        if self.table.turn == CHANCE:
            self.say(self._roll_text())
            return
        moves = self.table.state.legal_moves()
        if len(moves) > MAX_MOVES_LISTED:
            example = moves[len(moves) // 2]
            self.say(f"There are {len(moves)} moves; type moves to list them. A move looks like this:")
            self.say(f"{example.text} ({example.label})")
            return
        for number, move in enumerate(moves, 1):
            self.say(f"{number}: {move.label}")

    def _print_prompt(self) -> None:
        self.say(self.table.state.prompt(self.seat))

    def _roll_text(self) -> str:
        if self.table.dice_are_mine:
            return f"Roll your die and type its face, 1 to {FACES}."
        return "Press Enter to roll."


CLEAR_TERMINAL = "\x1b[2J\x1b[3J\x1b[H"
"""Escape sequence that clears the terminal and its scrollback."""


class HotSeatLineMode(LineMode):
    """Line mode for two people at one keyboard who must not see each other's secrets."""

    _viewer = NO_SEAT
    """The seat of the person at the keyboard."""

    def _change_seats(self, seat: int, verb: str) -> None:
        """Clear the screen for another person; `verb` as in `The left player plans next`."""
        name = self.table.game.seats[seat]
        self.say(f"The {name} player {verb} next. Press Enter to clear the screen, then switch seats.")
        self._wait_for_enter()
        if sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb"):
            self._write(CLEAR_TERMINAL)
        else:
            for _ in range(shutil.get_terminal_size((80, 24)).lines):
                self._write("")
        self.say(f"The {name} player {verb} now; the other player should look away. Press Enter.")
        self._wait_for_enter()
        self._viewer = seat
        self._print_question()

    def _wait_for_enter(self) -> None:
        if self._read(PROMPT).strip().lower() in QUIT_WORDS:
            raise QuitRequested


def line_mode_for(table: Table, read: ReadLine, write: WriteLine) -> LineMode:
    """Return the line mode that the game has, or the general one."""
    return find_panel(table.game.definition.name, "line_mode", "LINE_MODE", LineMode)(table, read, write)


def play(table: Table, read: ReadLine | None = None, write: WriteLine | None = None) -> int:
    """Play at this table until the game is over or the player quits, and return the exit code."""
    path = table.path
    line_mode = line_mode_for(table, read or input, write or print_line)
    code = EXIT_OK
    try:
        try:
            line_mode.play()
        except (EOFError, QuitRequested):
            pass
        except KeyboardInterrupt:
            code = EXIT_INTERRUPTED
        line_mode.say("")
        for line in goodbye_lines(table, path):
            line_mode.say(line)
    except BrokenPipeError:
        return EXIT_OK
    return code
