"""The catalog of traits: their names, parameters, scopes, and the text on the card.

To add a trait: a member of `Trait`, its entry in `TRAITS`, a bit in `TRAIT_BITS` or a field in `scenario.setup_fields`,
and its effect in the rule that it changes (the other modules here, `movement.terrain`, `combat`, `ai_general`). A trait
of terrain also needs `TERRAIN_TRAIT_BITS` and `scenario.validate_traits.TERRAIN_FOR_TRAIT`. A trait that names
characters, terrain or companies is checked in `scenario.validate_traits`. Add its row to the table in
`docs/rules/skirmish.md`.

In a file a trait without parameters is `true`, a trait with one parameter is its value, and a trait with several is an
inline table: `traits = { swipe = true, reach = 2, tether = { pool = "Sump", inches = 4 } }`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, auto

from ... import state
from .parameters import (
    CHARACTER_COMPANY_OR_SCENARIO,
    CHARACTER_ONLY,
    CHARACTER_OR_COMPANY,
    COMPANY_ONLY,
    FACE_PARAMETER,
    ITEM_PARAMETER,
    LOSSES_PARAMETER,
    OBJECTIVE_ONLY,
    SCENARIO_ONLY,
    TARGET_PARAMETERS,
    TERRAIN_ONLY,
    Parameter,
    ParameterType,
    TraitDescription,
    TraitScope,
    TraitValue,
    format_parameter,
    inches_change,
    inches_parameter,
    stat_change,
    whole_parameter,
)


class Trait(IntEnum):
    """The traits, in the order of the rulebook's list."""

    CARRIERS = 0
    TAKES_FALLEN = auto()
    LIES = auto()
    SCAR = auto()
    SAVES = auto()
    BANE = auto()
    ROUTING_BLOW = auto()
    ROUTS_AT = auto()
    ROUTS_WITHOUT = auto()
    NEVER_ROUTS = auto()
    FEAR = auto()
    TETHER = auto()
    GRABS = auto()
    DROWNS = auto()
    CARRIES_AT_MOST = auto()
    LEAVES_AFTER = auto()
    HALF_MOVE = auto()
    SWIMS = auto()
    ARRIVES = auto()
    ROOM = auto()
    SWIPE = auto()
    REACH = auto()
    NEVER_LOCKS = auto()
    KNOCK_BACK = auto()
    HIGHER_GROUND = auto()
    CLIMB = auto()
    CLIMBS = auto()
    CROSSED_ON = auto()
    STRIKES_BACK = auto()
    CANNOT_BE_FELLED = auto()
    HANG_ON = auto()
    SPREADS_FIRE = auto()
    ORDER = auto()
    LIST = auto()
    COMES_BACK = auto()
    ROLLED_GOAL = auto()
    TRAVEL_ON = auto()
    TAKES_CAPTIVES = auto()
    LENDS = auto()
    WORN = auto()
    BORNE_BY = auto()
    BREAKS_AT = auto()
    FALLS_ON = auto()
    COMPANY_CARRIES = auto()
    DROWNS_IN = auto()
    RETURNS_TO = auto()
    AVOIDS = auto()
    PREFERS = auto()
    START_ROLL = auto()
    EXIT_FOR = auto()

    @property
    def word(self) -> str:
        """The name in files."""
        return self.name.lower()


