"""The battles of a campaign at a table: an ordinary game, whose end is taken back into the story (K6.2)."""

from __future__ import annotations

from ..core.catalog import contract_of, plain_for_people
from ..core.errors import HtlError
from ..core.game import Game
from ..core.record import MINE, SEEDED, Record
from ..games.skirmish.campaign.aftermath import fought_in
from ..games.skirmish.campaign.entries import Fought
from ..games.skirmish.campaign.journey import Journey
from ..games.skirmish.happened import Happened
from ..games.skirmish.layout import numbered
from ..games.skirmish.table import Scenario
from .campaigns import Campaign
from .session import PERSON, Table

GAME = "skirmish"
FELLING = (Happened.FELL, Happened.DROWNED)
"""Events of somebody, and by whom."""


def sit_down(campaign: Campaign) -> Table:
    """The battle that the campaign waits for: begun now, or gone on with."""
    contract = contract_of(GAME)
    plain = plain_for_people(contract)
    path = campaign.battle_path
    if path.is_file() and b"\n" not in path.read_bytes():
        path.unlink()  # a kill has cut off even the first line: nothing was played
    if path.exists():
        return Table.resume(path, plain=plain)
    journey = campaign.journey
    game = Game(contract, journey.battle_options(), plain=plain)
    return Table.open(
        game,
        seats=[PERSON] * len(game.seats),
        seed=journey.battle_seed,
        dice=MINE if journey.header.dice_are_mine else SEEDED,
        record=path,
    )


def result(campaign: Campaign) -> Fought | None:
    """How the battle that the campaign waits for has ended; None: it has not."""
    path = campaign.battle_path
    if not path.is_file():
        return None
    try:
        record = Record.read(path, cut_off="drop")
    except HtlError:
        return None
    return fought_of(record, campaign.journey)


def fought_of(record: Record, journey: Journey) -> Fought | None:
    """What the record of the battle means that a campaign waits for; None: it is not over."""
    scenario = journey.battle()
    by: dict[str, str] = {}
    state = None
    for moment in record.moments(plain=plain_for_people(contract_of(GAME))):
        state = moment.state
        for event in moment.events:
            if event.kind in FELLING:
                note_felled(by, scenario, event.numbers)
    if state is None or state.outcome is None:
        return None
    return fought_in(state.record, scenario, journey.story.members, by)


def note_felled(by: dict[str, str], scenario: Scenario, numbers: tuple[int, ...]) -> None:
    names = {number: character.name for number, character in numbered(scenario)}
    if numbers[0] in names:
        by[names[numbers[0]]] = names.get(numbers[1], "")
