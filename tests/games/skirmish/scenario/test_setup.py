"""Options decide who sits at the table: one to four generals, and perhaps one for the enemy (K6.1)."""

from __future__ import annotations

from random import Random

import pytest

from holdtheline.core import catalog, errors
from holdtheline.core.catalog import definition_of
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.events import Outcome
from holdtheline.lab.simulate import simulate
from holdtheline.players.batch import play_games
from holdtheline.table.session import Table
from holdtheline.table.text import winner_text
from holdtheline.web.tables.lobby import game_card

SEATS = [
    ({}, ("general",)),
    ({"enemy": "seat"}, ("general", "enemy general")),
    ({"generals": 2}, ("first general", "second general")),
    (
        {"generals": 4, "enemy": "seat"},
        ("first general", "second general", "third general", "fourth general", "enemy general"),
    ),
]


@pytest.mark.clause("K6.1")
@pytest.mark.parametrize(("options", "seats"), SEATS)
def test_options_decide_which_seats_there_are(options, seats):
    game = catalog.load("skirmish", plain=True, **options)
    assert game.seats == definition_of("skirmish").seats_for(options) == seats
    assert game.sides == tuple(f"the {seat}" for seat in seats)


def test_games_without_such_options_have_the_same_seats_always():
    for name in ("siege", "towers", "civilwar"):
        definition = definition_of(name)
        assert definition.seats_for({}) == definition.seats
        assert definition.seatings() == [({}, definition.seats)]
    assert definition_of("civilwar").side_names_for({}) == definition_of("civilwar").text.side_names


def test_every_seating_is_listed_with_its_options():
    seatings = definition_of("skirmish").seatings()
    assert len(seatings) == 8
    assert seatings[0] == ({"generals": 1, "enemy": "general"}, ("general",))
    assert (
        {"generals": 3, "enemy": "seat"},
        (*("first general", "second general", "third general"), "enemy general"),
    ) in seatings


def test_the_lobby_learns_who_could_sit_there():
    card = game_card(definition_of("skirmish")).model_dump(mode="json")
    assert card["seats"] == ["general"]
    assert {
        "options": {"generals": 2, "enemy": "seat"},
        "seats": ["first general", "second general", "enemy general"],
    } in card["seatings"]
    siege = game_card(definition_of("siege")).model_dump(mode="json")
    assert siege["seatings"] == [{"options": {}, "seats": ["defender"]}]


@pytest.mark.clause("K6.1")
def test_the_humans_take_turns_and_each_uses_its_own():
    state = catalog.load("skirmish", plain=True, generals=2, enemy="seat").start()
    state.play(6)
    seats = []
    while len(seats) < 4:
        seats.append(state.current_player)
        mine = [move for move in state.legal_moves() if move.text.startswith("use")]
        owners = {int(state.record.owner[move.code >> 32 & 255]) for move in mine}
        assert owners == {state.current_player}
        state.play(mine[0])
        state.play("stay")
    assert seats == [0, 2, 1, 2]


@pytest.mark.clause("K2.3")
def test_all_who_play_together_win_or_lose_together():
    for seed in range(3):
        game = catalog.load("skirmish", generals=3, enemy="seat", scenario="greystep")
        state, random = game.start(), Random(seed)
        while state.current_player != OVER:
            state.play(random.choice(state.legal_codes()))
        scores = state.outcome.scores
        assert scores[0] == scores[1] == scores[2] == -scores[3]


def test_a_verdict_names_all_who_won_or_lost():
    sides = ("the first general", "the second general", "the enemy general")
    won = Outcome(0, (1, 1, -1), "", "")
    assert winner_text(won, sides, ()) == "The first general and the second general won"
    assert winner_text(won, sides, (2,)) == "You lost"
    assert winner_text(Outcome(2, (-1, -1, 1), "", ""), sides, ()) == "The enemy general won"
    lost = Outcome(None, (-1, -1), "", "")
    assert winner_text(lost, sides[:2], ()) == "The first general and the second general lost"


@pytest.mark.parametrize(("options", "seats"), SEATS)
def test_a_table_has_a_player_for_each_seat(options, seats):
    game = catalog.load("skirmish", plain=True, **options)
    table = Table(game, ["person"] * len(seats), None)
    assert len(table.players) == len(seats)
    with pytest.raises(errors.BadOption, match=r"needs one player per seat \(.*\), not \d"):
        Table(game, ["person"] * (len(seats) + 1), None)


def test_many_games_are_counted_for_each_seat_of_the_options():
    game = catalog.load("skirmish", plain=True, generals=2, enemy="seat", scenario="greystep")
    tally, steps = play_games(game, ("random",) * 3, 1, random_stream(5))
    assert tally.sum(axis=1).tolist() == [1, 1, 1]
    assert (tally[0] == tally[1]).all()
    assert steps > 20
    with pytest.raises(errors.BadOption, match=r"needs one player per seat \(.*\), not 1"):
        simulate(game, ["random"], 1, 1)


def test_a_die_belongs_to_the_striker_and_the_general_s_to_no_seat():
    game = catalog.load("skirmish", plain=True, generals=2)
    assert game.definition.rules.die_owner(game.start().record) == CHANCE
    state = game.position("round 3 friends; f2 13,9.5, e5 13.6,10.3; fighting general 1 actor f2 striker f2 target e5")
    assert game.definition.rules.die_owner(state.record) == 1
    state = game.position("round 3 enemies; f2 13,9.5, e5 13.6,10.3; fighting actor e5 striker e5 target f2")
    assert game.definition.rules.die_owner(state.record) == CHANCE