@dataclass(frozen=True)
class TraitInstance:
    """A trait with a value for each of its parameters."""

    trait: Trait
    values: tuple[TraitValue, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence for the card."""
        about = TRAITS[self.trait]
        words = {
            parameter.name: format_parameter(parameter, value)
            for parameter, value in zip(about.parameters, self.values, strict=True)
        }
        if self.trait in (Trait.SCAR, Trait.LENDS):
            flags = words.pop("traits", "")
            changes = ", ".join([f"{name} {word}" for name, word in words.items() if word] + [flags] * bool(flags))
            return about.sentence.format(changes=changes)
        if self.trait in (Trait.AVOIDS, Trait.PREFERS):
            words["lines"] = words["lines"] or "all"
        if self.trait in (Trait.SAVES, Trait.BANE):
            words["item"] = f"{words['item']}: " if words["item"] else ""
        return about.sentence.format(**words)

    def number(self, index: int = 0) -> int:
        """Return a parameter that is a number, or 0 if it was left out."""
        value = self.values[index]
        return value if isinstance(value, int) else 0

    def name(self, index: int = 0) -> str:
        return str(self.values[index])

    def names(self, index: int = 0) -> tuple[str, ...]:
        value = self.values[index]
        return value if isinstance(value, tuple) else ()

    def names_any(self, names: Iterable[str]) -> bool:
        """Return whether one of these names is among the values of the first parameter."""
        return not set(self.names()).isdisjoint(names)


TRAITS: dict[Trait, TraitDescription] = {
    Trait.CARRIERS: TraitDescription(
        "Only these may carry it: {names}.",
        "K3.1",
        OBJECTIVE_ONLY,
        (Parameter("names", ParameterType.CARRIERS, 1, 8),),
    ),
    Trait.TAKES_FALLEN: TraitDescription(
        "May pick up a character of its side who lies on the ground, and carry them off the table.",
        "K3.1",
        CHARACTER_OR_COMPANY,
    ),
    Trait.LIES: TraitDescription(
        "When it falls, it lies where it fell instead of leaving play.", "K4.2", CHARACTER_COMPANY_OR_SCENARIO
    ),
    Trait.SCAR: TraitDescription(
        "A scar that no haven heals: {changes}.",
        "K6.2",
        CHARACTER_ONLY,
        (
            inches_change("move"),
            stat_change("attack"),
            stat_change("defence"),
            stat_change("wounds"),
            inches_change("range"),
        ),
    ),
    Trait.SAVES: TraitDescription(
        "{item}a roll of {face} or more turns a wound away.",
        "K4.2",
        CHARACTER_ONLY,
        (FACE_PARAMETER, ITEM_PARAMETER),
    ),
    Trait.BANE: TraitDescription(
        "{item}attack {attack}, defence {defence} in a fight with {against}.",
        "K4.1",
        CHARACTER_ONLY,
        (
            Parameter("against", ParameterType.CHARACTER),
            whole_parameter("attack", -5, 5),
            whole_parameter("defence", -5, 5),
            ITEM_PARAMETER,
        ),
    ),
    Trait.ROUTING_BLOW: TraitDescription(
        "A character it would wound in melee routs instead.", "K4.1", CHARACTER_OR_COMPANY
    ),
    Trait.ROUTS_AT: TraitDescription(
        "Tests for rout from {losses} on, not from half.", "K4.3", COMPANY_ONLY, (LOSSES_PARAMETER,)
    ),
    Trait.ROUTS_WITHOUT: TraitDescription(
        "Routs when these are gone: {leaders}.",
        "K4.3",
        COMPANY_ONLY,
        (Parameter("leaders", ParameterType.CHARACTERS, 1, 8),),
    ),
    Trait.NEVER_ROUTS: TraitDescription("Never routs.", "K4.3", CHARACTER_OR_COMPANY),
    Trait.FEAR: TraitDescription(
        "Unengaged enemies keep {inches} away from it.",
        "K3.4",
        CHARACTER_OR_COMPANY,
        inches_parameter(100, 12_000),
    ),
    Trait.TETHER: TraitDescription(
        "Stays within {inches} of {pool}.",
        "K3.4",
        CHARACTER_OR_COMPANY,
        (Parameter("pool", ParameterType.TERRAIN), *inches_parameter(0, 12_000)),
    ),
    Trait.GRABS: TraitDescription(
        "A character it would wound in melee is seized and carried instead.", "K4.1", CHARACTER_OR_COMPANY
    ),
    Trait.DROWNS: TraitDescription(
        "A character it has held for {rounds} drowns.",
        "K2.3",
        CHARACTER_OR_COMPANY,
        (whole_parameter("rounds", 1, 9, "full round", "full rounds"),),
    ),
    Trait.CARRIES_AT_MOST: TraitDescription(
        "Holds at most {count} of those it seizes.",
        "K3.1",
        CHARACTER_OR_COMPANY,
        (whole_parameter("count", 1, 8),),
    ),
    Trait.LEAVES_AFTER: TraitDescription("Leaves the table after {losses}.", "K2.3", COMPANY_ONLY, (LOSSES_PARAMETER,)),
    Trait.HALF_MOVE: TraitDescription("A leg that touches it counts double.", "K1.3", TERRAIN_ONLY),
    Trait.SWIMS: TraitDescription("Water does not slow it.", "K1.3", CHARACTER_OR_COMPANY),
    Trait.ARRIVES: TraitDescription(
        "Comes in at {door} in round {round}.",
        "K1.4",
        CHARACTER_OR_COMPANY,
        (Parameter("door", ParameterType.TERRAIN), whole_parameter("round", 2, 200)),
    ),
    Trait.ROOM: TraitDescription(
        "The table is an enclosed room: {exit} is the only way out.",
        "K3.2",
        SCENARIO_ONLY,
        (Parameter("exit", ParameterType.TERRAIN),),
    ),
    Trait.SWIPE: TraitDescription(
        "Strikes everyone in reach and in its forward half, friends too.", "K3.8", CHARACTER_OR_COMPANY
    ),
    Trait.REACH: TraitDescription(
        "Fights up to {inches} away.", "K3.8", CHARACTER_OR_COMPANY, inches_parameter(100, 12_000)
    ),
    Trait.NEVER_LOCKS: TraitDescription("Neither locks others in melee nor is locked.", "K3.3", CHARACTER_OR_COMPANY),
    Trait.KNOCK_BACK: TraitDescription(
        "A character it hits in melee is thrown {inches} back.",
        "K4.1",
        CHARACTER_OR_COMPANY,
        inches_parameter(100, 12_000),
    ),
    Trait.HIGHER_GROUND: TraitDescription(
        "A character on it has +1 defence against one who is not.", "K4.1", TERRAIN_ONLY
    ),
    Trait.CLIMB: TraitDescription("Only those who climb may enter it.", "K3.4", TERRAIN_ONLY),
    Trait.CLIMBS: TraitDescription("Climbs.", "K3.4", CHARACTER_OR_COMPANY),
    Trait.CROSSED_ON: TraitDescription(
        "Crossed on a roll of {face} or more; on less, the leg ends before it.",
        "K3.4",
        TERRAIN_ONLY,
        (FACE_PARAMETER,),
    ),
    Trait.STRIKES_BACK: TraitDescription("Strikes back when it is wounded in melee.", "K4.1", CHARACTER_OR_COMPANY),
    Trait.CANNOT_BE_FELLED: TraitDescription("Cannot be felled.", "K4.2", CHARACTER_ONLY),
    Trait.HANG_ON: TraitDescription(
        "A character thrown over it hangs on with a roll of {face} or more, and otherwise falls.",
        "K4.2",
        TERRAIN_ONLY,
        (FACE_PARAMETER,),
    ),
    Trait.SPREADS_FIRE: TraitDescription(
        "Does not shoot at a character who was shot at in this round.", "K3.5", CHARACTER_COMPANY_OR_SCENARIO
    ),
    Trait.ORDER: TraitDescription(
        "The enemy acts in this order: {names}.",
        "K5.1",
        SCENARIO_ONLY,
        (Parameter("names", ParameterType.CHARACTERS, 1, 32),),
    ),
    Trait.LIST: TraitDescription(
        "Acts by this list: {lines}.",
        "K5.1",
        CHARACTER_COMPANY_OR_SCENARIO,
        (Parameter("lines", ParameterType.LINES, 1, 8),),
    ),
    Trait.COMES_BACK: TraitDescription("Survivors of this battle come back in a later one.", "K6.2", COMPANY_ONLY),
    Trait.ROLLED_GOAL: TraitDescription(
        "A roll before the first round decides which of these is real: {names}.",
        "K6.3",
        SCENARIO_ONLY,
        (Parameter("names", ParameterType.OBJECTIVES, 2, 6),),
    ),
    Trait.TRAVEL_ON: TraitDescription(
        "Of the survivors, {count} may be chosen to travel on.",
        "K6.3",
        SCENARIO_ONLY,
        (whole_parameter("count", 1, 31),),
    ),
    Trait.TAKES_CAPTIVES: TraitDescription(
        "May pick up an enemy who lies on the ground, and carry them off the table.", "K3.1", CHARACTER_OR_COMPANY
    ),
    Trait.LENDS: TraitDescription(
        "Its bearer has: {changes}.",
        "K3.1",
        OBJECTIVE_ONLY,
        (
            inches_change("move"),
            stat_change("attack"),
            stat_change("defence"),
            inches_change("range"),
            Parameter("fear", ParameterType.INCHES, 100, 12_000, optional=True, singular="inch", plural="inches"),
            Parameter("reach", ParameterType.INCHES, 100, 12_000, optional=True, singular="inch", plural="inches"),
            Parameter("traits", ParameterType.FLAGS, 1, 8, optional=True),
        ),
    ),
    Trait.WORN: TraitDescription("It is worn: its bearer can carry something else as well.", "K3.1", OBJECTIVE_ONLY),
    Trait.BORNE_BY: TraitDescription(
        "{name} has it at the start.", "K1.4", OBJECTIVE_ONLY, (Parameter("name", ParameterType.CHARACTER),)
    ),
    Trait.BREAKS_AT: TraitDescription("Routs without a test at {losses}.", "K4.3", COMPANY_ONLY, (LOSSES_PARAMETER,)),
    Trait.FALLS_ON: TraitDescription(
        "A character who rolls {face} or less to cross it falls.",
        "K3.4",
        TERRAIN_ONLY,
        (whole_parameter("face", 1, 5),),
    ),
    Trait.COMPANY_CARRIES: TraitDescription(
        "Together they hold and carry at most {count} at a time.",
        "K3.1",
        COMPANY_ONLY,
        (whole_parameter("count", 1, 32, "character", "characters"),),
    ),
    Trait.DROWNS_IN: TraitDescription(
        "Those it holds drown only in {pool}.",
        "K2.3",
        CHARACTER_OR_COMPANY,
        (Parameter("pool", ParameterType.TERRAIN),),
    ),
    Trait.RETURNS_TO: TraitDescription(
        "Brings those it seizes to the middle of {pool}.",
        "K5.1",
        CHARACTER_OR_COMPANY,
        (Parameter("pool", ParameterType.TERRAIN),),
    ),
    Trait.AVOIDS: TraitDescription(
        "Never chooses {names} on these lines: {lines}.", "K5.1", CHARACTER_COMPANY_OR_SCENARIO, TARGET_PARAMETERS
    ),
    Trait.PREFERS: TraitDescription(
        "Chooses {names} first on these lines: {lines}.", "K5.1", CHARACTER_COMPANY_OR_SCENARIO, TARGET_PARAMETERS
    ),
    Trait.START_ROLL: TraitDescription(
        "Rolls at the start of its activation; from 1 to 6: {results}.",
        "K2.2",
        CHARACTER_OR_COMPANY,
        (Parameter("results", ParameterType.RESULTS, 6, 6),),
    ),
    Trait.EXIT_FOR: TraitDescription(
        "A way out for one side only: {side}.",
        "K3.2",
        TERRAIN_ONLY,
        (Parameter("side", ParameterType.SIDE),),
    ),
}

TRAIT_BY_WORD = {trait.word: trait for trait in Trait}
"""The traits by their names in files."""


def trait_words(scope: TraitScope) -> list[str]:
    """Return the names in files of the traits that a scope allows."""
    return [trait.word for trait in Trait if scope in TRAITS[trait].scopes]


# Bits of a character's traits. Numbers that belong to a trait are fields of the state.

NEVER_LOCKS = 1  # neither locks nor is locked in melee
NEVER_ROUTS = 2
LIES_WHEN_FALLEN = 4
ROUTING_BLOW = 8  # its blow routs instead of wounding
SWIPES = 16  # strikes everyone in reach and in front
STRIKES_BACK = 32  # when wounded
CANNOT_BE_FELLED = 64
CLIMBS = 128
GRABS = 256  # grabs and holds instead of wounding
SPREADS_FIRE = 512  # does not shoot at a character who was shot at in this round
CARRIES_FALLEN = 1024  # may pick up a character who lies on the ground
CAN_BE_CARRIED = 2048  # when it lies on the ground
SWIMS = 4096  # water does not slow it
IS_LEADER = 8192  # its company routs when all leaders are gone
TAKES_CAPTIVES = 16384  # may pick up an enemy who lies on the ground

TRAIT_BITS = {
    Trait.NEVER_LOCKS: NEVER_LOCKS,
    Trait.NEVER_ROUTS: NEVER_ROUTS,
    Trait.LIES: LIES_WHEN_FALLEN | CAN_BE_CARRIED,
    Trait.ROUTING_BLOW: ROUTING_BLOW,
    Trait.SWIPE: SWIPES,
    Trait.STRIKES_BACK: STRIKES_BACK,
    Trait.CANNOT_BE_FELLED: CANNOT_BE_FELLED,
    Trait.CLIMBS: CLIMBS,
    Trait.GRABS: GRABS,
    Trait.SPREADS_FIRE: SPREADS_FIRE,
    Trait.TAKES_FALLEN: CARRIES_FALLEN,
    Trait.SWIMS: SWIMS,
    Trait.TAKES_CAPTIVES: TAKES_CAPTIVES,
}
"""The bits of characters' traits."""
TERRAIN_TRAIT_BITS = {
    Trait.HALF_MOVE: state.IS_WATER,
    Trait.HIGHER_GROUND: state.IS_HIGH_GROUND,
    Trait.CLIMB: state.NEEDS_CLIMBER,
    Trait.CROSSED_ON: state.IS_GAP,
    Trait.HANG_ON: state.IS_DROP,
}
FLAG_WORDS = tuple(trait.word for trait in TRAIT_BITS if trait != Trait.GRABS)
"""The traits that an objective can lend: those that are a bit and need no number."""
