"""Towers: a two-lane tower defence for two commanders, people or bots."""

from __future__ import annotations

from ...core.contract import Contract, Films, Policy, Together
from . import (
    book,
    commanders,
    course,
    drawing,
    film,
    lane,
    moves,
    orders,
    picture,
    planner,
    planwords,
    position,
    rules,
    ruleset,
    sealed,
    spoken,
    state,
    text,
    touch,
    value,
)

SAMPLE = (
    "played 3; left gold 4; right gold 6; left hp 9; "
    "left towers missile 8 3 10, rocket 12 2 10, blockade 15 3 24, frost 14 4 10; "
    "right towers missile 9 2 7, blockade 14 2 11, rocket 6 4 10; "
    "left soldiers shield 0 2, rifle 4 2, rifle 6 2; right soldiers shield 0 3, bomb 2 3"
)

CONTRACT = Contract(
    name="towers",
    letter="T",
    title="Towers",
    sentence="A two-lane tower defence: both commanders plan in secret, then a hundred timesteps are played.",
    rules_version=1,
    seats=orders.SEATS,
    options=ruleset.OPTIONS,
    dtype=state.DTYPE,
    most_moves=moves.MOST_MOVES,
    has_secrets=True,
    start=rules.start,
    turn=rules.turn,
    moves=moves.moves,
    why_not=moves.why_not,
    apply=rules.apply,
    result=rules.result,
    hide=sealed.hide,
    guess=sealed.guess,
    setup=ruleset.setup,
    position=position.position,
    position_text=position.position_text,
    fault=position.fault,
    move_text=orders.move_text,
    move_clause=orders.move_clause,
    read_move=orders.read_move,
    label=orders.label,
    reason=orders.reason,
    sentence_of=text.sentence_of,
    prompt=text.prompt,
    ending=text.ending,
    board=text.board,
    spots=touch.spots,
    choices=touch.choices,
    drawing=drawing.drawing,
    picture=picture.picture,
    sealed=orders.sealed,
    audience=text.audience,
    reveals=text.reveals,
    meant=touch.meant,
    spoken=spoken.spoken,
    together=Together(
        moves.can_move, moves.moves_of, moves.seat_of, moves.ready, moves.reopen, planwords.told
    ),
    films=Films(lane.is_frame, course.goes_on, course.has_ended, film.film),
    sample=SAMPLE,
    policies={
        "passive": Policy(commanders.passive, "gives no orders at all"),
        "spam": Policy(commanders.spam, "rifles, as many as the gold allows"),
        "book": Policy(book.choose, "a sound mix of defence and attack"),
        "planner": Policy(
            planner.choose, "tries many plans out before it gives its orders", planner.remember, writes=True
        ),
    },
    value=value.JUDGEMENT,
)
