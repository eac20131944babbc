"""Every event has one sentence, with names and numbers."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog
from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.state import AiLine, StartResult
from holdtheline.games.skirmish.text.log import EVENT_TEXTS, log_text

ODA, HASK = 0, 1
DRETH, BOW, HOUND = 32, 33, 37
LEDGER, OIL = 64, 65
LAMPLIGHTERS, TOLLMEN = 0, 1
HERE, THERE = 12_000 << 16 | 8_250, 12_000 << 16 | 11_250


@pytest.fixture(scope="module")
def record():
    return catalog.load("skirmish", plain=True).start().record


CASES = [
    (EventKind.ROUND_OPENED, (2, 3, 1), "Round 2: the die shows 3, and the enemies start."),
    (EventKind.PASSED, (0,), "The general passes."),
    (EventKind.PASSED, (1,), "The AI general passes."),
    (EventKind.ACTIVATED, (ODA, 0), "Oda Verrin is activated."),
    (EventKind.ACTIVATED, (ODA, 1), "Oda Verrin acts again, with half its move."),
    (EventKind.PICKED_UP, (ODA, LEDGER), "Oda Verrin picks up the Toll ledger."),
    (EventKind.PICKED_UP, (ODA, HASK), "Oda Verrin picks up Hask."),
    (EventKind.DROPPED, (HASK, OIL, HERE), "Hask drops the Lamp oil at 12,8.25."),
    (EventKind.MOVED, (ODA, HERE, THERE, 0), "Oda Verrin goes 3 inches, to 12,11.25, and looks up."),
    (EventKind.MOVED, (ODA, HERE, THERE, 1), "Oda Verrin charges 3 inches, to 12,11.25, and looks up."),
    (EventKind.TURNED, (ODA, THERE), "Oda Verrin turns towards 12,11.25."),
    (EventKind.SHOT, (BOW, ODA, 4, 0), "Bow on the mound turns to Oda Verrin and shoots: needs 4 or more to wound."),
    (
        EventKind.SHOT,
        (BOW, ODA, 6, 1),
        "Bow on the mound turns to Oda Verrin and shoots after its move: needs a 6 to wound.",
    ),
    (EventKind.FOUGHT, (HASK, DRETH, 5), "Hask turns to Dreth Mulcar and fights: needs 5 or more to wound."),
    (EventKind.STRUCK, (HASK, DRETH, 5, 1), "The die shows 5: Hask hits Dreth Mulcar."),
    (EventKind.STRUCK, (HASK, DRETH, 1, 0), "The die shows 1: Hask misses Dreth Mulcar."),
    (EventKind.WOUNDED, (DRETH, 2, 3), "Dreth Mulcar is wounded: 2 of 3 slots filled."),
    (EventKind.FELL, (HOUND, HASK, HERE, 0), "Hound falls at 12,8.25, felled by Hask."),
    (EventKind.FELL, (HASK, HOUND, HERE, 1), "Hask falls and lies at 12,8.25, felled by Hound."),
    (EventKind.STRUCK_BACK, (DRETH, HASK, 3), "Dreth Mulcar turns to Hask and strikes back: needs 3 or more to wound."),
    (
        EventKind.FREE_BLOW,
        (DRETH, HASK, 3),
        "Dreth Mulcar turns to Hask, who flees, and strikes: needs 3 or more to wound.",
    ),
    (
        EventKind.TESTED,
        (LAMPLIGHTERS, 3, 1),
        "Rout test of the Lamplighters: the die shows 3 (3 or less routs), and they rout.",
    ),
    (
        EventKind.TESTED,
        (TOLLMEN, 4, 0),
        "Rout test of the Harrow Tollmen: the die shows 4 (3 or less routs), and they stand.",
    ),
    (EventKind.BROKE, (TOLLMEN, 1), "The Harrow Tollmen have lost too many: all of them rout."),
    (EventKind.START_ROLLED, (HOUND, 1, StartResult.STAYS), "The die shows 1: Hound stays."),
    (EventKind.FELL_INTO, (HASK, 2, 1, HERE), "The die shows 1: Hask falls into Garden wall at 12,8.25."),
    (EventKind.RALLIED, (HASK, 4, 1), "Hask rolls 4 (4 or more rallies) and recovers."),
    (EventKind.RALLIED, (HASK, 2, 0), "Hask rolls 2 (4 or more rallies) and keeps running."),
    (EventKind.FLED, (HASK, HERE, THERE), "Hask routs and runs 3 inches, to 12,11.25, and looks up."),
    (EventKind.FLED, (HASK, HERE, HERE), "Hask routs, but its way is blocked."),
    (EventKind.OFF_THE_TABLE, (HASK, HERE, 1), "Hask flees off the table at 12,8.25."),
    (EventKind.OFF_THE_TABLE, (HASK, HERE, 0), "Hask leaves the table at 12,8.25."),
    (EventKind.STAYED, (HASK,), "Hask does nothing more."),
    (EventKind.CHOSEN, (DRETH, 4, HASK), "The die shows 4: Dreth Mulcar fights Hask."),
    (EventKind.CHOSEN, (DRETH, 6, 64), "The die shows 6: roll again."),
    (EventKind.ROUND_ENDED, (3,), "Round 3 is over."),
    (EventKind.WON, (1, 0), "The enemies win."),
    (
        EventKind.WON,
        (1, 2),
        "The enemies win. The last cask rolls away into the dark. There will be no light on the road until spring.",
    ),
    (EventKind.DRAWN, (0,), "Neither side wins."),
    (EventKind.SAVED, (ODA, 5, 1), "The die shows 5: an item turns the wound of Oda Verrin away."),
    (EventKind.SAVED, (ODA, 2, 0), "The die shows 2: no item saves Oda Verrin."),
    (EventKind.ROUTED, (HASK, DRETH), "The blow of Dreth Mulcar routs Hask."),
    (EventKind.BROKE, (TOLLMEN,), "The leaders of the Harrow Tollmen are gone: all of them rout."),
    (
        EventKind.QUIT,
        (TOLLMEN,),
        "All of the Harrow Tollmen leave the table after their losses.",
    ),
    (EventKind.GRABBED, (DRETH, ODA), "Dreth Mulcar seizes Oda Verrin."),
    (EventKind.FREED, (ODA, HERE), "Oda Verrin is free again, at 12,8.25."),
    (EventKind.DROWNED, (ODA, DRETH), "Oda Verrin drowns in the grip of Dreth Mulcar."),
    (EventKind.ARRIVED, (HOUND, HERE), "Hound arrives at 12,8.25."),
    (
        EventKind.CORRECTED,
        (HASK, HERE, THERE),
        "Corrected: the figure of Hask stands at 12,11.25, 3 inches from 12,8.25.",
    ),
    (EventKind.CROSSED, (HASK, 0, 5, 1), "The die shows 5: Hask crosses the millrace."),
    (EventKind.CROSSED, (HASK, 0, 2, 0), "The die shows 2: Hask turns to, and stops before, the millrace."),
    (EventKind.HUNG, (HASK, 1, 5, 1), "The die shows 5: Hask hangs on to the mill."),
    (EventKind.HUNG, (HASK, 1, 2, 0), "The die shows 2: Hask falls over the mill."),
    (EventKind.KNOCKED, (HASK, HERE, THERE, DRETH), "Dreth Mulcar throws Hask 3 inches back, to 12,11.25."),
    (EventKind.KNOCKED, (HASK, HERE, HERE, DRETH), "Dreth Mulcar would throw Hask back, but the way is blocked."),
    (EventKind.SWIPED, (DRETH, 3), "Dreth Mulcar swipes at 3 characters around it and turns to each."),
    (EventKind.GOAL, (4, 1), "The die shows 4: the Lamp oil is the real goal."),
    (EventKind.GOAL, (6, 16), "The die shows 6: roll again."),
    (EventKind.UNHURT, (HASK,), "Hask cannot be felled and stays on its feet."),
]
BY_THE_LIST = [
    (0, OIL + 1, "Before its list Hound takes the Lamp oil, which is in reach."),
    (AiLine.CARRY_OFF, 0, "By line 1 of its list Hound carries what it has towards the nearest edge."),
    (AiLine.FIGHT, HASK + 1, "By line 2 of its list Hound fights Hask."),
    (AiLine.FIGHT, 0, "By line 2 of its list Hound moves on in the direction of the enemy that it felled."),
    (AiLine.SHOOT, HASK + 1, "By line 3 of its list Hound stands and shoots at Hask."),
    (AiLine.MOVE_AND_SHOOT, HASK + 1, "By line 4 of its list Hound moves until it can shoot at Hask."),
    (AiLine.FETCH, OIL + 1, "By line 5 of its list Hound goes for the Lamp oil, which is in move range."),
    (AiLine.CHARGE, HASK + 1, "By line 6 of its list Hound charges Hask."),
    (AiLine.SEEK_OBJECTIVE, OIL + 1, "By line 7 of its list Hound goes towards the Lamp oil, which it sees."),
    (AiLine.SEEK_ENEMY, HASK + 1, "By line 8 of its list Hound goes towards Hask, whom it sees."),
    (9, 0, "No line of its list applies: Hound goes towards the centre of the table."),
]


@pytest.mark.parametrize(("kind", "numbers", "text"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_an_event_is_one_sentence(record, kind, numbers, text):
    assert log_text(record, kind, [*numbers, *[0] * (4 - len(numbers))]) == text


@pytest.mark.parametrize(("line", "thing", "text"), BY_THE_LIST)
def test_an_act_of_the_ai_general_is_logged_with_the_line_of_its_list(record, line, thing, text):
    assert log_text(record, EventKind.LINE_FOLLOWED, [HOUND, line, thing, 0]) == text


def test_no_event_is_without_a_sentence():
    assert set(EVENT_TEXTS) == set(EventKind)
    assert {case[0] for case in CASES} | {EventKind.LINE_FOLLOWED} == set(EventKind)


def test_the_log_names_what_a_character_carries_off_the_table():
    record = catalog.load("skirmish", plain=True).start().record
    record.carries[HASK] = LEDGER + 1
    assert (
        log_text(record, EventKind.OFF_THE_TABLE, [HASK, HERE, 0, 0])
        == "Hask leaves the table with the Toll ledger at 12,8.25."
    )
