"""Find puzzles: positions of games between computer players with one clearly best move.

    python -m holdtheline.lab.puzzle_mining siege --count 50 --seed 1

Book players play with some random moves. The moves that a short search of a position tries most are compared by a
search of its own for each, then by longer ones, and then again with another seed; a solved game is looked up in its
solution. A position is a puzzle if both long comparisons agree on the best move, if it is better than each other move
by 5 points and by more than the error of sampling, and if `book` would play another one. A search can agree with
itself and be wrong, so games that `book` plays to their end after each move must also show that lead.

The cheapest checks come first. With `--resume` the puzzles in the file are kept, and the command goes on with the game
after theirs, so it can be stopped at any time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from math import hypot, inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from ..core.catalog import definition_of, games
from ..core.definition import CHANCE, OVER, GameDefinition
from ..core.dice import SeededDice, random_stream
from ..core.errors import HtlError
from ..core.game import Game, State
from ..players.analysis import PositionAnalysis, TurnPlanAnalysis, choose_orders, is_planning_phase, play_on_after
from ..players.confidence_interval import wilson_interval
from ..players.player import player
from ..table.hints import (
    RatedMove,
    WinChance,
    are_similar_moves,
    drop_similar_moves,
    exact_hint,
    rate_move,
    sampled_chance,
    solution_of,
)
from ..table.puzzles import Puzzle, RatedPlay, check_puzzle

LEAST_POINTS = 0.05
"""By how much the best move is better than every other one."""
LEAST_CHANCE, MOST_CHANCE = 0.15, 0.97
"""Chances of a position that is neither lost nor won."""
LEAST_MOVES = 3
POSITIONS_PER_GAME, PUZZLES_PER_GAME = 12, 2
LATE = 3
"""How many of the last decisions of a turn are late."""
RANDOM_PERCENT = 15
"""Decisions that are random, so that games differ."""
MAX_RATED = 6
SCREEN = 400
"""Simulations of the search that chooses the moves to compare."""
SCREEN_POINTS = 0.02
"""By how much that search must find the best move better than the next."""
COMPARED = 5
"""Moves that are compared."""
LONG, SHORT_DIVISOR = 2000, 6
"""Simulations for each move, and by what they are divided at first."""
PLAN_SCREEN = 40
"""Games for each turn plan before that."""
PLAYED_ON, FIRST_PLAYED_ON = 1000, 120
"""Games that `book` plays to their end after each move, and how many at first."""
GUESSES = 4
"""Of what a seat does not know, when a move is rated."""


class Candidate(NamedTuple):
    """A position of a game, as the seat on turn sees it."""

    seen: State
    seat: int


def variant(definition: GameDefinition, number: int) -> dict[str, str | int]:
    """Return the options of a game: its first option takes all its named values in turn."""
    if not definition.options:
        return {}
    option = definition.options[0]
    named = [value for value in option.values if isinstance(value, str)]
    return {option.name: named[number % len(named)]} if named else {}


def play_game(game: Game, seed: int) -> Iterator[Candidate]:
    """Play a game and yield the positions in which a seat decides; of a plan, only the first."""
    random, dice, state, planned = Random(seed), SeededDice(seed), game.start(), -1
    is_planned = game.definition.simultaneous is not None  # then single orders cannot be random
    policies = game.definition.ai.policies
    names = [name for name in policies if not policies[name].writes_memory] if is_planned else ["book"]
    players = [player(random.choice(names), seed=seed + seat) for seat in range(len(game.seats))]
    while state.current_player != OVER:
        if state.current_player == CHANCE:
            state.play(dice.roll(""))
            continue
        seat = int(state.current_player)
        if not is_planned or seat != planned:
            yield Candidate(state.seen_by(seat), seat)
        planned = seat
        is_random = not is_planned and random.randrange(100) < RANDOM_PERCENT
        state.play(random.choice(state.legal_codes()) if is_random else players[seat].code(state))


def chosen_positions(candidates: Sequence[Candidate], random: Random) -> list[Candidate]:
    """Return some positions of a game in random order, most of them shortly before another seat decides.

    Early in a turn of several moves most moves can wait, so they are equally good.
    """
    turns = [list(turn) for _, turn in groupby(candidates, key=lambda candidate: candidate.seat)]
    late = [candidate for turn in turns for candidate in turn[-LATE:]]
    if len(turns) == 1 or not late:
        late = list(candidates)
    return random.sample(late, min(POSITIONS_PER_GAME, len(late)))


# Chances


def promising_moves(candidate: Candidate, seed: int) -> list[RatedMove]:
    """Return the moves that a short search tried most; no moves if the position is lost or won, or has no best one."""
    result = PositionAnalysis(*candidate, seed, nodes=SCREEN).think(SCREEN)
    moves = drop_similar_moves([rate_move(candidate.seen, move) for move in result.moves[: 3 * COMPARED]])[:COMPARED]
    best, *others = sorted((float(move.chance.value) for move in moves), reverse=True)
    if not LEAST_CHANCE <= best <= MOST_CHANCE or not others or best - others[0] < SCREEN_POINTS:
        return []
    return moves


def compare(candidate: Candidate, moves: Sequence[RatedMove], seed: int, simulations: int) -> list[RatedMove]:
    """Rate each move by a search of its own, with so many simulations; the best first."""
    if is_planning_phase(candidate.seen):
        analysis = TurnPlanAnalysis(*candidate, seed)
        result = analysis.think(simulations * analysis.plan_count)
        rated = [rate_move(candidate.seen, move) for move in result.moves]
    else:
        rated = [RatedMove(one.move, chance_after(candidate, one.move.code, seed, simulations)) for one in moves]
    return sorted(rated, key=lambda one: -one.chance.value)


def chance_after(candidate: Candidate, code: int, seed: int, simulations: int) -> WinChance:
    """Return the chance after a move; what the seat does not know is guessed several times."""
    seen, seat = candidate
    guesses = GUESSES if seen.game.definition.has_secrets else 1
    stream, each, total = random_stream(seed, "guesses"), simulations // guesses, 0.0
    for number in range(guesses):
        state = seen.copy()
        seen.game.engine.guess(state.words, seat, stream)
        state.play(code)
        if state.current_player == OVER:
            total += each * (int(seen.game.engine.result(state.words, seat)) + 1) / 2
        else:
            total += each * PositionAnalysis(state.seen_by(seat), seat, seed + number, nodes=each).think(each).chance
    count = each * guesses
    return sampled_chance(total / count, *wilson_interval(total, count))


def is_confirmed(candidate: Candidate, rated: Sequence[RatedMove], seed: int, games: int, certainty: float) -> bool:
    """Return whether the first move also leads in games that `book` plays on; turn plans are rated by such games."""
    if is_planning_phase(candidate.seen):
        return True
    played = []
    for one in rated:
        points = play_on_after(*candidate, one.move.code, seed, games)
        played.append(RatedMove(one.move, sampled_chance(points / games, *wilson_interval(points, games))))
    return has_clear_lead(played, certainty)


def is_clear(rated: Sequence[RatedMove], certainty: float = 1.0) -> bool:
    """Return whether the first move has a clear lead, and the position is neither lost nor won."""
    if len(rated) < 2 or not LEAST_CHANCE <= rated[0].chance.value <= MOST_CHANCE:
        return False
    return has_clear_lead(rated, certainty)


def has_clear_lead(rated: Sequence[RatedMove], certainty: float) -> bool:
    """Return whether the first move is better than each other one, by more than the error times the certainty."""
    best = rated[0].chance
    for other in rated[1:]:
        difference = float(best.value - other.chance.value)
        error = 0.0
        if best.bounds and other.chance.bounds:
            error = hypot(float(best.value) - best.bounds[0], other.chance.bounds[1] - float(other.chance.value))
        if difference < max(LEAST_POINTS, certainty * error):
            return False
    return True


def looks_unique(rated: Sequence[RatedMove]) -> bool:
    """Return whether no other plan reads like the first: a summary leaves details out."""
    return all(one.move.label != rated[0].move.label for one in rated[1:] if one.plays)


def same_answer(one: RatedMove, other: RatedMove) -> bool:
    return one.plays == other.plays if one.plays else not drop_similar_moves([one, other])[1:]


# Puzzles


def compared_moves(candidate: Candidate, seed: int, long: int, book: str) -> list[RatedMove]:
    """Return the moves compared by long searches, or nothing if cheaper ones show no clearly best one to find."""
    if is_planning_phase(candidate.seen):
        moves = compare(candidate, [], seed, PLAN_SCREEN)
        if not is_clear(moves, 0.5) or not looks_unique(moves):
            return []
    else:
        moves = sorted(promising_moves(candidate, seed), key=lambda one: -one.chance.value)
    if not moves or is_found_by_book(candidate, moves[0], book):
        return []
    if not is_confirmed(candidate, moves, seed, FIRST_PLAYED_ON, 0.5):
        return []
    short = compare(candidate, moves, seed, long // SHORT_DIVISOR)
    if not is_clear(short, 0.5) or is_found_by_book(candidate, short[0], book):
        return []
    return compare(candidate, moves, seed + 1, long)


def puzzle_from(candidate: Candidate, seed: int, long: int) -> Puzzle | None:
    """Return the puzzle that a position is, or None; its number is not known yet."""
    definition = candidate.seen.game.definition
    if definition.simultaneous is None and len(candidate.seen.legal_codes()) < LEAST_MOVES:
        return None
    simulations, book = 0, book_answer(candidate, seed)
    if definition.is_solved:
        rated = list(exact_hint(candidate.seen, solution_of(candidate.seen.game)).moves)
        if not is_clear(rated):
            return None
    else:
        first = compared_moves(candidate, seed, long, book)
        rated = compare(candidate, first, seed + 2, long) if is_clear(first) else []
        if not is_clear(rated) or not same_answer(rated[0], first[0]):
            return None
        if not is_confirmed(candidate, rated, seed + 3, PLAYED_ON, 1.0):
            return None
        simulations = long
    if is_found_by_book(candidate, rated[0], book):
        return None
    puzzle = Puzzle(
        game=definition.name,
        number=0,
        rules=candidate.seen.game.rules_version,
        options=changed_options(candidate.seen.game),
        seat=candidate.seat,
        position=position_text(candidate, seed),
        rated=tuple(rated_play(one, is_planning_phase(candidate.seen)) for one in rated[:MAX_RATED]),
        book=book,
        simulations=simulations,
        seed=seed,
    )
    if puzzle.position:
        check_puzzle(definition, puzzle)
    return puzzle if puzzle.position else None


def rated_play(rated: RatedMove, is_plan: bool) -> RatedPlay:
    low, high = rated.chance.bounds or (None, None)
    plays = rated.plays if is_plan else (rated.move.text,)  # the plan to do nothing has no orders
    ends = [None if end is None else round(end, 4) for end in (low, high)]
    return RatedPlay(plays, round(float(rated.chance.value), 6 if low is None else 4), *ends)


def changed_options(game: Game) -> dict[str, str | int]:
    """Return the options that are not the default."""
    defaults = {option.name: option.default for option in game.definition.options}
    return {name: value for name, value in game.options.items() if value != defaults[name]}


def book_answer(candidate: Candidate, seed: int) -> str:
    """Return what `book` plays: a move, or the orders of its plan."""
    seen, seat = candidate
    if not is_planning_phase(seen):
        return seen.move(player("book", seed=seed).code(seen), seat).text
    texts = seen.game.definition.text.move_text
    return "; ".join(texts(seen.record, code) for code in choose_orders(seen, seat, "book", seed)[:-1])


def is_found_by_book(candidate: Candidate, best: RatedMove, book: str) -> bool:
    """Return whether the rule of thumb solves the puzzle; to give no orders is no puzzle either."""
    if is_planning_phase(candidate.seen):
        return not best.plays or "; ".join(best.plays) == book
    return are_similar_moves(best.move, candidate.seen.move(book, candidate.seat))


def position_text(candidate: Candidate, seed: int) -> str:
    """Return a position that this seat sees as the candidate; "" if the notation cannot say it.

    It is what the seat sees or, where the notation needs all of it, a guess of what the seat does not see.
    """
    seen, seat = candidate
    game = seen.game
    guessed = seen.copy()
    game.engine.guess(guessed.words, seat, random_stream(seed, "puzzle"))
    for state in (seen, guessed):
        try:
            again = game.position(state.position())
        except HtlError:
            continue
        if again.seen_by(seat).digest() == seen.digest() and again.current_player == seen.current_player:
            return state.position()
    return ""


def mine(
    definition: GameDefinition, count: int, seed: int, long: int = LONG, known: Sequence[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Yield puzzles until there are so many with the known ones; the same arguments give the same puzzles."""
    positions = {puzzle.position for puzzle in known}
    number = max((puzzle.seed - seed + 1 for puzzle in known), default=0)
    while len(positions) < count:
        game = Game(definition, variant(definition, number), plain=False)
        candidates = list(play_game(game, seed + number))
        solutions: set[str] = set()  # of this game: the same one twice is the same puzzle
        for candidate in chosen_positions(candidates, Random(seed + number)):
            puzzle = puzzle_from(candidate, seed + number, long)
            if puzzle is None or puzzle.position in positions or puzzle.solution.text in solutions:
                continue
            positions.add(puzzle.position)
            solutions.add(puzzle.solution.text)
            yield Puzzle(**{**vars(puzzle), "number": len(positions)})
            if len(solutions) == PUZZLES_PER_GAME or len(positions) == count:
                break
        number += 1


