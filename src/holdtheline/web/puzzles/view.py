"""Puzzles as JSON. These functions run in workers: positions are drawn by uncompiled rules."""

from __future__ import annotations

import functools

from ...core.catalog import all_definitions, definition_of
from ...core.errors import HtlError
from ...table.puzzles import OpenPuzzle, open_puzzle, shipped_puzzles
from ...table.text import options_text
from ..coach.advice import estimate
from ..http.errors import error_from_htl
from ..tables.models import HotspotCard, MoveCard
from ..tables.questions import move_odds
from ..tables.view import hud_card
from . import models

OPEN_PUZZLES = 16


@functools.lru_cache(maxsize=OPEN_PUZZLES)
def _opened(name: str, number: int) -> OpenPuzzle:
    return open_puzzle(definition_of(name), number)


def list_puzzles() -> models.PuzzleList:
    games = []
    for definition in all_definitions():
        cards = [
            models.PuzzleCard(number=puzzle.number, options_text=options_text(OpenPuzzle(definition, puzzle).game))
            for puzzle in shipped_puzzles(definition)
        ]
        if cards:
            games.append(models.PuzzlesOfGame(game=definition.name, title=definition.title, puzzles=cards))
    return models.PuzzleList(games=games)


def view_puzzle(name: str, number: int) -> models.PuzzleView:
    opened = _find(name, number)
    definition, seen, seat = opened.definition, opened.seen, opened.puzzle.seat
    moves = [] if opened.is_plan else seen.moves_seen_by(seat)
    return models.PuzzleView(
        game=definition.name,
        title=definition.title,
        number=number,
        count=len(shipped_puzzles(definition)),
        options_text=options_text(opened.game),
        rules=f"/rules/{definition.name}",
        seat=seat,
        question=opened.question,
        prompt="" if opened.is_plan else seen.prompt(seat),
        picture=definition.view.svg(seen.record, seat),
        hud=hud_card(seen, seat),
        board=definition.view.board(seen.record, seat),
        spots=[
            HotspotCard(id=spot.id, key=spot.key, label=spot.label)
            for spot in definition.view.hotspots(seen.record, seat)
        ],
        moves=[MoveCard.model_validate(move) for move in moves],
        plans=[models.PlanChoice(text=choice.text, label=choice.label) for choice in opened.choices],
        by_hand=definition.is_open_table,
        hints=len(opened.hints),
    )


def judge_answer(name: str, number: int, play: str | int) -> models.PuzzleVerdict:
    opened = _find(name, number)
    try:
        text = play if isinstance(play, str) else opened.seen.move(play, opened.puzzle.seat).text
        verdict = opened.judge(text)
    except HtlError as error:
        raise error_from_htl(error, name) from error
    return models.PuzzleVerdict(solved=verdict.is_solved, sentence=verdict.sentence)


def give_hint(name: str, number: int, step: int) -> models.PuzzleHint:
    hints = _find(name, number).hints
    return models.PuzzleHint(sentence=hints[min(step, len(hints)) - 1])


def solve_puzzle(name: str, number: int) -> models.PuzzleSolution:
    opened = _find(name, number)
    answers = [
        models.RatedAnswer(
            **dict(estimate(rated.win_chance)),
            text=rated.text,
            label=opened.label(rated.plays),
            book=rated.text == opened.puzzle.book,
        )
        for rated in opened.puzzle.rated
    ]
    return models.PuzzleSolution(
        exact=opened.puzzle.is_exact,
        answers=answers,
        odds=[move_odds(odds) for odds in opened.solution_odds()],
        sentences=opened.remarks(),
    )


def _find(name: str, number: int) -> OpenPuzzle:
    try:
        return _opened(name, number)
    except HtlError as error:
        raise error_from_htl(error, name) from error
