"""The words of towers: moves, reasons, events, prompts, what a seat sees and can be clicked, positions.

The game is driven by its kernels, as plain Python.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.definition import EVERYONE, FIRST_MOVE
from holdtheline.core.errors import BadPosition
from holdtheline.core.events import empty_log, logged_events
from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import hidden_information, legality, moves, sequence_of_play
from holdtheline.games.towers.rules.turn_end import game_over_clause
from holdtheline.games.towers.state import (
    MAX_SOLDIERS,
    UNIT_COUNT,
    Clause,
    EventKind,
    Mind,
    Phase,
    Picked,
    Stage,
    TowersState,
    Unit,
)
from holdtheline.games.towers.text import (
    labels,
    names,
    notation,
    position,
    prompts,
    refusals,
    state_validation,
)
from holdtheline.games.towers.text import log as text_log
from holdtheline.games.towers.view import board as view_board
from holdtheline.games.towers.view import hotspots
from holdtheline.games.towers.view.board import planning_panel

from ..engine_game import numbers_of
from ..reference_game import EXAMPLE

OPTIONS = {"ruleset": numbers_of(EXAMPLE), "frost": "step", "tower_bounty": "price", "turn_limit": 100}
LEFT, RIGHT = 0, 1


def started(zero_health_attacks: int = 0, asks: bool = False, **options: Any) -> Any:
    state = TowersState(ruleset.setup({**OPTIONS, **options}))
    state.zero_health_attacks = zero_health_attacks
    return state


def at(words: str, **options: Any) -> Any:
    """Return a state in this position."""
    state = started(**options)
    position.parse_position(state, words)
    return state


def after(state: Any, *texts: str) -> Any:
    """Play these moves, which must be legal, and return the state."""
    for move in texts:
        code = notation.parse_move(state, move)
        assert code is not None, move
        assert legality.why_not(state, code) == 0, move
        sequence_of_play.apply(state, code, None)
    return state


def legal(state: Any, seat: int) -> list[int]:
    codes = np.zeros(moves.MAX_MOVES, np.int64)
    return codes[: legality.legal_moves_of(state, seat, codes)].tolist()


def hidden(state: Any, seat: int) -> Any:
    visible = state.copy()
    hidden_information.hide(visible, seat)
    return visible


def same(one: Any, other: Any) -> bool:
    return bool((one.words == other.words).all())


OPENING = ("hire shield", "tower frost", "cell 15 3", "soldier 1", "column 3", "step 0")
ASKING = ("mind shield own", "mind frost own")


def random_states(seed: int, asks: bool, steps: int = 180, **options: Any) -> Iterator[Any]:
    """Yield states of a random game after an opening of both seats. `asks`: units ask their owner."""
    random, state = Random(seed), started(**options)
    for seat in names.SEAT_NAMES:
        for move in OPENING + ASKING if asks else OPENING:
            yield state
            after(state, f"{seat} {move}")
    for _ in range(steps - 2 * len(OPENING)):
        yield state
        if state.phase == Phase.OVER:
            return
        plans = state.phase == Phase.PLAN
        seat_now = random.choice([p for p in (0, 1) if not state.ready[p]]) if plans else moves.seat_to_move(state)
        codes = [c for c in legal(state, seat_now) if asks or not notation.move_text(state, c).endswith(" own")]
        kind = random.choice(sorted({notation.decode_move(code).kind for code in codes}))
        alike = [code for code in codes if notation.decode_move(code).kind == kind]
        sequence_of_play.apply(state, random.choice(alike), None)


GAMES = [
    (1, {"asks": True}),
    (2, {"asks": True, "ruleset": "course", "frost": "turn", "tower_bounty": "price_plus_one"}),
    (3, {"asks": False, "turn_limit": 3}),
    (4, {"asks": False, "ruleset": "course"}),
]
random_games = pytest.mark.parametrize(("seed", "options"), GAMES, ids=str)

PLAN = "played 1; left gold 5; left soldiers rifle 17 2, shield home; left towers missile 3 5 10"
TOWER_ACTS = (
    "played 1; timestep 5 left tower 1; left towers missile 10 3 10; left minds missile own; "
    "right soldiers shield 0 3, rifle 0 0, shield 0 6; "
    "left bodies 1 14 3 6 6 0, 2 15 3 3 6 0, 3 gone 1 6 0; left results 1 0 0; left hp 9"
)
BOMB_ACTS = (
    "played 1; timestep 5 right soldier 1; left soldiers bomb 0 3; left minds bomb own; "
    "right towers blockade 16 3 30, missile 18 3 10; right bodies 1 17 3 3 6 0"
)
RIFLE_ACTS = (
    "played 1; timestep 5 right soldier 1; left soldiers rifle 0 3; left minds rifle own; "
    "right towers blockade 13 3 30, missile 12 3 10; right bodies 1 16 3 3 6 0"
)


# Moves


@pytest.mark.parametrize(
    ("local", "text"),
    [
        (moves.READY, "ready"),
        (moves.NEVER_MIND, "never mind"),
        (moves.HOME, "home"),
        (moves.DISMISS, "dismiss"),
        (moves.ALL_HOME, "all home"),
        (moves.HIRE + Unit.RIFLE, "hire rifle"),
        (moves.TOWER + Unit.MISSILE, "tower missile"),
        (moves.CELL + 26, "cell 3 5"),
        (moves.TAKE_DOWN + 26, "take down 3 5"),
        (moves.SOLDIER, "soldier 1"),
        (moves.SOLDIER + 254, "soldier 255"),
        (moves.COLUMN + 2, "column 2"),
        (moves.STEP + 17, "step 17"),
        (moves.MIND + Unit.RIFLE * 4 + 2, "mind rifle hunter"),
        (moves.TOGETHER + 3, "together 3"),
        (moves.IN_FILE + 3, "in file 3"),
        (moves.REST, "rest"),
        (moves.SCORE, "score"),
        (moves.GO + 30, "go 4 2"),
        (moves.STRIKE + 31, "strike 4 3"),
        (moves.SHOOT + 11, "shoot 12"),
    ],
)
def test_a_move_has_a_text_that_is_read_with_the_seat_in_front_where_another_decides(local: int, text: str) -> None:
    state = started()
    mine, yours = int(moves.encode_move(LEFT, local)), int(moves.encode_move(RIGHT, local))
    assert notation.move_text(state, mine) == notation.move_text(state, yours) == text
    assert notation.parse_move(state, text) == notation.parse_move(state, f"left {text}") == mine
    assert notation.parse_move(state, f"right {text}") == yours
    after(state, "ready")
    assert notation.parse_move(state, text) == yours
    assert notation.parse_move(state, f"left {text}") == mine


@pytest.mark.parametrize("text", ["Hire  Rifle", " hire rifle ", "LEFT hire rifle"])
def test_a_move_is_read_however_it_is_spaced(text: str) -> None:
    assert notation.parse_move(started(), text) == notation.parse_move(started(), "hire rifle")
    assert notation.parse_move(started(), "cell 03 005") == notation.parse_move(started(), "cell 3 5")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "left", "hire", "hire missile", "tower rifle", "hire rifle 1", "soldier 0", "soldier 256",
        "soldier -1", "soldier １", "column 7", "step 100", "cell 3", "cell 21 0", "cell 3 7", "cell -1 3",
        "mind rifle", "mind rifle clever", "middle ready", "left right ready", "move 9", "roll 3",
        "ready now",
    ],
)  # fmt: skip
def test_what_is_no_move_is_not_read(text: str) -> None:
    assert notation.parse_move(started(), text) is None


@random_games
def test_every_legal_move_of_both_seats_is_read_back_from_its_text(seed: int, options: Any) -> None:
    picked, phases = set(), set()
    for state in random_states(seed, **options):
        phases.add(state.phase)
        for seat in (LEFT, RIGHT):
            picked.add(state.picked[seat])
            codes = legal(state, seat)
            texts = [notation.move_text(state, code) for code in codes]
            assert len(set(texts)) == len(texts)
            assert [notation.parse_move(state, f"{names.SEAT_NAMES[seat]} {text}") for text in texts] == codes
            assert all(labels.move_label(state, code) for code in codes)
            assert all(Clause(notation.move_clause(state, code)) for code in codes)
    assert picked == set(Picked)
    assert (Phase.ACT in phases) == options["asks"]


@pytest.mark.parametrize("code", [-1, 0, 3, 7, FIRST_MOVE + 6, FIRST_MOVE + moves.HIRE, 8200, 2**62, -(2**62)])
@pytest.mark.parametrize("words", [PLAN, TOWER_ACTS])
def test_a_code_that_is_no_move_is_named_and_refused(words: str, code: int) -> None:
    state = at(words)
    clause = legality.why_not(state, code)
    assert clause
    assert notation.move_text(state, code) == labels.move_label(state, code) == f"move {code}"
    assert Clause(notation.move_clause(state, code))
    assert refusals.refusal(state, code, clause)
    assert hotspots.clicks(state, code) == ()


@pytest.mark.parametrize(
    ("words", "first", "move", "label"),
    [
        (PLAN, [], "ready", "End turn"),
        (PLAN, [], "hire rifle", "Hire a rifle soldier for 2 gold"),
        (PLAN, ["hire bomb"], "dismiss", "Dismiss soldier 3, a bomb"),
        (PLAN, [], "tower blockade", "Build a blockade for 1 gold: then choose its cell"),
        (PLAN, ["tower frost"], "cell 4 4", "Build the frost tower in row 4, column 4"),
        (PLAN, ["tower frost"], "never mind", "Cancel this order"),
        (
            PLAN,
            ["tower frost", "cell 4 4"],
            "take down 4 4",
            "Take down the frost tower in row 4, column 4, to get its gold back",
        ),
        (PLAN, [], "soldier 1", "Send soldier 1, a rifle, or keep it at home (now timestep 17, column 2)"),
        (PLAN, [], "soldier 2", "Send soldier 2, a shield, or keep it at home (now at home)"),
        (PLAN, ["soldier 2"], "home", "Keep soldier 2 at home"),
        (PLAN, ["soldier 2"], "column 3", "Send soldier 2 into column 3: then choose its timestep"),
        (PLAN, ["soldier 2", "column 3"], "step 9", "Send soldier 2 into column 3 at timestep 9"),
        (PLAN, [], "all home", "Keep all soldiers at home"),
        (PLAN, [], "together 4", "Send all soldiers into column 4 at timestep 0"),
        (PLAN, [], "in file 4", "Send all soldiers into column 4, one per timestep"),
        (PLAN, [], "mind rifle hunter", "Rifle soldiers attack any tower in range (hunter)"),
        (PLAN, [], "mind missile own", "Missile towers ask you before every action (own)"),
        (PLAN, [], "right soldier 1", "Send soldier 1, or keep it at home"),
        (TOWER_ACTS, [], "rest", "Rest"),
        (TOWER_ACTS, [], "shoot 1", "Shoot at soldier 1, a shield with 6 health in row 14, column 3"),
        (BOMB_ACTS, [], "strike 16 3", "Attack the blockade in row 16, column 3"),
        (BOMB_ACTS, [], "go 16 2", "Move to row 16, column 2"),
        (BOMB_ACTS, [], "score", "Score: right loses 1 HP"),
    ],
)
def test_a_label_says_what_a_move_does(words: str, first: list[str], move: str, label: str) -> None:
    state = after(at(words), *first)
    assert labels.move_label(state, notation.parse_move(state, move)) == label


# Why not

ROW = ", ".join(f"blockade 3 {column} 30" for column in range(6))
ZERO = {"zero_health_attacks": 1}
REFUSED = [
    ("played 100", [], "ready", Clause.T7_2, "the game is over"),
    (
        "played 3; left hp 0; left results 1 0 0; right showed shield 0 0 1; right soldiers shield 0 0",
        [],
        "ready",
        Clause.T7_1,
        "the game is over",
    ),
    (PLAN, [], "never mind", Clause.T2_2, "there is no order to cancel"),
    (PLAN, [], "cell 3 4", Clause.T2_2, "pick a tower first, then its cell"),
    (PLAN, [], "column 3", Clause.T2_2, "pick a soldier first"),
    (PLAN, ["tower frost"], "home", Clause.T2_2, "pick a soldier first"),
    (PLAN, ["soldier 1"], "step 3", Clause.T2_2, "pick a soldier and its column first"),
    (PLAN, [], "rest", Clause.T2_2, "units act only after both players have ended their turn"),
    (PLAN, [], "as last turn", Clause.T2_3, "you sent no soldiers in the last turn"),
    (PLAN, [], "mind blockade hunter", Clause.T4_3, "a blockade cannot attack, so it decides nothing"),
    (PLAN, ["ready"], "left hire rifle", Clause.T2_2, "left has ended the turn, and can give no more orders"),
    (
        PLAN,
        ["tower frost"],
        "ready",
        Clause.T2_2,
        "finish this order first: give its cell, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["soldier 1"],
        "hire rifle",
        Clause.T2_2,
        "finish this order first: give its column or home, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["soldier 1", "column 3"],
        "soldier 2",
        Clause.T2_2,
        "finish this order first: give its timestep, or cancel it (never mind)",
    ),
    (
        PLAN,
        ["hire rifle", "hire rifle"],
        "hire bomb",
        Clause.T6_2,
        "a bomb soldier costs 3 gold, and left has 1",
    ),
    ("played 1; left gold 0", [], "tower frost", Clause.T6_2, "a frost tower costs 3 gold, and left has 0"),
    (PLAN, [], "soldier 3", Clause.T6_2, "there is no soldier 3: left has 2"),
    ("played 0", [], "in file 3", Clause.T6_2, "left has no soldiers to send"),
    (
        f"played 1; left soldiers {', '.join(['shield home'] * 255)}",
        [],
        "hire rifle",
        Clause.T2_6,
        "a player owns at most 255 soldiers",
    ),
    (
        PLAN,
        [],
        "dismiss",
        Clause.T2_4,
        "you hired no soldier in this turn, and soldiers from earlier turns cannot be dismissed",
    ),
    (PLAN, [], "take down 3 5", Clause.T2_5, "the tower in row 3, column 5 is from an earlier turn"),
    (PLAN, [], "take down 3 4", Clause.T2_5, "no tower stands in row 3, column 4"),
    (PLAN, [], "mind rifle usual", Clause.T8_1, "rifle soldiers already decide this way (usual)"),
    (PLAN, ["tower frost"], "cell 20 3", Clause.T4_1, "the last row of a lane is row 19"),
    (
        PLAN,
        ["tower frost"],
        "cell 19 3",
        Clause.T1_2,
        "row 19 is where soldiers enter: build your towers below it",
    ),
    (PLAN, ["tower frost"], "cell 3 5", Clause.T4_1, "a tower stands in row 3, column 5 already"),
    (
        f"played 1; left towers {ROW}",
        ["tower frost"],
        "cell 3 6",
        Clause.T4_2,
        "row 3 would be closed: leave a free cell in every row",
    ),
    (
        TOWER_ACTS,
        [],
        "right rest",
        Clause.T3_1,
        "left decides now, for its missile tower in row 10, column 3",
    ),
    (
        TOWER_ACTS,
        [],
        "ready",
        Clause.T3_2,
        "the missile tower in row 10, column 3 acts now, and it shoots or rests",
    ),
    (
        BOMB_ACTS,
        [],
        "shoot 1",
        Clause.T3_2,
        "the soldier 1, a bomb, in row 17, column 3 acts now, and it moves, attacks, scores or rests",
    ),
    (TOWER_ACTS, [], "shoot 2", Clause.T4_3, "the range of a missile tower is 4, and soldier 2 is 5 away"),
    (TOWER_ACTS, [], "shoot 3", Clause.T4_3, "soldier 3 is not on the lane"),
    (BOMB_ACTS, [], "score", Clause.T5_4, "a soldier scores from row 0, and this bomb soldier is on row 17"),
    (
        BOMB_ACTS,
        [],
        "go 15 1",
        Clause.T5_1,
        "the speed of a bomb soldier is 1, and row 15, column 1 is 2 away",
    ),
    (BOMB_ACTS, [], "go 17 3", Clause.T5_1, "the bomb soldier is in row 17, column 3 already"),
    (BOMB_ACTS, [], "go 20 3", Clause.T5_1, "the last row of a lane is row 19"),
    (BOMB_ACTS, [], "go 16 3", Clause.T4_1, "a tower stands in row 16, column 3"),
    (
        BOMB_ACTS,
        [],
        "go 16 2",
        Clause.T5_3,
        "a bomb soldier moves every 2 timesteps, and this one next at timestep 6",
    ),
    (
        BOMB_ACTS,
        [],
        "strike 18 3",
        Clause.T5_2,
        "a bomb soldier attacks only the cell straight ahead of row 17, column 3",
    ),
    (BOMB_ACTS, [], "strike 16 2", Clause.T5_2, "no tower stands in row 16, column 2"),
    (
        RIFLE_ACTS,
        [],
        "strike 12 3",
        Clause.T5_2,
        "the range of a rifle soldier is 3, and row 12, column 3 is 4 away",
    ),
    (
        RIFLE_ACTS.replace("16 3 3 6 0", "16 3 0 6 0"),
        [],
        "go 15 3",
        Clause.T3_3,
        "the rifle soldier has no health left, so it cannot do this",
    ),
]


@pytest.mark.parametrize(("words", "first", "move", "clause", "reason"), REFUSED)
def test_a_refusal_says_why(words: str, first: list[str], move: str, clause: Clause, reason: str) -> None:
    state = at(words, zero_health_attacks=int(clause == Clause.T3_3))
    after(state, *first)
    code = notation.parse_move(state, move)
    assert (legality.why_not(state, code), refusals.refusal(state, code, clause)) == (clause, reason)


def test_every_clause_that_can_refuse_has_its_words() -> None:
    text = Path(legality.__file__).read_text() + inspect.getsource(game_over_clause.function)
    named = set(re.findall(r"Clause\.(T\d+_\d+)", text))
    assert {clause.name for _, _, _, clause, _ in REFUSED} == named


@pytest.mark.parametrize(
    ("orders_before", "move", "reason"),
    [
        (["right hire rifle"] * 5, "right hire bomb", "a bomb soldier costs 3 gold, and right has less"),
        (["right hire rifle"], "right soldier 9", "there is no soldier 9: right has fewer"),
        (
            ["right tower frost"],
            "right ready",
            "finish this order first: give the rest of it, or cancel it (never mind)",
        ),
    ],
)
def test_a_refusal_of_the_other_seat_is_true_and_reveals_nothing(
    orders_before: list[str], move: str, reason: str
) -> None:
    state = after(started(), *orders_before)
    code = notation.parse_move(state, move)
    clause = legality.why_not(state, code)
    assert clause
    assert refusals.refusal(hidden(state, LEFT), code, clause) == reason


@random_games
def test_any_code_has_words_also_for_a_seat_that_does_not_see_all(seed: int, options: Any) -> None:
    random = Random(seed)
    for state in random_states(seed, **options):
        for local in random.sample(sorted(notation.TEXTS_BY_CODE), 12):
            code = int(moves.encode_move(random.randrange(2), local))
            clause = legality.why_not(state, code)
            for visible in (state, hidden(state, LEFT), hidden(state, RIGHT)):
                assert labels.move_label(visible, code)
                assert notation.move_text(visible, code) == notation.move_text(state, code)
                assert hotspots.clicks(visible, code) == hotspots.clicks(state, code)
                assert not clause or refusals.refusal(visible, code, clause)


# What happened, and who may know


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


def test_the_board_shows_a_planning_without_what_the_other_hides() -> None:
    state = after(
        at(f"{PLAN}; right results 0 1 0; left showed rifle 17 2 1; right earned 1; left minds rifle own"),
        "hire bomb", "soldier 3", "column 4", "right hire rifle", "right tower frost",
    )  # fmt: skip
    board = view_board.board(hidden(state, LEFT), LEFT)
    assert json.loads(json.dumps(board)) == board
    left, right = board.pop("players")
    units = board.pop("units")
    head = {"turn": 2, "turn_limit": 100, "phase": "plan", "deployment_row": 19}
    assert board == {**head, **planning_panel(hidden(state, LEFT), LEFT)}
    assert left == {
        "seat": "left",
        "hp": 10,
        "gold": 2,
        "ready": False,
        "towers": [{"unit": "missile", "row": 3, "column": 5, "health": 10, "full_health": 10, "new": False}],
        "soldiers": [
            {"number": 1, "unit": "rifle", "new": False, "step": 17, "column": 2},
            {"number": 2, "unit": "shield", "new": False, "step": None, "column": None},
            {"number": 3, "unit": "bomb", "new": True, "step": None, "column": None},
        ],
        "minds": {unit.name.lower(): "own" if unit == Unit.RIFLE else "usual" for unit in Unit},
        "picked": {"soldier": 3, "column": 4},
        "showed": [{"unit": "rifle", "step": 17, "column": 2}],
        "results": {"leaked": 0, "felled": 0, "razed": 0},
    }
    assert right == {
        "seat": "right",
        "hp": 10,
        "gold": None,
        "ready": False,
        "towers": [],
        "soldiers": None,
        "minds": None,
        "picked": None,
        "showed": [],
        "results": {"leaked": 0, "felled": 1, "razed": 0},
    }
    assert units["rocket"] == {
        "cost": 3, "health": 10, "range": 3, "damage": 1, "whole_cell": True, "freezes": False,
    }  # fmt: skip
    assert units["bomb"] == {
        "cost": 3, "health": 3, "range": 1, "damage": 6, "speed": 1, "moves_every": 2, "front_only": True,
        "jumps": False,
    }  # fmt: skip


def test_the_board_shows_who_is_on_the_lanes_in_the_middle_of_a_turn() -> None:
    board = view_board.board(hidden(at(TOWER_ACTS), LEFT), LEFT)
    assert (board["phase"], board["timestep"], board["lane"]) == ("act", 5, "left")
    assert board["acting"] == {"seat": "left", "unit": "missile", "row": 10, "column": 3, "number": None}
    assert board["bodies"] == {
        "left": [
            {"number": 1, "unit": "shield", "row": 14, "column": 3, "health": 6, "frozen": False},
            {"number": 2, "unit": "rifle", "row": 15, "column": 3, "health": 3, "frozen": False},
        ],
        "right": [],
    }
    assert view_board.board(hidden(at(BOMB_ACTS), RIGHT), RIGHT)["acting"]["number"] == 1


@random_games
def test_states_that_differ_only_in_secrets_look_the_same(seed: int, options: Any) -> None:
    differ = 0
    for state in random_states(seed, **options):
        for seat in (LEFT, RIGHT):
            visible, other = hidden(state, seat), state.copy()
            change_secrets(other, 1 - seat)
            assert same(hidden(other, seat), visible)
            differ += not same(other, state)
            views = [
                json.dumps(
                    (
                        view_board.board(one, seat),
                        prompts.prompt(one, seat),
                        repr(hotspots.hotspots(one, seat)),
                    )
                )
                for one in (hidden(state, seat), hidden(other, seat))
            ]
            assert views[0] == views[1]
            for_spectators = hidden(visible, 1 - seat)
            assert view_board.board(for_spectators, seat)
            assert prompts.prompt(for_spectators, seat)
            hotspots.hotspots(for_spectators, seat)
    assert differ > 20


def change_secrets(state: Any, seat: int) -> None:
    """Give other orders in a planning, as far as they go; in a turn change what was not shown."""
    if state.phase == Phase.PLAN and not state.ready[seat]:
        wanted = [
            "never mind",
            "mind rifle thrifty",
            "mind bomb own",
            "tower blockade",
            "cell 0 0",
            "cell 9 6",
        ]
        for move in [*wanted, "hire shield", "together 6", "soldier 1", "column 2"]:
            code = notation.parse_move(state, f"{names.SEAT_NAMES[seat]} {move}")
            if legality.why_not(state, code) == 0:
                sequence_of_play.apply(state, code, None)
    if state.phase == Phase.ACT:
        base, lane = seat * MAX_SOLDIERS, 1 - seat
        for place in range(base + state.entered[lane], base + state.to_enter[lane]):
            state.soldier_unit[base + state.deployed_soldier[place]] = state.deployed_unit[place] = Unit.HORSE
        state.mind[seat * UNIT_COUNT + Unit.FROST] = Mind.HUNTER
    if state.phase != Phase.OVER:
        state.gold[seat] += 3


def test_a_plain_word_of_the_other_s_orders_is_nowhere_to_be_read() -> None:
    state = after(started(), "right tower rocket", "right cell 5 5", "right hire horse", "right mind horse hunter")
    fresh = started()
    for view in (view_board.board, prompts.prompt, hotspots.hotspots):
        assert view(hidden(state, LEFT), LEFT) == view(hidden(fresh, LEFT), LEFT)


# What is touched


@random_games
def test_every_legal_move_is_one_touch_of_a_spot_and_no_two_are_the_same(seed: int, options: Any) -> None:
    for state in random_states(seed, **options):
        for seat in (LEFT, RIGHT):
            visible = hidden(state, seat)
            spots = hotspots.hotspots(visible, seat)
            ids, keys = [spot.id for spot in spots], [spot.key for spot in spots if spot.key]
            assert len(set(ids)) == len(ids)
            assert len(set(keys)) == len(keys)
            assert all(spot.label for spot in spots)
            touched = [way.ids for code in legal(state, seat) for way in hotspots.clicks(visible, code)]
            assert len(set(touched)) == len(touched) == len(legal(state, seat))
            assert all(len(ids_) == 1 and ids_[0] in ids for ids_ in touched)


@pytest.mark.parametrize(
    ("words", "first", "move", "touched"),
    [
        (PLAN, [], "ready", "ready"),
        (PLAN, [], "right ready", "ready"),
        (PLAN, [], "hire rifle", "hire-rifle"),
        (PLAN, [], "tower missile", "tower-missile"),
        (PLAN, [], "soldier 1", "soldier-1"),
        (PLAN, [], "column 2", "column-2"),
        (PLAN, [], "step 17", "step-17"),
        (PLAN, [], "home", "home"),
        (PLAN, [], "never mind", "never-mind"),
        (PLAN, [], "all home", "all-home"),
        (PLAN, [], "mind rifle hunter", "mind-rifle-hunter"),
        (PLAN, [], "together 3", "together-3"),
        (PLAN, [], "in file 3", "in-file-3"),
        (PLAN, [], "cell 3 5", "left-3-5"),
        (PLAN, [], "right cell 3 5", "right-3-5"),
        (PLAN, [], "take down 3 5", "left-3-5"),
        (TOWER_ACTS, [], "rest", "rest"),
        (TOWER_ACTS, [], "shoot 2", "body-257"),
        (BOMB_ACTS, [], "score", "score"),
        (BOMB_ACTS, [], "go 16 2", "right-16-2"),
        (BOMB_ACTS, [], "strike 16 3", "right-16-3"),
    ],
)
def test_a_move_is_pointed_at_by_its_thing(words: str, first: list[str], move: str, touched: str) -> None:
    state = at(words)
    assert [way.ids for way in hotspots.clicks(state, notation.parse_move(state, move))] == [(touched,)]


def test_things_have_keys_and_labels() -> None:
    state = at(PLAN)
    spots = {spot.id: (spot.key, spot.label) for spot in hotspots.hotspots(state, LEFT)}
    assert spots["ready"] == ("r", "end turn")
    assert spots["hire-horse"] == ("4", "hire a horse soldier, 3 gold")
    assert spots["tower-missile"] == ("5", "build a missile tower, 3 gold")
    assert spots["soldier-1"] == ("", "soldier 1, rifle, timestep 17, column 2")
    assert spots["left-3-5"] == ("", "row 3, column 5, missile tower, 10 health")
    cells = {spot.id: spot.label for spot in hotspots.hotspots(after(state, "tower frost"), LEFT)}
    assert cells["left-3-4"] == "row 3, column 4, free"
    assert "left-19-0" not in cells
    bodies = {spot.id: spot.label for spot in hotspots.hotspots(at(TOWER_ACTS), LEFT)}
    assert bodies["body-257"] == "soldier 2, rifle, row 15, column 3, 3 health"
    assert hotspots.hotspots(at(TOWER_ACTS), RIGHT) == ()


# Positions


@random_games
def test_a_position_in_words_is_read_back_as_it_was(seed: int, options: Any) -> None:
    for state in random_states(seed, **options):
        words = position.position_text(state)
        assert "\n" not in words
        assert same(at(words, **options), state), words
        assert state_validation.check_state(state, started(**options)) == ""
        for seat in (LEFT, RIGHT):
            assert position.position_text(hidden(state, seat))


@pytest.mark.parametrize("words", [PLAN, TOWER_ACTS, BOMB_ACTS, RIFLE_ACTS])
def test_a_position_is_read_however_it_is_spaced(words: str) -> None:
    state = at(words)
    assert same(at(words.upper().replace(" ", "  ").replace(";", " ;")), state)
    assert same(at(position.position_text(state)), state)


def test_the_text_of_a_position_can_be_read_by_a_person() -> None:
    state = after(at(PLAN), "mind rifle hunter", "tower frost", "cell 4 4", "soldier 2", "right hire horse")
    assert position.position_text(state) == (
        "played 1; left hp 10; left gold 2; left towers missile 3 5 10; left built frost 4 4 10; "
        "left soldiers rifle 17 2, shield home; left minds rifle hunter; left picked soldier 2; "
        "right hp 10; right gold 9; right hired horse home"
    )
    assert position.position_text(at(BOMB_ACTS)) == (
        "played 1; timestep 5 right soldier 1; left hp 10; left gold 12; left soldiers bomb 0 3; "
        "left minds bomb own; right hp 10; right gold 12; right towers blockade 16 3 30, missile 18 3 10; "
        "right bodies 1 17 3 3 6 0"
    )


@pytest.mark.parametrize(
    "words",
    [
        "", "x", "?", "0" * 1000, "\n", "lanes", "９", "played", "played x", "played ９", "played 1 2",
        "played 1;", "played 1; left", "played 1; left gold", "played 1; left gold five",
        "played 1; up gold 5",
        "played 1; left gold 5 5", "played 1; left treasure 5", "played 1; left towers", "left gold 5",
        "played 1; left towers missile 3", "played 1; left towers rifle x 5 10", "played 1; left minds rifle",
        "played 1; left towers missile 3 5 10,", "played 1; left soldiers rifle away", "played 1; timestep 5",
        "played 1; timestep 5 left horse 1", "played 1; left picked tower", "played 1; left picked tower x",
        "played 1; left gold 9999999999999999999", "played 1; left bodies 1 gone", "played 1; played 1",
        "played 1; left gold 5; left gold 5",
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_refused_in_one_line(words: str) -> None:
    state = started()
    with pytest.raises(BadPosition) as refusal:
        position.parse_position(state, words)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300
    assert same(state, started())


CANNOT_BE = [
    ("played 101", "at most 100 turns"),
    ("played -2", "at most 100 turns"),
    ("played 1; left ready 1; right ready 1", "when both are ready"),
    ("played 1; left ready 2", "who is ready"),
    ("played 1; left ready 1; left picked tower frost", "who is ready"),
    ("played 100; left ready 1", "left can give no orders now"),
    ("played 100; right hired rifle home", "right can give no orders now"),
    ("played 1; left towers rifle 3 5 3", "left: there is no such tower"),
    ("played 1; left towers missile 19 5 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile -1 5 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile 3 7 10", "rows 0 to 18, columns 0 to 6"),
    ("played 1; left towers missile 3 5 11", "no more than 10 health"),
    ("played 1; left towers missile 3 5 0", "no more than 10 health"),
    ("played 1; left built missile 3 5 9", "a new tower has all its health"),
    ("played 1; left towers missile 3 5 10, frost 3 5 10", "two towers stand in one cell"),
    (f"played 1; left towers {ROW}, blockade 3 6 30", "row 3 is closed"),
    (f"played 9; left soldiers {', '.join(['shield home'] * 256)}", "at most 255 soldiers"),
    ("played 1; left soldiers missile home", "there is no such soldier"),
    ("played 1; left soldiers rifle 100 2", "at a timestep from 0 to 99"),
    ("played 1; left soldiers rifle 17 7", "in a column from 0 to 6"),
    ("played 1; left showed rifle home 1; left soldiers rifle home", "entered one after the other"),
    (
        "played 1; left showed rifle 5 2 1, rifle 4 2 2; left soldiers rifle 5 2, rifle 4 2",
        "one after the other",
    ),
    ("played 1; left showed rifle 5 2 1; left soldiers bomb 5 2", "others were shown than there are"),
    ("played 1; left showed bomb 5 2 2; left soldiers bomb 5 2", "others were shown than there are"),
    ("played 1; left showed bomb 5 2 1, bomb 6 2 1; left soldiers bomb 5 2, bomb home", "others were shown"),
    ("played 1; left showed bomb 5 2 2, bomb 5 3 1; left soldiers bomb 5 2, bomb 5 2", "one after the other"),
    ("played 1; left results 1 0 0", "more scored or fell than entered"),
    ("played 1; left results 0 0 -1", "less than 0 times"),
    ("played 1; left results 0 0 115; right earned 200", "more towers fell than there was room for"),
    ("played 0; left towers missile 3 5 10", "nothing is there before the first turn"),
    ("played 0; left soldiers shield home", "nothing is there before the first turn"),
    ("played 1; left hp 11", "its HP cannot be 11"),
    ("played 0; left hp 9", "its HP cannot be 9"),
    ("played 1; left hp 0", "its HP cannot be 0"),
    ("played 1; left earned 1", "it cannot have earned 1"),
    ("played 1; left results 0 0 1", "right: it cannot have earned 0"),
    ("played 0; left gold 13", "its gold cannot be 13"),
    ("played 1; left gold -1", "its gold cannot be -1"),
    ("played 0; left hired rifle home", "its gold cannot be 12"),
    ("played 1; left picked soldier 1", "what is picked cannot be"),
    ("played 1; left gold 2; left picked tower frost", "what is picked cannot be"),
    ("played 1; left picked tower rifle", "what is picked cannot be"),
    ("played 1; left soldiers rifle home; left picked soldier 1 7", "what is picked cannot be"),
    ("played 1; left soldiers rifle home; left picked soldier 0", "what is picked cannot be"),
    ("played 100; timestep 5 left tower 1", "there is no turn after turn 100"),
    ("played 1; timestep 100 left tower 1", "the turn cannot stand there"),
    ("played 1; timestep 5 left tower 1", "no tower asks its owner there"),
    ("played 1; timestep 5 left soldier 1", "no soldier asks its owner there"),
    (TOWER_ACTS.replace("missile own", "missile hunter"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left tower 2"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left tower 0"), "no tower asks"),
    (TOWER_ACTS.replace("1 14 3", "1 15 3"), "no tower asks"),
    (TOWER_ACTS.replace("left tower 1", "left soldier 1"), "no soldier asks"),
    (TOWER_ACTS.replace("1 14 3", "1 20 3"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "1 14 7"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "1 10 3"), "left lane: soldier 1 cannot be there"),
    (TOWER_ACTS.replace("1 14 3", "4 14 3"), "others are on the lane than entered"),
    (TOWER_ACTS.replace("1 14 3", "2 14 3"), "others are on the lane than entered"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 7 6 0"), "soldier 1 cannot be in this state"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 6 2"), "soldier 1 cannot be in this state"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 7 0"), "soldier 1 cannot rest so long"),
    (TOWER_ACTS.replace("1 14 3 6 6 0", "1 14 3 6 6 1"), "the frost does not fit"),
    (f"{TOWER_ACTS}; left froze 1", "the frost does not fit"),
    (TOWER_ACTS.replace("left results 1 0 0", "left results 0 1 0"), "soldiers left the lane in another way"),
    (f"{TOWER_ACTS}; left gone 1", "fewer have left so far"),
    (f"{TOWER_ACTS}; right ready 1", "right can give no orders now"),
    (BOMB_ACTS.replace("1 17 3 3 6 0", "1 17 3 -1 6 0"), "no soldier asks"),
    (
        BOMB_ACTS.replace("1 17 3 3 6 0", "1 gone 3 6 0") + "; right results 1 0 0; right hp 9",
        "no soldier asks",
    ),
]


@pytest.mark.parametrize(("words", "reason"), CANNOT_BE)
def test_a_position_that_cannot_be_says_why(words: str, reason: str) -> None:
    state = started()
    with pytest.raises(BadPosition, match=reason):
        position.parse_position(state, words)
    assert same(state, started())


FIELDS = {name: offset // 8 for name, (_, offset) in (TowersState.dtype.fields or {}).items()}
"""The first word of each."""


@pytest.mark.parametrize(
    ("words", "changes", "reason"),
    [
        (PLAN, {"cost": 1}, "other rules or options"),
        (PLAN, {"turn_limit": 99}, "other rules or options"),
        (PLAN, {"tower_bounty": 1}, "other rules or options"),
        (PLAN, {"phase": 3}, "no such phase"),
        (PLAN, {"phase": 2}, "'phase' do not fit"),
        (PLAN, {"phase": 1}, "the turn cannot stand there"),
        (PLAN, {"towers": 121}, "impossible number of towers"),
        (PLAN, {"towers": -1}, "impossible number of towers"),
        (PLAN, {"towers_seen": 121}, "impossible number of towers"),
        (PLAN, {"towers_seen": 2}, "'towers seen' do not fit"),
        (PLAN, {"towers": 0}, "'tower cell' do not fit"),
        (PLAN, {"soldiers": 256}, "impossible number of soldiers"),
        (PLAN, {"veterans": -1}, "impossible number of soldiers"),
        (PLAN, {"veterans": 3}, "'veterans' do not fit"),
        (PLAN, {"deployed": 256}, "impossible number of soldiers"),
        (PLAN, {"entered": 256}, "impossible number of soldiers"),
        (PLAN, {"entered": 1}, "'entered' do not fit"),
        (PLAN, {"tower_unit": 4}, "no such tower"),
        (PLAN, {"tower_unit": 2**62}, "no such tower"),
        (PLAN, {"tower_cell": 133}, "rows 0 to 18"),
        (PLAN, {"tower_cell": 25}, "'tower at' do not fit"),
        (PLAN, {"tower_at": 1}, "'tower at' do not fit"),
        (PLAN, {"soldier_unit": 3}, "no such soldier"),
        (PLAN, {"entry": 701}, "timestep from 0 to 99"),
        (PLAN, {"mind": 4}, "no such mind"),
        (PLAN, {"mind": -1}, "no such mind"),
        (PLAN, {"picked": 4}, "what is picked"),
        (PLAN, {"picked_unit": 1}, "what is picked"),
        (PLAN, {"picked": 2, "picked_unit": 2}, "what is picked"),
        (PLAN, {"picked": 3, "picked_column": 7}, "what is picked"),
        (PLAN, {"timestep": 1}, "'timestep' do not fit"),
        (PLAN, {"acting": 1}, "'acting' do not fit"),
        (PLAN, {"deployed_soldier": 1}, "'deployed soldier' do not fit"),
        (PLAN, {"last_in_cell": 1}, "'last in cell' do not fit"),
        (PLAN, {"came_after": 1}, "'came after' do not fit"),
        (TOWER_ACTS, {"lane": 2}, "the turn cannot stand there"),
        (TOWER_ACTS, {"stage": Stage.ENTER}, "the turn cannot stand there"),
        (TOWER_ACTS, {"acting": 1}, "no tower asks"),
        (TOWER_ACTS, {"acting": -1}, "no tower asks"),
        (TOWER_ACTS, {"to_enter": 4}, "'to enter' do not fit"),
        (TOWER_ACTS, {"on_lane": 1}, "'on lane' do not fit"),
        (TOWER_ACTS, {"occupied": 1}, "'occupied' do not fit"),
        (TOWER_ACTS, {"fallen": 1}, "'fallen' do not fit"),
        (TOWER_ACTS, {"ruins": 1}, "'ruins' do not fit"),
        (TOWER_ACTS, {"towers_seen": 0}, "'towers seen' do not fit"),
        (BOMB_ACTS, {"deployed_soldier": 1}, "'deployed soldier' do not fit"),
        (BOMB_ACTS, {"deployed_soldier": 2**62}, "'deployed soldier' do not fit"),
        (TOWER_ACTS, {"first_on_lane": 1}, "fewer have left so far"),
        (TOWER_ACTS, {"first_on_lane": -1}, "fewer have left so far"),
        (BOMB_ACTS, {"body_cell": 0}, "cannot be there"),
        (BOMB_ACTS, {"body_cell": 2**62}, "cannot be there"),
        (BOMB_ACTS, {"body_cell": 1}, "'body cell' do not fit|'last in cell' do not fit"),
        (BOMB_ACTS, {"came_before": 1}, "'came before' do not fit"),
        (BOMB_ACTS, {"came_after": 600}, "'came after' do not fit"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_state_from_outside_that_cannot_arise_is_refused(words: str, changes: dict[str, int], reason: str) -> None:
    state = at(words)
    for name, value in changes.items():
        state.words[FIELDS[name]] = value
    assert re.search(reason, state_validation.check_state(state, started()))


def test_no_number_makes_the_check_itself_fail_and_what_it_takes_can_be_played() -> None:
    random, taken = Random(4), 0
    for state in random_states(3, asks=True, ruleset="course", steps=120):
        fresh = started(ruleset="course")
        for _ in range(10):
            other, name = state.copy(), random.choice(TowersState.dtype.names[17:])
            kind = TowersState.dtype.fields[name][0]
            word = FIELDS[name] + random.randrange(kind.itemsize // 8)
            other.words[word] += random.choice((1, -1, 7, 255, 2**40, -(2**40), -other.words[word] - 1))
            if state_validation.check_state(other, fresh) == "":
                taken += 1
                for _ in range(5):
                    codes = legal(other, moves.seat_to_move(other))
                    if codes:
                        sequence_of_play.apply(other, random.choice(codes), None)
    assert taken > 10


# As in the last turn


@pytest.mark.clause("T2.3")
def test_as_last_turn_sends_the_same_soldiers_to_the_same_entries() -> None:
    hired = "hire rifle", "hire shield", "hire rifle"
    sent = "soldier 1", "column 2", "step 5", "soldier 3", "column 4", "step 0"
    state = after(started(), *hired, *sent, "ready", "ready")
    entries = list(state.entry)
    changed = after(state, "hire shield", "together 6")
    assert list(changed.entry) != entries
    after(changed, "as last turn")
    assert list(changed.entry) == entries
