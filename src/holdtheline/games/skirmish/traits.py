"""The traits that files can use: what each is called, what it takes, where it may stand, what its card says.

In a file a trait that takes nothing is `true`, one that takes one thing is that thing, and one that takes
several is a list in braces: `traits = { swipe = true, reach = 2, tether = { pool = "Sump", inches = 4 } }`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, auto

Value = int | str | tuple[str, ...] | None
"""Thousandths of an inch, a number, a name or names; None: it was left out."""


class Trait(IntEnum):
    """In the order of the rulebook's list."""

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

    @property
    def word(self) -> str:
        """As files have it."""
        return self.name.lower()


class Line(IntEnum):
    """The lines of the AI general's list (K5.2 to K5.9), for those who have a list of their own."""

    CARRY_OFF = 1
    FIGHT = 2
    SHOOT = 3
    MOVE_AND_SHOOT = 4
    FETCH = 5
    CHARGE = 6
    SEEK_OBJECTIVE = 7
    SEEK_ENEMY = 8

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")


class Place(IntEnum):
    """Where a trait may stand. At a company or a battle, a character's trait is that of every one of them."""

    CHARACTER = 0
    COMPANY = 1
    SCENARIO = 2
    TERRAIN = 3
    OBJECTIVE = 4


class Takes(IntEnum):
    INCHES = 0
    WHOLE = 1
    TEXT = 2  # what something is called, and nothing depends on it
    CHARACTER = 3  # a name
    TERRAIN = 4
    CHARACTERS = 5  # names
    OBJECTIVES = 6
    CARRIERS = 7  # friends, enemy, companies and characters
    LINES = 8


@dataclass(frozen=True)
class Part:
    """One thing that a trait takes."""

    name: str
    takes: Takes
    least: int = 0
    """In thousandths of an inch where it takes inches; of names how many."""
    most: int = 0
    may_miss: bool = False
    one: str = ""
    """What one of it is called in the sentence, and below, what several are."""
    several: str = ""


@dataclass(frozen=True)
class About:
    """A trait as people know it. In the sentence, {braces} are the parts that it takes."""

    sentence: str
    clause: str
    places: tuple[Place, ...]
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Given:
    """A trait that somebody or something has, with a value for each of its parts."""

    trait: Trait
    values: tuple[Value, ...] = ()

    @property
    def sentence(self) -> str:
        """For the card."""
        about = ABOUT[self.trait]
        words = {part.name: worded(part, value) for part, value in zip(about.parts, self.values, strict=True)}
        if self.trait == Trait.SCAR:
            changes = ", ".join(f"{name.replace('_', ' ')} {word}" for name, word in words.items() if word)
            return about.sentence.format(changes=changes)
        if self.trait in (Trait.SAVES, Trait.BANE):
            words["item"] = f"{words['item']}: " if words["item"] else ""
        return about.sentence.format(**words)

    def number(self, place: int = 0) -> int:
        """A part that is a number; 0 if it was left out."""
        value = self.values[place]
        return value if isinstance(value, int) else 0

    def name(self, place: int = 0) -> str:
        return str(self.values[place])

    def names(self, place: int = 0) -> tuple[str, ...]:
        value = self.values[place]
        return value if isinstance(value, tuple) else ()

    def names_any(self, names: Iterable[str]) -> bool:
        """Whether one of these is among its names."""
        return not set(self.names()).isdisjoint(names)


def worded(part: Part, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, str):
        return value
    signed = "+" if part.least < 0 < value else ""
    number = signed + (inches_text(value) if part.takes == Takes.INCHES else str(value))
    unit = part.one if number == "1" else part.several
    return f"{number} {unit}" if unit else number


def inches_text(thousandths: int) -> str:
    """`2.5` for 2500: no decimals that are not needed."""
    whole, rest = divmod(abs(thousandths), 1000)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


PERSON = (Place.CHARACTER,)
PERSONS = (Place.CHARACTER, Place.COMPANY)
ANYBODY = (Place.CHARACTER, Place.COMPANY, Place.SCENARIO)
COMPANY = (Place.COMPANY,)
SCENARIO = (Place.SCENARIO,)
TERRAIN = (Place.TERRAIN,)
OBJECTIVE = (Place.OBJECTIVE,)


def inches(least: int, most: int) -> tuple[Part, ...]:
    return (Part("inches", Takes.INCHES, least, most, one="inch", several="inches"),)


def whole(name: str, least: int, most: int, one: str = "", several: str = "") -> Part:
    return Part(name, Takes.WHOLE, least, most, one=one, several=several)


def change(name: str) -> Part:
    """What is added to a number of a card."""
    return Part(name, Takes.WHOLE, -5, 5, may_miss=True)


def change_of_inches(name: str) -> Part:
    return Part(name, Takes.INCHES, -6000, 6000, may_miss=True)


ITEM = Part("item", Takes.TEXT, may_miss=True)
FACE = whole("face", 2, 6)
LOSSES = whole("losses", 1, 32, "loss", "losses")