def known_puzzles(definition: GameDefinition, file: Path) -> list[Puzzle]:
    """Return the puzzles in a file, those of an earlier version of the rules left out."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    puzzles = [Puzzle.from_line(definition.name, number, line) for number, line in enumerate(lines, 1)]
    return [puzzle for puzzle in puzzles if puzzle.rules == definition.rules_version_for(puzzle.options)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m holdtheline.lab.puzzle_mining", description=__doc__)
    parser.add_argument("game", choices=games())
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, default=LONG, help=f"of each long search (default: {LONG})")
    parser.add_argument("--minutes", type=float, default=inf, help="stop at the first puzzle after this time")
    parser.add_argument("--out", type=Path, help="the file to write (default: print)")
    parser.add_argument("--resume", action="store_true", help="keep the puzzles that the file has")
    args = parser.parse_args()
    if args.resume and args.out is None:
        parser.error("--resume needs --out")
    definition = definition_of(args.game)
    known = known_puzzles(definition, args.out) if args.resume else []
    end = monotonic() + 60 * args.minutes
    with args.out.open("w", encoding="utf-8") if args.out else nullcontext(sys.stdout) as out:
        for puzzle in known:
            print(puzzle.to_line(), file=out, flush=True)
        for puzzle in mine(definition, args.count, args.seed, args.simulations, known):
            print(puzzle.to_line(), file=out, flush=True)
            print(f"{puzzle.number} of {args.count}", file=sys.stderr)
            if monotonic() >= end:
                break
    return 0


if __name__ == "__main__":
    sys.exit(main())
