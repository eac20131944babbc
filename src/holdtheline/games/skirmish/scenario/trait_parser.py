"""Parse the traits of a table, one by one. `validate_traits` checks the names in them."""

from __future__ import annotations

from typing import Any

from ....core.toml.fields import NAME_TEXT, is_name
from ....core.toml.file import TomlTable, describe_value, join_or, printable_line, suggest, whole_number_text
from ..rules.traits.catalog import FLAG_WORDS, TRAIT_BY_WORD, TRAITS, Trait, TraitInstance, trait_words
from ..rules.traits.parameters import Parameter, ParameterType, TraitScope, TraitValue
from ..state import AiLine, StartResult
from .inches import inches_range_text, to_thousandths

NAME_LIST_TYPES = (
    ParameterType.CHARACTERS,
    ParameterType.OBJECTIVES,
    ParameterType.CARRIERS,
    ParameterType.LINES,
    ParameterType.TARGETS,
    ParameterType.RESULTS,
    ParameterType.FLAGS,
)


def parse_traits(table: TomlTable, scope: TraitScope) -> tuple[TraitInstance, ...]:
    """Parse the optional field `traits`; traits with a fault are left out."""
    traits = table.data.get("traits", {})
    if not isinstance(traits, dict):
        table.report_value("traits", "traits in braces, as in { reach = 2, climbs = true }")
        return ()
    parsed = (parse_trait(table, scope, word, value) for word, value in traits.items())
    return tuple(trait for trait in parsed if trait)


def parse_trait(table: TomlTable, scope: TraitScope, word: str, value: object) -> TraitInstance | None:
    trait = TRAIT_BY_WORD.get(word)
    if trait is None or scope not in TRAITS[trait].scopes:
        what = "there is no trait" if trait is None else f"{SCOPE_NAMES[scope]} cannot have the trait"
        advice = suggest(word, trait_words(scope))
        table.report(f"traits.{word}", f"{what} {printable_line(word)!r}; {advice}")
        return None
    parameters = TRAITS[trait].parameters
    if not parameters:
        if value is not True:
            report_trait(table, trait, f"it must be true, or left out, not {describe_value(value)}")
        return TraitInstance(trait)
    before = len(table.file.faults)
    arguments = trait_arguments(table, trait, value)
    instance = TraitInstance(
        trait, tuple(parse_argument(table, trait, parameter, arguments) for parameter in parameters)
    )
    return instance if len(table.file.faults) == before else None


SCOPE_NAMES = {
    TraitScope.CHARACTER: "a character",
    TraitScope.COMPANY: "a company",
    TraitScope.SCENARIO: "a battle",
    TraitScope.TERRAIN: "a piece of terrain",
    TraitScope.OBJECTIVE: "an objective",
}


def trait_arguments(table: TomlTable, trait: Trait, value: object) -> dict[str, Any]:
    """Return the arguments by name; a single value is the first argument."""
    names = [parameter.name for parameter in TRAITS[trait].parameters]
    if not isinstance(value, dict):
        return {names[0]: value}
    unknown = [name for name in value if name not in names]
    for name in unknown:
        report_trait(table, trait, f"it does not take {printable_line(name)!r}; {suggest(name, names)}")
    if not value:
        report_trait(table, trait, f"it is empty; choose from: {', '.join(names)}")
    return {} if unknown else value


def parse_argument(table: TomlTable, trait: Trait, parameter: Parameter, values: dict[str, Any]) -> TraitValue:
    if parameter.name not in values:
        if not parameter.optional and values:
            report_trait(table, trait, f"`{parameter.name}` is missing; it must be {expected_text(parameter)}")
        return None
    value = parse_value(parameter, values[parameter.name])
    if value is None:
        subject = "it" if len(TRAITS[trait].parameters) == 1 else f"`{parameter.name}`"
        given = describe_value(values[parameter.name])
        report_trait(table, trait, f"{subject} must be {expected_text(parameter)}, not {given}")
    return value


def parse_value(parameter: Parameter, value: object) -> TraitValue:
    """Parse the value of an argument; return None if it is wrong."""
    if parameter.type == ParameterType.INCHES:
        number = to_thousandths(value)
        return number if number is not None and parameter.minimum <= number <= parameter.maximum else None
    if parameter.type == ParameterType.WHOLE:
        return value if type(value) is int and parameter.minimum <= value <= parameter.maximum else None
    if parameter.type in NAME_LIST_TYPES:
        is_known = WORDS_OF_TYPE[parameter.type].__contains__ if parameter.type in WORDS_OF_TYPE else is_name
        names = tuple(value) if isinstance(value, list) and all(map(is_known, value)) else ()
        is_valid = parameter.minimum <= len(names) <= parameter.maximum
        if parameter.type != ParameterType.RESULTS:
            is_valid = is_valid and len(set(names)) == len(names)
        return names if is_valid else None
    if parameter.type == ParameterType.SIDE:
        return value if isinstance(value, str) and value in SIDE_NAMES else None
    return str(value) if is_name(value) else None


def expected_text(parameter: Parameter) -> str:
    if parameter.type == ParameterType.INCHES:
        return inches_range_text(parameter.minimum, parameter.maximum)
    if parameter.type == ParameterType.WHOLE:
        return whole_number_text(parameter.minimum, parameter.maximum)
    if parameter.type == ParameterType.LINES:
        return f"a list of different lines, each {join_or(AI_LINE_WORDS)}"
    if parameter.type == ParameterType.RESULTS:
        return f"a list of {parameter.minimum} results, one for each face, each {join_or(RESULT_WORDS)}"
    if parameter.type == ParameterType.FLAGS:
        return f"a list of different traits, each {join_or(FLAG_WORDS)}"
    if parameter.type == ParameterType.SIDE:
        return join_or(SIDE_NAMES)
    if parameter.type in NAME_LIST_TYPES:
        return f"a list of {parameter.minimum} to {parameter.maximum} different names"
    return NAME_TEXT


AI_LINE_WORDS = tuple(line.word for line in AiLine)
RESULT_WORDS = tuple(result.word for result in StartResult)
WORDS_OF_TYPE = {
    ParameterType.LINES: AI_LINE_WORDS,
    ParameterType.RESULTS: RESULT_WORDS,
    ParameterType.FLAGS: FLAG_WORDS,
}
"""The words that a list of each type is made of."""
SIDE_NAMES = ("friends", "enemy")


def report_trait(table: TomlTable, trait: Trait, reason: str) -> None:
    table.report(f"traits.{trait.word}", reason, TRAITS[trait].clause)
