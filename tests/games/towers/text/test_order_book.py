"""The log in short: a line for each order and for the end of a turn."""

from __future__ import annotations

from holdtheline.core.catalog import load
from holdtheline.core.events import Event
from holdtheline.games.towers.state import EventKind
from holdtheline.games.towers.text.log import log_text
from holdtheline.games.towers.text.order_book import action_text


def test_the_order_book_has_an_order_or_the_end_of_a_turn_in_one_line() -> None:
    def line(*events: tuple[EventKind, tuple[int, ...]]) -> str:
        return action_text(
            state, [Event("T2.2", kind, numbers, log_text(state, kind, numbers)) for kind, numbers in events]
        )

    state = load("towers", plain=True).start().record
    assert line((EventKind.MIND_SET, (1, 0, 1, 0))) == log_text(state, EventKind.MIND_SET, (1, 0, 1, 0)).removesuffix(
        "."
    )
    ready = EventKind.READY, (1, 0, 0, 0)
    assert line(ready) == "Right has ended the turn"
    lanes = (EventKind.LANE_RESULT, (0, 1, 2, 0)), (EventKind.LANE_RESULT, (1, 2, 0, 1))
    gold = (EventKind.INCOME, (0, 1, 3, 9)), (EventKind.INCOME, (1, 1, 0, 5))
    turn = "Left lane: 2 fell, 1 got through; right lane: none fell, 2 got through; left has 9 gold; right has 5 gold"
    assert line(ready, *lanes, *gold) == turn
    assert line(ready, *lanes, *gold, (EventKind.WON, (0, 0, 0, 0))) == f"{turn}. Left wins"
