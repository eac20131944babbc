"""Texts of moves and states: names, labels, prompts, endings, and what a seat may read."""

from __future__ import annotations

import json

import pytest

from holdtheline.core import catalog, errors
from holdtheline.core.definition import EVERYONE
from holdtheline.games.skirmish.state import EndingKind, Phase
from holdtheline.games.skirmish.text import prompts

from ..battle_builder import stage


@pytest.fixture
def game():
    return catalog.load("skirmish", plain=True)


@pytest.fixture
def sample(game):
    return game.position(game.definition.text.sample_position)


# Texts


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("use f3", "use f3"),
        ("USE Ketta Marl", "use f3"),
        ("use ketta", "use f3"),
        ("Use  the   Ketta Marl", "use f3"),
        ("pass", "pass"),
    ],
)
def test_a_character_is_used_by_id_or_by_name(sample, typed, meant):
    assert sample.move(typed).text == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("shoot e2", "shoot e2"),
        ("shoot the bow on the mound", "shoot e2"),
        ("shoot at Bow on the mound", "shoot e2"),
        ("fight short", "fight e5"),
        ("fight with Short Cudgel", "fight e5"),
        ("take Toll ledger", "take o1"),
        ("take the lamp oil", "take o2"),
        ("take f2", "take f2"),
        ("go 12.5,8.25", "go 12.5,8.25"),
        ("GO to 12.5, 8.25", "go 12.5,8.25"),
        ("go 12.500 8.250", "go 12.5,8.25"),
        ("go 0,24", "go 0,24"),
        ("face 3,4.001", "face 3,4.001"),
        ("stay", "stay"),
        ("leave", "leave"),
    ],
)
def test_moves_of_the_active_are_read_in_many_ways(sample, typed, meant):
    sample.play("use f3")
    assert sample.move(typed).text == meant


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "shoot bow",
            "use",
            "use nobody",
            "use f99",
            "use t1",
            "go",
            "go 1",
            "go 1,2,3",
            "go a,b",
            "go 1.2345,3",
        ),
        *("go 70,3", "go -1,3", "stay here", "dance", "", "use " + "x" * 300, "go ١,٢"),
    ],
)
def test_what_is_unclear_is_no_move(sample, typed):
    with pytest.raises(errors.IllegalMove, match="this is not a move here"):
        sample.play(typed)


@pytest.mark.clause("K3.6")
@pytest.mark.parametrize(
    ("steps", "typed", "label", "clause"),
    [
        ([], "pass", "pass", "K2.2"),
        ([], "use f3", "use Ketta Marl", "K2.2"),
        (["use f3"], "go 7,9.5", "Ketta Marl goes 3 inches to 7,9.5", "K3.4"),
        (["use f3"], "go 7.97,10.62", "Ketta Marl charges Long Cudgel, 4.2 inches to 7.97,10.62", "K3.7"),
        (["use f3"], "face 1,1", "Ketta Marl turns towards 1,1", "K3.4"),
        (["use f3"], "stay", "end Ketta Marl's activation", "K2.2"),
        (["use f3"], "shoot e4", "Ketta Marl shoots at Long Cudgel: needs 3 or more to fell", "K3.5"),
        (["use f3", "go 7,8"], "shoot e4", "Ketta Marl shoots at Long Cudgel: needs 4 or more to fell", "K3.6"),
        (["use f2"], "fight e5", "Hask fights Short Cudgel: needs 2 or more to wound", "K3.8"),
    ],
)
def test_a_label_says_what_a_move_does(sample, steps, typed, label, clause):
    for step in steps:
        sample.play(step)
    move = sample.move(typed)
    assert (move.label, move.clause) == (label, clause)
    assert sample.why_not(typed) is None


# Prompts


def test_a_prompt_says_who_can_be_used_and_what_the_active_has_left(sample):
    assert sample.prompt() == "Choose who acts (Hask, Ketta Marl, Pim Sallow), or pass."
    sample.play("use f3")
    assert sample.prompt() == "Ketta Marl can move 6″ (or twice 3″), shoot up to 12″, or stay."
    sample.play("go 7,9.5")
    assert sample.prompt() == "Ketta Marl can move 3″, shoot up to 12″ (−1 attack for moving), or stay."
    everybody = prompts.prompt(sample.record, EVERYONE)
    assert everybody.startswith("The general decides: Ketta Marl can move")


def test_in_co_operation_a_prompt_says_whose_turn_it_is():
    state = catalog.load("skirmish", plain=True, generals=2).position("round 2 friends; choose general 1")
    assert state.prompt().startswith("The second general's turn: choose who acts (")


