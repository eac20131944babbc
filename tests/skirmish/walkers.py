"""The small campaign of the tests: its texts, its story, spoiled forms of it, and battles made up."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.games.skirmish.campaign.entries import (
    Became,
    Chose,
    Entry,
    Fate,
    Fought,
    Header,
    Rolled,
    Travelled,
    TravelledOn,
    WentOn,
)
from holdtheline.games.skirmish.campaign.files import Texts, texts_in, told
from holdtheline.games.skirmish.campaign.journey import Awaits, Journey
from holdtheline.games.skirmish.campaign.story import Aftermath, Outcome, Story
from holdtheline.games.skirmish.campaign.unfolding import begun, unfolded
from holdtheline.games.skirmish.table import Side

FILE = Path(__file__).parent / "campaigns" / "lantern-road.toml"
ODA, HASK, PIM, WENNA, ORLA, BURR = (
    "Oda Verrin",
    "Hask",
    "Pim Sallow",
    "Wenna Thorne",
    "Orla Flint",
    "Burr",
)
BOARS = ("Grey Boar", "Young Boar", "Something")


@functools.cache
def texts() -> Texts:
    return texts_in(FILE)


@functools.cache
def story() -> Story:
    return told(texts())


def spoiled(old: str, new: str, file: str = "") -> Texts:
    """The campaign with words changed that it, or one of its battles, has once."""
    whole = texts()
    if file:
        assert whole.battles[file].count(old) == 1, old
        return whole._replace(battles={**whole.battles, file: whole.battles[file].replace(old, new)})
    assert whole.story.count(old) == 1, old
    return whole._replace(story=whole.story.replace(old, new))


def changed(old: str, new: str, file: str = "") -> Story:
    return told(spoiled(old, new, file))


def refusal(wrong: Texts) -> str:
    """The sentence with which it is refused."""
    with pytest.raises(BadOption) as refused:
        told(wrong)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def line_of(words: str, text: str) -> int:
    """The first line that has these words."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def start(tale: Story | None = None, **settings: object) -> Journey:
    """A campaign whose dice people roll, so that a test can say what they show."""
    header = Header(texts(), seed=1, dice_are_mine=True)
    fields = {**vars(header), **settings}
    return begun(tale or story(), Header(**fields))


def after(journey: Journey, *entries: Entry) -> Journey:
    for entry in entries:
        journey = unfolded(journey, entry)
    return journey


def fought(
    journey: Journey,
    outcome: Outcome = Outcome.WON,
    ending: str = "",
    felled: Iterable[str] = (),
    fates: Mapping[str, Fate] | None = None,
    slain: Iterable[str] = (),
) -> Fought:
    """A battle that ended like this for those who travelled; who is not named stands, and survives."""
    fell = list(felled)
    people = {name: Became(Fate.FELLED if name in fell else Fate.STANDS) for name in journey.travellers}
    people |= {name: Became(fate) for name, fate in (fates or {}).items()}
    enemies = {one.name: one.name not in slain for one in journey.battle().of_side(Side.ENEMY)}
    return Fought(outcome, ending, 4, people, enemies)


def at_the_barn(
    outcome: Outcome = Outcome.WON,
    ending: str = "",
    felled: Iterable[str] = (),
    faces: Iterable[int] = (),
    slain: Iterable[str] = (),
    tale: Story | None = None,
    **settings: object,
) -> Journey:
    """After the ford, where Oda, Hask and Pim fought."""
    journey = after(start(tale, **settings), Travelled((ODA, HASK, PIM)))
    journey = after(journey, fought(journey, outcome, ending, felled, slain=slain))
    return after(journey, *map(Rolled, faces))


def at_the_fork(journey: Journey, face: int = 1) -> Journey:
    """On from the barn, with this die, and through the inn."""
    return after(journey, WentOn(), Rolled(face), WentOn())


def at_the_lamp(journey: Journey, travel_on: tuple[str, ...] = (ODA, HASK, PIM)) -> Journey:
    """On from the fork over the mire."""
    journey = after(journey, Chose("Over the mire"), Chose("Wait"))
    return after(journey, TravelledOn(travel_on)) if journey.awaits == Awaits.TRAVEL_ON else journey


__all__ = ["Aftermath", "Awaits", "Chose", "Fate", "Outcome", "Rolled", "Travelled", "TravelledOn", "WentOn"]
