"""Puzzles: positions with one clearly best move, which `lab.puzzle_mining` found in games of computer players.

A game ships its puzzles as JSON Lines. A puzzle is what one seat sees. Where that cannot be written as a position, the
position is a guess of what the seat does not know, never the game that the puzzle comes from.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from random import Random

from ..core.catalog import interactive_game
from ..core.definition import GameDefinition
from ..core.errors import IllegalMove, UnknownName
from ..core.game import State
from ..core.view_types import Odds
from .hints import WinChance, are_similar_moves, sampled_chance
from .text import format_percent, format_rounded_percent

PLAN_SEPARATOR = "; "
PLACE_PATTERN = re.compile(r" to -?\d+(\.\d+)?,-?\d+(\.\d+)?")
"""A point of an open table in the label of a move."""


@dataclass(frozen=True)
class RatedPlay:
    """An answer to a puzzle and its chance to win. Orders of a turn plan leave out the last, `ready`."""

    plays: tuple[str, ...]
    chance: float
    low: float | None = None  # the ends of the 95% interval; None: the chance is exact
    high: float | None = None

    @property
    def text(self) -> str:
        """The answer as a person types it: `fire Evans D5`, or the orders of a plan."""
        return PLAN_SEPARATOR.join(self.plays)

    @property
    def win_chance(self) -> WinChance:
        if self.low is None or self.high is None:
            return WinChance(Fraction(self.chance).limit_denominator(1_000_000))
        return sampled_chance(self.chance, self.low, self.high)

    @property
    def percent(self) -> str:
        return format_percent(self.win_chance.value) if self.low is None else format_rounded_percent(self.chance)


@dataclass(frozen=True)
class Puzzle:
    """A position for one seat, and its moves with their chances, the solution first."""

    game: str
    number: int  # from 1
    rules: int
    options: dict[str, str | int]
    seat: int
    position: str
    rated: tuple[RatedPlay, ...]
    book: str  # what the player `book` would do
    simulations: int  # of the search that checked the solution; 0: the chances are exact
    seed: int

    @property
    def solution(self) -> RatedPlay:
        return self.rated[0]

    @property
    def is_exact(self) -> bool:
        return self.simulations == 0

    def to_line(self) -> str:
        """Return the puzzle as a line of its file; the place in the file is the number."""
        values = {name: value for name, value in asdict(self).items() if name not in ("game", "number", "rated")}
        rated = [[list(one.plays), one.chance, one.low, one.high] for one in self.rated]
        return json.dumps({**values, "rated": rated}, ensure_ascii=False)

    @classmethod
    def from_line(cls, game: str, number: int, line: str) -> Puzzle:
        values = json.loads(line)
        rated = tuple(RatedPlay(tuple(plays), *numbers) for plays, *numbers in values.pop("rated"))
        return cls(game=game, number=number, rated=rated, **values)


# The puzzles of a game


@functools.cache
def shipped_puzzles(definition: GameDefinition) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game, those of an earlier version of its rules left out."""
    if definition.puzzles is None or not definition.puzzles.is_file():
        return ()
    lines = definition.puzzles.read_text(encoding="utf-8").splitlines()
    puzzles = (Puzzle.from_line(definition.name, number, line) for number, line in enumerate(lines, 1))
    return tuple(puzzle for puzzle in puzzles if puzzle.rules == definition.rules_version_for(puzzle.options))


def puzzle_of(definition: GameDefinition, number: int) -> Puzzle:
    """Return the puzzle with this number; raise UnknownName if there is none."""
    for puzzle in shipped_puzzles(definition):
        if puzzle.number == number:
            return puzzle
    count = len(shipped_puzzles(definition))
    has = f"its puzzles are numbered 1 to {count}" if count else "it has no puzzles"
    raise UnknownName(f"{definition.name} has no puzzle {number}; {has}")


# Playing a puzzle


@dataclass(frozen=True)
class Choice:
    """A whole turn plan that a puzzle offers."""

    text: str  # its number, which is the answer
    label: str
    rated: RatedPlay


@dataclass(frozen=True)
class Verdict:
    """Whether an answer solves the puzzle, and what to say about it."""

    is_solved: bool
    sentence: str


