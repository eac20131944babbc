"""The scenario that a battle is played with: as an option, as numbers for the rules, and by its number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.battlefiles import MARK, number_of
from ...core.contract import Option, Words
from .layout import laid_out
from .scenario import FILES
from .state import setup_row
from .table import Scenario

scenario_named = FILES.of_value

_known: dict[int, Scenario] = {}


def scenario_of(s: Any) -> Scenario:
    """The scenario of a record, whose names are not in it."""
    return _known[int(s.battle)]


def known(s: Any) -> Scenario | None:
    """The same, or None: the record is of no scenario that was read."""
    return _known.get(int(s.battle))


OPTIONS = (
    FILES.option("millrace", "K6.3"),
    Option("generals", (1, 2, 3, 4), "how many people command the friends", "K6.1"),
    Option(
        "enemy", ("general", "seat"), "who commands the enemy: the AI general, or somebody at a seat", "K5.1"
    ),
    Option("followup", ("chain", "once", "off"), "another activation for whoever fells an enemy", "K3.9"),
    Option("strike_back", ("off", "on"), "who is attacked in melee and stands strikes back", "K4.1"),
    Option("shoot_into_melee", ("on", "off"), "enemies in melee can be shot at", "K3.5"),
    Option("bases_block_sight", ("on", "off"), "other characters block sight", "K4.4"),
    Option("count_fled", ("on", "off"), "who fled off the table counts as lost", "K4.3"),
    Option("rally", ("off", "on"), "a routing character recovers on 4 or more", "K3.2"),
    Option("free_blow", ("off", "on"), "who flees from melee is struck at first", "K3.2"),
    Option("pickup_reach", (1, 2, 3), "inches from which an objective can be picked up", "K3.1"),
    Option("aftermath", ("example", "none", "harsh"), "what becomes of the felled after the battle", "K6.4"),
)


ORDINALS = ("first", "second", "third", "fourth")


def seating(options: Mapping[str, Any]) -> tuple[str, ...]:
    """K6.1: those who command the friends, and the enemy general where it has a seat."""
    return seats_of(int(options["generals"]), options["enemy"] == "seat")


def seats_of(generals: int, enemy_seat: bool) -> tuple[str, ...]:
    friends = ("general",) if generals == 1 else tuple(f"{word} general" for word in ORDINALS[:generals])
    return (*friends, "enemy general") if enemy_seat else friends


def setup(options: Mapping[str, Any]) -> Words:
    """The numbers that `rules.start` reads, in the order of its fields."""
    value = str(options["scenario"])
    scenario = scenario_named(value)
    number = number_of(value)
    _known[number] = scenario
    return setup_row(laid_out(scenario, options) | {"battle": number})


__all__ = ["MARK", "OPTIONS", "number_of", "scenario_named", "scenario_of", "setup"]
