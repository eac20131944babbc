"""Skirmish: narrative miniatures on an open table."""

from __future__ import annotations

from ...core.contract import Contract, Policy
from . import (
    book,
    briefing,
    closeup,
    drawing,
    ghost,
    marks,
    measuring,
    odds,
    orders,
    picture,
    position,
    refusals,
    rules,
    scenarios,
    seen,
    sound,
    spoken,
    state,
    text,
    told,
    touch,
    traces,
    value,
)

SAMPLE = (
    "round 3 friends; f1 10.5,9 looks 0,1 done carries o2, f2 13,9.5 looks 0.6,0.8, f3 7,6.5 looks 1,2, "
    "f4 16.5,7.5 looks 0,1, f5 10,5.5 looks 0,1 done, f6 6,9 looks 1,1 wounds 1 done, "
    "e1 14.75,13.5 looks -1,-2, e3 8.5,18 looks 1,-3 done, e4 8.5,11.5 looks 1,-1 wounds 1 done, "
    "e5 13.6,10.3 looks -0.6,-0.8, e6 18.5,11 looks -1,-1, e7 fallen, e8 17,18 looks 0,-1 done; "
    "o2 10.5,9 carried by f1; c2 lost 1; choose"
)

CONTRACT = Contract(
    name="skirmish",
    letter="K",
    title="Skirmish",
    sentence="Miniatures and stories on an open table: inches, sight, nerve, and an enemy with a list.",
    rules_version=1,
    seats=("general",),
    seated_by=("generals", "enemy"),
    seating=scenarios.seating,
    is_open=True,
    options=scenarios.OPTIONS,
    dtype=state.DTYPE,
    most_moves=rules.MOST_MOVES,
    has_secrets=False,
    start=rules.start,
    turn=rules.turn,
    moves=rules.moves,
    why_not=rules.why_not,
    apply=rules.apply,
    result=rules.result,
    hide=rules.hide,
    guess=rules.guess,
    setup=scenarios.setup,
    position=position.position,
    position_text=position.position_text,
    fault=sound.fault,
    move_text=orders.move_text,
    move_clause=orders.move_clause,
    read_move=orders.read_move,
    label=orders.label,
    reason=refusals.reason,
    sentence_of=told.sentence_of,
    prompt=text.prompt,
    ending=text.ending,
    board=seen.board,
    spots=touch.spots,
    choices=touch.choices,
    drawing=drawing.drawing,
    picture=picture.picture,
    close_up=closeup.close_up,
    sample=SAMPLE,
    meant=touch.meant,
    die=text.die,
    odds=odds.odds,
    marks=marks.marks,
    scenarios=briefing.SCENARIOS,
    rolls=text.rolls,
    trial=ghost.trial,
    measure=measuring.measure,
    grid=drawing.GRID,
    spoken=spoken.spoken,
    trace=traces.trace,
    policies={
        "book": Policy(book.choose, "plays by exact odds, and for what the scenario asks", book.remember),
    },
    value=value.JUDGEMENT,
)
