"""Civil War: a hex block wargame of ten battles."""

from __future__ import annotations

from pathlib import Path

from ...core.definition import Ai, GameDefinition, OrderBook, Rules, Secrets, Text, View
from ...core.scenarios import Scenarios
from . import encoding, measures, state
from .ai import book, evaluation
from .printing import PRINTING
from .rules import hidden_information, moves, sequence_of_play, victory
from .scenario import setup
from .scenario.parse import load_scenario, read_scenario
from .scenario.serialize import scenario_to_dict
from .text import log, notation, order_book, position, prompts, refusals, state_validation
from .text.briefing import briefing, full_briefing, summarize
from .text.comparison import COMPARISON
from .view import ascii_board, board_json, effects, hotspots, hud, inspector, marks, odds
from .view.svg import picture
from .view.svg.picture import scenario_svg

SAMPLE_POSITION = (
    "turn 4 union, ap 6; union: Burnside 3 D4, McDowell D4, Porter C4, Griffin D3, Franklin C2, Ricketts C2; "
    "confederate: Evans 2 E5 struck, Bee's Brigade F5, Bee F5, Bartow 2 G7, Hampton's Legion I10"
)


SCENARIOS = Scenarios(
    "scenario",
    load_scenario,
    read_scenario,
    summarize,
    setup.scenario_from_options,
    briefing,
    full_briefing,
    scenario_to_dict,
    scenario_svg,
    headings=("[[unit]]", "[[leader]]", "[[points]]"),
)

GAME = GameDefinition(
    name="civilwar",
    title="Civil War",
    summary="A hex block wargame: action points, line of sight, hidden morale, and ten battles.",
    clause_prefix="C",
    rules_version=3,
    seats=state.SEATS,
    options=setup.OPTIONS,
    rules=Rules(
        state=state.CivilWarState,
        max_moves=moves.MAX_MOVES,
        setup=setup.setup,
        turn=sequence_of_play.turn,
        legal_moves=moves.legal_moves,
        why_not=moves.why_not,
        apply=sequence_of_play.apply,
        result=victory.result,
        hide=hidden_information.hide,
        guess=hidden_information.guess,
        turns=lambda s: s.turn,
        die_owner=sequence_of_play.die_owner,
        resolve_options=setup.resolve_options,
        later_version=setup.later_version,
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
        side_names=state.SIDE_NAMES,
        sample_position=SAMPLE_POSITION,
    ),
    view=View(
        board=board_json.board,
        hotspots=hotspots.hotspots,
        clicks=hotspots.clicks,
        ascii_board=ascii_board.ascii_board,
        svg=picture.svg,
        hud=hud.hud,
        effects=effects.effects,
        inspect=inspector.inspect,
        move_from_clicks=hotspots.move_from_clicks,
        die_id=hotspots.die_id,
        odds=odds.odds,
        marks=marks.marks,
        close_up=picture.close_up,
        has_hex_map=True,
    ),
    order_book=OrderBook(
        order_book.turn_heading, order_book.continues_action, order_book.action_text, order_book.event_ids
    ),
    ai=Ai(policies=book.POLICIES, search=evaluation.SEARCH_MODEL),
    secrets=Secrets(reveals_secret=hidden_information.reveals_secret),
    scenarios=SCENARIOS,
    printing=PRINTING,
    encoding=encoding.ENCODING,
    measures=measures.MEASURES,
    guide=Path(__file__).parent / "guide" / "first_game.toml",
    comparison=COMPARISON,
    puzzles=Path(__file__).parent / "puzzles.jsonl",
)
