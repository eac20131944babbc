"""Benchmarks and studies: how fast, how strong, how fair, how robust.

    python -m holdtheline.benchmarks --list            list them: what each measures, how long it takes
    python -m holdtheline.benchmarks                   run all of them (hours)
    python -m holdtheline.benchmarks speed             run a group, or some by name
    python -m holdtheline.benchmarks --quick           run all at their smallest sizes, to see that they work (minutes)
    python -m holdtheline.benchmarks.speed.startup     run one; --help lists its options

A figure is measured beside its peer in one run, so that their ratio holds on any machine. `BENCHMARKS` lists all of
them; docs/explanation/benchmarks.md has the same list, and the results.
"""

from __future__ import annotations

from typing import NamedTuple


class Benchmark(NamedTuple):
    """A module of this package that measures something."""

    name: str
    """The module, below this package."""
    measures: str
    duration: str
    """How long the default sizes take on two cores, about."""

    @property
    def module(self) -> str:
        return f"{__name__}.{self.name}"


BENCHMARKS = (
    Benchmark("speed.siege_steps", "steps per second of random sieges, compiled and from Python; OpenSpiel", "2 min"),
    Benchmark("speed.vector_environments", "steps per second of many games at once; Pgx, OpenSpiel", "3 min"),
    Benchmark("speed.siege_solver", "the time of the exact solver of siege, for every set of options", "10 s"),
    Benchmark("speed.startup", "the time until `htl play siege` shows its prompt, warm and cold", "30 s"),
    Benchmark("speed.towers_turns", "turns of towers per second, with the built-in unit AIs", "1 min"),
    Benchmark("speed.towers_unit_ai", "the same with unit AIs of bots, in Python and as kernels", "2 min"),
    Benchmark("speed.civilwar_games", "random games of Civil War per second, and how long `book` thinks", "10 s"),
    Benchmark("speed.skirmish_battles", "battles of skirmish per second", "15 s"),
    Benchmark("speed.search", "simulations per second of the search, one thread and two; OpenSpiel", "2 min"),
    Benchmark("strength.search_against_solver", "the win chance that moves of the search cost in siege", "2 min"),
    Benchmark("strength.search_against_book", "how often the search beats the book player", "3 h"),
    Benchmark("strength.coach_chances", "whether the chances that the coach states come true", "1 h"),
    Benchmark("strength.levels", "how far the levels of each game are apart, in Elo", "5 h"),
    Benchmark(
        "strength.towers_commanders", "whether commanders of towers attack, and whether their games end", "8 min"
    ),
    Benchmark("balance.civilwar_battles", "how often each side wins each battle of Civil War", "3 min"),
    Benchmark("balance.skirmish_battles", "how often `book` wins each battle of skirmish", "2 min"),
    Benchmark("balance.skirmish_campaigns", "whole campaigns: how they end, and that none fails", "10 min"),
    Benchmark("balance.towers_units", "which units of towers are worth their gold", "15 min"),
    Benchmark("arena.jail_cost", "what the jail costs: to start a bot, and per question", "1 min"),
    Benchmark("arena.match_speed", "matches of towers per second, jailed and not", "2 min"),
    Benchmark("arena.mirror_match", "a bot against itself: whether a seat or a busy machine favours a side", "1 h"),
    Benchmark("arena.large_tournament", "a tournament of 30 bots: time and memory", "15 min"),
    Benchmark("web.server_load", "answer times and memory of the server with 200 games at once", "2 min"),
    Benchmark("web.kill_test", "kill the server 200 times during play: nothing acknowledged may be lost", "10 min"),
    Benchmark(
        "web.judge", "sleeping bots in a course, and 20 kills of the judge: no course waits, nothing is lost", "8 min"
    ),
    Benchmark("web.hostile_clients", "what one hostile address costs another player: time of moves, memory", "10 min"),
    Benchmark("web.step_bytes", "the bytes on the wire for a step of each game, and for the lobby", "2 min"),
    Benchmark("web.click_latency", "the time from a click in Chromium to the new picture", "1 min"),
    Benchmark("web.drag_latency", "the time from a pointer move in Chromium to the answer (skirmish)", "30 s"),
)
