"""Siege: a solo dice game. Hold three lanes and a backline until help comes."""

from __future__ import annotations

from pathlib import Path

from ...core.ai.search_settings import Policy
from ...core.definition import Ai, GameDefinition, OrderBook, Rules, Text, View
from . import encoding, measures, printing, rules, state, text
from .ai import book, evaluation, solver
from .view import ascii_board, board, effects, inspector, odds, svg

GAME = GameDefinition(
    name="siege",
    title="Siege",
    summary="A solo dice game: three lanes, a backline, and waves of enemies until help comes.",
    clause_prefix="S",
    rules_version=1,
    seats=("defender",),
    options=state.OPTIONS,
    rules=Rules(
        state=state.SiegeState,
        max_moves=rules.MAX_MOVES,
        setup=state.setup,
        turn=rules.turn,
        legal_moves=rules.legal_moves,
        why_not=rules.why_not,
        apply=rules.apply,
        result=rules.result,
        hide=rules.hide,
        guess=rules.guess,
    ),
    text=Text(
        move_text=text.move_text,
        parse_move=text.parse_move,
        move_label=text.move_label,
        move_clause=text.move_clause,
        refusal=text.refusal,
        log_text=text.log_text,
        prompt=text.prompt,
        result_text=text.result_text,
        position_text=text.position_text,
        parse_position=text.parse_position,
        check_state=text.check_state,
        sample_position="lanes 6 4 2, backline 5, waves 2, enemy 5 6 1",
    ),
    view=View(
        board=board.board,
        hotspots=board.hotspots,
        clicks=board.clicks,
        ascii_board=ascii_board.ascii_board,
        svg=svg.svg,
        die_id=board.die_id,
        odds=odds.odds,
        inspect=inspector.inspect,
        effects=effects.effects,
    ),
    order_book=OrderBook(text.turn_heading, action_text=text.action_text),
    ai=Ai(
        policies={
            "book": Policy(book.choose, "follows a sensible rule of thumb"),
            "optimal": Policy(solver.choose, "plays the best move, from the exact solution", solver.chance_lookup),
        },
        search=evaluation.SEARCH_MODEL,
        solver=solver.Solution,
    ),
    printing=printing.PRINTING,
    encoding=encoding.ENCODING,
    measures=measures.MEASURES,
    guide=Path(__file__).parent / "guide" / "first_game.toml",
    comparison=odds.COMPARISON,
    puzzles=Path(__file__).parent / "puzzles.jsonl",
)