class OpenPuzzle:
    """A puzzle with its position as the seat sees it."""

    def __init__(self, definition: GameDefinition, puzzle: Puzzle) -> None:
        self.definition, self.puzzle = definition, puzzle
        self.game = interactive_game(definition, puzzle.options)
        self.seen: State = self.game.position(puzzle.position).seen_by(puzzle.seat)

    @property
    def is_plan(self) -> bool:
        """Whether the answer is a plan for the whole turn, chosen from a list."""
        return self.definition.simultaneous is not None

    @functools.cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The plans to choose from, in an order that does not show the best."""
        if not self.is_plan:
            return ()
        rated = list(self.puzzle.rated)
        Random(self.puzzle.seed).shuffle(rated)
        return tuple(Choice(str(number), self.label(one.plays), one) for number, one in enumerate(rated, 1))

    @property
    def question(self) -> str:
        """What the puzzle asks for."""
        side = self.game.sides[self.puzzle.seat]
        what = "Choose the best plan for this turn" if self.is_plan else "Find the best move"
        return f"{what}." if len(self.game.seats) == 1 else f"{what} for {side}."

    def label(self, plays: Sequence[str]) -> str:
        """Return what a move or a plan does, in a player's words."""
        simultaneous = self.definition.simultaneous
        if simultaneous is None:
            return self.seen.move(plays[0], self.puzzle.seat).label
        codes = [self.seen.code(play, self.puzzle.seat) for play in plays]
        return simultaneous.plan_text([*codes, simultaneous.ready(self.puzzle.seat)])

    def judge(self, answer: str) -> Verdict:
        """Return whether an answer solves the puzzle; raise IllegalMove if the rules forbid it."""
        found = self._find(answer)
        if found == self.puzzle.solution:
            return Verdict(True, f"Right: {self.label(found.plays)}. It wins {found.percent} of the games.")
        if found is None:
            return Verdict(False, "Not the best move. Try again.")
        wins = f"It wins {found.percent} of the games, and the best {'plan' if self.is_plan else 'move'} more."
        return Verdict(False, f"Not the best: {self.label(found.plays)}. {wins}")

    @functools.cached_property
    def hints(self) -> tuple[str, ...]:
        """Hints in steps, each tells more."""
        puzzle, best = self.puzzle, self.puzzle.solution
        second = puzzle.rated[1]
        kind = "plan" if self.is_plan else "move"
        first = f"The best {kind} wins {best.percent} of the games, the next best {second.percent}."
        return first, *(self._order_hints() if self.is_plan else self._click_hints())

    def solution_odds(self) -> tuple[Odds, ...]:
        """Return the possible results of the solution, as far as the seat can know them."""
        if self.is_plan:
            return ()
        code = self.seen.code(self.puzzle.solution.plays[0], self.puzzle.seat)
        return self.definition.view.odds(self.seen.record, code)

    def remarks(self) -> list[str]:
        """Return how much better the solution is, what `book` would do, and where the chances come from."""
        puzzle = self.puzzle
        best, second = puzzle.rated[0], puzzle.rated[1]
        points = f"{100 * (best.chance - second.chance):.0f}"
        remarks = [
            f"It wins {best.percent} of the games, {points} points more than the next best: {self._in_text(second)}."
        ]
        if puzzle.book != second.text:
            remarks.append(f"By the rule of thumb (the player book): {self._book_label()}.")
        source = "the exact solution" if puzzle.is_exact else f"{puzzle.simulations:,} simulated games for each move"
        return [*remarks, f"These chances are from {source}."]

    def explanation(self) -> list[str]:
        """Return the solution with the chances of the other moves, in lines."""
        book = self.puzzle.book
        suffixes = {book: " (the player book)"}
        lines = [
            f"{chance_with_interval(rated)}: {self.label(rated.plays)}{suffixes.get(rated.text, '')}"
            for rated in self.puzzle.rated
        ]
        return [*lines, *self.remarks()]

    def _in_text(self, rated: RatedPlay) -> str:
        label = self.label(rated.plays)
        return f"{label} ({rated.percent})"

    def _find(self, answer: str) -> RatedPlay | None:
        """Return the rated answer that is the same, or nearly: its points are near to those of the answer."""
        if self.is_plan:
            return self._find_plan(answer)
        move = self.seen.move(answer, self.puzzle.seat)
        refusal = self.seen.why_not(move)
        if refusal is not None:
            raise refusal
        for rated in self.puzzle.rated:
            other = self.seen.move(rated.plays[0], self.puzzle.seat)
            if move.code == other.code or are_similar_moves(move, other):
                return rated
        return None

    def _find_plan(self, answer: str) -> RatedPlay:
        for choice in self.choices:
            if answer.strip() == choice.text:
                return choice.rated
        raise IllegalMove(answer[:40], "", f"choose one of the plans 1 to {len(self.choices)}")

    def _order_hints(self) -> tuple[str, ...]:
        plays = self.puzzle.solution.plays
        if not plays:
            return ("It has no orders.",)
        count = "one order" if len(plays) == 1 else f"{len(plays)} orders"
        return f"It has {count}.", f"It begins with: {self.seen.move(plays[0], self.puzzle.seat).label}."

    def _click_hints(self) -> tuple[str, ...]:
        """Return hints that name what the best move clicks, one thing after the other."""
        best = self.seen.move(self.puzzle.solution.plays[0], self.puzzle.seat)
        paths = self.seen.click_paths(best)
        if not paths:
            return ()
        labels = {spot.id: spot.label for spot in self.seen.hotspots(self.puzzle.seat)}
        named = [labels[id_] for id_ in dict.fromkeys(paths[0].ids) if id_ in labels and labels[id_] != best.label]
        first_word = best.text.partition(" ")[0]
        verbs = ("begins with", "goes on with")
        hints = (f"The best move {verb} {name.partition(',')[0]}." for verb, name in zip(verbs, named, strict=False))
        without_place = PLACE_PATTERN.sub("", best.label)
        last = (f"All but the place: {without_place}.",) if without_place != best.label else ()
        return (*hints, f"In the notation of the game it begins with the word {first_word}.", *last)

    def _book_label(self) -> str:
        return self.label(tuple(filter(None, self.puzzle.book.split(PLAN_SEPARATOR))))


def chance_with_interval(rated: RatedPlay) -> str:
    """Return `62% (58 to 66%)`, or an exact chance alone."""
    interval = rated.win_chance.interval
    return f"{rated.percent} ({interval})" if interval else rated.percent


def open_puzzle(definition: GameDefinition, number: int) -> OpenPuzzle:
    """Return a shipped puzzle with its position."""
    return OpenPuzzle(definition, puzzle_of(definition, number))


def check_puzzle(definition: GameDefinition, puzzle: Puzzle) -> None:
    """Raise an error unless the position loads and all its rated answers are legal."""
    opened = OpenPuzzle(definition, puzzle)
    for rated in puzzle.rated:
        state = opened.seen.copy()
        for play in rated.plays:
            refusal = state.why_not(state.move(play, puzzle.seat))
            if refusal is not None:
                raise refusal
            if opened.is_plan:
                state.play(state.code(play, puzzle.seat))
