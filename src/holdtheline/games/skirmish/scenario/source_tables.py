"""The tables of the file that a scenario was parsed from: they give a fault its line, and say what has no fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ....core.toml.file import TomlTable
from ..rules.traits.parameters import ParameterType
from .model import Scenario, ScenarioPart


class SourceTables(NamedTuple):
    """The tables of a file, in the order of the parts of its scenario."""

    top: TomlTable
    terrain: Sequence[TomlTable]
    companies: Sequence[TomlTable]
    characters: Sequence[TomlTable]
    objectives: Sequence[TomlTable]
    endings: Sequence[TomlTable]

    def has_sound_names(self, kind: ParameterType) -> bool:
        """Return whether the names that a parameter of this type can have are all known."""
        people, things = ("character", self.characters), ("objective", self.objectives)
        groups = {
            ParameterType.CHARACTER: (people,),
            ParameterType.CHARACTERS: (people,),
            ParameterType.TERRAIN: (("terrain", self.terrain),),
            ParameterType.OBJECTIVES: (things,),
            ParameterType.CARRIERS: (people, ("company", self.companies)),
            ParameterType.TARGETS: (people, ("company", self.companies), things),
        }
        return all(
            self.top.is_sound(field) and all(map(has_sound_name, tables)) for field, tables in groups.get(kind, ())
        )

    def has_sound_people(self) -> bool:
        """Return whether the companies, cards, sides and traits of all characters are known."""
        return (
            self.top.file.is_sound("card", "traits")
            and self.top.is_sound("character", "company")
            and all(table.is_sound("company", "card", "traits") for table in self.characters)
            and all(table.is_sound("name", "cards", "side", "traits") for table in self.companies)
        )


def has_sound_name(table: TomlTable) -> bool:
    """Return whether the name of a part is known; those of characters and companies can come from their cards."""
    return table.is_sound("name") and ("name" in table.data or table.is_sound("card", "cards"))


def all_parts(scenario: Scenario, source: SourceTables) -> Iterator[tuple[ScenarioPart, TomlTable]]:
    yield from zip(scenario.terrain, source.terrain, strict=True)
    yield from zip(scenario.companies, source.companies, strict=True)
    yield from zip(scenario.characters, source.characters, strict=True)
    yield from zip(scenario.objectives, source.objectives, strict=True)
