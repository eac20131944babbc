"""The scenario that a battle is played with: as an option, as numbers for the rules, and by its number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...core.contract import Option, Words
from ...core.errors import BadOption
from ...core.tomlfile import one_line, read_text
from .layout import laid_out
from .scenario import FOLDER, LARGEST_FILE, from_text, named, shipped
from .state import setup_row
from .table import Scenario

FIRST = "millrace"
MARK = "# a battle of one's own\n"
"""How the text of a file begins that a record keeps."""

_known: dict[int, Scenario] = {}


def scenario_of(s: Any) -> Scenario:
    """The scenario of a record, whose names are not in it."""
    return _known[int(s.battle)]


def known(s: Any) -> Scenario | None:
    """The same, or None: the record is of no scenario that was read."""
    return _known.get(int(s.battle))


class ScenarioOption(Option):
    """A battle that is shipped, a file, or the text of a file, as a record keeps it."""

    def shown(self, value: str | int) -> str:
        return scenario_named(str(value)).title

    def told(self, value: str | int) -> str:
        return self.shown(value)

    def is_file(self, value: object) -> bool:
        text = str(value).strip()
        return "\n" not in text and Path(text).suffix == ".toml"

    def read(self, value: object) -> str | int:
        text = str(value).strip()
        if text in self.values:
            return text
        if self.is_file(text):
            path = Path(text)
            text = read_text(path, LARGEST_FILE, "battle")
            from_text(text, path.name)  # so that a fault has the file's name, and its line
            text = (MARK + text).strip()
        elif not text.startswith(MARK.strip()):
            there_are = ", ".join(map(str, self.values))
            raise BadOption(
                f"there is no battle {one_line(text)!r} (K6.3); there are {there_are}, or a file like my.toml"
            )
        scenario_named(text)
        return text


def scenario_named(value: str) -> Scenario:
    """By the value of the option."""
    if value in shipped():
        return named(value)
    if len(value.encode(errors="replace")) > LARGEST_FILE + len(MARK):
        raise BadOption("own.toml is too large for a battle")
    return from_text(value, "own.toml")


def number_of(value: str) -> int:
    """The same on every machine, and different for different scenarios."""
    digest = hashlib.blake2b(value.encode(errors="surrogatepass"), digest_size=7).digest()
    return int.from_bytes(digest, "little")


OPTIONS = (
    ScenarioOption(
        "scenario",
        (FIRST, *(name for name in shipped() if name != FIRST)),
        "the battle: one that is shipped, or a TOML file",
        "K6.3",
    ),
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


__all__ = ["FOLDER", "OPTIONS", "number_of", "scenario_named", "scenario_of", "setup"]
