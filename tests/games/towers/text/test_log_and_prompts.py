"""What happened and who may know it, how a game ended, and what is asked now."""

from __future__ import annotations

import pytest

from holdtheline.core.definition import EVERYONE
from holdtheline.core.events import empty_log, logged_events
from holdtheline.games.towers.rules import hidden_information, moves, sequence_of_play
from holdtheline.games.towers.state import (
    Clause,
    EventKind,
    Phase,
)
from holdtheline.games.towers.text import log as text_log
from holdtheline.games.towers.text import notation, prompts
from holdtheline.games.towers.view import hotspots

from ..worded_positions import BOMB_ACTS, LEFT, PLAN, RIGHT, TOWER_ACTS, after, at, hidden, legal

SENTENCES = [
    (
        EventKind.ENTERED,
        (25, 257, 136, 5),
        "Timestep 12, right lane: soldier 3, a rifle, enters in column 3.",
    ),
    (
        EventKind.SHOT,
        (24, 26, 2, 3),
        "Timestep 12, left lane: the tower in row 3, column 5 hits soldier 3 for 3.",
    ),
    (EventKind.MOVED, (24, 2, 26, 0), "Timestep 12, left lane: soldier 3 moves to row 3, column 5."),
    (
        EventKind.STRUCK,
        (24, 2, 26, 6),
        "Timestep 12, left lane: soldier 3 hits the tower in row 3, column 5 for 6.",
    ),
    (EventKind.SCORED, (24, 2, 4, 9), "Timestep 12, left lane: soldier 3 scores in column 4; 9 HP left."),
    (EventKind.FELL, (24, 2, 26, 0), "Timestep 12, left lane: soldier 3 falls in row 3, column 5."),
    (
        EventKind.RAZED,
        (24, 26, 3, 0),
        "Timestep 12, left lane: the missile tower in row 3, column 5 is destroyed, worth 3 gold.",
    ),
    (
        EventKind.FROZE,
        (24, 26, 2, 0),
        "Timestep 12, left lane: the tower in row 3, column 5 freezes soldier 3.",
    ),
    (EventKind.BUILT, (1, 3, 26, 4), "Right builds a blockade in row 3, column 5; 4 gold left."),
    (EventKind.HIRED, (0, 5, 2, 4), "Left hires soldier 3, a rifle; 4 gold left."),
    (EventKind.DISMISSED, (0, 6, 4, 0), "Left dismisses the bomb soldier; 4 gold left."),
    (
        EventKind.TAKEN_DOWN,
        (1, 0, 26, 4),
        "Right takes down the missile tower in row 3, column 5; 4 gold left.",
    ),
    (EventKind.SENT, (0, 2, 17, 4), "Left sends soldier 3 into column 4 at timestep 17."),
    (EventKind.SENT_HOME, (0, 2, 0, 0), "Left keeps soldier 3 at home."),
    (EventKind.MIND_SET, (0, 0, 2, 0), "Left: Missile towers shoot at the weakest soldier (hunter)."),
    (EventKind.READY, (1, 0, 0, 0), "Right has ended the turn."),
    (EventKind.LANE_RESULT, (0, 1, 2, 1), "Left lane: 1 scored, 2 fell, 1 tower destroyed."),
    (EventKind.LANE_RESULT, (1, 0, 0, 0), "Right lane: 0 scored, 0 fell, no towers destroyed."),
    (EventKind.INCOME, (0, 1, 3, 9), "Left gets 1 gold, and 3 for what it destroyed: it has 9 gold."),
    (EventKind.WON, (1, 0, 0, 0), "Right wins."),
    (EventKind.DRAWN, (0, 0, 0, 0), "The game is a draw."),
    (EventKind.ALL_SENT, (0, moves.ALL_HOME, 0, 0), "Left keeps all soldiers at home."),
    (EventKind.ALL_SENT, (0, moves.AS_LAST, 0, 0), "Left sends the soldiers as in the last turn."),
    (
        EventKind.ALL_SENT,
        (0, moves.TOGETHER + 3, 0, 0),
        "Left sends all soldiers into column 3 at timestep 0.",
    ),
    (
        EventKind.ALL_SENT,
        (0, moves.IN_FILE + 3, 0, 0),
        "Left sends all soldiers into column 3, one per timestep.",
    ),
]


@pytest.mark.parametrize(("kind", "numbers", "sentence"), SENTENCES)
def test_every_event_is_a_sentence(kind: EventKind, numbers: tuple[int, ...], sentence: str) -> None:
    assert text_log.log_text(None, kind, numbers) == sentence


def test_no_event_is_without_words() -> None:
    assert {kind for kind, _, _ in SENTENCES} == set(EventKind)


def test_orders_and_gold_are_visible_to_their_own_seat_and_all_else_to_both() -> None:
    own = {kind for kind in EventKind if hidden_information.event_audience(kind, (1, 0, 0, 0)) == RIGHT}
    assert own == {
        EventKind.BUILT, EventKind.HIRED, EventKind.SENT, EventKind.SENT_HOME, EventKind.MIND_SET,
        EventKind.ALL_SENT, EventKind.INCOME, EventKind.DISMISSED, EventKind.TAKEN_DOWN,
    }  # fmt: skip
    assert all(hidden_information.event_audience(kind, (1, 0, 0, 0)) == EVERYONE for kind in set(EventKind) - own)


