"""The order book names the actor of a line once, and leaves coordinates to the sentences."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog
from holdtheline.core.events import Event
from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.state import StartResult
from holdtheline.games.skirmish.text.log import log_text
from holdtheline.games.skirmish.text.order_book import action_text

ODA, HASK, BOW, LEDGER = 0, 1, 33, 64
HERE, THERE = 12_000 << 16 | 8_250, 12_000 << 16 | 11_250

CASES = [
    ([(EventKind.PICKED_UP, (ODA, LEDGER, 0, 0))], "Oda Verrin picks up the Toll ledger"),
    ([(EventKind.DROPPED, (ODA, LEDGER, HERE, 0))], "Oda Verrin drops the Toll ledger"),
    ([(EventKind.FLED, (ODA, HERE, THERE, 0))], "Oda Verrin routs and runs 3″"),
    ([(EventKind.FLED, (HASK, HERE, THERE, 0))], "Oda Verrin: Hask routs and runs 3″"),
    ([(EventKind.START_ROLLED, (ODA, 3, StartResult.ACTS, 0))], "Oda Verrin ⚂ acts"),
    (
        [(EventKind.CHOSEN, (ODA, 3, BOW, 0)), (EventKind.FOUGHT, (ODA, BOW, 4, 0))],
        "Oda Verrin fights Bow on the mound",
    ),
    (
        [(EventKind.MOVED, (ODA, HERE, THERE, 0)), (EventKind.MOVED, (ODA, THERE, HERE, 0))],
        "Oda Verrin goes 3″ + 3″",
    ),
    (
        [(EventKind.PICKED_UP, (ODA, LEDGER, 0, 0)), (EventKind.MOVED, (ODA, HERE, THERE, 0))],
        "Oda Verrin picks up the Toll ledger, goes 3″",
    ),
    (
        [(EventKind.STRUCK, (ODA, BOW, 5, 1)), (EventKind.WOUNDED, (BOW, 1, 3, 0))],
        "Oda Verrin ⚄ hit, Bow on the mound takes wound 1 of 3",
    ),
    (
        [(EventKind.FELL, (BOW, ODA, HERE, 0)), (EventKind.ACTIVATED, (ODA, 1, 0, 0))],
        "Oda Verrin: Bow on the mound falls\nOda Verrin acts again",
    ),
    (
        [(EventKind.OFF_THE_TABLE, (ODA, HERE, 0, 0)), (EventKind.WON, (0, 0, 0, 0))],
        "Oda Verrin leaves the table\nThe friends win",
    ),
]


@pytest.mark.parametrize(("events", "line"), CASES, ids=[line for _, line in CASES])
def test_a_line_names_its_actor_once(events: list[tuple[EventKind, tuple[int, ...]]], line: str) -> None:
    s = catalog.load("skirmish", plain=True).start().record
    told = [
        Event("K3.1", int(kind), numbers, log_text(s, kind, numbers))
        for kind, numbers in [(EventKind.ACTIVATED, (ODA, 0, 0, 0)), *events]
    ]
    assert action_text(s, told) == line
