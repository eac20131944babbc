"""Towers: a two-lane tower defence for two commanders, people or bots.

This module is the table of contents. Rules are in `rules`, the built-in players in `ai`, words in `text`, pictures
and input in `view`, the replay of a played turn in `replay`, the bot API in `bot` and `bots`.
"""

from __future__ import annotations

from pathlib import Path

from ...core.ai.search_settings import Policy
from ...core.definition import Ai, GameDefinition, OrderBook, Rules, Secrets, Simultaneous, Text, TurnReplay, View
from . import encoding, measures, printing, ruleset, state
from .ai import baselines, book, evaluation
from .ai.planner import memory, plan
from .bots import load_bot_api
from .replay import turn_replay
from .rules import hidden_information, legality, moves, sequence_of_play, turn_end
from .text import labels, log, names, notation, order_book, order_parser, position, prompts, refusals, state_validation
from .text.comparison import COMPARISON
from .text.position import SAMPLE_POSITION
from .view import ascii_board, board, hotspots, inspector
from .view.svg import picture

GAME = GameDefinition(
    name="towers",
    title="Towers",
    summary=(
        "A two-lane tower defence: build towers on your lane, send soldiers down the other, "
        "and bring down the enemy's castle. Both plan in secret."
    ),
    clause_prefix="T",
    rules_version=1,
    seats=names.SEAT_NAMES,
    options=ruleset.OPTIONS,
    rules=Rules(
        state=state.TowersState,
        max_moves=moves.MAX_MOVES,
        setup=ruleset.setup,
        turn=sequence_of_play.turn,
        legal_moves=legality.legal_moves,
        why_not=legality.why_not,
        apply=sequence_of_play.apply,
        result=turn_end.result,
        hide=hidden_information.hide,
        guess=hidden_information.guess,
        turns=lambda s: s.turns_played,
        later_words=state.LATER_WORDS,
    ),
    text=Text(
        move_text=notation.move_text,
        parse_move=notation.parse_move,
        move_label=labels.move_label,
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
    ),
    view=View(
        board=board.board,
        hotspots=hotspots.hotspots,
        clicks=hotspots.clicks,
        ascii_board=ascii_board.ascii_board,
        svg=picture.svg,
        move_from_clicks=hotspots.move_from_clicks,
        inspect=inspector.inspect,
    ),
    order_book=OrderBook(order_book.turn_heading, action_text=order_book.action_text),
    ai=Ai(
        policies={
            "passive": Policy(baselines.passive, "gives no orders at all"),
            "spam": Policy(baselines.spam, "hires as many rifles as its gold allows"),
            "careless": Policy(baselines.careless, "buys at random, and sends all soldiers down any column"),
            "book": Policy(book.choose, "attacks what is open and defends what is attacked, by rules of thumb"),
            "planner": Policy(
                plan.choose,
                "simulates many plans before it gives its orders",
                memory.prepare_memory,
                writes_memory=True,
            ),
        },
        search=evaluation.SEARCH_MODEL,
    ),
    secrets=Secrets(
        is_secret_move=hidden_information.is_secret_move,
        event_audience=hidden_information.event_audience,
        reveals_secret=hidden_information.reveals_secret,
    ),
    simultaneous=Simultaneous(
        moves.can_move,
        legality.legal_moves_of,
        moves.move_seat,
        moves.ready_move,
        moves.reopen_planning,
        labels.plan_summary,
    ),
    turn_replay=TurnReplay(
        state.is_timestep_event,
        sequence_of_play.is_turn_running,
        sequence_of_play.has_turn_ended,
        turn_replay.turn_replay,
    ),
    bots=load_bot_api,
    printing=printing.PRINTING,
    encoding=encoding.ENCODING,
    measures=measures.MEASURES,
    guide=Path(__file__).parent / "guide" / "first_game.toml",
    comparison=COMPARISON,
    puzzles=Path(__file__).parent / "puzzles.jsonl",
)
