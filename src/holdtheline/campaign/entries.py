"""The entries of a saved campaign, one per line: decisions, rolls and battle results (K6.2)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from enum import IntEnum
from typing import Any, cast

from ..core.errors import BadRecord
from ..core.scenarios.campaign_battles import BattleResult, Fate, FighterResult, Outcome
from .story.files import CampaignTexts
from .story.model import MAX_GENERALS, Aftermath, Wounds

FORMAT_VERSION = 1
MAX_ENTRIES = 10**6


class SavePolicy(IntEnum):
    """Whether the player can go back to an earlier scene."""

    IRON = 0  # no going back
    FREE = 1  # the player may go back to the start of any scene

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def sentence(self) -> str:
        if self == SavePolicy.IRON:
            return "Iron: you cannot go back, and a battle that you started must be played to its end."
        return "Free: you can go back to the start of any scene; what you have played since then stays in the file."


@dataclass(frozen=True)
class CampaignHeader:
    """The first line of a saved campaign: its texts and settings."""

    texts: CampaignTexts = field(repr=False)
    seed: int
    policy: SavePolicy = SavePolicy.IRON
    generals: int = 1
    aftermath: Aftermath = Aftermath.EXAMPLE
    wounds: Wounds = Wounds.HEAL
    felled_travel: bool = True
    dice_are_mine: bool = False
    """Whether the players roll real dice and type in the results."""
    created: str = ""


@dataclass(frozen=True)
class ItemHandedOver:
    """An item was handed to a member, or put into the pack."""

    item: str
    to: str


@dataclass(frozen=True)
class TravellersChosen:
    """The members who go into the battle, in the order of the characters that they replace."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class DieRolled:
    """The face of a die that the campaign asked for."""

    face: int


@dataclass(frozen=True)
class OptionChosen:
    option: str


@dataclass(frozen=True)
class SceneExited:
    """The company left a haven, or the place where it found an item."""


@dataclass(frozen=True)
class MembersKept:
    """The members who travel on; the others leave the company."""

    who: tuple[str, ...]


@dataclass(frozen=True)
class Rewind:
    """Go back to the start of a scene: keep the first `to` of the entries still in effect."""

    to: int


Entry = ItemHandedOver | TravellersChosen | BattleResult | DieRolled | OptionChosen | SceneExited | MembersKept | Rewind
ENTRY_TYPES: dict[str, type[Any]] = {
    "handed": ItemHandedOver,
    "travelled": TravellersChosen,
    "fought": BattleResult,
    "rolled": DieRolled,
    "chose": OptionChosen,
    "went on": SceneExited,
    "travelled on": MembersKept,
    "back": Rewind,
}
ENTRY_WORDS = {kind: word for word, kind in ENTRY_TYPES.items()}


# Format


def format_header(header: CampaignHeader) -> str:
    data = {
        "campaign": header.texts.name,
        "format": FORMAT_VERSION,
        "seed": header.seed,
        "policy": header.policy.word,
        "generals": header.generals,
        "aftermath": header.aftermath.word,
        "wounds": header.wounds.word,
        "felled_travel": "on" if header.felled_travel else "off",
        "dice": "mine" if header.dice_are_mine else "computer",
        "made": header.created,
        "story": header.texts.story,
        "battles": dict(header.texts.battles),
    }
    return f"{json.dumps(data, ensure_ascii=False)}\n"


def format_entry(entry: Entry) -> str:
    data = asdict(entry)
    if isinstance(entry, BattleResult):
        data["outcome"] = entry.outcome.word
        data["people"] = {
            name: {"fate": fighter.fate.word, "wounds": fighter.wounds, "by": fighter.felled_by}
            for name, fighter in entry.people.items()
        }
    return f"{json.dumps({'entry': ENTRY_WORDS[type(entry)], **data}, ensure_ascii=False)}\n"


# Parse


def parse_header(line: str) -> CampaignHeader:
    """Parse the first line of a saved campaign, or raise BadRecord.

    In campaigns saved before `wounds` and `felled_travel` were added, wounds heal and the felled rest.
    """
    try:
        data = json.loads(line)
        if data["format"] != FORMAT_VERSION:
            raise BadRecord(f"this campaign was saved in an unsupported format, {str(data['format'])[:20]}", line=1)
        texts = CampaignTexts(get_text(data, "campaign"), get_text(data, "story"), get_battles(data))
        return CampaignHeader(
            texts=texts,
            seed=get_int(data, "seed", 2**63),
            policy=SavePolicy[get_text(data, "policy").upper()],
            generals=get_int(data, "generals", MAX_GENERALS),
            aftermath=Aftermath[get_text(data, "aftermath").upper()],
            wounds=Wounds[get_text(data, "wounds").upper()] if "wounds" in data else Wounds.HEAL,
            felled_travel="felled_travel" in data and get_text(data, "felled_travel") == "on",
            dice_are_mine=get_text(data, "dice") == "mine",
            created=get_text(data, "made"),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadRecord("this is not a saved campaign", line=1) from None


def get_battles(data: Any) -> dict[str, str]:
    battles = data["battles"]
    return {str(name): get_text(battles, name) for name in battles}


def parse_entry(line: str, number: int) -> Entry:
    """Parse the entry in the line with this number, or raise BadRecord."""
    try:
        data = json.loads(line)
        kind = ENTRY_TYPES[data.pop("entry")]
        if set(data) != {field.name for field in fields(kind)}:
            raise KeyError
        if kind is BattleResult:
            return parse_battle_result(data)
        if kind is Rewind:
            return Rewind(get_int(data, "to", MAX_ENTRIES))
        return cast(Callable[..., Entry], kind)(**{name: get_field(data, name) for name in data})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadRecord("this entry is damaged", line=number) from None


def parse_battle_result(data: Any) -> BattleResult:
    people = {
        name: FighterResult(
            Fate[get_text(fighter, "fate").upper()], get_int(fighter, "wounds", 99), get_text(fighter, "by")
        )
        for name, fighter in data["people"].items()
    }
    enemies = {name: data["enemies"][name] for name in data["enemies"]}
    if not all(type(survived) is bool for survived in enemies.values()):
        raise TypeError
    outcome = Outcome[get_text(data, "outcome").upper()]
    return BattleResult(outcome, get_text(data, "ending"), get_int(data, "rounds", 999), people, enemies)


def get_text(data: Any, name: str) -> str:
    value = data[name]
    if not isinstance(value, str):
        raise TypeError
    return value


def get_int(data: Any, name: str, maximum: int) -> int:
    value = data[name]
    if type(value) is not int or not 0 <= value <= maximum:
        raise ValueError
    return value


def get_face(data: Any, name: str) -> int:
    if data[name] == 0:
        raise ValueError
    return get_int(data, name, 6)


def get_names(data: Any, name: str) -> tuple[str, ...]:
    return tuple(get_text({"name": value}, "name") for value in data[name])


def get_field(data: Any, name: str) -> object:
    """Return a field with the type that belongs to its name."""
    if name == "who":
        return get_names(data, name)
    return get_face(data, name) if name == "face" else get_text(data, name)
