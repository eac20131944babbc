"""Civil War: a hex block wargame of ten battles."""

from __future__ import annotations

from ...core.contract import Contract, Policy
from . import (
    battle,
    book,
    briefing,
    drawing,
    listed,
    marks,
    moves,
    odds,
    orders,
    picture,
    position,
    refusals,
    rules,
    scenarios,
    sound,
    state,
    text,
    told,
    touch,
)

SAMPLE = (
    "turn 4 union, ap 6; union: Burnside 3 D4, McDowell D4, Porter C4, Griffin D3, Franklin C2, Ricketts C2; "
    "confederate: Evans 2 E5 struck, Bee's Brigade F5, Bee F5, Bartow 2 G7, Hampton's Legion I10"
)

CONTRACT = Contract(
    name="civilwar",
    letter="C",
    title="Civil War",
    sentence="A hex block wargame: action points, line of sight, hidden morale, and ten battles.",
    rules_version=2,
    seats=("union", "confederate"),
    options=scenarios.OPTIONS,
    dtype=state.DTYPE,
    most_moves=listed.MOST_MOVES,
    has_secrets=True,
    start=rules.start,
    turn=rules.turn,
    moves=listed.moves,
    why_not=moves.why_not,
    apply=rules.apply,
    result=rules.result,
    hide=rules.hide,
    guess=rules.guess,
    setup=scenarios.setup,
    settled=scenarios.settled,
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
    board=text.board,
    spots=touch.spots,
    choices=touch.choices,
    drawing=drawing.drawing,
    picture=picture.picture,
    meant=touch.meant,
    die=text.die,
    odds=odds.odds,
    called=battle.CALLED,
    sample=SAMPLE,
    marks=marks.marks,
    rolls=text.rolls,
    reveals=text.reveals,
    scenarios=briefing.SCENARIOS,
    policies={
        "easy": Policy(book.choose, "sees what to do, and often does something else", book.easy),
        "book": Policy(book.choose, "weighs every shot, every place and the clock", book.normal),
        "hard": Policy(book.choose, "does the same and never wavers", book.hard),
    },
)
