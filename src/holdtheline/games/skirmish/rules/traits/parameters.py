"""What traits take: the scopes they can stand in, their parameters, and how these are written for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from ... import state

TraitValue = int | str | tuple[str, ...] | None
"""Thousandths of an inch, a number, a name or names; None if it was left out."""


class TraitScope(IntEnum):
    """What may have a trait. A character's trait on a company or a scenario holds for all its characters."""

    CHARACTER = 0
    COMPANY = 1
    SCENARIO = 2
    TERRAIN = 3
    OBJECTIVE = 4


class ParameterType(IntEnum):
    INCHES = 0
    WHOLE = 1
    TEXT = 2  # a name that only appears in sentences
    CHARACTER = 3  # a name
    TERRAIN = 4
    CHARACTERS = 5  # names
    OBJECTIVES = 6
    CARRIERS = 7  # friends, enemy, companies and characters
    LINES = 8
    TARGETS = 9  # characters, companies and objectives
    SIDE = 10  # friends or enemy
    RESULTS = 11  # a result for each face of a die
    FLAGS = 12  # traits that take nothing


@dataclass(frozen=True)
class Parameter:
    """A parameter of a trait."""

    name: str
    type: ParameterType
    minimum: int = 0
    """The smallest value: a number, thousandths of an inch, or how many names."""
    maximum: int = 0
    optional: bool = False
    singular: str = ""
    """The unit in the sentence, for 1; `plural` for other numbers."""
    plural: str = ""


@dataclass(frozen=True)
class TraitDescription:
    """A trait as people read it. {braces} in the sentence are its parameters."""

    sentence: str
    clause: str
    scopes: tuple[TraitScope, ...]
    parameters: tuple[Parameter, ...] = ()


def format_parameter(parameter: Parameter, value: TraitValue) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(value).replace("_", " ") if parameter.type == ParameterType.FLAGS else ", ".join(value)
    if isinstance(value, str):
        return value
    signed = "+" if parameter.minimum < 0 < value else ""
    number = signed + (format_inches(value) if parameter.type == ParameterType.INCHES else str(value))
    unit = parameter.singular if number == "1" else parameter.plural
    return f"{number} {unit}" if unit else number


def format_inches(thousandths: int) -> str:
    """Format thousandths of an inch without needless decimals: 2500 is `2.5`."""
    whole, rest = divmod(abs(thousandths), state.INCH)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


CHARACTER_ONLY = (TraitScope.CHARACTER,)
CHARACTER_OR_COMPANY = (TraitScope.CHARACTER, TraitScope.COMPANY)
CHARACTER_COMPANY_OR_SCENARIO = (TraitScope.CHARACTER, TraitScope.COMPANY, TraitScope.SCENARIO)
COMPANY_ONLY = (TraitScope.COMPANY,)
SCENARIO_ONLY = (TraitScope.SCENARIO,)
TERRAIN_ONLY = (TraitScope.TERRAIN,)
OBJECTIVE_ONLY = (TraitScope.OBJECTIVE,)


def inches_parameter(minimum: int, maximum: int) -> tuple[Parameter, ...]:
    return (Parameter("inches", ParameterType.INCHES, minimum, maximum, singular="inch", plural="inches"),)


def whole_parameter(name: str, minimum: int, maximum: int, singular: str = "", plural: str = "") -> Parameter:
    return Parameter(name, ParameterType.WHOLE, minimum, maximum, singular=singular, plural=plural)


def stat_change(name: str) -> Parameter:
    """Return a parameter that is added to a number of a card."""
    return Parameter(name, ParameterType.WHOLE, -5, 5, optional=True)


def inches_change(name: str) -> Parameter:
    return Parameter(name, ParameterType.INCHES, -6000, 6000, optional=True)


ITEM_PARAMETER = Parameter("item", ParameterType.TEXT, optional=True)
FACE_PARAMETER = whole_parameter("face", 2, 6)
LOSSES_PARAMETER = whole_parameter("losses", 1, 32, "loss", "losses")
TARGET_PARAMETERS = (
    Parameter("names", ParameterType.TARGETS, 1, 8),
    Parameter("lines", ParameterType.LINES, 1, 6, optional=True),
)
