"""Skirmish: narrative miniatures on an open battlefield. The definition of the game: a table of contents."""

from __future__ import annotations

from pathlib import Path

from ...core.ai.search_settings import Policy
from ...core.definition import Ai, GameDefinition, OpenTable, OrderBook, Rules, Seating, Text, View
from . import encoding, measures, state
from .ai import book, evaluation
from .campaign import CAMPAIGN_BATTLES
from .printing import PRINTING
from .rules import endings, move_generation, moves, sequence_of_play
from .scenario import setup
from .text import briefing, log, notation, order_book, order_parser, position, prompts, refusals, state_validation
from .text.comparison import COMPARISON
from .view import ascii_board, board, effects, hotspots, inspector, marks, measure, odds, preview
from .view.svg import picture

SAMPLE_POSITION = (
    "round 3 friends; f1 10.5,9 looks 0,1 done carries o2, f2 13,9.5 looks 0.6,0.8, f3 7,6.5 looks 1,2, "
    "f4 16.5,7.5 looks 0,1, f5 10,5.5 looks 0,1 done, f6 6,9 looks 1,1 wounds 1 done, "
    "e1 14.75,13.5 looks -1,-2, e3 8.5,18 looks 1,-3 done, e4 8.5,11.5 looks 1,-1 wounds 1 done, "
    "e5 13.6,10.3 looks -0.6,-0.8, e6 18.5,11 looks -1,-1, e7 fallen, e8 17,18 looks 0,-1 done; "
    "o2 10.5,9 carried by f1; c2 lost 1; choose"
)

GAME = GameDefinition(
    name="skirmish",
    title="Skirmish",
    summary="Miniature battles with a story: moves in inches, lines of sight, and an enemy that follows eight rules.",
    clause_prefix="K",
    rules_version=2,
    seats=("general",),
    options=setup.OPTIONS,
    rules=Rules(
        state=state.SkirmishState,
        max_moves=move_generation.MAX_MOVES,
        setup=setup.setup,
        turn=sequence_of_play.turn,
        legal_moves=move_generation.legal_moves,
        why_not=moves.why_not,
        apply=sequence_of_play.apply,
        result=endings.result,
        hide=sequence_of_play.hide,
        guess=sequence_of_play.guess,
        turns=lambda s: s.round,
        die_owner=prompts.die_owner,
        later_words=state.LATER_WORDS,
        resolve_options=setup.resolve_options,
    ),
    text=Text(
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        move_label=notation.move_label,
        move_clause=notation.move_clause,
        refusal=refusals.refusal,
        log_text=log.log_text,
        prompt=prompts.prompt,
        result_text=prompts.result_text,
        position_text=position.position_text,
        parse_position=position.parse_position,
        check_state=state_validation.check_state,
        parse_order=order_parser.parse_order,
        sample_position=SAMPLE_POSITION,
        turn_name="round",
    ),
    view=View(
        board=board.board,
        hotspots=hotspots.hotspots,
        clicks=hotspots.clicks,
        ascii_board=ascii_board.ascii_board,
        svg=picture.svg,
        inspect=inspector.inspect,
        effects=effects.effects,
        move_from_clicks=hotspots.move_from_clicks,
        die_id=prompts.die_id,
        odds=odds.odds,
        marks=marks.marks,
        close_up=picture.close_up,
    ),
    order_book=OrderBook(
        order_book.turn_heading, order_book.continues_action, order_book.action_text, order_book.event_ids
    ),
    ai=Ai(
        policies={
            "book": Policy(book.choose, "plays by exact odds, and for what the scenario asks", book.prepare_memory),
        },
        search=evaluation.SEARCH_MODEL,
    ),
    open_table=OpenTable(
        preview=preview.preview,
        measure=measure.measure,
        grid=ascii_board.GRID,
        trace=board.trace,
    ),
    seating=Seating(("generals", "enemy"), setup.seating, setup.teams),
    scenarios=briefing.SCENARIOS,
    campaign_battles=CAMPAIGN_BATTLES,
    printing=PRINTING,
    guide=Path(__file__).parent / "guide" / "first_game.toml",
    comparison=COMPARISON,
    puzzles=Path(__file__).parent / "puzzles.jsonl",
    encoding=encoding.ENCODING,
    measures=measures.MEASURES,
)
