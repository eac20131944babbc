"""`htl simulate`: what it prints."""

from __future__ import annotations

import json


def test_figures_have_the_digits_that_the_interval_allows(htl):
    [first, second] = htl("simulate", "siege", "--games", "10").out.splitlines()
    assert first.startswith("defender (book): won 7 of 10: 70% won, 95% confidence interval 40% to 89%")
    assert "decisions per game" in second


def test_draws_have_a_score_and_the_seats_names(htl):
    answer = htl(
        "simulate", "towers", "--player", "passive", "--player", "passive", "--games", "3", "--turn-limit", "2"
    )
    lines = answer.out.splitlines()
    assert lines[0] == "left (passive): won 0 of 3, drew 3: 0% won, 95% confidence interval 0% to 56%"
    assert lines[1] == "  score 50%, a draw counts half; 95% confidence interval 13% to 87%"
    assert "2.0 turns per game" in lines[-1]


def test_json_has_every_seat_and_the_interval(htl):
    result = json.loads(htl("simulate", "siege", "--games", "10", "--mode", "hard", "--json").out)
    assert (result["games"], result["wanted"], result["options"]["mode"]) == (10, 10, "hard")
    [seat] = result["seats"]
    assert (seat["player"], seat["won"] + seat["lost"]) == ("book", 10)
    assert seat["interval"][0] < seat["win_rate"] < seat["interval"][1]


def test_a_game_with_too_few_seats_says_which_option_adds_one(htl):
    complaint = htl("match", "skirmish", "book", "random").complaint
    assert complaint == "a match needs two seats; with these options skirmish has 1; add --enemy seat"
