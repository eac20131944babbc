"""The schedule of a round robin."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from holdtheline.arena.tournament.entries import Entry, sort_entries
from holdtheline.arena.tournament.schedule import TournamentSettings, round_robin
from holdtheline.core.errors import BadOption

from .fake_job_runner import SETTINGS, entries


def test_everybody_plays_everybody_on_the_same_seeds_from_both_seats() -> None:
    bots = entries(4)
    pairs = round_robin(bots, SETTINGS, 3)
    assert len(pairs) == 6 * 3
    jobs = [job for pair in pairs for job in pair.jobs]
    games = Counter((job.bots, job.seed) for job in jobs)
    seeds = {job.seed for job in jobs}
    assert len(seeds) == 3
    wanted = {((a.id, b.id), seed) for a in bots for b in bots if a != b for seed in seeds}
    assert games.keys() == wanted
    assert set(games.values()) == {1}
    assert len({job.key for job in jobs}) == 36


def test_the_order_is_the_same_however_the_bots_come() -> None:
    bots = entries(5)
    assert round_robin(bots, SETTINGS, 2) == round_robin(bots[::-1], SETTINGS, 2)


def test_a_part_of_the_games_is_fair_too() -> None:
    pairs = round_robin(entries(4), SETTINGS, 3)
    assert [pair.number for pair in pairs] == [1] * 6 + [2] * 6 + [3] * 6


def test_more_pairs_and_more_bots_keep_what_there_was() -> None:
    few = {job.key for pair in round_robin(entries(3), SETTINGS, 2) for job in pair.jobs}
    more = {job.key for pair in round_robin(entries(4), SETTINGS, 3) for job in pair.jobs}
    assert few < more


def test_another_seed_has_other_luck() -> None:
    one, other = (
        {job.seed for pair in round_robin(entries(2), replace(SETTINGS, seed=seed), 5) for job in pair.jobs}
        for seed in (1, 2)
    )
    assert not one & other


def test_games_with_luck_of_their_own_tell_nothing_of_those_of_others() -> None:
    own = replace(SETTINGS, own_luck=True)
    pairs = round_robin(entries(4), own, 3)
    assert len({job.seed for pair in pairs for job in pair.jobs}) == len(pairs), "one for both seats"
    assert all(pair.jobs[0].seed == pair.jobs[1].seed for pair in pairs)


@pytest.mark.parametrize("names", [("ada", "ada"), ("ada", "Ada"), ("STRASSE", "straße")])
def test_two_of_one_name_are_refused_and_both_are_named(names: tuple[str, str]) -> None:
    bots = [
        Entry(names[0], "1", "bots/one.py"),
        Entry("bob", "2", "bob.py"),
        Entry(names[1], "3", "bots/two.js"),
    ]
    with pytest.raises(BadOption) as refused:
        sort_entries(bots)
    sentence = str(refused.value)
    assert all(part in sentence for part in (*names, "bots/one.py", "bots/two.js"))
    assert "bob" not in sentence


@pytest.mark.parametrize(("count", "pairs"), [(0, 1), (1, 1), (2, 0), (2, -1), (2, 10_001)])
def test_too_few_bots_or_pairs_are_refused(count: int, pairs: int) -> None:
    with pytest.raises(BadOption):
        round_robin(entries(count), TournamentSettings("towers"), pairs)
