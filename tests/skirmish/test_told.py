"""Everything that can happen is told in one sentence, with names and numbers."""

from __future__ import annotations

import pytest

import holdtheline as htl
from holdtheline.games.skirmish.happened import Happened
from holdtheline.games.skirmish.told import SENTENCES, sentence_of
from holdtheline.games.skirmish.traits import Line

ODA, HASK = 0, 1
DRETH, BOW, HOUND = 32, 33, 37
LEDGER, OIL = 64, 65
LAMPLIGHTERS, TOLLMEN = 0, 1
HERE, THERE = 12_000 << 16 | 8_250, 12_000 << 16 | 11_250


@pytest.fixture(scope="module")
def record():
    return htl.load("skirmish", plain=True).start().record


CASES = [
    (Happened.ROUND_OPENED, (2, 3, 1), "Round 2: the die shows 3, and the enemies start."),
    (Happened.PASSED, (0,), "The general passes."),
    (Happened.PASSED, (1,), "The AI general passes."),
    (Happened.ACTIVATED, (ODA, 0), "Oda Verrin is activated."),
    (Happened.ACTIVATED, (ODA, 1), "Oda Verrin acts again, with half its move."),
    (Happened.PICKED_UP, (ODA, LEDGER), "Oda Verrin picks up the Toll ledger."),
    (Happened.PICKED_UP, (ODA, HASK), "Oda Verrin picks up Hask."),
    (Happened.DROPPED, (HASK, OIL, HERE), "Hask drops the Lamp oil at 12,8.25."),
    (Happened.MOVED, (ODA, HERE, THERE, 0), "Oda Verrin goes 3 inches, to 12,11.25, and looks up."),
    (Happened.MOVED, (ODA, HERE, THERE, 1), "Oda Verrin charges 3 inches, to 12,11.25, and looks up."),
    (Happened.TURNED, (ODA, THERE), "Oda Verrin turns towards 12,11.25."),
    (Happened.SHOT, (BOW, ODA, 4, 0), "Bow on the mound shoots at Oda Verrin: 4 or more wounds."),
    (Happened.SHOT, (BOW, ODA, 6, 1), "Bow on the mound shoots at Oda Verrin after its move: a 6 wounds."),
    (Happened.FOUGHT, (HASK, DRETH, 5), "Hask fights Dreth Mulcar: 5 or more wounds."),
    (Happened.STRUCK, (HASK, DRETH, 5, 1), "The die shows 5: Hask hits Dreth Mulcar."),
    (Happened.STRUCK, (HASK, DRETH, 1, 0), "The die shows 1: Hask misses Dreth Mulcar."),
    (Happened.WOUNDED, (DRETH, 2, 3), "Dreth Mulcar is wounded: 2 of 3 slots filled."),
    (Happened.FELL, (HOUND, HASK, HERE, 0), "Hound falls at 12,8.25, felled by Hask."),
    (Happened.FELL, (HASK, HOUND, HERE, 1), "Hask falls and lies at 12,8.25, felled by Hound."),
    (Happened.STRUCK_BACK, (DRETH, HASK, 3), "Dreth Mulcar strikes back at Hask: 3 or more wounds."),
    (Happened.FREE_BLOW, (DRETH, HASK, 3), "Dreth Mulcar strikes at Hask, who flees: 3 or more wounds."),
    (
        Happened.TESTED,
        (LAMPLIGHTERS, 3, 1),
        "Rout test of the Lamplighters: the die shows 3 (3 or less routs), and they rout.",
    ),
    (
        Happened.TESTED,
        (TOLLMEN, 4, 0),
        "Rout test of the Harrow Tollmen: the die shows 4 (3 or less routs), and they stand.",
    ),
    (Happened.RALLIED, (HASK, 4, 1), "Hask rolls 4 (4 or more rallies) and recovers."),
    (Happened.RALLIED, (HASK, 2, 0), "Hask rolls 2 (4 or more rallies) and goes on running."),
    (Happened.FLED, (HASK, HERE, THERE), "Hask routs and runs 3 inches, to 12,11.25, and looks up."),
    (Happened.FLED, (HASK, HERE, HERE), "Hask routs, and finds no way."),
    (Happened.OFF_THE_TABLE, (HASK, HERE, 1), "Hask flees off the table at 12,8.25."),
    (Happened.OFF_THE_TABLE, (HASK, HERE, 0), "Hask leaves the table at 12,8.25."),
    (Happened.STAYED, (HASK,), "Hask does nothing more."),
    (Happened.CHOSEN, (DRETH, 4, HASK), "The die shows 4: Dreth Mulcar fights Hask."),
    (Happened.CHOSEN, (DRETH, 6, 64), "The die shows 6: it is rolled again."),
    (Happened.ROUND_ENDED, (3,), "Round 3 is over."),
    (Happened.WON, (1, 0), "The enemies win."),
    (
        Happened.WON,
        (1, 2),
        "The enemies win. The last cask rolls away into the dark. "
        "There will be no light on the road until spring.",
    ),
    (Happened.DRAWN, (0,), "Nobody wins."),
    (Happened.SAVED, (ODA, 5, 1), "The die shows 5: what Oda Verrin wears turns the wound away."),
    (Happened.SAVED, (ODA, 2, 0), "The die shows 2: nothing saves Oda Verrin."),
    (Happened.ROUTED, (HASK, DRETH), "The blow of Dreth Mulcar routs Hask."),
    (Happened.BROKE, (TOLLMEN,), "The leaders of the Harrow Tollmen are gone: all of them rout."),
    (
        Happened.QUIT,
        (TOLLMEN,),
        "Those of the Harrow Tollmen have lost enough, and leave the table.",
    ),
    (Happened.GRABBED, (DRETH, ODA), "Dreth Mulcar seizes Oda Verrin."),
    (Happened.FREED, (ODA, HERE), "Oda Verrin is free again, at 12,8.25."),
    (Happened.DROWNED, (ODA, DRETH), "Oda Verrin drowns in the grip of Dreth Mulcar."),
    (Happened.ARRIVED, (HOUND, HERE), "Hound arrives at 12,8.25."),
    (Happened.CROSSED, (HASK, 0, 5, 1), "The die shows 5: Hask crosses the millrace."),
    (Happened.CROSSED, (HASK, 0, 2, 0), "The die shows 2: Hask stops before the millrace."),
    (Happened.HUNG, (HASK, 1, 5, 1), "The die shows 5: Hask hangs on to the mill."),
    (Happened.HUNG, (HASK, 1, 2, 0), "The die shows 2: Hask falls over the mill."),
    (Happened.KNOCKED, (HASK, HERE, THERE, DRETH), "Dreth Mulcar throws Hask 3 inches back, to 12,11.25."),
    (Happened.KNOCKED, (HASK, HERE, HERE, DRETH), "Dreth Mulcar throws Hask back, but there is no room."),
    (Happened.SWIPED, (DRETH, 3), "Dreth Mulcar swipes at 3 characters around it."),
    (Happened.GOAL, (4, 1), "The die shows 4: the Lamp oil is what everybody wants."),
    (Happened.GOAL, (6, 16), "The die shows 6: it is rolled again."),
    (Happened.UNHURT, (HASK,), "Hask cannot be felled, and stands."),
]
BY_THE_LIST = [
    (0, OIL + 1, "Before its list Hound takes the Lamp oil, which is in reach."),
    (Line.CARRY_OFF, 0, "By line 1 of its list Hound carries what it has towards the nearest edge."),
    (Line.FIGHT, HASK + 1, "By line 2 of its list Hound fights Hask."),
    (Line.FIGHT, 0, "By line 2 of its list Hound moves on in the direction of the enemy that it felled."),
    (Line.SHOOT, HASK + 1, "By line 3 of its list Hound stands and shoots at Hask."),
    (Line.MOVE_AND_SHOOT, HASK + 1, "By line 4 of its list Hound moves until it can shoot at Hask."),
    (Line.FETCH, OIL + 1, "By line 5 of its list Hound goes for the Lamp oil, which is in move range."),
    (Line.CHARGE, HASK + 1, "By line 6 of its list Hound charges Hask."),
    (Line.SEEK_OBJECTIVE, OIL + 1, "By line 7 of its list Hound goes towards the Lamp oil, which it sees."),
    (Line.SEEK_ENEMY, HASK + 1, "By line 8 of its list Hound goes towards Hask, whom it sees."),
    (9, 0, "No line of its list applies: Hound goes towards the centre of the table."),
]


@pytest.mark.parametrize(("kind", "numbers", "text"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_an_event_is_one_sentence(record, kind, numbers, text):
    assert sentence_of(record, kind, [*numbers, *[0] * (4 - len(numbers))]) == text


@pytest.mark.parametrize(("line", "thing", "text"), BY_THE_LIST)
def test_what_the_ai_general_does_is_told_with_the_line_of_its_list(record, line, thing, text):
    assert sentence_of(record, Happened.LISTED, [HOUND, line, thing, 0]) == text


def test_no_event_is_without_a_sentence():
    assert set(SENTENCES) == set(Happened)
    assert {case[0] for case in CASES} | {Happened.LISTED} == set(Happened)


def test_whoever_leaves_with_something_is_told_with_it():
    record = htl.load("skirmish", plain=True).start().record
    record.carries[HASK] = LEDGER + 1
    assert (
        sentence_of(record, Happened.OFF_THE_TABLE, [HASK, HERE, 0, 0])
        == "Hask leaves the table with the Toll ledger at 12,8.25."
    )