def test_in_a_planning_every_order_but_ready_is_sealed() -> None:
    state = at(PLAN)
    open_moves = [
        code for seat in (0, 1) for code in legal(state, seat) if not hidden_information.is_secret_move(state, code)
    ]
    assert [notation.move_text(state, code) for code in open_moves] == ["ready", "ready"]
    state = at(TOWER_ACTS)
    assert not any(hidden_information.is_secret_move(state, code) for code in legal(state, LEFT))


def test_a_turn_in_progress_or_finished_reveals_and_an_order_does_not() -> None:
    before = at(PLAN)
    state = after(before.copy(), "hire rifle", "ready")
    assert not hidden_information.reveals_secret(before, state)
    assert hidden_information.reveals_secret(state, after(state.copy(), "ready"))
    acting = at(TOWER_ACTS)
    assert hidden_information.reveals_secret(acting, after(acting.copy(), "rest"))
    state = after(at(f"{PLAN}; left minds rifle own"), "ready")
    asks = after(state.copy(), "ready")
    assert asks.phase == Phase.ACT
    assert hidden_information.reveals_secret(state, asks)


def test_the_events_of_a_turn_are_logged_in_order() -> None:
    state = after(at("played 1; left towers missile 18 3 1; right soldiers bomb 0 3"), "ready")
    log = empty_log(200)
    sequence_of_play.apply(state, notation.parse_move(state, "ready"), log)
    text = [text_log.log_text(None, row[1], row[2:]) for row in logged_events(log)]
    assert text[:5] == [
        "Right has ended the turn.",
        "Timestep 0, left lane: soldier 1, a bomb, enters in column 3.",
        "Timestep 0, left lane: the tower in row 18, column 3 hits soldier 1 for 3.",
        "Timestep 0, left lane: soldier 1 falls in row 19, column 3.",
        "Left lane: 0 scored, 1 fell, no towers destroyed.",
    ]


# The end


@pytest.mark.parametrize(
    ("words", "clause", "reason", "left", "right"),
    [
        (
            "played 3; left hp 0; left results 1 0 0; right showed shield 0 0 1; right soldiers shield 0 0",
            Clause.T7_1,
            "left has no HP left",
            "You lost",
            "You won",
        ),
        (
            "played 3; left hp 0; left results 1 0 0; right showed shield 0 0 1; right soldiers shield 0 0; "
            "right hp -1; right results 2 0 0; left showed rifle 0 0 1, rifle 0 0 2; "
            "left soldiers rifle 0 0, rifle 0 0",
            Clause.T7_1,
            "neither player has HP left",
            "Draw",
            "Draw",
        ),
        (
            "played 100; right hp 8",
            Clause.T7_2,
            "after 100 turns left has 10 HP and right 8",
            "You won",
            "You lost",
        ),
        (
            "played 100; left hp 8; right hp 8",
            Clause.T7_2,
            "after 100 turns both players have 8 HP",
            "Draw",
            "Draw",
        ),
    ],
)
def test_the_end_says_who_and_why(words: str, clause: Clause, reason: str, left: str, right: str) -> None:
    state = at(words)
    assert prompts.result_text(state) == (clause, reason)
    assert prompts.prompt(state, LEFT) == f"{left}: {reason}."
    assert prompts.prompt(state, RIGHT) == f"{right}: {reason}."
    assert hotspots.hotspots(state, LEFT) == ()


# What is asked and seen


@pytest.mark.parametrize(
    ("words", "first", "left", "right"),
    [
        (
            PLAN,
            [],
            "Turn 2 of 100. Build, hire and send soldiers, then end your turn.",
            "Turn 2 of 100. Build, hire and send soldiers, then end your turn.",
        ),
        (
            PLAN,
            ["ready", "tower frost"],
            "You have ended your turn. Right is still planning.",
            "Choose a cell of your lane for the frost tower.",
        ),
        (PLAN, ["soldier 2"], "Choose a column for soldier 2, or keep it at home.", None),
        (PLAN, ["soldier 2", "column 3"], "Choose a timestep, 0 to 99, for soldier 2 in column 3.", None),
        (
            TOWER_ACTS,
            [],
            "Timestep 5, left lane: your missile tower in row 10, column 3 acts. It can shoot at a soldier, or rest.",
            "Timestep 5, left lane: left decides for its missile tower in row 10, column 3.",
        ),
        (
            BOMB_ACTS,
            [],
            "Timestep 5, right lane: your soldier 1, a bomb, in row 17, column 3 acts. "
            "It can move, attack or score, or rest.",
            "Timestep 5, right lane: left decides for its soldier 1, a bomb, in row 17, column 3.",
        ),
    ],
)
def test_the_prompt_says_what_is_asked_now(words: str, first: list[str], left: str, right: str | None) -> None:
    state = after(at(words), *first)
    assert prompts.prompt(hidden(state, LEFT), LEFT) == left
    if right is not None:
        assert prompts.prompt(hidden(state, RIGHT), RIGHT) == right
