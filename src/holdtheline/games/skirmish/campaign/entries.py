"""What is written down of a campaign, one entry a line: what people decided, and what came of it (K6.2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import IntEnum
from typing import Any, cast

from ....core.errors import BadRecord
from .files import Texts
from .story import Aftermath, Outcome

FORMAT = 1
MOST_ENTRIES = 10**6


class Policy(IntEnum):
    """How a campaign is saved."""

    IRON = 0  # nobody goes back
    FREE = 1  # one may go back to the start of any scene

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def sentence(self) -> str:
        if self == Policy.IRON:
            return "Iron: what is done is done; a battle that was begun is played to its end."
        return "Free: you may go back to the start of any scene; what was played since is kept beside."


class Fate(IntEnum):
    """What became of somebody of the company in a battle."""

    STANDS = 0
    FLED = 1
    LEFT = 2
    FELLED = 3
    SEIZED = 4

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Header:
    """How a campaign was begun: what is told, and by which rules."""

    texts: Texts = field(repr=False)
    seed: int
    policy: Policy = Policy.IRON
    generals: int = 1
    aftermath: Aftermath = Aftermath.EXAMPLE
    dice_are_mine: bool = False
    """Whether people roll real dice and type what they show."""
    made: str = ""


@dataclass(frozen=True)
class Handed:
    """An item was handed over; to somebody, or into the pack."""

    item: str
    to: str


@dataclass(frozen=True)
class Travelled:
    """These went into the battle, which so was begun; the first has the first place."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class Became:
    """What became of one of them, and by whom, if he was felled."""

    fate: Fate
    wounds: int = 0
    by: str = ""


@dataclass(frozen=True)
class Fought:
    """How a battle ended."""

    outcome: Outcome
    ending: str
    """Its name, `timeout`, or nothing."""
    rounds: int
    people: Mapping[str, Became]
    enemies: Mapping[str, bool]
    """Whether each survived it."""


@dataclass(frozen=True)
class Rolled:
    """The face of a die that the campaign asked for."""

    face: int


@dataclass(frozen=True)
class Chose:
    option: str


@dataclass(frozen=True)
class WentOn:
    """A haven, or the place where something was found, was left."""


@dataclass(frozen=True)
class TravelledOn:
    """These travel on; the others stay behind."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class Back:
    """Back to the start of a scene: to what was so after so many of the entries that count."""

    to: int


Entry = Handed | Travelled | Fought | Rolled | Chose | WentOn | TravelledOn | Back
KINDS: dict[str, type[Any]] = {
    "handed": Handed,
    "travelled": Travelled,
    "fought": Fought,
    "rolled": Rolled,
    "chose": Chose,
    "went on": WentOn,
    "travelled on": TravelledOn,
    "back": Back,
}
WORDS = {kind: word for word, kind in KINDS.items()}


# As lines


def header_line(header: Header) -> str:
    told = {
        "campaign": header.texts.name,
        "format": FORMAT,
        "seed": header.seed,
        "policy": header.policy.word,
        "generals": header.generals,
        "aftermath": header.aftermath.word,
        "dice": "mine" if header.dice_are_mine else "computer",
        "made": header.made,
        "story": header.texts.story,
        "battles": dict(header.texts.battles),
    }
    return f"{json.dumps(told, ensure_ascii=False)}\n"


def entry_line(entry: Entry) -> str:
    told = asdict(entry)
    if isinstance(entry, Fought):
        told["outcome"] = entry.outcome.word
        told["people"] = {
            name: {"fate": one.fate.word, "wounds": one.wounds, "by": one.by}
            for name, one in entry.people.items()
        }
    return f"{json.dumps({'entry': WORDS[type(entry)], **told}, ensure_ascii=False)}\n"


# From lines


def header_from(line: str) -> Header:
    """The first line of a file; BadRecord: it is none."""
    try:
        told = json.loads(line)
        if told["format"] != FORMAT:
            raise BadRecord(f"this campaign was saved in another format, {str(told['format'])[:20]}", line=1)
        texts = Texts(text_in(told, "campaign"), text_in(told, "story"), battles_in(told))
        return Header(
            texts=texts,
            seed=whole_in(told, "seed", 2**63),
            policy=Policy[text_in(told, "policy").upper()],
            generals=whole_in(told, "generals", 4),
            aftermath=Aftermath[text_in(told, "aftermath").upper()],
            dice_are_mine=text_in(told, "dice") == "mine",
            made=text_in(told, "made"),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadRecord("this is no campaign that was saved here", line=1) from None


def battles_in(told: Any) -> dict[str, str]:
    battles = told["battles"]
    return {str(name): text_in(battles, name) for name in battles}


def entry_from(line: str, number: int) -> Entry:
    """An entry from its line, which has this number in the file."""
    try:
        told = json.loads(line)
        kind = KINDS[told.pop("entry")]
        if set(told) != {one.name for one in fields(kind)}:
            raise KeyError
        if kind is Fought:
            return fought_from(told)
        if kind is Back:
            return Back(whole_in(told, "to", MOST_ENTRIES))
        return cast(Callable[..., Entry], kind)(**{name: value_in(told, name) for name in told})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadRecord("this entry is damaged", line=number) from None


def fought_from(told: Any) -> Fought:
    people = {
        name: Became(Fate[text_in(one, "fate").upper()], whole_in(one, "wounds", 99), text_in(one, "by"))
        for name, one in told["people"].items()
    }
    enemies = {name: told["enemies"][name] for name in told["enemies"]}
    if not all(type(survived) is bool for survived in enemies.values()):
        raise TypeError
    outcome = Outcome[text_in(told, "outcome").upper()]
    return Fought(outcome, text_in(told, "ending"), whole_in(told, "rounds", 999), people, enemies)


def text_in(told: Any, name: str) -> str:
    value = told[name]
    if not isinstance(value, str):
        raise TypeError
    return value


def whole_in(told: Any, name: str, most: int) -> int:
    value = told[name]
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError
    return value


def face_in(told: Any, name: str) -> int:
    if told[name] == 0:
        raise ValueError
    return whole_in(told, name, 6)


def names_in(told: Any, name: str) -> tuple[str, ...]:
    return tuple(text_in({"one": one}, "one") for one in told[name])


def value_in(told: Any, name: str) -> object:
    """A field as its name asks for."""
    if name == "who":
        return names_in(told, name)
    return face_in(told, name) if name == "face" else text_in(told, name)
