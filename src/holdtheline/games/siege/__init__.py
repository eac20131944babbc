"""Siege: a solo dice game. Hold three lanes and a backline until help comes."""

from __future__ import annotations

from ...core.contract import Contract, Policy
from . import book, drawing, moves, odds, picture, rules, solve, state, text, value

CONTRACT = Contract(
    name="siege",
    letter="S",
    title="Siege",
    sentence="A solo dice game: three lanes, a backline, and waves of enemies until help comes.",
    rules_version=1,
    seats=("defender",),
    options=state.OPTIONS,
    dtype=state.DTYPE,
    most_moves=moves.MOST_MOVES,
    has_secrets=False,
    start=rules.start,
    turn=rules.turn,
    moves=moves.moves,
    why_not=moves.why_not,
    apply=rules.apply,
    result=rules.result,
    hide=rules.hide,
    guess=rules.guess,
    setup=state.setup,
    position=text.position,
    position_text=text.position_text,
    fault=text.fault,
    move_text=text.move_text,
    move_clause=text.move_clause,
    read_move=text.read_move,
    label=text.label,
    reason=text.reason,
    sentence_of=text.sentence_of,
    prompt=text.prompt,
    ending=text.ending,
    board=text.board,
    spots=text.spots,
    choices=text.choices,
    drawing=drawing.drawing,
    picture=picture.picture,
    sample="lanes 6 4 2, backline 5, waves 2, enemy 5 6 1",
    die=text.die,
    odds=odds.odds,
    policies={
        "book": Policy(book.choose, "a sensible rule of thumb"),
        "optimal": Policy(solve.choose, "the best move there is, from the exact solution", solve.remember),
    },
    value=value.JUDGEMENT,
    solve=solve.Solution,
)