ABOUT: dict[Trait, About] = {
    Trait.CARRIERS: About(
        "Only these may carry it: {names}.", "K3.1", OBJECTIVE, (Part("names", Takes.CARRIERS, 1, 8),)
    ),
    Trait.TAKES_FALLEN: About(
        "May pick up somebody who lies on the ground, and carry them off the table.", "K3.1", PERSONS
    ),
    Trait.LIES: About("When it falls, it lies where it fell instead of leaving play.", "K4.2", ANYBODY),
    Trait.SCAR: About(
        "A scar that no haven heals: {changes}.",
        "K6.2",
        PERSON,
        (
            change_of_inches("move"),
            change("attack"),
            change("defence"),
            change("wounds"),
            change_of_inches("range"),
        ),
    ),
    Trait.SAVES: About("{item}a roll of {face} or more turns a wound away.", "K4.2", PERSON, (FACE, ITEM)),
    Trait.BANE: About(
        "{item}attack {attack}, defence {defence} in a fight with {against}.",
        "K4.1",
        PERSON,
        (Part("against", Takes.CHARACTER), whole("attack", -5, 5), whole("defence", -5, 5), ITEM),
    ),
    Trait.ROUTING_BLOW: About("Whoever it would wound in melee routs instead.", "K4.1", PERSONS),
    Trait.ROUTS_AT: About("Tests for rout from {losses} on, not from half.", "K4.3", COMPANY, (LOSSES,)),
    Trait.ROUTS_WITHOUT: About(
        "Routs when these are gone: {leaders}.",
        "K4.3",
        COMPANY,
        (Part("leaders", Takes.CHARACTERS, 1, 8),),
    ),
    Trait.NEVER_ROUTS: About("Never routs.", "K4.3", PERSONS),
    Trait.FEAR: About("Unengaged enemies keep {inches} away from it.", "K3.4", PERSONS, inches(100, 12_000)),
    Trait.TETHER: About(
        "Stays within {inches} of {pool}.",
        "K3.4",
        PERSONS,
        (Part("pool", Takes.TERRAIN), *inches(0, 12_000)),
    ),
    Trait.GRABS: About("Whoever it would wound in melee is seized and carried instead.", "K4.1", PERSONS),
    Trait.DROWNS: About(
        "Whoever it has carried for {rounds} drowns.",
        "K2.3",
        PERSONS,
        (whole("rounds", 1, 9, "full round", "full rounds"),),
    ),
    Trait.CARRIES_AT_MOST: About(
        "Carries at most {count} of those it seizes.", "K3.1", PERSONS, (whole("count", 1, 8),)
    ),
    Trait.LEAVES_AFTER: About("Leaves the table after {losses}.", "K2.3", COMPANY, (LOSSES,)),
    Trait.HALF_MOVE: About("A leg that touches it counts double.", "K1.3", TERRAIN),
    Trait.SWIMS: About("Water does not slow it.", "K1.3", PERSONS),
    Trait.ARRIVES: About(
        "Comes in at {door} in round {round}.",
        "K1.4",
        PERSONS,
        (Part("door", Takes.TERRAIN), whole("round", 2, 200)),
    ),
    Trait.ROOM: About(
        "The table is a closed room: nobody leaves it but by {exit}.",
        "K3.2",
        SCENARIO,
        (Part("exit", Takes.TERRAIN),),
    ),
    Trait.SWIPE: About("Strikes everybody in reach and in its forward half, friends too.", "K3.8", PERSONS),
    Trait.REACH: About("Fights up to {inches} away.", "K3.8", PERSONS, inches(100, 12_000)),
    Trait.NEVER_LOCKS: About("Neither locks others in melee nor is locked.", "K3.3", PERSONS),
    Trait.KNOCK_BACK: About(
        "Whoever it hits in melee is thrown {inches} back.", "K4.1", PERSONS, inches(100, 12_000)
    ),
    Trait.HIGHER_GROUND: About("Who stands on it has +1 defence against those who do not.", "K4.1", TERRAIN),
    Trait.CLIMB: About("Only those who climb may enter it.", "K3.4", TERRAIN),
    Trait.CLIMBS: About("Climbs.", "K3.4", PERSONS),
    Trait.CROSSED_ON: About(
        "Crossed on a roll of {face} or more; who fails stops before it.", "K3.4", TERRAIN, (FACE,)
    ),
    Trait.STRIKES_BACK: About("Strikes back when it is wounded in melee.", "K4.1", PERSONS),
    Trait.CANNOT_BE_FELLED: About("Cannot be felled.", "K4.2", PERSON),
    Trait.HANG_ON: About(
        "Who is thrown over it hangs on with a roll of {face} or more, and else falls.",
        "K4.2",
        TERRAIN,
        (FACE,),
    ),
    Trait.SPREADS_FIRE: About("Shoots at nobody who was shot at in this round.", "K3.5", ANYBODY),
    Trait.ORDER: About(
        "The enemy acts in this order: {names}.", "K5.1", SCENARIO, (Part("names", Takes.CHARACTERS, 1, 32),)
    ),
    Trait.LIST: About(
        "Acts by a list of its own: {lines}.", "K5.1", ANYBODY, (Part("lines", Takes.LINES, 1, 8),)
    ),
    Trait.COMES_BACK: About("Who survives this battle comes back in a later one.", "K6.2", COMPANY),
    Trait.ROLLED_GOAL: About(
        "A die before the first round chooses what is real: {names}.",
        "K6.3",
        SCENARIO,
        (Part("names", Takes.OBJECTIVES, 2, 6),),
    ),
    Trait.TRAVEL_ON: About(
        "Of those who are left, {count} may be chosen to travel on.",
        "K6.3",
        SCENARIO,
        (whole("count", 1, 31),),
    ),
}

BY_WORD = {trait.word: trait for trait in Trait}
"""As files call them."""


def words_for(place: Place) -> list[str]:
    """The traits that may stand there, as files call them."""
    return [trait.word for trait in Trait if place in ABOUT[trait].places]
