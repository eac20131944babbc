"""Positions in words: written and read back at every step, and nonsense refused in one sentence."""

from __future__ import annotations

from random import Random

import pytest

from holdtheline.core import catalog
from holdtheline.core.definition import OVER
from holdtheline.core.dice import SeededDice
from holdtheline.core.errors import BadPosition
from holdtheline.core.game import State
from holdtheline.core.game_record.replay import Record
from holdtheline.games.skirmish.state import Phase
from holdtheline.table.session import Table

GAMES = [
    {"scenario": "millrace"},
    {"scenario": "greystep", "enemy": "seat", "strike_back": "on", "rally": "on"},
    {"scenario": "old-sump", "generals": 3, "free_blow": "on"},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options["scenario"]))
def test_at_every_step_a_position_and_a_saved_state_are_read_back_as_they_were(options):
    game = catalog.load("skirmish", plain=True, **options)
    state, random, phases = game.start(), Random(7), set()
    for _ in range(70):
        if state.current_player == OVER:
            break
        phases.add(Phase(state.record.phase))
        again = game.position(state.position())
        assert again == state
        assert again.current_player == state.current_player
        assert game.from_json(state.to_json()) == state
        state.play(random.choice(state.legal_codes()))
    assert {Phase.OPEN, Phase.CHOOSE, Phase.ACTING} <= phases
    assert phases & {Phase.SHOOTING, Phase.FIGHTING}


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options["scenario"]))
def test_a_record_is_written_and_read_back_with_the_same_digest_at_every_step(options, tmp_path):
    game, random = catalog.load("skirmish", plain=True, **options), Random(11)
    path = tmp_path / "game.htl"
    table = Table.open(game, seats=["person"] * len(game.seats), seed=3, record=path)
    digests = [table.state.digest()]
    for _ in range(40):
        if table.turn == OVER:
            break
        if table.turn < 0:
            table.roll()
        else:
            table.play(random.choice(table.state.legal_moves()).text)
        digests.append(table.state.digest())
    table.close()
    assert [moment.state.digest() for moment in Record.read(path).replay_steps(plain=True)] == digests


def test_a_position_says_only_what_differs_from_the_start():
    game = catalog.load("skirmish", plain=True)
    assert game.start().position() == "round 1 friends; open"
    text = "round 3 friends; f1 10.5,9 done; choose"
    state = game.position(text)
    assert state.position() == text
    assert (state.record.round, state.record.x[0], state.record.y[0], state.record.done[0]) == (
        3,
        10_500,
        9_000,
        1,
    )
    assert state.current_player == 0


def test_in_a_position_a_carrier_and_a_carried_thing_name_each_other():
    game = catalog.load("skirmish", plain=True)
    state = game.position("round 2 friends; f2 carries o1; o1 13.5,4 carried by f2; choose")
    assert state.record.carries[1] == 65
    s = state.record
    assert (s.objective_x[0], s.objective_y[0], s.objective_carrier[0]) == (13_500, 4_000, 2)


def test_the_sample_is_a_position_worth_showing():
    definition = catalog.load("skirmish", plain=True).definition
    state = catalog.load("skirmish", plain=True).position(definition.text.sample_position)
    assert state.position() == definition.text.sample_position
    assert [move.text for move in state.legal_moves()] == ["pass", "use f2", "use f3", "use f4"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "reads like"),
        ("round x friends", "not 'x'"),
        ("round 3 friends; f1", "not 'f1'"),
        ("round 3 friends; f99 done", "not 'f99 done'"),
        ("round 3 friends; f1 dancing", "not 'dancing'"),
        ("round 3 friends; f1 wounds", "reads like"),
        ("round 3 friends; q7 done", "not 'q7 done'"),
        ("round 3 friends; c99 lost 1", "reads like"),
        ("round 3 friends; choose wobbles 3", "not 'wobbles'"),
        ("round 3 friends; f1 99.5,4; choose", "Oda Verrin is off the table (K1.1)"),
        ("round 3 friends; f1 13.5,4.5; choose", "cannot stand at"),
        ("round 3 friends; f1 12,15; choose", "Oda Verrin cannot stand at 12,15 (K1.3)"),
        ("round 3 friends; f1 wounds 7; choose", "Oda Verrin has 0 to 2 wounds, not 7 (K4.2)"),
        ("round 3 friends; f1 looks 0,0; choose", "Oda Verrin has no facing (K3.4)"),
        ("round 3 friends; f1 waits; choose", "Oda Verrin does not arrive later (K1.4)"),
        ("round 3 friends; f1 carries o1; choose", "Oda Verrin does not carry the Toll ledger (K3.1)"),
        ("round 3 friends; o1 carried by f1; choose", "no one carries the Toll ledger (K3.1)"),
        ("round 3 friends; o1 carried; choose", "no one carries the Toll ledger (K3.1)"),
        ("round 3 friends; f1 held; choose", "no one on the table holds Oda Verrin (K3.1)"),
        ("round 99 friends; choose", "round is 99; it must be 0 to 14 (K2.2)"),
        ("round 0 friends; choose", "the first round is round 1 (K2.1)"),
        ("round 3 enemies; choose", "the AI general never waits for a decision (K5.1)"),
        ("round 3 friends; acting", "the phase acting needs an active character (K2.2)"),
        ("round 3 friends; acting actor e1", "Dreth Mulcar acts in the other side's turn (K2.2)"),
        ("round 3 friends; f1 fallen; acting actor f1", "Oda Verrin is not on the table to act (K2.2)"),
        ("round 3 friends; fighting actor f1", "the phase fighting needs a striker and a target (K4.1)"),
        ("round 3 friends; rout_test actor f1", "no company has a rout test due (K4.3)"),
        (
            "round 3 friends; acting actor f1 charged 1",
            "Oda Verrin must fight, and no enemy is in contact (K3.3)",
        ),
        ("round 3 friends; which actor f1", "Oda Verrin must fight, and no enemy is in contact (K3.3)"),
        ("round 3 friends; cross actor f1", "the phase cross needs terrain (K1.3)"),
        ("round 3 friends; choose general 3", "there is no such general (K6.1)"),
        ("round 3 friends; c1 lost 9; choose", "a company of 6 cannot have lost 9 fallen and 0 fled (K4.3)"),
        ("round 3 friends; choose legs 9", "legs is 9; it must be 0 to 2 (K2.2)"),
        ("round 3 friends; choose line 4", "the AI general has no target (K5.1)"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(text, words):
    with pytest.raises(BadPosition) as refusal:
        catalog.load("skirmish", plain=True).position(text)
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_a_saved_state_with_any_number_changed_is_refused_or_can_be_played():
    game = catalog.load("skirmish", plain=True)
    state = game.position(game.definition.text.sample_position)
    random = Random(5)
    refused = 0
    for _ in range(150):
        words = state.words.copy()
        words[random.randrange(len(words))] += random.choice((-1, 1, 64, -(2**40), 2**40))
        changed = State(game, words)
        try:
            again = game.from_json(changed.to_json())
        except BadPosition:
            refused += 1
            continue
        if again.current_player != OVER:
            again.play(random.choice(again.legal_codes()))
            again.position(), again.prompt()
    assert refused > 100


def test_dice_of_a_seed_make_the_same_battle_again():
    def played() -> str:
        state, dice, random = catalog.load("skirmish", plain=True).start(), SeededDice(4), Random(4)
        for _ in range(60):
            if state.current_player == OVER:
                break
            if state.current_player < 0:
                state.roll(dice)
            else:
                state.play(random.choice(state.legal_codes()))
        return state.digest()

    assert played() == played()
