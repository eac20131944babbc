"""Set up a battle: the options, the seats, the setup row, and the scenario of a state by its number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.options import Option
from ....core.scenarios import scenario_number
from ....core.state_record import Words
from ..rules.deployment import prepare_state
from ..state import SkirmishState
from .model import Scenario
from .parse import SCENARIO_FILES
from .setup_fields import setup_fields

_scenarios: dict[int, Scenario] = {}


def known_scenario(s: SkirmishState) -> Scenario | None:
    """Return the scenario of a state, or None if it was not set up from one."""
    return _scenarios.get(s.battle)


OPTIONS = (
    SCENARIO_FILES.option("millrace", "K6.3"),
    Option(
        "generals",
        (1, 2, 3, 4),
        "how many people share the command of the friends",
        "K6.1",
        "Your generals",
        ("1 person", "2 people", "3 people", "4 people"),
    ),
    Option(
        "enemy",
        ("general", "seat"),
        "who commands the enemy",
        "K5.1",
        "The enemy",
        ("the AI general", "a player"),
    ),
    Option(
        "followup",
        ("chain", "once", "off"),
        "a character that fells an enemy acts again with half its move",
        "K3.9",
        "Follow-up attacks",
        ("as long as enemies fall", "once", "off"),
    ),
    Option(
        "strike_back", ("off", "on"), "a character that survives an attack in melee strikes back", "K4.1", "Strike back"
    ),
    Option("shoot_into_melee", ("on", "off"), "enemies in melee can be shot at", "K3.5", "Shooting into melee"),
    Option("bases_block_sight", ("on", "off"), "other characters block sight", "K4.4", "Characters block sight"),
    Option(
        "count_fled",
        ("on", "off"),
        "characters that fled off the table count as lost in a rout test",
        "K4.3",
        "Count the fled as lost",
    ),
    Option("rally", ("off", "on"), "a routing character recovers on 4 or more", "K3.2", "Rally from a rout"),
    Option(
        "free_blow",
        ("off", "on"),
        "enemies in contact strike at a character that flees from melee",
        "K3.2",
        "Strike at the fleeing",
    ),
    Option(
        "join_melee",
        ("off", "on"),
        "the AI general may charge a character that is in melee already",
        "K5.9",
        "The enemy joins a melee",
    ),
    Option(
        "pickup_reach",
        (1, 2, 3),
        "how near a character must be to pick up an objective",
        "K3.1",
        "Reach for objectives",
        ("1 inch", "2 inches", "3 inches"),
    ),
    Option(
        "corrections",
        ("auto", "on", "off"),
        "you may correct the place of a figure that slipped on a real table",
        "K1.1",
        "Corrections",
        ("with real dice", "on", "off"),
    ),
    Option(
        "aftermath",
        ("example", "none", "harsh"),
        "what happens to felled characters after the battle",
        "K6.4",
        "After the battle",
        ("the felled roll", "everyone recovers", "the felled die"),
    ),
)


def resolve_options(options: Mapping[str, Any], has_computer: bool, has_real_dice: bool) -> dict[str, Any]:
    """Allow corrections where people roll real dice against the AI general (K1.1)."""
    is_real_table = has_real_dice and options["enemy"] != "seat"
    return {**options, "corrections": "on"} if is_real_table and options["corrections"] == "auto" else {**options}


ORDINALS = ("first", "second", "third", "fourth")


def seating(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats: the friends' generals, and the enemy general if it has one (K6.1)."""
    return seat_names(int(options["generals"]), options["enemy"] == "seat")


def teams(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the team of each seat: the friends' generals fight on one side (K6.1)."""
    enemy = (1,) if options["enemy"] == "seat" else ()
    return (0,) * int(options["generals"]) + enemy


def seat_names(generals: int, enemy_seat: bool) -> tuple[str, ...]:
    friends = ("general",) if generals == 1 else tuple(f"{word} general" for word in ORDINALS[:generals])
    return (*friends, "enemy general") if enemy_seat else friends


def scenario_from_options(options: Mapping[str, Any]) -> Scenario:
    return SCENARIO_FILES.of_value(str(options["scenario"]))


def setup(options: Mapping[str, Any]) -> Words:
    """Return the initial state of a battle with these options."""
    scenario, number = scenario_from_options(options), scenario_number(str(options["scenario"]))
    _scenarios[number] = scenario
    return first_state(scenario, options, number)


def first_state(scenario: Scenario, options: Mapping[str, Any], number: int = 0) -> Words:
    """Return the initial state of a battle; `number` finds its scenario again (0: it is not needed)."""
    return prepare_state(setup_fields(scenario, options) | {"battle": number})
