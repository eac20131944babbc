"""Solve puzzles line by line: read an answer or a command, and say whether it is right."""

from __future__ import annotations

from collections.abc import Callable

from ...core.ascii_art import drawing_text
from ...core.definition import GameDefinition
from ...core.errors import HtlError
from ...table.puzzle_progress import mark_solved, next_puzzle, solved_puzzles
from ...table.puzzles import OpenPuzzle, Puzzle, shipped_puzzles
from ...table.text import format_sentence, options_text, refusal_text
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..orders import expand_order
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

HELP = """\
Type your move, or its number in the list of moves.
moves: list every legal move with its number.
board: the position as a drawing. show: the position in words.
hint: a hint; each one tells more. solution: the best move and the chances of others.
next: the next puzzle that you have not solved. quit: stop."""


class PuzzleMode(LineConsole):
    """Puzzles in which every input is a line of text and every answer is sentences."""

    def __init__(self, definition: GameDefinition, puzzle: Puzzle, read: ReadLine, write: WriteLine) -> None:
        self._definition = definition
        self._read, self._write = read, write
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._print_all_moves,
            "board": self._print_board,
            "show": self._print_position,
            "hint": self._print_hint,
            "h": self._print_hint,
            "solution": self._print_solution,
            "next": self._go_on,
            "help": self._print_help,
            "?": self._print_help,
            **dict.fromkeys(QUIT_WORDS, self._quit),
        }
        self._open(puzzle)

    def run(self) -> None:
        """Answer lines until the player quits or all puzzles are solved."""
        self.say("Type help for a list of commands.")
        self._print_puzzle()
        while True:
            line = self._read(PROMPT).strip()
            try:
                command = self._commands.get(line.lower())
                if command is not None:
                    command()
                elif line:
                    self._answer(line)
            except HtlError as error:
                self.say(format_sentence(refusal_text(error)))

    def _open(self, puzzle: Puzzle) -> None:
        self._puzzle = OpenPuzzle(self._definition, puzzle)
        self._hints_given = 0
        self._is_solved = False

    # Answers

    def _answer(self, line: str) -> None:
        opened = self._puzzle
        if not opened.is_plan and line.isdecimal() and len(line) < NUMBER_LENGTH_LIMIT:
            moves = opened.seen.legal_moves()
            if not 1 <= int(line) <= len(moves):
                self.say(f"The moves are numbered 1 to {len(moves)}.")
                return
            line = moves[int(line) - 1].text
        elif not opened.is_plan:
            line = expand_order(opened.seen, opened.puzzle.seat, line)[0]
        verdict = opened.judge(line)
        self.say(verdict.sentence)
        if verdict.is_solved and not self._is_solved:
            self._is_solved = True
            mark_solved(opened.puzzle)
            self._print_explanation()

    def _print_hint(self) -> None:
        hints = self._puzzle.hints
        if self._hints_given < len(hints):
            self.say(hints[self._hints_given])
            self._hints_given += 1
        else:
            self.say("There are no more hints. Type solution to see the best move.")

    def _print_solution(self) -> None:
        self._is_solved = True  # what was read here does not count as solved
        self._print_explanation()

    def _print_explanation(self) -> None:
        for line in self._puzzle.explanation():
            self.say(line)
        self.say("Type next for another puzzle.")

    def _go_on(self) -> None:
        following = next_puzzle(self._definition, self._puzzle.puzzle.number)
        if following is None:
            self.say(f"You have solved all puzzles of {self._definition.title}.")
            raise QuitRequested
        self._open(following)
        self._print_puzzle()

    def _quit(self) -> None:
        raise QuitRequested

    # Output

    def _print_puzzle(self) -> None:
        opened, puzzle = self._puzzle, self._puzzle.puzzle
        solved = len(solved_puzzles(puzzle.game))
        options = options_text(opened.game)
        heading = ", ".join(filter(None, (self._definition.title, options)))
        self.say("")
        self.say(f"Puzzle {puzzle.number} of {len(shipped_puzzles(self._definition))}, {solved} solved. {heading}.")
        self._print_board()
        self._print_position()
        self.say(opened.question)
        self._print_moves(MAX_MOVES_LISTED)

    def _print_board(self) -> None:
        for line in drawing_text(list(self._puzzle.seen.drawing(self._puzzle.puzzle.seat))).split("\n"):
            self._write(line)

    def _print_position(self) -> None:
        self.say(format_sentence(f"position: {self._puzzle.seen.position()}"))
        if not self._puzzle.is_plan:
            self.say(self._puzzle.seen.prompt(self._puzzle.puzzle.seat))

    def _print_all_moves(self) -> None:
        self._print_moves(None)

    def _print_moves(self, most: int | None) -> None:
        """Print the answers to choose from, each with its number; if there are more than `most`, only an example."""
        opened = self._puzzle
        if opened.is_plan:
            for number, choice in enumerate(opened.choices, 1):
                self.say(f"{number}: {choice.label}")
            return
        moves = opened.seen.legal_moves()
        if most is not None and len(moves) > most:
            example = moves[len(moves) // 2]
            self.say(f"There are {len(moves)} moves; type moves to list them. A move looks like this:")
            self.say(f"{example.text} ({example.label})")
            return
        for number, move in enumerate(moves, 1):
            self.say(f"{number}: {move.label}")

    def _print_help(self) -> None:
        self.say(HELP)


def solve_puzzles(
    definition: GameDefinition, puzzle: Puzzle, read: ReadLine | None = None, write: WriteLine | None = None
) -> int:
    """Show puzzles until the player quits, and return the exit code."""
    mode = PuzzleMode(definition, puzzle, read or input, write or print_line)
    try:
        mode.run()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (EOFError, QuitRequested, BrokenPipeError):
        pass
    return EXIT_OK
