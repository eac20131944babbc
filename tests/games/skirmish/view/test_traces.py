"""What an event leaves on the table, to be drawn."""

from __future__ import annotations

from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.view.board import trace

HERE, THERE = 12_500 << 16 | 4_000, 12_500 << 16 | 9_250


def test_a_leg_is_drawn_as_a_path_and_a_charge_differs_from_it() -> None:
    way = [[12.5, 4.0], [12.5, 9.25]]
    assert trace(EventKind.MOVED, (32, HERE, THERE, 0)) == {
        "who": "e1",
        "how": "goes",
        "way": way,
        "at": None,
    }
    assert trace(EventKind.MOVED, (2, HERE, THERE, 1)) == {
        "who": "f3",
        "how": "charges",
        "way": way,
        "at": None,
    }
    assert trace(EventKind.FLED, (32, HERE, THERE, 0)) == {
        "who": "e1",
        "how": "flees",
        "way": way,
        "at": None,
    }
    assert trace(EventKind.KNOCKED, (0, HERE, THERE, 33)) == {
        "who": "f1",
        "how": "thrown",
        "way": way,
        "at": None,
    }


def test_a_blow_has_a_target_and_a_line_of_the_list_has_none() -> None:
    assert trace(EventKind.SHOT, (33, 1, 4, 0)) == {"who": "e2", "how": "shoots", "way": None, "at": "f2"}
    assert trace(EventKind.FOUGHT, (33, 1, 4, 0)) == {"who": "e2", "how": "fights", "way": None, "at": "f2"}
    assert trace(EventKind.LINE_FOLLOWED, (33, 4, 2, 0)) == {"who": "e2", "how": "listed", "way": None, "at": None}


def test_other_events_leave_nothing() -> None:
    assert trace(EventKind.ROUND_OPENED, (1, 4, 1, 0)) is None
    assert trace(EventKind.TESTED, (1, 1, 0, 0)) is None


def test_the_result_of_a_blow_is_in_its_text_and_not_drawn() -> None:
    for kind in (EventKind.STRUCK, EventKind.SAVED, EventKind.WOUNDED, EventKind.FELL):
        assert trace(kind, (33, 1, 2, 0)) == {"who": "e2", "how": "result", "way": None, "at": None}