def test_in_melee_a_prompt_asks_whom_to_fight(sample):
    sample.play("use f2")
    assert sample.prompt() == "Hask is in melee: choose an enemy to fight."


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("open", "Roll for who starts the round: you on 4 to 6, the enemies on 1 to 3."),
        ("shooting actor f3 striker f3 target e4", "Ketta Marl shoots at Long Cudgel: needs 3 or more to fell."),
        ("fighting actor f2 striker f2 target e5", "Hask fights Short Cudgel: needs 2 or more to wound."),
        ("back actor f2 striker e5 target f2", "Short Cudgel strikes back at Hask: needs 5 or more to wound."),
        (
            "free_blow actor f2 striker e5 target f2",
            "Short Cudgel strikes at the fleeing Hask: needs 5 or more to wound.",
        ),
        ("save actor e5 striker e5 target f1", "Roll for Oda Verrin: 4 or more turns the wound away."),
        ("rally actor f2", "Roll for Hask, who routs: 4 or more recovers."),
    ],
)
def test_the_prompt_of_a_die_says_what_it_is_for(game, moment, words):
    before = game.definition.text.sample_position.removesuffix("; choose")
    state = game.position(f"{before}; {moment}")
    assert state.prompt() == words


def test_the_roll_for_a_round_addresses_a_general_of_the_friends():
    def prompt_for(seat, **options):
        return prompts.prompt(catalog.load("skirmish", plain=True, **options).start().record, seat)

    assert prompt_for(0) == "Roll for who starts the round: you on 4 to 6, the enemies on 1 to 3."
    assert prompt_for(0, generals=2) == "Roll for who starts the round: your side on 4 to 6, the enemies on 1 to 3."
    named = "Roll for who starts the round: the enemies on 1 to 3, the friends on 4 to 6."
    assert prompt_for(EVERYONE) == prompt_for(0, enemy="seat") == named


def test_every_phase_that_waits_for_a_die_has_a_prompt():
    assert {*prompts.DIE_PROMPTS, *prompts.DECISION_PHASES, Phase.OVER} == set(Phase)


# Endings


@pytest.mark.clause("K2.3")
@pytest.mark.parametrize(
    ("end", "words"),
    [
        ((EndingKind.GONE, 1, 0, 1), "none of the enemies is left"),
        ((EndingKind.ROUNDS, 3, 0, 0), "3 rounds have been played"),
        ((EndingKind.TAKEN, 0, 1, 1), "the friends have carried the o1 off the table"),
        ((EndingKind.TAKEN, 0, 0, 1), "one side has carried the o1 off the table"),
        ((EndingKind.FALLEN, 32, 0, 1), "e1 has fallen"),
        ((EndingKind.LEFT, 0, 0, 1), "f1 has left the table"),
        ((EndingKind.FEWER, 1, 2, 1), "fewer than 2 of company 2 are left"),
        ((EndingKind.FEWER, 1, 1, 1), "none of company 2 is left"),
        ((EndingKind.ALL_TAKEN, 0, 2, 2), "the enemies have carried everything off the table"),
        ((EndingKind.HELD, 0, 1, 1), "the friends have the o1 in hand at the end of a round"),
        ((EndingKind.ESCAPED, 0, 3, 1), "at least 3 of the friends have escaped and none of them is left"),
    ],
)
def test_an_ending_says_what_came_about(end, words):
    staged = stage(things="crown 3 3", ends=(tuple(map(int, end)),))
    staged.s.phase, staged.s.ended, staged.s.winner = Phase.OVER, 1, end[3]
    assert prompts.result_text(staged.s) == (203, words)


def test_every_kind_of_end_has_words():
    staged = stage(ends=tuple((int(end), 0, 1, 0) for end in EndingKind if end != EndingKind.NONE))
    endings = {prompts.ending_text(staged.s, place) for place in range(len(EndingKind) - 1)}
    assert len(endings) == len(EndingKind) - 1
    assert "the battle is over" not in endings


@pytest.mark.clause("K2.3")
def test_the_log_has_the_last_round_and_a_side_that_is_gone():
    staged = stage(rounds=1, timeout_winner=2).play(6, "pass", "pass")
    assert prompts.result_text(staged.s) == (203, "the last of 1 rounds is over, so the enemies win")
    assert prompts.prompt(staged.s, 0) == "You lost: the last of 1 rounds is over, so the enemies win."
    gone = stage("Ada 12 4 attack=5", "Orc 12 5 slots=0").play(6, "activate Ada", "fight Orc", 6)
    assert prompts.result_text(gone.s) == (203, "none of the enemies is left")
    assert prompts.outcome_text(gone.s, EVERYONE) == "The friends won"


# What a seat may read


def test_a_board_has_all_that_lies_on_the_table(sample):
    sample.play("use f3")
    board = json.loads(json.dumps(sample.view(0)["board"]))
    oda = board["characters"][0]
    assert (oda["id"], oda["name"], oda["at"], oda["carries"]) == ("f1", "Oda Verrin", [10.5, 9.0], "o2")
    assert oda["traits"][-1] == "The tin saint: a roll of 4 or more turns a wound away."
    assert board["objectives"][1]["by"] == "f1"
    assert board["terrain"][0]["rules"] == ["A leg that touches it counts double."]
    assert board["active"]["id"] == "f3"
    assert (board["active"]["leg"], board["active"]["can_turn"]) == (6.0, True)
    assert (board["phase"], board["round"], board["side"], board["go"]) == ("acting", 3, "friends", None)
    assert board["companies"][1]["fallen"] == 1
